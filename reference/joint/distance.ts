// Keeps the distance of two points, c = |p_b - p_a| - l, at a length or in an interval: Müller et al. 2020, eqs 2-10 and 25.
import { RowKind } from '../../bindings/core/layout.ts';
import { dampAlong, dampRotation } from '../constraint/damping.ts';
import { Interval } from '../constraint/interval.ts';
import { ConstraintRow } from '../constraint/row.ts';
import { Vec3 } from '../math/vector.ts';
import { DirectRow } from '../solver/direct/row.ts';
import type { Parts } from '../solver/direct/stiffness.ts';
import type { Substep } from '../solver/substep.ts';
import { type EndReach, isNear, NO_LOAD } from './ends.ts';
import { Joint } from './joint.ts';

/** m; two points closer than this have no direction between them. */
const LEAST_DISTANCE = 1e-9;

export class Distance extends Joint {
  private readonly distance = new Interval();
  private impulseLimit = 0;
  /** From anchor A to B; zero where they coincide, and then nothing happens. */
  private readonly direction = Vec3.zero();
  private readonly armA = Vec3.zero();
  private readonly armB = Vec3.zero();
  /** Inverse effective mass along the direction. */
  private inverseMass = 0;

  override get intervalTotal(): number {
    return this.distance.total;
  }

  override isWithin({ offset }: EndReach): boolean {
    if (Math.abs(this.intervalLoad) > NO_LOAD) return true;
    return isNear(this.pair.separation.length, this.lower > 0 ? this.lower : Number.NEGATIVE_INFINITY, this.upper, offset);
  }

  override startStep(substep: Substep): void {
    // A bound is met exactly: over-relaxation would push off it.
    const relaxation = this.lower === this.upper ? this.pair.relaxation(substep, this.isSoft) : 1;
    this.startRows(substep, this.distance.rows, this.intervalCompliance, relaxation);
    this.distance.startStep(substep, this.lower, this.upper, this.intervalLoad, substep.drift(this));
    this.impulseLimit = this.pair.impulseLimit(substep, this.pair.linkSwing(this.pair.armA, this.pair.armB, this.pair.separation.length));
    this.pair.noteLoad(this.distance.impulse ** 2, this.impulseLimit);
  }

  override locate(): void {
    this.pair.locate();
  }

  override warm(): void {
    this.aim(false);
    this.pair.load(this.direction.times(this.distance.warm(this.inverseMass)), this.armA, this.armB);
  }

  override solve(substep: Substep): void {
    this.reach(substep);
    this.push(this.distance.solve(substep, this.pair.currentSeparation.length, this.inverseMass, this.pair.separation.length));
  }

  override parts(): Parts {
    this.aim(false);
    const { armA, armB, direction, distance, pair } = this;
    const part = this.lower === this.upper ? 'point' : 'other';
    const row = distance.startDirect(DirectRow.between(pair, part, direction, armA, armB));
    const { length } = pair.separation;
    row.start = length - this.lower;
    const ends = [
      { body: pair.a, arm: armA, sign: -1 },
      { body: pair.b, arm: armB, sign: 1 },
    ];
    return { rows: [row], axes: [], links: length > LEAST_DISTANCE ? [{ rows: [row], weight: 1, length, direction, ends }] : [] };
  }

  override want(substep: Substep): void {
    const { distance, pair } = this;
    pair.advance(substep.duration);
    this.aim(pair.turnsFar(substep));
    distance.direct?.aim(DirectRow.between(pair, 'other', this.direction, this.armA, this.armB));
    distance.want(substep, pair.currentSeparation.length, pair.separation.length);
  }

  override take(): void {
    const { distance, direction, pair } = this;
    pair.totalImpulse.assign(pair.totalImpulse.plusTimes(direction, distance.take()));
  }

  override damp(substep: Substep): void {
    this.aim(false);
    dampAlong(substep, this.pair, this.direction, this.inverseMass, this.armA, this.armB, this.linearDamping);
    dampRotation(substep, this.pair, this.angularDamping);
  }

  override constraintRows(): ConstraintRow[] {
    const { pair, distance } = this;
    this.aim(false);
    const row = ConstraintRow.between(RowKind.Bound, pair, this.direction, Vec3.ZERO, pair.armA, pair.armB);
    return [row.hold(pair.separation.length, this.lower, this.upper, this.intervalCompliance, distance.impulse)];
  }

  override takeRows(rows: readonly ConstraintRow[]): void {
    this.bookRows(rows);
    this.distance.book(rows[0].impulse);
  }

  override finishStep(substep: Substep): void {
    this.intervalLoad = this.distance.impulse / substep.duration;
  }

  private push(size: number): void {
    this.pair.load(this.direction.times(size), this.armA, this.armB);
    this.pair.noteLoad(this.distance.impulse ** 2, this.impulseLimit);
  }

  private reach(substep: Substep): void {
    const { pair } = this;
    const { impulse } = this.distance;
    pair.advance(substep.duration);
    this.aim(impulse * impulse > this.impulseLimit || pair.turnsFar(substep));
  }

  /** Along the line between the anchors at the start of the substep, or at its end. */
  private aim(isCurrent: boolean): void {
    const { pair } = this;
    const separation = isCurrent ? pair.currentSeparation : pair.separation;
    const length = separation.length;
    this.direction.assign(length > LEAST_DISTANCE ? separation.times(1 / length) : Vec3.ZERO);
    this.armA.assign(isCurrent ? pair.currentArmA : pair.armA);
    this.armB.assign(isCurrent ? pair.currentArmB : pair.armB);
    this.inverseMass = pair.inverseMass(this.armA, this.armB).between(this.direction, this.direction);
  }
}
