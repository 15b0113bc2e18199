// Scenes of fast bodies and of sensors.
import { describe, expect, test } from 'vitest';
import { bulletWall } from '../../scenes/bullet-wall.ts';
import { sensors } from '../../scenes/sensors.ts';
import { DT, onEachKernel } from './worlds.ts';

/** m: how far a bullet may lie in the wall, a tenth of its thickness. */
const MOST_DEPTH = 1e-4;

onEachKernel(({ measure }) => {
  describe('bullets of a centimetre and a wall of a millimetre', () => {
    test.each([10, 100, 500, 1500])('none passes at %s m/s', async (speed) => {
      const measures = await measure(bulletWall, { speed });
      expect(measures).not.toHaveProperty('frozenBodies');
      expect(measures.passed).toBe(0);
      expect(measures.deepest).toBeLessThan(MOST_DEPTH);
      expect(measures.fastest).toBeLessThan(speed / 100);
    });
  });

  describe('gates that feel a ball', () => {
    test.each([1, 3, 10])('each tells once that it comes and that it goes, at %s m/s', async (speed) => {
      const measures = await measure(sensors, { speed }, { frames: Math.min(300, Math.ceil((12 / speed) * 60)) });
      const passed = measures.passed as number;
      expect(passed).toBe(speed < 3 ? 1 : 3);
      expect(measures.entries).toBeGreaterThanOrEqual(passed);
      expect(measures.exits).toBe(passed);
      // Overlap is looked at when a step begins, and told when it ends: two steps later at most.
      expect(measures.timeError).toBeLessThan(2 * DT + 1e-6);
      expect(Math.abs(measures.slowedBy as number)).toBeLessThan(1e-6 * speed);
    });
  });
});
