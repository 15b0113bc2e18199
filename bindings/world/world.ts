/// <reference lib="esnext.disposable" preserve="true" />
import type { Body } from '../body/body.ts';
import { type BodyOptions, readBodyOptions } from '../body/body-options.ts';
import { BodyStore } from '../body/body-store.ts';
import { sumEnergies, type WorldEnergy } from '../body/energy.ts';
import { integer, using, type Vec3 } from '../core/arguments.ts';
import { finish, fixProperties, refuseReadOnly, refuseUnknown } from '../core/assignments.ts';
import { WorldContext } from '../core/context.ts';
import { findParts, loadParts, makeEngine } from '../core/engine.ts';
import { HolonomicError, removedHandle } from '../core/errors.ts';
import { fixed } from '../core/geometry.ts';
import type { Region } from '../core/instance.ts';
import { BodyFlag, WorldRecord } from '../core/layout.ts';
import type { Precision } from '../core/load.ts';
import type { Backend, StateMemory } from '../core/memory.ts';
import { describeHandle, printPlainly } from '../core/plain.ts';
import { Events } from '../event/events.ts';
import { renumberEvents } from '../event/renumber.ts';
import { Joint } from '../joint/joint.ts';
import type { JointBreak } from '../joint/joint-break.ts';
import { JointStore } from '../joint/joint-store.ts';
import { releaseFrom } from '../particle/release.ts';
import { type CollisionMembers, CollisionSpace, lackOfMemory, lacksMemory } from '../query/collision-space.ts';
import { type QueryMembers, SpatialQueries } from '../query/spatial-queries.ts';
import { ShapeStore } from '../shape/shape-store.ts';
import { readSince, readSnapshot, type SnapshotOptions, takeSnapshot } from '../snapshot/index.ts';
import type { JointIslands } from './joint-islands.ts';
import { refuseOthers } from './refuse-others.ts';
import { stateHash } from './state-hash.ts';
import { defineMembers } from './world-members.ts';
import { readWorldOptions, type Settings, type SyncWorldOptions, stepLength, storeSettings, type WorldOptions } from './world-options.ts';
import { defineSettings, type SettingMembers, WorldSettings } from './world-settings.ts';

declare module '../core/handle-types.ts' {
  interface HandleTypes {
    World: World;
  }
}

const LAST_SLOT = 0xffffffff;
/** Given by those who may call the constructor. */
const MAKING = Symbol('making a world');
/** What of a world never changes. */
const FIXED = ['precision', 'backend', 'events', 'id', 'context', 'settings', 'shapes', 'bodyStore', 'store', 'queries', 'collisions'];
/** Worlds made so far. */
let worlds = 0;

/** What `addParticles` takes: sets of 'holonomic/particles'. */
export interface AddedParticles {
  readonly world: World | null;
  /** @internal */
  addTo(world: World, context: WorldContext): void;
  /** @internal */
  remove(): void;
}

function requireParticles(particles: Partial<AddedParticles> | null | undefined, method: string): void {
  if (typeof particles?.addTo === 'function') return;
  throw new HolonomicError('invalid-argument', `${method} takes a ParticleSet, Cloth, Rope or SoftBody of 'holonomic/particles'.`);
}

export interface World extends SettingMembers, QueryMembers, CollisionMembers {}

/** A simulated world: bodies, their shapes, and the joints between them. Create one with `await World.create()`. */
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: defineSettings and defineMembers give the class what the interface says
export class World {
  readonly precision: Precision;
  readonly backend: 'wasm' | 'reference';
  /** The events of the last step and since: contacts, sensors, sleep, broken joints. */
  readonly events: Events;
  /** @internal Identifies whose handles belong to a snapshot, among the worlds of this process: those of others have another seal. */
  readonly id = ++worlds >>> 0;
  /** @internal */
  readonly context: WorldContext;
  /** @internal */
  readonly settings: WorldSettings;
  /** @internal */
  readonly shapes: ShapeStore;
  /** @internal */
  readonly bodyStore: BodyStore;
  /** @internal */
  readonly store: JointStore;
  /** @internal */
  readonly queries: SpatialQueries;
  /** @internal */
  readonly collisions: CollisionSpace;
  /** A step has said that memory is missing. */
  private lackIsKnown = false;

