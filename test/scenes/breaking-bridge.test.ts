// A hanging bridge breaks where and when the statics of hanging links says.
import { describe, expect, test } from 'vitest';
import { breakingBridge } from '../../scenes/breaking-bridge.ts';
import { runScene } from '../../scenes/run.ts';
import { KERNELS } from './backends.ts';

const UNBREAKABLE = 1e9;

describe.each(KERNELS)('$label', ({ settings }) => {
  const bridges = [
    { planks: 100, place: 'spread', load: 2000 },
    { planks: 40, place: 'middle', load: 1000 },
    { planks: 40, place: 'spread', load: 1000 },
  ];
  describe.each(bridges)('$planks planks, load $place', (parameters) => {
    const run = async (breakForce: number) =>
      (await runScene(breakingBridge, { parameters: { ...parameters, breakForce }, settings })).measures as Record<string, number>;
    let whole: Promise<Record<string, number>> | undefined;
    const runWhole = () => {
      whole ??= run(UNBREAKABLE);
      return whole;
    };
    const posts = [0, parameters.planks];

    test('the hinges at the posts carry most, as much as statics says', async () => {
      const measures = await runWhole();
      expect(measures.broken).toBe(0);
      expect(posts).toContain(measures.mostLoaded);
      expect(Math.abs(measures.greatestForce / measures.expectedForce - 1)).toBeLessThan(0.05);
    });

    test('it breaks at a post within 5 % of the pull that statics says, and not where the hinges bear more than the full load', async () => {
      const { expectedForce: full } = await runWhole();
      const breakForce = 0.95 * full;
      const measures = await run(breakForce);
      expect(measures.broken).toBeGreaterThan(0);
      expect(posts).toContain(measures.firstBroken);
      expect(Math.abs(measures.expectedForce / breakForce - 1)).toBeLessThan(0.05);
      const { broken, firstBroken } = await run(1.05 * full);
      expect({ broken, firstBroken }).toEqual({ broken: 0, firstBroken: -1 });
    });
  });
});
