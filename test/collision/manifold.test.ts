/** Manifolds of convex shapes of every kind: they part the shapes, are the same from both sides, and name their points steadily. */
import { beforeAll, describe, expect, it } from 'vitest';
import { dot, norm, plus, rotationOf, scaled } from './manifold-hulls.ts';
import { type ConvexShape, ManifoldKernels, type ManifoldResult, type Matrix, type Vector } from './manifold-kernels.ts';
import { apart, bestSeparation, moved, randomFrom, randomShape, reach } from './manifold-shapes.ts';

const MARGIN = 0.02;
const POLYTOPES = ['box', 'hull', 'triangle'] as const;
const ALL = ['sphere', 'capsule', 'box', 'cylinder', 'cone', 'hull', 'triangle'] as const;

let kernels: ManifoldKernels;
beforeAll(async () => {
  kernels = await ManifoldKernels.create();
});

const depthOf = ({ points }: ManifoldResult) => Math.min(...points.map(({ separation }) => separation));

/** Two shapes that touch, overlap a little, or are a little apart, along some direction. */
function nearPair(random: () => number, types: readonly ConvexShape['type'][], rounded: boolean): [ConvexShape, ConvexShape] {
  const a = randomShape(random, types, rounded);
  const b = randomShape(random, types, rounded);
  const way: Vector = [random() - 0.5, random() - 0.5, random() - 0.5];
  const direction = scaled(1 / norm(way), way);
  const gap = 0.25 * (random() - 0.9);
  return [a, moved(b, scaled(gap + reach(a, direction) + reach(b, scaled(-1, direction)), direction))];
}

/**
 * A triangle keeps up to 8 points: they are reduced together with those of its neighbours. Degenerate triangles, which meshes leave out, may
 * have the same id at corners in the same place.
 */
function expectSound({ normal, points }: ManifoldResult, first: ConvexShape, distinct = true): void {
  expect(points.length).toBeLessThanOrEqual(first.type === 'triangle' ? 8 : 4);
  expect(Math.abs(norm(normal) - 1)).toBeLessThan(1e-9);
  for (const { position, separation } of points) {
    expect([...position, separation].every(Number.isFinite)).toBe(true);
    expect(separation).toBeLessThanOrEqual(MARGIN + 1e-9);
  }
  if (distinct) expect(new Set(points.map(({ id }) => id)).size).toBe(points.length);
}

