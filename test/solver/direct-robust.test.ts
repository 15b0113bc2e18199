// What once made exact joints gain energy, open, or exceed a bound: limits that take back what was past them, several that meet at once, and
// motors that press on what cannot move.
import { expect, test } from 'vitest';
import {
  BallJoint,
  type Body,
  Box,
  HalfSpace,
  HingeJoint,
  PrismaticJoint,
  RopeJoint,
  type Vec3,
  type World,
} from '../../bindings/index.ts';
import { randomNumbers } from '../../scenes/random.ts';
import { fallingTree } from '../hostile/random-trees.ts';
import { addBox, fastest, onEachDirect, run } from './direct-worlds.ts';

const EDGES: Vec3 = [0.2, 0.3, 0.4];
const OFF = 0.1;

/** Limits that are passed by OFF, of two bodies that hang on each other; and by how much they are now. */
const PASSED: Record<string, (world: World, a: Body, b: Body) => () => number> = {
  rope: (world, a, b) => {
    const joint = world.addJoint(new RopeJoint({ a, b, anchorA: [0.5, 0, 0], anchorB: [-0.4, 0, 0], length: 0.1 - OFF + 0.01 }));
    return () => joint.distance - 0.01;
  },
  'sliding joint': (world, a, b) => {
    const limits = { lower: OFF, upper: 1 };
    const joint = world.addJoint(new PrismaticJoint({ a, b, anchor: [0.5, 0, 0], axis: [0, 1, 0], limits }));
    return () => OFF - joint.offset;
  },
  hinge: (world, a, b) => {
    const limits = { lower: OFF, upper: 1 };
    const joint = world.addJoint(new HingeJoint({ a, b, anchor: [0.5, 0, 0], axis: [0, 0, 1], limits }));
    return () => OFF - joint.angle;
  },
};

onEachDirect((create, settings) => {
  const choice = settings.backend === 'reference' ? { backend: 'reference' as const } : { precision: 'double' as const };

  test.each(Object.keys(PASSED))('what a %s takes back goes no further: its speed was no motion', async (name) => {
    const world = await create({ substeps: 10, timeStepping: 'first-order', gravity: [0, 0, 0] });
    const a = addBox(world, 2, EDGES, [0, 0, 0]);
    const off = PASSED[name](world, a, addBox(world, 1, EDGES, [1, 0, 0]));
    expect(off()).toBeGreaterThan(0.08);
    run(world, 0.5);
    expect(off()).toBeLessThan(2e-4);
    // It came at 10 m/s or rad/s.
    expect(fastest(world)).toBeLessThan(0.2);
    world.dispose();
  });

  // Of the campaign of random trees: limits of a loop that meet at once, loads that stiffen light bodies, rods that snap taut.
  test.each([
    [108643, 20],
    [100655, 10],
    [101563, 20],
  ])('random tree %i at %i substeps holds together and gains nothing', async (seed, substeps) => {
    const { error, failures, gain } = await fallingTree(seed, substeps, choice);
    expect(gain).toBeLessThan(0.1);
    expect(error).toBeLessThan(1e-3);
    expect(failures).toBe(0);
  });

  test('a compliant chain moves as if alone beside a hub of so many spokes that its joints are swept, there and back', async () => {
    const chainBeside = async (spokes: number): Promise<number[]> => {
      const world = await create({ substeps: 10, timeStepping: 'first-order', jointSolver: 'auto' });
      const chain: Body[] = [];
      for (let k = 0; k < 4; k++) {
        const b = addBox(world, 1, EDGES, [k + 1, 0, 0]);
        world.addJoint(new BallJoint({ a: chain.at(-1) ?? null, b, anchor: [k + 0.5, 0, 0], compliance: 1e-4 }));
        chain.push(b);
      }
      const hub = addBox(world, 10, EDGES, [0, 0, 50]);
      for (let k = 0; k < spokes; k++)
        world.addJoint(new BallJoint({ a: hub, b: addBox(world, 1, EDGES, [k, 0, 52]), anchor: [0, 0, 50] }));
      run(world, 0.5);
      const places = chain.flatMap((body) => [...body.position]);
      world.dispose();
      return places;
    };
    expect(await chainBeside(30)).toEqual(await chainBeside(0));
  });

  test('saturated motors that press an arm on the floor give no more than they may', async () => {
    for (let seed = 1; seed <= 3; seed++) {
      const random = randomNumbers(seed);
      const world = await create({ substeps: 10, timeStepping: 'first-order' });
      world.addBody({ type: 'static', shape: new HalfSpace(), friction: 0.8 });
      let a: Body | null = null;
      const joints = Array.from({ length: 4 }, (_, k) => {
        const b: Body = world.addBody({ shape: new Box([0.2, 0.05, 0.05]), mass: 4, position: [0.2 + 0.4 * k, 0.3, 0] });
        const motor =
          random() < 0.5
            ? { velocity: -4 * random(), maxTorque: 20 }
            : { target: -2 * random(), stiffness: 1e4, damping: 100, maxTorque: 20 };
        const joint = world.addJoint(new HingeJoint({ a, b, anchor: [0.4 * k, 0.3, 0], axis: [0, 0, 1], motor }));
        a = b;
        return joint;
      });
      let saturated = 0;
      run(world, 0.7, () => {
        for (const { rotation } of joints) {
          expect(Math.abs(rotation.loads.motor)).toBeLessThan(20 * (1 + 1e-9));
          if (rotation.saturated) saturated++;
        }
      });
      expect(saturated).toBeGreaterThan(10);
      world.dispose();
    }
  });
});
