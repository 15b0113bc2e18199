import { boolean, choice, integer, options, positive, type Vec3, type Vec3Like, vector } from './arguments.ts';
import { Body } from './body.ts';
import { type BodyOptions, type BodyState, readBodyOptions } from './body-options.ts';
import { assignColor, releaseColor } from './coloring.ts';
import { bodyEnergy } from './energy.ts';
import { HolonomicError } from './errors.ts';
import { add } from './geometry.ts';
import { HandleTable } from './handles.ts';
import { createHandle } from './joints/index.ts';
import type { Joint, Pose } from './joints/joint.ts';
import { BodyFlag, BodyRecord, BodyType, Gradient, Gyroscopic, JointRecord, Projection, WorldRecord } from './layout.ts';
import { loadModule, type Precision, type WasmSource } from './load.ts';
import type { Backend, StateMemory } from './memory.ts';
import { Pool } from './pool.ts';
import { publish, writeBody } from './publish.ts';
import { readQuaternion, readVector, writeRecordVector } from './records.ts';
import { packSnapshot, stateHash, unpackSnapshot } from './snapshot.ts';
import { WasmBackend } from './wasm-backend.ts';

export interface WorldOptions {
  /** m/s²; [0, -9.81, 0] by default. */
  gravity?: Vec3Like;
  /** The formulation that solves the constraints. */
  solver?: 'xpbd';
  /** Parts a step is cut into; 20 by default. */
  substeps?: number;
  /** Sweeps over the joints in each substep; 1 by default. */
  iterations?: number;
  /** 'single' (f32x4, the default) is fastest, 'double' (f64x2) most accurate. The reference backend always computes in double. */
  precision?: Precision;
  /** 'wasm' (the default), or 'reference': the same in plain TypeScript. */
  backend?: 'wasm' | 'reference';
  /** 'block' (the default) solves a point attachment as one 3x3 system, 'scalar' along the separation as in the papers. */
  projection?: 'block' | 'scalar';
  /** Gradient that joints push along: that at the substep's 'start' (symplectic), the 'current' one (the papers'), or as each joint needs it. */
  gradient?: 'auto' | 'start' | 'current';
  /** Gyroscopic torque: implicit midpoint (the default), explicit as in the papers, or none. */
  gyroscopic?: 'implicit' | 'explicit' | 'none';
  /** The WebAssembly, if not the embedded one: a URL, bytes, or a module. */
  wasm?: WasmSource;
}

const OPTIONS: readonly (keyof WorldOptions)[] = [
  'gravity',
  'solver',
  'substeps',
  'iterations',
  'precision',
  'backend',
  'projection',
  'gradient',
  'gyroscopic',
  'wasm',
];
const PROJECTIONS = { block: Projection.Block, scalar: Projection.Scalar };
const GRADIENTS = { auto: Gradient.Auto, start: Gradient.Start, current: Gradient.Current };
const GYROSCOPICS = { implicit: Gyroscopic.Implicit, explicit: Gyroscopic.Explicit, none: Gyroscopic.None };
const MOST_SUBSTEPS = 10_000;
const MOST_BODIES = 1 << 22;

/** @internal Options with everything checked and filled in. */
interface Settings {
  gravity: Vec3;
  substeps: number;
  iterations: number;
  precision: Precision;
  backend: 'wasm' | 'reference';
  projection: 'block' | 'scalar';
  gradient: 'auto' | 'start' | 'current';
  gyroscopic: 'implicit' | 'explicit' | 'none';
}

/** A simulated world: bodies and the joints between them. Make one with `await World.create()`. */
export class World {
  /** The formulation that solves the constraints. */
  readonly solver = 'xpbd';
  readonly precision: Precision;
  readonly backend: 'wasm' | 'reference';
  readonly projection: 'block' | 'scalar';
  readonly gradient: 'auto' | 'start' | 'current';
  readonly gyroscopic: 'implicit' | 'explicit' | 'none';
  private engine: Backend | null;
  private readonly bodyPool: Pool;
  private readonly jointPool: Pool;
  private readonly bodyHandles = new HandleTable<Body>();
  private readonly jointHandles = new HandleTable<Joint>();
  private bulk: { transforms: Float32Array; velocities: Float32Array } | null = null;

