// A gear, or rack and pinion: coordinates of two joints in proportion, c = q₂ - ratio q₁ - rest. One row over up to four bodies:
// Waterson, section 10, eqs 138 and 139; the coordinates are those of frame/coordinates.ts.
import { BodyType, Coordinate, CouplingRecord, JointRecord, JointType, RowKind, WorldRecord } from '../../bindings/core/layout.ts';
import type { StateMemory } from '../../bindings/core/memory.ts';
import type { Body } from '../body/body.ts';
import { Interval } from '../constraint/interval.ts';
import { Pair } from '../constraint/pair.ts';
import { ConstraintRow } from '../constraint/row.ts';
import { cayley, Quat } from '../math/rotation.ts';
import { clamp } from '../math/scalar.ts';
import { Vec3 } from '../math/vector.ts';
import { DirectRow } from '../solver/direct/row.ts';
import type { Parts } from '../solver/direct/stiffness.ts';
import { LONGEST_TURN, type Substep } from '../solver/substep.ts';
import { coordinateAt } from '../state.ts';
import { type CoordinateRow, makeRows, type Placement, readGradients, readValues, type Shape } from './frame/coordinates.ts';
import { Joint } from './joint.ts';

/** Twist and offset do not depend on what else a joint has. */
const SHAPE: Shape = { type: JointType.Hinge, coneY: 1, coneZ: 1, lead: 0 };

/** The coordinate of one of the coupled joints. */
class Coupled {
  readonly pair: Pair;
  private readonly rows = makeRows();
  private readonly frameA: Quat;
  private readonly frameB: Quat;

  constructor(
    { f64, u32 }: StateMemory,
    record: number,
    bodies: readonly Body[],
    private readonly kind: Coordinate,
  ) {
    const vector = (field: number) =>
      new Vec3(f64[(record + field) >>> 3], f64[(record + field + 8) >>> 3], f64[(record + field + 16) >>> 3]);
    const quaternion = (field: number) => {
      const { x, y, z } = vector(field);
      return new Quat(x, y, z, f64[(record + field + 24) >>> 3]);
    };
    this.pair = new Pair(bodies[u32[(record + JointRecord.bodyA) >>> 2]], bodies[u32[(record + JointRecord.bodyB) >>> 2]]);
    this.pair.anchorA.assign(vector(JointRecord.anchorAX));
    this.pair.anchorB.assign(vector(JointRecord.anchorBX));
    this.frameA = quaternion(JointRecord.frameAX);
    this.frameB = quaternion(JointRecord.frameBX);
    this.rows[Coordinate.Twist].value = f64[(record + JointRecord.twist) >>> 3];
  }

  /** Turned by so much, no body turns by more than LONGEST_TURN. */
  get longest(): number {
    return this.kind === Coordinate.X ? Infinity : LONGEST_TURN;
  }

  get row(): CoordinateRow {
    return this.rows[this.kind];
  }

  /** How fast a unit impulse along the coordinate makes the bodies swing. */
  get swing(): number {
    const { a, b, armA, armB, separation } = this.pair;
    return this.kind === Coordinate.X ? Math.max(a.swing(armA.plus(separation)), b.swing(armB)) : 0;
  }

  /** Value and gradient at the start of the substep. */
  readStart(): void {
    const start = this.start();
    readGradients(this.rows, start, SHAPE);
    readValues(this.rows, start, SHAPE);
  }

  /** The value at the end of the substep; the gradient there or at the start. */
  reach(h: number, isCurrent: boolean): void {
    const { pair, rows } = this;
    const { a, b } = pair;
    pair.advance(h);
    const start = this.start();
    const end: Placement = {
      armA: pair.currentArmA,
      armB: pair.currentArmB,
      separation: pair.currentSeparation,
      frameA: cayley(a.angularVelocity.times(h)).times(start.frameA),
      frameB: cayley(b.angularVelocity.times(h)).times(start.frameB),
      bend: Vec3.ZERO,
      arc: 0,
    };
    readGradients(rows, isCurrent ? end : start, SHAPE);
    readValues(rows, end, SHAPE);
  }

