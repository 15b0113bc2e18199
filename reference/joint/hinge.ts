// A common axis and a point on it: Müller et al. 2020, eqs 20 and 21 and Algorithm 3. The angle is the twist of B's frame in A's
// about the axis; its change is followed through a step, so that a limit near half a turn does not jump.
import { RowKind } from '../../bindings/core/layout.ts';
import { Axis } from '../constraint/axis.ts';
import { type AngularPart, solveBlock } from '../constraint/block.ts';
import { dampRotation } from '../constraint/damping.ts';
import { Interval } from '../constraint/interval.ts';
import { Point } from '../constraint/point.ts';
import { ConstraintRow } from '../constraint/row.ts';
import { SymmetricMatrix } from '../math/matrix.ts';
import { cayley, Quat, turn, twistAbout } from '../math/rotation.ts';
import { Vec3 } from '../math/vector.ts';
import { DirectRow } from '../solver/direct/row.ts';
import type { Parts } from '../solver/direct/stiffness.ts';
import { LONGEST_TURN, type Substep } from '../solver/substep.ts';
import { type EndReach, isNear, NO_LOAD } from './ends.ts';
import { unwrap } from './frame/coordinates.ts';
import { Joint } from './joint.ts';

/** 1 + cos of the angle between the axes, least: at half a turn the twist has no direction. */
const LEAST_COSINE = 1e-6;

export class Hinge extends Joint {
  private readonly axis = new Axis(this.pair);
  private readonly angle = new Interval();
  private readonly point = new Point(this.pair);
  /** The joint's frames at the start of the substep, that of B turned back by the angle at the start of the step. */
  private readonly startFrameA = Quat.identity();
  private readonly startFrameB = Quat.identity();
  private readonly turnBack = Quat.identity();
  private startAngle = 0;
  /** Change of the angle's impulse in this sweep. */
  private turn = 0;
  /** Axis and angle together. */
  private readonly bounded: AngularPart = {
    response: SymmetricMatrix.zero(),
    solve: (substep) => this.solveAngular(substep),
    record: (change) => this.recordAngular(change),
  };

  override get intervalTotal(): number {
    return this.angle.total;
  }

  override get holdsAngle(): boolean {
    return this.hasInterval && this.lower === this.upper;
  }

  override isWithin({ angle }: EndReach): boolean {
    if (Math.abs(this.intervalLoad) > NO_LOAD) return true;
    return isNear(this.locatedAngle(), this.lower, this.upper, angle);
  }

  override startStep(substep: Substep): void {
    const relaxation = this.pair.relaxation(substep, this.isSoft || this.hasInterval);
    this.startRows(substep, this.axis.rows, this.angularCompliance, relaxation);
    this.startRows(substep, this.angle.rows, this.intervalCompliance, 1);
    this.startRows(substep, this.point.rows, this.compliance, relaxation);
    this.axis.startStep(substep, this.torque);
    this.angle.startStep(substep, this.lower, this.upper, this.intervalLoad);
    this.point.startStep(substep, this.force);
    this.startAngle = this.locatedAngle();
    this.twist = this.startAngle;
    this.turnBack.assign(new Quat(Math.sin(-this.startAngle / 2), 0, 0, Math.cos(this.startAngle / 2)));
  }

  /** Where the bodies are; beyond its bounds by more than half a turn an angle counts from the other side. */
  private locatedAngle(): number {
    const near = Math.min(Math.max(this.twist, this.lower), this.upper);
    return unwrap(twistAbout(Vec3.X, this.worldFrameA().conjugate.times(this.worldFrameB())), near);
  }

  override locate(): void {
    this.pair.locate();
    const frameB = this.worldFrameB();
    this.startFrameA.assign(this.worldFrameA());
    this.startFrameB.assign(frameB.times(this.turnBack));
    this.axis.startA.assign(this.startFrameA.rotate(Vec3.X));
    this.axis.startB.assign(frameB.rotate(Vec3.X));
  }

  override warm(): void {
    const { angle, axis, pair, point } = this;
    point.warm();
    axis.warm();
    if (!this.hasInterval) return;
    const gradient = this.twistGradient();
    pair.loadAngular(gradient.times(angle.warm(pair.inverseInertia().between(gradient, gradient))));
  }

  override solve(substep: Substep): void {
    const { hasInterval, pair, point } = this;
    const angular = hasInterval ? this.bounded : this.axis;
    solveBlock(substep, pair, angular, point.rows.relaxation, () => point.solve(substep, angular.response));
  }

