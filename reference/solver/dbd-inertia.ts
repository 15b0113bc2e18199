// The inertia of a substep, Waterson's eqs 36 and 65: Ĩ = I - h [I ω]× + h I [ω]×, with I and ω at its end, so that h Δ(I ω) = Ĩ Δθ when a turn Δθ
// changes orientation and velocity together. It is not symmetric, and near rotation about the middle axis singular.
import type { Body } from '../body/body.ts';
import { SymmetricMatrix } from '../math/matrix.ts';
import { Vec3 } from '../math/vector.ts';

/** Part of the determinant of I below which that of Ĩ is too small; and the turn of a substep, rad, from which on Ĩ means nothing. */
const LEAST_DETERMINANT = 0.1;
const FARTHEST = 1;

export interface EffectiveInertia {
  /** Ĩ⁻¹ l */
  solve(torque: Vec3): Vec3;
}

/** I where a body has been moved to. */
export function movedInertia({ moments: { x, y, z }, orientation, principal }: Body): EffectiveInertia {
  const plain = SymmetricMatrix.alongAxes(orientation.times(principal), new Vec3(1 / x, 1 / y, 1 / z));
  return { solve: (torque) => plain.times(torque) };
}

/** That of a body where it has been moved to, at the velocity that it has. */
export function effectiveInertia(body: Body, h: number): EffectiveInertia {
  const { x, y, z } = body.moments;
  const inertia = SymmetricMatrix.alongAxes(body.orientation.times(body.principal), body.moments);
  const { angularVelocity } = body;
  const momentum = inertia.times(angularVelocity);
  const column = (e: Vec3) =>
    inertia
      .times(e)
      .plusTimes(momentum.cross(e), -h)
      .plusTimes(inertia.times(angularVelocity.cross(e)), h);
  const [a, b, c] = [column(Vec3.X), column(Vec3.Y), column(Vec3.Z)];
  const determinant = a.dot(b.cross(c));
  const isFar = h * h * angularVelocity.squaredLength > FARTHEST * FARTHEST;
  if (isFar || !(determinant > LEAST_DETERMINANT * x * y * z)) return movedInertia(body);
  const [p, q, r] = [b.cross(c), c.cross(a), a.cross(b)];
  return { solve: (torque) => new Vec3(p.dot(torque), q.dot(torque), r.dot(torque)).times(1 / determinant) };
}
