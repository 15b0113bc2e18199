import {
  boolean,
  choice,
  type Out,
  options,
  orDefault,
  type Quat,
  type QuatLike,
  requiredCoefficient,
  type Vec3,
  type Vec3Like,
} from '../core/arguments.ts';
import { refuseReadOnly, refuseUnknown } from '../core/assignments.ts';
import type { Pose } from '../core/context.ts';
import { HolonomicError } from '../core/errors.ts';
import { add, conjugate, fixed, length, multiply, rotate, subtract, turned, writeVector } from '../core/geometry.ts';
import { JointFlag, JointRecord, type Coordinate as Kind } from '../core/layout.ts';
import type { StateMemory } from '../core/memory.ts';
import { printPlainly } from '../core/plain.ts';
import { readVector, writeRecordNumbers, writeRecordQuaternion } from '../core/records.ts';
import { JOINT_ADVICE, UNKNOWN_PROPERTIES } from './advice.ts';
import type { JointGeometry } from './anchors.ts';
import { type Coordinate, handleOf } from './coordinate.ts';
import { type Placement, UNMOVED } from './coordinate-geometry.ts';
import { type CoordinateGiven, resolveCoordinate } from './coordinate-options.ts';
import type { CoordinateState } from './coordinate-record.ts';
import { readAnchor, readAxis, readFrame, setAnchor, setAxis, setFrame, worldFrame } from './joint-frames.ts';
import { JointHandle, type JointHost } from './joint-handle.ts';
import { bodyOrWorld, type JointOptions, readDamping, readInitial, threshold } from './joint-options.ts';
import { inFrame, type JointLoads, type Load, type LoadOptions, loadsAtEnd, mapLoads, opposite, type Period, splitLoads } from './loads.ts';
import type { PathPoint } from './path-curve.ts';
import { plainJoint } from './plain-joint.ts';
import { loadRowOptions, type RowOptions, readRowOptions, storeRowOptions } from './row-options.ts';

declare module '../core/handle-types.ts' {
  interface HandleTypes {
    Joint: Joint;
  }
}

/** Where a joint is when it is added, and what it does along its coordinates. */
export interface JointSetup {
  geometry: JointGeometry;
  a: Pose;
  b: Pose;
  coordinates: CoordinateState[];
  /** Points of a path. */
  points?: PathPoint[];
}

/**
 * A joint between two bodies or a body and the world. It is created with its options, takes effect with `world.addJoint`, and is a handle
 * from then on. Loads are those on body B, in world axes, averaged over the last step.
 */
export abstract class Joint<UserData = unknown> extends JointHandle<UserData> {
  private readonly initial: ReturnType<typeof readInitial> | null = null;
  /** What the options say of the coordinates. */
  protected given: CoordinateGiven[] = [];

  /** `given` is missing where the record is there already, and `adopt` follows. */
  protected constructor(given?: JointOptions<UserData>) {
    super();
    if (!given) return;
    this.bodies = { a: bodyOrWorld(given.a, 'a'), b: bodyOrWorld(given.b, 'b') };
    this.initial = readInitial(given);
    this.userData = given.userData as UserData;
    if (this.bodies.a === this.bodies.b)
      throw new HolonomicError('invalid-argument', 'A joint needs two different bodies, or a body and null for the world.');
  }

  /** @internal Whether a value is a joint, and does not only say so. */
  static isJoint(value: unknown): value is Joint {
    return Joint.isHandle(value);
  }

