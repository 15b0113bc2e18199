import assert from 'node:assert/strict';
import { World } from '../../bindings/index.ts';
import { randomNumbers } from '../../scenes/random.ts';
import type { Campaign } from './campaign.ts';
import { askAll, fillWorld, randomOptions } from './random-world.ts';

const DT = 1 / 60;

/** A world that has gone its own way before a snapshot of another is restored into it. */
async function usedWorld(random: () => number, precision: 'single' | 'double'): Promise<World> {
  const world = await World.create({ ...randomOptions(random), precision });
  fillWorld(world, random);
  for (let k = 0; k < 10 * random(); k++) world.step(DT);
  askAll(world, random);
  return world;
}

/** A snapshot is the whole state: another world goes on from it as the first one does. */
export const snapshotTwins: Campaign = {
  name: 'snapshot-twins',
  description: 'a snapshot restored into a used world steps, and answers, to the same bits',
  cases: 24,
  async run(seed) {
    const random = randomNumbers(seed);
    const precision = random() < 0.5 ? 'single' : 'double';
    const world = await World.create({ ...randomOptions(random), precision });
    const twin = await usedWorld(random, precision);
    for (let fills = Math.floor(1 + 3 * random()); fills > 0; fills--) fillWorld(world, random);
    for (let round = 0; round < 4; round++) {
      for (let k = 0; k < 12 * random(); k++) world.step(DT);
      if (random() < 0.3) world.detectCollisions();
      twin.restore(world.snapshot());
      for (let step = 0; step < 6; step++) {
        const questions = Math.floor(2 ** 31 * random());
        const ask = (asked: World) => askAll(asked, randomNumbers(questions));
        if (random() < 0.3) for (const each of [world, twin]) each.detectCollisions();
        world.step(DT);
        twin.step(DT);
        assert.equal(twin.hash(), world.hash(), `round ${round}: step ${step} after the snapshot`);
        const asked = random();
        if (asked < 0.5) assert.deepEqual(ask(twin), ask(world), `round ${round}: questions after step ${step}`);
        // To ask only one of them changes nothing.
        else if (asked < 0.75) ask(twin);
      }
    }
    world.dispose();
    twin.dispose();
  },
};
