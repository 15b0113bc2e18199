/// <reference lib="esnext.disposable" preserve="true" />
import { boolean, integer, type Vec3 } from './arguments.ts';
import { fixProperties, refuseReadOnly, refuseUnknown } from './assignments.ts';
import { Body } from './body.ts';
import type { BodyHandle } from './body-handle.ts';
import { type BodyOptions, readBodyOptions } from './body-options.ts';
import { BodyStore, refuseOthers } from './body-store.ts';
import { sumEnergies, type WorldEnergy } from './energy.ts';
import { findParts, loadParts, makeEngine } from './engine.ts';
import { HolonomicError, removedHandle } from './errors.ts';
import { fixed } from './geometry.ts';
import type { HandleTable } from './handles.ts';
import type { Region } from './instance.ts';
import { JointStore } from './joint-store.ts';
import type { Pose } from './joints/anchors.ts';
import { Joint } from './joints/joint.ts';
import type { JointHandle } from './joints/joint-handle.ts';
import type { JointBreak } from './joints/loads.ts';
import { type BodyType, WorldRecord } from './layout.ts';
import type { Precision } from './load.ts';
import type { Backend, StateMemory } from './memory.ts';
import { printPlainly, tell } from './plain.ts';
import type { Pool } from './pool.ts';
import { writeType } from './publish.ts';
import { CollisionSpace, lackOfMemory } from './queries/collision-space.ts';
import { SpatialQueries } from './queries/spatial-queries.ts';
import { ShapeStore } from './shape-store.ts';
import { readSnapshot, takeSnapshot } from './snapshot/index.ts';
import { stateHash } from './state-hash.ts';
import { readWorldOptions, type Settings, type SyncWorldOptions, stepLength, type WorldOptions } from './world-options.ts';
import { WorldSettings } from './world-settings.ts';

const LAST_SLOT = 0xffffffff;
/** Given by those who may call the constructor. */
const MAKING = Symbol('making a world');
/** Worlds made so far. */
let worlds = 0;

/** A simulated world: bodies, their shapes, and the joints between them. Make one with `await World.create()`. */
export class World extends SpatialQueries {
  /** The formulation that solves the constraints. */
  readonly solver = 'xpbd';
  readonly precision: Precision;
  readonly backend: 'wasm' | 'reference';
  /** @internal Tells whose handles belong to a snapshot, among the worlds of this process: those of others have another seal. */
  readonly id = ++worlds >>> 0;
  private engine: Backend | null;
  private readonly bodyStore: BodyStore;
  private readonly bodyPool: Pool;
  /** @internal */
  readonly bodyHandles: HandleTable<Body>;
  /** @internal */
  readonly store: JointStore;
  /** @internal */
  readonly shapes: ShapeStore;
  /** A step has said that memory is missing. */
  private lackIsKnown = false;

  /**
   * Makes a world. Throws `invalid-argument`, `unsupported` where no WebAssembly with SIMD can be compiled, `bad-module` for wasm that does not
   * fit or does not arrive; a later call tries again. The reference works without WebAssembly too, and then without collisions.
   */
  static async create(given: WorldOptions = {}): Promise<World> {
    const settings = readWorldOptions(given);
    return new World(settings, makeEngine(settings, await loadParts(settings)), MAKING);
  }

  /**
   * The same at once, of what is there: the `wasm` given, or what `load` or `create` has loaded before. Throws `unsupported` where nothing has
   * been, else as `create` does.
   */
  static createSync(given: SyncWorldOptions = {}): World {
    const settings = readWorldOptions(given);
    return new World(settings, makeEngine(settings, findParts(settings)), MAKING);
  }

  /**
   * Loads and compiles what worlds with such options need, so that `createSync` makes them. Resolves to the compiled kernels, which other threads
   * can be sent and take as `wasm`; to undefined where the reference goes without collisions.
   */
  static async load(given: WorldOptions = {}): Promise<WebAssembly.Module | undefined> {
    return (await loadParts(readWorldOptions(given))).module ?? undefined;
  }

