// Every joint with everything that it can do, solved directly, beside many sweeps of the same substeps: the same motion and the same loads.
import { expect, test } from 'vitest';
import { World, type WorldOptions } from '../../bindings/index.ts';
import { BESIDE_A_BALL, LINKS, linked, MECHANISMS } from '../agreement/all-joints.ts';
import { onEachDirect } from './direct-worlds.ts';

const STEPS = 20;
const ITERATIONS = 60;
/** m: what sweeps leave undone of rigid rows in one step. */
const CLOSE = 2e-5;
/** Rigid limits that joints meet together take sweeps longer; of a matrix spring those start from another lever. */
const FAR: Record<string, number> = {
  'Ball with a cone and a twist': 2e-3,
  'Hinge beyond limits, as rows': 3e-3,
  'Hinge with a rigid servo': 2e-4,
  'Universal with limits': 2e-3,
  Wheel: 2e-4,
  'Prismatic with a servo': 2e-4,
  MatrixSpring: 5e-4,
  'MatrixSpring of limited force': 5e-4,
  'AngularDrive of limited torque': 5e-4,
  Path: 5e-4,
};
/** Its points lie where its curvature jumps: a substep more or less on either side changes all that follows. And a grab, whose lever is another. */
const LEFT_OUT = ['Path that is followed', 'a grab'];

const poses = (world: World) => [...world.bodies].flatMap(({ position, orientation }) => [...position, ...orientation]);

const linkedScenes = [
  ...Object.entries(LINKS).map(([name, make]) => [name, (options: WorldOptions) => linked(make, options)] as const),
  ...Object.entries(BESIDE_A_BALL).map(([name, make]) => [name, (options: WorldOptions) => linked(make, options, true)] as const),
];
const mechanisms = Object.entries(MECHANISMS).map(([name, build]) => {
  const make = async (options: WorldOptions) => {
    const world = await World.create(options);
    build(world);
    return world;
  };
  return [name, make] as const;
});

type Build = (options: WorldOptions) => Promise<World>;

async function posesAfter(build: Build, options: WorldOptions): Promise<number[]> {
  const world = await build({ substeps: 20, ...options });
  for (let k = 0; k < STEPS; k++) world.step(1 / 60);
  const found = poses(world);
  world.dispose();
  return found;
}

/** By sweeps of the kernels, the same beside every backend: those of the reference are compared with them in agreement/all-joints, and take far longer. */
const swept = new Map<Build, Promise<number[]>>();
function sweptPoses(build: Build): Promise<number[]> {
  const known = swept.get(build) ?? posesAfter(build, { precision: 'double', jointSolver: 'sweeps', iterations: ITERATIONS });
  swept.set(build, known);
  return known;
}

onEachDirect((_create, settings) => {
  test.each([...linkedScenes, ...mechanisms].filter(([name]) => !LEFT_OUT.includes(name)))('%s', async (name, build) => {
    const direct = await posesAfter(build, { ...settings, jointSolver: 'direct' });
    const other = await sweptPoses(build);
    const difference = Math.max(...direct.map((value, k) => Math.abs(value - other[k])));
    expect(difference).toBeLessThan(FAR[name] ?? CLOSE);
  });
});
