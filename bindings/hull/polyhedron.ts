// A hull's faces and their planes.
import type { Vec3 } from '../core/arguments.ts';
import { add, cross, dot, length, scale, subtract } from '../core/geometry.ts';
import { degenerate, type Lattice } from './lattice.ts';

/** Faces may be that many tolerances uneven. */
const UNEVENNESS = 4;

export interface Hull {
  /** x y z of each vertex, m. */
  readonly vertices: Float64Array;
  /** Vertex numbers of each face, counter-clockwise seen from outside. */
  readonly faces: number[][];
  /** Unit outward normal n of each face, and the largest n·x of all vertices. */
  readonly planes: Float64Array;
}

export const placeAt = (list: Float64Array, point: number): Vec3 => [list[3 * point], list[3 * point + 1], list[3 * point + 2]];

export const vertexOf = ({ vertices }: Hull, vertex: number): Vec3 => placeAt(vertices, vertex);

export const normalOf = ({ planes }: Hull, face: number): Vec3 => [planes[4 * face], planes[4 * face + 1], planes[4 * face + 2]];

/** The key of an edge in one direction. */
const edgeKey = (from: number, to: number): number => from * 65536 + to;

/** The face to the left of each edge, seen from outside, by direction. */
export class EdgeFaces {
  private readonly faces = new Map<number, number>();

  constructor(faces: readonly (readonly number[])[]) {
    for (const [face, corners] of faces.entries()) {
      for (let k = 0; k < corners.length; k++) this.faces.set(edgeKey(corners[k], corners[(k + 1) % corners.length]), face);
    }
  }

  get size(): number {
    return this.faces.size;
  }

  of(from: number, to: number): number | undefined {
    return this.faces.get(edgeKey(from, to));
  }
}

/** Half the least width along the normals of the faces, m. */
export function hullBreadth(hull: Hull): number {
  let least = Infinity;
  for (let face = 0; face < hull.faces.length; face++) {
    const [low, high] = extremes(hull.vertices, normalOf(hull, face));
    least = Math.min(least, (high - low) / 2);
  }
  return least;
}

/** The least and the largest n·x of a list of points. */
function extremes(points: Float64Array, [x, y, z]: Vec3): [low: number, high: number] {
  let [low, high] = [Infinity, -Infinity];
  for (let k = 0; k < points.length; k += 3) {
    const height = x * points[k] + y * points[k + 1] + z * points[k + 2];
    if (height < low) low = height;
    if (height > high) high = height;
  }
  return [low, high];
}

/** Puts a hull together in an order that does not depend on how it was found, and checks it. */
export function assemble(vertices: Float64Array, regions: readonly (readonly number[])[], lattice: Lattice): Hull {
  const faces = regions.map(fromSmallest).sort(byCorners);
  const local = vertices.map((coordinate, k) => coordinate - lattice.middle[k % 3]);
  const planes = new Float64Array(4 * faces.length);
  for (const [face, corners] of faces.entries()) {
    const normal = faceNormal(local, corners);
    const highest = extremes(local, normal)[1];
    const lowest = highest - UNEVENNESS * lattice.tolerance;
    if (corners.some((corner) => !(dot(normal, placeAt(local, corner)) > lowest))) throw inconsistent();
    planes.set([...normal, highest + dot(normal, lattice.middle)], 4 * face);
  }
  requireClosed(faces, vertices.length / 3);
  return { vertices, faces, planes };
}

function fromSmallest(corners: readonly number[]): number[] {
  const first = corners.indexOf(Math.min(...corners));
  return [...corners.slice(first), ...corners.slice(0, first)];
}

function byCorners(a: readonly number[], b: readonly number[]): number {
  const k = a.findIndex((corner, place) => corner !== b[place]);
  return a[k] - (b[k] ?? -1);
}

/** Newell's normal, from the first corner: exact where the face is along two axes. */
function faceNormal(local: Float64Array, corners: readonly number[]): Vec3 {
  const first = placeAt(local, corners[0]);
  const arms = corners.slice(1).map((corner) => subtract(placeAt(local, corner), first));
  const size = arms.reduce((largest, [x, y, z]) => Math.max(largest, Math.abs(x), Math.abs(y), Math.abs(z)), 0);
  let sum: Vec3 = [0, 0, 0];
  for (let k = 0; k + 1 < arms.length; k++) sum = add(sum, cross(scale(arms[k], 1 / size), scale(arms[k + 1], 1 / size)));
  const twice = length(sum);
  if (!(twice > 0)) throw inconsistent();
  return sum.map((component) => component / twice + 0) as Vec3; // + 0 turns -0 into 0
}

/** Each edge once in each direction, and Euler's formula. */
function requireClosed(faces: readonly (readonly number[])[], vertexCount: number): void {
  const edges = new EdgeFaces(faces);
  const sides = faces.reduce((sum, { length: corners }) => sum + corners, 0);
  const paired = faces.every((corners) => corners.every((from, k) => edges.of(corners[(k + 1) % corners.length], from) !== undefined));
  if (edges.size !== sides || !paired || vertexCount - sides / 2 + faces.length !== 2) throw inconsistent();
}

const inconsistent = () =>
  degenerate(
    'The points of the convex hull are too close to one plane for their faces to be distinguished. Pass points that give it more thickness.',
  );
