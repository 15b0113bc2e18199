// Boxes of all sizes, and under strong gravity, on the ground and on each other.
import { describe, expect, test } from 'vitest';
import { Box, HalfSpace } from '../../bindings/index.ts';
import { onEachKernel, settle } from './worlds.ts';

/** Of the fall in a substep, g h²: the overlap that a contact holds a box with on the ground; between two boxes twice as much. */
const SOFTNESS = 0.85;

onEachKernel(({ create }) => {
  describe('boxes at rest', () => {
    test.each([
      [0.01, 9.81, 3],
      [100, 9.81, 3],
      [100, 1e4, 3],
      [1, 1e3, 3],
      [1, 1e4, 1],
    ])('of %f m under %f m/s², %i on each other', async (size, gravity, count) => {
      const world = await create({ gravity: [0, -gravity, 0], sleep: false });
      world.addBody({ type: 'static', shape: new HalfSpace() });
      const shape = new Box([size / 2, size / 2, size / 2]);
      const boxes = Array.from({ length: count }, (_, k) => world.addBody({ shape, position: [0, (k + 0.5) * size, 0] }));
      settle(world, 300);
      const fall = gravity * (1 / 600) ** 2;
      let allowed = 0;
      for (const [k, box] of boxes.entries()) {
        allowed += (k ? 2 : 1) * (count - k) * SOFTNESS * fall;
        const sunk = (k + 0.5) * size - box.position[1];
        expect(sunk).toBeGreaterThan(-1e-5 * size);
        expect(sunk).toBeLessThan(allowed + 1e-5 * size);
        expect(Math.hypot(...box.linearVelocity)).toBeLessThan(1e-4 * Math.sqrt(gravity * size));
        expect(Math.hypot(box.position[0], box.position[2])).toBeLessThan(0.01 * size);
      }
    });
  });
});