describe('manifolds', () => {
  it('part polytopes, with nearly the least motion', () => {
    const random = randomFrom(1);
    let touching = 0;
    for (let round = 0; round < 10_000; round++) {
      const [a, b] = nearPair(random, POLYTOPES, false);
      if (a.type === 'triangle' && b.type === 'triangle') continue;
      const result = kernels.collide(a, b, MARGIN);
      const best = bestSeparation(a, b);
      if (!result.points.length) {
        // Apart, or not above each other where they face.
        expect(best).toBeGreaterThan(0);
        continue;
      }
      touching++;
      expectSound(result, a);
      const along = apart(a, b, result.normal);
      const depth = depthOf(result);
      if (best <= 0) {
        expect(along).toBeGreaterThan(best - 2e-3);
        const parted = moved(b, scaled(1e-6 - depth, result.normal));
        expect(apart(a, parted, result.normal) > 0 || bestSeparation(a, parted) > 0).toBe(true);
      }
      expect(depth).toBeGreaterThan(along - 2e-4);
    }
    expect(touching).toBeGreaterThan(2500);
    kernels.clear();
  });

  it('part shapes of every kind', () => {
    const random = randomFrom(2);
    let touching = 0;
    for (let round = 0; round < 10_000; round++) {
      const [a, b] = nearPair(random, ALL, true);
      if (a.type === 'triangle' && b.type === 'triangle') continue;
      const result = kernels.collide(a, b, MARGIN);
      if (!result.points.length) continue;
      touching++;
      expectSound(result, a);
      const along = apart(a, b, result.normal);
      const depth = depthOf(result);
      if (along <= 0) expect(depth).toBeLessThan(along + 1e-3);
      expect(depth).toBeGreaterThan(along - 2e-3);
    }
    expect(touching).toBeGreaterThan(2500);
    kernels.clear();
  });

  it('are the same from both sides', () => {
    const random = randomFrom(3);
    let [opposite, touching] = [0, 0];
    for (let round = 0; round < 4000; round++) {
      const [a, b] = nearPair(random, ALL, true);
      if (a.type === 'triangle' && b.type === 'triangle') continue;
      const there = kernels.collide(a, b, MARGIN);
      const back = kernels.collide(b, a, MARGIN);
      if (!there.points.length || !back.points.length) continue;
      touching++;
      expect(Math.abs(depthOf(there) - depthOf(back))).toBeLessThan(4e-3);
      if (dot(there.normal, back.normal) < -0.9999) opposite++;
    }
    expect(touching).toBeGreaterThan(1000);
    expect(opposite / touching).toBeGreaterThan(0.98);
    kernels.clear();
  });

  it('remember the axis along which shapes are apart', () => {
    const random = randomFrom(4);
    for (let round = 0; round < 500; round++) {
      const [a, b] = nearPair(random, ALL, true);
      const far = moved(b, scaled(0.2, (b.position ?? [0, 1, 0]) as Vector));
      const { points } = kernels.collide(a, far, MARGIN);
      if (points.length || ['sphere', 'capsule'].includes(a.type) || ['sphere', 'capsule'].includes(b.type)) continue;
      const axis = kernels.axis;
      if (norm(axis) < 0.5) continue;
      expect(Math.abs(norm(axis) - 1)).toBeLessThan(1e-9);
      expect(kernels.collide(a, far, MARGIN, false).points).toEqual([]);
    }
    kernels.clear();
  });

  it('take degenerate shapes', () => {
    const flat: Vector[][] = [
      [
        [0, 0, 0],
        [0, 0, 0],
        [0, 0, 0],
      ],
      [
        [0, 0, 0],
        [1, 0, 0],
        [2, 0, 0],
      ],
      [
        [0, 0, 0],
        [1, 0, 0],
        [2, 1e-12, 0],
      ],
      [
        [-50, 0, 0],
        [50, 0, 1e-7],
        [50, 0, -1e-7],
      ],
    ];
    const random = randomFrom(5);
    for (const points of flat) {
      const thin: ConvexShape = { type: 'triangle', points };
      for (let round = 0; round < 200; round++) {
        const other = moved(randomShape(random, ['box', 'hull', 'cylinder', 'cone', 'capsule']), [random(), random(), random()]);
        for (const [first, second] of [
          [thin, other],
          [other, thin],
        ]) {
          const result = kernels.collide(first, second);
          if (result.points.length) expectSound(result, first, false);
        }
      }
    }
    for (const size of [
      [1, 0, 1],
      [0, 0, 0],
      [1e9, 1e-9, 1e9],
    ] as Vector[]) {
      const box: ConvexShape = { type: 'box', size };
      const result = kernels.collide(box, { type: 'box', size: [0.5, 0.5, 0.5], position: [0.1, 0.45, 0.1] });
      if (result.points.length) expectSound(result, box);
    }
    const same = kernels.collide({ type: 'box', size: [1, 1, 1] }, { type: 'box', size: [1, 1, 1] });
    expectSound(same, { type: 'box' });
    expect(depthOf(same)).toBeCloseTo(-2, 9);
    kernels.clear();
  });
});

describe('points of round shapes', () => {
  const floor: ConvexShape = { type: 'box', size: [5, 0.5, 5] };
  const lying = rotationOf([0, 0, 1, 1]);
  const heights = ({ points }: ManifoldResult) => points.map(({ separation }) => Math.round(separation * 1e9) / 1e9);

  it('are four under a cylinder or cone that stands, two under one that lies', () => {
    for (const type of ['cylinder', 'cone'] as const) {
      const standing = kernels.collide(floor, { type, size: [0.3, 0.5, 0], position: [0, 0.999, 0] });
      expect(heights(standing)).toEqual([-0.001, -0.001, -0.001, -0.001]);
      for (const { position } of standing.points) expect(Math.sqrt(position[0] ** 2 + position[2] ** 2)).toBeCloseTo(0.3, 9);
    }
    const cylinder = kernels.collide(floor, { type: 'cylinder', size: [0.3, 0.5, 0], position: [0, 0.799, 0], rotation: lying });
    expect(heights(cylinder)).toEqual([-0.001, -0.001]);
    const slant = Math.sqrt(1.09);
    // Turned so that the side's normal (1, 0.3) points down.
    const [s, c] = [-1 / slant, -0.3 / slant];
    const rotation: Matrix = [
      [c, -s, 0],
      [s, c, 0],
      [0, 0, 1],
    ];
    const turned = kernels.collide(floor, { type: 'cone', size: [0.3, 0.5, 0], position: [0, 0.5 + 0.15 / slant - 0.001, 0], rotation });
    expect(heights(turned)).toEqual([-0.001, -0.001]);
  });

  it('are two under a capsule that lies, and between edges side by side', () => {
    const capsule = kernels.collide(floor, { type: 'capsule', size: [0, 0.5, 0], radius: 0.2, position: [0, 0.69, 0], rotation: lying });
    expect(heights(capsule)).toEqual([-0.01, -0.01]);
    const rotation = rotationOf([Math.SQRT2 - 1, 0, 0, 1]);
    const rounded: ConvexShape = { type: 'box', size: [0.5, 0.5, 0.5], radius: 0.05, rotation };
    const above = kernels.collide(rounded, { ...rounded, position: [0.25, Math.SQRT2 + 0.099, 0] });
    expect(above.points.map(({ position }) => Math.round(position[0] * 1e3) / 1e3).sort()).toEqual([-0.25, 0.5]);
    expect(depthOf(above)).toBeCloseTo(-0.001, 6);
  });
});

