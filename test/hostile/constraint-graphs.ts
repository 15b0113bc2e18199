import assert from 'node:assert/strict';
import { randomNumbers } from '../../scenes/random.ts';
import { ColorModel, checkGraph, colorsOf } from '../constraint/graph.ts';
import { bodiesOnly, change } from '../constraint/worlds.ts';
import type { Campaign } from './campaign.ts';

/** What is solved side by side shares no body, everything is solved once, and the backends agree in which order. */
export const constraintGraphs: Campaign = {
  name: 'constraint-graphs',
  description: 'joints that come, go and change have the colours of a model, and each has one lane',
  cases: 12,
  async run(seed) {
    const bodies = 2 + Math.floor(60 * randomNumbers(seed)());
    const precision = seed % 2 ? 'single' : 'double';
    const colors: Map<number, number>[] = [];
    const random = randomNumbers(seed);
    const world = await bodiesOnly(random, bodies, { precision });
    const model = new ColorModel();
    change(world, random, (changed) => {
      checkGraph(world);
      model.check(world, changed);
      colors.push(colorsOf(world));
    });
    const again = randomNumbers(seed);
    const reference = await bodiesOnly(again, bodies, { backend: 'reference' });
    change(reference, again, () => assert.deepEqual(colorsOf(reference), colors.shift(), 'the reference gives other colours'));
    world.dispose();
    reference.dispose();
  },
};
