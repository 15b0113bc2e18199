// Contacts: the WebAssembly kernels against the reference solver, with both schemes, and what both have to conserve.
import { describe, expect, it } from 'vitest';
import { type Body, type BodyOptions, Box, HalfSpace, Sphere, type Vec3, World, type WorldOptions } from '../../bindings/index.ts';
import {
  ARTICULATED_SCENES,
  CONTACT_SCENES,
  type ContactScene,
  chooseScheme,
  contactLoads,
  engineOf,
  type Scheme,
  sumOfImpulses,
  worldOf,
} from './contact-scenes.ts';
import { largestDifference, largestSpeed } from './joints.ts';

const STEPS = 100;
const DT = 1 / 60;
/** m: round-off of double precision, grown by the motion. */
const DOUBLE = 1e-9;
/** Unit round-off of single precision. */
const ROUNDING = 2 ** -24;
/** m: that of one step from the same state. */
const ONE_STEP = 1e-12;
const SCHEMES: Scheme[] = ['soft', 'position'];
const SCENES = Object.entries(CONTACT_SCENES);

const furthest = (one: number[], other: number[]): number => Math.max(...one.map((value, k) => Math.abs(value - other[k])), 0);
const largest = (values: number[]): number => Math.max(...values.map(Math.abs), 0);

async function twins(scene: ContactScene, scheme: Scheme): Promise<[World, World]> {
  return [await worldOf(scene, scheme, { precision: 'double' }), await worldOf(scene, scheme, { backend: 'reference' })];
}

describe('bodies whose joints are solved directly', () => {
  it.each(Object.entries(ARTICULATED_SCENES))('%s: each step agrees with the reference from the same state', async (_, scene) => {
    await compareSteps(scene, 'soft');
  });
});

/** Where contacts lie can hang on the last bit of a pose, so that the same scene goes two ways; the same state does not. */
async function compareSteps(scene: ContactScene, scheme: Scheme): Promise<void> {
  const [double, reference] = await twins(scene, scheme);
  let touched = 0;
  for (let k = 0; k < (scene.steps ?? STEPS); k++) {
    engineOf(reference).load(engineOf(double).save());
    for (const world of [double, reference]) world.step(DT);
    expect(largestDifference(double, reference)).toBeLessThan((scene.rough ?? 1) * ONE_STEP);
    const expected = contactLoads(reference);
    const found = contactLoads(double);
    expect(found).toHaveLength(expected.length);
    expect(furthest(found, expected)).toBeLessThanOrEqual((scene.rough ?? 1) * 1e-8 * largest(expected));
    touched = Math.max(touched, largest(expected));
  }
  expect(touched).toBeGreaterThan(0);
}

describe.each(SCHEMES)('scheme %s', (scheme) => {
  it.each(SCENES)('%s: each step agrees with the reference from the same state', async (_, scene) => {
    await compareSteps(scene, scheme);
  });

  const tame = SCENES.filter(([, { agrees }]) => (agrees?.[scheme] ?? STEPS) > 0);
  it.each(tame)('%s agrees with the reference after many steps', async (_, scene) => {
    const [double, reference] = await twins(scene, scheme);
    const steps = scene.agrees?.[scheme] ?? STEPS;
    for (const world of [double, reference]) for (let k = 0; k < steps; k++) world.step(DT);
    expect(reference.frozenCount).toBe(0);
    expect(largestDifference(double, reference)).toBeLessThan(DOUBLE);
  });

  const few = scheme === 'soft' ? STEPS : 20;
  it.each(tame.filter(([, { agrees }]) => (agrees?.[scheme] ?? STEPS) > 20))('%s in single precision', async (_, scene) => {
    const single = await worldOf(scene, scheme, { precision: 'single' });
    const double = await worldOf(scene, scheme, { precision: 'double' });
    let fastest = 0;
    for (let k = 0; k < few; k++) {
      for (const world of [single, double]) world.step(DT);
      fastest = Math.max(fastest, largestSpeed(double));
    }
    expect(largestDifference(single, double)).toBeLessThan(singleBound(fastest, few * single.lastSubsteps, few * DT));
  });
});

/**
 * m. In a substep a velocity goes through about 40 operations for each of four points, each of which rounds by at most u times the speed, and
 * by that of a substep's fall where nothing moves. In n substeps these add up as a random walk, and displace a body during the time T.
 */
function singleBound(speed: number, substeps: number, time: number): number {
  return ROUNDING * (speed + (9.81 * time) / substeps) * time * Math.sqrt(160 * substeps);
}

/** Two boxes that meet with an edge, off centre, in free space. */
async function colliding(scheme: Scheme, settings: WorldOptions): Promise<[World, Body, Body]> {
  const world = await World.create({ ...settings, gravity: [0, 0, 0] });
  chooseScheme(world, scheme);
  const orientation = [0.1, 0.2, 0.3, Math.sqrt(1 - 0.14)];
  const a = world.addBody({ shape: new Box([0.5, 0.4, 0.3]), orientation, angularVelocity: [1, 0.5, 0.2], restitution: 0.5 });
  const b = world.addBody({
    shape: new Box([0.3, 0.4, 0.5]),
    position: [1.5, 0.3, 0.1],
    linearVelocity: [-2, 0.1, 0.3],
    angularVelocity: [0, 1, 0],
    friction: 0.7,
  });
  return [world, a, b];
}

