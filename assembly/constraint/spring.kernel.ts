/**
 * A spring and a damper between two points in all three directions: f = -k d - nu dd/dt, |f| <= maxLoad (Waterson, eqs 123, 124 and 132),
 * d the separation of the anchors. Geometry and impulse are those of a PointPart.
 */
export class SpringPart<T> {
  /** k, N/m; nu, N s/m; the greatest force, N; xi. */
  stiffness: lane<T>;
  damping: lane<T>;
  maxLoad: lane<T>;
  relaxation: lane<T>;
}
