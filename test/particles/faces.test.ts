// Edges and faces of coarse cloth against shapes that are smaller than its cells.
import { describe, expect, test } from 'vitest';
import { type Body, Box, Capsule, ConvexHull, type Shape, Sphere, type Vec3, World } from '../../bindings/index.ts';
import { Cloth } from '../../bindings/particle/index.ts';

const DT = 1 / 60;
const CELL = 0.2;
const CELLS = 5;
const HEIGHT = 2;

type Where = { precision: 'single' | 'double'; backend: 'wasm' | 'reference' };
const BACKENDS: Where[] = [
  { precision: 'single', backend: 'wasm' },
  { precision: 'double', backend: 'wasm' },
  { precision: 'double', backend: 'reference' },
];

const edge = (k: number) => k % (CELLS + 1) === 0 || k % (CELLS + 1) === CELLS;

/** A level cloth, held all around. */
function net(world: World, pinned = true): Cloth {
  const count = (CELLS + 1) ** 2;
  const row = (k: number) => Math.floor(k / (CELLS + 1));
  const border = Array.from({ length: count }, (_, k) => k).filter((k) => edge(k) || row(k) === 0 || row(k) === CELLS);
  return world.addParticles(
    new Cloth({
      columns: CELLS + 1,
      rows: CELLS + 1,
      size: [CELL * CELLS, CELL * CELLS],
      position: [0, HEIGHT, 0],
      density: 0.5,
      canSleep: false,
      ...(pinned ? { pinned: border } : {}),
    }),
  );
}

/** How far a point is above the triangle of the cloth that is over or under it, m; NaN: none is. */
function above({ positions: x, triangles }: Cloth, [px, py, pz]: Readonly<Vec3>): number {
  for (let k = 0; k < triangles.length; k += 3) {
    const [a, b, c] = [3 * triangles[k], 3 * triangles[k + 1], 3 * triangles[k + 2]];
    const cross = (p: number, q: number) => (x[p] - px) * (x[q + 2] - pz) - (x[p + 2] - pz) * (x[q] - px);
    const [u, v, w] = [cross(b, c), cross(c, a), cross(a, b)];
    if ((u >= 0 && v >= 0 && w >= 0) || (u <= 0 && v <= 0 && w <= 0))
      return py - (u * x[a + 1] + v * x[b + 1] + w * x[c + 1]) / (u + v + w);
  }
  return Number.NaN;
}

async function drop(
  where: Where,
  shape: Shape,
  speed: number,
  position: Vec3,
  more = {},
): Promise<{ world: World; cloth: Cloth; body: Body }> {
  const world = await World.create(where);
  const cloth = net(world);
  const body = world.addBody({ shape, mass: 0.05, position, linearVelocity: [0, -speed, 0], canSleep: false, ...more });
  return { world, cloth, body };
}

/** Places in the middle of a cell, of a triangle, and of an edge. */
const PLACES: [string, number, number][] = [
  ['a cell', 0, 0],
  ['a triangle', CELL / 6, CELL / 6],
  ['an edge', CELL / 2, 0],
];

describe.each(BACKENDS)('$precision $backend', (where) => {
  test.each(PLACES)('a ball of a third of a cell stays on the middle of %s, at any speed', async (_, x, z) => {
    for (const speed of [0, 5, 20]) {
      const { body, cloth, world } = await drop(where, new Sphere(CELL / 3), speed, [x, HEIGHT + 0.5, z]);
      let over = 0;
      for (let step = 0; step < 90; step++) {
        world.step(DT);
        const height = above(cloth, body.position);
        if (Number.isNaN(height)) continue;
        expect(height).toBeGreaterThan(0);
        over += 1;
      }
      // It may roll over the border, later.
      expect(over).toBeGreaterThan(20);
      world.dispose();
    }
  });

  test('neither a rod nor a box nor a hull falls through', async () => {
    const tip = new ConvexHull([0, -0.1, 0, 0.04, 0.1, 0.04, -0.04, 0.1, 0.04, 0.04, 0.1, -0.04, -0.04, 0.1, -0.04]);
    const shapes: [Shape, object][] = [
      [new Capsule(0.01, 0.07), { orientation: [0, 0, Math.SQRT1_2, Math.SQRT1_2] }],
      [new Box([0.05, 0.05, 0.05]), { orientation: [0.36, 0.11, 0.27, 0.886] }],
      [tip, {}],
    ];
    for (const [shape, more] of shapes)
      for (const speed of [1, 10]) {
        const { body, world } = await drop(where, shape, speed, [0.03, HEIGHT + 0.3, 0.02], more);
        for (let step = 0; step < 60; step++) world.step(DT);
        expect(body.position[1]).toBeGreaterThan(HEIGHT - 0.5);
        world.dispose();
      }
  });

  test('the corner of a box that comes up lifts the cloth', async () => {
    const world = await World.create(where);
    const cloth = net(world);
    // On its corner, which is √3 times half its side above its middle.
    const half = 0.15;
    world.addBody({
      type: 'kinematic',
      shape: new Box([half, half, half]),
      position: [0.02, HEIGHT - 0.5, 0.03],
      orientation: [0.3647, 0, 0.2798 * -1, 0.8881],
      linearVelocity: [0, 0.5, 0],
    });
    const box = [...world.bodies][0];
    let highest = -Infinity;
    for (let step = 0; step < 60; step++) {
      world.step(DT);
      for (const x of [-half, half])
        for (const z of [-half, half]) {
          const corner = box.worldPoint([x, half, z]);
          const height = above(cloth, corner);
          if (!Number.isNaN(height)) highest = Math.max(highest, height);
        }
    }
    expect(highest).toBeGreaterThan(-0.05);
    expect(highest).toBeLessThan(1e-3);
    world.dispose();
  });
});

test('what a ball gives a free cloth it loses', async () => {
  const world = await World.create({ precision: 'double', gravity: [0, 0, 0] });
  const cloth = net(world, false);
  const body = world.addBody({ shape: new Sphere(CELL / 3), mass: 0.05, position: [0.03, HEIGHT + 0.2, 0.02], linearVelocity: [1, -4, 0] });
  const momentum = () => {
    const sum = world.linearMomentum.slice();
    for (const [k, speed] of cloth.velocities.entries()) sum[k % 3] += cloth.masses[Math.floor(k / 3)] * speed;
    return sum;
  };
  const before = momentum();
  for (let step = 0; step < 30; step++) world.step(DT);
  for (const [axis, value] of momentum().entries()) expect(value).toBeCloseTo(before[axis], 12);
  expect(body.linearVelocity[1]).toBeGreaterThan(-2);
});

test('kernels of double precision and TypeScript agree', async () => {
  const places = await Promise.all(
    (['wasm', 'reference'] as const).map(async (backend) => {
      const { body, cloth, world } = await drop({ precision: 'double', backend }, new Box([0.05, 0.05, 0.05]), 5, [
        0.03,
        HEIGHT + 0.1,
        0.02,
      ]);
      for (let step = 0; step < 12; step++) world.step(DT);
      return [...cloth.positions, ...body.position];
    }),
  );
  for (const [k, x] of places[0].entries()) expect(Math.abs(x - places[1][k])).toBeLessThan(1e-8);
});
