// Where a paper's scheme fails: docs/formulations.md, "Known errors", has these numbers.
import { describe, expect, test } from 'vitest';
import { type Body, Box, FixedJoint, HalfSpace, type WorldOptions } from '../../bindings/index.ts';
import { createWorld, GRAVITY, run } from './worlds.ts';

/** m: how far the boxes of a tower are aside after two seconds at most. */
async function asideOfTower(count: number, options: WorldOptions): Promise<number> {
  const world = await createWorld(options);
  world.addBody({ type: 'static', shape: new HalfSpace() });
  const boxes = Array.from({ length: count }, (_, k) =>
    world.addBody({ shape: new Box([0.5, 0.5, 0.5]), mass: 1, position: [0, 0.5 + k, 0] }),
  );
  run(world, 120);
  return Math.max(...boxes.map(({ position: [x, , z] }) => Math.hypot(x, z)));
}

describe("towers under the papers' XPBD", () => {
  const PAPERS: WorldOptions = { contacts: 'position', contactNormals: 'current' };

  test('drift apart, most without the velocity pass; soft contacts do not', async () => {
    expect(await asideOfTower(5, {})).toBeLessThan(5e-5);
    const papers = await asideOfTower(5, PAPERS);
    expect(papers).toBeGreaterThan(0.005);
    expect(papers).toBeLessThan(0.05);
    expect(await asideOfTower(5, { ...PAPERS, velocityPass: false })).toBeGreaterThan(2 * papers);
  });

  test('and stand by substeps or iterations', async () => {
    const papers = await asideOfTower(5, PAPERS);
    expect(await asideOfTower(5, { ...PAPERS, substeps: 40 })).toBeLessThan(0.5 * papers);
    expect(await asideOfTower(5, { ...PAPERS, iterations: 10 })).toBeLessThan(0.5 * papers);
  });
});

describe('two feet on the ground', () => {
  /** Hips of 10 kg on two feet of 1 kg: what the corners of the feet bear, N, and how far the hips are aside, m, after two seconds. */
  async function standing(options: WorldOptions) {
    const world = await createWorld({ solver: 'ode', ...options });
    world.addBody({ type: 'static', shape: new HalfSpace() });
    const hips = world.addBody({ mass: 10, inertia: [0.2, 0.2, 0.2], position: [0, 1, 0] });
    const feet: Body[] = [-0.2, 0.2].map((x) => {
      const foot = world.addBody({ shape: new Box([0.05, 0.03, 0.12]), mass: 1, position: [x, 0.03, 0] });
      world.addJoint(new FixedJoint({ a: hips, b: foot, anchor: [x, 0.06, 0] }));
      return foot;
    });
    run(world, 120);
    const corners = [...world.contacts()].flatMap(({ points }) => points.map(({ force }) => force));
    return {
      aside: Math.hypot(hips.position[0], hips.position[2]),
      corners,
      load: feet.reduce((sum, foot) => sum + foot.contactForce()[1], 0),
    };
  }
  const WEIGHT = 12 * GRAVITY;

  test('share their load by pivoting', async () => {
    const { aside, corners, load } = await standing({ linear: 'dantzig' });
    expect(load / WEIGHT).toBeCloseTo(1, 6);
    for (const force of corners) expect(force / (WEIGHT / 8)).toBeCloseTo(1, 2);
    expect(aside).toBeLessThan(1e-8);
  });

  test.each([
    [1, 0.01],
    [4, 0.002],
    [20, 5e-4],
  ])('do not under quickstep: %d sweeps', async (iterations, least) => {
    const { aside, corners, load } = await standing({ linear: 'quickstep', iterations });
    expect(load / WEIGHT).toBeCloseTo(1, 2);
    expect(Math.max(...corners) / Math.min(...corners)).toBeGreaterThan(3);
    expect(aside).toBeGreaterThan(least);
  });
});
