/** Where a ray meets a shape. */
export class RayHit {
  /** Along the unit direction. */
  distance: f64;
  /** Unit normal of the surface there; against the ray where it starts inside a solid. */
  normal: vec3<f64>;
  /** Face of a hull, triangle of a mesh; else what it was. */
  part: u32;
  /** Not 0: a triangle, met from behind. */
  behind: u32;
}
