// Numbers that each formulation is known by: what one row leaves of an error, loads of redundant contacts, what integrators drift.
import { describe, expect, test } from 'vitest';
import {
  BallJoint,
  type Body,
  Box,
  DistanceJoint,
  GrabJoint,
  HalfSpace,
  HingeJoint,
  type Joint,
  MatrixSpringJoint,
  PrismaticJoint,
  type Vec3,
  type World,
  type WorldOptions,
} from '../../bindings/index.ts';
import { addFree, createWorld, distanceBetween, FLOATING, furthest, GRAVITY, run, SOLVERS } from './worlds.ts';

const ORIGIN: Vec3 = [0, 0, 0];
const DT = 1 / 60;
const ERROR = 0.1;

/** What is left of the error of one row after a step, in parts of it, and the speed that its correction leaves. */
async function leftOver(options: WorldOptions): Promise<{ part: number; speed: number }> {
  const world = await createWorld({ ...FLOATING, substeps: 1, ...options });
  const body = addFree(world, { mass: 2, inertia: [1, 1, 1], position: [1 + ERROR, 0, 0] });
  world.addJoint(new DistanceJoint({ b: body, anchorA: ORIGIN, anchorB: ORIGIN, length: 1 }));
  world.step(DT);
  return { part: (body.position[0] - 1) / ERROR, speed: body.linearVelocity[0] };
}

describe('one row of one error', () => {
  test.each([4, 16, 32])('TGS leaves (1 - 1/√N)^N of it, N = %i', async (iterations) => {
    const { part, speed } = await leftOver({ solver: 'tgs', iterations });
    expect(part).toBeCloseTo((1 - 1 / Math.sqrt(iterations)) ** iterations, 12);
    expect(speed).toBe(0);
    // The last small step’s bias, where nothing takes it back.
    const biased = await leftOver({ solver: 'tgs', iterations, velocityIterations: 0 });
    const before = (1 - 1 / Math.sqrt(iterations)) ** (iterations - 1);
    expect(biased.speed).toBeCloseTo((-before * ERROR * Math.sqrt(iterations)) / DT, 8);
  });

  test('PGS takes it away with one iteration, and leaves its speed only without velocity iterations', async () => {
    expect(await leftOver({ solver: 'pgs' })).toEqual({ part: expect.closeTo(0, 14), speed: 0 });
    expect(await leftOver({ solver: 'pgs', velocityIterations: 0 })).toEqual({
      part: expect.closeTo(0, 14),
      speed: expect.closeTo(-ERROR / DT, 10),
    });
    expect((await leftOver({ solver: 'pgs', baumgarte: 0.3 })).part).toBeCloseTo(0.7, 12);
  });

  test('DBD takes it away, and keeps its speed, as the paper has it', async () => {
    expect(await leftOver({ solver: 'dbd' })).toEqual({ part: expect.closeTo(0, 14), speed: expect.closeTo(-ERROR / DT, 10) });
    expect((await leftOver({ solver: 'dbd', relaxation: 0.5 })).part).toBeCloseTo(0.5, 12);
  });

  test('ODE takes ERP of it away, and force k h² of it', async () => {
    expect((await leftOver({ solver: 'ode', erp: 0.2, cfm: 0 })).part).toBeCloseTo(0.8, 12);
    expect((await leftOver({ solver: 'ode', erp: 1, cfm: 0 })).part).toBeCloseTo(0, 12);
    expect((await leftOver({ solver: 'force', constraintStiffness: 100 })).part).toBeCloseTo(1 - 100 * DT * DT, 8);
  });
});

/** Joints along y that bear half the weight of two kilograms at most. */
const HALF_WEIGHT: [string, (b: Body) => Joint][] = [
  ['a motor', (b) => new PrismaticJoint({ b, anchor: ORIGIN, axis: [0, 1, 0], motor: { velocity: 0, maxForce: GRAVITY } })],
  ['a servo', (b) => new PrismaticJoint({ b, anchor: ORIGIN, axis: [0, 1, 0], motor: { target: 0, maxForce: GRAVITY } })],
  [
    'a spring',
    (b) =>
      new PrismaticJoint({ b, anchor: ORIGIN, axis: [0, 1, 0], motor: { target: 0, stiffness: 1e5, damping: 1e3, maxForce: GRAVITY } }),
  ],
  ['friction', (b) => new PrismaticJoint({ b, anchor: ORIGIN, axis: [0, 1, 0], friction: GRAVITY })],
  ['a grab', (b) => new GrabJoint({ b, anchor: ORIGIN, maxForce: GRAVITY })],
  ['a matrix spring', (b) => new MatrixSpringJoint({ b, anchor: ORIGIN, stiffness: 1e6, damping: 1e3, maxForce: GRAVITY })],
];