  /**
   * Creates a world. Throws `HolonomicError` `invalid-argument` if an option is invalid, `unsupported` if WebAssembly with SIMD cannot be
   * compiled, or `bad-module` if the wasm does not match or fails to load; a later call tries again. The reference backend also works
   * without WebAssembly, but without collisions.
   */
  static async create(given: WorldOptions = {}): Promise<World> {
    const settings = readWorldOptions(given);
    return new World(settings, makeEngine(settings, await loadParts(settings)), MAKING);
  }

  /**
   * Creates a world synchronously, from the compiled module in `wasm` or from kernels that `load` or `create` has loaded before. Throws
   * `unsupported` if none have been loaded, otherwise like `create`.
   */
  static createSync(given: SyncWorldOptions = {}): World {
    const settings = readWorldOptions(given);
    return new World(settings, makeEngine(settings, findParts(settings)), MAKING);
  }

  /**
   * Loads and compiles the code for worlds with these options, so that `createSync` can create them. Resolves to the compiled kernels,
   * which can be posted to other threads and used there as `wasm`; or to undefined if the reference runs without collisions. Throws like
   * `create`.
   */
  static async load(given: WorldOptions = {}): Promise<WebAssembly.Module | undefined> {
    return (await loadParts(readWorldOptions(given))).module ?? undefined;
  }

  /** @internal The same in a part of a memory that ends at `maxMemory`: other worlds may be in others, in other threads too. */
  static createIn(region: Region, given: SyncWorldOptions): World {
    const settings = readWorldOptions(given);
    return new World(settings, makeEngine(settings, { ...findParts(settings), region }), MAKING);
  }

  /** @internal The same on kernels that have been started, whose state is that of no world. */
  static createOn(engine: Backend, settings: Settings): World {
    return new World(settings, engine, MAKING);
  }

  private constructor(settings: Settings, engine: Backend, making: typeof MAKING) {
    if (making !== MAKING)
      throw new HolonomicError('invalid-argument', 'Create a world with await World.create({ ... }), or with World.createSync({ ... }).');
    this.precision = settings.backend === 'reference' ? 'double' : settings.precision;
    this.backend = settings.backend;
    const context = new WorldContext(engine);
    this.context = context;
    this.settings = new WorldSettings(context, settings.backend === 'wasm' ? settings.precision : null);
    this.shapes = new ShapeStore(context);
    this.store = new JointStore(this, context, (slot) => this.bodyStore.at(slot));
    this.bodyStore = new BodyStore(this, context, this.shapes, this.store);
    this.queries = new SpatialQueries(context, this.bodyStore, this.shapes);
    this.collisions = new CollisionSpace(context, this.bodyStore, (a, b) => this.store.ignoringJoints(a, b));
    this.events = finish(new Events({ context, bodies: this.bodyStore.handles, joints: this.store.handles }));
    storeSettings(context.memory, settings);
    this.bodyStore.add(readBodyOptions({ type: 'static' }).state, undefined);
    fixProperties(this, FIXED);
  }

  /** Simulated time, s. */
  get time(): number {
    return this.context.readNumber(WorldRecord.time);
  }
  get stepCount(): number {
    return this.context.readNumber(WorldRecord.stepCount);
  }
  /** Number of substeps of the last step; 0 before the first. */
  get lastSubsteps(): number {
    return this.context.readCount(WorldRecord.lastSubsteps);
  }
  /** Number of bodies that the last step froze because a value of theirs was not finite. */
  get frozenCount(): number {
    return this.context.readCount(WorldRecord.frozenCount);
  }

