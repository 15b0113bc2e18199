// 'pgs' and 'tgs' in kernels against the same in TypeScript: every joint with everything that it can do, and contacts of all kinds.
import { describe, expect, it } from 'vitest';
import { BodyRecord } from '../../bindings/core/layout.ts';
import { type Body, Box, HalfSpace, HingeJoint, type Joint, World, type WorldOptions } from '../../bindings/index.ts';
import { BESIDE_A_BALL, LINKS, linked, MECHANISMS } from '../agreement/all-joints.ts';
import { CONTACT_SCENES, type ContactScene, contactLoads, engineOf, worldOf } from '../agreement/contact-scenes.ts';
import { largestDifference, largestSpeed } from '../agreement/joints.ts';

const STEPS = 30;
const DT = 1 / 60;
/** m, rad: round-off of one step from the same state, of contacts, and of joints, of which some bear loads with friction and limits that nearly cancel. */
const ONE_STEP = 1e-12;
const ONE_STEP_OF_JOINTS = 1e-10;
const ROUNDING = 2 ** -24;
/** m/s: what a warm start makes faster than this, as it does with chains, amplifies round-off as well; single precision shows that earlier. */
const TAME = 30;

const furthest = (one: number[], other: number[]): number => Math.max(...one.map((value, k) => Math.abs(value - other[k])), 0);
const coordinates = (world: World) => [...world.joints].flatMap((joint: Joint) => Object.values(joint.coordinates));
/** N, N m. */
const loads = (world: World): number[] => [
  ...[...world.joints].flatMap((joint) => [...joint.force, ...joint.torque]),
  ...coordinates(world).flatMap(({ loads: { limit, motor, friction } }) => [limit, motor, friction]),
];
/** m, rad, J. */
const values = (world: World): number[] => coordinates(world).flatMap(({ value, motorWork }) => [value, motorWork]);

/** As in agreement/backends.test.ts: 40 operations a visit of a row that all round in the same direction. */
const singleBound = (speed: number, visits: number, steps: number): number => 20 * ROUNDING * speed * visits * steps * (steps * DT);