describe('names of points', () => {
  /** The share of steps after which every point has a name it had before. */
  function steady(a: ConvexShape, pose: (step: number) => Partial<ConvexShape>, steps = 1000): number {
    kernels.axis = [0, 0, 0];
    let [last, kept] = ['', -1];
    for (let step = 0; step <= steps; step++) {
      const { points } = kernels.collide(a, { type: 'box', size: [0.5, 0.5, 0.5], ...pose(step) }, MARGIN, false);
      const names = points
        .map(({ id }) => id)
        .sort()
        .join();
      if (names === last || !step) kept++;
      last = names;
    }
    return kept / steps;
  }

  /** A box that slides, turns, and shakes as in a simulation. */
  const sliding = (from: Vector, speed: number, spin: number, shake: number, random: () => number) => (step: number) => ({
    position: plus(from, [speed * step, shake * random(), 0.3 * speed * step]) as Vector,
    rotation: rotationOf([shake * random(), Math.tan(spin * step), shake * random(), 1]),
  });

  it('stay while a box slides and turns on another', () => {
    const table: ConvexShape = { type: 'box', size: [2, 0.5, 2] };
    expect(steady(table, sliding([-1, 0.9999, -0.3], 0.001, 0.0002, 1e-4, randomFrom(6)))).toBe(1);
    // Over the edge of the table and on a box of the same size: corners pass edges.
    expect(steady(table, sliding([1.2, 0.9999, 0], 0.001, 0.0003, 1e-4, randomFrom(7)))).toBeGreaterThan(0.95);
    const equal: ConvexShape = { type: 'box', size: [0.5, 0.5, 0.5] };
    expect(steady(equal, sliding([0, 0.9999, 0], 0, 0.0004, 2e-7, randomFrom(8)))).toBeGreaterThan(0.95);
    expect(steady(equal, sliding([0.05, 0.9999, 0.02], 0.0002, 0.0004, 2e-7, randomFrom(9)))).toBeGreaterThan(0.95);
  });

  it('stay while one box stands on another of its size and shakes', () => {
    const random = randomFrom(10);
    const shaking = () => ({ position: [2e-5 * random(), 0.9999, 2e-5 * random()] as Vector });
    expect(steady({ type: 'box', size: [0.5, 0.5, 0.5] }, shaking)).toBe(1);
  });
});

describe('reduction', () => {
  it('keeps a point about as deep as the deepest, and most of the area', () => {
    const random = randomFrom(11);
    for (let round = 0; round < 2000; round++) {
      const count = 5 + Math.floor(random() * 60);
      const step = 1 + Math.floor(random() * 66);
      const points = Array.from({ length: count }, (_, id) => {
        const position: Vector = [2 * random(), 0, 3 * random()];
        return { position, separation: 1e-4 * ((step * id) % 67) - 3e-3, id };
      });
      const kept = kernels.reduce([0, 1, 0], points);
      expect(kept.length).toBeGreaterThan(2);
      expect(depthOf({ normal: [0, 1, 0], points: kept })).toBeLessThanOrEqual(
        depthOf({ normal: [0, 1, 0], points }) + 1e-4 * Math.hypot(2, 3),
      );
      for (const point of kept) expect(points).toContainEqual(point);
      // The same for any order of the points.
      const again = kernels.reduce([0, 1, 0], [...points].reverse());
      expect(new Set(again.map(({ id }) => id))).toEqual(new Set(kept.map(({ id }) => id)));
    }
  });

  it('leaves four or fewer as they are, and takes points in one place or in one line', () => {
    const at = (x: number, id: number) => ({ position: [x, 0, 0] as Vector, separation: 0, id });
    expect(kernels.reduce([0, 1, 0], [at(1, 5), at(2, 3)])).toEqual([at(1, 5), at(2, 3)]);
    expect(
      kernels.reduce(
        [0, 1, 0],
        Array.from({ length: 9 }, (_, id) => at(1, id)),
      ),
    ).toEqual([at(1, 0)]);
    const line = kernels.reduce(
      [0, 1, 0],
      Array.from({ length: 9 }, (_, id) => at(id, id)),
    );
    expect(line.map(({ id }) => id)).toEqual([0, 8]);
  });
});
