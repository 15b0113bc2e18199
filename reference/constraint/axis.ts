// Holds a direction of B to one of A: the two rows of a hinge. Error a₁ × a₂: Müller et al. 2020, eq 20; impulses: eqs 11-16.
import { RowKind } from '../../bindings/core/layout.ts';
import { SymmetricMatrix } from '../math/matrix.ts';
import { turn } from '../math/rotation.ts';
import { Vec3 } from '../math/vector.ts';
import { DirectRow } from '../solver/direct/row.ts';
import type { Substep } from '../solver/substep.ts';
import type { AngularPart } from './block.ts';
import type { Pair } from './pair.ts';
import { ConstraintRow } from './row.ts';
import { Rows } from './rows.ts';

/** rad; an error below this has no direction. */
const LEAST_ERROR = 1e-12;

export class Axis implements AngularPart {
  /** On B, N m s. */
  readonly impulse = Vec3.zero();
  readonly rows = new Rows();
  readonly response = SymmetricMatrix.zero();
  /** Directions of A and B at the start of the substep. */
  readonly startA = new Vec3(1, 0, 0);
  readonly startB = new Vec3(1, 0, 0);
  /** Direction of A at the end of the substep, before this part acts; and the direction that the rows are normal to. */
  readonly endA = new Vec3(1, 0, 0);
  readonly direction = new Vec3(1, 0, 0);

  /** Two directions of A across its axis when the step began. */
  private normals: readonly Vec3[] = [];
  /** Square of the impulse above which the bodies are overloaded. */
  private impulseLimit = 0;
  /** Two directions across A's axis where the substep starts. */
  private across: readonly Vec3[] = [];
  private direct: DirectRow[] = [];

  constructor(private readonly pair: Pair) {}

  startStep(substep: Substep, load: Vec3): void {
    this.normals = this.startA.basis();
    this.impulse.assign(load.times(substep.duration));
    this.impulseLimit = this.pair.torqueLimit(substep);
    this.noteLoad();
  }

  /** Along the two gradients of B's direction along two directions of A across A's. */
  warm(): void {
    const { pair, startB } = this;
    const inverseInertia = pair.inverseInertia();
    const torques = this.normals.map((start) => startB.cross(start.plus(pair.a.turned(start))));
    const warmth = this.rows.warmth(torques.reduce((sum, torque) => sum + inverseInertia.between(torque, torque), 0) / 2);
    const sum = Vec3.zero();
    for (const torque of torques)
      sum.assign(sum.plusTimes(torque, (warmth * this.impulse.dot(torque)) / Math.max(torque.squaredLength, 1e-300)));
    this.impulse.assign(sum);
    pair.loadAngular(sum);
  }

  solve(substep: Substep): Vec3 {
    const { pair, rows } = this;
    this.aim(substep);
    if (!rows.keepsImpulse(substep)) this.impulse.assign(Vec3.ZERO);
    const error = this.endA.cross(turn(this.startB, pair.b.angularVelocity.times(substep.duration)));
    if (substep.scalar) return alongError(substep, error, pair.inverseInertia(), rows, this.impulse);
    const target = error.times(-1 / substep.duration).plusTimes(this.impulse, -rows.compliance);
    this.respond();
    return this.response.times(target);
  }

  /** B's direction along two directions of A across A's. */
  constraintRows(compliance: number): ConstraintRow[] {
    const { pair, startA, startB, impulse } = this;
    return this.normals.map((start) => {
      const normal = start.plus(pair.a.turned(start));
      const torque = startB.cross(normal);
      const row = ConstraintRow.between(RowKind.Bound, pair, Vec3.ZERO, torque, Vec3.ZERO, Vec3.ZERO);
      return row.hold(normal.dot(startB.minus(startA)), 0, 0, compliance, impulse.dot(torque) / Math.max(torque.squaredLength, 1e-300));
    });
  }

  directRows(): DirectRow[] {
    const { impulse, pair, startA, startB } = this;
    this.across = startA.basis();
    this.direct = this.across.map((normal) => {
      const torque = startB.cross(normal);
      const row = DirectRow.about(pair, 'turn', torque);
      row.start = normal.dot(startB);
      row.last = impulse.dot(torque) / Math.max(torque.squaredLength, 1e-300);
      return row;
    });
    impulse.assign(Vec3.ZERO);
    return this.direct;
  }

  /** The part of B's direction across A's. */
  want(substep: Substep): void {
    this.aim(substep);
    const { a, b } = this.pair;
    const { duration: h } = substep;
    const endB = turn(this.startB, b.angularVelocity.times(h));
    const isCurrent = this.pair.turnsFar(substep);
    this.direct.forEach((row, index) => {
      const end = turn(this.across[index], a.angularVelocity.times(h));
      const torque = isCurrent ? endB.cross(end) : this.startB.cross(this.across[index]);
      row.aim(DirectRow.about(this.pair, 'turn', torque));
      row.hold(end.dot(endB), h, this.rows.compliance);
    });
  }

  /** Returns the change of the impulse. */
  take(): Vec3 {
    const change = Vec3.zero();
    this.impulse.assign(Vec3.ZERO);
    for (const row of this.direct) {
      const { torque } = row.ends[1];
      this.impulse.assign(this.impulse.plusTimes(torque, row.impulse));
      change.assign(change.plusTimes(torque, row.change));
    }
    return change;
  }

  record(change: Vec3): void {
    this.impulse.assign(this.impulse.plus(change));
    this.noteLoad();
  }

  private noteLoad(): void {
    this.pair.noteLoad(this.impulse.squaredLength, this.impulseLimit);
  }

  private aim(substep: Substep): void {
    const { pair } = this;
    this.endA.assign(turn(this.startA, pair.a.angularVelocity.times(substep.duration)));
    this.direction.assign(pair.turnsFar(substep) ? this.endA : this.startA);
  }

  /** Inverse of the part of the inverse inertia across the axis. */
  private respond(): void {
    const { direction, rows } = this;
    const b = direction.anyNormal();
    const c = direction.cross(b);
    const inverseInertia = this.pair.inverseInertia();
    const column = (v: Vec3) => inverseInertia.solveInPlane(b, c, rows.compliance, v.dot(b), v.dot(c));
    const x = column(Vec3.X);
    const y = column(Vec3.Y);
    const z = column(Vec3.Z);
    this.response.assign(new SymmetricMatrix(x.x, y.y, z.z, x.y, x.z, y.z));
  }
}

/** The angular impulse along an angular error: eqs 11-14. */
function alongError(substep: Substep, error: Vec3, inverseInertia: SymmetricMatrix, { compliance, relaxation }: Rows, impulse: Vec3): Vec3 {
  const angle = error.length;
  if (angle <= LEAST_ERROR) return Vec3.ZERO;
  const direction = error.times(1 / angle);
  const response = inverseInertia.between(direction, direction) + compliance;
  if (response <= 0) return Vec3.ZERO;
  return direction.times((-relaxation * (angle / substep.duration + compliance * direction.dot(impulse))) / response);
}
