// A curve through points: a cubic Hermite spline, straight beyond its ends, with a frame that turns along it and its arc length.
import type { Quat, Vec3 } from '../core/arguments.ts';
import { HolonomicError } from '../core/errors.ts';
import {
  add,
  anyNormal,
  conjugate,
  cross,
  dot,
  frameOf,
  length,
  multiply,
  normalized,
  rotate,
  rotationBetween,
  scale,
  subtract,
  without,
} from '../core/geometry.ts';
import { angleOfPoint, sineAndCosine } from '../core/trigonometry.ts';
import { PARALLEL } from './axis.ts';

/** A point of a curve, relative to the centre of mass of the body that it is fixed to, in its axes. */
export interface PathPoint {
  position: Vec3;
  /** Derivative by the parameter of the segments, which is 0 at this point and 1 at the next. */
  tangent: Vec3;
  /** Direction of the frame's y axis, as far as it is normal to the curve. */
  normal: Vec3;
  /** Arc length up to here, and of the segment to the next point, m. */
  start: number;
  length: number;
}

export interface Curve {
  points: PathPoint[];
  closed: boolean;
}

/** Where on a curve: the segment's first point, the parameter in the segment. */
export interface CurveParameter {
  segment: number;
  u: number;
}

/** A point of a curve, its frame with x along the curve, and its arc length. */
export interface CurvePoint extends CurveParameter {
  position: Vec3;
  frame: Quat;
  arc: number;
}

/** Nodes and weights of five-point Gauss-Legendre quadrature on [0, 1]. */
const NODES = [0.046910077030668, 0.2307653449471585, 0.5, 0.7692346550528415, 0.953089922969332];
const WEIGHTS = [0.1184634425280945, 0.2393143352496832, 0.2844444444444444, 0.2393143352496832, 0.1184634425280945];
const MOST_ITERATIONS = 12;
/** Change of the parameter below which the nearest point is found. */
const CLOSE = 1e-13;
/** m; to either side, for differences. */
const BEND_REACH = 1e-5;
/** Places in each segment where the search for the nearest point looks first. */
const SAMPLES = 16;

/** The spline through points; tangents and normals are found where they are not given. */
export function makeCurve(positions: Vec3[], tangents: Vec3[] | null, normals: Vec3[] | null, closed: boolean): Curve {
  const at = (index: number) => positions[(index + positions.length) % positions.length];
  for (let k = closed ? 0 : 1; k < positions.length; k++)
    if (length(subtract(at(k), at(k - 1))) === 0)
      throw new HolonomicError('invalid-argument', `Two neighbouring points are the same: points[${k}].`);
  const slopes = tangents ?? positions.map((_, k) => slopeAt(positions, k, closed));
  const directions = slopes.map((slope, k) => {
    if (length(slope) === 0)
      throw new HolonomicError(
        'invalid-argument',
        tangents
          ? `tangents[${k}] is zero, so the path has no direction at points[${k}]; give the direction in which it goes on, as a short vector.`
          : `The path turns back at points[${k}]; give it tangents.`,
      );
    return normalized(slope);
  });
  const across = normals ?? carriedNormals(directions, closed);
  for (const [k, normal] of across.entries())
    if (length(without(normal, directions[k])) < PARALLEL * length(normal) || length(normal) === 0)
      throw new HolonomicError('invalid-argument', `normals[${k}] must not be along the path.`);
  const curve: Curve = {
    closed,
    points: positions.map((position, k) => ({ position, tangent: slopes[k], normal: across[k], start: 0, length: 0 })),
  };
  measure(curve);
  return curve;
}

/** Catmull-Rom: half the way from the point before to the one behind; one-sided at the ends. */
function slopeAt(positions: Vec3[], k: number, closed: boolean): Vec3 {
  const count = positions.length;
  if (closed) return scale(subtract(positions[(k + 1) % count], positions[(k + count - 1) % count]), 0.5);
  const [before, behind] = [Math.max(k - 1, 0), Math.min(k + 1, count - 1)];
  return scale(subtract(positions[behind], positions[before]), 1 / (behind - before));
}

/** A normal that turns no more than the curve does; round a closed one, the rest is spread over all points. */
function carriedNormals(directions: Vec3[], closed: boolean): Vec3[] {
  const normals = [anyNormal(directions[0])];
  const carry = (k: number, to: Vec3) => normalized(without(rotate(rotationBetween(directions[k], to), normals[k]), to));
  for (let k = 1; k < directions.length; k++) normals.push(carry(k - 1, directions[k]));
  if (!closed) return normals;
  const last = carry(directions.length - 1, directions[0]);
  const angle = angleOfPoint(dot(cross(last, normals[0]), directions[0]), dot(last, normals[0]));
  return normals.map((normal, k) => {
    const { sine, cosine } = sineAndCosine((angle * k) / directions.length);
    return add(scale(normal, cosine), scale(cross(directions[k], normal), sine));
  });
}

function measure({ points, closed }: Curve): void {
  let start = 0;
  for (const [k, point] of points.entries()) {
    point.start = start;
    point.length = closed || k < points.length - 1 ? arcLength(point, points[(k + 1) % points.length], 1) : 0;
    start += point.length;
  }
}

export const lengthOf = ({ points }: Curve): number => points[points.length - 1].start + points[points.length - 1].length;

