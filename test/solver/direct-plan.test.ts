// Which islands are solved directly, seen from outside: the others move to the last bit as they do with sweeps.
import { describe, expect, test } from 'vitest';
import { BallJoint, type Body, GearJoint, HingeJoint, type Vec3, World, type WorldOptions } from '../../bindings/index.ts';
import { addBox } from './direct-worlds.ts';

const EDGES: Vec3 = [0.8, 0.1, 0.2];
type Build = (world: World) => void;

const link = (world: World, a: Body | null, x: number, mass = 1): Body => {
  const b = addBox(world, mass, EDGES, [x + 0.5, 0, 0], { angularVelocity: [0.1, 0.3, 0.2] });
  world.addJoint(new BallJoint({ a, b, anchor: [x, 0, 0] }));
  return b;
};

// A hinge: of a ball alone both find the same bits.
const one: Build = (world) => {
  const b = addBox(world, 1, EDGES, [0.5, 0, 0], { angularVelocity: [0.1, 0.3, 0.2] });
  world.addJoint(new HingeJoint({ b, anchor: [0, 0, 0], axis: [0, 0, 1] }));
};
const two: Build = (world) => {
  link(world, link(world, null, 0), 1);
};
/** So many bars at one body. */
const star =
  (bars: number): Build =>
  (world) => {
    const hub = addBox(world, 5, EDGES, [0, 0, 0]);
    for (let k = 0; k < bars; k++) {
      const b = addBox(world, 1, EDGES, [0.5, 0.1 * k, 0], { angularVelocity: [0, 0.3, 0.2] });
      world.addJoint(new BallJoint({ a: hub, b, anchor: [0, 0.1 * k, 0] }));
    }
  };
/** A chain of two with so many balls more between them and the world. */
const looped =
  (loops: number): Build =>
  (world) => {
    const bodies = Array.from({ length: 8 }, (_, k) => addBox(world, 1, EDGES, [k, 0, 0], { angularVelocity: [0, 0.1, 0.2] }));
    bodies.forEach((b, k) => {
      world.addJoint(new BallJoint({ a: bodies[k - 1] ?? null, b, anchor: [k - 0.5, 0, 0] }));
    });
    for (let k = 0; k < loops; k++) world.addJoint(new BallJoint({ b: bodies[k % 8], anchor: [k % 8, 0.1 * Math.floor(k / 8), 0] }));
  };
/** Two hinges on two bodies and the world, and a gear between them, which makes them an island of one loop. */
const geared: Build = (world) => {
  const hinges = [0, 2].map((x) => {
    const b = addBox(world, 1, EDGES, [x, 0, 0], { angularVelocity: [0, 0, 1 + x] });
    return world.addJoint(new HingeJoint({ b, anchor: [x, 0, 0], axis: [0, 0, 1] }));
  });
  world.addJoint(new GearJoint({ first: hinges[0], second: hinges[1], ratio: 2 }));
};

async function moves(build: Build, settings: WorldOptions): Promise<number[]> {
  const world = await World.create({ backend: 'reference', substeps: 3, sleep: false, ...settings });
  build(world);
  for (let k = 0; k < 5; k++) world.step(1 / 60);
  const poses = [...world.bodies].flatMap(({ position, orientation }) => [...position, ...orientation]);
  world.dispose();
  return poses;
}

async function isDirect(build: Build, settings: WorldOptions): Promise<boolean> {
  const [swept, other] = [await moves(build, { ...settings, jointSolver: 'sweeps' }), await moves(build, settings)];
  return swept.some((value, k) => value !== other[k]);
}

describe.each([
  ['a joint alone', one, true, true],
  ['two joints', two, true, true],
  ['a star of 24', star(24), true, true],
  ['a star of 25', star(25), false, true],
  ['32 loops', looped(32), true, true],
  ['33 loops', looped(33), false, true],
  ['a gear between two', geared, true, true],
])('%s', (_, build, auto, direct) => {
  test(`by 'auto' ${auto ? 'directly' : 'by sweeps'}`, async () => {
    expect(await isDirect(build, { jointSolver: 'auto' })).toBe(auto);
  });

  test("by 'direct' directly", async () => {
    expect(await isDirect(build, { jointSolver: 'direct' })).toBe(direct);
  });
});

test('a gradient that was chosen stays with the sweeps by auto, and a scalar projection always', async () => {
  expect(await isDirect(two, { jointSolver: 'auto', gradient: 'start' })).toBe(false);
  expect(await isDirect(two, { jointSolver: 'direct', gradient: 'start' })).toBe(true);
  expect(await isDirect(two, { jointSolver: 'direct', projection: 'scalar' })).toBe(false);
});

test('one island does not change how another is solved', async () => {
  const both: Build = (world) => {
    one(world);
    two(world);
  };
  const [alone, beside] = [await moves(two, { jointSolver: 'auto' }), await moves(both, { jointSolver: 'auto' })];
  expect(beside.slice(-alone.length)).toEqual(alone);
  const [single, first] = [await moves(one, { jointSolver: 'auto' }), await moves(both, { jointSolver: 'auto' })];
  expect(first.slice(0, single.length)).toEqual(single);
});
