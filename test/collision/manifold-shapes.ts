/** Random convex shapes, and their support functions written once more. */
import { cross, dot, minus, norm, plus, rotationOf, scaled, spherePoints, times, topologyOf } from './manifold-hulls.ts';
import type { ConvexShape, Matrix, Vector } from './manifold-kernels.ts';

/** Numbers in [0, 1), the same for a seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function randomRotation(random: () => number): Matrix {
  const part = () => 2 * random() - 1;
  return rotationOf([part(), part(), part(), part() + 1e-3]);
}

const HULLS = new Map<number, Vector[][]>();

/** One of a few hulls, so that their topology is found once. */
function someHull(random: () => number): Vector[] {
  if (!HULLS.size) {
    const own = randomFrom(99);
    const lists = Array.from({ length: 12 }, (_, index) => spherePoints(4 + 2 * index, 0.4 + 0.4 * own(), own));
    HULLS.set(0, lists);
  }
  const list = HULLS.get(0)!;
  return list[Math.floor(random() * list.length)];
}

export function randomShape(random: () => number, types: readonly ConvexShape['type'][], rounded = true): ConvexShape {
  const type = types[Math.floor(random() * types.length)];
  const between = (least: number, most: number) => least + (most - least) * random();
  const size: Vector = [between(0.2, 0.8), between(0.2, 0.8), between(0.2, 0.8)];
  const pose = { rotation: randomRotation(random), position: [0, 0, 0] as Vector };
  const radius = rounded && random() < 0.3 ? between(0.01, 0.2) : 0;
  if (type === 'sphere') return { type, radius: size[0], ...pose };
  if (type === 'capsule') return { type, size: [0, size[1], 0], radius: size[0] / 2, ...pose };
  if (type === 'box') return { type, size, radius, ...pose };
  if (type === 'hull') return { type, points: someHull(random), radius, ...pose };
  if (type === 'triangle') return { type, points: spherePoints(3, between(0.3, 1.5), random) };
  return { type, size: [size[0], size[1], 0], radius, ...pose };
}

export function moved(shape: ConvexShape, by: Vector): ConvexShape {
  if (shape.type === 'triangle') return { ...shape, points: shape.points!.map((point) => plus(point, by)) };
  return { ...shape, position: plus(shape.position ?? [0, 0, 0], by) };
}

/** Corners of a polytope's core in the shared frame. */
export function corners({ type, size = [0, 0, 0], points = [], rotation, position = [0, 0, 0] }: ConvexShape): Vector[] {
  if (type === 'triangle') return points;
  const own: Vector[] =
    type === 'hull' ? points : [0, 1, 2, 3, 4, 5, 6, 7].map((k) => size.map((half, i) => ((k >> i) & 1 ? half : -half)) as Vector);
  return own.map((point) => plus(rotation ? times(rotation, point) : point, position));
}

const transposed = (m: Matrix): Matrix => [0, 1, 2].map((i) => m.map((row) => row[i])) as Matrix;

/** The largest x·d of the points of a shape. */
export function reach(shape: ConvexShape, d: Vector): number {
  const { type, size = [0, 0, 0], radius = 0, rotation, position = [0, 0, 0] } = shape;
  const round = radius * norm(d);
  if (type === 'box' || type === 'hull' || type === 'triangle') return Math.max(...corners(shape).map((corner) => dot(corner, d))) + round;
  const u = rotation ? times(transposed(rotation), d) : d;
  const side = size[0] * Math.sqrt(u[0] * u[0] + u[2] * u[2]);
  const base = dot(position, d) + round;
  if (type === 'sphere') return base;
  if (type === 'capsule') return base + size[1] * Math.abs(u[1]);
  if (type === 'cylinder') return base + size[1] * Math.abs(u[1]) + side;
  return base + Math.max(size[1] * u[1], side - size[1] * u[1]);
}

/** How far apart shapes are along a unit vector from the first to the second. */
export function apart(a: ConvexShape, b: ConvexShape, normal: Vector): number {
  return -reach(b, scaled(-1, normal)) - reach(a, normal);
}

function directions(shape: ConvexShape): { faces: Vector[]; edges: Vector[] } {
  if (shape.type === 'triangle') {
    const [a, b, c] = shape.points!;
    return { faces: [cross(minus(b, a), minus(c, a))], edges: [minus(b, a), minus(c, b), minus(a, c)] };
  }
  const list = corners(shape);
  if (shape.type === 'box') {
    const axes = [1, 2, 4].map((k) => minus(list[k], list[0]));
    return { faces: axes, edges: axes };
  }
  const { faces, planes } = cachedTopology(shape.points!);
  const turn = (v: Vector) => (shape.rotation ? times(shape.rotation, v) : v);
  const sides = faces.flatMap((face) => face.map((start, k) => [start, face[(k + 1) % face.length]]));
  const edges = sides.filter(([start, end]) => start < end).map(([start, end]) => minus(list[end], list[start]));
  return { faces: planes.map(({ normal }) => turn(normal)), edges };
}

const TOPOLOGIES = new Map<Vector[], ReturnType<typeof topologyOf>>();
function cachedTopology(points: Vector[]): ReturnType<typeof topologyOf> {
  const known = TOPOLOGIES.get(points);
  if (known) return known;
  const found = topologyOf(points);
  TOPOLOGIES.set(points, found);
  return found;
}

/** The largest separation of two polytopes along any normal of a face or pair of edges. */
export function bestSeparation(a: ConvexShape, b: ConvexShape): number {
  const [first, second] = [directions(a), directions(b)];
  const axes = [...first.faces, ...second.faces, ...first.edges.flatMap((u) => second.edges.map((v) => cross(u, v)))];
  const [listA, listB] = [corners(a), corners(b)];
  let best = Number.NEGATIVE_INFINITY;
  for (const axis of axes) {
    const length = norm(axis);
    if (length < 1e-9) continue;
    let [lowA, highA, lowB, highB] = [Infinity, -Infinity, Infinity, -Infinity];
    for (const corner of listA) {
      const height = dot(corner, axis);
      lowA = Math.min(lowA, height);
      highA = Math.max(highA, height);
    }
    for (const corner of listB) {
      const height = dot(corner, axis);
      lowB = Math.min(lowB, height);
      highB = Math.max(highB, height);
    }
    best = Math.max(best, Math.max(lowB - highA, lowA - highB) / length);
  }
  return best - (a.radius ?? 0) - (b.radius ?? 0);
}
