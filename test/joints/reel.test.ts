// Ropes whose length is changed from step to step are winches: what hangs on them follows, and they bear what a rope that is wound up bears.
import { describe, expect, it } from 'vitest';
import { type Body, PrismaticJoint, PulleyJoint, RopeJoint, World } from '../../bindings/index.ts';
import { BACKENDS } from '../scenes/backends.ts';

const DT = 1 / 60;
const MASS = 5;
const WEIGHT = 10 * MASS;
const ZERO = [0, 0, 0];

interface Winch {
  load: Body;
  joint: RopeJoint | PulleyJoint;
  /** By how much the rope is too long for what it spans. */
  slack(): number;
}

type Make = (world: World, breakForce?: number) => Winch;

const ropeFrom = (world: World, a: Body | null, breakForce = Infinity): Winch => {
  const load = world.addBody({ mass: MASS, inertia: [1, 1, 1], position: [0, -10, 0] });
  const joint = world.addJoint(new RopeJoint({ a, b: load, anchorA: ZERO, anchorB: ZERO, breakForce }));
  return { load, joint, slack: () => joint.length - joint.distance };
};

const WINCHES: Record<string, Make> = {
  rope: (world, breakForce) => ropeFrom(world, null, breakForce),
  pulley: (world) => {
    const load = world.addBody({ mass: MASS, inertia: [1, 1, 1], position: [0, -10, 0] });
    const joint = new PulleyJoint({ b: load, anchorA: [3, -1, 0], anchorB: ZERO, pointA: [3, 0, 0], pointB: ZERO });
    world.addJoint(joint);
    return { load, joint, slack: () => joint.length - joint.currentLength };
  },
  'rope on a trolley': (world, breakForce) => {
    const trolley = world.addBody({ mass: 50 });
    world.addJoint(new PrismaticJoint({ b: trolley, anchor: ZERO, axis: [1, 0, 0] }));
    return ropeFrom(world, trolley, breakForce);
  },
};

describe.each(BACKENDS)('$label', ({ settings }) => {
  const create = (jointSolver: 'sweeps' | 'direct', gravity = -10) =>
    World.create({ ...settings, jointSolver, gravity: [0, gravity, 0], sleep: false });

  describe.each(['sweeps', 'direct'] as const)('%s', (jointSolver) => {
    // A sweep leaves a trolley with some of what the rope does to it at first.
    const winches = Object.entries(WINCHES).filter(([name]) => jointSolver === 'direct' || name !== 'rope on a trolley');
    describe.each(winches)('a %s', (_name, make) => {
      it.each([0.1, 1, 3])('wound up at %d m/s lifts the load as fast, and bears its weight', async (speed) => {
        const world = await create(jointSolver);
        const { joint, load, slack } = make(world);
        for (let k = 0; k < 30; k++) world.step(DT);
        const { length } = joint;
        for (let k = 1; k <= 60; k++) {
          joint.length = length - speed * k * DT;
          world.step(DT);
          expect(Math.abs(slack())).toBeLessThan(1e-4);
          expect(Math.abs(load.linearVelocity[1] / speed - 1)).toBeLessThan(0.05);
          // At first it gives the load its speed.
          const force = k === 1 ? WEIGHT + (MASS * speed) / DT : WEIGHT;
          if (k === 1 || k > 3) expect(Math.abs(joint.tension / force - 1)).toBeLessThan(0.05);
        }
        world.dispose();
      });

      it.each([2, -2])('that is wound ever faster, by %d m/s², bears m (g + a)', async (acceleration) => {
        const world = await create(jointSolver);
        const { joint, slack } = make(world);
        for (let k = 0; k < 30; k++) world.step(DT);
        for (let k = 1; k <= 60; k++) {
          joint.length -= acceleration * k * DT * DT;
          world.step(DT);
          expect(Math.abs(slack())).toBeLessThan(1e-4);
          if (k > 3) expect(Math.abs(joint.tension / (MASS * (10 + acceleration)) - 1)).toBeLessThan(0.02);
        }
        world.dispose();
      });
    });

    it('a weight that whirls about keeps its angular momentum while the rope is taken in', async () => {
      const world = await create(jointSolver, 0);
      const { joint, load, slack } = WINCHES.rope(world);
      const momentum = () => load.position[0] * load.linearVelocity[1] - load.position[1] * load.linearVelocity[0];
      load.linearVelocity = [4, 0, 0];
      for (let k = 0; k < 60; k++) world.step(DT);
      const before = momentum();
      for (let k = 0; k < 120; k++) {
        joint.length -= 2 * DT;
        world.step(DT);
      }
      expect(joint.length - slack()).toBeCloseTo(6, 2);
      expect(Math.abs(momentum() / before - 1)).toBeLessThan(2e-3);
      world.dispose();
    });
  });

  it('a rope that would bear it does not break while a trolley lifts the load', async () => {
    const world = await create('direct');
    const { joint } = WINCHES['rope on a trolley'](world, 400);
    for (let k = 1; k <= 60; k++) {
      joint.length -= DT;
      world.step(DT);
    }
    expect(joint.broken).toBe(false);
    world.dispose();
  });

  it('a rope that is half as long at once takes the load in at 10 m/s, which is no load and no speed', async () => {
    const world = await create('direct');
    const { joint, load, slack } = WINCHES['rope on a trolley'](world, 1.2 * WEIGHT);
    for (let k = 0; k < 30; k++) world.step(DT);
    joint.length = 5;
    for (let k = 1; k <= 40; k++) {
      world.step(DT);
      expect(Math.abs(joint.length - slack() - Math.max(10 - 10 * k * DT, 5))).toBeLessThan(0.02);
      expect(Math.abs(joint.tension / WEIGHT - 1)).toBeLessThan(0.05);
      expect(Math.abs(load.linearVelocity[1])).toBeLessThan(0.05);
    }
    expect(joint.broken).toBe(false);
    world.dispose();
  });

  it('a limit that is past as the world begins bears the weight alone', async () => {
    const world = await create('direct');
    const trolley = world.addBody({ mass: 50 });
    world.addJoint(new PrismaticJoint({ b: trolley, anchor: ZERO, axis: [1, 0, 0] }));
    const load = world.addBody({ mass: MASS, inertia: [1, 1, 1], position: [0, -1, 0] });
    const slide = new PrismaticJoint({ a: trolley, b: load, anchor: ZERO, axis: [0, 1, 0], limits: { lower: 0.5, upper: 2 } });
    world.addJoint(slide);
    for (let k = 1; k <= 10; k++) {
      world.step(DT);
      expect(Math.abs(slide.offset - Math.min((10 * k) / 60, 0.5))).toBeLessThan(0.01);
      expect(Math.abs(slide.getLoads().limit.force[1] / WEIGHT - 1)).toBeLessThan(0.05);
    }
    world.dispose();
  });
});