  /** Number of dynamic bodies that are asleep. */
  get sleepingCount(): number {
    return this.bodyStore.countDynamic(BodyFlag.Asleep);
  }
  /** Number of dynamic bodies that are awake. */
  get awakeCount(): number {
    return this.bodyStore.countDynamic(0);
  }
  /**
   * Whether the last step, or a call since, lacked memory for some pairs, contacts or events. Steps then process what fits: bodies may pass
   * through each other, and events may be reported late.
   */
  get lacksMemory(): boolean {
    return lacksMemory(this.context);
  }

  /**
   * Advances the world by `dt` seconds, from 1e-9 to 1000. Throws `invalid-argument` if `dt` is out of range. Throws `out-of-memory` before
   * anything moves if there is no memory for the joints; or after the step if it lacked memory for some pairs, contacts or events, once
   * until a step has memory for all of them again. `lacksMemory` reports this after each step.
   */
  step(dt: number): void {
    const duration = stepLength(dt);
    this.context.requireIdle();
    const { live } = this;
    const stores = [this.bodyStore, this.store];
    for (const { handles } of stores) handles.beginStep();
    this.store.strain.step(live, duration);
    for (const { handles } of stores) handles.endStep();
    this.store.settleBroken();
    const { lacksMemory } = this;
    const isNews = lacksMemory && !this.lackIsKnown;
    this.lackIsKnown = lacksMemory;
    if (isNews) throw lackOfMemory('The step was made');
  }

  /**
   * Adds a body. Throws `invalid-argument`, `unsupported-shape` if a body of its type cannot collide with its shape, or `out-of-memory`.
   */
  addBody<UserData = unknown>(given: BodyOptions<UserData> = {}): Body<UserData> {
    refuseOthers(given);
    const { state, userData } = readBodyOptions(given);
    this.context.requireIdle();
    this.bodyStore.requirePlace();
    return this.bodyStore.add(state, userData) as Body<UserData>;
  }

  /** Removes a body and its joints. Throws `invalid-argument` for the world body. */
  removeBody(body: Body): void {
    this.bodyStore.check(body, 'removeBody');
    this.context.requireIdle();
    if (body.index === 0) throw new HolonomicError('invalid-argument', 'The world body cannot be removed.');
    this.store.removeAt(body.index);
    releaseFrom(this.context, body.index);
    this.bodyStore.remove(body);
  }

  /** Adds a joint and returns it. Throws `already-added` if it was added before, and the errors of its bodies and geometry. */
  addJoint<Kind extends Joint>(joint: Kind): Kind {
    this.requireLive();
    this.context.requireIdle();
    if (!Joint.isJoint(joint)) throw new HolonomicError('invalid-argument', 'addJoint takes a joint, such as new BallJoint({ ... }).');
    if (joint.world) throw new HolonomicError('already-added', 'This joint has been added before; create a new one.');
    const { a, b } = joint;
    if (a) this.bodyStore.check(a, 'addJoint');
    if (b) this.bodyStore.check(b, 'addJoint');
    this.store.add(joint);
    return finish(joint);
  }

  /** Removes a joint, and the gears that couple it to others. Throws `foreign-handle` if it is not in this world. */
  removeJoint(joint: Joint): void {
    this.requireLive();
    this.context.requireIdle();
    if (!Joint.isJoint(joint)) throw new HolonomicError('invalid-argument', 'removeJoint needs a joint.');
    if (joint.world !== this) throw new HolonomicError('foreign-handle', 'removeJoint was given a joint that is not in this world.');
    if (!joint.alive) throw removedHandle('joint');
    this.store.remove(joint);
  }

