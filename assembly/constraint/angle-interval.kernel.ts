/**
 * Holds the angle about a hinge's axis in an interval (Mueller et al., eq 21 and Algorithm 3). The angle is the twist of F_B F_A*
 * about the axis of A; the part carries its change since the start of the step, so lower and upper are relative to the angle then.
 */
export class AngleIntervalPart<T> {
  /** F_B F_A* at the start of the step without its twist. */
  relative: quat<T>;
  lower: lane<T>;
  upper: lane<T>;
  impulse: lane<T>;
  total: vec3<T>;
  /** Sum of its sizes. */
  sum: lane<T>;
  compliance: lane<T>;
}
