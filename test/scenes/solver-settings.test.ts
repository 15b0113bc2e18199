// Each solver looks at the settings that are said to be its own, and at no others.
import { describe, expect, test } from 'vitest';
import { BallJoint, Box, HalfSpace, Sphere } from '../../bindings/index.ts';
import { openScene } from '../../scenes/open.ts';
import { defineScene } from '../../scenes/scene.ts';
import {
  type ChosenSettings,
  hasSetting,
  readSetting,
  SETTING_NAMES,
  type SettingName,
  SOLVERS,
  type SolverName,
} from '../../scenes/settings.ts';

const FRAMES = 12;

/** Joints in a loop, bodies that turn about no principal axis, contacts that press. */
const scene = defineScene({
  name: 'all-sorts',
  description: 'Some of everything.',
  feature: 'joints and mechanisms',
  parameters: {},
  frames: FRAMES,
  dt: 1 / 60,
  build(world) {
    world.addBody({ type: 'static', shape: new HalfSpace(), position: [0, 0, 0] });
    const shape = new Box([0.1, 0.25, 0.4]);
    const bars = [0, 1, 2].map((k) => world.addBody({ shape, mass: 1 + k, position: [k, 2, 0], angularVelocity: [3, 5 - k, 2] }));
    world.addJoint(new BallJoint({ b: bars[0], anchor: [-0.5, 2, 0] }));
    for (const [k, b] of bars.slice(1).entries()) world.addJoint(new BallJoint({ a: bars[k], b, anchor: [k + 0.5, 2, 0] }));
    world.addJoint(new BallJoint({ a: bars[2], b: bars[0], anchor: [1, 1, 0] }));
    for (const y of [0.49, 1.47]) world.addBody({ shape: new Sphere(0.5), mass: 1, position: [5, y, 0], linearVelocity: [1, -1, 0] });
    return { measures: () => ({}) };
  },
});

/** Other than the default, and such that the sweeps matter. */
const OTHER: Record<SettingName, string> = {
  solver: '',
  substeps: '5',
  iterations: '3',
  velocityIterations: '0',
  baumgarte: '0.5',
  momocity: 'on',
  relaxation: '1.3',
  regularization: '0.1',
  effectiveInertia: 'off',
  warmStart: 'on',
  erp: '0.5',
  cfm: '0.01',
  linear: 'gauss-seidel',
  integrator: 'rk4',
  constraintStiffness: '400',
  constraintDamping: '40',
  gravity: '0,-5,0',
  sleep: 'off',
  precision: 'double',
  backend: 'reference',
  contacts: 'position',
  sweep: 'jacobi',
  velocityPass: 'off',
  contactNormals: 'current',
  projection: 'scalar',
  gradient: 'current',
  gyroscopic: 'none',
  jointSolver: 'sweeps',
  timeStepping: 'second-order',
};
/** Nothing rests for long enough here. What only finds contacts may do so to the same bits. */
const untold = (solver: SolverName, name: SettingName) =>
  name === 'solver' || name === 'sleep' || (solver !== 'xpbd' && (name === 'precision' || name === 'backend'));

/** What each is run with: sweeps, and for DBD the rule of which the inertia of a turn is part. */
function plainOf(solver: SolverName): ChosenSettings {
  switch (solver) {
    case 'dbd':
      return { gyroscopic: 'explicit' };
    case 'ode':
      return { linear: 'quickstep', iterations: 2 };
    case 'force':
      return { linear: 'gauss-seidel', iterations: 2 };
    default:
      return {};
  }
}

/** What some are run with besides: what they are options of. */
function besides(solver: SolverName, name: SettingName): ChosenSettings {
  if (solver !== 'xpbd') return {};
  if (name === 'relaxation') return { sweep: 'symmetric' };
  return name === 'contactNormals' ? { contacts: 'position' } : {};
}

const known = new Map<string, Promise<string>>();
/** Of what several are compared with. */
function usualHash(settings: ChosenSettings): Promise<string> {
  const key = JSON.stringify(settings);
  if (!known.has(key)) known.set(key, hashOf(settings));
  return known.get(key) as Promise<string>;
}

async function hashOf(settings: ChosenSettings): Promise<string> {
  const open = await openScene(scene, { settings });
  while (open.frame < FRAMES) open.step();
  const hash = open.world.hash();
  open.dispose();
  return hash;
}

describe.each(SOLVERS)('%s', (solver) => {
  const names = SETTING_NAMES.filter((name) => !untold(solver, name));
  const plain = { ...plainOf(solver), solver };
  const otherThan = (name: SettingName) => (solver === 'force' && name === 'linear' ? 'cg' : OTHER[name]);

  test.each(names)('%s', async (name) => {
    const own = { ...plain, ...besides(solver, name) };
    const [usual, hash] = [await usualHash(own), await hashOf({ ...own, [name]: readSetting(name, otherThan(name)) })];
    if (hasSetting(solver, name)) expect(hash).not.toBe(usual);
    else expect(hash).toBe(usual);
  });
});
