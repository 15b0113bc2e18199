// How far two convex solids are apart, or how deep they are in each other: slow, and certain about it.
//
// Apart: the point nearest to the origin of the difference of the cores, by Wolfe's algorithm (Finding the nearest point in a polytope,
// 1976), with a lower bound that its result is checked against. Overlapping: the least translation that separates, over all directions:
// of flat cores over the face normals and the products of edges, of curved ones by
// sampling the circles of directions on which the support points jump, and the sphere, and descending from the best.
import type { Convex } from './convex.ts';
import { extent } from './convex.ts';
import { goldenSection } from './curve.ts';
import { add, along, cross, directions, dot, length, negate, perpendicular, scale, subtract, unit, type Vector } from './vector.ts';

export interface Separation {
  /** Negative: the depth of the overlap. */
  distance: number;
  /** Unit, from the first solid to the second: moving the second along it takes them apart. */
  normal: Vector;
  /** How far the distance may be from the true one, where they are apart. */
  gap: number;
}

const MOST_ROUNDS = 400;
const PRECISION = 1e-11;

/** The translation along a unit vector that takes the second solid off the first. */
export const overlapAlong = (a: Convex, b: Convex, n: Vector): number => extent(a, n) + extent(b, negate(n));

/** Weights of the point of the points' affine hull that is nearest to the origin, or null if they are dependent. */
function affineMinimiser(points: readonly Vector[]): number[] | null {
  const base = points[0];
  const basis: Vector[] = [];
  const triangular: number[][] = [];
  for (const point of points.slice(1)) {
    let rest = subtract(point, base);
    const size = length(rest);
    const column: number[] = [];
    for (const axis of basis) {
      const part = dot(axis, rest);
      column.push(part);
      rest = along(rest, axis, -part);
    }
    const left = length(rest);
    if (!(left > 1e-13 * size)) return null;
    basis.push(scale(rest, 1 / left));
    triangular.push([...column, left]);
  }
  const count = basis.length;
  const weights = new Array<number>(count).fill(0);
  for (let i = count - 1; i >= 0; i--) {
    let sum = -dot(basis[i], base);
    for (let j = i + 1; j < count; j++) sum -= triangular[j][i] * weights[j];
    weights[i] = sum / triangular[i][i];
  }
  return [1 - weights.reduce((sum, weight) => sum + weight, 0), ...weights];
}

const combine = (points: readonly Vector[], weights: readonly number[]): Vector =>
  points.reduce<Vector>((sum, point, i) => along(sum, point, weights[i]), [0, 0, 0]);

/** Moves the weights to those of the nearest point of the points' convex hull; drops points that it does not need. */
function convexMinimiser(points: Vector[], weights: number[]): void {
  while (points.length > 1) {
    const wanted = affineMinimiser(points);
    if (!wanted) {
      const least = weights.indexOf(Math.min(...weights));
      points.splice(least, 1);
      weights.splice(least, 1);
      const sum = weights.reduce((total, weight) => total + weight, 0);
      for (const i of weights.keys()) weights[i] = sum > 0 ? weights[i] / sum : 1 / weights.length;
      continue;
    }
    if (wanted.every((weight) => weight > 0)) {
      weights.splice(0, weights.length, ...wanted);
      return;
    }
    let step = 1;
    for (const [i, weight] of wanted.entries()) if (weight <= 0) step = Math.min(step, weights[i] / (weights[i] - weight));
    let dropped = 0;
    for (const [i, weight] of wanted.entries()) {
      weights[i] += step * (weight - weights[i]);
      if (wanted[dropped] > 0 || (weight <= 0 && weights[i] < weights[dropped])) dropped = i;
    }
    points.splice(dropped, 1);
    weights.splice(dropped, 1);
  }
  weights[0] = 1;
}

