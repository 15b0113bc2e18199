// Every joint with everything that it can do: the WebAssembly kernels against the reference solver.
import { describe, expect, it } from 'vitest';
import { World, type WorldOptions } from '../../bindings/index.ts';
import { BESIDE_A_BALL, LINKS, linked, MECHANISMS } from './all-joints.ts';
import { largestDifference, largestSpeed } from './joints.ts';

const STEPS = 60;
const DT = 1 / 60;
/** m: round-off of double precision, grown by the motion. */
const DOUBLE = 1e-9;
const ROUNDING = 2 ** -24;

/** As in backends.test.ts: 40 operations a substep that all round in the same direction. */
const singleBound = (speed: number, substeps: number): number => 20 * ROUNDING * speed * substeps * STEPS * (STEPS * DT);

/** m: of second order, where the reactions of loops that share their load are found to 3e-10 in the first step, and where round-off grows. */
const ROUGH: Record<string, number> = { 'a gear train on a carrier': 1e-7, Cone: 1e-8 };
const boundOf = (name: string, { timeStepping }: WorldOptions) => (timeStepping === 'second-order' ? ROUGH[name] : undefined) ?? DOUBLE;

async function compare(
  build: (settings: WorldOptions) => Promise<World>,
  settings: WorldOptions,
  least = 1e-3,
  bound = DOUBLE,
): Promise<void> {
  const single = await build({ ...settings, precision: 'single' });
  const double = await build({ ...settings, precision: 'double' });
  const reference = await build({ ...settings, backend: 'reference' });
  let fastest = 0;
  for (let k = 0; k < STEPS; k++) {
    for (const world of [single, double, reference]) world.step(DT);
    fastest = Math.max(fastest, largestSpeed(reference));
  }
  // Something moves, and nothing was given up.
  expect(fastest).toBeGreaterThanOrEqual(least);
  for (const world of [single, double, reference]) expect([...world.bodies].some(({ frozen }) => frozen)).toBe(false);
  // A load that is bounded as a vector is found by iteration where joints are solved directly.
  expect(largestDifference(double, reference)).toBeLessThan(settings.jointSolver === 'direct' ? 5 * bound : bound);
  expect(largestDifference(single, reference)).toBeLessThan(Math.max(singleBound(fastest, reference.lastSubsteps), DOUBLE));
  const scale = Math.max(...loads(reference).map(Math.abs));
  expect(furthest(loads(double), loads(reference))).toBeLessThan(1e-6 * scale);
  expect(furthest(values(double), values(reference))).toBeLessThan(bound);
  expect(furthest(shares(double), shares(reference))).toBeLessThan(SHARE * scale);
}

/** Of the largest load: what a limit and friction at rest hold together is shared by the softness of friction, 1e-8, which magnifies round-off. */
const SHARE = 1e-3;

const furthest = (one: number[], other: number[]): number => Math.max(...one.map((value, k) => Math.abs(value - other[k])), 0);
const coordinates = (world: World) => [...world.joints].flatMap((joint) => Object.values(joint.coordinates));
/** N, N m. */
const loads = (world: World): number[] => [
  ...[...world.joints].flatMap((joint) => [...joint.force, ...joint.torque]),
  ...coordinates(world).map(({ loads: { limit, motor, friction } }) => limit + motor + friction),
];
const shares = (world: World): number[] => coordinates(world).flatMap(({ loads: { limit, motor, friction } }) => [limit, motor, friction]);
/** m, rad, J. */
const values = (world: World): number[] => coordinates(world).flatMap(({ value, motorWork }) => [value, motorWork]);

const SETTINGS: [string, WorldOptions][] = [
  ['by default', {}],
  ['with seven substeps of three iterations', { substeps: 7, iterations: 3 }],
  ['with the current gradient', { gradient: 'current' }],
  ['with the start gradient', { gradient: 'start' }],
  ['with explicit gyroscopic torque', { substeps: 10, gyroscopic: 'explicit' }],
  ['solved directly', { jointSolver: 'direct' }],
  ['solved directly, with seven substeps of three iterations', { jointSolver: 'direct', substeps: 7, iterations: 3 }],
  ['of second order', { timeStepping: 'second-order' }],
  ['of second order, swept', { timeStepping: 'second-order', jointSolver: 'sweeps', substeps: 3, iterations: 7 }],
];

describe.each(SETTINGS)('%s', (_, settings) => {
  // Its points lie where its curvature jumps: with what is expected of joints, a substep more or less on either side changes all that follows.
  const links = Object.entries(LINKS).filter(([name]) => settings.timeStepping !== 'second-order' || name !== 'Path that is followed');
  it.each(links)('a chain of %s', (name, make) =>
    // Solved directly, what is locked does not move at all.
    compare((options) => linked(make, options), settings, name === 'SixDof, locked' ? 0 : undefined, boundOf(name, settings)),
  );

  it.each(Object.entries(BESIDE_A_BALL))('a chain of Balls, each beside a %s', (name, make) =>
    compare((options) => linked(make, options, true), settings, undefined, boundOf(name, settings)),
  );

  it.each(Object.entries(MECHANISMS))('%s', (name, build) => {
    const make = async (options: WorldOptions) => {
      const world = await World.create(options);
      build(world);
      return world;
    };
    return compare(make, settings, undefined, boundOf(name, settings));
  });
});
