// Light bodies under heavy ones: their contacts are solved together, so that they carry them.
import { describe, expect, test } from 'vitest';
import { WorldRecord } from '../../bindings/core/layout.ts';
import { type Body, Box, Sphere, type Vec3, type World } from '../../bindings/index.ts';
import { inside, setWorldField, worldField } from '../memory/state.ts';
import { addFloor, DT, GRAVITY, onEachKernel, settle } from './worlds.ts';

const HALF = 0.5;
const LACKS_CONTACTS = 2;
const CUBE = new Box([HALF, HALF, HALF]);

const addCube = (world: World, position: Vec3, mass = 1): Body => world.addBody({ shape: CUBE, mass, position });

/** By how much bodies have come nearer to each other or the ground than they should, from the lowest up, m. */
function sinking(bodies: readonly Body[]): number {
  return Math.max(
    ...bodies.map(({ position }, k) => position[1] - HALF - (k > 0 ? bodies[k - 1].position[1] + HALF : 0)).map((gap) => -gap),
  );
}

/** Leaves no free memory, not even a small block. */
function fillMemory(world: World): void {
  setWorldField(world, WorldRecord.memoryLimit, worldField(world, WorldRecord.arenaTop));
  for (let bytes = 1 << 16; bytes >= 16; )
    try {
      inside(world).live.collision!.allocateBlock(bytes);
    } catch {
      bytes >>= 1;
    }
}

const fastest = (bodies: readonly Body[]): number =>
  Math.max(...bodies.map(({ angularVelocity, linearVelocity }) => Math.max(Math.hypot(...linearVelocity), Math.hypot(...angularVelocity))));

const energyOf = (bodies: readonly Body[]): number =>
  bodies.reduce((sum, body) => sum + body.kineticEnergy + body.mass * GRAVITY * body.position[1], 0);

