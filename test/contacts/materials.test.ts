// How the coefficients of two surfaces go together, and soft surfaces.
import { describe, expect, test } from 'vitest';
import type { Combine } from '../../bindings/body/material.ts';
import { Box, FixedJoint, HalfSpace, Sphere } from '../../bindings/index.ts';
import { expectRelative } from '../joints/worlds.ts';
import { acceleration, DT, GRAVITY, onEachKernel, settle } from './worlds.ts';

/** The rules, the one that wins over those before it last. */
const RULES: [Combine, (a: number, b: number) => number][] = [
  ['geometric-mean', (a, b) => Math.sqrt(a * b)],
  ['average', (a, b) => (a + b) / 2],
  ['minimum', Math.min],
  ['multiply', (a, b) => a * b],
  ['maximum', Math.max],
];
const PAIRS = RULES.flatMap(([first], i) => RULES.map(([second], j) => ({ first, second, combined: RULES[Math.max(i, j)][1] })));

onEachKernel(({ create }) => {
  describe('of two surfaces', () => {
    test.each(PAIRS)('friction by $first and $second', async ({ first, second, combined }) => {
      const world = await create();
      const floor = { friction: 0.2, frictionCombine: first };
      world.addBody({ type: 'static', shape: new HalfSpace(), material: floor });
      const material = { friction: 0.9, frictionCombine: second };
      const sled = world.addBody({ shape: new Box([0.5, 0.1, 0.5]), position: [0, 0.1, 0], linearVelocity: [8, 0, 0], material });
      settle(world, 5);
      expectRelative(acceleration(world, sled, [1, 0, 0], 20), -combined(0.2, 0.9) * GRAVITY, 0.01);
      world.dispose();
    });

    test.each(PAIRS)('restitution by $first and $second', async ({ first, second, combined }) => {
      const world = await create({ gravity: [0, 0, 0] });
      world.addBody({ type: 'static', shape: new HalfSpace(), material: { restitution: 0.4, restitutionCombine: first } });
      const material = { restitution: 0.8, restitutionCombine: second };
      const ball = world.addBody({ shape: new Sphere(0.1), position: [0, 0.3, 0], linearVelocity: [0, -3, 0], material });
      settle(world, 20);
      expectRelative(ball.linearVelocity[1], 3 * combined(0.4, 0.8), 0.001);
      world.dispose();
    });

    test('the larger of the levers of rolling and torsional friction counts', async () => {
      const slowing = async (floor: number, ball: number) => {
        const world = await create();
        world.addBody({ type: 'static', shape: new HalfSpace(), material: { torsionalFriction: floor } });
        const material = { torsionalFriction: ball };
        const body = world.addBody({ shape: new Sphere(0.25), mass: 1, position: [0, 0.25, 0], angularVelocity: [0, 20, 0], material });
        settle(world, 30);
        return (20 - body.angularVelocity[1]) / 0.5 / ((0.002 * GRAVITY) / body.inertia[1]);
      };
      expect(await slowing(0.002, 0.001)).toBeCloseTo(1, 1);
      expect(await slowing(0, 0.002)).toBeCloseTo(1, 1);
    });
  });

  describe('a compliant floor', () => {
    test.each([
      { floor: 1e-4, ball: 0 },
      { floor: 0, ball: 1e-3 },
      { floor: 2e-4, ball: 3e-4 },
    ])('holds a ball that lies m g c deep: floor $floor, ball $ball m/N', async ({ floor, ball: own }) => {
      const world = await create();
      world.addBody({ type: 'static', shape: new HalfSpace(), material: { compliance: floor } });
      const depth = 5 * GRAVITY * (floor + own);
      const ball = world.addBody({ shape: new Sphere(0.25), mass: 5, position: [0, 0.25 - depth, 0], material: { compliance: own } });
      for (let frame = 0; frame < 300; frame++) {
        world.step(DT);
        expectRelative(0.25 - ball.position[1], depth, 0.01);
      }
    });

    test('holds a box by its four corners, each with a quarter of the weight', async () => {
      const world = await create();
      world.addBody({ type: 'static', shape: new HalfSpace(), material: { compliance: 1e-3 } });
      const depth = (5 * GRAVITY * 1e-3) / 4;
      const box = world.addBody({ shape: new Box([0.3, 0.2, 0.3]), mass: 5, position: [0, 0.2 - depth, 0] });
      settle(world, 300);
      expectRelative(0.2 - box.position[1], depth, 0.01);
    });

    test('swings with the period 2 π √(m c)', async () => {
      const world = await create();
      world.addBody({ type: 'static', shape: new HalfSpace(), material: { compliance: 1e-3 } });
      const depth = 5 * GRAVITY * 1e-3;
      const ball = world.addBody({ shape: new Sphere(0.25), mass: 5, position: [0, 0.25 - 0.5 * depth, 0] });
      const crossings: number[] = [];
      let before = -1;
      for (let frame = 0; frame < 240; frame++) {
        world.step(DT);
        const now = 0.25 - depth - ball.position[1];
        if (before * now < 0) crossings.push(world.time - (DT * now) / (now - before));
        before = now;
      }
      const period = (2 * (crossings[6] - crossings[0])) / 6;
      expectRelative(period, 2 * Math.PI * Math.sqrt(5 * 1e-3), 0.01);
    });

    test.each(
      [1e-4, 1e-3, 1e-2].flatMap((compliance) =>
        [1, 1.02, 1.05].flatMap((height) => [false, true].map((jointed) => ({ compliance, height, jointed }))),
      ),
    )('throws back what drops onto it, wherever the substeps fall: %o', async ({ compliance, height, jointed }) => {
      const world = await create({ substeps: 40 });
      world.addBody({ type: 'static', shape: new HalfSpace(), material: { compliance } });
      const ball = world.addBody({ shape: new Sphere(0.5), mass: jointed ? 9 : 10, position: [0, 0.5 + height, 0] });
      if (jointed) {
        const rider = world.addBody({ shape: new Sphere(0.1), mass: 1, position: [0, 5 + height, 0] });
        world.addJoint(new FixedJoint({ a: ball, b: rider, anchor: [0, 1 + height, 0] }));
      }
      let [lowest, highest, fell] = [Infinity, 0, false];
      for (let frame = 0; frame < 240; frame++) {
        world.step(DT);
        const [, y] = ball.position;
        fell ||= ball.linearVelocity[1] > 0;
        lowest = Math.min(lowest, y - 0.5);
        if (fell) highest = Math.max(highest, y - 0.5);
      }
      const sag = compliance * 10 * GRAVITY;
      expectRelative(-lowest, sag + Math.sqrt(sag * sag + 2 * sag * height), 0.07);
      // An implicit spring damps by h / 2 of its stiffness: most where it is stiffest.
      expect(highest / height).toBeGreaterThan(compliance < 1e-3 ? 0.94 : 0.975);
      expect(highest / height).toBeLessThan(1);
    });

    test('leaves restitution as it is, and hard impacts on a surface that hardly yields', async () => {
      for (const [compliance, restitution, height] of [
        [1e-4, 0.8, 0.64],
        [1e-3, 0.5, 0.25],
        [1e-11, 0, 0],
      ]) {
        const world = await create({ substeps: 40 });
        world.addBody({ type: 'static', shape: new HalfSpace(), material: { compliance, restitution } });
        const ball = world.addBody({ shape: new Sphere(0.5), mass: 10, position: [0, 1.5, 0], material: { restitution } });
        settle(world, 30);
        let highest = 0;
        for (let frame = 0; frame < 30; frame++) {
          world.step(DT);
          highest = Math.max(highest, ball.position[1] - 0.5);
        }
        expect(highest).toBeCloseTo(height, 2);
      }
    });
  });
});
