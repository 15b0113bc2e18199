// What decides whether polytopes are apart: their corners, and the directions of their faces and edges.
import type { ConvexShape } from '../collision/model.ts';
import type { Vec3 } from '../model.ts';

export interface Polytope {
  corners: Vec3[];
  /** Of the faces, one for two that are parallel; unit vectors. */
  normals: Vec3[];
  /** Directions of the edges, one for those that are parallel. */
  edges: Vec3[];
}

type PolytopeShape = Extract<ConvexShape, { type: 'box' | 'hull' }>;

export const isPolytope = (shape: ConvexShape): shape is PolytopeShape => shape.type === 'box' || shape.type === 'hull';

const known = new WeakMap<ConvexShape, Polytope>();

export function polytopeOf(shape: ConvexShape): Polytope {
  let polytope = known.get(shape);
  if (!polytope) {
    if (!isPolytope(shape)) throw new Error(`a ${shape.type} is no polytope`);
    polytope = shape.type === 'box' ? boxPolytope(shape.halfExtents) : hullPolytope(triples(shape.points));
    known.set(shape, polytope);
  }
  return polytope;
}

const triples = (points: number[]): Vec3[] =>
  Array.from({ length: points.length / 3 }, (_, i) => points.slice(3 * i, 3 * i + 3) as unknown as Vec3);

const AXES: Vec3[] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

function boxPolytope([x, y, z]: Vec3): Polytope {
  const corners = [-x, x].flatMap((px) => [-y, y].flatMap((py) => [-z, z].map((pz): Vec3 => [px, py, pz])));
  return { corners, normals: AXES, edges: AXES };
}

/**
 * Of points that are all corners: the planes through three of them that have all others on one side are the faces, and where two of those
 * meet is an edge.
 */
function hullPolytope(corners: Vec3[]): Polytope {
  const size = Math.max(...corners.map((corner) => Math.hypot(...corner)));
  const faces: { normal: Vec3; offset: number }[] = [];
  for (const [i, a] of corners.entries())
    for (const [j, b] of corners.slice(0, i).entries())
      for (const c of corners.slice(0, j)) {
        const face = supportingPlane(a, b, c, corners, 1e-9 * size);
        if (face && !faces.some(({ normal }) => dot(normal, face.normal) > 1 - 1e-9)) faces.push(face);
      }
  const edges: Vec3[] = [];
  for (const [i, a] of corners.entries())
    for (const b of corners.slice(0, i)) {
      const shared = faces.filter(({ normal, offset }) => [a, b].every((corner) => Math.abs(dot(normal, corner) - offset) < 1e-9 * size));
      if (shared.length > 1) edges.push(unit(subtract(b, a)));
    }
  return { corners, normals: distinct(faces.map(({ normal }) => normal)), edges: distinct(edges) };
}

/** The plane through three points, its normal outwards, if no other point is beyond it. */
function supportingPlane(a: Vec3, b: Vec3, c: Vec3, points: Vec3[], tolerance: number): { normal: Vec3; offset: number } | null {
  const normal = unit(cross(subtract(b, a), subtract(c, a)));
  for (const side of [1, -1]) {
    const outward = normal.map((component) => side * component) as unknown as Vec3;
    const offset = dot(outward, a);
    if (points.every((point) => dot(outward, point) <= offset + tolerance)) return { normal: outward, offset };
  }
  return null;
}

/** Directions without those that are parallel to another. */
function distinct(directions: Vec3[]): Vec3[] {
  return directions.filter((one, i) => directions.findIndex((other) => Math.abs(dot(one, other)) > 1 - 1e-9) === i);
}

export const dot = (a: Vec3, b: Vec3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const subtract = (a: Vec3, b: Vec3): Vec3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const cross = (a: Vec3, b: Vec3): Vec3 => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];

function unit(v: Vec3): Vec3 {
  const size = Math.hypot(...v);
  return [v[0] / size, v[1] / size, v[2] / size];
}
