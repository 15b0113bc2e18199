/** 3x3 matrices: symmetric systems, tensors turned by a rotation, the inverse mass of a point. */

/** The diagonal matrix of d. */
export function diagonal<T>(d: vec3<T>): sym3<T> {
  return sym3(d.x, d.y, d.z, 0, 0, 0);
}

/** v v^T. */
export function outerSym3<T>(v: vec3<T>): sym3<T> {
  return sym3(v.x * v.x, v.y * v.y, v.z * v.z, v.x * v.y, v.x * v.z, v.y * v.z);
}

/** [v]x, the matrix of the cross product: [v]x r = v x r. */
export function crossMatrix<T>(v: vec3<T>): mat3<T> {
  return mat3(0, -v.z, v.y, v.z, 0, -v.x, -v.y, v.x, 0);
}

/** R diag(d) R^T: a tensor given by its principal values d and its axes, the columns of R. */
export function rotateSym3<T>(R: mat3<T>, d: vec3<T>): sym3<T> {
  const a = R[0] * d;
  const b = R[1] * d;
  return sym3(dot(a, R[0]), dot(b, R[1]), dot(R[2] * d, R[2]), dot(a, R[1]), dot(a, R[2]), dot(b, R[2]));
}

/** -[r]x M [r]x: what the inverse inertia M adds to the inverse mass of the point at r. */
export function pointInverseMass<T>(M: sym3<T>, r: vec3<T>): sym3<T> {
  const a = r.y * M[2] - r.z * M[1];
  const b = r.z * M[0] - r.x * M[2];
  const c = r.x * M[1] - r.y * M[0];
  return sym3(
    r.y * a.z - r.z * a.y,
    r.z * b.x - r.x * b.z,
    r.x * c.y - r.y * c.x,
    r.z * a.x - r.x * a.z,
    r.x * a.y - r.y * a.x,
    r.x * b.y - r.y * b.x,
  );
}

/** The adjugate of K and its determinant: K^-1 = adjugate / determinant. */
export function adjugateSym3<T>(K: sym3<T>): [sym3<T>, lane<T>] {
  const xx = K.yy * K.zz - K.yz * K.yz;
  const xy = K.xz * K.yz - K.xy * K.zz;
  const xz = K.xy * K.yz - K.xz * K.yy;
  const yy = K.xx * K.zz - K.xz * K.xz;
  const yz = K.xy * K.xz - K.xx * K.yz;
  const zz = K.xx * K.yy - K.xy * K.xy;
  const determinant = K.xx * xx + K.xy * xy + K.xz * xz;
  return [sym3(xx, yy, zz, xy, xz, yz), determinant];
}

/** K^-1 of a symmetric positive definite K. */
export function inverseSym3<T>(K: sym3<T>): sym3<T> {
  const [adjugate, determinant] = adjugateSym3(K);
  return (1 / determinant) * adjugate;
}

/** The x with K x = b, for a symmetric positive definite K. */
export function solveSym3<T>(K: sym3<T>, b: vec3<T>): vec3<T> {
  const [adjugate, determinant] = adjugateSym3(K);
  return (1 / determinant) * (adjugate * b);
}

/** The (u, v) with a u + b v = x and b u + c v = y, for a positive definite (a b; b c). */
export function solveSym2<T>(a: lane<T>, b: lane<T>, c: lane<T>, x: lane<T>, y: lane<T>): [lane<T>, lane<T>] {
  const inverse = 1 / (a * c - b * b);
  return [(c * x - b * y) * inverse, (a * y - b * x) * inverse];
}
