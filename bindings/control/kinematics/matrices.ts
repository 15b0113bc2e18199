import type { Quat, Vec3 } from '../../core/arguments.ts';
import { dot, rotate } from '../../core/geometry.ts';

/** xx, yy, zz, xy, xz, yz. */
export type Symmetric = readonly number[];

export const UNIT: Symmetric = [1, 1, 1, 0, 0, 0];

export const timesSymmetric = (m: Symmetric, v: Vec3): Vec3 => [
  m[0] * v[0] + m[3] * v[1] + m[4] * v[2],
  m[3] * v[0] + m[1] * v[1] + m[5] * v[2],
  m[4] * v[0] + m[5] * v[1] + m[2] * v[2],
];

export function invertSymmetric(m: Symmetric): Symmetric {
  const [xx, yy, zz, xy, xz, yz] = m;
  const a = yy * zz - yz * yz;
  const b = xz * yz - xy * zz;
  const c = xy * yz - xz * yy;
  const f = 1 / (xx * a + xy * b + xz * c);
  return [a * f, (xx * zz - xz * xz) * f, (xx * yy - xy * xy) * f, b * f, c * f, (xy * xz - xx * yz) * f];
}

/** R m Rᵀ */
export function turnedTensor(q: Quat, m: Symmetric): Symmetric {
  const rows = (
    [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ] as Vec3[]
  ).map((axis) => rotate([-q[0], -q[1], -q[2], q[3]], axis));
  const images = rows.map((row) => timesSymmetric(m, row));
  return [
    dot(rows[0], images[0]),
    dot(rows[1], images[1]),
    dot(rows[2], images[2]),
    dot(rows[0], images[1]),
    dot(rows[0], images[2]),
    dot(rows[1], images[2]),
  ];
}

/** Solves a symmetric positive definite system in place of its right side (Cholesky); false where it is not definite. */
export function solvePositive(matrix: Float64Array, right: Float64Array): boolean {
  const n = right.length;
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = matrix[i * n + j];
      for (let k = 0; k < j; k++) sum -= matrix[i * n + k] * matrix[j * n + k];
      if (i > j) matrix[i * n + j] = sum / matrix[j * n + j];
      else if (sum > 0) matrix[i * n + i] = Math.sqrt(sum);
      else return false;
    }
  }
  for (let i = 0; i < n; i++) {
    let sum = right[i];
    for (let k = 0; k < i; k++) sum -= matrix[i * n + k] * right[k];
    right[i] = sum / matrix[i * n + i];
  }
  for (let i = n - 1; i >= 0; i--) {
    let sum = right[i];
    for (let k = i + 1; k < n; k++) sum -= matrix[k * n + i] * right[k];
    right[i] = sum / matrix[i * n + i];
  }
  return true;
}
