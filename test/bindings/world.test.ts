import { describe, expect, test } from 'vitest';
import { BallJoint, type Body, type BodyOptions, Box, type Vec3, World } from '../../bindings/index.ts';
import { BACKENDS, cross, expectRelative, expectVector, roundOff } from './backends.ts';

const shape = new Box([0.2, 0.1, 0.3]);
const DT = 1 / 60;

test('defaults', async () => {
  const world = await World.create();
  const { solver, precision, backend, projection, gradient, gyroscopic, gravity, substeps, iterations, profiling, sleep, contactScheme } =
    world;
  expect({
    solver,
    precision,
    backend,
    projection,
    gradient,
    gyroscopic,
    gravity,
    substeps,
    iterations,
    profiling,
    sleep,
    contactScheme,
  }).toEqual({
    solver: 'xpbd',
    precision: 'single',
    backend: 'wasm',
    projection: 'block',
    gradient: 'auto',
    gyroscopic: 'implicit',
    gravity: [0, -9.81, 0],
    substeps: 'auto',
    iterations: 1,
    profiling: false,
    sleep: { linearThreshold: 0.08, angularThreshold: 0.3, timeUntilSleep: 0.5 },
    contactScheme: 'soft',
  });
  expect((await World.create({ backend: 'reference', precision: 'single' })).precision).toBe('double');
});

