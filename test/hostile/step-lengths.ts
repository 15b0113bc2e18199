import assert from 'node:assert/strict';
import { Box, HalfSpace, World } from '../../bindings/index.ts';
import { randomNumbers } from '../../scenes/random.ts';
import type { Campaign } from './campaign.ts';

/** Seconds of a step: the shortest and the longest. */
const SHORTEST = 1e-9;
const LONGEST = 0.25;
const STEPS = 200;

/** Three boxes that rest on each other on the ground, steps of any length. */
export const stepLengths: Campaign = {
  name: 'step-lengths',
  description: 'a tower of three boxes stays at rest whatever the lengths of the steps',
  cases: 40,
  async run(seed) {
    const random = randomNumbers(seed);
    const world = await World.create({ precision: random() < 0.5 ? 'single' : 'double' });
    world.addBody({ type: 'static', shape: new HalfSpace() });
    const boxes = [0, 1, 2].map((k) => world.addBody({ shape: new Box([0.5, 0.5, 0.5]), position: [0, 0.5 + k, 0] }));
    for (let step = 0; step < STEPS; step++) {
      const dt = SHORTEST * (LONGEST / SHORTEST) ** random();
      world.step(dt);
      for (const box of boxes) {
        const speed = Math.hypot(...box.linearVelocity);
        assert(speed < 0.1, `step ${step} of ${dt} s leaves a box at ${speed} m/s`);
      }
    }
    for (const [k, box] of boxes.entries()) assert(Math.abs(box.position[1] - (0.5 + k)) < 0.01, `box ${k} is at ${box.position}`);
    world.dispose();
  },
};
