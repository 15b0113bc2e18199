// The rotation R that fits a deformation A best, from one that is near it, as a unit quaternion: Newton's method on the rotation group for the maximum of tr(RᵀA).
//
//   M = A Rᵀ,   g = (M₂₁ − M₁₂, M₀₂ − M₂₀, M₁₀ − M₀₁),   K = tr(M) 1 − (M + Mᵀ) / 2,   ω = K⁻¹ g,   R ← cay(ω) R
//
// Where K is not positive definite, or the turn is a large one, ω = g / |tr(M)| instead (Müller, Bender, Chentanez and Macklin 2016, "A Robust Method to Extract the
// Rotational Part of Deformations"), which takes inverted shapes back.

/** As in assembly/particle/rotation.kernel.ts: iterations at most; of K over |tr(M)| the least determinant; |ω|² of a large turn. */
const MOST_TURNS = 20;
const DEFINITE = 1e-2;
const LARGE = 1;
const TINY = 1e-30;
/** rad: after such a turn the next would be about its square, and with the other formula a part of it. */
const NEAR = 1e-5;
const LEAST = 1e-9;

/** Of a matrix by rows. */
export function rotationRows(to: Float64Array, q: Float64Array, at: number): void {
  const [x, y, z, w] = [q[at], q[at + 1], q[at + 2], q[at + 3]];
  to[0] = 1 - 2 * (y * y + z * z);
  to[1] = 2 * (x * y - w * z);
  to[2] = 2 * (x * z + w * y);
  to[3] = 2 * (x * y + w * z);
  to[4] = 1 - 2 * (x * x + z * z);
  to[5] = 2 * (y * z - w * x);
  to[6] = 2 * (x * z - w * y);
  to[7] = 2 * (y * z + w * x);
  to[8] = 1 - 2 * (x * x + y * y);
}

/** Turns the quaternion at a place of `q` until it fits `a`, nine numbers by rows; `r` becomes its matrix. */
export function fitRotation(a: Float64Array, q: Float64Array, at: number, r: Float64Array): void {
  rotationRows(r, q, at);
  for (let turn = 0; turn < MOST_TURNS; turn++) {
    const isLast = turnOnce(a, q, at, r);
    rotationRows(r, q, at);
    if (isLast) return;
  }
}

function turnOnce(a: Float64Array, q: Float64Array, at: number, r: Float64Array): boolean {
  const m = (row: number, column: number) =>
    a[3 * row] * r[3 * column] + a[3 * row + 1] * r[3 * column + 1] + a[3 * row + 2] * r[3 * column + 2];
  const [m00, m01, m02, m10, m11, m12, m20, m21, m22] = [m(0, 0), m(0, 1), m(0, 2), m(1, 0), m(1, 1), m(1, 2), m(2, 0), m(2, 1), m(2, 2)];
  const scale = 1 / (Math.abs(m00 + m11 + m22) + TINY);
  let [x, y, z] = [scale * (m21 - m12), scale * (m02 - m20), scale * (m10 - m01)];
  const [kxx, kyy, kzz] = [scale * (m11 + m22), scale * (m00 + m22), scale * (m00 + m11)];
  const [kxy, kxz, kyz] = [-0.5 * scale * (m01 + m10), -0.5 * scale * (m02 + m20), -0.5 * scale * (m12 + m21)];
  const [xx, xy, xz] = [kyy * kzz - kyz * kyz, kxz * kyz - kxy * kzz, kxy * kyz - kxz * kyy];
  const [yy, yz, zz] = [kxx * kzz - kxz * kxz, kxy * kxz - kxx * kyz, kxx * kyy - kxy * kxy];
  const determinant = kxx * xx + kxy * xy + kxz * xz;
  const inverse = 1 / Math.max(determinant, DEFINITE);
  const fast = [inverse * (xx * x + xy * y + xz * z), inverse * (xy * x + yy * y + yz * z), inverse * (xz * x + yz * y + zz * z)];
  const isFast = determinant > DEFINITE && kxx > 0 && zz > 0 && fast[0] * fast[0] + fast[1] * fast[1] + fast[2] * fast[2] < LARGE;
  if (isFast) [x, y, z] = fast;
  const square = x * x + y * y + z * z;
  turnBy(q, at, 0.5 * x, 0.5 * y, 0.5 * z);
  const limit = isFast ? NEAR : LEAST;
  return square < limit * limit;
}

/** q ← (x, y, z, 1) q, made a unit quaternion. */
function turnBy(q: Float64Array, at: number, x: number, y: number, z: number): void {
  const [qx, qy, qz, qw] = [q[at], q[at + 1], q[at + 2], q[at + 3]];
  const [tx, ty, tz, tw] = [
    qx + x * qw + y * qz - z * qy,
    qy - x * qz + y * qw + z * qx,
    qz + x * qy - y * qx + z * qw,
    qw - x * qx - y * qy - z * qz,
  ];
  const norm = 1 / Math.sqrt(tx * tx + ty * ty + tz * tz + tw * tw);
  q[at] = tx * norm;
  q[at + 1] = ty * norm;
  q[at + 2] = tz * norm;
  q[at + 3] = tw * norm;
}
