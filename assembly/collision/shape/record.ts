/**
 * Kind of a shape. Those up to Triangle are convex: a core that support functions describe, and a radius around it. A triangle is
 * part of a mesh or height field and never a shape by itself.
 * @layout
 */
export const enum ShapeType {
  Sphere = 0,
  Capsule = 1,
  Box = 2,
  Cylinder = 3,
  Cone = 4,
  Hull = 5,
  Triangle = 6,
  HalfSpace = 7,
  Spline = 8,
  Mesh = 9,
  HeightField = 10,
  Compound = 11,
  Count = 12,
}

/** Bits of ShapeRecord.flags. @layout */
export const enum ShapeFlag {
  Alive = 1,
  /** A mesh or height field whose triangles are solid from their front only. */
  OneSided = 2,
  /** A mesh that encloses a volume. */
  Solid = 4,
  /** A compound with children that have something of their own. */
  Distinct = 8,
  /** A compound with children that are solid from one side only. */
  OneWay = 16,
}

/**
 * A shape in its own frame; m. Bodies and compounds share it.
 * @layout
 */
// @ts-ignore: decorator
@unmanaged
export class ShapeRecord {
  /** Box around the shape with its rounding; of a half-space, nothing useful. */
  lowX: f64;
  lowY: f64;
  lowZ: f64;
  highX: f64;
  highY: f64;
  highZ: f64;
  /**
   * Of the core. Box: half extents. Capsule: y is the half height. Cylinder: x the radius, y the half height. Cone: x the radius, y the
   * half height, z how far above the origin its middle is. Half-space: unit outward normal of the plane through the origin.
   */
  sizeX: f64;
  sizeY: f64;
  sizeZ: f64;
  /** Around the core: the radius of spheres, capsules and splines, the rounding of the others. */
  radius: f64;
  /** About half of the least width: what counts as near, beside this shape. */
  breadth: f64;
  /** Largest distance of a point from the shape's origin; infinite for a half-space. */
  reach: f64;
  type: u32;
  /** Address of the geometry block: hulls, splines, meshes, height fields, compounds; else 0. */
  data: u32;
  flags: u32;
  generation: u32;
  nextFree: i32;
  /** Bodies and compounds that have it. */
  users: u32;
}

/**
 * A convex hull: this head, then its lists, whose places are bytes from the head's start.
 * @layout
 */
// @ts-ignore: decorator
@unmanaged
export class HullBlock {
  /** A point inside. */
  centerX: f64;
  centerY: f64;
  centerZ: f64;
  /** How far vertices are from it at most, as the sum of the coordinates' sizes. */
  reach: f64;
  vertexCount: u32;
  faceCount: u32;
  edgeCount: u32;
  /** Vertices of the largest face. */
  largestFace: u32;
  /** x y z of each vertex, f64. */
  vertices: u32;
  /** Unit outward normal n and offset n·x of each face, f64. */
  planes: u32;
  /** First corner and number of corners of each face, u32. Faces are flat and convex: no two neighbours lie in one plane. */
  faces: u32;
  /** Vertices around each face, counter-clockwise from outside, u32. */
  corners: u32;
  /** Each edge once, u32: vertices a and b, the face along which a to b runs counter-clockwise, and the other face. */
  edges: u32;
  /** vertexCount + 1 places in the list of neighbours where those of a vertex start and end, u32. */
  neighbourStarts: u32;
  /** Vertices that share an edge with a vertex, u32. */
  neighbours: u32;
  /** Planes, seen from the point inside, four by four: x y z of the normals and offsets, f32. After the last there are some that nothing is outside of. */
  planeLanes: u32;
  /** Vertices, in the same way: x y z. After the last there is the first one again. */
  vertexLanes: u32;
  reserved: u32;
}

/** Bits of ChildRecord.flags. @layout */
export const enum ChildFlag {
  /** It only feels what overlaps it. */
  Sensor = 1,
  Group = 2,
  Mask = 4,
}

/**
 * A convex shape of a compound, at its pose in the compound's frame. The block of a compound is a Bvh (shape/bvh.ts) and then these.
 * @layout
 */
// @ts-ignore: decorator
@unmanaged
export class ChildRecord {
  positionX: f64;
  positionY: f64;
  positionZ: f64;
  orientationX: f64;
  orientationY: f64;
  orientationZ: f64;
  orientationW: f64;
  /** Slot of its shape, which is no compound. */
  shape: u32;
  /** Bits of ChildFlag: what of the following is its own. */
  flags: u32;
  collisionGroup: u32;
  collisionMask: u32;
  /** Place of its SurfaceRecord in the block, 0 without one. What is NaN there, or NO_WORD, is its body's. */
  surface: u32;
  reserved: u32;
}
