import { ShapeType } from './record';

/**
 * A convex shape at a place, in a frame that it shares with another: a core, and `radius` around it. All collision is computed in
 * double precision in both builds, in a frame whose origin is near.
 */
export class Convex {
  /** From the shape's frame to the shared one. */
  rotation: mat3<f64>;
  position: vec3<f64>;
  /** See ShapeRecord.sizeX. */
  size: vec3<f64>;
  radius: f64;
  /** A triangle's corners, counter-clockwise from its front, in the shared frame: its rotation and position are not read. */
  cornerA: vec3<f64>;
  cornerB: vec3<f64>;
  cornerC: vec3<f64>;
  type: u32;
  /** Address of a hull's block. */
  data: u32;
}

/** A polygon, a segment or a point of a convex core, in the shared frame; counter-clockwise from outside. */
export class Face {
  normal: vec3<f64>;
  count: u32;
  /** Tells faces of one shape apart. */
  id: u32;
}

/** Bytes of a Face before its points, and of each of those: position, and a vertex number that stays the same while the shape moves. */
export const FACE_POINTS: usize = offsetof<Face>();
export class FacePoint {
  position: vec3<f64>;
  id: u32;
  reserved: u32;
}

/** Where two convex cores are nearest, or deepest in each other. */
export class Closest {
  /** Unit vector from the first to the second: moving the second along it takes them apart. */
  normal: vec3<f64>;
  /** On the first core and on the second. */
  pointA: vec3<f64>;
  pointB: vec3<f64>;
  /** (pointB - pointA)·normal: negative where the cores overlap. */
  distance: f64;
}

/** A point of a manifold. */
export class ContactPoint {
  /** Midway between the two surfaces, in the shared frame. */
  position: vec3<f64>;
  /** Of the surfaces, with their radii, along the normal; negative where they overlap. */
  separation: f64;
  /** The features that meet here; the same for the same features from step to step. */
  id: u32;
  reserved: u32;
}

/** Contact points with one normal, from the first shape to the second; the points (ContactPoint) follow. */
export class Manifold {
  normal: vec3<f64>;
  count: u32;
  reserved: u32;
}

export const MANIFOLD_POINTS: usize = offsetof<Manifold>();
/** Points that a manifold has at most, once it is reduced. */
export const MOST_POINTS: u32 = 4;

export function isPolytope(type: u32): bool {
  return type == ShapeType.Box || type == ShapeType.Hull || type == ShapeType.Triangle;
}