onEachKernel(({ create, isSingle }) => {
  /** m/s: light boxes move by the last digits of the load in single precision. */
  const quiet = isSingle ? 5e-3 : 1e-3;

  describe('towers stand and lie still', () => {
    test.each([
      [2, 1000],
      [5, 100],
      [10, 100],
      [10, 1000],
    ])('%d boxes, the topmost %d times as heavy as another', async (count, ratio) => {
      const world = await create();
      addFloor(world);
      const boxes = Array.from({ length: count }, (_, k) => addCube(world, [0, HALF + k, 0], k === count - 1 ? ratio : 1));
      let sunk = 0;
      let speed = 0;
      for (let frame = 0; frame < 300; frame++) {
        world.step(DT);
        sunk = Math.max(sunk, sinking(boxes));
        if (frame >= 200) speed = Math.max(speed, fastest(boxes));
      }
      expect(sunk).toBeLessThan(5e-4);
      expect(speed).toBeLessThan(quiet);
      expect(Math.hypot(boxes[count - 1].position[0], boxes[count - 1].position[2])).toBeLessThan(1e-3);
    });

    test.each([
      [[1, 10]],
      [[1, 15, 225]],
      [[1, 10, 100, 1000]],
      [[1, 3, 9, 27, 81]],
      [[1, 19, 361, 6859]],
      [[1, 2, 4, 8, 16, 32, 64, 128]],
    ])('ever heavier ones: %j kg', async (masses) => {
      const world = await create();
      addFloor(world);
      const boxes = masses.map((mass, k) => addCube(world, [0, HALF + k, 0], mass));
      let sunk = 0;
      for (let frame = 0; frame < 300; frame++) {
        world.step(DT);
        sunk = Math.max(sunk, sinking(boxes));
      }
      expect(sunk).toBeLessThan(5e-4);
      expect(fastest(boxes)).toBeLessThan(quiet);
    });

    test('a box of ten times the mass that is put down on a tower', async () => {
      const world = await create();
      addFloor(world);
      const boxes = [0, 1, 2].map((k) => addCube(world, [0, HALF + k, 0]));
      settle(world, 30);
      boxes.push(addCube(world, [0.1, HALF + 3, 0], 10));
      let [sunk, speed] = [0, 0];
      for (let frame = 0; frame < 240; frame++) {
        world.step(DT);
        sunk = Math.max(sunk, sinking(boxes));
        speed = Math.max(speed, fastest(boxes));
      }
      expect(sunk).toBeLessThan(1e-3);
      expect(speed).toBeLessThan(quiet);
    });

    test('light and heavy ones by turns', async () => {
      const world = await create();
      addFloor(world);
      const boxes = [1, 1000, 1, 1000, 1].map((mass, k) => addCube(world, [0, HALF + k, 0], mass));
      settle(world, 300);
      expect(sinking(boxes)).toBeLessThan(5e-4);
      expect(fastest(boxes)).toBeLessThan(quiet);
    });

    test('balls', async () => {
      const world = await create();
      addFloor(world);
      const shape = new Sphere(HALF);
      const balls = [1, 1000, 1, 1000].map((mass, k) => world.addBody({ shape, mass, position: [0, HALF + k, 0] }));
      settle(world, 120);
      expect(sinking(balls)).toBeLessThan(5e-4);
    });

    test('a pyramid', async () => {
      const world = await create();
      addFloor(world);
      const boxes: Body[] = [];
      for (let row = 0; row < 4; row++)
        for (let k = 0; k < 4 - row; k++) boxes.push(addCube(world, [(k - (3 - row) / 2) * 1.02, HALF + row, 0]));
      boxes.push(addCube(world, [0, HALF + 4, 0], 300));
      settle(world, 180);
      expect(4 + HALF - boxes[10].position[1]).toBeLessThan(5e-4);
      expect(fastest(boxes)).toBeLessThan(quiet);
    });

    test.each([
      [100, 2e-3],
      [300, 5e-3],
    ])('ten rows of cubes under one of %d times their weight, which sinks by less than %d m', async (mass, depth) => {
      const world = await create();
      addFloor(world);
      const boxes: Body[] = [];
      for (let row = 0; row < 10; row++)
        for (let k = 0; k < 10 - row; k++) boxes.push(addCube(world, [(k - (9 - row) / 2) * 1.02, HALF + row, 0], row === 9 ? mass : 1));
      settle(world, 180);
      expect(9 + HALF - boxes[54].position[1]).toBeLessThan(depth);
      // The stage that is solved together ends above the ground: further down the load comes by sweeps.
      expect(fastest(boxes)).toBeLessThan(0.05);
    });

    test('a plate on four legs', async () => {
      const world = await create();
      addFloor(world);
      const shape = new Box([0.1, HALF, 0.1]);
      const bodies = [-1, 1].flatMap((x) => [-1, 1].map((z) => world.addBody({ shape, mass: 1, position: [x, HALF, z] })));
      bodies.push(world.addBody({ shape: new Box([1.3, 0.2, 1.3]), mass: 1000, position: [0, 1.2, 0] }));
      settle(world, 180);
      expect(1.2 - bodies[4].position[1]).toBeLessThan(5e-4);
      expect(fastest(bodies)).toBeLessThan(quiet);
    });
  });

  test.each([
    [0, 0],
    [0.8, 0],
    [0, 0.2],
  ])(
    'what falls on light ones with e = %d, %d m off the middle, comes to rest on them without a gain of energy',
    async (restitution, off) => {
      const world = await create();
      addFloor(world);
      const boxes = [0, 1].map((k) => addCube(world, [0, HALF + k, 0]));
      boxes.push(world.addBody({ shape: CUBE, mass: 300, position: [off, 3, 0], restitution }));
      const before = energyOf(boxes);
      let most = before;
      for (let frame = 0; frame < 300; frame++) {
        world.step(DT);
        most = Math.max(most, energyOf(boxes));
      }
      expect(most - before).toBeLessThan(1e-3 * before);
      expect(sinking(boxes)).toBeLessThan(5e-4);
      expect(fastest(boxes)).toBeLessThan(0.01);
    },
  );

  test('what carried a load lies still when that is taken away', async () => {
    const world = await create();
    addFloor(world);
    const boxes = [0, 1, 2].map((k) => addCube(world, [0, HALF + k, 0], k === 2 ? 1000 : 1));
    settle(world, 60);
    world.removeBody(boxes[2]);
    let speed = 0;
    for (let frame = 0; frame < 30; frame++) {
      world.step(DT);
      speed = Math.max(speed, fastest(boxes.slice(0, 2)));
    }
    expect(speed).toBeLessThan(0.01);
  });

  test('without memory to solve them together, they yield as others do', async () => {
    const world = await create();
    addFloor(world);
    const boxes = [0, 1, 2, 3, 4].map((k) => addCube(world, [0, HALF + k, 0]));
    settle(world, 10);
    boxes[4].mass = 100;
    fillMemory(world);
    expect(() => world.step(DT)).toThrow(expect.objectContaining({ code: 'out-of-memory' }));
    settle(world, 120);
    expect(worldField(world, WorldRecord.lacks)).toBe(LACKS_CONTACTS);
    expect(sinking(boxes)).toBeLessThan(0.02);
    expect(fastest(boxes)).toBeLessThan(0.05);
  });

  test('a kinematic platform lifts what carries a heavy one', async () => {
    const world = await create();
    const platform = world.addBody({ type: 'kinematic', shape: new Box([2, HALF, 2]), position: [0, -HALF, 0], linearVelocity: [0, 1, 0] });
    const boxes = [addCube(world, [0, HALF, 0]), addCube(world, [0, 3 * HALF, 0], 500)];
    settle(world, 60);
    const top = platform.position[1] + HALF;
    expect(Math.abs(boxes[0].position[1] - HALF - top)).toBeLessThan(1e-3);
    expect(Math.abs(boxes[1].position[1] - 3 * HALF - top)).toBeLessThan(1e-3);
  });
});
