// Where two bodies get in a step decides whether their contacts are looked for: two that are in each other have some, however they move.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addShape } from './api.ts';
import { anyOrientation, vector } from './arbitraries.ts';
import type { ShapeSpec } from './oracles/spec.ts';
import { add, multiply, perpendicular, rotate, scale, type Vector } from './oracles/vector.ts';
import { PRECISIONS, type World } from './package.ts';
import { pairs } from './pairs.ts';
import { emptyWorld, withBodies } from './worlds.ts';

const SHAPES = ['sphere', 'capsule', 'box', 'cylinder', 'cone', 'convexHull', 'compound'] as const;
const MASS = { mass: 1, inertia: [1, 1, 1] } as const;

/** Shapes and their points that are farthest from their origins. */
const FARTHEST: [shape: ShapeSpec, point: Vector][] = [
  [{ type: 'sphere', radius: 0.5 }, [0.3, 0, 0.4]],
  [{ type: 'capsule', radius: 0.2, halfHeight: 0.9 }, [0, 1.1, 0]],
  [{ type: 'box', halfExtents: [1, 0.2, 0.4] }, [1, 0.2, -0.4]],
  [{ type: 'cylinder', radius: 0.3, halfHeight: 0.8 }, [0.3, 0.8, 0]],
  [{ type: 'cone', radius: 0.3, halfHeight: 1 }, [0, 1, 0]],
  [{ type: 'convexHull', points: [0, 0, 0, 2, 0.2, 0.1, 0.3, 0.5, 0, 0.2, 0, 0.4] }, [2, 0.2, 0.1]],
];
/** Tip to tip, a hundredth of the way in each other. */
const TIP = 1.99;

describe.each(PRECISIONS)('$label', ({ settings }) => {
  let world: World;
  beforeAll(async () => {
    world = await emptyWorld(settings);
  });
  afterAll(() => world.dispose());

  const overlap = (): boolean => world.contacts().some(({ points }) => points.some(({ separation }) => separation < 0));

  test.each(FARTHEST)('tip to tip: %j', (shape, point) => {
    const input = fc.record({ turn: anyOrientation, at: vector(50), center: fc.oneof(fc.constant<Vector>([0, 0, 0]), vector(0.2)) });
    const check = ({ turn, at, center }: typeof input extends fc.Arbitrary<infer Input> ? Input : never) => {
      const way = rotate(turn, point);
      const side = rotate(turn, perpendicular(point));
      const orientation = multiply([...side, 0], turn);
      withBodies(world, (keep) => {
        keep(addShape(world, shape, { position: at, orientation: turn }, { ...MASS, centerOfMass: center }));
        keep(addShape(world, shape, { position: add(at, scale(way, TIP)), orientation }, { ...MASS, centerOfMass: center }));
        world.detectCollisions();
        expect(overlap()).toBe(true);
      });
    };
    fc.assert(fc.property(input, check), { seed: 8, numRuns: 60, endOnFailure: true });
  });

  test.each(SHAPES.flatMap((a, index) => SHAPES.slice(index).map((b) => [a, b] as const)))('%s and %s', (first, second) => {
    let overlaps = 0;
    const input = fc.record({
      pair: pairs(first, second, fc.constant(1), 50),
      moves: fc.array(vector(20), { minLength: 4, maxLength: 4 }),
      center: vector(0.5),
    });
    const check = ({ pair: { a, b, poseA, poseB }, moves, center }: typeof input extends fc.Arbitrary<infer Input> ? Input : never) => {
      const isIn = withBodies(world, (keep) => {
        keep(addShape(world, a, poseA));
        keep(addShape(world, b, poseB, { type: 'static' }));
        world.detectCollisions();
        return overlap();
      });
      if (!isIn) return;
      overlaps++;
      withBodies(world, (keep) => {
        keep(addShape(world, a, poseA, { ...MASS, linearVelocity: moves[0], angularVelocity: moves[1], centerOfMass: center }));
        keep(addShape(world, b, poseB, { ...MASS, linearVelocity: moves[2], angularVelocity: moves[3], centerOfMass: center }));
        world.detectCollisions();
        expect(overlap(), 'where they are').toBe(true);
        world.step(1 / 60);
        expect(world.contacts().length, 'in a step').toBeGreaterThan(0);
      });
    };
    fc.assert(fc.property(input, check), { seed: 7, numRuns: 60, endOnFailure: true });
    expect(overlaps).toBeGreaterThan(10);
  });
});
