// The WebAssembly kernels against the reference solver: two programs written from one description of the mathematics.
import { describe, expect, it } from 'vitest';
import { humanoid, Ragdoll } from '../../bindings/control/index.ts';
import { Box, type Quat, World, type WorldOptions } from '../../bindings/index.ts';
import { findScene, scenes } from '../../scenes/index.ts';
import { openScene } from '../../scenes/open.ts';
import { resolveParameters, type Scene } from '../../scenes/scene.ts';
import { solvingOf } from '../../scenes/settings.ts';
import { directBar } from '../scenes/direct-bar.ts';
import { engineOf } from './contact-scenes.ts';
import { chainOf, JOINTS, type JointName, largestDifference, largestSpeed, noise } from './joints.ts';

const STEPS = 100;
const DT = 1 / 60;
/** m: round-off of double precision, grown by the motion. */
const DOUBLE = 1e-9;
/** Unit round-off of single precision. */
const ROUNDING = 2 ** -24;

/**
 * Bound for single precision. From one substep to the next a velocity goes through about 40 operations (gravity, two matrix products
 * for each of two impulses, the turn of the axes), each of which rounds by at most u times the speed. If all round in the same
 * direction, the N substeps of the time T displace a body by 40 u v N T / 2. Motion that amplifies differences is not in it.
 */
function singleBound(speed: number, substeps: number): number {
  return 20 * ROUNDING * speed * substeps * STEPS * (STEPS * DT);
}

const CASES: { name: string; settings?: WorldOptions; extra?: object; only?: JointName[]; steps?: number }[] = [
  { name: 'defaults' },
  { name: 'compliance and damping', extra: { compliance: 1e-4, damping: { linear: 3, angular: 2 } } },
  { name: 'seven substeps of three iterations', settings: { substeps: 7, iterations: 3 } },
  // Impulses of whole frames throw a chain about so wildly that round-off grows tenfold every few steps.
  { name: 'one substep', settings: { substeps: 1 }, steps: 10 },
  { name: 'the current gradient', settings: { gradient: 'current' } },
  { name: 'the start gradient', settings: { gradient: 'start' } },
  { name: 'explicit gyroscopic torque', settings: { gyroscopic: 'explicit' } },
  { name: 'no gyroscopic torque', settings: { gyroscopic: 'none' } },
  // Fast at the end: round-off grows tenfold in twenty steps.
  { name: 'soft axes', extra: { angularCompliance: 1e-3 }, only: ['hinge', 'fixed', 'prismatic'], steps: 50 },
  { name: 'a target angle', extra: { target: { angle: 0.3, compliance: 1e-3 } }, only: ['hinge'] },
  { name: 'a rigid target angle', extra: { target: { angle: -0.2 } }, only: ['hinge'] },
  { name: 'limits of the angle', extra: { limits: { lower: -0.1, upper: 0.2 } }, only: ['hinge'] },
  { name: 'a target offset', extra: { target: { offset: 0.3, compliance: 1e-3 } }, only: ['prismatic'] },
  { name: 'limits of the offset', extra: { limits: { lower: -0.1, upper: 0.2 } }, only: ['prismatic'] },
  { name: 'bounds of the distance', extra: { minLength: 0.25, maxLength: 0.4 }, only: ['distance'] },
  { name: 'a soft length', extra: { length: 0.2, compliance: 1e-3 }, only: ['distance'] },
];

async function stepped(worlds: World[], steps: number): Promise<void> {
  for (const world of worlds) for (let k = 0; k < steps; k++) world.step(DT);
}

const SOLVED: [JointName, 'sweeps' | 'direct'][] = JOINTS.flatMap((joint) => [
  [joint, 'sweeps'] as const,
  [joint, 'direct'] as const,
]) as never;

describe.each(SOLVED)('chain of %s joints, %s', (joint, jointSolver) => {
  for (const { name, settings: own, extra, only, steps = STEPS } of CASES) {
    if (only && !only.includes(joint)) continue;
    const settings: WorldOptions = { ...own, jointSolver };
    it(`agrees with the reference with ${name}`, async () => {
      const single = await chainOf(joint, { ...settings, precision: 'single' }, extra);
      const double = await chainOf(joint, { ...settings, precision: 'double' }, extra);
      const reference = await chainOf(joint, { ...settings, backend: 'reference' }, extra);
      // Solved directly all limits of the chain are met at once in the end: which of them hold is for rounding to say.
      // The same of bounds of the distance, where the chain flutters between them: round-off grows tenfold in twelve steps.
      const isDegenerate = jointSolver === 'direct' && (name === 'limits of the angle' || name === 'bounds of the distance');
      await stepped([single, double, reference], isDegenerate ? 30 : steps);
      expect(largestDifference(double, reference)).toBeLessThan(DOUBLE);
      // What is held does not move at all.
      expect(largestDifference(single, reference)).toBeLessThan(
        Math.max(singleBound(largestSpeed(reference), reference.lastSubsteps), DOUBLE),
      );
      const loads = (world: World) => [...world.joints].flatMap((one) => [...one.force, ...one.torque]);
      const scale = Math.max(...loads(reference).map(Math.abs));
      const expected = loads(reference);
      for (const [index, load] of loads(double).entries()) expect(Math.abs(load - expected[index])).toBeLessThan(1e-6 * scale);
    });
  }

  // The direction d/|d| of a separation of 1e-12 m is noise, so that the papers' scalar projection loses digits from step to step.
  it('agrees for one step with the papers’ projection', async () => {
    const settings: WorldOptions = { projection: 'scalar', gradient: 'current' };
    const double = await chainOf(joint, { ...settings, precision: 'double' });
    const reference = await chainOf(joint, { ...settings, backend: 'reference' });
    await stepped([double, reference], 1);
    expect(largestDifference(double, reference)).toBeLessThan(DOUBLE);
  });
});