  private start(): Placement {
    const { a, b, armA, armB, separation } = this.pair;
    const frameA = a.orientation.times(this.frameA);
    const frameB = b.orientation.times(this.frameB);
    return { armA, armB, separation, frameA, frameB, bend: Vec3.ZERO, arc: 0 };
  }
}

/** Of the squares of two gradients: their sum is rounding. */
const CANCELLED = 1e-10;

/** What a unit impulse along a row is to one body: linear, and angular about the centre of mass. */
export class Push {
  readonly force = Vec3.zero();
  readonly torque = Vec3.zero();
  /** Sums of the squares of what has been added. */
  private forces = 0;
  private torques = 0;

  constructor(readonly body: Body) {}

  clear(): void {
    this.force.assign(Vec3.ZERO);
    this.torque.assign(Vec3.ZERO);
    this.forces = 0;
    this.torques = 0;
  }

  add(force: Vec3, torque: Vec3, factor: number): void {
    this.force.assign(this.force.plusTimes(force, factor));
    this.torque.assign(this.torque.plusTimes(torque, factor));
    this.forces += factor * factor * force.squaredLength;
    this.torques += factor * factor * torque.squaredLength;
  }

  /** Where both cancel each other, no impulse changes the coordinates, and rounding would be taken for a way to do so. */
  dropRounding(): void {
    if (!(this.force.squaredLength > CANCELLED * this.forces)) this.force.assign(Vec3.ZERO);
    if (!(this.torque.squaredLength > CANCELLED * this.torques)) this.torque.assign(Vec3.ZERO);
  }

  /** What the body adds to the row's inverse effective mass. */
  get inverseMass(): number {
    const { body, force, torque } = this;
    return force.dot(force.scaledBy(body.inverseMass)) + body.inverseInertia.between(torque, torque);
  }

  apply(impulse: number): void {
    const { body, force, torque } = this;
    if (!body.isDynamic) return;
    body.velocity.assign(body.velocity.plusTimes(force.scaledBy(body.inverseMass), impulse));
    body.angularVelocity.assign(body.angularVelocity.plusTimes(body.inverseInertia.times(torque), impulse));
  }
}

export class Gear extends Joint {
  private readonly interval = new Interval();
  private first!: Coupled;
  private second!: Coupled;
  /** One a body, however many of the joints it is in. */
  private pushes: Push[] = [];
  private ratio = 1;
  private rest = 0;
  /** What the step brings c to: with a large error, not to `rest` at once. */
  private target = 0;
  private impulseLimit = 0;
  /** c at the end of the substep, with the velocities as they are; inverse effective mass. */
  private error = 0;
  private inverseMass = 0;

  constructor(
    slot: number,
    a: Body,
    b: Body,
    _type: JointType,
    private readonly all: readonly Body[],
  ) {
    super(slot, a, b);
  }

  override get moves(): boolean {
    return this.pushes.some(({ body }) => body.type !== BodyType.Static);
  }

  override get bodies(): readonly Body[] {
    return this.pushes.map(({ body }) => body);
  }

  /** Neither damping rate has a meaning here. */
  override get isDamped(): boolean {
    return false;
  }

  override get intervalTotal(): number {
    return this.interval.total;
  }

  override read(memory: StateMemory, record: number): void {
    const { f64, u32, world } = memory;
    const at = coordinateAt(memory, u32[(record + JointRecord.firstCoordinate) >>> 2] - 1);
    const joints = u32[(world + WorldRecord.jointBase) >>> 2];
    const coupled = (slot: number, kind: number) =>
      new Coupled(memory, joints + u32[(at + slot) >>> 2] * JointRecord.size, this.all, u32[(at + kind) >>> 2] as Coordinate);
    this.first = coupled(CouplingRecord.firstJoint, CouplingRecord.firstKind);
    this.second = coupled(CouplingRecord.secondJoint, CouplingRecord.secondKind);
    const { pair: p } = this.first;
    const { pair: q } = this.second;
    this.pushes = [...new Set([p.a, p.b, q.a, q.b])].map((body) => new Push(body));
    this.ratio = f64[(at + CouplingRecord.ratio) >>> 3];
    this.rest = f64[(at + CouplingRecord.rest) >>> 3];
    this.intervalLoad = this.enabled ? f64[(record + JointRecord.intervalLoad) >>> 3] : 0;
  }

