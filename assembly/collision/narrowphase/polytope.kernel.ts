/**
 * One view of boxes, triangles and hulls: vertices, planes of faces and edges between two faces, in the shape's own frame. Boxes and
 * triangles have their topology in tables; a triangle is a prism without height: its front, its back, and three sides that have the
 * edges of both in common.
 */
import { Convex } from '../shape/convex.kernel';
import { HullBlock, ShapeType } from '../shape/record';

/** Larger hulls are left to the general algorithm. */
export const MOST_VERTICES: u32 = 256;

export class Vertex {
  position: vec3<f64>;
}

export class Plane {
  normal: vec3<f64>;
  offset: f64;
}

/** From vertex `start` to `end`, counter-clockwise around face `left`. */
export class Edge {
  start: u32;
  end: u32;
  left: u32;
  right: u32;
}

/** What a Convex begins with. */
export class Pose {
  rotation: mat3<f64>;
  position: vec3<f64>;
}

export class Polytope {
  /** A point inside, and how far vertices are from it at most. */
  center: vec3<f64>;
  reach: f64;
  vertices: usize;
  planes: usize;
  edges: usize;
  /** Planes and vertices from the middle, single precision, four by four: x y z, and offsets of planes. See polytope-lanes.kernel.ts. */
  planeLanes: usize;
  vertexLanes: usize;
  vertexCount: u32;
  faceCount: u32;
  edgeCount: u32;
}

/** Bytes of four planes, and of four vertices. */
export const PLANE_LANES: usize = 64;
export const VERTEX_LANES: usize = 48;
/** In place of an offset: no point is outside that. */
export const LEAST_OFFSET: f32 = 1e30;

/** Room for the view of a box or a triangle: vertices, planes, and the lanes of both. */
export const VIEW_BYTES: u32 = 8 * 24 + 6 * 32 + 2 * 64 + 2 * 48;
const VIEWED_PLANES: usize = 8 * offsetof<Vertex>();
const VIEWED_PLANE_LANES: usize = VIEWED_PLANES + 6 * offsetof<Plane>();
const VIEWED_VERTEX_LANES: usize = VIEWED_PLANE_LANES + 2 * PLANE_LANES;

/** The best separating axis of two polytopes. */
export class Separation {
  /** Unit vector from the first to the second. */
  normal: vec3<f64>;
  /** Negative where they overlap. */
  distance: f64;
  /** Of an axis across two edges: their ends, on the first and on the second polytope. */
  startA: vec3<f64>;
  endA: vec3<f64>;
  startB: vec3<f64>;
  endB: vec3<f64>;
  edgeA: u32;
  edgeB: u32;
  /** 1: across two edges. */
  edges: u32;
  /** What it is of: see last-axis.kernel.ts; 0 if that is not noted. */
  feature: u32;
}

// Vertex k of a box is on the positive side of x, y, z where bit 0, 1, 2 of k is set; faces are +x -x +y -y +z -z.
const BOX_EDGES: usize = memory.data<u32>([
  0, 1, 3, 5, 2, 3, 5, 2, 4, 5, 4, 3, 6, 7, 2, 4,
  0, 2, 5, 1, 1, 3, 0, 5, 4, 6, 1, 4, 5, 7, 4, 0,
  0, 4, 1, 3, 1, 5, 3, 0, 2, 6, 2, 1, 3, 7, 0, 2,
]);
const TRIANGLE_EDGES: usize = memory.data<u32>([0, 1, 0, 2, 1, 2, 0, 3, 2, 0, 0, 4, 0, 1, 2, 1, 1, 2, 3, 1, 2, 0, 4, 1]);

/** Separations of axes that differ by less than these fractions of the size count as equal: faces of B, and edges, must be better than the
 * faces of A by as much, and the axis of the last step may be worse. */
export const FACE_TOLERANCE: f64 = 1e-4;
export const EDGE_TOLERANCE: f64 = 1e-3;
export const LAST_TOLERANCE: f64 = 2e-4;
/** Cosine between axes that are the same. */
export const SAME_AXIS: f64 = 0.9999;
/** Squared sine between edges that are parallel. */
export const PARALLEL: f64 = 1e-7;

/** Whether the separating-axis test of hulls can take it. */
export function fitsPolytope(c: Convex): bool {
  if (c.type == <u32>ShapeType.Hull) return changetype<HullBlock>(c.data).vertexCount <= MOST_VERTICES;
  return c.type == <u32>ShapeType.Box || c.type == <u32>ShapeType.Triangle;
}

