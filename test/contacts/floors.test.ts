// Floors of many bodies: what slides or rolls over them does not feel the edges between them. And what slides off a round one.
import { describe, expect, test } from 'vitest';
import {
  type Body,
  type BodyOptions,
  Box,
  Capsule,
  ConvexHull,
  Cylinder,
  HalfSpace,
  Sphere,
  type Vec3,
  type World,
} from '../../bindings/index.ts';
import { turn } from '../../scenes/turn.ts';
import { DT, GRAVITY, NEUTRAL, onEachKernel, settle } from './worlds.ts';

const SIZE = 0.25;
const HULL = new ConvexHull([1, -1].flatMap((x) => [1, -1].flatMap((y) => [1, -1].flatMap((z) => [x * SIZE, y * SIZE, z * SIZE]))));
/** What is pushed, with its lower side at 0. */
const PUSHED: [name: string, options: BodyOptions][] = [
  ['ball', { shape: new Sphere(SIZE) }],
  ['box', { shape: new Box([SIZE, SIZE, SIZE]) }],
  ['turned box', { shape: new Box([SIZE, SIZE, SIZE]), orientation: turn([0, 1, 0], 0.4) }],
  ['hull', { shape: HULL }],
  ['lying capsule', { shape: new Capsule(SIZE, SIZE), orientation: turn([0, 0, 1], Math.PI / 2) }],
  ['cylinder', { shape: new Cylinder(SIZE, SIZE) }],
];

/** Tiles of 1 m along x, level with each other. */
function addTiles(world: World, count: number): void {
  const shape = new Box([0.5, 0.5, 3]);
  for (let k = 0; k < count; k++) world.addBody({ type: 'static', shape, position: [k - 1, -0.5, 0], material: NEUTRAL });
}

onEachKernel(({ create }) => {
  describe('tiles side by side', () => {
    test.each(PUSHED)('a %s without friction keeps 5 m/s and does not leave the floor', async (_, options) => {
      const world = await create();
      addTiles(world, 14);
      const body = world.addBody({ ...options, mass: 1, friction: 0, position: [0.03, SIZE, 0.1], linearVelocity: [5, 0, 0] });
      for (let step = 0; step < 120; step++) {
        settle(world, 1);
        expect(Math.abs(body.position[1] - SIZE)).toBeLessThan(1e-3);
      }
      expect(Math.abs(body.linearVelocity[0] - 5)).toBeLessThan(5e-3);
      expect(Math.hypot(...body.angularVelocity)).toBeLessThan(0.05);
    });

    test('a box slides as far as on one floor', async () => {
      const world = await create();
      addTiles(world, 14);
      const start = 0.03;
      const box = world.addBody({
        shape: new Box([SIZE, SIZE, SIZE]),
        friction: 0.3,
        position: [start, SIZE, 0],
        linearVelocity: [5, 0, 0],
      });
      settle(world, 150);
      expect(Math.abs(box.position[0] - start - 25 / (2 * 0.3 * GRAVITY))).toBeLessThan(0.02);
    });

    test('a step up stops it, a step down does not', async () => {
      const world = await create();
      addTiles(world, 3);
      const step: Vec3 = [2.5, -0.3, 0];
      const wall = world.addBody({ type: 'static', shape: new Box([0.5, 0.5, 3]), position: step, friction: 0 });
      const box = world.addBody({ shape: new Box([SIZE, SIZE, SIZE]), friction: 0, position: [0.5, SIZE, 0], linearVelocity: [2, 0, 0] });
      settle(world, 120);
      expect(box.position[0]).toBeLessThan(2 - SIZE + 0.01);
      wall.position = [2.5, -0.6, 0];
      box.position = [0.5, SIZE, 0];
      box.orientation = [0, 0, 0, 1];
      box.angularVelocity = [0, 0, 0];
      box.linearVelocity = [2, 0, 0];
      settle(world, 40);
      expect(box.linearVelocity[0]).toBeGreaterThan(1.9);
    });

    test('a ball that hits the edge of a tile beside a lower floor bounces off it', async () => {
      const world = await create();
      world.addBody({ type: 'static', shape: new HalfSpace(), material: NEUTRAL });
      world.addBody({ type: 'static', shape: new Box([0.5, 0.1, 3]), position: [1.5, 0, 0], material: NEUTRAL });
      const ball = world.addBody({ shape: new Sphere(SIZE), friction: 0, position: [0, SIZE, 0], linearVelocity: [1, 0, 0] });
      settle(world, 90);
      expect(ball.position[0]).toBeLessThan(1 - Math.sqrt(SIZE * SIZE - 0.15 * 0.15) + 0.01);
    });
  });

  // Goldsmith: without friction a body that starts at the top of a sphere at rest leaves it where cos φ = 2/3 cos φ0.
  test.each([0.05, 0.25, 1])(
    'a ball of %s m slides off a sphere at cos φ = 2/3, with the force of the circle until then',
    async (radius) => {
      const world = await create();
      world.addBody({ type: 'static', shape: new Sphere(1), friction: 0 });
      const [way, start] = [1 + radius, 0.05];
      const position: Vec3 = [way * Math.sin(start), way * Math.cos(start), 0];
      const ball = world.addBody({ shape: new Sphere(radius), mass: 1, position, friction: 0 });
      const force = (body: Body) => {
        const [x, y] = body.position;
        const speed2 = body.linearVelocity[0] ** 2 + body.linearVelocity[1] ** 2;
        return (GRAVITY * y) / Math.hypot(x, y) - speed2 / Math.hypot(x, y);
      };
      let [before, cosine] = [force(ball), 1];
      for (let step = 0; step < 600; step++) {
        const last = cosine;
        settle(world, 1);
        cosine = ball.position[1] / Math.hypot(ball.position[0], ball.position[1]);
        const now = force(ball);
        if (now < 0) {
          const leaves = last + ((cosine - last) * before) / (before - now);
          expect(Math.abs(leaves / ((2 / 3) * Math.cos(start)) - 1)).toBeLessThan(0.01);
          return;
        }
        // The force is a mean over the step.
        if (now > 2) expect(Math.abs(Math.hypot(...ball.contactForce()) / ((before + now) / 2) - 1)).toBeLessThan(0.02);
        expect(Math.abs(Math.hypot(ball.position[0], ball.position[1]) - way)).toBeLessThan(1e-4);
        before = now;
      }
      expect.fail(`stays on it for ${600 * DT} s`);
    },
  );
});
