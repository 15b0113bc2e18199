/** Manifolds of boxes against separating axes and clipping in exact arithmetic. */
import { beforeAll, describe, expect, it } from 'vitest';
import { cross, dot, minus, norm, plus, scaled } from './manifold-hulls.ts';
import { type ConvexShape, ManifoldKernels, type Vector } from './manifold-kernels.ts';
import { clipped, ExactBox, heightOver, numbers, product, separations } from './manifold-rationals.ts';
import { randomFrom } from './manifold-shapes.ts';

const MARGIN = 0.03125;
let kernels: ManifoldKernels;
beforeAll(async () => {
  kernels = await ManifoldKernels.create();
});

const shapeOf = (box: ExactBox): ConvexShape => ({ type: 'box', size: box.size, position: box.position, rotation: box.rotation });

/** Area of the convex hull of points of a plane. */
function hullArea(points: Vector[], normal: Vector): number {
  if (points.length < 3) return 0;
  const middle = scaled(1 / points.length, points.reduce(plus));
  const u = cross(normal, Math.abs(normal[0]) < 0.8 ? [1, 0, 0] : [0, 1, 0]);
  const v = cross(normal, u);
  const flat = points.map((point) => [dot(minus(point, middle), u), dot(minus(point, middle), v)] as const);
  const sorted = [...flat].sort((p, q) => p[0] - q[0] || p[1] - q[1]);
  const half = (list: (readonly [number, number])[]) => {
    const chain: (readonly [number, number])[] = [];
    const turn = (p: readonly [number, number], q: readonly [number, number], r: readonly [number, number]) =>
      (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]);
    for (const point of list) {
      while (chain.length > 1 && turn(chain[chain.length - 2], chain[chain.length - 1], point) <= 0) chain.pop();
      chain.push(point);
    }
    return chain.slice(0, -1);
  };
  const ring = [...half(sorted), ...half([...sorted].reverse())];
  const area = ring.reduce((sum, p, i) => sum + p[0] * ring[(i + 1) % ring.length][1] - p[1] * ring[(i + 1) % ring.length][0], 0);
  return Math.abs(area) / (2 * dot(u, u));
}

/** How far a point is outside a box. */
function outside(box: ExactBox, point: Vector): number {
  const arm = minus(point, box.position);
  return Math.max(...box.axes.map((axis, i) => Math.abs(dot(numbers(axis), arm)) - box.size[i]));
}

function randomBoxes(random: () => number): [ExactBox, ExactBox] {
  const whole = (least: number, most: number) => least + Math.floor(random() * (most - least + 1));
  const quaternion = (): [number, number, number, number] => {
    const kind = whole(0, 2);
    if (kind === 0) return [0, 0, 0, 1];
    if (kind === 1) return [0, whole(-9, 9), 0, whole(1, 9)];
    return [whole(-5, 5), whole(-5, 5), whole(-5, 5), whole(1, 5)];
  };
  const size = (): Vector => [whole(8, 64) / 64, whole(8, 64) / 64, whole(8, 64) / 64];
  const a = new ExactBox(size(), [0, 0, 0], quaternion());
  const [half, turn] = [size(), quaternion()];
  // About as far along an axis of A as the boxes reach.
  const k = whole(0, 2);
  const reach = a.size[k] + new ExactBox(half, [0, 0, 0], turn).extent(a.axes[k]).value;
  const [u, v, w] = [0, 1, 2].map((step) => numbers(a.axes[(k + step) % 3]));
  const aside = (axis: number) => 1.2 * (random() - 0.5) * (a.size[(k + axis) % 3] + half[0]);
  const position = plus(plus(scaled(reach - 0.03 * random() + 0.01, u), scaled(aside(1), v)), scaled(aside(2), w));
  return [a, new ExactBox(half, position.map((x) => Math.round(x * 256) / 256) as Vector, turn)];
}

