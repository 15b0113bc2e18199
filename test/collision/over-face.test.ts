/** Spheres and capsules above a face of a box: what is nearest without a search, against golden sections along the segment. */
import { beforeAll, expect, it } from 'vitest';
import {
  bracketed,
  compileWithPlaces,
  dot,
  FREE,
  halfOf,
  type Kernels,
  minus,
  norm,
  type Place,
  plus,
  randomOf,
  randomShape,
  type Shape,
  signedDistance,
  Type,
  type Vector,
  writeShape,
} from './analytic-kernels.ts';

const ENTRY = `export { nearestOverFace } from './collision/narrowphase/over-face.kernel';`;

let kernels: Kernels;
let out: Place;
let a: Place;
let b: Place;

beforeAll(async () => {
  let places: Place[];
  ({ kernels, places } = await compileWithPlaces(ENTRY, FREE, FREE + 16384, FREE + 20480));
  [out, a, b] = places;
});

interface Nearest {
  normal: Vector;
  pointA: Vector;
  pointB: Vector;
  distance: number;
}

function nearestOf(first: Shape, second: Shape): Nearest | null {
  writeShape(a, first);
  writeShape(b, second);
  if (!kernels.call.nearestOverFace(a.address, b.address, out.address)) return null;
  return { normal: out.vector(0), pointA: out.vector(24), pointB: out.vector(48), distance: out.number(72) };
}

/** The least distance of a segment and a solid box, and where on the segment: it is convex along the segment. */
function leastDistance(middle: Vector, half: Vector, box: Shape): { distance: number; place: number } {
  const at = (place: number) => signedDistance(box, plus(middle, half, place));
  const [low, high] = bracketed(at, -1, 1, 90);
  const place = [-1, 1, (low + high) / 2].reduce((best, each) => (at(each) < at(best) ? each : best));
  return { distance: at(place), place };
}

/** Whether a point is above a face, and how high; the coordinates in the box's frame. */
function above(box: Shape, point: Vector): boolean {
  const away = box.axes.map((axis, k) => Math.abs(dot(axis, minus(point, box.position))) - box.size[k]);
  return away.filter((value) => value > 0).length === 1;
}

it.each(['first', 'second'])('are as near as golden sections say, with the capsule as the %s', (order) => {
  const random = randomOf(order === 'first' ? 3 : 4);
  let known = 0;
  let others = 0;
  for (let i = 0; i < 3000; i++) {
    const capsule = randomShape(random, i % 5 ? Type.Capsule : Type.Sphere);
    const box = { ...randomShape(random, Type.Box), radius: 0 };
    const half = halfOf(capsule);
    const found = order === 'first' ? nearestOf(capsule, box) : nearestOf(box, capsule);
    const { distance, place } = leastDistance(capsule.position, half, box);
    const overFace = distance > 1e-6 && above(box, plus(capsule.position, half, place)) && (norm(half) === 0 || Math.abs(place) === 1);
    if (!found) {
      // The lower end is above none of the faces, or the core is in the box.
      if (overFace) others++;
      continue;
    }
    known++;
    expect(Math.abs(found.distance - distance)).toBeLessThan(1e-9);
    expect(Math.abs(norm(found.normal) - 1)).toBeLessThan(1e-12);
    expect(norm(minus(plus(found.pointA, found.normal, found.distance), found.pointB))).toBeLessThan(1e-12);
    const [onCapsule, onBox] = order === 'first' ? [found.pointA, found.pointB] : [found.pointB, found.pointA];
    expect(Math.abs(signedDistance(box, onBox))).toBeLessThan(1e-9);
    expect(Math.abs(signedDistance(box, onCapsule) - distance)).toBeLessThan(1e-9);
  }
  expect(known).toBeGreaterThan(200);
  expect(others).toBe(0);
});
