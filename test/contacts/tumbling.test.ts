// What tumbles over tiles without friction keeps its speed along them: nothing of a tile beside another is in its way.
import { expect, test } from 'vitest';
import { random } from '../../bench/collision/shapes.ts';
import { Box, Capsule, Compound, Cone, ConvexHull, Cylinder, type Shape, Sphere, type World } from '../../bindings/index.ts';
import { DT, onEachKernel } from './worlds.ts';

const SIDE = 20;
const TILE = new Box([1, 0.5, 1]);
const TILES = Array.from({ length: SIDE * SIDE }, (_, k) => ({
  shape: TILE,
  position: [2 * (k % SIDE) - SIDE + 1, -0.5, 2 * Math.floor(k / SIDE) - SIDE + 1] as [number, number, number],
}));
const THROWS = 80;

const FLOORS: Record<string, (world: World) => void> = {
  bodies(world) {
    for (const tile of TILES) world.addBody({ type: 'static', ...tile, friction: 0 });
  },
  compound(world) {
    world.addBody({ type: 'static', shape: new Compound(TILES), friction: 0 });
  },
};

function dumbbell(x: number, y: number, z: number): Shape {
  return new Compound([
    { shape: new Box([0.7 * x, 0.5 * y, 0.5 * z]), position: [0.7 * x, 0, 0] },
    { shape: new Sphere(0.6 * y), position: [-0.7 * x, 0, 0] },
    { shape: new Capsule(0.3 * z, 0.5 * y), position: [0, 0.8 * y, 0.1] },
  ]);
}

function someShape(next: () => number): Shape {
  const [x, y, z] = [0.15 + 0.6 * next(), 0.15 + 0.6 * next(), 0.15 + 0.6 * next()];
  const kind = Math.floor(5 * next());
  if (kind === 4) return dumbbell(x, y, z);
  if (kind === 0) return new Box([x, y, z]);
  if (kind === 1) return new Cylinder(x, y);
  if (kind === 2) return new Cone(x, y);
  return new ConvexHull(Array.from({ length: 36 }, (_, k) => [x, y, z][k % 3] * (2 * next() - 1)));
}

/** m/s: by how much the speed along the floor of a thrown body changes in two seconds. */
function changeOf(world: World, next: () => number): number {
  const [x, y, z] = [next() - 0.5, next() - 0.5, next() - 0.5];
  const size = Math.hypot(x, y, z, 0.3);
  const [vx, vz] = [8 * (next() - 0.5), 8 * (next() - 0.5)];
  const body = world.addBody({
    shape: someShape(next),
    friction: 0,
    position: [0, 1.5, 0],
    orientation: [x / size, y / size, z / size, 0.3 / size],
    linearVelocity: [vx, -2 * next(), vz],
    angularVelocity: [4 * (next() - 0.5), 4 * (next() - 0.5), 4 * (next() - 0.5)],
  });
  for (let k = 0; k < 120; k++) world.step(DT);
  const change = Math.hypot(body.linearVelocity[0] - vx, body.linearVelocity[2] - vz);
  world.removeBody(body);
  return change;
}

onEachKernel(({ create }) => {
  test.each(Object.keys(FLOORS))('what tumbles over tiles of one or several bodies keeps its speed: %s', async (floor) => {
    const world = await create();
    FLOORS[floor](world);
    const next = random(3);
    const changes = Array.from({ length: THROWS }, () => changeOf(world, next)).sort((a, b) => b - a);
    expect(changes[0]).toBeLessThan(0.3);
    world.dispose();
  });
});

/** What slides on four legs, two of which cross each edge at the same moment. */
function table(): Shape {
  const legs = [-1, 1].flatMap((x) =>
    [-1, 1].map((z) => ({ shape: new Cylinder(0.04, 0.3), position: [0.5 * x, -0.3, 0.3 * z] as [number, number, number] })),
  );
  return new Compound([{ shape: new Box([0.6, 0.05, 0.4]) }, ...legs]);
}

onEachKernel(({ create }) => {
  test.each(Object.keys(FLOORS))('tables slide over tiles as over one floor: %s', async (floor) => {
    const world = await create();
    FLOORS[floor](world);
    const tables = [1, 0.2, 3].map((speed, k) =>
      world.addBody({ shape: table(), friction: 0, position: [-8, 0.6, 4 * k - 4], linearVelocity: [speed, 0, 0.1] }),
    );
    for (let k = 0; k < 240; k++) world.step(DT);
    for (const [k, speed] of [1, 0.2, 3].entries()) {
      expect(tables[k].linearVelocity[0]).toBeCloseTo(speed, 3);
      expect(tables[k].linearVelocity[2]).toBeCloseTo(0.1, 3);
      expect(tables[k].position[1]).toBeCloseTo(0.6, 2);
    }
    world.dispose();
  });
});
