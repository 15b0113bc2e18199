import assert from 'node:assert/strict';
import type { Body, World } from '../../bindings/index.ts';
import { scenes } from '../../scenes/index.ts';
import { openScene } from '../../scenes/open.ts';
import { randomNumbers } from '../../scenes/random.ts';
import { isPending } from '../scenes/direct-bar.ts';
import { SMALL } from '../scenes/small.ts';
import type { Campaign } from './campaign.ts';

/** Substeps times iterations of a case at most, so that none takes long. */
const MOST_SWEEPS = 200;
const MOST_STEPS = 150;
/** s */
const SHORTEST = 1 / 240;
const LONGEST = 1 / 20;
/**
 * Steps in a row that a gain has to last. Velocities that steps report are carried on by half of what the last substep changed them by. Where a linkage whips round within two
 * substeps, that is as much as the velocities, and the energy is off for a step, either way: a closed pendulum in substeps of 0.027 s, with 20 J of kinetic energy, has gained
 * 7 J, 3 J a step later, and lost 15 J after one more; in 100 s it never gains again. Energy from nowhere stays, or grows.
 */
const LASTING = 3;
/** s of a case. */
const DURATION = 2;
/** Scenes with tables of many runs. */
const LEFT_OUT = ['energy-table'];
/** Scenes with motors and belts, or whose bodies are set going by others that are: they gain energy. */
const DRIVEN = [
  'gear-train',
  'rack-and-pinion',
  'screw-jack',
  'slider-crank',
  'four-bar',
  'rover',
  'steering',
  'scissor-lift',
  'winch',
  'robot-arm',
  'excavator',
  'heavy-robot',
  'quadruped',
  'urdf-arm',
  'sculpture',
  'ball-and-net',
  'caterpillar-track',
  'conveyor',
  'joint-zoo',
  'pulley',
  'walker',
  'car',
  'ragdoll-tracking',
];
/** Scenes on a floor at height 0, and half its width, m. */
const FLOORS: Record<string, number> = {
  pile: 5,
  spheres: 5,
  'ragdoll-pile': 20,
  'box-tower': 10,
  pyramid: 10,
  'wrecking-ball': 5,
  conveyor: 1,
  excavator: 15,
  'heavy-robot': 5,
  'caterpillar-track': 20,
};
const SWEEPS = { jointSolver: 'sweeps' } as const;
const SCENES = scenes.filter(({ name }) => !LEFT_OUT.includes(name));
const GRAVITY = 9.81;

const speedOf = (body: Body) => Math.hypot(...body.linearVelocity);

/** What falling can make of a scene: a height, m, that all in it may have fallen, and then some. */
function reachOf(world: World): number {
  const places = [...world.bodies].filter(({ type }) => type === 'dynamic').map(({ position }) => position);
  const spans = [0, 1, 2].map((axis) => {
    const along = places.map((place) => place[axis]);
    return Math.max(...along) - Math.min(...along);
  });
  return 2 + Math.hypot(...spans);
}

/** Any scene, cut into steps and sweeps in any way. */
export const settings: Campaign = {
  name: 'settings',
  description: 'every scene stays whole whatever the substeps, the iterations and the lengths of steps',
  cases: 8,
  async run(seed) {
    const random = randomNumbers(seed);
    const scene = SCENES[Math.floor(SCENES.length * random())];
    // Few substeps are what is hard.
    const substeps = Math.max(1, Math.round(64 ** (random() * random())));
    const iterations = Math.max(1, Math.min(Math.round(64 ** random()), Math.floor(MOST_SWEEPS / substeps)));
    const precision = random() < 0.5 ? 'single' : 'double';
    const contacts = random() < 0.75 ? 'soft' : 'position';
    const dt = SHORTEST * (LONGEST / SHORTEST) ** random();
    const dolls = scene.name === 'ragdoll-pile' ? { count: 1 + Math.floor(100 * random() ** 2) } : {};
    const open = await openScene(scene, {
      parameters: { ...SMALL[scene.name], ...dolls },
      settings: { substeps, iterations, precision, contacts, ...(isPending(`${scene.name}/any split`) ? SWEEPS : {}) },
    });
    const { world, instance } = open;
    const told = `${scene.name}, ${substeps} × ${iterations}, ${precision}, ${contacts}, steps of ${dt.toFixed(5)} s`;
    const reach = reachOf(world);
    const dynamic = [...world.bodies].filter(({ type }) => type === 'dynamic');
    const mass = dynamic.reduce((sum, body) => sum + body.mass, 0);
    const start = world.totalEnergy;
    const most = 0.05 * (world.kineticEnergy + mass * GRAVITY * reach);
    const begun = Math.max(0, ...dynamic.map(speedOf));
    // What falls for two seconds, and what a light body may get from heavy ones.
    const fastest = 10 * (begun + GRAVITY * DURATION + Math.sqrt(2 * GRAVITY * reach));
    // A sweep carries a load by one body: what is light under what is heavy lets it sink by M / m g h² (docs/stability.md).
    const masses = dynamic.map((body) => body.mass);
    const ratio = masses.length > 0 ? Math.max(...masses) / Math.min(...masses) : 1;
    const widest = reach + 2 * ratio * GRAVITY * (dt / substeps) ** 2;
    const steps = Math.min(Math.round(DURATION / dt), MOST_STEPS);
    let gaining = 0;
    for (let step = 0; step < steps; step++) {
      instance.beforeStep?.(step);
      world.step(dt);
      const when = `${told}: step ${step}`;
      assert.equal(world.frozenCount, 0, `${when} has frozen bodies`);
      for (const body of dynamic) {
        const speed = speedOf(body);
        assert(speed < fastest, `${when} leaves a body at ${speed} m/s`);
        const [x, y, z] = body.position;
        const half = FLOORS[scene.name] ?? 0;
        if (Math.abs(x) < half && Math.abs(z) < half) assert(y > -0.3, `${when} has a body ${-y} m below the ground`);
      }
      // The papers' contacts take overlap away at once, which gives energy (docs/contacts.md).
      if (dynamic.length > 0 && contacts === 'soft' && !DRIVEN.includes(scene.name)) {
        const gain = world.totalEnergy - start;
        gaining = gain < most ? 0 : gaining + 1;
        assert(gaining < LASTING, `${when} has gained ${gain} J, and ${most} J is all that counts as small`);
      }
      for (const joint of world.joints)
        if (joint.enabled) assert(joint.positionError < widest, `${when} has a joint open by ${joint.positionError} m`);
    }
    open.dispose();
  },
};
