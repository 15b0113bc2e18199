import { ParticleEngine } from '../../reference/particle/engine.ts';
import {
  ALL_GROUPS,
  bits,
  boolean,
  coefficient,
  finite,
  nonNegative,
  options,
  orDefault,
  positive,
  share,
  type Vec3,
  type Vec3Like,
  vector,
} from '../core/arguments.ts';
import type { WorldContext } from '../core/context.ts';
import { HolonomicError, removedHandle } from '../core/errors.ts';
import type { HandleTypes } from '../core/handle-types.ts';
import {
  HoldFlag,
  ParticleAttachmentRecord,
  ParticleChainRecord,
  ParticleDistanceRecord,
  ParticleFlag,
  ParticleLengthRecord,
  ParticleSetRecord,
  ParticleVolumeRecord,
  WorldRecord,
} from '../core/layout.ts';
import type { StateMemory } from '../core/memory.ts';
import { BlockWriter, countsOf, type Particles } from './block.ts';
import { readEach, readIndices, readPoints, requireDistinct } from './lists.ts';
import { particleModule } from './particle-kernels.ts';
import { placesOf } from './places.ts';
import { emptyPlan, type HoldOptions, type Plan, readHolds } from './plan.ts';

/** How the particles of a set are, and what they do. */
export interface ParticleOptions<UserData = unknown> {
  /** kg of each particle: one number for all, or one for each. Default 1. */
  masses?: number | ArrayLike<number>;
  /** m: how near the surface of a body the particles come; one number for all, or one for each. Default 0.01. */
  radii?: number | ArrayLike<number>;
  /** m/s: x y z of each, or of all. Default 0. */
  velocities?: ArrayLike<number>;
  /** Numbers of the particles that only their velocities move. */
  pinned?: ArrayLike<number>;
  /** Three particles for each triangle, for the air and for drawing. */
  triangles?: ArrayLike<number>;
  /** Default 0.5; both are combined with the body's by the rule of its material. */
  friction?: number;
  dynamicFriction?: number;
  /** 0 to 1, default 0. */
  restitution?: number;
  /** 1/s, default 0. */
  damping?: number;
  gravityScale?: number;
  /** m/s: how fast the air moves. */
  wind?: Vec3Like;
  /** kg/m³: half the density of the air times the coefficient of drag, and of lift; default 0. */
  airDrag?: number;
  airLift?: number;
  collisionGroup?: number;
  collisionMask?: number;
  /** Whether the particles meet each other; false by default. */
  selfCollision?: boolean;
  /** Whether they meet the particles of other sets that do; false by default. */
  particleCollision?: boolean;
  canSleep?: boolean;
  /** m/s: slower particles are at rest; 0.02 by default. */
  sleepSpeed?: number;
  userData?: UserData;
}

export interface ParticleSetOptions<UserData = unknown> extends ParticleOptions<UserData>, HoldOptions {
  /** x y z of each particle, in one list; m. */
  positions: ArrayLike<number>;
}

export const PARTICLE_OPTIONS = [
  'masses',
  'radii',
  'velocities',
  'pinned',
  'triangles',
  'friction',
  'dynamicFriction',
  'restitution',
  'damping',
  'gravityScale',
  'wind',
  'airDrag',
  'airLift',
  'collisionGroup',
  'collisionMask',
  'selfCollision',
  'particleCollision',
  'canSleep',
  'sleepSpeed',
  'userData',
] as const satisfies readonly (keyof ParticleOptions)[];
const HOLDS = ['distances', 'bends', 'tetrahedra', 'volumes', 'lengths', 'clusters', 'attachments'] as const;

const RADIUS = 0.01;
const FRICTION = 0.5;
const SLOW = 0.02;

/** Numbers of the head of a set. */
interface Head {
  numbers: readonly (readonly [field: number, value: number])[];
  words: readonly (readonly [field: number, value: number])[];
}