/** Nearest point to the origin of the second core minus the first, and a lower bound of its distance; null if they overlap. */
function coreDistance(a: Convex, b: Convex): { distance: number; normal: Vector; lower: number } | null {
  const difference = (d: Vector) => subtract(b.coreSupport(d), a.coreSupport(negate(d)));
  let nearest = difference(unit(subtract(a.middle, b.middle)));
  const size = length(nearest) + length(subtract(difference([1, 1, 1]), difference([-1, -1, -1])));
  const points = [nearest];
  const weights = [1];
  let lower = 0;
  let best = { distance: length(nearest), normal: unit(nearest), lower: 0 };
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const distance = length(nearest);
    if (distance <= 1e-13 * size) return null;
    const normal = scale(nearest, 1 / distance);
    const next = difference(negate(normal));
    const bound = dot(next, normal);
    if (distance <= best.distance) best = { distance, normal, lower };
    if (bound > lower) {
      lower = bound;
      best = { distance: Math.min(distance, best.distance), normal, lower };
    }
    if (distance - lower <= PRECISION * size) break;
    if (points.some((point) => length(subtract(point, next)) <= 1e-15 * size)) break;
    points.push(next);
    weights.push(0);
    convexMinimiser(points, weights);
    nearest = combine(points, weights);
    if (points.length > 3 && length(nearest) <= 1e-12 * size) return null;
  }
  return lower > 0 || best.distance > 1e-9 * size ? { ...best, lower } : null;
}

/** Least overlap over all directions, as far as it is found. */
function penetration(a: Convex, b: Convex): Separation {
  let best: Separation = { distance: Number.NEGATIVE_INFINITY, normal: [1, 0, 0], gap: 0 };
  const consider = (n: Vector): number => {
    const overlap = overlapAlong(a, b, n);
    if (-overlap > best.distance) best = { distance: -overlap, normal: n, gap: 0 };
    return overlap;
  };
  for (const normal of a.normals) consider(normal);
  for (const normal of b.normals) consider(negate(normal));
  for (const first of a.edges)
    for (const second of b.edges) {
      const product = cross(first, second);
      if (length(product) < 1e-6) continue;
      consider(unit(product));
      consider(negate(unit(product)));
    }
  if (a.flat && b.flat && (a.normals.length > 2 || b.normals.length > 2)) return best;
  const circles = [...a.edges, ...b.edges].map((axis) => ({ axis, sine: 0 }));
  const opposite = b.sides.map(({ axis, sine }) => ({ axis: negate(axis), sine }));
  for (const { axis, sine } of [...circles, ...a.sides, ...opposite]) leastOnCircle(axis, sine, consider);
  const starts = directions(200)
    .map((n) => ({ n, overlap: consider(n) }))
    .sort((first, second) => first.overlap - second.overlap)
    .slice(0, 3);
  for (const { n } of [...starts, { n: best.normal }]) descend(n, consider);
  return best;
}

const SAMPLES = 24;

function leastOnCircle(axis: Vector, sine: number, overlapOf: (n: Vector) => number): void {
  const x = perpendicular(axis);
  const y = cross(axis, x);
  const cosine = Math.sqrt(1 - sine * sine);
  const value = (angle: number) =>
    overlapOf(add(scale(axis, sine), add(scale(x, cosine * Math.cos(angle)), scale(y, cosine * Math.sin(angle)))));
  const step = (2 * Math.PI) / SAMPLES;
  const values = Array.from({ length: SAMPLES }, (_, i) => value(i * step));
  const least = [...values.keys()].filter((i) => values[i] <= values.at(i - 1)! && values[i] <= values[(i + 1) % SAMPLES]);
  for (const i of least.sort((first, second) => values[first] - values[second]).slice(0, 2))
    goldenSection(value, (i - 1) * step, (i + 1) * step);
}

/** Compass search on the sphere. */
function descend(start: Vector, overlapOf: (n: Vector) => number): void {
  let n = start;
  let least = overlapOf(n);
  for (let step = 0.1, round = 0; step > 1e-8 && round < 300; round++) {
    const x = perpendicular(n);
    const y = cross(n, x);
    let better = false;
    for (let k = 0; k < 6 && !better; k++) {
      const angle = (k * Math.PI) / 3 + round; // turned each time, not to stick in a crease
      const trial = unit(add(n, add(scale(x, step * Math.cos(angle)), scale(y, step * Math.sin(angle)))));
      const overlap = overlapOf(trial);
      if (overlap < least - 1e-12 * Math.abs(least)) [n, least, better] = [trial, overlap, true];
    }
    if (!better) step /= 2;
  }
}

export function separation(a: Convex, b: Convex): Separation {
  const radii = a.radius + b.radius;
  const cores = coreDistance(a, b);
  if (!cores) return penetration(a, b);
  return { distance: cores.distance - radii, normal: cores.normal, gap: cores.distance - cores.lower };
}
