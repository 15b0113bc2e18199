// Holds the orientation of B to that of A. Error 2 (x, y, z) of q₂ q₁⁻¹: Müller et al. 2020, eqs 18 and 19; impulses: eqs 11-16.
import { SymmetricMatrix } from '../matrix.ts';
import { cayley, Quat } from '../rotation.ts';
import type { Substep } from '../substep.ts';
import { Vec3 } from '../vector.ts';
import type { AngularPart } from './block.ts';
import type { Pair } from './pair.ts';
import { Rows } from './rows.ts';

/** rad; an error below this has no direction. */
const LEAST_ERROR = 1e-12;

export class Align implements AngularPart {
  /** On B, N m s. */
  readonly impulse = Vec3.zero();
  readonly rows = new Rows();
  readonly response = SymmetricMatrix.zero();
  /** Rotation of B's frame against A's at the start of the substep, in world axes. */
  readonly relative = Quat.identity();

  constructor(private readonly pair: Pair) {}

  startStep(substep: Substep, load: Vec3): void {
    this.impulse.assign(load.times(substep.duration));
  }

  warm(): void {
    const { pair } = this;
    this.impulse.assign(this.impulse.times(this.rows.warmth(pair.inverseInertia().trace / 3)));
    pair.loadAngular(this.impulse);
  }

  solve(substep: Substep): Vec3 {
    const { pair, rows } = this;
    const { compliance } = rows;
    if (!rows.keepsImpulse(substep)) this.impulse.assign(Vec3.ZERO);
    const inverseInertia = pair.inverseInertia();
    const error = this.error(substep);
    if (substep.scalar) return alongError(substep, error, inverseInertia, compliance, this.impulse);
    this.response.assign(inverseInertia.plusDiagonal(compliance, compliance, compliance).inverse());
    return this.response.times(error.times(-1 / substep.duration).plusTimes(this.impulse, -compliance));
  }

  record(change: Vec3): void {
    this.impulse.assign(this.impulse.plus(change));
  }

  private error(substep: Substep): Vec3 {
    const { a, b } = this.pair;
    const { duration: h } = substep;
    const turnA = cayley(a.angularVelocity.times(h));
    const turnB = cayley(b.angularVelocity.times(h));
    const { x, y, z, w } = turnB.times(this.relative).times(turnA.conjugate);
    return new Vec3(x, y, z).times(w < 0 ? -2 : 2);
  }
}

/** The angular impulse along an angular error: eqs 11-14. */
export function alongError(substep: Substep, error: Vec3, inverseInertia: SymmetricMatrix, compliance: number, impulse: Vec3): Vec3 {
  const angle = error.length;
  if (angle <= LEAST_ERROR) return Vec3.ZERO;
  const direction = error.times(1 / angle);
  const response = inverseInertia.between(direction, direction) + compliance;
  if (response <= 0) return Vec3.ZERO;
  return direction.times(-(angle / substep.duration + compliance * direction.dot(impulse)) / response);
}