  /** Makes a world. Throws `invalid-argument`, `unsupported` where there is no SIMD, `bad-module` for wasm that does not fit. */
  static async create(given: WorldOptions = {}): Promise<World> {
    const o = options<WorldOptions>(given, 'The options of World.create', OPTIONS);
    choice(o.solver ?? 'xpbd', 'solver', ['xpbd']);
    const settings: Settings = {
      gravity: vector(o.gravity ?? [0, -9.81, 0], 'gravity'),
      substeps: integer(o.substeps ?? 20, 'substeps', 1, MOST_SUBSTEPS),
      iterations: integer(o.iterations ?? 1, 'iterations', 1, MOST_SUBSTEPS),
      precision: choice(o.precision ?? 'single', 'precision', ['single', 'double']),
      backend: choice(o.backend ?? 'wasm', 'backend', ['wasm', 'reference']),
      projection: choice(o.projection ?? 'block', 'projection', ['block', 'scalar']),
      gradient: choice(o.gradient ?? 'auto', 'gradient', ['auto', 'start', 'current']),
      gyroscopic: choice(o.gyroscopic ?? 'implicit', 'gyroscopic', ['implicit', 'explicit', 'none']),
    };
    if (settings.backend === 'reference') {
      const { ReferenceBackend } = await import('../reference/backend.ts');
      return new World(settings, new ReferenceBackend());
    }
    return new World(settings, new WasmBackend(await loadModule(settings.precision, o.wasm)));
  }

  private constructor(settings: Settings, engine: Backend) {
    this.engine = engine;
    this.precision = settings.backend === 'reference' ? 'double' : settings.precision;
    this.backend = settings.backend;
    this.projection = settings.projection;
    this.gradient = settings.gradient;
    this.gyroscopic = settings.gyroscopic;
    const memory = () => this.memory;
    this.bodyPool = new Pool(memory, BODY_POOL, (count) => this.live.reserveBodies(count));
    this.jointPool = new Pool(memory, JOINT_POOL, (count) => this.live.reserveJoints(count));
    this.gravity = settings.gravity;
    this.substeps = settings.substeps;
    this.iterations = settings.iterations;
    const { u32, world } = this.memory;
    u32[(world + WorldRecord.projection) >> 2] = PROJECTIONS[settings.projection];
    u32[(world + WorldRecord.gradient) >> 2] = GRADIENTS[settings.gradient];
    u32[(world + WorldRecord.gyroscopic) >> 2] = GYROSCOPICS[settings.gyroscopic];
    this.createBody(readBodyOptions({ type: 'static' }), undefined);
  }

  get gravity(): Vec3 {
    return readVector(this.memory, this.memory.world + WorldRecord.gravityX);
  }
  set gravity(value: Vec3Like) {
    writeRecordVector(this.memory, this.memory.world + WorldRecord.gravityX, vector(value, 'gravity'));
  }
  get substeps(): number {
    return this.readCount(WorldRecord.substeps);
  }
  set substeps(value: number) {
    this.writeCount(WorldRecord.substeps, integer(value, 'substeps', 1, MOST_SUBSTEPS));
  }
  get iterations(): number {
    return this.readCount(WorldRecord.iterations);
  }
  set iterations(value: number) {
    this.writeCount(WorldRecord.iterations, integer(value, 'iterations', 1, MOST_SUBSTEPS));
  }
  /** Simulated time, s. */
  get time(): number {
    return this.memory.f64[(this.memory.world + WorldRecord.time) >> 3];
  }
  get stepCount(): number {
    return this.memory.f64[(this.memory.world + WorldRecord.stepCount) >> 3];
  }
  /** Bodies that the last step froze because a value of theirs was not finite. */
  get frozenCount(): number {
    return this.readCount(WorldRecord.frozenCount);
  }

  /** Advances the world by `dt` seconds, which must be above zero. */
  step(dt: number): void {
    positive(dt, 'dt');
    this.live.step(dt);
  }