/** About half the width of a core; 0 for points and segments. */
export function coreSize(c: Convex): f64 {
  if (c.type == <u32>ShapeType.Box) return min(c.size.x, min(c.size.y, c.size.z));
  if (c.type >= <u32>ShapeType.Cylinder && c.type <= <u32>ShapeType.Cone) return min(c.size.x, c.size.y);
  if (c.type == <u32>ShapeType.Triangle) return 0.5 * length(c.cornerB - c.cornerA);
  if (c.type != <u32>ShapeType.Hull) return 0.0;
  const hull = changetype<HullBlock>(c.data);
  const first = changetype<Vertex>(changetype<usize>(hull) + hull.vertices);
  return length(first.position - vec3<f64>(hull.centerX, hull.centerY, hull.centerZ));
}

/** Fills the view of a core, but for the lanes of a box or triangle; VIEW_BYTES of room are given for these. */
export function viewPolytope(c: Convex, room: usize, out: Polytope): void {
  const vertices = room;
  const planes = room + VIEWED_PLANES;
  out.center = vec3<f64>(0, 0, 0);
  out.vertices = vertices;
  out.planes = planes;
  out.planeLanes = room + VIEWED_PLANE_LANES;
  out.vertexLanes = room + VIEWED_VERTEX_LANES;
  if (c.type == <u32>ShapeType.Box) {
    const sizes: usize = changetype<usize>(c) + offsetof<Convex>('sizex');
    for (let axis: u32 = 0; axis < 3; axis++) {
      const size: f64 = load<f64>(sizes + (axis << 3));
      for (let k: u32 = 0; k < 8; k++) {
        store<f64>(vertices + <usize>k * offsetof<Vertex>() + (axis << 3), (k >> axis) & 1 ? size : -size);
        if (k >= 6) continue;
        const plane: usize = planes + <usize>k * offsetof<Plane>();
        const own: bool = k >> 1 == axis;
        store<f64>(plane + (axis << 3), own ? (k & 1 ? -1.0 : 1.0) : 0.0);
        if (own) changetype<Plane>(plane).offset = size;
      }
    }
    out.vertexCount = 8;
    out.faceCount = 6;
    out.edges = BOX_EDGES;
    out.edgeCount = 12;
  } else if (c.type == <u32>ShapeType.Triangle) {
    // Its corners are in the shared frame.
    c.rotation = mat3<f64>(1, 0, 0, 0, 1, 0, 0, 0, 1);
    c.position = vec3<f64>(0, 0, 0);
    const corners: usize = changetype<usize>(c) + offsetof<Convex>('cornerAx');
    const front = cross(c.cornerB - c.cornerA, c.cornerC - c.cornerA);
    for (let k: u32 = 0; k < 5; k++) {
      const first = changetype<Vertex>(corners + <usize>(k < 2 ? 0 : k - 2) * offsetof<Vertex>()).position;
      let n = k ? -front : front;
      if (k > 1) n = cross(changetype<Vertex>(corners + <usize>(k == 4 ? 0 : k - 1) * offsetof<Vertex>()).position - first, front);
      const size: f64 = length(n);
      n = (size > 0.0 ? 1.0 / size : 0.0) * n;
      const plane = changetype<Plane>(planes + <usize>k * offsetof<Plane>());
      plane.normal = n;
      plane.offset = dot(n, first);
    }
    out.center = (1 / 3) * (c.cornerA + c.cornerB + c.cornerC);
    out.vertices = corners;
    out.vertexCount = 3;
    out.faceCount = 5;
    out.edges = TRIANGLE_EDGES;
    out.edgeCount = 6;
  } else {
    const block: usize = c.data;
    const hull = changetype<HullBlock>(block);
    out.center = changetype<Vertex>(block).position;
    out.reach = hull.reach;
    out.planeLanes = block + hull.planeLanes;
    out.vertexLanes = block + hull.vertexLanes;
    out.vertices = block + hull.vertices;
    out.planes = block + hull.planes;
    out.edges = block + hull.edges;
    out.vertexCount = hull.vertexCount;
    out.faceCount = hull.faceCount;
    out.edgeCount = hull.edgeCount;
  }
}

/** Writes the pose of one core in the frame of another. */
export function relativePose(c: Convex, to: Convex, out: Pose): void {
  const rows = c.rotation;
  const move = c.position - to.position;
  for (let i: u32 = 0; i < 3; i++) {
    const column: usize = changetype<usize>(to) + (<usize>i << 3);
    const x: f64 = load<f64>(column);
    const y: f64 = load<f64>(column, 24);
    const z: f64 = load<f64>(column, 48);
    changetype<Vertex>(changetype<usize>(out) + <usize>i * offsetof<Vertex>()).position = x * rows[0] + y * rows[1] + z * rows[2];
    store<f64>(changetype<usize>(out) + offsetof<Pose>('positionx') + (i << 3), x * move.x + y * move.y + z * move.z);
  }
}

/** Writes a vector of the shared frame in the axes of a core. */
export function turnInto(to: Convex, from: usize, scale: f64, out: usize): void {
  changetype<Vertex>(out).position = transpose(to.rotation) * (scale * changetype<Vertex>(from).position);
}
