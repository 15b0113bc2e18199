import { gatherRow, scatterRow, ANGULAR_VELOCITY, DISPLACEMENT, INERTIA, PRODUCTS, TURN, VELOCITY } from '../body/solver-body.kernel';

/** Addresses of the solver bodies of a bundle's lanes. Bodies that no joint moves are written to a place that nobody reads. */
// @ts-ignore: decorator
@unmanaged
export class LaneBodies {
  readA0: usize;
  readA1: usize;
  readA2: usize;
  readA3: usize;
  readB0: usize;
  readB1: usize;
  readB2: usize;
  readB3: usize;
  writeA0: usize;
  writeA1: usize;
  writeA2: usize;
  writeA3: usize;
  writeB0: usize;
  writeB1: usize;
  writeB2: usize;
  writeB3: usize;
  /** Lanes in use. */
  count: u32;
  /** Not 0: some lane's joint has a compliance, has damping, or holds its coordinate in an interval. */
  soft: u32;
  damped: u32;
  bounded: u32;
  /** Rows and type of the joints, where they are solved as rows. */
  rows: u32;
  type: u32;
  reserved0: u32;
  reserved1: u32;
}

/** Velocity, angular velocity, inverse mass and inverse inertia of LANES bodies. */
export function gatherMotion<T>(p0: usize, p1: usize, p2: usize, p3: usize): [vec3<T>, vec3<T>, vec3<T>, sym3<T>] {
  const [vx, vy, vz, massZ] = gatherRow<T>(p0, p1, p2, p3, VELOCITY);
  const [wx, wy, wz, spare] = gatherRow<T>(p0, p1, p2, p3, ANGULAR_VELOCITY);
  const [xx, yy, zz, massX] = gatherRow<T>(p0, p1, p2, p3, INERTIA);
  const [xy, xz, yz, massY] = gatherRow<T>(p0, p1, p2, p3, PRODUCTS);
  return [vec3(vx, vy, vz), vec3(wx, wy, wz), vec3(massX, massY, massZ), sym3(xx, yy, zz, xy, xz, yz)];
}

/** Displacement and rotation since the start of the step. */
export function gatherPose<T>(p0: usize, p1: usize, p2: usize, p3: usize): [vec3<T>, quat<T>] {
  const [x, y, z, spare] = gatherRow<T>(p0, p1, p2, p3, DISPLACEMENT);
  const [qx, qy, qz, qw] = gatherRow<T>(p0, p1, p2, p3, TURN);
  return [vec3(x, y, z), quat(qx, qy, qz, qw)];
}

export function scatterMotion<T>(p0: usize, p1: usize, p2: usize, p3: usize, velocity: vec3<T>, angularVelocity: vec3<T>, massZ: lane<T>): void {
  scatterRow<T>(p0, p1, p2, p3, VELOCITY, velocity.x, velocity.y, velocity.z, massZ);
  scatterRow<T>(p0, p1, p2, p3, ANGULAR_VELOCITY, angularVelocity.x, angularVelocity.y, angularVelocity.z, splat<T>(0));
}