/** Scenes at a size that the reference solver can keep up with. */
const SMALL: Record<string, Record<string, number>> = {
  'bunny-chain': { count: 20 },
  'joint-grid': { size: 10 },
  pyramid: { rows: 6 },
  pile: { count: 30 },
  spheres: { count: 100 },
  'ragdoll-pile': { count: 2 },
  'heavy-robot': { ratio: 100 },
  sculpture: { balls: 2 },
  trebuchet: { rows: 2, columns: 3 },
  car: { around: 12, across: 2 },
};
/** What touches multiplies round-off; contacts.test.ts compares piles from the same state, step by step. */
const FEWER: Record<string, number> = {
  'twisted-rope': 20,
  // Its boxes start without a gap: which of them bear from the second step on hangs on the last bit.
  'box-tower': 1,
  sculpture: 20,
  pyramid: 20,
  // Its boxes bear a hundred times their weight.
  'heavy-on-light': 20,
  pile: 20,
  spheres: 20,
  'ragdoll-pile': 20,
  'ragdoll-stairs': 40,
  'wrecking-ball': 60,
  // Its crates come down on two corners at once: which of them bears hangs on the last bit. Below it is compared from the same state.
  rover: 5,
  // What of its links touches a wheel first hangs on the last bit, too.
  'caterpillar-track': 1,
  winch: 60,
  'ball-and-net': 5,
  trampoline: 20,
  'jelly-pile': 10,
  car: 20,
  balloons: 5,
};
/** What takes the reference solver longest, and goes on as it begins. */
const SLOW: Record<string, number> = {
  'soft-bunny': 40,
  flag: 60,
  curtain: 60,
  'mesh-roll': 60,
  'marker-fit': 60,
  'tetra-bar': 60,
  'heavy-robot': 60,
};
const stepsOf = ({ name }: Scene) => FEWER[name] ?? SLOW[name] ?? STEPS;
/** A table of runs of another scene: it builds its own worlds. */
const TABLES = ['energy-table'];

describe('scenes', () => {
  for (const scene of scenes.filter(({ name }) => !TABLES.includes(name))) {
    const steps = stepsOf(scene);
    const agree = async (settings: WorldOptions) => {
      const double = await run(scene, { ...settings, precision: 'double' });
      const reference = await run(scene, { ...settings, backend: 'reference' });
      expect(largestDifference(double, reference)).toBeLessThan(DOUBLE);
    };
    it(`${scene.name} agrees with the reference after ${steps} steps of sweeps`, () => agree({ jointSolver: 'sweeps' }));
    if (scene.settings?.jointSolver)
      directBar(`${scene.name}/backends`, '', `agree after ${steps} steps of direct solves`, () => agree({}));
  }
});

/** Scenes that the last bit decides soon: each step from the state of the other. */
const DELICATE = ['heavy-on-light', 'rover', 'caterpillar-track', 'winch', 'excavator', 'ragdoll-stairs'];

async function agreeStepByStep(name: string, settings: WorldOptions): Promise<void> {
  const double = await openScene(findScene(name), { settings: { ...settings, precision: 'double' } });
  const reference = await openScene(findScene(name), { settings: { ...settings, backend: 'reference' } });
  for (let k = 0; k < 40; k++) {
    engineOf(reference.world).load(engineOf(double.world).save());
    for (const opened of [double, reference]) opened.step();
    expect(largestDifference(double.world, reference.world)).toBeLessThan(1e-11); // wheels touch by iteration
  }
  for (const opened of [double, reference]) opened.dispose();
}

describe.each(DELICATE)('%s: each step agrees with the reference from the same state', (name) => {
  it('by sweeps', () => agreeStepByStep(name, { jointSolver: 'sweeps' }));
  if (findScene(name).settings?.jointSolver)
    directBar(`${name}/steps of backends`, '', 'agree by direct solves', () => agreeStepByStep(name, {}));
});

const TUMBLED: Quat = [0.5, 0.1, 0.5, 0.7];

/** A limp figure whose parts turn every which way as it falls: limits, saturated muscles and contacts ask of one island at once. */
async function limpFigure(settings: WorldOptions): Promise<World> {
  const world = await World.create({ jointSolver: 'direct', substeps: 10, ...settings });
  world.addBody({ type: 'static', shape: new Box([10, 0.5, 10]), position: [0, -0.5, 0] });
  const figure = new Ragdoll(world, humanoid(), { position: [0, 0.3, 0], orientation: TUMBLED });
  figure.blend(0);
  const random = noise(5);
  for (const body of figure.bodies) body.angularVelocity = [4 * random(), 4 * random(), 4 * random()];
  return world;
}

it('each step of a limp figure that falls agrees with the reference from the same state, by direct solves', async () => {
  const [double, reference] = await Promise.all([limpFigure({ precision: 'double' }), limpFigure({ backend: 'reference' })]);
  for (let k = 0; k < 40; k++) {
    engineOf(reference).load(engineOf(double).save());
    for (const world of [double, reference]) world.step(DT);
    expect(largestDifference(double, reference), `step ${k}`).toBeLessThan(1e-11);
  }
  expect(double.contacts().length).toBeGreaterThan(3);
  for (const world of [double, reference]) world.dispose();
});

async function run(scene: Scene, settings: WorldOptions): Promise<World> {
  const world = await World.create({ ...scene.settings, ...settings });
  const instance = await scene.build(world, resolveParameters(scene, SMALL[scene.name]), solvingOf(world));
  for (let frame = 0; frame < stepsOf(scene); frame++) {
    instance.beforeStep?.(frame);
    world.step(scene.dt);
    instance.afterStep?.(frame);
  }
  return world;
}