  get enabled(): boolean {
    return this.hasFlag(JointFlag.Enabled);
  }
  /** Whether the joint acts. Enabling a joint also repairs it if it is broken. */
  set enabled(value: boolean) {
    const enabled = boolean(value, 'enabled');
    const host = this.host();
    if (enabled) host.context.reservePlace();
    if (enabled && !this.enabled) this.engage();
    this.setFlag(JointFlag.Enabled, enabled);
    if (enabled) this.setFlag(JointFlag.Broken, false);
    host.context.markTopology();
    host.restart(this.index);
    this.wake();
    host.updateIgnored(this.index, true);
    host.placed(this);
  }
  get collideConnected(): boolean {
    return this.hasFlag(JointFlag.CollideConnected);
  }
  set collideConnected(value: boolean) {
    const collides = boolean(value, 'collideConnected');
    if (!collides) this.host().context.reservePlace();
    this.setFlag(JointFlag.CollideConnected, collides);
    this.wake();
    this.host().updateIgnored(this.index, true);
  }
  /** Inverse stiffness, m/N. */
  get compliance(): number {
    return this.read(JointRecord.compliance);
  }
  set compliance(value: number) {
    this.refuseMissing('compliance');
    this.write(JointRecord.compliance, requiredCoefficient(value, 'compliance'));
  }
  /** Rates at which relative velocities decay, 1/s. */
  get damping(): Readonly<{ linear: number; angular: number }> {
    return Object.freeze({ linear: this.read(JointRecord.linearDamping), angular: this.read(JointRecord.angularDamping) });
  }
  set damping(value: { linear?: number; angular?: number }) {
    this.refuseMissing('damping');
    const { linear, angular } = readDamping(value);
    this.write(JointRecord.linearDamping, linear);
    this.write(JointRecord.angularDamping, angular);
  }
  /** Mean force over a step beyond which the joint breaks, N; may be infinite. */
  get breakForce(): number {
    return this.read(JointRecord.breakForce);
  }
  set breakForce(value: number) {
    this.write(JointRecord.breakForce, threshold(value, 'breakForce'));
  }
  /** Mean torque over a step beyond which the joint breaks, N m; may be infinite. */
  get breakTorque(): number {
    return this.read(JointRecord.breakTorque);
  }
  set breakTorque(value: number) {
    this.write(JointRecord.breakTorque, threshold(value, 'breakTorque'));
  }
  /** How solvers other than 'xpbd' treat the rows of the joint. Setting it sets all of them: omitted ones get their defaults. */
  get rowOptions(): Readonly<RowOptions> {
    return Object.freeze(loadRowOptions(this.memory, this.record()));
  }
  set rowOptions(value: RowOptions) {
    const options = readRowOptions(value);
    storeRowOptions(this.memory, this.changing(), options);
    this.wake();
  }
  /** Whether a load has broken the joint and it has not been enabled since. */
  get broken(): boolean {
    return this.hasFlag(JointFlag.Broken);
  }

  /** Force on body B at its anchor, N. The force on body A is its opposite, except with pulleys and gears: see `getLoads`. */
  get force(): Readonly<Vec3> {
    return fixed(this.getForce());
  }
  getForce(out?: Out): Vec3 {
    return writeVector(readVector(this.memory, this.record() + JointRecord.reactionForceX), out);
  }
  /** Torque on body B about its anchor, N m. */
  get torque(): Readonly<Vec3> {
    return fixed(this.getTorque());
  }
  getTorque(out?: Out): Vec3 {
    return writeVector(readVector(this.memory, this.record() + JointRecord.reactionTorqueX), out);
  }

  /**
   * Loads averaged over the last step or at its end, on one of the bodies at its anchor, split by their source. Directions are the current
   * ones. Throws `invalid-argument`.
   */
  getLoads(given: LoadOptions = {}): JointLoads {
    const { on: side, frame, at } = options<LoadOptions>(given, 'The options of getLoads', ['on', 'frame', 'at']);
    const onB = choice(orDefault(side, 'b'), 'on', ['a', 'b']) === 'b';
    const inWorld = choice(orDefault(frame, 'world'), 'frame', ['world', 'joint']) === 'world';
    const during = (period: Period) => (onB ? this.loadsOnB(period) : this.loadsOnA(period));
    const isMean = choice(orDefault(at, 'mean'), 'at', ['mean', 'end']) === 'mean';
    const loads = isMean ? during('step') : loadsAtEnd(during('step'), during('substep'), this.host().loadAhead());
    if (inWorld) return loads;
    const { frameA, frameB } = this.placement();
    return mapLoads(loads, (load) => inFrame(onB ? frameB : frameA, load));
  }

  /** The free coordinates of the joint, by name. */
  get coordinates(): Readonly<Record<string, Coordinate>> {
    this.record();
    return Object.freeze(Object.fromEntries(Object.entries(this.kinds()).map(([name, kind]) => [name, this.coordinate(kind)])));
  }

