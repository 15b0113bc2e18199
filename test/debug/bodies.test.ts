// Wireframes, boxes of the broad phase and boxes of inertia.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { COLORS } from '../../bindings/debug/colors.ts';
import { type Body, Box, HalfSpace, type Quat, Sphere, type Vec3, World } from '../../bindings/index.ts';
import { BACKENDS, boxOf, draw, expectVector, ofColor, pointsOf, ROUNDING } from './segments.ts';

const HALF: Vec3 = [0.3, 0.2, 0.7];
const POSITION: Vec3 = [1, 2, -3];
const TURN: Quat = [0.1, -0.7, 0.1, 0.7];

/** Corners of a box at a body's pose. */
function cornersOf(body: Body, halfExtents: Vec3): Vec3[] {
  return [0, 1, 2, 3, 4, 5, 6, 7].map((corner) => body.worldPoint(halfExtents.map((half, k) => (corner & (1 << k) ? half : -half))));
}

/** The drawn points are these corners, and each is the end of three edges. */
function expectEdges(points: Vec3[], corners: Vec3[]): void {
  expect(points.length).toBe(24);
  for (const corner of corners) {
    const near = points.filter((point) => Math.max(...point.map((x, k) => Math.abs(x - corner[k]))) < ROUNDING);
    expect(near.length, `ends at [${corner.join(', ')}]`).toBe(3);
  }
}

describe.each(BACKENDS)('$label', ({ settings }) => {
  test('A wireframe is where the shape is.', async () => {
    const world = await World.create(settings);
    const body = world.addBody({ shape: new Box(HALF), position: POSITION, orientation: TURN });
    expectEdges(pointsOf(draw(world, 'wireframes')), cornersOf(body, HALF));
  });

  test('Wireframes tell what bodies are and do.', async () => {
    const world = await World.create({ ...settings, gravity: [0, 0, 0] });
    const shape = new Box(HALF);
    const sleeper = world.addBody({ shape });
    world.addBody({ shape, position: [3, 0, 0], canSleep: false });
    world.addBody({ shape, type: 'static', position: [6, 0, 0] });
    world.addBody({ shape, type: 'kinematic', position: [9, 0, 0] });
    world.addBody({ position: [12, 0, 0], mass: 1 });
    sleeper.sleep();
    world.step(1 / 60);
    const colors = draw(world, 'wireframes').map(({ color }) => color);
    const wanted = [COLORS.asleep, COLORS.dynamic, COLORS.static, COLORS.kinematic];
    expect(colors).toEqual(wanted.flatMap((color) => Array(12).fill(color)));
  });

  test('The box of inertia of a box is that box, about the centre of mass.', async () => {
    const world = await World.create(settings);
    const body = world.addBody({ shape: new Box(HALF), position: POSITION, orientation: TURN });
    expectEdges(pointsOf(ofColor(draw(world, 'inertia'), COLORS.inertia)), cornersOf(body, HALF));
  });
});

test('The box of inertia lies along the principal axes, and is flat where there is no matter.', async () => {
  const world = await World.create();
  // A rod of 2 m along [1, 1, 0]: its moments across are m l² / 12.
  const along = Math.SQRT1_2;
  const moment = (3 * 2 ** 2) / 12;
  const tensor = [0.5, -0.5, 0, -0.5, 0.5, 0, 0, 0, 1].map((entry) => entry * moment);
  for (const k of [0, 4, 8]) tensor[k] += 1e-9;
  const body = world.addBody({ mass: 3, inertia: tensor, centerOfMass: [0, 0, 1], position: POSITION });
  const segments = draw(world, 'inertia');
  const { low, high } = boxOf(pointsOf(ofColor(segments, COLORS.inertia)));
  const [x, y, z] = body.centerOfMass;
  expectVector(low, [x - along, y - along, z], 1e-4);
  expectVector(high, [x + along, y + along, z], 1e-4);
  const mark = boxOf(pointsOf(ofColor(segments, COLORS.centerOfMass)));
  expectVector(
    mark.low.map((value, k) => (value + mark.high[k]) / 2),
    [x, y, z],
    ROUNDING,
  );
});