  /** @internal The same in a part of a memory that ends at `maxMemory`: other worlds may be in others, in other threads too. */
  static createIn(region: Region, given: SyncWorldOptions): World {
    const settings = readWorldOptions(given);
    return new World(settings, makeEngine(settings, { ...findParts(settings), region }), MAKING);
  }

  private constructor(settings: Settings, engine: Backend, making: typeof MAKING) {
    super();
    if (making !== MAKING)
      throw new HolonomicError('invalid-argument', 'Make a world with await World.create({ ... }), or with World.createSync({ ... }).');
    this.engine = engine;
    this.precision = settings.backend === 'reference' ? 'double' : settings.precision;
    this.backend = settings.backend;
    this.bodyStore = new BodyStore(this, () => this.live);
    this.bodyPool = this.bodyStore.pool;
    this.bodyHandles = this.bodyStore.handles;
    this.store = new JointStore(this, () => this.live);
    this.shapes = new ShapeStore(() => this.live);
    this.writeSettings(settings);
    this.bodyStore.add(readBodyOptions({ type: 'static' }).state, undefined);
    fixProperties(this, ['solver', 'precision', 'backend', 'id', 'bodyStore', 'store', 'shapes', 'bodyHandles', 'events']);
  }

  /** Simulated time, s. */
  get time(): number {
    return this.memory.f64[(this.memory.world + WorldRecord.time) >>> 3];
  }
  get stepCount(): number {
    return this.memory.f64[(this.memory.world + WorldRecord.stepCount) >>> 3];
  }
  /** Bodies that the last step froze because a value of theirs was not finite. */
  get frozenCount(): number {
    return this.readCount(WorldRecord.frozenCount);
  }

  /**
   * Advances the world by `dt` seconds, from 1e-9 to 1000. Throws `invalid-argument`, or `out-of-memory`: before anything has moved where there
   * is no memory for the joints; after the step where it had to go without some pairs, contacts or events, once until a step has memory for all
   * of them again. `lacksMemory` tells it after each step.
   */
  step(dt: number): void {
    const duration = stepLength(dt);
    this.requireIdle();
    const { live } = this;
    this.bodyHandles.beginStep();
    this.store.handles.beginStep();
    this.store.strain.step(live, duration);
    this.bodyHandles.endStep();
    this.store.handles.endStep();
    this.store.settleBroken();
    const { lacksMemory } = this;
    const isNews = lacksMemory && !this.lackIsKnown;
    this.lackIsKnown = lacksMemory;
    if (isNews) throw lackOfMemory('The step was made');
  }

  /** Adds a body. Throws `invalid-argument`, `unsupported-shape` for a shape that its type cannot collide with, or `out-of-memory`. */
  addBody<UserData = unknown>(given: BodyOptions<UserData> = {}): Body<UserData> {
    refuseOthers(given);
    const { state, userData } = readBodyOptions(given);
    this.requireIdle();
    this.bodyStore.requirePlace();
    return this.bodyStore.add(state, userData) as Body<UserData>;
  }

  /** Removes a body and the joints at it. */
  removeBody(body: Body): void {
    this.checkBody(body, 'removeBody');
    this.requireIdle();
    if (body.index === 0) throw new HolonomicError('invalid-argument', 'The world body cannot be removed.');
    this.bodyStore.remove(body);
  }

  /** Brings a joint into force; returns it. Throws `already-added`, or what its bodies and geometry deserve. */
  addJoint<Kind extends Joint>(joint: Kind): Kind {
    this.requireLive();
    this.requireIdle();
    if (!Joint.isJoint(joint)) throw new HolonomicError('invalid-argument', 'addJoint takes a joint, such as new BallJoint({ ... }).');
    if (joint.world) throw new HolonomicError('already-added', 'This joint has been added before; make a new one.');
    for (const body of [joint.a, joint.b]) if (body) this.checkBody(body, 'addJoint');
    this.store.add(joint);
    return joint;
  }

