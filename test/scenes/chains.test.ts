// Chains under load: Figures 10 and 11 of Müller et al. 2020, and large mass ratios.
import { describe, expect, test } from 'vitest';
import { bunnyChain } from '../../scenes/bunny-chain.ts';
import { heavyChain } from '../../scenes/heavy-chain.ts';
import { runScene } from '../../scenes/run.ts';
import { KERNELS } from './backends.ts';
import { directBar } from './direct-bar.ts';

describe.each(KERNELS)('sweeps in $label', ({ settings: precision }) => {
  const settings = { ...precision, jointSolver: 'sweeps' } as const;
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

/** Joint errors, m, at 4, 10 and 20 substeps; energy gained and lost in parts of the range. */
const WHIP = { errors: [6e-4, 4e-5, 4e-6], gains: [0.02, 0.007, 0.003], losses: [0.015, 0.01, 0.01] };
const HEAVY = { gains: [1e-3, 1e-3, 1e-3], losses: [0.01, 0.01, 0.01] };
/** A link of 20 m and more, whose end has a rounding of 2e-6 m in single precision. */
const bars = (errors: number) => ({ ...HEAVY, errors: [errors, errors, errors] });

describe.each(KERNELS)('$label', ({ label, settings }) => {
  const exact = bars(settings.precision === 'single' ? 2e-5 : 1e-6);
  const cases = [
    { ratio: 1, links: 20, ...WHIP },
    { ratio: 1000, links: 20, ...exact },
    { ratio: 1e6, links: 20, ...exact },
    { ratio: 1e6, links: 100, ...exact },
  ];
  for (const { ratio, links, errors, gains, losses } of cases)
    for (const [k, substeps] of [4, 10, 20].entries())
      for (const start of ['hanging', 'horizontal'])
        directBar(
          `heavy-chain/${start} ${links} links ${ratio}:1 at ${substeps}`,
          label,
          'a heavy last link neither stretches it nor drives it',
          async () => {
            const given = { parameters: { ratio, links, start }, settings: { ...settings, substeps }, frames: 240 };
            const { measures } = await runScene(heavyChain, given);
            expect(measures).not.toHaveProperty('frozenBodies');
            expect(measures.maxAnchorError).toBeLessThan(errors[k]);
            expect(measures.energyMaximum).toBeLessThan(gains[k]);
            expect(measures.energyLoss).toBeLessThan(losses[k]);
          },
        );
});
