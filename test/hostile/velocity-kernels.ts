import assert from 'node:assert/strict';
import { WorldRecord } from '../../bindings/core/layout.ts';
import { type Vec3, World, type WorldOptions } from '../../bindings/index.ts';
import { randomNumbers } from '../../scenes/random.ts';
import { contactLoads, engineOf } from '../agreement/contact-scenes.ts';
import { largestDifference, largestSpeed } from '../agreement/joints.ts';
import { worldField } from '../memory/state.ts';
import type { Campaign } from './campaign.ts';
import { fillWorld } from './random-world.ts';

const STEPS = 40;
/** m: round-off of one step from the same state, of bodies that are as fast as that, m/s. */
const ROUNDING = 1e-9;
const FAST = 100;

/** Worlds that are compared where one differs by more: their bodies are faster or slower by the last digit. */
const NEARBY = 8;
/** Times what such a digit changes. */
const ALIKE = 4;

/** How much a last digit of the state that a step starts from changes where bodies are after it, m, at most. */
async function sensitivity(start: Uint8Array, scene: number, options: WorldOptions, dt: number): Promise<number> {
  const [one, other] = await Promise.all([0, 1].map(() => World.create({ ...options, precision: 'double' })));
  for (const world of [one, other]) fillWorld(world, randomNumbers(scene));
  let most = 0;
  for (let k = 0; k < NEARBY; k++) {
    for (const world of [one, other]) engineOf(world).load(start);
    const random = randomNumbers(k);
    const nearby = (speed: number) => speed * (1 + (2 * random() - 1) * Number.EPSILON) + (2 * random() - 1) * Number.EPSILON;
    for (const body of other.bodies) {
      if (body.type !== 'dynamic') continue;
      body.linearVelocity = body.linearVelocity.map(nearby) as Vec3;
      body.angularVelocity = body.angularVelocity.map(nearby) as Vec3;
    }
    for (const world of [one, other]) world.step(dt);
    most = Math.max(most, largestDifference(one, other));
  }
  one.dispose();
  other.dispose();
  return most;
}

/** Any options of the two solvers that have kernels of their own. */
function anyOptions(random: () => number): WorldOptions {
  return {
    solver: random() < 0.5 ? 'pgs' : 'tgs',
    substeps: 1 + Math.floor(4 * random()),
    iterations: 1 + Math.floor(6 * random()),
    velocityIterations: Math.floor(3 * random()),
    baumgarte: random() < 0.5 ? 1 : random(),
    warmStart: random() < 0.3,
    gyroscopic: random() < 0.2 ? 'explicit' : 'implicit',
    sleep: random() < 0.5,
  };
}

/** Heaps of all shapes with joints between some, under gravity that turns, with lengths of steps of their own. */
export const velocityKernels: Campaign = {
  name: 'velocity-kernels',
  description: "each step of 'pgs' and 'tgs' in kernels is that of TypeScript from the same state, to rounding",
  cases: 24,
  async run(seed) {
    const random = randomNumbers(seed);
    const options = anyOptions(random);
    const double = await World.create({ ...options, precision: 'double' });
    const reference = await World.create({ ...options, backend: 'reference' });
    const single = await World.create({ ...options, precision: 'single' });
    const scene = Math.floor(1e9 * random());
    for (const world of [double, reference, single]) fillWorld(world, randomNumbers(scene));
    for (let step = 0; step < STEPS; step++) {
      const dt = random() < 0.1 ? 0.001 + 0.05 * random() : 1 / 60;
      if (random() < 0.05) for (const world of [double, single]) world.gravity = [5 * random() - 2, -9.81 * random(), 0];
      const start = engineOf(double).save();
      engineOf(reference).load(start);
      for (const world of [double, reference, single]) world.step(dt);
      const speed = largestSpeed(reference);
      assert.equal(single.frozenCount, 0, `step ${step}: single precision froze a body under ${JSON.stringify(options)}`);
      if (!(speed < FAST)) break;
      const gap = largestDifference(double, reference);
      // Where contacts are found anew within the step, which points they have may hang on the last bit of a pose.
      if (worldField(double, WorldRecord.turningCount) && options.substeps !== 1) continue;
      // Rotation about an axis with almost no inertia, and the like, make more of the last digit.
      const isAlike = gap < ROUNDING * (1 + speed) || gap < ALIKE * (await sensitivity(start, scene, options, dt));
      assert(isAlike, `step ${step} of ${dt} s differs by ${gap} m under ${JSON.stringify(options)}`);
      assert.equal(contactLoads(double).length, contactLoads(reference).length);
    }
    for (const world of [double, reference, single]) world.dispose();
  },
};
