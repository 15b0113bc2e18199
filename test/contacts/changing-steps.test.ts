// Steps that change in length: what substeps are parts of is the longest step of late, so that springs stay as they are.
import { expect, test } from 'vitest';
import { Box, HingeJoint, Sphere, type World } from '../../bindings/index.ts';
import { addFloor, DT, onEachKernel, settle } from './worlds.ts';

const MASS = 10;

function addStack(world: World, boxes: number) {
  addFloor(world);
  return Array.from({ length: boxes }, (_, k) => world.addBody({ shape: new Box([0.5, 0.5, 0.5]), position: [0, 0.5 + k, 0], mass: MASS }));
}

const WORLDS: Record<string, (world: World) => void> = {
  'a free ball': (world) => world.addBody({ shape: new Sphere(1) }),
  'a stack of 6': (world) => addStack(world, 6),
  '20 boxes': (world) => {
    addFloor(world);
    for (let k = 0; k < 20; k++) world.addBody({ shape: new Box([0.5, 0.5, 0.5]), position: [2 * k, 0.5, 0] });
  },
  'a motor': (world) => {
    const b = world.addBody({ shape: new Box([0.5, 0.5, 0.5]) });
    world.addJoint(new HingeJoint({ b, anchor: [0, 0, 0], axis: [0, 0, 1], motor: { velocity: 1 } }));
  },
};

onEachKernel(({ create }) => {
  test.each(Object.keys(WORLDS))('a short step leaves the substeps of later ones as they were: %s', async (name) => {
    const world = await create();
    WORLDS[name](world);
    settle(world, 60);
    const usual = world.lastSubsteps;
    for (const dt of [1e-3, 1e-4]) {
      world.step(dt);
      world.step(DT);
      expect(world.lastSubsteps).toBe(usual);
    }
    world.dispose();
  });

  test('a spinning arm asks for short substeps for as long as it spins', async () => {
    const world = await create({ gravity: [0, 0, 0] });
    const b = world.addBody({
      shape: new Box([0.5, 0.05, 0.05]),
      position: [0.5, 0, 0],
      linearVelocity: [0, 100, 0],
      angularVelocity: [0, 0, 200],
    });
    world.addJoint(new HingeJoint({ b, anchor: [0, 0, 0], axis: [0, 0, 1], friction: 1e-9 }));
    settle(world, 30);
    expect(world.lastSubsteps).toBeGreaterThan(10);
    b.linearVelocity = [0, 0, 0];
    b.angularVelocity = [0, 0, 0];
    settle(world, 60);
    expect(world.lastSubsteps).toBe(10);
    world.dispose();
  });

  test.each([6, 10, 15])('a stack of %s rests in steps that change in length', async (boxes) => {
    const world = await create();
    const stack = addStack(world, boxes);
    let fastest = 0;
    for (let k = 0; k < 600; k++) {
      world.step(k % 4 < 2 ? DT : DT / 2);
      if (k < 300) continue;
      fastest = Math.max(fastest, ...stack.map((body) => Math.hypot(...body.linearVelocity)));
    }
    // Springs that changed with the steps threw ten boxes up at 0.17 m/s.
    expect(fastest).toBeLessThan(0.005);
    world.dispose();
  });
});
