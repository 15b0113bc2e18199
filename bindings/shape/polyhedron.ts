// Drawing a convex polyhedron with a rounding around it: its faces moved outwards, along each edge a strip of a cylinder between the normals of
// the edge's two faces, and at each vertex the part of a sphere that the normals of the faces there enclose (the pieces of Steiner's formula).
import type { Vec3 } from '../core/arguments.ts';
import { add, dot, length, normalized, scale, subtract } from '../core/geometry.ts';
import { angleOfPoint, sineAndCosine } from '../core/trigonometry.ts';
import { LineList } from './line-list.ts';
import { TriangleList, type Triangulation } from './triangle-list.ts';

export interface Polyhedron {
  /** x y z of each. */
  readonly vertices: ArrayLike<number>;
  /** Vertex numbers, counter-clockwise from outside. */
  readonly faces: readonly (readonly number[])[];
  /** Of each face, the unit outward normal and the offset. */
  readonly planes: ArrayLike<number>;
}

const ARC_STEP = Math.PI / 8;

interface Edge {
  readonly from: number;
  readonly to: number;
  /** From the normal of the face that runs along the edge to that of the face that runs back, in equal steps. */
  readonly normals: readonly Vec3[];
}

const triple = (list: ArrayLike<number>, start: number): Vec3 => [list[start], list[start + 1], list[start + 2]];
const vertexOf = ({ vertices }: Polyhedron, vertex: number) => triple(vertices, 3 * vertex);
const normalOf = ({ planes }: Polyhedron, face: number) => triple(planes, 4 * face);

/** The face that runs from one vertex straight to another. */
type FaceFinder = (from: number, to: number) => number;

function faceFinder({ vertices, faces }: Polyhedron): FaceFinder {
  const found = new Map<number, number>();
  const key = (from: number, to: number) => (from * vertices.length) / 3 + to;
  for (const [face, corners] of faces.entries()) {
    for (const [k, corner] of corners.entries()) found.set(key(corner, corners[(k + 1) % corners.length]), face);
  }
  return (from, to) => found.get(key(from, to))!;
}

function arcBetween(from: Vec3, to: Vec3): Vec3[] {
  const side = subtract(to, scale(from, dot(from, to)));
  const sine = length(side);
  const angle = angleOfPoint(sine, dot(from, to));
  const steps = Math.max(1, Math.ceil(angle / ARC_STEP - 1e-9));
  return Array.from({ length: steps + 1 }, (_, k) => {
    if (k === 0) return from;
    if (k === steps) return to;
    const part = sineAndCosine((angle * k) / steps);
    return add(scale(from, part.cosine), scale(side, part.sine / sine));
  });
}

function edgesOf(solid: Polyhedron, faceOf: FaceFinder): Edge[] {
  const edges: Edge[] = [];
  for (const [face, corners] of solid.faces.entries()) {
    for (const [k, from] of corners.entries()) {
      const to = corners[(k + 1) % corners.length];
      if (from < to) edges.push({ from, to, normals: arcBetween(normalOf(solid, face), normalOf(solid, faceOf(to, from))) });
    }
  }
  return edges;
}

/** The normals around each vertex, counter-clockwise: those of its faces and, between them, those along its edges. */
function normalsAround(solid: Polyhedron, faceOf: FaceFinder, edges: readonly Edge[]): Vec3[][] {
  const arcs = new Map(edges.map((edge) => [`${edge.from} ${edge.to}`, edge.normals]));
  const firstFace = new Map<number, number>();
  for (const [face, corners] of solid.faces.entries()) {
    for (const corner of corners) firstFace.set(corner, firstFace.get(corner) ?? face);
  }
  return Array.from({ length: solid.vertices.length / 3 }, (_, vertex) => {
    const around: Vec3[] = [];
    const first = firstFace.get(vertex);
    for (let face = first; face !== undefined; ) {
      const corners = solid.faces[face];
      const previous = corners[(corners.indexOf(vertex) + corners.length - 1) % corners.length];
      const arc = previous < vertex ? arcs.get(`${previous} ${vertex}`)! : arcs.get(`${vertex} ${previous}`)!.toReversed();
      around.push(...arc.slice(0, -1));
      face = faceOf(vertex, previous);
      if (face === first) break;
    }
    return around;
  });
}

/** The part of a sphere whose border has the given normals, by rings about its middle. */
function addCorner(triangles: TriangleList, center: Vec3, radius: number, border: readonly Vec3[]): void {
  const middle = normalized(border.reduce(add));
  const rings = Math.max(1, Math.ceil(Math.max(...border.map((normal) => length(subtract(normal, middle)))) / ARC_STEP - 1e-9));
  const vertex = (normal: Vec3) => triangles.vertex(add(center, scale(normal, radius)), normal);
  let inner = { vertices: border.map(() => vertex(middle)), pole: true };
  for (let ring = 1; ring <= rings; ring++) {
    const share = ring / rings;
    const normals = ring === rings ? border : border.map((normal) => normalized(add(scale(middle, 1 - share), scale(normal, share))));
    const outer = { vertices: normals.map(vertex), pole: false };
    triangles.strip(inner, outer);
    inner = outer;
  }
}

export function polyhedronTriangles(solid: Polyhedron, rounding: number): Triangulation {
  const triangles = new TriangleList();
  const corner = (vertex: number, normal: Vec3) => add(vertexOf(solid, vertex), scale(normal, rounding));
  for (const [face, corners] of solid.faces.entries()) {
    const normal = normalOf(solid, face);
    triangles.polygon(
      corners.map((vertex) => corner(vertex, normal)),
      normal,
    );
  }
  if (rounding === 0) return triangles.finish();
  const faceOf = faceFinder(solid);
  const edges = edgesOf(solid, faceOf);
  for (const { from, to, normals } of edges) {
    const pairs = normals.map((normal) => [from, to].map((vertex) => triangles.vertex(corner(vertex, normal), normal)));
    for (let k = 0; k + 1 < pairs.length; k++) {
      const [[a, b], [c, d]] = [pairs[k], pairs[k + 1]];
      triangles.triangle(b, a, c);
      triangles.triangle(b, c, d);
    }
  }
  for (const [vertex, border] of normalsAround(solid, faceOf, edges).entries()) {
    if (border.length > 0) addCorner(triangles, vertexOf(solid, vertex), rounding, border);
  }
  return triangles.finish();
}

/** The edges of the faces, moved outwards with them, and arcs across the rounded edges at both ends. */
export function polyhedronLines(solid: Polyhedron, rounding: number): Float32Array {
  const lines = new LineList();
  const corner = (vertex: number, normal: Vec3) => add(vertexOf(solid, vertex), scale(normal, rounding));
  for (const { from, to, normals } of edgesOf(solid, faceFinder(solid))) {
    lines.segment(corner(from, normals[0]), corner(to, normals[0]));
    if (rounding === 0) continue;
    const last = normals[normals.length - 1];
    lines.segment(corner(from, last), corner(to, last));
    for (const vertex of [from, to]) lines.path(normals.map((normal) => corner(vertex, normal)));
  }
  return lines.finish();
}