describe.each(SOLVERS)('%s: a load limited to half a weight falls with g/2', (solver) => {
  test.each(HALF_WEIGHT)('%s', async (_, make) => {
    const world = await createWorld({ solver, substeps: 2, iterations: 6 });
    const body = addFree(world, { mass: 2, inertia: [1, 1, 1] });
    const joint = world.addJoint(make(body));
    run(world, 30);
    const before = body.linearVelocity[1];
    run(world, 30);
    expect((body.linearVelocity[1] - before) / (30 * DT)).toBeCloseTo(-GRAVITY / 2, 6);
    expect(joint.force[1]).toBeCloseTo(GRAVITY, 6);
  });
});

describe('a box on four corners', () => {
  async function loads(options: WorldOptions): Promise<string> {
    const world = await createWorld({ substeps: 1, ...options });
    const material = { friction: 0 };
    world.addBody({ type: 'static', shape: new HalfSpace([0, 1, 0]), material });
    world.addBody({ mass: 1, shape: new Box([0.5, 0.5, 0.5]), position: [0, 0.5, 0], material });
    world.step(DT);
    return [...world.contacts()].flatMap(({ points }) => points.map(({ force }) => force.toFixed(3))).join(' ');
  }
  const SHARED = '2.452 2.452 2.452 2.452';
  test.each<[string, WorldOptions, string]>([
    ['stands on two with neither CFM nor a sweep that shares', { solver: 'ode', cfm: 0 }, '4.905 0.000 4.905 0.000'],
    ['stands on all four by CFM', { solver: 'ode', cfm: 1e-6 }, SHARED],
    ['and by that of double precision', { solver: 'ode' }, SHARED],
    ['keeps what sweeps in order make of it', { solver: 'pgs', iterations: 20 }, '3.066 1.839 3.066 1.839'],
    ['also by displacements', { solver: 'dbd', iterations: 20 }, '3.066 1.839 3.066 1.839'],
    ['and by forces stands on two', { solver: 'force' }, '4.905 0.000 4.905 0.000'],
  ])('%s', async (_, options, wanted) => {
    expect(await loads(options)).toBe(wanted);
  });

  test('by quickstep depends on the sweeps, and always carries the weight', async () => {
    const all: string[] = [];
    for (const iterations of [4, 20, 60]) all.push(await loads({ solver: 'ode', linear: 'quickstep', cfm: 0, iterations }));
    const sums = all.map((text) => text.split(' ').reduce((sum, load) => sum + Number(load), 0));
    for (const [k, sum] of sums.entries()) expect(Math.abs(sum / GRAVITY - 1)).toBeLessThan(k === 0 ? 0.05 : 1e-3);
    expect(all[1]).not.toBe('4.905 0.000 4.905 0.000');
  });
});

/** A chain of spinning boxes beside a stack on the ground. */
async function mixed(options: WorldOptions): Promise<World> {
  const world = await createWorld({ substeps: 2, iterations: 6, ...options });
  world.addBody({ type: 'static', shape: new HalfSpace([0, 1, 0]) });
  let a: Body | null = null;
  for (let k = 0; k < 4; k++) {
    const b: Body = world.addBody({
      mass: 2 - 0.3 * k,
      inertia: [0.2, 0.35 - 0.05 * k, 0.25],
      position: [0.8 * k + 0.4, 3, 0.1 * k],
      angularVelocity: [1, -2, 0.5 * k],
    });
    const place = { a, b, anchor: [0.8 * k, 3, 0] } as const;
    world.addJoint(k === 2 ? new HingeJoint({ ...place, axis: [0.3, 0.2, 1] }) : new BallJoint(place));
    a = b;
  }
  for (let k = 0; k < 2; k++)
    world.addBody({ shape: new Box([0.3, 0.2, 0.4]), position: [-2 + 0.05 * k, 0.2 + 0.4 * k, 0], angularVelocity: [0, k, 0] });
  return world;
}

