// Bodies whose centre of mass is beside the middle of their shape: turning moves their surfaces, those of balls too.
import { describe, expect, test } from 'vitest';
import { Box, ConvexHull, type Shape, Sphere, World } from '../../bindings/index.ts';
import { BACKENDS } from '../bindings/backends.ts';
import { DT } from './worlds.ts';

const TETRAHEDRON = new ConvexHull([0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 2]);
const SHAPES: [string, Shape][] = [
  ['ball', new Sphere(1)],
  ['tetrahedron', TETRAHEDRON],
];

describe.each(BACKENDS)('$label', ({ settings }) => {
  test.each(SHAPES.flatMap(([name, shape]) => [0, 2, 4].map((speed) => [name, speed, shape] as const)))(
    'a %s that turns above a slab, going along it at %d m/s, does not get into it',
    async (_, speed, shape) => {
      const world = await World.create({ sleep: false, gravity: [0, 0, 0], ...settings });
      const slab = world.addBody({ type: 'static', shape: new Box([50, 0.5, 50]), position: [0, -2, 0] });
      const body = world.addBody({ shape, mass: 1, centerOfMass: [0.9, 0, 0], position: [0, 0, 0] });
      body.angularVelocity = [0, 0, speed ? 8 : 3];
      body.linearVelocity = [speed, 0, 0];
      let deepest = 0;
      for (let frame = 0; frame < 120; frame++) {
        world.step(DT);
        for (const { a, b, points } of world.contacts()) {
          if (a !== slab && b !== slab) continue;
          for (const { separation } of points) deepest = Math.max(deepest, -separation);
        }
      }
      // It has been pushed away.
      expect(body.linearVelocity[1]).toBeGreaterThan(0.1);
      expect(deepest).toBeLessThan(0.05);
    },
  );
});
