// What was nearest in the step before is looked at first; the manifold is that of a search through all axes.
import { beforeAll, describe, expect, it } from 'vitest';
import { dot, plus, rotationOf, scaled } from './manifold-hulls.ts';
import { type ConvexShape, ManifoldKernels, type Matrix, type Vector } from './manifold-kernels.ts';
import { apart, bestSeparation, randomFrom, randomRotation, randomShape } from './manifold-shapes.ts';

const STEPS = 30;
const MARGIN = 0.05;
/** m: so deep another axis may be looked past: a fiftieth of the largest size. */
const DEEP = 0.016;
/** m: an edge has to be better than a face by a thousandth of that size. */
const SLACK = 1.2e-3;

const product = (a: Matrix, b: Matrix): Matrix => a.map((row) => [0, 1, 2].map((k) => dot(row, b.map((r) => r[k]) as Vector))) as Matrix;

describe('axes of the step before', () => {
  let kept: ManifoldKernels;
  let fresh: ManifoldKernels;
  beforeAll(async () => {
    kept = await ManifoldKernels.create();
    fresh = await ManifoldKernels.create();
  });

  it.each([
    ['hull', 'hull'],
    ['hull', 'box'],
    ['box', 'hull'],
    ['box', 'box'],
  ] as const)('lead to the same contacts: %s and %s', (first, second) => {
    const random = randomFrom(5);
    const vector = (size: number): Vector => [size * (random() - 0.5), size * (random() - 0.5), size * (random() - 0.5)];
    let seen = 0;
    for (let run = 0; run < 150; run++) {
      const a: ConvexShape = randomShape(random, [first], false);
      let b: ConvexShape = { ...randomShape(random, [second], false), rotation: randomRotation(random) };
      const away = vector(1);
      const unit = scaled(1 / Math.hypot(...away), away);
      // Until they are just in contact.
      let far = 3;
      const at = (distance: number): ConvexShape => ({ ...b, position: scaled(distance, unit) });
      while (far > 0 && !fresh.collide(a, at(far), 0.01).points.length) far -= 0.02;
      b = at(far);
      const drift = vector(0.01);
      const [x, y, z] = vector(0.02);
      const turn = rotationOf([x, y, z, 1]);
      // Of whatever numbers, the last bits of which name features.
      kept.axis = scaled(1 / Math.hypot(...drift), drift);
      for (let step = 0; step < STEPS; step++) {
        b = { ...b, position: plus(b.position!, drift), rotation: product(turn, b.rotation!) };
        const known = kept.collide(a, b, MARGIN, false);
        if (step % 6) continue;
        const found = fresh.collide(a, b, MARGIN);
        const label = `run ${run}, step ${step}`;
        const best = bestSeparation(a, b);
        if (best < 0) expect([known.points.length > 0, found.points.length > 0], label).toEqual([true, true]);
        for (const { normal, points } of [known, found]) {
          if (!points.length) continue;
          seen++;
          expect(apart(a, b, normal), label).toBeGreaterThan(best - (best > 0 ? SLACK : SLACK + DEEP));
        }
      }
    }
    expect(seen).toBeGreaterThan(500);
  });
});