  /** World position of the anchor on body A. */
  get anchorWorldA(): Readonly<Vec3> {
    return fixed(this.placeOf('a'));
  }
  get anchorWorldB(): Readonly<Vec3> {
    return fixed(this.placeOf('b'));
  }
  /**
   * Anchor on body A in the frame of that body, m; in world coordinates if there is no body. Setting an anchor, a frame or an axis wakes
   * the bodies and discards the loads that the next step would start from. The joint then pulls the bodies to the new place. Counted turns,
   * work, threads and gears continue from the current values. Throws `invalid-argument` if the joint has no such anchor or frame.
   */
  get anchorA(): Readonly<Vec3> {
    return fixed(readAnchor(this, 'A'));
  }
  set anchorA(value: Vec3Like) {
    setAnchor(this, 'A', value);
  }
  get anchorB(): Readonly<Vec3> {
    return fixed(readAnchor(this, 'B'));
  }
  set anchorB(value: Vec3Like) {
    setAnchor(this, 'B', value);
  }
  /** Rotation from the joint's frame on body A, x along the axis, to the frame of that body. */
  get frameA(): Readonly<Quat> {
    return fixed(readFrame(this, 'A'));
  }
  set frameA(value: QuatLike) {
    setFrame(this, 'A', value);
  }
  get frameB(): Readonly<Quat> {
    return fixed(readFrame(this, 'B'));
  }
  set frameB(value: QuatLike) {
    setFrame(this, 'B', value);
  }
  /** Direction of the axis on body A in the frame of that body. Setting it turns the frame the shortest way. */
  get axisA(): Readonly<Vec3> {
    return fixed(readAxis(this, 'A'));
  }
  set axisA(value: Vec3Like) {
    setAxis(this, 'A', value);
  }
  get axisB(): Readonly<Vec3> {
    return fixed(readAxis(this, 'B'));
  }
  set axisB(value: Vec3Like) {
    setAxis(this, 'B', value);
  }

  /** Error of the anchors, m. */
  get positionError(): number {
    return length(this.separation());
  }
  /** Error of the axes, rad; zero for joints without axes. */
  get angularError(): number {
    return 0;
  }

  /** Slots of the bodies, coordinates and loads, for JSON and for people; of a joint that is in no world only the bodies. */
  toJSON(): object {
    return plainJoint(this);
  }

  /** The handle of a coordinate. */
  protected coordinate(kind: Kind): Coordinate {
    this.record();
    return handleOf(this, kind);
  }

  /** @internal World position of an anchor. */
  placeOf(side: 'a' | 'b'): Vec3 {
    const [body, anchor] = side === 'a' ? [JointRecord.bodyA, JointRecord.anchorAX] : [JointRecord.bodyB, JointRecord.anchorBX];
    const record = this.record();
    const pose = this.host().context.pose(this.memory.u32[(record + body) >>> 2]);
    return add(pose.center, rotate(pose.orientation, readVector(this.memory, record + anchor)));
  }

  /** From anchor A to anchor B. */
  protected separation(): Vec3 {
    return subtract(this.placeOf('b'), this.placeOf('a'));
  }
  protected override frameWorldA(): Quat {
    return worldFrame(this, 'A');
  }
  protected override frameWorldB(): Quat {
    return worldFrame(this, 'B');
  }

  protected wholeLoad(period: Period): Load {
    return period === 'step' ? { force: this.getForce(), torque: this.getTorque() } : this.chain.lastLoad();
  }
  protected loadsOnB(period: Period): JointLoads {
    return splitLoads(this.wholeLoad(period), this.chain.loads(period));
  }
  protected loadsOnA(period: Period): JointLoads {
    const separation = this.separation();
    return mapLoads(this.loadsOnB(period), (load) => opposite(load, separation));
  }

  /** @internal World geometry at the moment the joint is added. Throws before anything changes. */
  abstract geometry(a: Pose, b: Pose, host: JointHost): JointGeometry;

  /** @internal What is to be written when the joint is added. Throws before anything changes. */
  prepare(host: JointHost): JointSetup {
    const slotA = this.a?.index ?? 0;
    const slotB = this.b?.index ?? 0;
    const { context } = host;
    const a = context.pose(slotA);
    const b = context.pose(slotB);
    const geometry = this.geometry(a, b, host);
    const { anchorA, anchorB, frameA, frameB } = geometry;
    const at: Placement = {
      type: this.type,
      bodyA: context.bodyOffset(slotA),
      bodyB: context.bodyOffset(slotB),
      centerA: a.center,
      centerB: b.center,
      anchorA,
      anchorB,
      frameA,
      frameB,
      twist: UNMOVED.twist,
      secondTwist: UNMOVED.secondTwist,
      lead: UNMOVED.lead,
      coneY: UNMOVED.coneY,
      coneZ: UNMOVED.coneZ,
    };
    return { geometry, a, b, coordinates: this.plan(host, at) };
  }

