// 'pgs' and 'tgs' in kernels against the same in TypeScript: every joint with everything that it can do, and contacts of all kinds.
import { describe, expect, it } from 'vitest';
import { type Joint, World, type WorldOptions } from '../../bindings/index.ts';
import { BESIDE_A_BALL, LINKS, linked, MECHANISMS } from '../agreement/all-joints.ts';
import { largestDifference, largestSpeed } from '../agreement/joints.ts';

const STEPS = 60;
const DT = 1 / 60;
/** m: round-off of double precision, grown by the motion. */
const DOUBLE = 1e-9;
const ROUNDING = 2 ** -24;

const furthest = (one: number[], other: number[]): number => Math.max(...one.map((value, k) => Math.abs(value - other[k])), 0);
const coordinates = (world: World) => [...world.joints].flatMap((joint: Joint) => Object.values(joint.coordinates));
/** N, N m. */
const loads = (world: World): number[] => [
  ...[...world.joints].flatMap((joint) => [...joint.force, ...joint.torque]),
  ...coordinates(world).flatMap(({ loads: { limit, motor, friction } }) => [limit, motor, friction]),
];
/** m, rad, J. */
const values = (world: World): number[] => coordinates(world).flatMap(({ value, motorWork }) => [value, motorWork]);

const singleBound = (speed: number, substeps: number): number => 20 * ROUNDING * speed * substeps * STEPS * (STEPS * DT);

async function compare(build: (settings: WorldOptions) => Promise<World>, settings: WorldOptions): Promise<void> {
  const single = await build({ ...settings, precision: 'single' });
  const double = await build({ ...settings, precision: 'double' });
  const reference = await build({ ...settings, backend: 'reference' });
  let fastest = 0;
  for (let k = 0; k < STEPS; k++) {
    for (const world of [single, double, reference]) world.step(DT);
    fastest = Math.max(fastest, largestSpeed(reference));
  }
  expect(fastest).toBeGreaterThan(1e-3);
  expect(largestDifference(double, reference)).toBeLessThan(DOUBLE);
  expect(largestDifference(single, reference)).toBeLessThan(Math.max(singleBound(fastest, reference.substeps), DOUBLE));
  const scale = Math.max(...loads(reference).map(Math.abs));
  expect(furthest(loads(double), loads(reference))).toBeLessThan(1e-6 * scale);
  expect(furthest(values(double), values(reference))).toBeLessThan(DOUBLE);
}

const SETTINGS: [string, WorldOptions][] = [
  ['pgs', { solver: 'pgs', iterations: 4 }],
  ['pgs with a warm start and half of the error', { solver: 'pgs', substeps: 4, iterations: 3, warmStart: true, baumgarte: 0.5 }],
  ['tgs', { solver: 'tgs', iterations: 4 }],
  ['tgs with a warm start', { solver: 'tgs', substeps: 3, iterations: 5, warmStart: true }],
];

describe.each(SETTINGS)('%s', (_, settings) => {
  it.each(Object.entries(LINKS))('a chain of %s', (_name, make) => compare((options) => linked(make, options), settings));

  it.each(Object.entries(BESIDE_A_BALL))('a chain of Balls, each beside a %s', (_name, make) =>
    compare((options) => linked(make, options, true), settings),
  );

  it.each(Object.entries(MECHANISMS))('%s', (_name, build) =>
    compare(async (options) => {
      const world = await World.create(options);
      build(world);
      return world;
    }, settings),
  );
});
