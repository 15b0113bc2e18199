// The scissor lift has many more rows than it needs: its hinges are in space, and it moves in a plane. Solvers that have all rows at once share the
// loads between those that depend on each other.
import { expect, test } from 'vitest';
import { findScene } from '../../scenes/index.ts';
import { runScene } from '../../scenes/run.ts';

test.each(['xpbd', 'ode', 'force'] as const)('a scissor lift carries its load by %s', async (solver) => {
  const { measures } = await runScene(findScene('scissor-lift'), { settings: { solver }, frames: 15 });
  expect(measures).not.toHaveProperty('frozenBodies');
  expect(measures.jointError).toBeLessThan(1e-5);
  expect(Math.abs((measures.force as number) / (measures.expectedForce as number) - 1)).toBeLessThan(1e-3);
});