test('Only what is dynamic has inertia to be drawn.', async () => {
  const world = await World.create();
  world.addBody({ type: 'static', shape: new Box(HALF) });
  world.addBody({ type: 'kinematic', shape: new Box(HALF) });
  expect(draw(world, 'inertia')).toEqual([]);
});

describe('bounds', () => {
  const number = fc.double({ min: -50, max: 50, noNaN: true });
  const vector = fc.tuple(number, number, number);
  const half = fc.double({ min: 0.01, max: 3, noNaN: true });
  const turn = fc.tuple(number, number, number, number).filter((q) => Math.hypot(...q) > 1e-3);

  test('hold the shape wherever a body is put', async () => {
    const world = await World.create();
    await fc.assert(
      fc.asyncProperty(vector, turn, fc.tuple(half, half, half), vector, async (position, orientation, halfExtents, elsewhere) => {
        const body = world.addBody({ shape: new Box(halfExtents), position, orientation });
        expectHolds(body, cornersOf(body, halfExtents));
        body.position = elsewhere;
        expectHolds(body, cornersOf(body, halfExtents));
        world.removeBody(body);
      }),
      { numRuns: 100 },
    );
  });

  function expectHolds(body: Body, points: Vec3[]): void {
    const { low, high } = body.bounds!;
    for (const point of points)
      expect(
        point.every((x, k) => low[k] <= x && x <= high[k]),
        `[${point.join(', ')}] in ${JSON.stringify(body.bounds)}`,
      ).toBe(true);
  }

  test('are not much larger than what rests', async () => {
    const world = await World.create();
    const { low, high } = world.addBody({ type: 'static', shape: new Box(HALF), position: POSITION }).bounds!;
    expectVector(
      low,
      POSITION.map((x, k) => x - HALF[k]),
      2e-6,
    );
    expectVector(
      high,
      POSITION.map((x, k) => x + HALF[k]),
      2e-6,
    );
  });

  test('are drawn as they are', async () => {
    const world = await World.create();
    const body = world.addBody({ shape: new Sphere(0.3), position: POSITION, linearVelocity: [5, 1, 0] });
    world.step(1 / 60);
    const segments = draw(world, 'bounds');
    expect(segments.length).toBe(12);
    const { low, high } = boxOf(pointsOf(segments));
    expectVector(low, body.bounds!.low, ROUNDING);
    expectVector(high, body.bounds!.high, ROUNDING);
  });

  test('are null where there is nothing to collide with, and those of endless shapes are not drawn', async () => {
    const world = await World.create();
    expect(world.addBody({ mass: 1 }).bounds).toBe(null);
    const ghost = world.addBody({ shape: new Sphere(1), collides: false });
    expect(ghost.bounds).toBe(null);
    ghost.collides = true;
    expect(ghost.bounds).not.toBe(null);
    ghost.collides = false;
    expect(ghost.bounds).toBe(null);
    const floor = world.addBody({ type: 'static', shape: new HalfSpace() });
    expect(floor.bounds!.high[0]).toBeGreaterThan(1e9);
    expect(draw(world, 'bounds')).toEqual([]);
    world.removeBody(ghost);
    expect(() => ghost.bounds).toThrow(/removed/);
  });

  test('follow a body that moves', async () => {
    const world = await World.create({ gravity: [0, 0, 0] });
    const body = world.addBody({ shape: new Box(HALF), linearVelocity: [30, 0, 0], angularVelocity: [1, 2, 3] });
    for (let step = 0; step < 60; step++) {
      const start = cornersOf(body, HALF);
      world.step(1 / 60);
      // Found at the start of the step, for all of it.
      expectHolds(body, [...start, ...cornersOf(body, HALF)]);
    }
  });
});

test('A body without a shape has no wireframe.', async () => {
  const world = await World.create();
  world.addBody({ mass: 1, orientation: TURN });
  expect(draw(world, 'wireframes')).toEqual([]);
});
