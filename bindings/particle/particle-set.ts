import { ParticleEngine } from '../../reference/particle/engine.ts';
import type { Body } from '../body/body.ts';
import { boolean, nonNegative, options, type Vec3, type Vec3Like, vector } from '../core/arguments.ts';
import type { WorldContext } from '../core/context.ts';
import { HolonomicError, removedHandle } from '../core/errors.ts';
import type { HandleTypes } from '../core/handle-types.ts';
import {
  HoldFlag,
  ParticleAttachmentRecord,
  ParticleDistanceRecord,
  ParticleFlag,
  ParticleLengthRecord,
  ParticleSetRecord,
  ParticleVolumeRecord,
  WorldRecord,
} from '../core/layout.ts';
import type { StateMemory } from '../core/memory.ts';
import { freeAttachment, readAttachment, requireOwn, writeAttachment } from './attach.ts';
import { BlockWriter, countsOf } from './block.ts';
import { embodied, embody } from './embody.ts';
import { type ParticleEvent, readEvents } from './events.ts';
import type { AttachmentOptions } from './holds.ts';
import {
  ATTACHMENTS,
  DISTANCES,
  entryAt,
  findSet,
  firstLink,
  type HoldList,
  LENGTHS,
  lastLink,
  type NumberedList,
  numberedAt,
  readBrokenPairs,
  readLines,
  VOLUMES,
} from './lookup.ts';
import { boundsOf } from './measure.ts';
import { particleModule } from './particle-kernels.ts';
import { HOLDS, type Made, PARTICLE_OPTIONS, type ParticleSetOptions, readSet } from './particle-options.ts';
import { placesOf } from './places.ts';
import { requireBody } from './plan.ts';
import { wakeBodiesAt, wakeHeld } from './release.ts';

/** A set that a world has already, from a snapshot. */
class Adopted {
  constructor(
    readonly world: HandleTypes['World'],
    readonly context: WorldContext,
    readonly id: number,
    readonly count: number,
  ) {}
}

/** A set of particles and their constraints. `world.addParticles(set)` adds it to a world. */
export class ParticleSet<UserData = unknown> {
  userData: UserData;
  /** What it is made of, until it is in a world. */
  #made: Made | null = null;
  #count = 0;
  #world: HandleTypes['World'] | null = null;
  #context: WorldContext | null = null;
  #id = 0;

  /** Throws `invalid-argument`, or `open-mesh` if the surface of a volume is not closed. */
  constructor(given: ParticleSetOptions<UserData>) {
    if (given instanceof Adopted) {
      this.#world = given.world;
      this.#context = given.context;
      this.#id = given.id;
      this.#count = given.count;
      this.userData = undefined as UserData;
      return;
    }
    const o = options<ParticleSetOptions<UserData>>(given, 'The options of ParticleSet', [...PARTICLE_OPTIONS, ...HOLDS, 'positions']);
    this.#made = readSet(o);
    this.#count = this.#made.particles.masses.length;
    this.userData = o.userData as UserData;
  }

