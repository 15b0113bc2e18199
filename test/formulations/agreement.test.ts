// All formulations come to the same motion as substeps shrink, with the order that they should have.
import { describe, expect, test } from 'vitest';
import { type Body, HingeJoint, type Vec3, type World, type WorldOptions } from '../../bindings/index.ts';
import { findScene } from '../../scenes/index.ts';
import { openScene } from '../../scenes/open.ts';
import { createWorld, distanceBetween, orderOf, run, SOLVERS, type SolverName } from './worlds.ts';

const FRAMES = 10;
/** As every formulation does best with few substeps; 'force' with as much feedback as it bears. */
const OPTIONS: Record<SolverName, WorldOptions> = {
  xpbd: { jointSolver: 'direct' },
  dbd: { iterations: 8 },
  pgs: { iterations: 8 },
  tgs: { iterations: 8 },
  // With less, two errors of first order cancel somewhere.
  ode: { erp: 1 },
  force: { constraintStiffness: 2500, constraintDamping: 100 },
};

/** Where bodies are after some frames. */
type Run = (options: WorldOptions) => Promise<Vec3[]>;

const placesIn = (world: World): Vec3[] => [...world.bodies].map(({ position }) => [...position] as Vec3);
const scene =
  (name: string): Run =>
  async (settings) => {
    const open = await openScene(findScene(name), { settings: { backend: 'reference', sleep: false, ...settings } });
    for (let k = 0; k < FRAMES; k++) open.step();
    const places = placesIn(open.world);
    open.dispose();
    return places;
  };

/** Five planks between two walls, that hang through. */
const bridge: Run = async (options) => {
  const world = await createWorld(options);
  let a: Body | null = null;
  for (let k = 0; k < 5; k++) {
    const height = -0.1 * (2 - Math.abs(k - 2));
    const b: Body = world.addBody({ mass: 3 + k, inertia: [0.05, 0.2, 0.2], position: [k + 0.5, height, 0] });
    world.addJoint(new HingeJoint({ a, b, anchor: [k, height, 0], axis: [0, 0, 1] }));
    a = b;
  }
  world.addJoint(new HingeJoint({ a: null, b: a as Body, anchor: [5, 0, 0], axis: [0, 0, 1], friction: 0.5 }));
  run(world, FRAMES);
  return placesIn(world);
};

/** Links that were let go from horizontal, heavier towards the end. */
const chain: Run = async (options) => {
  const world = await createWorld(options);
  let a: Body | null = null;
  for (let k = 0; k < 5; k++) {
    const b: Body = world.addBody({ mass: 1 + k, inertia: [0.05, 0.1, 0.1], position: [0.5 * k + 0.25, 0, 0] });
    world.addJoint(new HingeJoint({ a, b, anchor: [0.5 * k, 0, 0], axis: k % 2 ? [0, 0.3, 1] : [0, 0, 1] }));
    a = b;
  }
  run(world, FRAMES);
  return placesIn(world);
};

const RUNS: [string, Run][] = [
  ['double-pendulum', scene('double-pendulum')],
  ['triple-pendulum', scene('triple-pendulum')],
  ['four-bar', scene('four-bar')],
  ['slider-crank', scene('slider-crank')],
  ['gear-train', scene('gear-train')],
  ['chain', chain],
  ['bridge', bridge],
];

const gap = (p: Vec3[], q: Vec3[]): number => Math.max(...p.map((place, k) => distanceBetween(place, q[k])));

const truths = new Map<Run, Vec3[]>();
const steering = scene('steering');

async function gaps(of: Run, solver: SolverName, counts: number[]): Promise<number[]> {
  const truth = truths.get(of) ?? (await of({ substeps: 320, jointSolver: 'direct' }));
  truths.set(of, truth);
  const found: number[] = [];
  for (const substeps of counts) found.push(gap(await of({ ...OPTIONS[solver], solver, substeps }), truth));
  return found;
}

describe.each(RUNS)('%s', (_, of) => {
  test.each(SOLVERS)('%s', async (solver) => {
    const [coarse, fine] = await gaps(of, solver, [16, 32]);
    expect(fine).toBeLessThan(8e-3);
    if (fine > 1e-6) expect(orderOf(coarse, fine)).toBeGreaterThan(0.9);
  });
});

describe('a steering linkage whose wheels are 760 times as heavy as its rods', () => {
  test.each(['xpbd', 'ode', 'force'] as const)('%s holds it', async (solver) => {
    const [coarse, fine] = await gaps(steering, solver, [10, 20]);
    expect(fine).toBeLessThan(2e-4);
    expect(orderOf(coarse, fine)).toBeGreaterThan(0.9);
  });

  test.each(['dbd', 'pgs', 'tgs'] as const)('%s: sweeps over single rows do not converge', async (solver) => {
    const [coarse, fine] = await gaps(steering, solver, [10, 20]);
    expect(fine).toBeGreaterThan(0.9 * coarse);
    expect(fine).toBeGreaterThan(1e-3);
  });
});