/** What a set is made of. */
interface Made {
  particles: Particles;
  plan: Plan;
  triangles: Uint32Array;
  head: Head;
}

/** A set that a world has already, from a snapshot. */
class Adopted {
  constructor(
    readonly world: HandleTypes['World'],
    readonly context: WorldContext,
    readonly id: number,
    readonly count: number,
  ) {}
}

/** Particles, and what holds them together. `world.addParticles(set)` brings them into a world. */
export class ParticleSet<UserData = unknown> {
  userData: UserData;
  /** What it is made of, until it is in a world. */
  #made: Made | null = null;
  #count = 0;
  #world: HandleTypes['World'] | null = null;
  #context: WorldContext | null = null;
  #id = 0;

  /** Throws `invalid-argument`, or `open-mesh` for a volume whose surface is not closed. */
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
    if (this.#world) throw new HolonomicError('already-added', 'These particles have been added before; make new ones.');
    const { collision } = context.live;
    if (!collision) throw new HolonomicError('unsupported', 'Particles need WebAssembly, where their state lies; this world goes without.');
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

  /** @internal Takes the set out of its world. Throws `removed-handle`. */
  remove(): void {
    const record = this.record();
    const context = this.#context as WorldContext;
    const { u32 } = context.memory;
    for (let link = firstLink(context.memory); link !== 0; link = u32[link >>> 2] + ParticleSetRecord.next) {
      if (u32[link >>> 2] !== record) continue;
      u32[link >>> 2] = u32[(record + ParticleSetRecord.next) >>> 2];
      break;
    }
    context.live.collision?.releaseBlock(record);
  }

  get world(): HandleTypes['World'] | null {
    return this.#world;
  }
  /** Whether the particles are in their world. */
  get alive(): boolean {
    return this.#context?.isLive === true && this.find() !== 0;
  }
  /** Number that no other set of the world ever has; 0 before it is in one. */
  get id(): number {
    return this.#id;
  }
  get count(): number {
    return this.#count;
  }

  /**
   * x y z of each particle, m, in f64: it can be written to. Read it anew each frame: it is valid until the next call that can make the memory
   * grow. Call `wake` where a sleeping set is changed.
   */
  get positions(): Float64Array {
    return this.view(ParticleSetRecord.positions, 3);
  }
  /** m/s; as `positions`. */
  get velocities(): Float64Array {
    return this.view(ParticleSetRecord.velocities, 3);
  }
  /** kg; as `positions`, but to be read alone. */
  get masses(): Float64Array {
    return this.view(ParticleSetRecord.masses, 1);
  }
  /** m; as `masses`. */
  get radii(): Float64Array {
    return this.view(ParticleSetRecord.radii, 1);
  }
  /** Numbers of the particles along each line of distances. */
  get lines(): Uint32Array[] {
    const record = this.record();
    const { u32 } = this.memory;
    const word = (at: number) => u32[at >>> 2];
    const distances = record + word(record + ParticleSetRecord.distances);
    return Array.from({ length: word(record + ParticleSetRecord.chainCount) }, (_, k) => {
      const chain = record + word(record + ParticleSetRecord.chains) + k * ParticleChainRecord.size;
      const first = distances + word(chain + ParticleChainRecord.firstDistance) * ParticleDistanceRecord.size;
      return Uint32Array.from({ length: word(chain + ParticleChainRecord.distanceCount) + 1 }, (_, link) =>
        link === 0
          ? word(first + ParticleDistanceRecord.a)
          : word(first + (link - 1) * ParticleDistanceRecord.size + ParticleDistanceRecord.b),
      );
    });
  }
  /** Three particles for each triangle. */
  get triangles(): Uint32Array {
    const record = this.record();
    const { u32 } = this.memory;
    const start = (record + u32[(record + ParticleSetRecord.triangles) >>> 2]) >>> 2;
    return u32.slice(start, start + 3 * u32[(record + ParticleSetRecord.triangleCount) >>> 2]);
  }

  /** Whether nothing but its velocity moves a particle. */
  isPinned(particle: number): boolean {
    return this.view(ParticleSetRecord.inverseMasses, 1)[this.number(particle)] === 0;
  }
  /** Pins a particle where it is, at rest; or lets it go. Throws `invalid-argument`. */
  pin(particle: number, pinned = true): void {
    const k = this.number(particle);
    const on = boolean(pinned, 'pinned');
    this.changing();
    this.view(ParticleSetRecord.inverseMasses, 1)[k] = on ? 0 : 1 / this.masses[k];
    if (on) this.velocities.fill(0, 3 * k, 3 * k + 3);
    this.wake();
  }
  /** Moves all particles by `shift`, m. */
  translate(shift: Vec3Like): void {
    const way = vector(shift, 'shift');
    this.changing();
    const { positions } = this;
    for (let k = 0; k < positions.length; k++) positions[k] += way[k % 3];
    this.wake();
  }
  /** How fast the air moves, m/s. */
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
  /** How many times its rest volume a closed surface is to enclose. */
  setInflation(volume: number, inflation: number): void {
    const at = this.hold(volume, 'volume', ParticleSetRecord.volumes, ParticleSetRecord.volumeCount, ParticleVolumeRecord);
    const value = nonNegative(inflation, 'inflation');
    this.changing();
    this.memory.f64[(at + ParticleVolumeRecord.inflation) >>> 3] = value;
    this.renew();
    this.wake();
  }

  /** N: mean tension of a distance over the last step, by the order in which they were given; negative where it pushes. */
  tension(distance: number): number {
    const at = this.hold(distance, 'distance', ParticleSetRecord.distances, ParticleSetRecord.distanceCount, ParticleDistanceRecord);
    return this.memory.f64[(at + ParticleDistanceRecord.tension) >>> 3];
  }
  isBroken(distance: number): boolean {
    const at = this.hold(distance, 'distance', ParticleSetRecord.distances, ParticleSetRecord.distanceCount, ParticleDistanceRecord);
    return (this.memory.u32[(at + ParticleDistanceRecord.flags) >>> 2] & HoldFlag.Broken) !== 0;
  }
  /** N: mean tension of a line of limited length over the last step. */
  lengthTension(line: number): number {
    const at = this.hold(line, 'line', ParticleSetRecord.lengths, ParticleSetRecord.lengthCount, ParticleLengthRecord);
    return this.memory.f64[(at + ParticleLengthRecord.tension) >>> 3];
  }
  /** Pa: mean pressure in a closed surface over the last step, over that outside. */
  pressure(volume: number): number {
    const at = this.hold(volume, 'volume', ParticleSetRecord.volumes, ParticleSetRecord.volumeCount, ParticleVolumeRecord);
    return this.memory.f64[(at + ParticleVolumeRecord.pressure) >>> 3];
  }
  /** N: mean force of an attachment on its particle over the last step. */
  attachmentForce(attachment: number): Vec3 {
    const at = this.entry(
      attachment,
      'attachment',
      ParticleSetRecord.attachments,
      ParticleSetRecord.attachmentCount,
      ParticleAttachmentRecord.size,
    );
    return [0, 8, 16].map((axis) => this.memory.f64[(at + ParticleAttachmentRecord.forceX + axis) >>> 3]) as Vec3;
  }
  /** Lets a particle go from its body. */
  detach(attachment: number): void {
    const at = this.entry(
      attachment,
      'attachment',
      ParticleSetRecord.attachments,
      ParticleSetRecord.attachmentCount,
      ParticleAttachmentRecord.size,
    );
    this.changing();
    this.memory.u32[(at + ParticleAttachmentRecord.flags) >>> 2] |= HoldFlag.Broken;
    this.renew();
    this.wake();
  }
  /** Distances, lines and attachments that the last step broke. */
  get brokenCount(): number {
    return this.memory.u32[(this.record() + ParticleSetRecord.brokenCount) >>> 2];
  }

  get asleep(): boolean {
    return this.hasFlag(ParticleFlag.Asleep);
  }
  /** Whether the last step found a value that is not finite; the particles stay where they were. */
  get frozen(): boolean {
    return this.hasFlag(ParticleFlag.Frozen);
  }
  wake(): void {
    const record = this.record();
    const { f64, u32 } = this.memory;
    u32[(record + ParticleSetRecord.flags) >>> 2] &= ~(ParticleFlag.Asleep | ParticleFlag.Frozen);
    f64[(record + ParticleSetRecord.restTime) >>> 3] = 0;
  }

  private get memory(): StateMemory {
    if (!this.#context)
      throw new HolonomicError('removed-handle', 'These particles are in no world yet: add them with world.addParticles(set).');
    return this.#context.memory;
  }
  private record(): number {
    void this.memory;
    const record = this.find();
    if (record === 0) throw removedHandle('set of particles');
    return record;
  }
  private find(): number {
    const { u32 } = this.memory;
    let record = u32[firstLink(this.memory) >>> 2];
    while (record !== 0 && u32[(record + ParticleSetRecord.id) >>> 2] !== this.#id) record = u32[(record + ParticleSetRecord.next) >>> 2];
    return record;
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
  /** What steps know of the set is read anew. */
  private renew(): void {
    this.memory.u32[(this.record() + ParticleSetRecord.version) >>> 2] += 1;
  }
  private number(particle: number): number {
    if (Number.isInteger(particle) && particle >= 0 && particle < this.count) return particle;
    throw new HolonomicError('invalid-argument', `The number of a particle must be from 0 to ${this.count - 1}, but is ${particle}.`);
  }
  /** Address of an entry of a list. */
  private entry(index: number, what: string, list: number, counter: number, size: number): number {
    const record = this.record();
    const { u32 } = this.memory;
    const count = u32[(record + counter) >>> 2];
    if (!Number.isInteger(index) || index < 0 || index >= count)
      throw new HolonomicError('invalid-argument', `This set has ${count} of ${what}s, numbered from 0, but was asked for ${index}.`);
    return record + u32[(record + list) >>> 2] + index * size;
  }
  /** The same by the order in which they were given. */
  private hold(index: number, what: string, list: number, counter: number, { number, size }: { number: number; size: number }): number {
    void this.entry(index, what, list, counter, size);
    const record = this.record();
    const { u32 } = this.memory;
    const first = record + u32[(record + list) >>> 2];
    let at = first + index * size;
    for (let k = 0; u32[(at + number) >>> 2] !== index; k++) at = first + k * size;
    return at;
  }

  /** Throws unless all bodies that hold particles are of this world. */
  private requireBodies(world: HandleTypes['World']): void {
    const { attachments, lengths } = (this.#made as Made).plan;
    const bodies = [
      ...attachments.map(({ body }) => body),
      ...lengths.flatMap(({ points }) => points.flatMap((point) => ('body' in point ? [point.body] : []))),
    ];
    for (const body of bodies) {
      if (body.world !== world) throw new HolonomicError('foreign-handle', 'The particles are attached to a body of another world.');
      if (!body.alive) throw removedHandle('body');
    }
  }
}

/** Where the address of the first set is. */
const firstLink = ({ world }: StateMemory): number => world + WorldRecord.particleSets;

/** Where the address of one more set is to be written. */
function lastLink(memory: StateMemory): number {
  let link = firstLink(memory);
  while (memory.u32[link >>> 2] !== 0) link = memory.u32[link >>> 2] + ParticleSetRecord.next;
  return link;
}

/**
 * The sets of particles of a world, also those of a snapshot that it has restored: which steps need to know of before. Those that somebody has
 * handles of get new ones.
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

function readSet(o: ParticleSetOptions): Made {
  const positions = readPoints(o.positions, 'positions');
  const count = positions.length / 3;
  const particles = readParticles(o, positions, count);
  const plan = emptyPlan();
  readHolds(o, count, plan);
  const triangles = o.triangles === undefined ? new Uint32Array(0) : readIndices(o.triangles, 3, count, 'triangles');
  requireDistinct(triangles, 3, 'triangles');
  return { particles, plan, triangles, head: readHead(o, particles) };
}

function readParticles(o: ParticleSetOptions, positions: Float64Array, count: number): Particles {
  const masses = readEach(orDefault(o.masses, 1), count, 'masses', positive);
  const inverseMasses = masses.map((mass) => 1 / mass);
  const pinned = o.pinned === undefined ? [] : readIndices(o.pinned, 1, count, 'pinned');
  for (const k of pinned) inverseMasses[k] = 0;
  const radii = readEach(orDefault(o.radii, RADIUS), count, 'radii', nonNegative);
  return { positions, velocities: readVelocities(o.velocities, count), inverseMasses, masses, radii };
}

function readVelocities(given: ArrayLike<number> | undefined, count: number): Float64Array {
  const velocities = new Float64Array(3 * count);
  if (given === undefined) return velocities;
  if (count > 1 && given.length === 3) {
    const one = vector(given, 'velocities');
    return velocities.map((_, k) => one[k % 3]);
  }
  const all = readPoints(given, 'velocities');
  if (all.length !== 3 * count)
    throw new HolonomicError('invalid-argument', `velocities must be three numbers, or ${3 * count}, but its length is ${all.length}.`);
  return all;
}

function readHead(o: ParticleSetOptions, { radii }: Particles): Head {
  const friction = nonNegative(orDefault(o.friction, FRICTION), 'friction');
  const wind = vector(orDefault(o.wind, [0, 0, 0]), 'wind');
  const flag = (value: unknown, name: string, byDefault: boolean, bit: number) => (boolean(orDefault(value, byDefault), name) ? bit : 0);
  return {
    numbers: [
      [ParticleSetRecord.damping, coefficient(o.damping, 'damping')],
      [ParticleSetRecord.gravityScale, finite(orDefault(o.gravityScale, 1), 'gravityScale')],
      [ParticleSetRecord.staticFriction, friction],
      [ParticleSetRecord.dynamicFriction, nonNegative(orDefault(o.dynamicFriction, friction), 'dynamicFriction')],
      [ParticleSetRecord.restitution, share(orDefault(o.restitution, 0), 'restitution')],
      [ParticleSetRecord.windX, wind[0]],
      [ParticleSetRecord.windY, wind[1]],
      [ParticleSetRecord.windZ, wind[2]],
      [ParticleSetRecord.drag, coefficient(o.airDrag, 'airDrag')],
      [ParticleSetRecord.lift, coefficient(o.airLift, 'airLift')],
      [ParticleSetRecord.sleepSpeed, nonNegative(orDefault(o.sleepSpeed, SLOW), 'sleepSpeed')],
      [ParticleSetRecord.reach, radii.reduce((most, radius) => Math.max(most, radius), 0)],
    ],
    words: [
      [ParticleSetRecord.collisionGroup, bits(o.collisionGroup, 'collisionGroup', 1)],
      [ParticleSetRecord.collisionMask, bits(o.collisionMask, 'collisionMask', ALL_GROUPS)],
      [
        ParticleSetRecord.flags,
        flag(o.selfCollision, 'selfCollision', false, ParticleFlag.SelfCollision) |
          flag(o.particleCollision, 'particleCollision', false, ParticleFlag.ParticleCollision) |
          (flag(o.canSleep, 'canSleep', true, ParticleFlag.Sleepless) ^ ParticleFlag.Sleepless),
      ],
    ],
  };
}