  /** What the joint does along its coordinates when it is added. */
  protected plan(host: JointHost, at: Placement): CoordinateState[] {
    return this.given.map((given) => resolveCoordinate(given, host, at, this.initialLocks()));
  }

  /** Fills the fields that only this type has. */
  protected fill(_setup: JointSetup): void {}

  /** @internal */
  attach(host: JointHost, index: number, setup: JointSetup): void {
    this.bind(host, index);
    const { geometry, a, b } = setup;
    const record = this.record();
    const { memory } = this;
    const initial = this.initial!;
    writePlace(memory, record + JointRecord.anchorAX, a, geometry.anchorA);
    writePlace(memory, record + JointRecord.anchorBX, b, geometry.anchorB);
    writeRecordQuaternion(memory, record + JointRecord.frameAX, multiply(conjugate(a.orientation), geometry.frameA));
    writeRecordQuaternion(memory, record + JointRecord.frameBX, multiply(conjugate(b.orientation), geometry.frameB));
    // Its bodies are woken, and the joints sorted again, once all is there.
    const { f64, u32 } = memory;
    f64[(record + JointRecord.compliance) >>> 3] = initial.compliance;
    f64[(record + JointRecord.linearDamping) >>> 3] = initial.linear;
    f64[(record + JointRecord.angularDamping) >>> 3] = initial.angular;
    f64[(record + JointRecord.breakForce) >>> 3] = initial.breakForce;
    f64[(record + JointRecord.breakTorque) >>> 3] = initial.breakTorque;
    storeRowOptions(memory, record, initial.rowOptions);
    f64[(record + JointRecord.lower) >>> 3] = -Infinity;
    f64[(record + JointRecord.upper) >>> 3] = Infinity;
    u32[(record + JointRecord.flags) >>> 2] |=
      (initial.enabled ? JointFlag.Enabled : 0) | (initial.collideConnected ? JointFlag.CollideConnected : 0);
    const { chain } = this;
    chain.create(setup.coordinates);
    this.fill(setup);
    chain.refresh();
  }

  /** @internal Makes a handle for a record that is already there, after a snapshot was restored. */
  adopt(host: JointHost, index: number, record: number): void {
    this.bind(host, index);
    const { u32 } = host.context.memory;
    const body = (field: number) => host.bodyAt(u32[(record + field) >>> 2]);
    this.bodies = { a: body(JointRecord.bodyA), b: body(JointRecord.bodyB) };
  }

  /** @internal The coordinates that rows lock, as a mask. */
  get locks(): number {
    return this.memory.u32[(this.record() + JointRecord.locks) >>> 2];
  }

  /** What starts again where the joint does. */
  protected engage(): void {}

  /** @internal The joint's coordinate is held in [lower, upper]. */
  override setInterval(lower: number, upper: number, compliance: number): void {
    this.storeInterval(lower, upper, compliance);
    this.host().context.markTopology();
    this.wake();
  }
  protected storeInterval(lower: number, upper: number, compliance: number): void {
    const record = this.changing();
    const { f64 } = this.memory;
    f64[(record + JointRecord.lower) >>> 3] = lower;
    f64[(record + JointRecord.upper) >>> 3] = upper;
    // What is new is there from the start.
    if (!this.hasFlag(JointFlag.HasInterval)) f64[(record + JointRecord.lastUpper) >>> 3] = upper;
    f64[(record + JointRecord.intervalCompliance) >>> 3] = compliance;
    const isBounded = lower > -Infinity || upper < Infinity;
    this.setFlag(JointFlag.HasInterval, isBounded);
    if (!isBounded) for (const field of [JointRecord.intervalLoad, JointRecord.intervalReaction]) f64[(record + field) >>> 3] = 0;
  }

  private refuseMissing(name: 'compliance' | 'damping'): void {
    this.record();
    const substitute = this.substitutes()[name];
    if (substitute !== undefined) throw new HolonomicError('invalid-argument', `This joint has no ${name}; set ${substitute}.`);
  }
}

/** Writes a world point as a body sees it. */
function writePlace(memory: StateMemory, offset: number, { center, orientation: q }: Pose, point: Vec3): void {
  const at = turned(-q[0], -q[1], -q[2], q[3], point[0] - center[0], point[1] - center[1], point[2] - center[2]);
  writeRecordNumbers(memory, offset, at[0], at[1], at[2]);
}

printPlainly(Joint);
refuseUnknown(JointHandle, UNKNOWN_PROPERTIES);
for (const type of [JointHandle, Joint]) refuseReadOnly(type, 'a joint', JOINT_ADVICE);
