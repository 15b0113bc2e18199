// Holds a point of A and one of B together. One block for the three directions: Waterson, eqs 71-73. As a scalar along the
// separation: Müller et al. 2020, eqs 2-9, and Waterson, eqs 61-67.
import type { RowKind } from '../../bindings/core/layout.ts';
import type { SymmetricMatrix } from '../math/matrix.ts';
import { Vec3 } from '../math/vector.ts';
import { DirectRow, type Part } from '../solver/direct/row.ts';
import type { Substep } from '../solver/substep.ts';
import { dampPoint } from './damping.ts';
import { Levers } from './levers.ts';
import type { Pair } from './pair.ts';
import { ConstraintRow, turnedAxes } from './row.ts';
import { Rows } from './rows.ts';

const AXES = [Vec3.X, Vec3.Y, Vec3.Z];

/** m; a separation below this has no direction. */
const LEAST_SEPARATION = 1e-12;

export class Point {
  /** On B, N s. */
  readonly impulse = Vec3.zero();
  readonly rows = new Rows();
  /** Square of the impulse above which the gradient is the current one. */
  private impulseLimit = 0;
  private readonly levers: Levers;
  private direct: DirectRow[] = [];

  constructor(private readonly pair: Pair) {
    this.levers = new Levers(pair);
  }

  /** `load` is the force of the last substep. */
  startStep(substep: Substep, load: Vec3): void {
    const { a, b, armA, armB } = this.pair;
    this.impulse.assign(load.times(substep.duration));
    this.impulseLimit = this.pair.impulseLimit(substep, Math.max(a.swing(armA), b.swing(armB)));
    this.noteLoad();
  }

  warm(): void {
    const { impulse, levers } = this;
    levers.toAnchor();
    impulse.assign(impulse.times(this.rows.warmth(levers.inverseMass.trace / 3)));
    this.pair.load(impulse, levers.armA, levers.armB);
  }

  /** `held`: the response of the joint's angular rows, which will follow the impulse. */
  solve(substep: Substep, held?: SymmetricMatrix): void {
    const { levers } = this;
    levers.toMiddle(substep, this.impulse.squaredLength, this.impulseLimit);
    if (!this.rows.keepsImpulse(substep)) this.impulse.assign(Vec3.ZERO);
    const change = substep.scalar ? this.alongSeparation(substep) : this.block(substep, held);
    this.impulse.assign(this.impulse.plus(change));
    this.pair.load(change, levers.armA, levers.armB);
    this.noteLoad();
  }

  /**
   * What the point will do to a row of torques `bound`, with the joint's other angular rows held: how fast it will change its coordinate, and how much of the row's inverse
   * effective mass it takes away.
   */
  foresee(substep: Substep, held: SymmetricMatrix, bound: Vec3): [speed: number, mass: number] {
    const { levers, pair } = this;
    levers.toMiddle(substep, this.impulse.squaredLength, this.impulseLimit);
    const { compliance } = this.rows;
    const sofar = this.rows.keepsImpulse(substep) ? this.impulse : Vec3.ZERO;
    const response = pair.heldInverseMass(levers.armA, levers.armB, held).plusDiagonal(compliance, compliance, compliance).inverse();
    const moved = pair.a.inverseInertia.times(bound).cross(levers.armA).plus(pair.b.inverseInertia.times(bound).cross(levers.armB));
    const opening = pair.currentSeparation.times(1 / substep.duration).plusTimes(sofar, compliance);
    return [-moved.dot(response.times(opening)), moved.dot(response.times(moved))];
  }

  /** Rows along the axes of the world, at the middle between the anchors where the substep starts. */
  directRows(): DirectRow[] {
    const { impulse, pair } = this;
    this.direct = middleRows(pair, 'point', false);
    this.direct.forEach((row, index) => {
      const axis = AXES[index];
      row.start = pair.separation.dot(axis);
      row.last = impulse.dot(axis);
    });
    impulse.assign(Vec3.ZERO);
    return this.direct;
  }

  /** The pair is advanced. */
  want(substep: Substep): void {
    const { duration } = substep;
    const { currentSeparation } = this.pair;
    const rows = middleRows(this.pair, 'point', this.pair.turnsFar(substep));
    this.direct.forEach((row, index) => {
      row.aim(rows[index]);
      row.hold(currentSeparation.dot(AXES[index]), duration, this.rows.compliance);
    });
  }

  take(): void {
    const [x, y, z] = this.direct;
    this.impulse.assign(new Vec3(x.impulse, y.impulse, z.impulse));
    this.pair.totalImpulse.assign(this.pair.totalImpulse.plus(new Vec3(x.change, y.change, z.change)));
  }

  constraintRows(kind: RowKind, compliance: number): ConstraintRow[] {
    return pointRows(this.pair, kind, compliance, this.impulse);
  }

  private noteLoad(): void {
    this.pair.noteLoad(this.impulse.squaredLength, this.impulseLimit);
  }

  damp(substep: Substep, rate: number): void {
    const { levers, pair } = this;
    levers.toAnchor();
    dampPoint(substep, pair, levers.inverseMass, levers.armA, levers.armB, rate);
  }

  private block(substep: Substep, held?: SymmetricMatrix): Vec3 {
    const { levers, rows } = this;
    const inverseMass = held ? this.pair.heldInverseMass(levers.armA, levers.armB, held) : levers.inverseMass;
    const { compliance } = rows;
    const error = this.pair.currentSeparation.times(1 / substep.duration).plusTimes(this.impulse, compliance);
    const effectiveMass = inverseMass.plusDiagonal(compliance, compliance, compliance).inverse();
    return effectiveMass.times(error).times(-rows.relaxation);
  }

  private alongSeparation(substep: Substep): Vec3 {
    const { currentSeparation } = this.pair;
    const { compliance, relaxation } = this.rows;
    const distance = currentSeparation.length;
    if (distance <= LEAST_SEPARATION) return Vec3.ZERO;
    const direction = currentSeparation.times(1 / distance);
    const response = this.levers.inverseMass.between(direction, direction) + compliance;
    if (response <= 0) return Vec3.ZERO;
    return direction.times((-relaxation * (distance / substep.duration + compliance * direction.dot(this.impulse))) / response);
  }
}

/** Along the axes of the world, at the middle between the anchors: where the substep starts, or where it ends. */
export function middleRows(pair: Pair, part: Part, isCurrent: boolean): DirectRow[] {
  const separation = isCurrent ? pair.currentSeparation : pair.separation;
  const armA = isCurrent ? pair.currentArmA : pair.armA;
  const armB = isCurrent ? pair.currentArmB : pair.armB;
  return AXES.map((axis) => DirectRow.between(pair, part, axis, armA.plusTimes(separation, 0.5), armB.plusTimes(separation, -0.5)));
}

/** The separation of the anchors along three axes that turn with A. */
export function pointRows(pair: Pair, kind: RowKind, compliance: number, impulse: Vec3): ConstraintRow[] {
  const { a, armA, armB, separation } = pair;
  return turnedAxes(a).map((axis) => {
    const row = ConstraintRow.between(kind, pair, axis, Vec3.ZERO, armA.plus(separation), armB);
    return row.hold(axis.dot(separation), 0, 0, compliance, impulse.dot(axis));
  });
}
