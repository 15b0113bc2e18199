// What rolls fast over curved or triangulated geometry.
import { describe, expect, test } from 'vitest';
import { coin } from '../../scenes/coin.ts';
import { marbleRun } from '../../scenes/marble-run.ts';
import { meshRoll } from '../../scenes/mesh-roll.ts';
import { onEachKernel } from './worlds.ts';

onEachKernel(({ measure }) => {
  describe('a marble on a level mesh', () => {
    test.each(['irregular', 'regular'])('of 100 000 triangles, %s: rolls straight on', async (grid) => {
      const measures = await measure(meshRoll, { grid });
      expect(measures.deviation).toBeLessThan(1e-4);
      expect(measures.aside).toBeLessThan(1e-5);
      expect(measures.bump).toBeLessThan(2e-5);
    });

    test('of two triangles goes the same way as over many', async () => {
      const [few, many] = [await measure(meshRoll, { triangles: 2 }), await measure(meshRoll)];
      expect(Math.abs((few.deviation as number) - (many.deviation as number))).toBeLessThan(1e-6);
    });
  });

  test('marbles go through the turns of a spring, a quarter in a frame (Müller et al., Figure 14)', async () => {
    const measures = await measure(marbleRun);
    expect(measures.lost).toBe(0);
    expect(measures.turnsPerFrame).toBeGreaterThan(0.22);
    expect(measures.maxDistance).toBeLessThan(5e-3);
    expect(measures.speedError).toBeLessThan(0.05);
  });

  test('a coin wobbles faster and faster, and lies at last (Müller et al., Figure 15)', async () => {
    const measures = await measure(coin);
    const frequency = measures.frequency as number[];
    expect(frequency.length).toBeGreaterThanOrEqual(3);
    for (let k = 1; k < frequency.length; k++) expect(frequency[k]).toBeGreaterThan(0.98 * frequency[k - 1]);
    expect(frequency[frequency.length - 1]).toBeGreaterThan(1.3 * frequency[0]);
    expect(measures.tiltAtEnd).toBeLessThan(2);
  });

  test('its rolling friction ends the wobble, not the substeps', async () => {
    const times: number[] = [];
    for (const substeps of [10, 20, 40]) times.push((await measure(coin, {}, { substeps })).wobbleTime as number);
    for (const time of times) expect(Math.abs(time / times[2] - 1)).toBeLessThan(0.15);
  });
});