  /** The rows across the axis and the one about it as one block: the latter's impulse takes those of the former along. */
  private solveAngular(substep: Substep): Vec3 {
    const { angle, axis, pair } = this;
    const across = axis.solve(substep);
    pair.applyAngular(across);
    const image = pair.inverseInertia().times(axis.direction);
    const bound = substep.scalar ? axis.direction : axis.direction.minus(axis.response.times(image));
    const inverseInertia = image.dot(bound);
    const current = this.currentAngle(substep);
    const turned = substep.duration * axis.endA.dot(pair.b.angularVelocity.minus(pair.a.angularVelocity));
    const nears = angle.nears(current);
    const others = substep.scalar || !nears ? undefined : this.point.foresee(substep, axis.response, bound);
    this.turn = angle.solve(substep, current, inverseInertia, current - turned, LONGEST_TURN, others);
    pair.applyAngular(across.times(-1));
    const stiffness = angle.isActive ? 1 / Math.max(inverseInertia + angle.rows.compliance, 1e-30) : 0;
    this.bounded.response.assign(axis.response.plus(SymmetricMatrix.square(bound, stiffness)));
    return across.plusTimes(bound, this.turn);
  }

  /** The rows across the axis have no part in what is along it. */
  private recordAngular(change: Vec3): void {
    const { angle, axis } = this;
    const along = change.dot(axis.direction);
    angle.impulse += along - this.turn;
    angle.total += along - this.turn;
    axis.record(change.plusTimes(axis.direction, -along));
  }

  override parts(): Parts {
    const { angle, axis, hasInterval, pair, point } = this;
    const rows = [...point.directRows(), ...axis.directRows()];
    if (hasInterval) rows.push(angle.startDirect(DirectRow.about(pair, 'other', this.twistGradient())));
    return { rows, axes: [axis.startA], links: [] };
  }

  override want(substep: Substep): void {
    const { angle, axis, hasInterval, pair, point } = this;
    pair.advance(substep.duration);
    point.want(substep);
    axis.want(substep);
    if (!hasInterval) return;
    const current = this.currentAngle(substep);
    const turned = substep.duration * this.twistGradient().dot(pair.b.angularVelocity.minus(pair.a.angularVelocity));
    const gradient = pair.turnsFar(substep) ? this.twistGradient(substep.duration) : this.twistGradient();
    angle.direct?.aim(DirectRow.about(pair, 'other', gradient));
    angle.want(substep, current, current - turned, LONGEST_TURN);
  }

  override take(): void {
    const { angle, axis, hasInterval, pair, point } = this;
    point.take();
    const change = axis.take();
    if (hasInterval) change.assign(change.plusTimes(this.twistGradient(), angle.take()));
    pair.totalAngularImpulse.assign(pair.totalAngularImpulse.plus(change));
  }

  override damp(substep: Substep): void {
    this.point.damp(substep, this.linearDamping);
    dampRotation(substep, this.pair, this.angularDamping);
  }

  override constraintRows(): ConstraintRow[] {
    const { angle, axis, pair, point } = this;
    const rows = [...point.constraintRows(RowKind.Bound, this.compliance), ...axis.constraintRows(this.angularCompliance)];
    if (!this.hasInterval) return rows;
    const row = ConstraintRow.between(RowKind.Bound, pair, Vec3.ZERO, this.twistGradient(), Vec3.ZERO, Vec3.ZERO);
    const value = this.startAngle + twistAbout(axis.startA, this.startFrameB.times(this.startFrameA.conjugate));
    return [...rows, row.hold(value, this.lower, this.upper, this.intervalCompliance, angle.impulse)];
  }

  override takeRows(rows: readonly ConstraintRow[]): void {
    this.point.impulse.assign(this.bookRows(rows.slice(0, 3)).force);
    this.axis.impulse.assign(this.bookRows(rows.slice(3, 5)).torque);
    this.bookRows(rows.slice(5));
    if (this.hasInterval) this.angle.book(rows[5].impulse);
  }

  /** Of B's twist against A, about both axes alike, so many seconds after the substep starts. */
  private twistGradient(seconds = 0): Vec3 {
    const { axis, pair } = this;
    const a = turn(axis.startA, pair.a.angularVelocity.times(seconds));
    const b = turn(axis.startB, pair.b.angularVelocity.times(seconds));
    return a.plus(b).times(1 / Math.max(1 + a.dot(b), LEAST_COSINE));
  }

  override finishStep(substep: Substep): void {
    this.force.assign(this.point.impulse.times(1 / substep.duration));
    this.torque.assign(this.axis.impulse.times(1 / substep.duration));
    if (this.hasInterval) this.intervalLoad = this.angle.impulse / substep.duration;
  }

  private currentAngle(substep: Substep): number {
    const { a, b } = this.pair;
    const frameA = cayley(a.angularVelocity.times(substep.duration)).times(this.startFrameA);
    const frameB = cayley(b.angularVelocity.times(substep.duration)).times(this.startFrameB);
    return this.startAngle + twistAbout(this.axis.endA, frameB.times(frameA.conjugate));
  }
}
