import type { Vec3 } from '../core/arguments.ts';
import { add, rotate, scale, subtract } from '../core/geometry.ts';
import type { PathJoint } from '../joint/path.ts';
import type { CurveSample } from '../joint/path-curve.ts';

const PER_SEGMENT = 12;

const samples = new WeakMap<PathJoint, CurveSample[]>();

/** Points along a path from end to end where it is in the world now. */
export function pathPoints(path: PathJoint): CurveSample[] {
  // A path is fixed to its body, so it is sampled once.
  const known = samples.get(path) ?? path.samples(PER_SEGMENT);
  samples.set(path, known);
  const { center, orientation } = path.host().context.pose(path.a?.index ?? 0);
  return known.map(({ position, arc }) => ({ position: add(center, rotate(orientation, position)), arc }));
}

/** The piece of a path between two arc lengths, cut at the ends of the path. */
export function pieceOfPath(points: readonly CurveSample[], from: number, to: number): Vec3[] {
  const inside = points.filter(({ arc }) => arc > from && arc < to).map(({ position }) => position);
  return [placeOnPath(points, from), ...inside, placeOnPath(points, to)];
}

/** Where on a path an arc length is; its end, if that is beyond it. */
export function placeOnPath(points: readonly CurveSample[], arc: number): Vec3 {
  const next = points.findIndex((point) => point.arc >= arc);
  if (next === 0) return points[0].position;
  if (next < 0) return points[points.length - 1].position;
  const [before, behind] = [points[next - 1], points[next]];
  const part = (arc - before.arc) / (behind.arc - before.arc);
  return add(before.position, scale(subtract(behind.position, before.position), part));
}
