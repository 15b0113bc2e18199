// Holds the anchor of B on a line through that of A, and its offset along the line in an interval: Müller et al. 2020,
// section 3.4.2. C = (d · a, d · b, d · c), a along the line, b and c normal to it, all turning with A, whose arm therefore
// reaches to the anchor of B. The rows across the line come first, then that along it with those held.
import { SymmetricMatrix } from '../matrix.ts';
import { turn } from '../rotation.ts';
import type { Substep } from '../substep.ts';
import { Vec3 } from '../vector.ts';
import { dampAlong } from './damping.ts';
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

  /** `held`: the response of the joint's angular rows, which will follow the impulse. */
  solve(substep: Substep, held: SymmetricMatrix): void {
    this.reach(substep);
    const { isCurrent, pair, rows } = this;
    const inverseMass = substep.scalar ? this.inverseMass : pair.heldInverseMass(this.armA, this.armB, held);
    const { currentSeparation } = pair;
    const startB = this.start.anyNormal();
    const startC = this.start.cross(startB);
    const endA = this.end(substep, this.start);
    const endB = this.end(substep, startB);
    const endC = this.end(substep, startC);
    const a = isCurrent ? endA : this.start;
    const b = isCurrent ? endB : startB;
    const c = isCurrent ? endC : startC;
    if (!rows.keepsImpulse(substep)) this.impulse.assign(Vec3.ZERO);
    const errorB = currentSeparation.dot(endB) / substep.duration + rows.compliance * this.impulse.dot(b);
    const errorC = currentSeparation.dot(endC) / substep.duration + rows.compliance * this.impulse.dot(c);
    let across = inverseMass.solveInPlane(b, c, rows.compliance, -errorB, -errorC).times(rows.relaxation);
    let along = 0;
    if (this.hasInterval) {
      // The row along the line with those across it held: its impulse takes theirs along.
      const image = inverseMass.times(a);
      const carried = inverseMass.solveInPlane(b, c, rows.compliance, -image.dot(b), -image.dot(c));
      const value = currentSeparation.dot(endA) + substep.duration * image.dot(across);
      along = this.offset.solve(substep, value, image.dot(a.plus(carried)), pair.separation.dot(this.start));
      across = across.plusTimes(carried, along);
    }
    this.impulse.assign(this.impulse.plus(across));
    pair.load(across.plusTimes(a, along), this.armA, this.armB);
  }

  damp(substep: Substep, rate: number): void {
    this.reach(substep);
    dampAlong(substep, this.pair, this.start, this.inverseMass.between(this.start, this.start), this.armA, this.armB, rate);
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