const difference = (one: Readonly<Vec3>, other: Readonly<Vec3>): number => Math.hypot(...one.map((component, k) => component - other[k]));

/** Drops a ball by a metre; the heights of the ball above the ground where it turns round. */
async function bounces(scheme: Scheme, settings: WorldOptions, restitution: number, count: number): Promise<number[]> {
  const world = await World.create({ ...settings, substeps: 20, sleep: false });
  chooseScheme(world, scheme);
  world.addBody({ type: 'static', shape: new HalfSpace([0, 1, 0]) });
  const ball = world.addBody({ shape: new Sphere(0.5), position: [0, 1.5, 0], restitution });
  const heights: number[] = [];
  for (let before = 0; heights.length < count; ) {
    world.step(DT);
    const speed = ball.linearVelocity[1];
    // Where the ball was or will be at its highest, from where it is now.
    if (before > 0 && speed <= 0) heights.push(ball.position[1] - 0.5 + (speed * speed) / (2 * 9.81));
    before = speed;
  }
  return heights;
}

/** Restitution, bounces, and the part of a height that may be missing after them: the papers' scheme loses what a substep falls. */
const HEIGHTS: [Scheme, number, number, number][] = [
  ['soft', 1, 10, 0.01],
  ['soft', 0.9, 4, 0.01],
  ['soft', 0.5, 2, 0.02],
  ['position', 1, 4, 0.02],
  ['position', 0.9, 4, 0.02],
  ['position', 0.5, 2, 0.05],
];

describe.each([{ precision: 'double' }, { backend: 'reference' }] as WorldOptions[])('%j', (settings) => {
  it.each(SCHEMES)('free bodies that collide keep their momentum with scheme %s', async (scheme) => {
    const [world, a, b] = await colliding(scheme, settings);
    const [linear, angular] = [world.linearMomentum, world.angularMomentum];
    const approach = difference(a.linearVelocity, b.linearVelocity);
    const momentum = b.linearMomentum;
    for (let k = 0; k < 60; k++) world.step(DT);
    const impulse = difference(b.linearMomentum, momentum);
    expect(impulse).toBeGreaterThan(0.1 * Math.hypot(...momentum));
    expect(difference(world.linearMomentum, linear)).toBeLessThan(1e-12 * Math.hypot(...linear));
    // Arms are those of the start of the step: impulses are apart by what the bodies have moved against each other since.
    expect(difference(world.angularMomentum, angular)).toBeLessThan(impulse * approach * DT);
  });

  it.each(HEIGHTS)('scheme %s: a ball of restitution %f keeps e² of its energy', async (scheme, restitution, count, lost) => {
    const heights = await bounces(scheme, settings, restitution, count);
    for (const [k, height] of heights.entries()) expect(Math.abs(height / restitution ** (2 * (k + 1)) - 1)).toBeLessThan(lost);
  });

  it('rolling friction slows a ball by its closed form', async () => {
    const world = await World.create(settings);
    world.addBody({ type: 'static', shape: new HalfSpace([0, 1, 0]) });
    const material = { rollingFriction: 0.02 };
    const rolling = { linearVelocity: [2, 0, 0], angularVelocity: [0, 0, -4] };
    const ball = world.addBody({ shape: new Sphere(0.5), position: [0, 0.5, 0], material, ...rolling });
    for (let k = 0; k < 60; k++) world.step(DT);
    // The torque μ m g turns m (1 + 2/5) r² about the point of contact.
    const slowing = (0.02 * 9.81) / (1.4 * 0.5);
    expect(Math.abs((2 - ball.linearVelocity[0]) / slowing - 1)).toBeLessThan(0.01);
  });

  it.each(SCHEMES)('the loads of contacts hold what rests, with scheme %s', async (scheme) => {
    const world = await World.create({ ...settings, sleep: false });
    chooseScheme(world, scheme);
    const angle = 0.2;
    const orientation = [0, 0, -Math.sin(angle / 2), Math.cos(angle / 2)];
    const options: BodyOptions = { orientation, friction: 0.6 };
    world.addBody({ ...options, type: 'static', shape: new HalfSpace([0, 1, 0]) });
    const up = [Math.sin(angle), Math.cos(angle), 0];
    const box = world.addBody({ ...options, shape: new Box([0.5, 0.2, 0.5]), position: up.map((x) => 0.2 * x) });
    for (let k = 0; k < 120; k++) world.step(DT);
    const { normal, friction } = sumOfImpulses(world);
    const weight = box.mass * 9.81 * DT;
    expect(Math.abs(normal / (weight * Math.cos(angle)) - 1)).toBeLessThan(1e-3);
    expect(Math.abs(friction / (weight * Math.sin(angle)) - 1)).toBeLessThan(1e-3);
    world.dispose();
  });
});
