// Figures 8 and 9 of Müller et al. 2020: hinged bars released from horizontal keep their energy for half a minute.
import { describe, expect, test } from 'vitest';
import { closedPendulum } from '../../scenes/closed-pendulum.ts';
import { doublePendulum } from '../../scenes/double-pendulum.ts';
import { energyTable } from '../../scenes/energy-table.ts';
import { runScene } from '../../scenes/run.ts';
import { triplePendulum } from '../../scenes/triple-pendulum.ts';

const LIMITS = [
  { precision: 'double', substeps: 40, limit: 0.002 },
  { precision: 'double', substeps: 20, limit: 0.015 },
  { precision: 'single', substeps: 40, limit: 0.006 },
  { precision: 'single', substeps: 20, limit: 0.045 },
] as const;

test.each(LIMITS)('triple pendulum, $precision precision, $substeps × 1: energy within $limit of the potential range', async (row) => {
  const { measures } = await runScene(triplePendulum, { settings: { precision: row.precision, substeps: row.substeps } });
  expect(measures.energyDeviation).toBeLessThan(row.limit);
  expect(measures.maxAnchorError).toBeLessThan(0.01);
});

test('the papers’ projection loses half of it', async () => {
  const { measures } = await runScene(triplePendulum, { settings: { substeps: 40, projection: 'scalar', gradient: 'current' } });
  expect(measures.energyDrift).toBeLessThan(-0.2);
});

describe.each([doublePendulum, closedPendulum])('$name', (scene) => {
  test.each(['single', 'double'] as const)('keeps its energy in %s precision', async (precision) => {
    const { measures } = await runScene(scene, { settings: { precision, substeps: 40 } });
    expect(measures.energyDeviation).toBeLessThan(0.01);
    expect(measures.maxAnchorError).toBeLessThan(0.01);
  });
});

test('the table of Figure 9: substeps save energy, and the start gradient far more of it than the current one', async () => {
  const { measures } = await runScene(energyTable, { settings: { precision: 'double' } });
  expect(measures.substeps).toEqual([1, 2, 4, 5, 8, 10, 20, 40]);
  expect(measures.iterations).toEqual([40, 20, 10, 8, 5, 4, 2, 1]);
  const last = (name: string) => Math.abs((measures[name] as number[])[7]);
  expect(last('driftOfStartGradient')).toBeLessThan(0.002);
  expect(last('driftOfCurrentGradient')).toBeGreaterThan(0.2);
  expect(last('driftOfPapersForm')).toBeGreaterThan(0.2);
});