async function compare(build: (settings: WorldOptions) => Promise<World>, settings: WorldOptions): Promise<void> {
  const single = await build({ ...settings, precision: 'single' });
  const double = await build({ ...settings, precision: 'double' });
  const reference = await build({ ...settings, backend: 'reference' });
  let fastest = 0;
  let steps = 0;
  while (steps < STEPS && fastest < TAME) {
    engineOf(reference).load(engineOf(double).save());
    for (const world of [single, double, reference]) world.step(DT);
    fastest = Math.max(fastest, largestSpeed(reference));
    expect(largestDifference(double, reference)).toBeLessThan(ONE_STEP_OF_JOINTS);
    const scale = Math.max(...loads(reference).map(Math.abs));
    expect(furthest(loads(double), loads(reference))).toBeLessThanOrEqual(1e-6 * scale);
    expect(furthest(values(double), values(reference))).toBeLessThan(ONE_STEP_OF_JOINTS * Math.max(1, scale));
    steps++;
  }
  const visits = reference.lastSubsteps * (reference.iterations + reference.velocityIterations);
  if (!settings.warmStart) expect(largestDifference(single, double)).toBeLessThan(singleBound(Math.max(fastest, 1), visits, steps));
  expect(steps).toBeGreaterThan(3);
  expect(fastest).toBeGreaterThan(1e-3);
  for (const world of [single, double, reference]) world.dispose();
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

/** Of what the last bits of all places make of a step, where it is sharp: where a contact begins or ends, one bit may count for hundreds. */
const SHARP = 50;

/** m: by how much a step of the kernels from a state is another one where bodies are a last bit farther from the origin. */
function sharpness(nudged: World, state: Uint8Array<ArrayBuffer>, stepped: World): number {
  engineOf(nudged).load(state);
  const { f64 } = nudged.memory;
  for (const body of nudged.bodies) {
    const position = (nudged.bodyOffset(body.index) + BodyRecord.positionX) >>> 3;
    for (const axis of [0, 1, 2]) f64[position + axis] *= 1 + Number.EPSILON;
  }
  nudged.step(DT);
  return largestDifference(nudged, stepped);
}

/** Where contacts lie can hang on the last bit of a pose, so that the same scene goes two ways; the same state does not. */
async function compareSteps(scene: ContactScene, settings: WorldOptions): Promise<void> {
  const double = await worldOf(scene, 'soft', { ...settings, precision: 'double' });
  const reference = await worldOf(scene, 'soft', { ...settings, backend: 'reference' });
  const nudged = await worldOf(scene, 'soft', { ...settings, precision: 'double' });
  const steps = scene.steps ?? 60;
  const bound = (scene.rough ?? 1) * ONE_STEP;
  let touched = 0;
  let parted = 0;
  for (let k = 0; k < steps; k++) {
    const state = engineOf(double).save();
    engineOf(reference).load(state);
    for (const world of [double, reference]) world.step(DT);
    const difference = largestDifference(double, reference);
    if (difference > bound && scene.rough) {
      // Two ways of finding the same contact may differ by where a point just is or is not.
      parted++;
      continue;
    }
    expect(difference).toBeLessThan(difference > bound ? SHARP * sharpness(nudged, state, double) : bound);
    const expected = contactLoads(reference);
    const found = contactLoads(double);
    expect(found).toHaveLength(expected.length);
    const largest = Math.max(0, ...expected.map(Math.abs));
    touched = Math.max(touched, largest);
    expect(furthest(found, expected)).toBeLessThanOrEqual((scene.rough ?? 1) * 1e-8 * largest);
  }
  expect(parted).toBeLessThanOrEqual(0.05 * steps);
  expect(touched).toBeGreaterThan(0);
}

describe.each(SETTINGS)('contacts under %s', (_, settings) => {
  it.each(Object.entries(CONTACT_SCENES))('%s', (_name, scene) => compareSteps(scene, settings));
});

describe.each([SETTINGS[0], SETTINGS[2]])('%s with options of rows', (_, settings) => {
  const rowOptions = { maxForce: 45, maxTorque: 12, massScaleA: 0.5, inertiaScaleA: 0.25, massScaleB: 1.5, inertiaScaleB: 2 };
  const tuned = (world: World): World => {
    for (const joint of world.joints) joint.rowOptions = rowOptions;
    return world;
  };
  const names = ['Ball with friction', 'Hinge with all', 'Universal with motors', 'Rope', 'MatrixSpring', 'Path'];
  it.each(names)('a chain of %s', (name) => compare(async (options) => tuned(await linked(LINKS[name], options)), settings));

  it.each(Object.entries(MECHANISMS))('%s', (_name, build) =>
    compare(async (options) => {
      const world = await World.create(options);
      build(world);
      return tuned(world);
    }, settings),
  );
});

/** What is told of a world while it runs, and where its bodies are. */
async function report(settings: WorldOptions): Promise<{ told: unknown[]; world: World }> {
  const world = await World.create({ substeps: 4, iterations: 4, ...settings });
  world.addBody({ type: 'static', shape: new HalfSpace([0, 1, 0]) });
  for (let k = 0; k < 4; k++) world.addBody({ shape: new Box([0.4, 0.25, 0.4]), position: [0.05 * (k % 2), 0.26 + 0.52 * k, 0] });
  let a: Body | null = null;
  for (let k = 0; k < 4; k++) {
    const b: Body = world.addBody({
      mass: 1 + 2 * k,
      inertia: [0.1, 0.2, 0.15],
      position: [3.5 + k, 6, 0],
      lockRotation: [k % 2 === 1, false, false],
    });
    world.addJoint(new HingeJoint({ a, b, anchor: [3 + k, 6, 0], axis: [0, 0, 1], breakForce: 180 }));
    a = b;
  }
  const told: unknown[] = [];
  for (let k = 0; k < 150; k++) {
    world.step(DT);
    told.push([...world.jointBreaks].map(({ joint }) => [k, 'broke', joint.index]));
    told.push([...world.bodies].map(({ isSleeping }) => isSleeping));
  }
  return { told, world };
}

it.each(['pgs', 'tgs'] as const)('%s: what breaks and what falls asleep is the same', async (solver) => {
  const double = await report({ solver, precision: 'double' });
  const reference = await report({ solver, backend: 'reference' });
  expect(double.told).toEqual(reference.told);
  expect(double.told.flat().length).toBeGreaterThan(0);
  expect([...double.world.bodies].some(({ isSleeping }) => isSleeping)).toBe(true);
  expect([...double.world.joints].some(({ broken }) => broken)).toBe(true);
  expect(largestDifference(double.world, reference.world)).toBeLessThan(1e-6);
});