  /**
   * Adds particles, such as a Cloth of 'holonomic/particles', and returns them. Throws `already-added`, `foreign-handle` if they are
   * attached to bodies of another world, or `out-of-memory`.
   */
  addParticles<Particles extends AddedParticles>(particles: Particles): Particles {
    this.requireLive();
    this.context.requireIdle();
    using('The particles', () => {
      requireParticles(particles, 'addParticles');
      particles.addTo(this, this.context);
    });
    return particles;
  }

  /** Removes particles and their constraints. Throws `invalid-argument`, or `foreign-handle` if they are not in this world. */
  removeParticles(particles: AddedParticles): void {
    this.requireLive();
    this.context.requireIdle();
    using('The particles', () => requireParticles(particles, 'removeParticles'));
    if (particles.world !== this)
      throw new HolonomicError('foreign-handle', 'removeParticles was given particles that are not in this world.');
    particles.remove();
  }

  /** The bodies of the world, in order of their slots. */
  get bodies(): Iterable<Body> {
    this.requireLive();
    return this.bodyStore.added();
  }
  get joints(): Iterable<Joint> {
    this.requireLive();
    return this.store.handles;
  }
  /** Joints that the last step broke, in order of their slots. */
  get jointBreaks(): readonly Readonly<JointBreak>[] {
    const breaks = [...this.store.broken()].map((joint) => ({ joint, force: joint.force, torque: joint.torque }));
    return Object.freeze(breaks.map((each) => Object.freeze(each)));
  }
  get bodyCount(): number {
    return this.context.bodies.live - 1;
  }
  get jointCount(): number {
    return this.store.joints.live;
  }

  /**
   * Poses for instanced rendering, seven floats per slot: position of the body's origin, orientation xyzw. Slot 0 is the world. Read it
   * again each frame: the array is valid until the next call that can make the memory grow, such as adding bodies or joints, stepping, or
   * restoring a snapshot.
   */
  get transforms(): Float32Array {
    return this.bodyStore.views().transforms;
  }
  /** Six floats per slot: velocity of the centre of mass, angular velocity. Valid as long as `transforms`. */
  get velocities(): Float32Array {
    return this.bodyStore.views().velocities;
  }

  /** Energies and momenta of all dynamic bodies, in one pass: cheaper than reading them one by one. */
  energy(): WorldEnergy {
    return sumEnergies(this.memory, this.bodyStore.records());
  }
  /** Kinetic energy of all dynamic bodies, J. */
  get kineticEnergy(): number {
    return this.energy().kinetic;
  }
  /** Potential energy of all dynamic bodies in gravity, zero at the origin, J. */
  get potentialEnergy(): number {
    return this.energy().potential;
  }
  get totalEnergy(): number {
    const { kinetic, potential } = this.energy();
    return kinetic + potential;
  }
  get linearMomentum(): Readonly<Vec3> {
    return fixed(this.energy().linearMomentum);
  }
  /** About the origin. */
  get angularMomentum(): Readonly<Vec3> {
    return fixed(this.energy().angularMomentum);
  }

  /**
   * Returns a copy of the whole state; continuing from it gives the same bits. With `since`, an earlier whole snapshot, it contains only
   * the changes since then: it is short, and has to be restored with the same `since`. Throws `out-of-memory`, or `bad-snapshot` if `since`
   * belongs to another world.
   */
  snapshot(options?: SnapshotOptions): Uint8Array {
    const bytes = takeSnapshot(this, this.live, readSince(options));
    for (const { handles } of [this.bodyStore, this.store]) handles.noteSnapshot();
    return bytes;
  }
  /**
   * Restores a snapshot of a world with the same backend, precision and build; one that was taken with `since` needs the same `since`. In
   * the world that took it, the handles of its bodies and joints become valid again; otherwise they get new handles. Snapshots that this
   * process did not take are checked first, so they may come from anywhere. Throws `bad-snapshot` if no world can have taken it, or
   * `out-of-memory`; then nothing has changed.
   */
  restore(bytes: Uint8Array, options?: SnapshotOptions): void {
    const { live } = this;
    const since = readSince(options);
    this.context.requireIdle();
    const { load, own, shapes } = readSnapshot(this, live, bytes, since, this.shapes.recall);
    load();
    this.lackIsKnown = this.lacksMemory;
    if (!own) renumberEvents(live.memory, this.context.bodies, false);
    this.bodyStore.synchronize(own);
    this.shapes.synchronize(shapes, own);
    this.store.synchronize(own);
  }

