// Contacts are found for the whole motion of the coming step: whatever sets a body in motion, and whatever it touches already.
import { describe, expect, test } from 'vitest';
import { Box, Compound, type Shape, Sphere, TriangleMesh } from '../../bindings/index.ts';
import { DT, onEachKernel, settle } from './worlds.ts';

/** A floor at y = 0 and a wall at x = 1, as parts of one shape. */
const CORNERS: [string, Shape][] = [
  [
    'compound',
    new Compound([
      { shape: new Box([5, 0.5, 5]), position: [0, -0.5, 0] },
      { shape: new Box([0.5, 2, 5]), position: [1.5, 2, 0] },
    ]),
  ],
  [
    'mesh',
    new TriangleMesh([-5, 0, -5, 1, 0, -5, 1, 0, 5, -5, 0, 5, 1, 4, -5, 1, 4, 5], [0, 2, 1, 0, 3, 2, 1, 2, 5, 1, 5, 4], { solid: false }),
  ],
];
const HALF = 0.25;
const BODIES: [string, Shape][] = [
  ['box', new Box([HALF, HALF, HALF])],
  ['ball', new Sphere(HALF)],
];

onEachKernel(({ create }) => {
  describe.each(CORNERS)('on the floor of a %s', (_, corner) => {
    test.each(BODIES)('a %s at rest that is sent against its wall stops there', async (_, shape) => {
      for (const speed of [5, 20, 60]) {
        const world = await create();
        world.addBody({ type: 'static', shape: corner });
        const body = world.addBody({ shape, mass: 1, position: [0, HALF, 0] });
        settle(world, 30);
        body.linearVelocity = [speed, 0, 0];
        for (let k = 0; k < 60; k++) {
          world.step(DT);
          expect(body.position[0]).toBeLessThan(1 - HALF + 0.005);
        }
      }
    });
  });

  test('a box that stands on its edge and is made to spin does not turn through the floor', async () => {
    const world = await create();
    world.addBody({ type: 'static', shape: new Box([5, 0.5, 5]), position: [0, -0.5, 0] });
    const tilt = 0.1;
    const reach = 0.5 * (Math.cos(tilt) + Math.sin(tilt));
    const box = world.addBody({
      shape: new Box([0.5, 0.5, 0.5]),
      mass: 1,
      position: [0, reach, 0],
      orientation: [0, 0, Math.sin(tilt / 2), Math.cos(tilt / 2)],
    });
    settle(world, 1);
    box.angularVelocity = [0, 0, 25];
    let deepest = 0;
    for (let k = 0; k < 30; k++) {
      world.step(DT);
      for (const x of [-0.5, 0.5])
        for (const y of [-0.5, 0.5]) for (const z of [-0.5, 0.5]) deepest = Math.max(deepest, -box.worldPoint([x, y, z])[1]);
    }
    expect(deepest).toBeLessThan(0.02);
  });

  describe.each([false, true])('a paddle that is moved to its target, ccd %s', (ccd) => {
    test.each(BODIES)('takes a %s along at all speeds', async (_, shape) => {
      for (const speed of [2, 10, 40]) {
        const world = await create({ gravity: [0, 0, 0] });
        const paddle = world.addBody({ type: 'kinematic', shape: new Box([0.05, 1, 1]), position: [-1, 0, 0] });
        const body = world.addBody({ shape, mass: 1, position: [0, 0, 0], ccd });
        for (let k = 1; k <= 60; k++) {
          const x = -1 + k * speed * DT;
          paddle.moveTo([x, 0, 0]);
          world.step(DT);
          expect(paddle.position[0]).toBeCloseTo(x, 5);
          expect(paddle.linearVelocity).toEqual([0, 0, 0]);
          expect(body.position[0] - paddle.position[0]).toBeGreaterThan(0.05 + HALF - 0.01);
        }
      }
    });
  });

  test.each(BODIES)('a %s that a force drives at a thin plate in one step stops there', async (_, shape) => {
    const world = await create({ gravity: [0, 0, 0] });
    world.addBody({ type: 'static', shape: new Box([5, 0.05, 5]), position: [0, -0.05, 0] });
    const body = world.addBody({ shape, mass: 2, position: [0, HALF + 0.3, 0] });
    settle(world, 3);
    body.applyForce([0, (-100 * body.mass) / DT, 0]);
    for (let k = 0; k < 30; k++) {
      world.step(DT);
      expect(body.position[1]).toBeGreaterThan(HALF - 0.02);
    }
  });

  test('under a gravity that moves small bodies far in a step, they do not get into the floor', async () => {
    const half = 0.1;
    const world = await create({ gravity: [0, -500, 0] });
    world.addBody({ type: 'static', shape: new Box([5, 0.5, 5]), position: [0, -0.5, 0] });
    const body = world.addBody({ shape: new Box([half, half, half]), mass: 1, position: [0, half + 0.04, 0] });
    let lowest = Infinity;
    for (let k = 0; k < 30; k++) {
      world.step(DT);
      lowest = Math.min(lowest, body.position[1]);
    }
    expect(lowest).toBeGreaterThan(half - 0.015);
  });

  test('a ball bounces off a body whose motion is locked as high as off one that is static', async () => {
    const tops: number[][] = [];
    for (const floor of [
      { type: 'static' },
      { mass: 1e6, lockTranslation: [true, true, true], lockRotation: [true, true, true] },
    ] as const) {
      const world = await create({ substeps: 4 });
      world.addBody({ shape: new Box([5, 0.5, 5]), position: [0, -0.5, 0], restitution: 1, ...floor });
      const ball = world.addBody({ shape: new Sphere(0.2), mass: 1, position: [0, 2.2, 0], restitution: 1 });
      const found: number[] = [];
      let last = 0;
      for (let k = 0; k < 1200; k++) {
        world.step(DT);
        const [, speed] = ball.linearVelocity;
        if (last > 0 && speed <= 0) found.push(ball.position[1]);
        last = speed;
      }
      tops.push(found);
    }
    expect(tops[0].length).toBeGreaterThan(5);
    expect(tops[1]).toEqual(tops[0]);
  });
});
