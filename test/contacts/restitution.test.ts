// Bounces, and impacts that run through rows of balls.
import { describe, expect, test } from 'vitest';
import { Box, Sphere } from '../../bindings/index.ts';
import { ArcRecord, bounce } from '../../scenes/bounce.ts';
import { cradle } from '../../scenes/cradle.ts';
import { expectRelative } from '../joints/worlds.ts';
import { addFloor, DT, GRAVITY, onEachKernel, settle } from './worlds.ts';

const RADIUS = 0.1;

onEachKernel(({ create, measure, isSingle }) => {
  describe('a ball', () => {
    test.each([
      { restitution: 0.5, count: 3 },
      { restitution: 0.9, count: 10 },
      { restitution: 1, count: 10 },
    ])('with e = $restitution bounces to h e^(2n), $count times', async ({ restitution, count }) => {
      const world = await create();
      addFloor(world);
      const ball = world.addBody({ shape: new Sphere(RADIUS), mass: 1, position: [0, RADIUS + 1, 0], restitution });
      const arcs = new ArcRecord(ball, RADIUS, GRAVITY);
      for (let frame = 0; frame < 900 && arcs.heights.length < count; frame++) {
        world.step(DT);
        arcs.record();
      }
      expect(arcs.heights.length).toBe(count);
      for (const [n, height] of arcs.heights.entries()) expectRelative(height, restitution ** (2 * (n + 1)), 0.01);
      expect(Math.hypot(ball.position[0], ball.position[2])).toBeLessThan(1e-6);
    });

    test('with e = 0 stays where it falls', async () => {
      const world = await create();
      addFloor(world);
      const ball = world.addBody({ shape: new Sphere(RADIUS), position: [0, RADIUS + 1, 0], restitution: 0 });
      settle(world, 28);
      let highest = -Infinity;
      for (let frame = 0; frame < 300; frame++) {
        world.step(DT);
        highest = Math.max(highest, ball.position[1] - RADIUS);
      }
      expect(highest).toBeLessThan(1e-4);
    });

    test('with e = 1 has its energy after ten bounces, from any height', async () => {
      for (const height of [0.3, 0.77, 2.9]) {
        const world = await create();
        addFloor(world);
        const ball = world.addBody({ shape: new Sphere(RADIUS), mass: 1, position: [0, RADIUS + height, 0], restitution: 1 });
        const arcs = new ArcRecord(ball, RADIUS, GRAVITY);
        for (let frame = 0; frame < 2000 && arcs.heights.length < 10; frame++) {
          world.step(DT);
          arcs.record();
        }
        expectRelative(arcs.heights[9], height, 0.01);
      }
    });

    test('of the scene, at 8 substeps', async () => {
      const measures = await measure(bounce, {}, { substeps: 8 });
      expect(measures.heightError).toBeLessThan(0.01);
      expect((measures.bounces as number[])[0]).toBe(0);
      expect((measures.bounces as number[])[3]).toBeGreaterThanOrEqual(10);
    });
  });

  test('a box that falls flat bounces flat', async () => {
    const world = await create();
    addFloor(world);
    const box = world.addBody({ shape: new Box([0.3, 0.1, 0.2]), position: [0, 1.1, 0], restitution: 0.7 });
    const arcs = new ArcRecord(box, 0.1, GRAVITY);
    for (let frame = 0; frame < 300 && arcs.heights.length < 3; frame++) {
      world.step(DT);
      arcs.record();
    }
    for (const [n, height] of arcs.heights.entries()) expectRelative(height, 0.7 ** (2 * (n + 1)), 0.01);
    expect(arcs.heights.length).toBe(3);
    expect(Math.abs(box.orientation[3])).toBeGreaterThan(1 - 1e-9);
  });

  describe('rows of balls', () => {
    test.each([2, 3, 5])('a cradle of %s: the last one swings on, the others rest', async (balls) => {
      const measures = await measure(cradle, { balls });
      expect(measures.heightError).toBeLessThan(0.02); // of the speed 0.01
      expect(measures.restError).toBeLessThan(0.01);
      expect(measures.energyError).toBeLessThan(0.02);
    });

    test.each([3, 5])('%s free ones: all of the momentum goes to the last', async (count) => {
      const world = await create({ gravity: [0, 0, 0] });
      const balls = Array.from({ length: count }, (_, k) =>
        world.addBody({
          shape: new Sphere(RADIUS),
          mass: 1,
          position: [2 * RADIUS * k - (k === 0 ? 0.5 : 0), 0, 0],
          restitution: 1,
          friction: 0,
        }),
      );
      balls[0].linearVelocity = [2, 0, 0];
      settle(world, 60);
      for (const ball of balls.slice(0, -1)) expect(Math.hypot(...ball.linearVelocity)).toBeLessThan(0.02);
      expectRelative(balls[count - 1].linearVelocity[0], 2, 0.01);
    });

    test.each([1, 2, 3, 4])('of five balls as many fly off as came: %s', async (count) => {
      const world = await create({ gravity: [0, 0, 0] });
      const balls = Array.from({ length: 5 }, (_, k) => {
        const comes = k < count;
        const position = [2 * RADIUS * k - (comes ? 0.3 : 0), 0, 0];
        return world.addBody({
          shape: new Sphere(RADIUS),
          mass: 1,
          position,
          linearVelocity: [comes ? 2 : 0, 0, 0],
          restitution: 1,
          friction: 0,
        });
      });
      settle(world, 40);
      for (const [k, ball] of balls.entries()) expect(ball.linearVelocity[0]).toBeCloseTo(k < 5 - count ? 0 : 2, isSingle ? 4 : 9);
    });
  });

  describe('impacts that meet at once', () => {
    test('one ball on two: the three part by energy and momentum, alike on both sides', async () => {
      const world = await create({ gravity: [0, 0, 0] });
      const add = (x: number, y: number, speed = 0) =>
        world.addBody({
          shape: new Sphere(RADIUS),
          mass: 1,
          position: [x, y, 0],
          linearVelocity: [speed, 0, 0],
          restitution: 1,
          friction: 0,
        });
      const [one, upper, lower] = [add(-0.3, 0, 2), add(0, RADIUS), add(0, -RADIUS)];
      settle(world, 30);
      // Along normals at 30°: 2 v cos 30° / (1 + 2 cos² 30°) each.
      expectRelative(one.linearVelocity[0], -0.4, 2e-3);
      expectRelative(upper.linearVelocity[0], 1.2, 1e-3);
      expect(upper.linearVelocity[0] - lower.linearVelocity[0]).toBeCloseTo(0, isSingle ? 5 : 11);
      expect(upper.linearVelocity[1] + lower.linearVelocity[1]).toBeCloseTo(0, isSingle ? 5 : 11);
    });

    // At 40, and as the world chooses them, balls come back to where they parted after whole substeps.
    test.each([
      [0, 10],
      [0.5, 10],
      [0, 'auto'],
      [0, 40],
    ] as const)(
      'a break of fifteen balls with friction %s at %s substeps is symmetric, and keeps momentum and energy',
      async (friction, substeps) => {
        const world = await create({ gravity: [0, 0, 0], substeps });
        const add = (x: number, y: number) =>
          world.addBody({ shape: new Sphere(RADIUS), mass: 1, position: [x, y, 0], restitution: 1, friction });
        const cue = add(-0.5, 0);
        cue.linearVelocity = [8, 0, 0];
        const row = (n: number) => Array.from({ length: n + 1 }, (_, k) => add(n * RADIUS * Math.sqrt(3), (2 * k - n) * RADIUS));
        const rows = [0, 1, 2, 3, 4].map(row);
        settle(world, 20);
        const digits = isSingle ? 4 : 9;
        for (const balls of rows) {
          for (const [k, ball] of balls.entries()) {
            const other = balls[balls.length - 1 - k];
            expect(ball.linearVelocity[0] - other.linearVelocity[0]).toBeCloseTo(0, digits);
            expect(ball.linearVelocity[1] + other.linearVelocity[1]).toBeCloseTo(0, digits);
          }
        }
        expect(world.linearMomentum[0]).toBeCloseTo(8, digits);
        if (friction === 0) expect(world.totalEnergy).toBeCloseTo(32, digits);
        else expect(world.totalEnergy).toBeLessThan(32);
      },
    );
  });

  describe('two balls', () => {
    test.each([0, 0.5, 1])('of different mass part by e = %s and keep their momentum', async (restitution) => {
      const world = await create({ gravity: [0, 0, 0] });
      const shape = new Sphere(RADIUS);
      const a = world.addBody({ shape, mass: 1, position: [-0.5, 0, 0], linearVelocity: [3, 0, 0], restitution });
      const b = world.addBody({ shape, mass: 4, position: [0.5, 0, 0], linearVelocity: [-1, 0, 0], restitution });
      settle(world, 60);
      expect(b.linearVelocity[0] - a.linearVelocity[0]).toBeCloseTo(4 * restitution, 2);
      expect(Math.abs(a.linearVelocity[0] + 4 * b.linearVelocity[0] + 1)).toBeLessThan(isSingle ? 1e-6 : 1e-12);
    });
  });
});