test.each(['pgs', 'tgs'] as const)('%s: momocity changes nothing but roundings', async (solver) => {
  const [plain, rooted] = [await mixed({ solver }), await mixed({ solver, momocity: true })];
  for (let k = 0; k < 30; k++) {
    run(plain, 1);
    run(rooted, 1);
    expect(furthest(plain, rooted)).toBeLessThan(1e-13);
  }
  expect(Math.max(...[...plain.bodies].map(({ angularVelocity }) => Math.hypot(...angularVelocity)))).toBeGreaterThan(0.5);
});

/** Two points on links of one metre, from horizontal: how far from it their lengths come in ten seconds, and energy over its range. */
async function pendulum(options: WorldOptions, dt: number): Promise<{ drift: number; energy: number }> {
  const world = await createWorld({ solver: 'force', substeps: 1, gyroscopic: 'none', ...options });
  const [a, b] = [1, 2].map((x) => addFree(world, { mass: 1, inertia: [1, 1, 1], position: [x, 0, 0] }));
  world.addJoint(new DistanceJoint({ b: a, anchorA: ORIGIN, anchorB: ORIGIN, length: 1 }));
  world.addJoint(new DistanceJoint({ a, b, anchorA: ORIGIN, anchorB: ORIGIN, length: 1 }));
  let drift = 0;
  const energy = () =>
    [a, b].reduce((sum, { linearVelocity: [x, y, z], position }) => sum + (x * x + y * y + z * z) / 2 + GRAVITY * position[1], 0);
  for (let time = 0; time < 10; time += dt) {
    world.step(dt);
    const lengths = [distanceBetween(a.position, ORIGIN), distanceBetween(b.position, a.position)];
    drift = Math.max(drift, ...lengths.map((each) => Math.abs(each - 1)));
  }
  return { drift, energy: energy() / (6 * GRAVITY) };
}

describe('forces, from 1/60 s on', () => {
  const settings = (constraintStiffness: number, constraintDamping: number): WorldOptions => ({ constraintStiffness, constraintDamping });

  test('RK4 drifts by 1.1e-5 m where semi-implicit Euler drifts by a fifth of a metre', async () => {
    const rk4 = await pendulum({ ...settings(100, 20), integrator: 'rk4' }, 1 / 60);
    expect(rk4.drift).toBeCloseTo(1.06e-5, 6);
    expect(Math.abs(rk4.energy)).toBeLessThan(1e-5);
    const euler = await pendulum(settings(100, 20), 1 / 60);
    expect(euler.drift).toBeCloseTo(0.19, 2);
    expect(euler.energy).toBeGreaterThan(0.3);
  });

  test('of order four, and of order one', async () => {
    const drift = async (options: WorldOptions, dt: number) => (await pendulum({ ...settings(100, 20), ...options }, dt)).drift;
    expect(await drift({ integrator: 'rk4' }, 1 / 240)).toBeCloseTo(4.3e-8, 9);
    expect(await drift({}, 1 / 240)).toBeCloseTo(1.8e-2, 3);
    expect(await drift({}, 1 / 480)).toBeCloseTo(9.3e-3, 3);
  });

  test('without feedback RK4 holds to millimetres, and with too much of it no longer', async () => {
    expect((await pendulum({ ...settings(0, 0), integrator: 'rk4' }, 1 / 60)).drift).toBeCloseTo(2e-3, 3);
    expect((await pendulum({ ...settings(1000, 63), integrator: 'rk4' }, 1 / 60)).drift).toBeCloseTo(1.3e-4, 5);
  });

  test('conjugate gradients find what elimination finds, and Gauss-Seidel comes near', async () => {
    const worlds: World[] = [];
    for (const linear of ['elimination', 'cg', 'gauss-seidel'] as const)
      worlds.push(await mixed({ solver: 'force', substeps: 4, iterations: 20, linear }));
    for (const world of worlds) run(world, 20);
    expect(furthest(worlds[0], worlds[1])).toBeLessThan(1e-10);
    expect(furthest(worlds[0], worlds[2])).toBeLessThan(1e-6);
  });
});
