/**
 * What the integration of LANES bodies needs and joints do not: everything that is not in the rows of solver-body.kernel.ts.
 */
export class BodyBundle<T> {
  /** Gravity and forces over mass, as much of them as damping lets through. */
  acceleration: vec3<T>;
  torque: vec3<T>;
  /** Angular momentum about the centre of mass, world axes. This, not the angular velocity, is carried from substep to substep. */
  momentum: vec3<T>;
  /** Principal axes at the start of the step. */
  axes: quat<T>;
  /** Principal moments; zero inverse where no torque moves the body. */
  inertia: vec3<T>;
  inverseInertia: vec3<T>;
  /** Zero along locked axes. */
  inverseMass: vec3<T>;
  /** What damping leaves of velocities in a substep. */
  linearKeep: lane<T>;
  angularKeep: lane<T>;
  /** 1 for dynamic bodies, 0 for the others, whose velocities nothing changes. */
  dynamic: lane<T>;
  /** 1 where rotation about a world axis is locked. */
  lock: vec3<T>;
  /** Mean angular velocity of the substep before any joint acts. */
  free: vec3<T>;
  /** Inverse inertia in world axes. */
  world: sym3<T>;
  /** Angular velocity as the last substep left it: what differs from it is the work of the velocity pass. */
  published: vec3<T>;
  /** 1: joints were expected to turn it in this substep. */
  settles: lane<T>;
  /** Velocity with which the substep began, before any contact acted; and what these have done to the momentum until the poses followed, of balls to the angular velocity. */
  begun: vec3<T>;
  kick: vec3<T>;
  /** Velocity and angular momentum before the last substep of a step, and before the one ahead of it. */
  lastVelocity: vec3<T>;
  lastMomentum: vec3<T>;
  pastVelocity: vec3<T>;
  pastMomentum: vec3<T>;
}
