import { describe, expect, test } from 'vitest';
import { findScene } from '../../scenes/index.ts';
import { openScene } from '../../scenes/open.ts';
import { largest } from '../../scenes/statistics.ts';

/** Scenes whose loads turn light bodies through more than half a radian in a substep. */
const CASES = [
  { name: 'breaking-bridge', substeps: 1, iterations: 1, frames: 90, gap: 0.5 },
  { name: 'breaking-bridge', substeps: 2, iterations: 1, frames: 90, gap: 0.15 },
  { name: 'wrecking-ball', parameters: { rows: 4, columns: 4 }, substeps: 1, iterations: 1, frames: 90, gap: 1 },
  { name: 'twisted-rope', substeps: 1, iterations: 1, frames: 60, gap: 0.6 },
  { name: 'twisted-rope', substeps: 1, iterations: 10, frames: 60, gap: 0.1 },
  { name: 'twisted-rope', substeps: 2, iterations: 1, frames: 60, gap: 0.2 },
  { name: 'steering', substeps: 10, iterations: 1, frames: 60, gap: 0.05 },
  { name: 'ragdoll-pile', parameters: { count: 100 }, substeps: 2, iterations: 10, frames: 100, gap: 0.1 },
];

describe.each(['single', 'double'] as const)('few substeps in %s precision', (precision) => {
  test.each(CASES)('$name keeps together and gains no energy at $substeps × $iterations', async (given) => {
    const { name, parameters, substeps, iterations, frames, gap } = given;
    const open = await openScene(findScene(name), { parameters, settings: { substeps, iterations, precision, jointSolver: 'sweeps' } });
    const { world } = open;
    const start = world.totalEnergy;
    for (let frame = 0; frame < frames; frame++) {
      open.step();
      expect(world.frozenCount).toBe(0);
      expect(largest([...world.joints].map((joint) => (joint.enabled ? joint.positionError : 0)))).toBeLessThan(gap);
    }
    expect(world.totalEnergy).toBeLessThan(start + 0.5);
    open.dispose();
  });
});
