const TURN: f64 = 6.283185307179586;

/** The full turns nearest to an angle, rad. */
export function fullTurns(angle: f64): f64 {
  return TURN * nearest<f64>(angle / TURN);
}

/** The angle a + 2 pi k nearest to `near`. */
export function unwrapAngle(angle: f64, near: f64): f64 {
  return angle + fullTurns(near - angle);
}
