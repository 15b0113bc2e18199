/** Where a ray meets a shape. */
export class RayHit {
  /** Along the unit direction. */
  distance: f64;
  /** Unit normal of the surface there; against the ray where it starts inside a solid. */
  normal: vec3<f64>;
  /** Face of a hull that is met from outside, triangle of a mesh, segment of a spline; else 0. */
  part: u32;
  /** Not 0: a triangle, met from behind. */
  behind: u32;
}