/** Position and its first two derivatives; straight outside [0, 1]. */
function evaluate(from: PathPoint, to: PathPoint, u: number): [Vec3, Vec3, Vec3] {
  const v = Math.min(Math.max(u, 0), 1);
  const chord = subtract(to.position, from.position);
  const sum = (a: number, b: number, c: number) => add(add(scale(chord, a), scale(from.tangent, b)), scale(to.tangent, c));
  const position = add(from.position, sum(v * v * (3 - 2 * v), v * (1 - v) * (1 - v), v * v * (v - 1)));
  const first = sum(6 * v * (1 - v), (1 - v) * (1 - 3 * v), v * (3 * v - 2));
  if (u !== v) return [add(position, scale(first, u - v)), first, [0, 0, 0]];
  return [position, first, sum(6 - 12 * v, 6 * v - 4, 6 * v - 2)];
}

/** Length of a segment from 0 to u. */
function arcLength(from: PathPoint, to: PathPoint, u: number): number {
  const v = Math.min(Math.max(u, 0), 1);
  const sum = NODES.reduce((total, node, k) => total + WEIGHTS[k] * length(evaluate(from, to, v * node)[1]), 0);
  return v * sum + (u - v) * length(evaluate(from, to, v)[1]);
}

const ends = ({ points }: Curve, segment: number) => [points[segment], points[(segment + 1) % points.length]] as const;

/** A point of a curve and its arc length. */
export interface CurveSample {
  position: Vec3;
  arc: number;
}

/** Points along a curve from end to end, in equal steps of the parameter. */
export function sampleCurve(curve: Curve, perSegment: number): CurveSample[] {
  const segments = curve.closed ? curve.points.length : curve.points.length - 1;
  return Array.from({ length: segments * perSegment + 1 }, (_, k) => {
    const segment = Math.min(Math.floor(k / perSegment), segments - 1);
    const u = k / perSegment - segment;
    const [from, to] = ends(curve, segment);
    return { position: evaluate(from, to, u)[0], arc: from.start + arcLength(from, to, u) };
  });
}

/** The point of the curve that is nearest to a point, by Newton's method from one close to it. */
export function nearestFrom(curve: Curve, point: Vec3, start: CurveParameter): CurvePoint {
  let { segment, u } = start;
  const count = curve.points.length;
  const segments = curve.closed ? count : count - 1;
  for (let iteration = 0; iteration < MOST_ITERATIONS; iteration++) {
    const [position, first, second] = evaluate(...ends(curve, segment), u);
    const offset = subtract(position, point);
    const speed = dot(first, first);
    const change = Math.min(Math.max(-dot(offset, first) / Math.max(speed + dot(offset, second), 0.25 * speed), -0.5), 0.5);
    u += change;
    const step = u > 1 ? 1 : u < 0 ? -1 : 0;
    const neighbour = curve.closed ? (segment + step + count) % count : segment + step;
    if (step !== 0 && neighbour >= 0 && neighbour < segments) {
      u -= step;
      segment = neighbour;
    } else if (Math.abs(change) < CLOSE) break;
  }
  return describe(curve, segment, u);
}

/** How the curve's frame turns per metre, at one of its points: a rotation vector, rad/m, in the curve's axes. */
export function bendAt(curve: Curve, { position, frame, segment, u }: CurvePoint): Vec3 {
  const along = scale(rotate(frame, [1, 0, 0]), BEND_REACH);
  const [before, after] = [subtract(position, along), add(position, along)].map((point) => nearestFrom(curve, point, { segment, u }));
  const [x, y, z, w] = multiply(after.frame, conjugate(before.frame));
  const distance = length(subtract(after.position, before.position));
  return scale([x, y, z], (2 * Math.sign(w)) / Math.max(distance, BEND_REACH));
}

/** The nearest point of the whole curve. */
export function nearestPoint(curve: Curve, point: Vec3): CurvePoint {
  const segments = curve.closed ? curve.points.length : curve.points.length - 1;
  let best: CurveParameter = { segment: 0, u: 0 };
  let least = Infinity;
  for (let segment = 0; segment < segments; segment++) {
    for (let k = 0; k <= SAMPLES; k++) {
      const u = k / SAMPLES;
      const distance = length(subtract(evaluate(...ends(curve, segment), u)[0], point));
      if (distance < least) [least, best] = [distance, { segment, u }];
    }
  }
  return nearestFrom(curve, point, best);
}

/** The normals are joined by a spline as the points are: a frame whose turning jumps would take energy or give it. */
function normalAt({ points, closed }: Curve, segment: number, v: number): Vec3 {
  const normals = points.map(({ normal }) => normal);
  const next = (segment + 1) % points.length;
  const chord = subtract(normals[next], normals[segment]);
  const begin = scale(slopeAt(normals, segment, closed), v * (1 - v) * (1 - v));
  const end = scale(slopeAt(normals, next, closed), v * v * (v - 1));
  return add(add(add(normals[segment], scale(chord, v * v * (3 - 2 * v))), begin), end);
}

function describe(curve: Curve, segment: number, u: number): CurvePoint {
  const [from, to] = ends(curve, segment);
  const [position, first] = evaluate(from, to, u);
  const x = normalized(first);
  const y = normalized(without(normalAt(curve, segment, Math.min(Math.max(u, 0), 1)), x));
  return { segment, u, position, frame: frameOf(x, y), arc: from.start + arcLength(from, to, u) };
}
