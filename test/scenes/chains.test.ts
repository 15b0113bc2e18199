// Chains under load: Figures 10 and 11 of Müller et al. 2020, and large mass ratios.
import { describe, expect, test } from 'vitest';
import { bunnyChain } from '../../scenes/bunny-chain.ts';
import { heavyChain } from '../../scenes/heavy-chain.ts';
import { runScene } from '../../scenes/run.ts';
import { KERNELS } from './backends.ts';

describe.each(KERNELS)('$label', ({ settings }) => {
  test('a hundred bunnies: one budget stretches them at least ten times less as substeps than as iterations', async () => {
    const run = (substeps: number, iterations: number) => runScene(bunnyChain, { settings: { ...settings, substeps, iterations } });
    const [substeps, iterations] = [await run(20, 1), await run(1, 20)].map(({ measures }) => Math.abs(measures.elongation as number));
    expect(substeps).toBeLessThan(0.01);
    expect(iterations).toBeGreaterThan(10 * substeps);
  });

  const limits = [
    { ratio: 1, limit: 0.002 },
    { ratio: 100, limit: 0.02 },
    { ratio: 1000, limit: 0.12 },
  ];
  test.each(limits)('a last link of $ratio kg stretches twenty metres by less than $limit m', async ({ ratio, limit }) => {
    const { measures } = await runScene(heavyChain, { parameters: { ratio }, settings });
    expect(Math.abs(measures.stretch as number)).toBeLessThan(limit);
    expect(measures.energyMaximum).toBeLessThan(1e-4);
  });

  test.each(['hanging', 'horizontal'])('ten tonnes on links of a kilogram, %s: bounded, and no gain of energy', async (start) => {
    const { measures } = await runScene(heavyChain, { parameters: { ratio: 1e4, start }, settings });
    expect(measures).not.toHaveProperty('frozenBodies');
    expect(measures.maxStretch).toBeLessThan(3);
    expect(measures.energyMaximum).toBeLessThan(1e-3);
  });
});