describe.each(BACKENDS)('$label', ({ label, settings }) => {
  const tolerance = roundOff(label);
  const create = (others: object = {}) => World.create({ ...settings, ...others });

  test('an empty world steps and keeps time', async () => {
    const world = await create();
    for (let k = 0; k < 90; k++) world.step(DT);
    expect(world.time).toBeCloseTo(1.5, 12);
    expect([world.stepCount, world.bodyCount, world.jointCount, world.frozenCount]).toEqual([90, 0, 0, 0]);
    expect([world.totalEnergy, world.linearMomentum, world.angularMomentum]).toEqual([0, [0, 0, 0], [0, 0, 0]]);
  });

  test.each([
    ['follows the parabola', 'auto', (n: number, h: number) => (h * h * n * n) / 2],
    [
      'of first order follows the sum that substeps make, n (n + 1) / 2 times g h²',
      'first-order',
      (n: number, h: number) => (h * h * n * (n + 1)) / 2,
    ],
  ] as const)('a falling body %s', async (_, timeStepping, wayOf) => {
    const world = await create({ gravity: { x: 1, y: -10, z: 0.5 }, substeps: 7, timeStepping });
    const body = world.addBody({ shape, position: [1, 2, 3], linearVelocity: [0, 4, 0] });
    for (let k = 0; k < 30; k++) world.step(DT);
    const [n, h] = [210, DT / 7];
    const way = wayOf(n, h);
    expectVector(body.linearVelocity, [n * h, 4 - 10 * n * h, 0.5 * n * h], 20 * tolerance);
    expectVector(body.position, [1 + way, 2 + 4 * n * h - 10 * way, 3 + 0.5 * way], 20 * tolerance);
  });

  test('settings can change between steps', async () => {
    const world = await create({ timeStepping: 'first-order' });
    const body = world.addBody();
    world.gravity = [0, 0, 6];
    world.substeps = 1;
    world.iterations = 3;
    expect([world.gravity, world.substeps, world.iterations]).toEqual([[0, 0, 6], 1, 3]);
    world.step(0.05);
    expectVector(body.linearVelocity, [0, 0, 0.3], 10 * tolerance);
    expectVector(body.position, [0, 0, 0.015], 10 * tolerance);
    // A longer step has as many times more substeps: v h k (k + 1) / 2 of ten.
    world.step(0.5);
    expectVector(body.linearVelocity, [0, 0, 3.3], 10 * tolerance);
    expectVector(body.position, [0, 0, 0.015 + 0.3 * 0.5 + 0.3 * 0.05 * 55], 10 * tolerance);
  });

  test('energy and momentum of the world are the sums over its dynamic bodies', async () => {
    const world = await create({ gravity: [0, -8, 0] });
    const spin: Vec3 = [3, -1, 2];
    const options = { mass: 2, inertia: [1, 2, 2.5], position: [1, 5, 0], linearVelocity: [0, 1, 2] };
    const a = world.addBody({ ...options, angularVelocity: spin });
    const b = world.addBody({ mass: 4, inertia: [1, 1, 1], position: [0, -3, 1], linearVelocity: [5, 0, 0], gravityScale: 0.5 });
    for (const type of ['kinematic', 'static'] as const)
      world.addBody({ ...options, ...(type === 'static' ? { linearVelocity: undefined } : {}), type });
    const kinetic = (2 * 5 + 1 * 9 + 2 * 1 + 2.5 * 4) / 2 + (4 * 25) / 2;
    const potential = 2 * 8 * 5 + 4 * 8 * 0.5 * -3;
    expect([world.kineticEnergy, world.potentialEnergy, world.totalEnergy]).toEqual([kinetic, potential, kinetic + potential]);
    expect([a.kineticEnergy + b.kineticEnergy, a.potentialEnergy + b.potentialEnergy]).toEqual([kinetic, potential]);
    expect(world.linearMomentum).toEqual([20, 2, 4]);
    const spins = [3, -2, 5];
    const orbits = [cross([1, 5, 0], [0, 2, 4]), cross([0, -3, 1], [20, 0, 0])];
    expect(world.angularMomentum).toEqual(spins.map((value, axis) => value + orbits[0][axis] + orbits[1][axis]));
    expect(a.angularMomentum).toEqual(spins);
    world.removeBody(a);
    expect(world.linearMomentum).toEqual([20, 0, 0]);
  });

  test('the energy of a body turned out of its axes is that of its tensor', async () => {
    const world = await create();
    const body = world.addBody({ mass: 1, inertia: [1, 2, 2.5], orientation: [0, 0, Math.SQRT1_2, Math.SQRT1_2] });
    body.angularVelocity = [4, 0, 0];
    expect(body.kineticEnergy).toBeCloseTo((2 * 16) / 2, 12); // about the body's y axis
    expectVector(body.angularMomentum, [8, 0, 0], 1e-12);
  });

  test('transforms and velocities show every body in its row, before and after steps', async () => {
    const world = await create();
    const random = (k: number) => Math.fround(((k * 48271) % 1000) / 100);
    const bodies: Body[] = [];
    for (let k = 0; k < 150; k++) {
      const at: Vec3 = [random(k), random(k + 7), random(k + 11)];
      bodies.push(
        world.addBody({
          shape,
          centerOfMass: [0.1, 0, 0.2],
          position: at,
          orientation: [k, 1, 2, 3],
          linearVelocity: at,
          angularVelocity: at,
        }),
      );
    }
    world.removeBody(bodies.splice(70, 1)[0]);
    const check = () => {
      const { transforms, velocities } = world;
      expect([transforms.length, velocities.length]).toEqual([151 * 7, 151 * 6]);
      for (const body of bodies) {
        const { index, position, orientation, linearVelocity, angularVelocity } = body;
        expect([...transforms.subarray(7 * index, 7 * index + 7)]).toEqual([...position, ...orientation].map(Math.fround));
        expect([...velocities.subarray(6 * index, 6 * index + 6)]).toEqual([...linearVelocity, ...angularVelocity].map(Math.fround));
      }
      expect([...transforms.subarray(0, 7)], 'row of the world').toEqual([0, 0, 0, 0, 0, 0, 1]);
      expect(
        transforms.subarray(71 * 7, 72 * 7).every((value) => value === 0),
        'row of the body that was removed',
      ).toBe(true);
    };
    check();
    for (let k = 0; k < 3; k++) world.step(DT);
    check();
    bodies[3].position = [7, 8, 9];
    bodies[4].angularVelocity = [1, 2, 3];
    bodies[5].type = 'static';
    check();
  });

  test('views read anew show every body, also after the memory has grown', async () => {
    const world = await create();
    const bodies = Array.from({ length: 1000 }, (_, k) => world.addBody({ shape, position: [k, 0, 0] }));
    const before = [[...world.transforms], [...world.velocities]];
    for (let k = 1; k < 1000; k++) world.addJoint(new BallJoint({ a: bodies[k - 1], b: bodies[k], anchor: [k, 0, 0], enabled: false }));
    for (let k = 0; k < 2000; k++) world.addJoint(new BallJoint({ b: bodies[k % 1000], anchor: [k, 0, 0], enabled: k % 1000 !== 500 }));
    expect([[...world.transforms], [...world.velocities]]).toEqual(before);
    world.step(DT);
    const { transforms, velocities } = world;
    expect([transforms.length, velocities.length]).toEqual([1001 * 7, 1001 * 6]);
    for (const { index, position, linearVelocity } of bodies) {
      expect([...transforms.slice(7 * index, 7 * index + 3)]).toEqual(position.map(Math.fround));
      expect([...velocities.slice(6 * index, 6 * index + 3)]).toEqual(linearVelocity.map(Math.fround));
    }
    expect(transforms[7 * bodies[500].index + 1]).toBeLessThan(0); // nothing holds it
  });

  test('profiling measures the stages of a step and changes nothing', async () => {
    const [world, twin] = [await create(), await create()];
    for (const each of [world, twin]) for (let k = 0; k < 20; k++) each.addBody({ shape, angularVelocity: [k, 1, 2] });
    world.profiling = true;
    for (const each of [world, twin]) each.step(DT);
    const times = Object.values(world.profile());
    expect(times.length).toBeGreaterThan(3);
    expect(times.every((time) => time >= 0 && time < 1000)).toBe(true);
    expect(Math.max(...times)).toBeGreaterThan(0);
    expect(Object.values(twin.profile()).every((time) => time === 0)).toBe(true);
    expect(world.hash()).toBe(twin.hash());
    expect([world.profiling, twin.profiling]).toEqual([true, false]);
  });

  test('the hash tells poses and velocities apart, in every bit', async () => {
    const world = await create();
    const body = world.addBody();
    const seen = new Set([world.hash()]);
    body.position = [Number.MIN_VALUE, 0, 0];
    seen.add(world.hash());
    body.position = [0, 0, 0];
    body.angularVelocity = [0, 0, 2 ** -1060];
    seen.add(world.hash());
    body.angularVelocity = [0, 0, 0];
    world.addBody();
    seen.add(world.hash());
    expect(seen.size).toBe(4);
    expect(world.hash()).toMatch(/^[0-9a-f]{16}$/);
  });

  test('worlds do not touch each other', async () => {
    const [a, b] = [await create(), await create()];
    a.addBody({ shape, linearVelocity: [1, 0, 0] });
    for (let k = 0; k < 300; k++) b.addBody({ shape });
    b.step(DT);
    expect([...a.bodies].map(({ position }) => position)).toEqual([[0, 0, 0]]);
    b.dispose();
    a.step(DT);
    expect(a.bodyCount).toBe(1);
  });
});

