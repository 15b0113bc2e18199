// Stacks and piles stand and lie still.
import { describe, expect, test } from 'vitest';
import type { WorldOptions } from '../../bindings/index.ts';
import { boxTower } from '../../scenes/box-tower.ts';
import { heavyOnLight } from '../../scenes/heavy-on-light.ts';
import { pile } from '../../scenes/pile.ts';
import { pyramid } from '../../scenes/pyramid.ts';
import { ragdollPile } from '../../scenes/ragdoll-pile.ts';
import type { Measures, Scene } from '../../scenes/scene.ts';
import { spheres } from '../../scenes/spheres.ts';
import { onEachKernel } from './worlds.ts';

const STACKS: [what: string, scene: Scene, parameters: Record<string, number>][] = [
  ['a tower of 20 boxes', boxTower, { count: 20 }],
  ['a tower of 20 boxes with offsets of a millimetre', boxTower, { count: 20, offset: 0.001 }],
  ['a pyramid of 20 rows', pyramid, { rows: 20 }],
  ['a tower of 10 boxes, the topmost a hundred times as heavy', heavyOnLight, { count: 10, ratio: 100 }],
];
const SUBSTEPS: { label: string; options: WorldOptions }[] = [
  { label: 'default substeps', options: {} },
  { label: '20 substeps', options: { substeps: 20 } },
];

function expectStanding({ topDrift, restSpeed }: Measures): void {
  expect(topDrift).toBeLessThan(0.01);
  expect(restSpeed).toBeLessThan(1e-3);
}

onEachKernel(({ measure }) => {
  describe.each(SUBSTEPS)('$label', ({ options }) => {
    test.each(STACKS)('%s stands for 20 s', async (_, scene, parameters) => {
      expectStanding(await measure(scene, parameters, options));
    });

    test('a pile of 300 mixed bodies: none is lost, none lies deep in another', async () => {
      const measures = await measure(pile, { count: 300 }, options);
      expect(measures).not.toHaveProperty('frozenBodies');
      expect(measures.lost).toBe(0);
      expect(measures.penetration).toBeLessThan(0.01);
    });

    test('a heap of dolls stays in one piece each', async () => {
      const measures = await measure(ragdollPile, { count: 12 }, { ...options, frames: 300 });
      expect(measures).not.toHaveProperty('frozenBodies');
      expect(measures.lost).toBe(0);
      expect(measures.rmsJointGap).toBeLessThan(2e-3);
      expect(measures.maxJointGapAtEnd).toBeLessThan(5e-3);
      expect(measures.penetration).toBeLessThan(0.01);
    });

    test('a block of falling balls', async () => {
      const measures = await measure(spheres, { count: 500 }, options);
      expect(measures).not.toHaveProperty('frozenBodies');
      expect(measures.lost).toBe(0);
      expect(measures.penetration).toBeLessThan(0.01);
    });
  });
});