  /** Adds a body. Throws `invalid-argument`, or `out-of-memory`. */
  addBody(given: BodyOptions = {}): Body {
    const state = readBodyOptions(given);
    if (this.bodyPool.live >= MOST_BODIES) throw new HolonomicError('out-of-memory', `A world holds at most ${MOST_BODIES} bodies.`);
    return this.createBody(state, given.userData);
  }

  /** Removes a body and the joints at it. */
  removeBody(body: Body): void {
    this.checkBody(body, 'removeBody');
    if (body.index === 0) throw new HolonomicError('invalid-argument', 'The world body cannot be removed.');
    for (const joint of this.jointsOf(body.index)) this.removeJoint(joint);
    this.bodyPool.free(body.index);
    this.bodyHandles.remove(body.index);
    const views = this.views();
    views.transforms.fill(0, body.index * 7, body.index * 7 + 7);
    views.velocities.fill(0, body.index * 6, body.index * 6 + 6);
    this.markTopology();
  }

  /** Brings a joint into force; returns it. Throws `already-added`, or what its bodies and geometry deserve. */
  addJoint<Kind extends Joint>(joint: Kind): Kind {
    if (typeof joint?.attach !== 'function')
      throw new HolonomicError('invalid-argument', 'addJoint takes a joint: a Ball, Hinge, Fixed, Prismatic or Distance.');
    if (joint.world) throw new HolonomicError('already-added', 'This joint has been added before; make a new one.');
    for (const body of [joint.a, joint.b]) if (body) this.checkBody(body, 'addJoint');
    const a = joint.a?.index ?? 0;
    const b = joint.b?.index ?? 0;
    const poseA = this.pose(a);
    const poseB = this.pose(b);
    const geometry = joint.geometry(poseA, poseB);
    const index = this.jointPool.allocate();
    const record = this.jointPool.offset(index);
    const { u32 } = this.memory;
    u32[(record + JointRecord.type) >> 2] = joint.type;
    u32[(record + JointRecord.bodyA) >> 2] = a;
    u32[(record + JointRecord.bodyB) >> 2] = b;
    joint.attach(this, index, this.jointPool.generation(index), geometry, poseA, poseB);
    this.jointHandles.set(index, this.jointPool.generation(index), joint);
    this.recolor(index, true);
    return joint;
  }

  removeJoint(joint: Joint): void {
    if (joint?.world !== this) throw new HolonomicError('foreign-handle', 'removeJoint was given a joint that is not in this world.');
    if (!joint.alive) throw removedHandle('joint');
    this.recolor(joint.index, false);
    this.jointPool.free(joint.index);
    this.jointHandles.remove(joint.index);
  }

  /** The bodies that were added, in order of their slots. */
  get bodies(): Iterable<Body> {
    return this.addedBodies();
  }
  get joints(): Iterable<Joint> {
    return this.jointHandles;
  }
  get bodyCount(): number {
    return this.bodyPool.live - 1;
  }
  get jointCount(): number {
    return this.jointPool.live;
  }

  /** Poses for instanced rendering, seven floats a slot: position of the body's origin, orientation xyzw. Slot 0 is the world. Valid until bodies are added. */
  get transforms(): Float32Array {
    return this.views().transforms;
  }
  /** Six floats a slot: velocity of the centre of mass, angular velocity. Valid until bodies are added. */
  get velocities(): Float32Array {
    return this.views().velocities;
  }

  /** J, of all dynamic bodies. */
  get kineticEnergy(): number {
    return this.sum((record) => bodyEnergy(this.memory, record).kinetic);
  }
  /** J, zero at the origin. */
  get potentialEnergy(): number {
    return this.sum((record) => bodyEnergy(this.memory, record).potential);
  }
  get totalEnergy(): number {
    return this.kineticEnergy + this.potentialEnergy;
  }
  get linearMomentum(): Vec3 {
    return this.sumVector((record) => bodyEnergy(this.memory, record).linearMomentum);
  }
  /** About the origin. */
  get angularMomentum(): Vec3 {
    return this.sumVector((record) => bodyEnergy(this.memory, record).angularMomentum);
  }