  override startStep(substep: Substep): void {
    const { first, interval, ratio, second } = this;
    this.startRows(substep, interval.rows, this.intervalCompliance, 1);
    interval.startStep(substep, 0, 0, this.intervalLoad);
    this.aim();
    this.impulseLimit = this.pair.impulseLimit(substep, Math.max(Math.abs(ratio) * first.swing, second.swing));
  }

  private aim(): void {
    const { first, second, ratio, rest } = this;
    first.readStart();
    second.readStart();
    const value = second.row.value - ratio * first.row.value;
    const reach = this.intervalCompliance > 0 ? Infinity : Math.min(first.longest * Math.abs(ratio), second.longest);
    this.target = value + clamp(rest - value, -reach, reach);
  }

  override locate(): void {
    this.first.pair.locate();
    this.second.pair.locate();
  }

  override warm(substep: Substep): void {
    this.reach(substep, true);
    this.push(this.interval.warm(this.inverseMass));
  }

  override solve(substep: Substep): void {
    this.reach(substep);
    this.push(this.interval.solve(substep, this.error, this.inverseMass, this.error));
  }

  override parts(): Parts {
    this.gather(0);
    return { rows: [this.interval.startDirect(this.directRow())], axes: [], links: [] };
  }

  private directRow(): DirectRow {
    const row = new DirectRow('other');
    for (const { body, force, torque } of this.pushes) row.add(body, force, torque, null);
    return row;
  }

  override want(substep: Substep): void {
    this.gather(substep.duration, this.second.pair.turnsFar(substep));
    this.interval.direct?.aim(this.directRow());
    this.interval.want(substep, this.error, this.error);
  }

  override take(): void {
    this.gather(0);
    this.load(this.interval.take());
  }

  override damp(): void {}

  override constraintRows(): ConstraintRow[] {
    const { first, second, ratio, interval } = this;
    first.readStart();
    second.readStart();
    this.collectBoth();
    const row = new ConstraintRow(RowKind.Bound);
    for (const { body, force, torque } of this.pushes) row.add(body, force, torque);
    row.push = second.row.force.times(1);
    row.turn = second.row.torque.times(1);
    const value = second.row.value - ratio * first.row.value;
    return [row.hold(value, this.target, this.target, this.intervalCompliance, interval.impulse)];
  }

  override takeRows(rows: readonly ConstraintRow[]): void {
    this.bookRows(rows);
    this.interval.book(rows[0].impulse);
  }

  override finishStep(substep: Substep): void {
    this.intervalLoad = this.interval.impulse / substep.duration;
  }

  private push(size: number): void {
    for (const push of this.pushes) push.apply(size);
    this.load(size);
  }

  private load(size: number): void {
    const { pair } = this;
    const { force, torque } = this.second.row;
    pair.totalImpulse.assign(pair.totalImpulse.plusTimes(force, size));
    pair.totalAngularImpulse.assign(pair.totalAngularImpulse.plusTimes(torque, size));
  }

  private reach(substep: Substep, isWarm = false): void {
    const { first, second } = this;
    const { impulse } = this.interval;
    const turnsFar = first.pair.turnsFar(substep) || second.pair.turnsFar(substep);
    this.gather(substep.duration, !isWarm && (impulse * impulse > this.impulseLimit || turnsFar));
  }

  /** The error so much later; gradients now, or then. */
  private gather(h: number, isCurrent = false): void {
    const { first, second, pushes, ratio } = this;
    first.reach(h, isCurrent);
    second.reach(h, isCurrent);
    this.collectBoth();
    this.error = second.row.value - ratio * first.row.value - this.target;
    this.inverseMass = pushes.reduce((sum, { inverseMass }) => sum + inverseMass, 0);
  }

  private collectBoth(): void {
    for (const push of this.pushes) push.clear();
    this.collect(this.first, -this.ratio);
    this.collect(this.second, 1);
    for (const push of this.pushes) push.dropRounding();
  }

  private collect({ pair, row }: Coupled, factor: number): void {
    for (const push of this.pushes) {
      if (push.body === pair.a) push.add(row.force, row.torqueA, -factor);
      if (push.body === pair.b) push.add(row.force, row.torqueB, factor);
    }
  }
}
