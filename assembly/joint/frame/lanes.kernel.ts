// What the rows of one bundle are worked out from, a number in every lane.

/** Where the two bodies of a joint are: arms and separation of the anchors, world frames of the joint. */
export class Placement<T> {
  armA: vec3<T>;
  armB: vec3<T>;
  separation: vec3<T>;
  frameA: quat<T>;
  frameB: quat<T>;
  /** Of a path joint: how the curve's frame turns per metre, world axes; and how far its nearest point has moved along the curve in the step. */
  bend: vec3<T>;
  arc: lane<T>;
  /** Since the start of the step: change of the separation, and the turns of the bodies. */
  change: vec3<T>;
  turnA: quat<T>;
  turnB: quat<T>;
}

/**
 * One coordinate: its value at the end of the substep and its speed; its gradient, a force at B's anchor and a torque, reversed on A; the
 * torques about the centres of mass, and what force and torques do to the velocities.
 */
export class CoordinateLanes<T> {
  force: vec3<T>;
  torque: vec3<T>;
  torqueA: vec3<T>;
  torqueB: vec3<T>;
  moved: vec3<T>;
  turnedA: vec3<T>;
  turnedB: vec3<T>;
  value: lane<T>;
  speed: lane<T>;
}

/**
 * One row of a joint in one sweep: c p + u = b within low <= p <= high, where p is its impulse and u the speed along its coordinate
 * afterwards. `residual` is b - u - c p before the sweep, `change` the result, `active` whether the row holds or is at a bound.
 */
export class BlockRow<T> {
  low: lane<T>;
  high: lane<T>;
  softness: lane<T>;
  residual: lane<T>;
  impulse: lane<T>;
  change: lane<T>;
  active: mask<T>;
  /** What the rows before leave of the residual, and the inverse of what they leave of the diagonal entry. */
  rest: lane<T>;
  inversePivot: lane<T>;
}
