import assert from 'node:assert/strict';
import { type Vec3, World, type WorldOptions } from '../../bindings/index.ts';
import { randomNumbers } from '../../scenes/random.ts';
import type { Campaign } from './campaign.ts';

const SECONDS = 10;
/** rad/s */
const SLOWEST = 0.01;
const FASTEST = 1e6;
/** Of the greatest moment of inertia over the least. */
const MOST_UNEQUAL = 1e4;
const SHORTEST = 1 / 240;
const LONGEST = 1 / 20;
/** Relative, of energy and angular momentum. */
const BOUND = 0.01;

const BACKENDS: WorldOptions[] = [{ precision: 'single' }, { precision: 'double' }, { backend: 'reference' }];

/** Moments that real matter can have: a rod, a plate, or anything between. */
function momentsOf(random: () => number): Vec3 {
  const least = MOST_UNEQUAL ** -random();
  const kind = Math.floor(3 * random());
  const greatest = kind === 0 ? 1 : 1 + least;
  const middle = kind === 1 ? 1 : greatest - least * random();
  const moments: Vec3 = [least, Math.max(middle, least), greatest];
  const turn = Math.floor(3 * random());
  return [moments[turn], moments[(turn + 1) % 3], moments[(turn + 2) % 3]];
}

/** A body alone that turns at any speed about any axis. */
export const freeRotation: Campaign = {
  name: 'free-rotation',
  description: 'a free body keeps its energy and its angular momentum at any speed, whatever its moments and the steps',
  cases: 60,
  async run(seed) {
    const random = randomNumbers(seed);
    const settings = BACKENDS[Math.floor(BACKENDS.length * random())];
    const world = await World.create({ ...settings, gravity: [0, 0, 0], sleep: false });
    const inertia = momentsOf(random);
    const speed = SLOWEST * (FASTEST / SLOWEST) ** random();
    // About a principal axis but for a little, or about any.
    const tilt = random() < 0.3 ? 1e-6 : 1;
    const axis = [1, tilt * (random() - 0.5), tilt * (random() - 0.5)];
    const shift = Math.floor(3 * random());
    const angularVelocity = [0, 1, 2].map((k) => (speed * axis[(k + shift) % 3]) / Math.hypot(...axis)) as Vec3;
    world.addBody({ mass: 1, inertia, angularVelocity });
    const dt = SHORTEST * (LONGEST / SHORTEST) ** random();
    const energy = world.kineticEnergy;
    const momentum = Math.hypot(...world.angularMomentum);
    for (let time = 0; time < SECONDS; time += dt) world.step(dt);
    const gained = world.kineticEnergy / energy - 1;
    const turned = Math.hypot(...world.angularMomentum) / momentum - 1;
    const label = `${JSON.stringify(settings)}, moments ${inertia}, ${angularVelocity} rad/s, steps of ${dt} s`;
    assert(Math.abs(gained) < BOUND, `the energy changes by ${gained}: ${label}`);
    assert(Math.abs(turned) < BOUND, `the angular momentum changes by ${turned}: ${label}`);
    world.dispose();
  },
};
