/** Which hits a query wants. @layout */
export const enum QueryMode {
  /** The nearest. */
  Closest = 0,
  /** One, whichever is found first. */
  Any = 1,
  /** One for each body. */
  All = 2,
}

/**
 * A query: what is asked, written by the bindings, and where the answers are.
 * @layout
 */
// @ts-ignore: decorator
@unmanaged
export class QueryRecord {
  /** Of a ray, a point, or the frame of a shape; world. */
  originX: f64;
  originY: f64;
  originZ: f64;
  /** Unit direction of a ray, or the way of a cast. */
  directionX: f64;
  directionY: f64;
  directionZ: f64;
  orientationX: f64;
  orientationY: f64;
  orientationZ: f64;
  orientationW: f64;
  /** Largest distance. */
  limit: f64;
  mode: u32;
  /** Groups of bodies that are looked at. */
  mask: u32;
  /** Slot plus one of a body that is not looked at. */
  excluded: u32;
  /** Slot plus one of the shape that is cast or overlaps; 0 for a point. */
  shape: u32;
  /** Not 0: a ray that starts inside a solid finds where it leaves it. */
  hollow: u32;
  /** HitRecords, how many there are, and room for how many. */
  hits: u32;
  hitCount: u32;
  hitCapacity: u32;
  /** Not 0: there was no memory for all hits. */
  failed: u32;
  /** Not 0: sensors are looked at too. */
  sensors: u32;
}

/**
 * An answer.
 * @layout
 */
// @ts-ignore: decorator
@unmanaged
export class HitRecord {
  /** Of a ray the distance, of a cast the fraction of its way, of a point or body the distance, negative inside. */
  distance: f64;
  /** On the body that was hit, world. */
  pointX: f64;
  pointY: f64;
  pointZ: f64;
  /** Of a ray and a point: outward from the body. Of a cast and of a distance: from the first to the second. */
  normalX: f64;
  normalY: f64;
  normalZ: f64;
  /** On the first body, where there are two. */
  otherX: f64;
  otherY: f64;
  otherZ: f64;
  body: u32;
  /** Triangle, face or segment. */
  part: u32;
  /** Child of a compound plus one; 0 without. */
  child: u32;
  reserved: u32;
}
