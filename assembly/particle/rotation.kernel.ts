// The rotation R that fits a deformation A best, tr(RᵀA) a maximum, from one that is near it: Newton's method on the rotation group, with M = A Rᵀ, g the axial
// vector of M − Mᵀ and K the negative Hessian of tr(RᵀA):
//
//   g = (M₂₁ − M₁₂, M₀₂ − M₂₀, M₁₀ − M₀₁),   K = tr(M) 1 − (M + Mᵀ) / 2,   ω = K⁻¹ g,   R ← cay(ω) R
//
// Where K is not positive definite, or the turn is a large one, ω = g / |tr(M)| instead, which takes inverted shapes back (Müller, Bender, Chentanez and Macklin 2016).
import { real } from 'precision';
import { adjugateSym3 } from '../math/mat3.kernel';
import { cayley, qmul, rotationMatrix } from '../math/quat.kernel';

/** As in reference/particle/rotation.ts. */
const MOST_TURNS: u32 = 20;
const DEFINITE: f64 = 1e-2;
const LARGE: f64 = 1;
const TINY: f64 = 1e-30;
/** What is less than its last digit becomes 0: its square would be a subnormal number, with which processors are slow. */
const GRAIN: f64 = 0.0009765625;

/** From a rotation that is near it: as a unit quaternion, and as a matrix. */
export function bestRotation<T>(from: quat<T>, A: mat3<T>): [quat<T>, mat3<T>] {
  // The error that is left is about the square of the last turn, and with the other formula a part of it.
  const near: real = sizeof<real>() == 4 ? 2e-4 : 1e-5;
  const least: real = sizeof<real>() == 4 ? 1e-6 : 1e-9;
  let q = from;
  let R = rotationMatrix(q);
  for (let turn: u32 = 0; turn < MOST_TURNS; turn++) {
    const M = A * transpose(R);
    const g = vec3(M.m21 - M.m12, M.m02 - M.m20, M.m10 - M.m01);
    const whole = M.m00 + M.m11 + M.m22;
    const scale = 1 / (abs(whole) + TINY);
    const slow = scale * g;
    const half = 0.5 * scale;
    const K = sym3(
      scale * (M.m11 + M.m22),
      scale * (M.m00 + M.m22),
      scale * (M.m00 + M.m11),
      -half * (M.m01 + M.m10),
      -half * (M.m02 + M.m20),
      -half * (M.m12 + M.m21),
    );
    const [adjugate, determinant] = adjugateSym3(K);
    const fast = (1 / max(determinant, DEFINITE)) * (adjugate * slow);
    const isFast = determinant > DEFINITE && K.xx > 0 && adjugate.zz > 0 && lengthSquared(fast) < LARGE;
    const turned = isFast ? fast : slow;
    const limit = isFast ? splat<T>(near) : splat<T>(least);
    q = qmul(cayley(turned), q);
    q = (1 / sqrt(lengthSquared(q.xyz) + q.w * q.w)) * q;
    q = quat(q.x + GRAIN - GRAIN, q.y + GRAIN - GRAIN, q.z + GRAIN - GRAIN, q.w);
    R = rotationMatrix(q);
    if (all(lengthSquared(turned) < limit * limit)) break;
  }
  return [q, R];
}
