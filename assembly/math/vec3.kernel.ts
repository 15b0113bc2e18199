/** Vectors: what the operators and builtins of the kernel language leave to write. */

/**
 * Two unit vectors that complete the unit vector n to a right-handed orthonormal basis (first x second = n).
 * Duff et al., "Building an Orthonormal Basis, Revisited" (2017): no branch, no square root, no singular direction.
 */
export function orthonormalBasis<T>(n: vec3<T>): [vec3<T>, vec3<T>] {
  const sign: lane<T> = copysign(1, n.z);
  const a = -1 / (sign + n.z);
  const b = n.x * n.y * a;
  const first = vec3(1 + sign * n.x * n.x * a, sign * b, -sign * n.x);
  const second = vec3(b, sign + n.y * n.y * a, -n.y);
  return [first, second];
}

/** The part of v across the unit vector n. */
export function rejectFrom<T>(v: vec3<T>, n: vec3<T>): vec3<T> {
  return v - dot(v, n) * n;
}

/** a + t (b - a) */
export function mix<T>(a: vec3<T>, b: vec3<T>, t: lane<T>): vec3<T> {
  return a + t * (b - a);
}
