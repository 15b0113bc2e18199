// Holds the anchor of B on a line through that of A, and its offset along the line in an interval: Müller et al. 2020,
// section 3.4.2. C = (d · a, d · b, d · c), a along the line, b and c normal to it, all turning with A, whose arm therefore
// reaches to the anchor of B. The offset comes first; the block of the other two rows is solved for what that leaves.
import { SymmetricMatrix } from '../matrix.ts';
import { turn } from '../rotation.ts';
import type { Substep } from '../substep.ts';
import { Vec3 } from '../vector.ts';
import { dampPoint } from './damping.ts';
import { Interval } from './interval.ts';
import type { Pair } from './pair.ts';
import { Rows } from './rows.ts';

export class Slide {
  /** Across the line, on B, N s. */
  readonly impulse = Vec3.zero();
  readonly rows = new Rows();
  readonly offset = new Interval();
  hasInterval = false;
  /** Direction of the line at the start of the substep. */
  readonly start = new Vec3(1, 0, 0);
  private impulseLimit = 0;
  private isCurrent = false;
  private readonly armA = Vec3.zero();
  private readonly armB = Vec3.zero();
  private readonly inverseMass = SymmetricMatrix.zero();

  constructor(private readonly pair: Pair) {}

  startStep(substep: Substep, load: Vec3): void {
    const { a, b, armA, armB, separation } = this.pair;
    this.impulse.assign(load.times(substep.duration));
    this.impulseLimit = substep.impulseLimit(Math.max(a.swing(armA.plus(separation)), b.swing(armB)));
  }

  warm(substep: Substep): void {
    this.reach(substep);
    const { inverseMass } = this;
    const axis = this.isCurrent ? this.end(substep, this.start) : this.start;
    const along = this.hasInterval ? this.offset.warm(inverseMass.between(axis, axis)) : 0;
    const warmth = this.rows.warmth((inverseMass.trace - inverseMass.between(axis, axis)) / 2);
    this.impulse.assign(this.impulse.without(axis).times(warmth));
    this.pair.load(this.impulse.plusTimes(axis, along), this.armA, this.armB);
  }

  solve(substep: Substep): void {
    this.reach(substep);
    const { inverseMass, isCurrent, pair, rows } = this;
    const { currentSeparation } = pair;
    const startB = this.start.anyNormal();
    const startC = this.start.cross(startB);
    const endA = this.end(substep, this.start);
    const endB = this.end(substep, startB);
    const endC = this.end(substep, startC);
    const a = isCurrent ? endA : this.start;
    const b = isCurrent ? endB : startB;
    const c = isCurrent ? endC : startC;
    const massA = inverseMass.times(a);
    const along = this.hasInterval ? this.offset.solve(substep, currentSeparation.dot(endA), a.dot(massA)) : 0;
    if (!rows.keepsImpulse(substep)) this.impulse.assign(Vec3.ZERO);
    const errorB = currentSeparation.dot(endB) / substep.duration + along * b.dot(massA) + rows.compliance * this.impulse.dot(b);
    const errorC = currentSeparation.dot(endC) / substep.duration + along * c.dot(massA) + rows.compliance * this.impulse.dot(c);
    const relaxation = rows.relaxationAt((inverseMass.trace - a.dot(massA)) / 2);
    const change = inverseMass.solveInPlane(b, c, rows.compliance, -errorB, -errorC).times(relaxation);
    this.impulse.assign(this.impulse.plus(change));
    pair.load(change.plusTimes(a, along), this.armA, this.armB);
  }

  damp(substep: Substep, rate: number): void {
    this.reach(substep);
    dampPoint(substep, this.pair, this.inverseMass, this.armA, this.armB, rate);
  }

  private reach(substep: Substep): void {
    const { pair } = this;
    pair.advance(substep.duration);
    this.isCurrent = this.impulse.squaredLength > this.impulseLimit || pair.turnsFar(substep);
    this.armA.assign(this.isCurrent ? pair.currentArmA.plus(pair.currentSeparation) : pair.armA.plus(pair.separation));
    this.armB.assign(this.isCurrent ? pair.currentArmB : pair.armB);
    this.inverseMass.assign(pair.inverseMass(this.armA, this.armB));
  }

  /** A direction of A at the end of the substep. */
  private end(substep: Substep, direction: Vec3): Vec3 {
    return turn(direction, this.pair.a.angularVelocity.times(substep.duration));
  }
}