  /**
   * Hash of the poses and velocities of all bodies and particles, to the last bit, in hexadecimal. Different hashes prove that two states
   * differ; equal ones do not cover masses, materials, joints and the data of warm starting.
   */
  hash(): string {
    return stateHash(this.memory, this.context.bodies);
  }

  /** Milliseconds of the stages of the last step, if `profiling` is on. */
  profile(): Record<string, number> {
    return this.live.profile();
  }
  /** How many islands of joints the last step solved directly, and how many it swept. */
  get jointIslands(): Readonly<JointIslands> {
    const { context } = this;
    return Object.freeze({
      direct: context.readCount(WorldRecord.directIslandCount),
      swept: context.readCount(WorldRecord.sweptIslandCount),
      failures: context.readCount(WorldRecord.directFailures),
    });
  }
  /** Size of the state, bytes. */
  get memoryBytes(): number {
    return this.memory.u8.byteLength;
  }

  /** A short summary of the world for JSON and for people; `snapshot` returns its state. */
  toJSON(): object {
    const { precision, backend } = this;
    return describeHandle({ precision, backend }, () => {
      const { time, stepCount, bodyCount, jointCount } = this;
      return { time, stepCount, bodyCount, jointCount };
    });
  }

  /** Frees the memory. Everything but `dispose` throws `disposed` afterwards. */
  dispose(): void {
    this.context.requireIdle();
    this.context.dispose();
    this.bodyStore.forget();
  }
  [Symbol.dispose](): void {
    this.dispose();
  }

  /** The body in a slot, as typed arrays and `body.index` number them; null for slot 0 (the world), for free slots, and for -1. */
  bodyAt(slot: number): Body | null {
    this.requireLive();
    return this.bodyStore.at(integer(slot, 'slot', -1, LAST_SLOT));
  }
  /** The joint in a slot, as `joint.index` numbers them; null for free slots. */
  jointAt(slot: number): Joint | null {
    this.requireLive();
    return this.store.handles.get(integer(slot, 'slot', -1, LAST_SLOT)) ?? null;
  }

  /** @internal */
  get live(): Backend {
    return this.context.live;
  }
  /** @internal */
  get memory(): StateMemory {
    return this.context.memory;
  }
  /** @internal Byte offset of the body's record in a slot. */
  bodyOffset(slot: number): number {
    return this.context.bodyOffset(slot);
  }
  /** @internal Whether bodies collide, and there are contacts to be read. */
  get hasCollision(): boolean {
    return this.live.collision !== null;
  }

  /** Throws `disposed` before anything else is complained about. */
  private requireLive(): void {
    void this.live;
  }
}

defineSettings(World);
defineMembers(World);
printPlainly(World);
const GIVEN = 'pass it to World.create.';
refuseUnknown(World, {
  what: 'A world',
  own: 'keep your own data in variables of your own.',
  advice: {
    timeStep: 'pass it to step(dt).',
    dt: 'pass it to step(dt).',
    fixedTimeStep: 'pass it to step(dt).',
    contacts: GIVEN,
    wasm: GIVEN,
  },
});
refuseReadOnly(World, 'a world', {
  projection: GIVEN,
  gradient: GIVEN,
  gyroscopic: GIVEN,
  timeStepping: GIVEN,
  jointSolver: GIVEN,
  contactScheme: GIVEN,
  contactMargin: GIVEN,
  boundsGrowth: GIVEN,
});
