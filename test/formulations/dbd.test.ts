// The numbers of a prototype of Waterson's Algorithm 1: two boxes at 6 rad/s that a ball joint holds, a step of 1/30 s.
import { describe, expect, test } from 'vitest';
import { BallJoint, type Body, type Vec3, type World, type WorldOptions } from '../../bindings/index.ts';
import { length, subtract } from './vectors.ts';
import { addFree, angularMomentum, createWorld, distanceBetween, FLOATING, linearMomentum, placeOf } from './worlds.ts';

const MOMENTS: Vec3[] = [
  [0.05, 0.1, 0.15],
  [0.1, 0.1, 0.02],
];
/** What the papers have: their gyroscopic torque, one row along the separation, its direction that of the moment. */
const PAPER: WorldOptions = { solver: 'dbd', substeps: 1, gyroscopic: 'explicit', gradient: 'current', projection: 'scalar' };

interface Boxes {
  world: World;
  bodies: Body[];
}

async function boxes(options: WorldOptions, isJoined = true, dt = 1 / 30): Promise<Boxes> {
  const world = await createWorld({ ...FLOATING, ...PAPER, ...options });
  const a = addFree(world, { mass: 1, inertia: MOMENTS[0], position: [-0.5, 0, 0], angularVelocity: [1, 6, 2] });
  const b = addFree(world, {
    mass: 2,
    inertia: MOMENTS[1],
    position: [0.5, 0, 0],
    linearVelocity: [0, 1, 0],
    angularVelocity: [0, -3, 5],
  });
  if (isJoined) world.addJoint(new BallJoint({ a, b, anchor: [0, 0, 0] }));
  world.step(dt);
  return { world, bodies: [a, b] };
}

const gap = ({ bodies: [a, b] }: Boxes): number => distanceBetween(placeOf(a, [0.5, 0, 0]), placeOf(b, [-0.5, 0, 0]));

/** By how much the joint changes the angular momentum of what would move freely. */
async function change(options: WorldOptions, dt?: number): Promise<number> {
  const [joined, free] = [await boxes(options, true, dt), await boxes(options, false, dt)];
  expect(length(subtract(linearMomentum(joined.bodies), linearMomentum(free.bodies)))).toBeLessThan(1e-12);
  return length(subtract(angularMomentum(joined.bodies, MOMENTS), angularMomentum(free.bodies, MOMENTS)));
}

describe('the effective inertia', () => {
  test.each([
    [4, 1.628e-2, 7.71e-3],
    [20, 1.655e-2, 1.058e-2],
  ])('after %i iterations takes the change of angular momentum from %d to %d', async (iterations, plain, effective) => {
    expect(await change({ iterations, effectiveInertia: false })).toBeCloseTo(plain, 5);
    expect(await change({ iterations, effectiveInertia: true })).toBeCloseTo(effective, 5);
  });

  test('loses angular momentum with the first power of the step, and less than without', async () => {
    const loss = (dt: number, effectiveInertia: boolean) => change({ iterations: 200, effectiveInertia }, dt);
    expect((await loss(1 / 300, true)) / (await loss(1 / 1200, true))).toBeGreaterThan(3.5);
    expect(await loss(1 / 300, true)).toBeLessThan(0.75 * (await loss(1 / 300, false)));
  });

  test('has nothing to count where the midpoint rule carries the momentum', async () => {
    const one = await boxes({ gyroscopic: 'implicit', effectiveInertia: true });
    const other = await boxes({ gyroscopic: 'implicit', effectiveInertia: false });
    one.bodies.forEach((body, k) => {
      expect([...body.angularVelocity]).toEqual([...other.bodies[k].angularVelocity]);
    });
  });
});

/** m: the gap after so many iterations. */
const CONVERGENCE: [WorldOptions, Record<number, number>][] = [
  [{ relaxation: 1 }, { 1: 3.19e-2, 2: 1.75e-2, 3: 8.79e-3, 4: 8.66e-3, 5: 5.31e-3, 10: 2.25e-3, 19: 2.3e-4 }],
  [{ relaxation: 0.5 }, { 1: 5.22e-2, 2: 2.9e-2, 3: 1.6e-2, 4: 8.89e-3, 5: 5.65e-3, 10: 1.14e-3, 19: 6.9e-5 }],
  [{ relaxation: 1.5 }, { 1: 6.86e-2, 2: 3.81e-2, 3: 2.16e-2, 4: 1.34e-2, 5: 9.44e-3, 10: 3.15e-3, 19: 4.91e-4 }],
  [{ regularization: 0.5 }, { 1: 3.1e-2, 2: 2.11e-2, 3: 8.77e-3, 4: 1.45e-2, 5: 5.49e-3, 10: 6.72e-3, 19: 4.85e-3 }],
];

describe('the gap of the joint, iteration by iteration', () => {
  test.each(CONVERGENCE)('%o', async (options, gaps) => {
    for (const [iterations, wanted] of Object.entries(gaps)) {
      const found = gap(await boxes({ ...options, iterations: Number(iterations) }));
      expect(Math.abs(found / wanted - 1)).toBeLessThan(6e-3);
    }
  });

  test('by three rows it closes faster, and the angular momentum changes more', async () => {
    const gaps: number[] = [];
    for (const iterations of [2, 4, 20]) gaps.push(gap(await boxes({ projection: 'block', iterations })));
    expect(gaps[1]).toBeLessThan(1e-6);
    expect(gaps[2]).toBeLessThan(1e-15);
    const block = await change({ projection: 'block', iterations: 20 });
    expect(block).toBeGreaterThan(await change({ iterations: 20 }));
  });
});