// Bodies are integrated several at a time; who shares a bundle must not matter.
const NEIGHBOURS: [name: string, options: BodyOptions][] = [
  ['balls', {}],
  ['spinning bricks', { mass: 1, inertia: [1, 2, 2.5], angularVelocity: [1, 5, 2] }],
  ['bodies of locked rotation', { lockRotation: [true, false, false] }],
  ['planar bodies', { lockTranslation: [false, false, true], lockRotation: [true, true, false] }],
  ['static bodies', { type: 'static' }],
  ['kinematic bodies', { type: 'kinematic', angularVelocity: [3, 4, 5] }],
  ['heavy bodies', { mass: 1e8 }],
  ['bodies that freeze', { angularVelocity: [1e300, 0, 0] }],
  ['damped bodies', { linearDamping: 100, angularDamping: 100 }],
];

describe.each(BACKENDS)('$label', ({ label, settings }) => {
  /** A torque-free top for two seconds, with the same neighbour in every slot about it; or alone. */
  async function spin(neighbour: BodyOptions | null) {
    const world = await World.create({ ...settings, gravity: [0, 0, 0], substeps: 4 });
    const before = Array.from({ length: 9 }, () => (neighbour ? world.addBody({ ...neighbour, position: [9, 9, 9] }) : undefined));
    const top = world.addBody({ mass: 1, inertia: [1, 2, 2.5], angularVelocity: [3, 5, 1], linearVelocity: [0.5, 0, 0] });
    if (neighbour) for (const _ of before) world.addBody({ ...neighbour, position: [-9, 9, 9] });
    for (let k = 0; k < 120; k++) world.step(DT);
    return top;
  }

  test.each(NEIGHBOURS)('a top spins the same beside %s as alone', async (_, neighbour) => {
    const [beside, alone] = [await spin(neighbour), await spin(null)];
    expectRelative(beside.kineticEnergy, (9 + 50 + 2.5) / 2 + 0.125, 1e-3);
    const tolerance = label === 'wasm, single' ? 1e-4 : 1e-9;
    expectVector(beside.orientation, alone.orientation, tolerance);
    expectVector(beside.position, alone.position, tolerance);
    expectVector(beside.angularMomentum, [3, 10, 2.5], 10 * tolerance);
  });
});
