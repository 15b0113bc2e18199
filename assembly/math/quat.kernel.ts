/** Rotations: unit quaternions (x, y, z, w) and the Cayley map. */

/** v rotated by the unit quaternion q. */
export function rotate<T>(q: quat<T>, v: vec3<T>): vec3<T> {
  const t = 2 * cross(q.xyz, v);
  return v + q.w * t + cross(q.xyz, t);
}

/** v rotated by the inverse of the unit quaternion q. */
export function unrotate<T>(q: quat<T>, v: vec3<T>): vec3<T> {
  const t = 2 * cross(q.xyz, v);
  return v - q.w * t + cross(q.xyz, t);
}

/** q v q* - v: how far the rotation moves v, without the cancellation of rotate(q, v) - v. */
export function rotateDelta<T>(q: quat<T>, v: vec3<T>): vec3<T> {
  const t = 2 * cross(q.xyz, v);
  return q.w * t + cross(q.xyz, t);
}

/** The product a b: first b, then a. */
export function qmul<T>(a: quat<T>, b: quat<T>): quat<T> {
  return quat(a.w * b.xyz + b.w * a.xyz + cross(a.xyz, b.xyz), a.w * b.w - dot(a.xyz, b.xyz));
}

/** The inverse of a unit quaternion. */
export function conjugate<T>(q: quat<T>): quat<T> {
  return quat(-q.xyz, q.w);
}

/** The one of q and -q, the same rotation, whose w is not negative. */
export function shortest<T>(q: quat<T>): quat<T> {
  return q.w < 0 ? -q : q;
}

/** The unit quaternion of the rotation vector theta by the Cayley map: (theta/2, 1) / sqrt(1 + |theta/2|²), the angle 2 atan(|theta|/2). */
export function cayley<T>(theta: vec3<T>): quat<T> {
  const t = 0.5 * theta;
  const scale = 1 / sqrt(1 + lengthSquared(t));
  return quat(scale * t, scale);
}

/** R(theta) r - r for R = cayley(theta), without cancellation: 2 (u + t x u) / (1 + |t|²) with t = theta/2, u = t x r. */
export function cayleyDelta<T>(theta: vec3<T>, r: vec3<T>): vec3<T> {
  const t = 0.5 * theta;
  const u = cross(t, r);
  return (2 / (1 + lengthSquared(t))) * (u + cross(t, u));
}

/** The rotation vector whose cayley map is the unit quaternion q: 2 (x, y, z) / w. Its length is 2 tan(angle / 2). */
export function cayleyInverse<T>(q: quat<T>): vec3<T> {
  return (2 / q.w) * q.xyz;
}

/** The rotation matrix of the unit quaternion q. */
export function rotationMatrix<T>(q: quat<T>): mat3<T> {
  const d = 2 * q.xyz;
  const xx = d.x * q.x;
  const yy = d.y * q.y;
  const zz = d.z * q.z;
  const xy = d.x * q.y;
  const xz = d.x * q.z;
  const yz = d.y * q.z;
  const wx = d.x * q.w;
  const wy = d.y * q.w;
  const wz = d.z * q.w;
  return mat3(vec3(1 - (yy + zz), xy - wz, xz + wy), vec3(xy + wz, 1 - (xx + zz), yz - wx), vec3(xz - wy, yz + wx, 1 - (xx + yy)));
}