  /** Removes a joint, and the gears that couple it to others. */
  removeJoint(joint: Joint): void {
    this.requireLive();
    this.requireIdle();
    if (!Joint.isJoint(joint)) throw new HolonomicError('invalid-argument', 'removeJoint was given something that is no joint.');
    if (joint.world !== this) throw new HolonomicError('foreign-handle', 'removeJoint was given a joint that is not in this world.');
    if (!joint.alive) throw removedHandle('joint');
    this.store.remove(joint);
  }

  /** The bodies that were added, in order of their slots. */
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
    return this.bodyPool.live - 1;
  }
  get jointCount(): number {
    return this.store.joints.live;
  }

  /**
   * Poses for instanced rendering, seven floats a slot: position of the body's origin, orientation xyzw. Slot 0 is the world. Read it anew each frame: it is valid until
   * the next call that can make the memory grow, such as adding bodies or joints, stepping, or restoring a snapshot.
   */
  get transforms(): Float32Array {
    return this.bodyStore.views().transforms;
  }
  /** Six floats a slot: velocity of the centre of mass, angular velocity. Valid as long as `transforms`. */
  get velocities(): Float32Array {
    return this.bodyStore.views().velocities;
  }

  /** Energies and momenta of all dynamic bodies, in one pass over them: cheaper than asking for each. */
  energy(): WorldEnergy {
    return sumEnergies(this.memory, this.bodyStore.records());
  }
  /** J, of all dynamic bodies. */
  get kineticEnergy(): number {
    return this.energy().kinetic;
  }
  /** J, zero at the origin. */
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

  /** A copy of the whole state; continuing from it gives the same bits. Throws `out-of-memory`. */
  snapshot(): Uint8Array {
    const bytes = takeSnapshot(this, this.live);
    this.bodyHandles.noteSnapshot();
    this.store.handles.noteSnapshot();
    return bytes;
  }
  /**
   * Puts a snapshot of a world with the same backend, precision and build back. Handles of what the snapshot holds are valid again;
   * a snapshot of another world gets new handles. Snapshots that this process did not take are checked first, so they may come from
   * anywhere: throws `bad-snapshot` for what no world can have taken, or `out-of-memory`, and then nothing has changed.
   */
  restore(bytes: Uint8Array): void {
    const { live } = this;
    this.requireIdle();
    const { own, shapes, state } = readSnapshot(this, live, bytes, (known) => this.shapes.recall(known));
    live.load(state);
    this.lackIsKnown = this.lacksMemory;
    if (!own) this.events.renumber(this.bodyPool, false);
    this.bodyStore.synchronize(own);
    this.shapes.synchronize(shapes, own);
    this.store.synchronize(own);
  }

  /** Hash of the poses and velocities of all bodies to the last bit, in hexadecimal. */
  hash(): string {
    return stateHash(this.memory, this.bodyPool);
  }

  /** Whether each step measures its stages for `profile`. */
  get profiling(): boolean {
    return this.readCount(WorldRecord.profiling) !== 0;
  }
  set profiling(value: boolean) {
    this.writeCount(WorldRecord.profiling, boolean(value, 'profiling') ? 1 : 0);
  }
  /** Milliseconds that the stages of the last step took, while `profiling` is on. */
  profile(): Record<string, number> {
    return this.live.profile();
  }
  /** Bytes of state. */
  get memoryBytes(): number {
    return this.memory.u8.byteLength;
  }

  /** What the world is and has, in short, for JSON and for people; `snapshot` gives its state. */
  toJSON(): object {
    const { precision, backend } = this;
    return tell({ precision, backend }, () => {
      const { time, stepCount, bodyCount, jointCount } = this;
      return { time, stepCount, bodyCount, jointCount };
    });
  }

  /** Gives the memory free. Everything but `dispose` throws `disposed` afterwards. */
  dispose(): void {
    this.requireIdle();
    this.engine?.dispose();
    this.engine = null;
    this.bodyStore.forget();
  }
  [Symbol.dispose](): void {
    this.dispose();
  }

  /** @internal */
  get memory(): StateMemory {
    return this.live.memory;
  }
  /** @internal */
  isBodyAlive(body: Body): boolean {
    return this.engine !== null && this.bodyHandles.get(body.index) === body;
  }
  /** @internal */
  isJointAlive(joint: JointHandle): boolean {
    return this.engine !== null && this.store.handles.get(joint.index) === joint;
  }
  /** @internal Byte offset of a body's record. */
  bodyRecord(body: BodyHandle): number {
    this.requireLive();
    if (this.bodyHandles.get(body.index) !== body) throw removedHandle('body');
    return this.bodyPool.offset(body.index);
  }
  /** @internal */
  jointRecord(joint: JointHandle): number {
    this.requireLive();
    if (this.store.handles.get(joint.index) !== joint) throw removedHandle('joint');
    return this.store.joints.offset(joint.index);
  }
  /** The body of a slot, as typed arrays and `body.index` tell it; null for slot 0, which is the world, for free slots, and for -1. */
  bodyAt(slot: number): Body | null {
    this.requireLive();
    return this.slotBody(integer(slot, 'slot', -1, LAST_SLOT));
  }
  /** The joint of a slot, as `joint.index` tells it; null for free slots. */
  jointAt(slot: number): Joint | null {
    this.requireLive();
    return this.store.handles.get(integer(slot, 'slot', -1, LAST_SLOT)) ?? null;
  }
  /** @internal Body of a slot; null for the world. */
  override readonly slotBody = (slot: number): Body | null => (slot === 0 ? null : (this.bodyHandles.get(slot) ?? null));
  /** @internal Byte offset of the body's record in a slot. */
  bodyOffset(index: number): number {
    return this.bodyPool.offset(index);
  }
  /** @internal */
  pose(index: number): Pose {
    return this.bodyStore.pose(index);
  }
  /** @internal The bundles have to be packed anew before the next step. */
  markTopology(): void {
    this.writeCount(WorldRecord.topologyDirty, 1);
  }
  /** @internal Writes a body's pose and velocity to the bulk views. */
  publishBody(index: number): void {
    this.bodyStore.publish(index);
  }
  /** @internal */
  changeBodyType(index: number, type: BodyType): void {
    const joints = this.store.at(index);
    this.wakeTouching(index);
    for (const joint of joints) this.store.recolor(joint.index);
    const record = this.bodyPool.offset(index);
    writeType(this.memory, record, type);
    for (const joint of joints) this.store.wake(joint.index);
    this.markTopology();
    this.publishBody(index);
    this.refilterBody(index);
    this.live.collision?.wakeBody(index);
  }

  /** @internal */
  protected override get live(): Backend {
    if (!this.engine) throw new HolonomicError('disposed', 'This world has been disposed of.');
    return this.engine;
  }

  /** Throws `disposed` before anything else is complained about. */
  private requireLive(): void {
    void this.live;
  }

  /** @internal */
  protected override checkBody(body: Body, method: string): void {
    this.requireLive();
    if (!Body.isBody(body)) throw new HolonomicError('invalid-argument', `${method} was given something that is no body.`);
    if (body.world !== this) throw new HolonomicError('foreign-handle', `${method} was given a body of another world.`);
    if (!body.alive) throw removedHandle('body');
  }
}

printPlainly(World);
const GIVEN = 'it is given to World.create.';
refuseUnknown(CollisionSpace, {
  what: 'A world',
  own: 'what is your own goes into variables of your own.',
  advice: {
    timeStep: 'give it to step(dt).',
    dt: 'give it to step(dt).',
    fixedTimeStep: 'give it to step(dt).',
    contacts: GIVEN,
    contactMargin: GIVEN,
    boundsGrowth: GIVEN,
    wasm: GIVEN,
  },
});
for (const type of [CollisionSpace, WorldSettings, SpatialQueries, World])
  refuseReadOnly(type, 'a world', { projection: GIVEN, gradient: GIVEN, gyroscopic: GIVEN, contactScheme: GIVEN });
