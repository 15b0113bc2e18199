// What is drawn of joints: how they are told, how far what hangs reaches, and errors shown larger than they are.
import { afterEach, describe, expect, test } from 'vitest';
import { BallJoint, Box, DistanceJoint, GearJoint, HingeJoint, PulleyJoint, Sphere, World } from '../../bindings/index.ts';
import { jointLooksOf } from '../../gallery/engine/joint-looks.ts';
import type { Frame, JointLook } from '../../gallery/engine/types.ts';
import { Exaggeration } from '../../gallery/view/exaggeration.ts';
import { lowestReach } from '../../gallery/view/hanging.ts';

const worlds: World[] = [];
afterEach(() => {
  for (const world of worlds.splice(0)) world.dispose();
});

async function emptyWorld(): Promise<World> {
  const world = await World.create();
  worlds.push(world);
  return world;
}

/** Links of a metre that hang from the origin, along x at the start. */
async function chain(count: number): Promise<{ world: World; joints: JointLook[] }> {
  const world = await emptyWorld();
  let above = null;
  for (let k = 0; k < count; k++) {
    const link = world.addBody({ shape: new Box([0.5, 0.05, 0.05]), mass: 1, position: [k + 0.5, 0, 0], collides: false });
    world.addJoint(new BallJoint({ a: above, b: link, anchor: [k, 0, 0] }));
    above = link;
  }
  return { world, joints: jointLooksOf(world) };
}

const MIDDLES = { anchorA: [0, 0, 0], anchorB: [0, 0, 0] };
const frameOf = (transforms: Float32Array) => ({ transforms, previous: transforms }) as Frame;

describe('joints are told', () => {
  test('with anchors and axes in the frames of their bodies', async () => {
    const world = await emptyWorld();
    const body = world.addBody({ shape: new Sphere(0.1), mass: 1, position: [1, 2, 3], orientation: [0, 0, Math.SQRT1_2, Math.SQRT1_2] });
    world.addJoint(new HingeJoint({ b: body, anchor: [1, 3, 3], axis: [0, 1, 0] }));
    const [{ kind, a, b, from, to, axis }] = jointLooksOf(world);
    expect([kind, a, b, from]).toEqual(['Hinge', -1, body.index, [1, 3, 3]]);
    for (const [k, value] of [1, 0, 0].entries()) {
      expect(to[k]).toBeCloseTo(value, 6);
      expect(axis![k]).toBeCloseTo(value, 6);
    }
  });

  test('with what makes them springs, ropes over wheels and gears; broken ones and the hand are not', async () => {
    const world = await emptyWorld();
    const [a, b] = [0, 1].map((x) => world.addBody({ shape: new Sphere(0.1), mass: 1, position: [x, 0, 0] }));
    world.addJoint(new DistanceJoint({ a, b, ...MIDDLES, length: 1, compliance: 0.01 }));
    const stiff = world.addJoint(new DistanceJoint({ a, b, ...MIDDLES, length: 1 }));
    const rope = new PulleyJoint({ a, b, ...MIDDLES, pointA: [0, 2, 0], pointB: [1, 2, 0] });
    world.addJoint(rope);
    const hinges = [a, b].map((body) => world.addJoint(new HingeJoint({ b: body, anchor: [...body.position], axis: [0, 0, 1] })));
    world.addJoint(new GearJoint({ first: hinges[0], second: hinges[1], ratio: -1 }));
    const looks = jointLooksOf(world, stiff);
    expect(looks.map(({ kind }) => kind)).toEqual(['Distance', 'Pulley', 'Hinge', 'Hinge', 'Gear']);
    expect(looks[0].springy).toBe(true);
    expect(looks[1].over).toEqual([
      [0, 2, 0],
      [1, 2, 0],
    ]);
    expect(looks[4].couples).toEqual([a.index, b.index]);
  });
});

test('a chain that starts level reaches as far down as it is long', async () => {
  expect(lowestReach((await chain(5)).joints)).toBeCloseTo(-5, 5);
  expect(lowestReach([])).toBe(Infinity);
});

describe('errors of joints', () => {
  test('are drawn larger, and bodies further out are moved by all gaps before them', async () => {
    const { world, joints } = await chain(3);
    const transforms = world.transforms.slice();
    const slots = [...world.bodies].map(({ index }) => index);
    // Every joint is open by a millimetre.
    for (const [k, slot] of slots.entries()) transforms[7 * slot + 1] -= 0.001 * (k + 1);
    const { transforms: drawn } = new Exaggeration(joints).apply(frameOf(transforms), 20);
    for (const [k, slot] of slots.entries()) {
      expect(drawn[7 * slot + 1]).toBeCloseTo(-0.02 * (k + 1), 5);
      expect(drawn[7 * slot]).toBeCloseTo(k + 0.5, 5);
    }
  });

  test('are drawn as they are without a factor, and where no joint holds a point', async () => {
    const { world, joints } = await chain(2);
    const frame = frameOf(world.transforms.slice());
    expect(new Exaggeration(joints).apply(frame, 1)).toBe(frame);
    expect(new Exaggeration([]).apply(frame, 20)).toBe(frame);
    expect(new Exaggeration([]).isPossible).toBe(false);
  });
});