describe('manifolds of boxes', () => {
  it('have the depth and normal of the best separating axis', () => {
    const random = randomFrom(4711);
    let compared = 0;
    for (let round = 0; round < 1500; round++) {
      const [a, b] = randomBoxes(random);
      const all = separations(a, b).sort((p, q) => q.distance - p.distance);
      const { normal, points } = kernels.collide(shapeOf(a), shapeOf(b), MARGIN);
      const size = Math.min(...a.size, ...b.size);
      if (all[0].distance > MARGIN + 1.3e-3 * size) expect(points).toEqual([]);
      if (all[0].distance > 0) continue;
      compared++;
      const depth = Math.min(...points.map(({ separation }) => separation));
      // Faces may be preferred to edges that are better by a thousandth of the size.
      expect(depth).toBeLessThanOrEqual(all[0].distance + 1e-12);
      expect(depth).toBeGreaterThanOrEqual(all[0].distance - 1.3e-3 * size);
      const rival = all.find(({ axis }) => Math.abs(dot(axis, all[0].axis)) < 0.9999);
      if (rival && rival.distance > all[0].distance - 1.3e-3 * size) continue;
      expect(dot(normal, all[0].axis)).toBeGreaterThan(0.9999);
      if (!all.some(({ axis, distance }) => axis !== all[0].axis && distance > all[0].distance - 1.3e-3 * size))
        expect(depth).toBeCloseTo(all[0].distance, 12);
    }
    expect(compared).toBeGreaterThan(500);
  });

  it('cover the exact polygon where faces meet', () => {
    const random = randomFrom(815);
    const shares: number[] = [];
    for (let round = 0; round < 4000; round++) {
      const [a, b] = randomBoxes(random);
      const all = separations(a, b).sort((p, q) => q.distance - p.distance);
      const size = Math.min(...a.size, ...b.size);
      const best = all[0];
      if (best.distance > MARGIN || best.distance < -0.25 * size || best.kind === 'edges') continue;
      if (all.some(({ axis, distance }) => Math.abs(dot(axis, best.axis)) < 0.99999 && distance > best.distance - 1.3e-3 * size)) continue;
      const faceA = a.facing(best.exactAxis);
      const inward = best.exactAxis.map((x) => x.minus(x).minus(x)) as typeof best.exactAxis;
      const faceB = b.facing(inward);
      const ofA = best.kind === 'a' || product(faceA.normal, best.exactAxis).value > 1 - 1e-4;
      const reference = ofA ? faceA : faceB;
      const polygon = clipped(reference, ofA ? faceB.corners : faceA.corners);
      const kept = polygon.filter((point) => heightOver(reference, point) <= MARGIN).map(numbers);
      const { normal, points } = kernels.collide(shapeOf(a), shapeOf(b), MARGIN);
      // Beyond the sides of a face by as much, a point is still on it.
      const slack = 1e-4 * 2 * Math.max(...a.size, ...b.size);
      if (hullArea(kept, normal) < 1e-3) continue;
      expect(points.length).toBeGreaterThan(2);
      for (const { position, separation } of points) {
        const [onA, onB] = [0.5, -0.5].map((half) => plus(position, scaled(-half * separation, normal)));
        expect(outside(a, onA)).toBeLessThan(2 * slack);
        expect(outside(b, onB)).toBeLessThan(2 * slack);
      }
      const least = Math.min(...kept.map((point) => dot(point, numbers(reference.normal))));
      const level = dot(numbers(reference.corners[0]), numbers(reference.normal));
      const depth = Math.min(...points.map(({ separation }) => separation));
      expect(Math.abs(depth - (least - level))).toBeLessThan(slack);
      shares.push(
        hullArea(
          points.map(({ position }) => position),
          normal,
        ) / hullArea(kept, normal),
      );
    }
    expect(shares.length).toBeGreaterThan(300);
    // A quarter is certain: the polygon lies in a strip as wide as the four points, and within their length of the first on both sides.
    expect(Math.min(...shares)).toBeGreaterThan(0.6);
  });

  it('has the four corners of a box that stands on another', () => {
    const floor: ConvexShape = { type: 'box', size: [5, 0.5, 5] };
    const { normal, points } = kernels.collide(floor, { type: 'box', size: [0.5, 0.25, 0.75], position: [1, 0.74, 2] });
    expect(normal).toEqual([0, 1, 0]);
    const corners = points.map(({ position: [x, , z] }) => [x, z]).sort(([p, q], [r, s]) => p - r || q - s);
    expect(corners).toEqual([
      [0.5, 1.25],
      [0.5, 2.75],
      [1.5, 1.25],
      [1.5, 2.75],
    ]);
    for (const { position, separation } of points) {
      expect(position[1]).toBeCloseTo(0.495, 12);
      expect(separation).toBeCloseTo(-0.01, 12);
    }
  });

  it('is one point where edges cross', () => {
    const turn = Math.SQRT1_2;
    const a: ConvexShape = {
      type: 'box',
      size: [0.5, 0.5, 0.5],
      rotation: [
        [1, 0, 0],
        [0, turn, -turn],
        [0, turn, turn],
      ],
    };
    const b: ConvexShape = {
      ...a,
      position: [0.1, Math.SQRT2 - 0.01, -0.2],
      rotation: [
        [turn, -turn, 0],
        [turn, turn, 0],
        [0, 0, 1],
      ],
    };
    const { normal, points } = kernels.collide(a, b);
    expect(points.length).toBe(1);
    expect(norm(minus(normal, [0, 1, 0]))).toBeLessThan(1e-12);
    expect(points[0].separation).toBeCloseTo(-0.01, 12);
    expect(norm(minus(points[0].position, [0.1, Math.SQRT1_2 - 0.005, 0]))).toBeLessThan(1e-12);
  });
});
