// Thin hulls that tumble onto the ground: they sink about as deep into surfaces without thickness as into a half-space, and do not get through.
import { expect, test } from 'vitest';
import { random } from '../../bench/collision/shapes.ts';
import { Box, ConvexHull, HalfSpace, HeightField, type Shape, TriangleMesh, type Vec3, type World } from '../../bindings/index.ts';
import { grid } from '../collision/mesh-shapes.ts';
import { DT, onEachKernel } from './worlds.ts';

const THROWS = 150;
const ROWS = 41;
const FLAT = grid(ROWS, ROWS, 1.5, () => 0);
const FLOORS: Record<string, { shape: Shape; position?: Vec3 }> = {
  'half-space': { shape: new HalfSpace() },
  box: { shape: new Box([40, 1, 40]), position: [0, -1, 0] },
  mesh: { shape: new TriangleMesh(FLAT.vertices, FLAT.indices, { solid: false }) },
  'height field': { shape: new HeightField({ heights: new Array(ROWS * ROWS).fill(0), rows: ROWS, columns: ROWS, spacing: 1.5 }) },
};

/** Throws a hull; how deep a corner of it is in the ground at most, m. */
function depthOf(world: World, next: () => number): number {
  const sizes = [0.1 + 0.9 * next(), 0.05 + 0.2 * next(), 0.1 + 0.9 * next()];
  const corners = Array.from({ length: 12 }, () => sizes.map((size) => size * (2 * next() - 1)) as Vec3);
  const [x, y, z, w] = Array.from({ length: 4 }, () => next() - 0.5);
  const size = Math.hypot(x, y, z, w);
  const body = world.addBody({
    shape: new ConvexHull(corners.flat()),
    friction: 0.5,
    position: [0, 2.2, 0],
    orientation: [x / size, y / size, z / size, w / size],
    linearVelocity: [10 * (next() - 0.5), -3 * next(), 10 * (next() - 0.5)],
    angularVelocity: [6 * (next() - 0.5), 6 * (next() - 0.5), 6 * (next() - 0.5)],
  });
  let depth = 0;
  for (let k = 0; k < 90; k++) {
    world.step(DT);
    for (const corner of corners) depth = Math.max(depth, -body.worldPoint(corner)[1]);
  }
  world.removeBody(body);
  return depth;
}

onEachKernel(({ create }) => {
  test.each(Object.keys(FLOORS))('thin hulls on a %s', async (name) => {
    const world = await create();
    world.addBody({ type: 'static', friction: 0.5, ...FLOORS[name] });
    const next = random(5);
    const depths = Array.from({ length: THROWS }, () => depthOf(world, next)).sort((a, b) => b - a);
    expect(depths[0]).toBeLessThan(0.5);
    expect(depths[1]).toBeLessThan(0.25);
    expect(depths.reduce((sum, depth) => sum + depth) / THROWS).toBeLessThan(0.025);
    world.dispose();
  });
});