  /** @internal Brings the set into a world. Throws `already-added`, `foreign-handle`, or `out-of-memory`, and then nothing has changed. */
  addTo(world: HandleTypes['World'], context: WorldContext): void {
    if (this.#world) throw new HolonomicError('already-added', 'These particles have been added before; create new ones.');
    const { collision } = context.live;
    if (!collision) throw new HolonomicError('unsupported', 'Particles need WebAssembly for their state; this world runs without it.');
    this.requireBodies(world);
    const { head, particles, plan, triangles } = this.#made as Made;
    const counts = countsOf(particles, plan, triangles);
    const record = collision.allocateBlock(placesOf(counts).bytes);
    const { memory } = context;
    const { f64, u32, world: root } = memory;
    new BlockWriter(memory, record, (slot) => context.bodyOffset(slot), counts).write(particles, plan, triangles);
    for (const [field, value] of head.numbers) f64[(record + field) >>> 3] = value;
    for (const [field, value] of head.words) u32[(record + field) >>> 2] = value;
    u32[(root + WorldRecord.particleSetCount) >>> 2] += 1;
    this.#id = u32[(root + WorldRecord.particleSetCount) >>> 2];
    u32[(record + ParticleSetRecord.id) >>> 2] = this.#id;
    u32[lastLink(memory) >>> 2] = record;
    this.#made = null;
    this.#world = world;
    this.#context = context;
    context.live.particles ??= makeEngine(world);
  }

  /** @internal Takes the set out of its world, and wakes what sleeps on it or hangs on it. Throws `removed-handle`. */
  remove(): void {
    const record = this.record();
    const context = this.#context as WorldContext;
    const [low, high] = boundsOf(this.positions, this.radii);
    const bodies = this.embodied().values();
    const { u32 } = context.memory;
    wakeHeld(context, record);
    wakeBodiesAt(context, low, high);
    for (let link = firstLink(context.memory); link !== 0; link = u32[link >>> 2] + ParticleSetRecord.next) {
      if (u32[link >>> 2] !== record) continue;
      u32[link >>> 2] = u32[(record + ParticleSetRecord.next) >>> 2];
      break;
    }
    for (const body of bodies) this.#world?.removeBody(body);
    context.live.particles?.wakeBeside(context.memory, low, high);
    context.live.collision?.releaseBlock(record);
  }

  get world(): HandleTypes['World'] | null {
    return this.#world;
  }
  /** Whether the particles are in their world. */
  get alive(): boolean {
    return this.#context?.isLive === true && this.find() !== 0;
  }
  /** Number of the set, which no other set of the world ever has; 0 before it is added. */
  get id(): number {
    return this.#id;
  }
  get count(): number {
    return this.#count;
  }

  /**
   * x y z of each particle, m, in f64; the array can be written to. Read it again each frame: it is valid until the next call that can make
   * the memory grow. Call `wake` after you have changed a sleeping set.
   */
  get positions(): Float64Array {
    return this.view(ParticleSetRecord.positions, 3);
  }
  /** Velocities, m/s; valid and writable like `positions`. */
  get velocities(): Float64Array {
    return this.view(ParticleSetRecord.velocities, 3);
  }
  /** Masses, kg; like `positions`, but read-only. */
  get masses(): Float64Array {
    return this.view(ParticleSetRecord.masses, 1);
  }
  /** Radii, m; like `masses`. */
  get radii(): Float64Array {
    return this.view(ParticleSetRecord.radii, 1);
  }
  /** Indices of the particles along each line of distances. */
  get lines(): Uint32Array[] {
    const record = this.record();
    return readLines(this.memory, record);
  }
  /** Three particle indices per triangle. */
  get triangles(): Uint32Array {
    const record = this.record();
    const { u32 } = this.memory;
    const start = (record + u32[(record + ParticleSetRecord.triangles) >>> 2]) >>> 2;
    return u32.slice(start, start + 3 * u32[(record + ParticleSetRecord.triangleCount) >>> 2]);
  }

  /** Whether a particle is pinned: it moves only by its velocity. */
  isPinned(particle: number): boolean {
    return this.view(ParticleSetRecord.inverseMasses, 1)[this.number(particle)] === 0;
  }
  /** Pins a particle at its place, at rest; or releases it. Throws `invalid-argument`. */
  pin(particle: number, pinned = true): void {
    const k = this.number(particle);
    const on = boolean(pinned, 'pinned');
    this.changing();
    this.view(ParticleSetRecord.inverseMasses, 1)[k] = on ? 0 : 1 / this.masses[k];
    if (on) this.velocities.fill(0, 3 * k, 3 * k + 3);
    const body = this.embodied().get(k);
    if (body) {
      body.type = on ? 'kinematic' : 'dynamic';
      if (on) body.linearVelocity = [0, 0, 0];
    }
    this.wake();
  }
  /** Moves all particles by `shift`, m. */
  translate(shift: Vec3Like): void {
    const way = vector(shift, 'shift');
    this.changing();
    const { positions } = this;
    const [low, high] = boundsOf(positions, this.radii);
    wakeBodiesAt(this.#context as WorldContext, low, high);
    for (let k = 0; k < positions.length; k++) positions[k] += way[k % 3];
    for (const body of this.embodied().values()) body.position = body.position.map((x, axis) => x + way[axis]);
    this.wake();
  }
  /** Velocity of the air, m/s. */
  get wind(): Vec3 {
    const record = this.record();
    return [0, 8, 16].map((axis) => this.memory.f64[(record + ParticleSetRecord.windX + axis) >>> 3]) as Vec3;
  }
  set wind(value: Vec3Like) {
    const wind = vector(value, 'wind');
    this.changing();
    wind.forEach((speed, axis) => {
      this.memory.f64[(this.record() + ParticleSetRecord.windX + 8 * axis) >>> 3] = speed;
    });
    this.renew();
    this.wake();
  }
  /** Sets the enclosed volume of a closed surface, relative to its rest volume. */
  setInflation(volume: number, inflation: number): void {
    const at = this.hold(volume, VOLUMES);
    const value = nonNegative(inflation, 'inflation');
    this.changing();
    this.memory.f64[(at + ParticleVolumeRecord.inflation) >>> 3] = value;
    this.renew();
    this.wake();
  }

  /** Tension of a distance, averaged over the last step, N, by its index in the options; negative if it pushes. */
  tension(distance: number): number {
    const at = this.hold(distance, DISTANCES);
    // Not -0, like the next one.
    return 0 + this.memory.f64[(at + ParticleDistanceRecord.tension) >>> 3];
  }
  isBroken(distance: number): boolean {
    const at = this.hold(distance, DISTANCES);
    return (this.memory.u32[(at + ParticleDistanceRecord.flags) >>> 2] & HoldFlag.Broken) !== 0;
  }
  /** Two particle indices for each distance that has torn. */
  get brokenPairs(): Uint32Array {
    return readBrokenPairs(this.memory, this.record());
  }
  /** Tension of a line of limited length, averaged over the last step, N. */
  lengthTension(line: number): number {
    const at = this.hold(line, LENGTHS);
    return 0 + this.memory.f64[(at + ParticleLengthRecord.tension) >>> 3];
  }
  /** Pressure in a closed surface above that outside, averaged over the last step, Pa. */
  pressure(volume: number): number {
    const at = this.hold(volume, VOLUMES);
    return this.memory.f64[(at + ParticleVolumeRecord.pressure) >>> 3];
  }
  /** Force of an attachment on its particle, averaged over the last step, N. */
  attachmentForce(attachment: number): Vec3 {
    const at = this.entry(attachment, ATTACHMENTS);
    return [0, 8, 16].map((axis) => this.memory.f64[(at + ParticleAttachmentRecord.forceX + axis) >>> 3]) as Vec3;
  }
  /** Detaches a particle from its body. A body that stands for the particle is removed. */
  detach(attachment: number): void {
    const at = this.entry(attachment, ATTACHMENTS);
    this.changing();
    const { u32 } = this.memory;
    const flags = (at + ParticleAttachmentRecord.flags) >>> 2;
    const body = u32[flags] === HoldFlag.Embodied ? this.embodied().get(u32[(at + ParticleAttachmentRecord.particle) >>> 2]) : undefined;
    wakeHeld(this.#context as WorldContext, this.record());
    u32[flags] |= HoldFlag.Broken;
    if (body) this.#world?.removeBody(body);
    this.renew();
    this.wake();
  }
  /**
   * Attaches a particle to a body, like `attachments`, in place of a removed or a spare attachment (`spareAttachments`); returns its index.
   * Throws `invalid-argument`, `foreign-handle`, `removed-handle`, or `unsupported` if all are in use.
   */
  attach(given: AttachmentOptions): number {
    const record = this.record();
    const one = readAttachment(given, 'The attachment', this.count, requireBody);
    requireOwn(one.body, this.#world);
    const context = this.#context as WorldContext;
    const at = freeAttachment(this.memory, record);
    this.changing();
    const place = this.positions.slice(3 * one.particle, 3 * one.particle + 3);
    writeAttachment(this.memory, at, context.bodyOffset(one.body.index), [place[0], place[1], place[2]], one);
    this.renew();
    this.wake();
    one.body.wake();
    return (at - record - this.memory.u32[(record + ParticleSetRecord.attachments) >>> 2]) / ParticleAttachmentRecord.size;
  }
  /**
   * The body that stands for a particle, for joints and forces. From the first call on, which uses an attachment like `attach`, the
   * particle follows this body. The body has the particle's mass and no shape, and does not turn. It is removed with the set, or when the
   * particle is detached; removing the body frees the particle. Throws `unsupported`.
   */
  body(particle: number): Body {
    const k = this.number(particle);
    const record = this.record();
    const known = this.embodied().get(k);
    if (known) return known;
    void freeAttachment(this.memory, record);
    this.changing();
    const body = embody(this.#world as HandleTypes['World'], this.#context as WorldContext, () => this.record(), k);
    this.renew();
    this.wake();
    return body;
  }
  /** The events of the last step in their order: bodies that the set began or ceased to touch, and constraints that broke. */
  get events(): ParticleEvent[] {
    void this.record();
    const world = this.#world as HandleTypes['World'];
    return readEvents((this.#context as WorldContext).live.particles?.happenings(this.#id) ?? [], world.bodies);
  }
  /** Number of distances, lines and attachments that the last step broke. */
  get brokenCount(): number {
    return this.memory.u32[(this.record() + ParticleSetRecord.brokenCount) >>> 2];
  }

  get asleep(): boolean {
    return this.hasFlag(ParticleFlag.Asleep);
  }
  /** Whether the last step found a value that is not finite; the particles then stay where they were. */
  get frozen(): boolean {
    return this.hasFlag(ParticleFlag.Frozen);
  }
  wake(): void {
    const record = this.record();
    const { f64, u32 } = this.memory;
    u32[(record + ParticleSetRecord.flags) >>> 2] &= ~(ParticleFlag.Asleep | ParticleFlag.Frozen);
    f64[(record + ParticleSetRecord.restTime) >>> 3] = 0;
  }

  /** The bodies that particles are, by the numbers of these. */
  private embodied(): Map<number, Body> {
    return embodied(this.#world as HandleTypes['World'], this.memory, this.record());
  }
  private get memory(): StateMemory {
    if (!this.#context)
      throw new HolonomicError('removed-handle', 'These particles have not been added to a world; call world.addParticles(set) first.');
    return this.#context.memory;
  }
  private record(): number {
    void this.memory;
    const record = this.find();
    if (record === 0) throw removedHandle('set of particles');
    return record;
  }
  private find(): number {
    return findSet(this.memory, this.#id);
  }
  private view(list: number, numbers: number): Float64Array {
    const record = this.record();
    const { f64, u32 } = this.memory;
    const start = (record + u32[(record + list) >>> 2]) >>> 3;
    return f64.subarray(start, start + numbers * this.count);
  }
  private hasFlag(flag: ParticleFlag): boolean {
    return (this.memory.u32[(this.record() + ParticleSetRecord.flags) >>> 2] & flag) !== 0;
  }
  private changing(): void {
    void this.record();
    (this.#context as WorldContext).requireIdle();
  }
  /** What steps know of the set is read again. */
  private renew(): void {
    this.memory.u32[(this.record() + ParticleSetRecord.version) >>> 2] += 1;
  }
  private number(particle: number): number {
    if (Number.isInteger(particle) && particle >= 0 && particle < this.count) return particle;
    throw new HolonomicError('invalid-argument', `The index of a particle must be from 0 to ${this.count - 1}, but is ${particle}.`);
  }
  /** Address of an entry of a list, by its place there or by the order in which they were given. */
  private entry(index: number, list: HoldList): number {
    return entryAt(this.memory, this.record(), index, list);
  }
  private hold(index: number, list: NumberedList): number {
    return numberedAt(this.memory, this.record(), index, list);
  }

  /** Throws unless all bodies that hold particles are of this world. */
  private requireBodies(world: HandleTypes['World']): void {
    const { attachments, lengths } = (this.#made as Made).plan;
    const bodies = [
      ...attachments.map(({ body }) => body),
      ...lengths.flatMap(({ points }) => points.flatMap((point) => ('body' in point ? [point.body] : []))),
    ];
    for (const body of bodies) requireOwn(body, world);
  }
}

/**
 * Returns the sets of particles of a world, also those of a snapshot that it has restored. Call it after restoring one, before stepping.
 * Sets with existing handles get new ones.
 */
export function particleSets(world: HandleTypes['World']): ParticleSet[] {
  const { context } = world as unknown as { context: WorldContext };
  const { u32 } = context.memory;
  const sets: ParticleSet[] = [];
  for (let record = u32[firstLink(context.memory) >>> 2]; record !== 0; record = u32[(record + ParticleSetRecord.next) >>> 2]) {
    const [id, count] = [u32[(record + ParticleSetRecord.id) >>> 2], u32[(record + ParticleSetRecord.particleCount) >>> 2]];
    sets.push(new ParticleSet(new Adopted(world, context, id, count) as unknown as ParticleSetOptions));
  }
  if (sets.length > 0) context.live.particles ??= makeEngine(world);
  return sets;
}

/** The reference solves particles in TypeScript, too. */
function makeEngine({ backend, precision }: HandleTypes['World']): ParticleEngine {
  return new ParticleEngine(backend === 'wasm' ? particleModule(precision) : null);
}