  /** A copy of the whole state; continuing from it gives the same bits. */
  snapshot(): Uint8Array {
    return packSnapshot(this, this.live.save());
  }
  /** Puts a snapshot of a world with the same backend and precision back. Handles of what the snapshot holds are valid again. */
  restore(bytes: Uint8Array): void {
    this.live.load(unpackSnapshot(this, bytes));
    this.bulk = null;
    const { bodyPool, jointPool } = this;
    const bodyAlive = (index: number) => bodyPool.isAlive(index);
    const jointAlive = (index: number) => jointPool.isAlive(index);
    this.bodyHandles.synchronize(
      bodyPool.count,
      bodyAlive,
      (index) => bodyPool.generation(index),
      (index) => new Body(this, index, bodyPool.generation(index)),
    );
    this.jointHandles.synchronize(
      jointPool.count,
      jointAlive,
      (index) => jointPool.generation(index),
      (index) => this.adoptJoint(index),
    );
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

  /** Gives the memory free. Everything but `dispose` throws `disposed` afterwards. */
  dispose(): void {
    this.engine?.dispose();
    this.engine = null;
    this.bulk = null;
  }
  [Symbol.dispose](): void {
    this.dispose();
  }

  /** @internal */
  get memory(): StateMemory {
    return this.live.memory;
  }
  /** @internal */
  isBodyAlive(index: number, generation: number): boolean {
    return this.engine !== null && this.bodyPool.isAlive(index, generation);
  }
  /** @internal */
  isJointAlive(index: number, generation: number): boolean {
    return this.engine !== null && this.jointPool.isAlive(index, generation);
  }
  /** @internal Byte offset of a body's record. */
  bodyRecord(body: Body): number {
    if (!this.bodyPool.isAlive(body.index, body.generation)) throw removedHandle('body');
    return this.bodyPool.offset(body.index);
  }
  /** @internal */
  jointRecord(index: number, generation: number): number {
    if (!this.jointPool.isAlive(index, generation)) throw removedHandle('joint');
    return this.jointPool.offset(index);
  }
  /** @internal Body of a slot; null for the world. */
  bodyAt(index: number): Body | null {
    return index === 0 ? null : (this.bodyHandles.get(index) ?? null);
  }
  /** @internal */
  pose(index: number): Pose {
    const record = this.bodyPool.offset(index);
    return {
      center: readVector(this.memory, record + BodyRecord.positionX),
      orientation: readQuaternion(this.memory, record + BodyRecord.orientationX),
    };
  }
  /** @internal The bundles have to be packed anew before the next step. */
  markTopology(): void {
    this.writeCount(WorldRecord.topologyDirty, 1);
  }
  /** @internal Writes a body's pose and velocity to the bulk views. */
  publishBody(index: number): void {
    publish(this.memory, this.bodyPool.offset(index), index, this.views());
  }
  /** @internal */
  changeBodyType(index: number, type: BodyType): void {
    const joints = this.jointsOf(index);
    for (const joint of joints) this.recolor(joint.index, false);
    const field = (this.bodyPool.offset(index) + BodyRecord.flags) >> 2;
    const { u32 } = this.memory;
    u32[field] = (u32[field] & ~(BodyFlag.TypeMask | BodyFlag.HasTarget)) | (type << BodyFlag.TypeShift);
    if (type === BodyType.Static)
      this.memory.f64.fill(
        0,
        (this.bodyPool.offset(index) + BodyRecord.velocityX) >> 3,
        ((this.bodyPool.offset(index) + BodyRecord.velocityX) >> 3) + 6,
      );
    for (const joint of joints) this.recolor(joint.index, true);
    this.markTopology();
    this.publishBody(index);
  }

  private get live(): Backend {
    if (!this.engine) throw new HolonomicError('disposed', 'This world has been disposed of.');
    return this.engine;
  }

  private createBody(state: BodyState, userData: unknown): Body {
    const index = this.bodyPool.allocate();
    writeBody(this.memory, this.bodyPool.offset(index), state);
    const body = new Body(this, index, this.bodyPool.generation(index));
    body.userData = userData;
    this.bodyHandles.set(index, body.generation, body);
    this.bulk = null;
    this.publishBody(index);
    this.markTopology();
    return body;
  }

  private adoptJoint(index: number): Joint {
    const type = this.memory.u32[(this.jointPool.offset(index) + JointRecord.type) >> 2];
    const joint = createHandle(type);
    joint.adopt(this, index, this.jointPool.generation(index));
    return joint;
  }

  private *addedBodies(): Generator<Body> {
    for (const body of this.bodyHandles) if (body.index !== 0) yield body;
  }

  private checkBody(body: Body, method: string): void {
    if (!(body instanceof Body)) throw new HolonomicError('invalid-argument', `${method} was given something that is no body.`);
    if (body.world !== this) throw new HolonomicError('foreign-handle', `${method} was given a body of another world.`);
    if (!body.alive) throw removedHandle('body');
  }

  private jointsOf(body: number): Joint[] {
    const { u32 } = this.memory;
    if (u32[(this.bodyPool.offset(body) + BodyRecord.jointCount) >> 2] === 0) return [];
    return [...this.jointHandles].filter((joint) => {
      const record = this.jointPool.offset(joint.index);
      return u32[(record + JointRecord.bodyA) >> 2] === body || u32[(record + JointRecord.bodyB) >> 2] === body;
    });
  }

  /** Gives a joint a colour, or takes it away, and counts it at its bodies. */
  private recolor(index: number, on: boolean): void {
    const { memory } = this;
    const joint = this.jointPool.offset(index);
    const a = this.bodyPool.offset(memory.u32[(joint + JointRecord.bodyA) >> 2]);
    const b = this.bodyPool.offset(memory.u32[(joint + JointRecord.bodyB) >> 2]);
    (on ? assignColor : releaseColor)(memory, joint, a, b);
    for (const body of [a, b]) memory.u32[(body + BodyRecord.jointCount) >> 2] += on ? 1 : -1;
    this.markTopology();
  }

  private views(): { transforms: Float32Array; velocities: Float32Array } {
    const { f32, u32, world } = this.memory;
    const { count } = this.bodyPool;
    if (!this.bulk || this.bulk.transforms.buffer !== f32.buffer || this.bulk.transforms.length !== count * 7) {
      const at = (field: number, width: number) => {
        const start = u32[(world + field) >> 2] >> 2;
        return f32.subarray(start, start + count * width);
      };
      this.bulk = { transforms: at(WorldRecord.transforms, 7), velocities: at(WorldRecord.velocities, 6) };
    }
    return this.bulk;
  }

  private sum(value: (record: number) => number): number {
    let total = 0;
    for (let index = 0; index < this.bodyPool.count; index++) if (this.bodyPool.isAlive(index)) total += value(this.bodyPool.offset(index));
    return total;
  }

  private sumVector(value: (record: number) => Vec3): Vec3 {
    let total: Vec3 = [0, 0, 0];
    for (let index = 0; index < this.bodyPool.count; index++)
      if (this.bodyPool.isAlive(index)) total = add(total, value(this.bodyPool.offset(index)));
    return total;
  }

  private readCount(field: number): number {
    return this.memory.u32[(this.memory.world + field) >> 2];
  }
  private writeCount(field: number, value: number): void {
    this.memory.u32[(this.memory.world + field) >> 2] = value;
  }
}

const BODY_POOL = {
  base: WorldRecord.bodyBase,
  capacity: WorldRecord.bodyCapacity,
  count: WorldRecord.bodyCount,
  firstFree: WorldRecord.bodyFirstFree,
  live: WorldRecord.bodyLive,
  size: BodyRecord.size,
  flags: BodyRecord.flags,
  generation: BodyRecord.generation,
  nextFree: BodyRecord.nextFree,
};
const JOINT_POOL = {
  base: WorldRecord.jointBase,
  capacity: WorldRecord.jointCapacity,
  count: WorldRecord.jointCount,
  firstFree: WorldRecord.jointFirstFree,
  live: WorldRecord.jointLive,
  size: JointRecord.size,
  flags: JointRecord.flags,
  generation: JointRecord.generation,
  nextFree: JointRecord.nextFree,
};

function removedHandle(kind: string): HolonomicError {
  return new HolonomicError('removed-handle', `This ${kind} has been removed from its world.`);
}
