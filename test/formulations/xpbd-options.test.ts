// What XPBD has besides: the orders of its sweeps, velocities of plain PBD, normals before each projection. Müller et al. 2020, sections 3.3.1,
// 3.5 and 3.6, and their figures 12 and 13.
import { describe, expect, test } from 'vitest';
import {
  BallJoint,
  type Body,
  Box,
  Capsule,
  DistanceJoint,
  FixedJoint,
  HalfSpace,
  type Shape,
  Sphere,
  type Vec3,
  World,
  type WorldOptions,
} from '../../bindings/index.ts';
import { cradle } from '../../scenes/cradle.ts';
import { openScene } from '../../scenes/open.ts';
import { overlappingStart } from '../../scenes/overlapping-start.ts';
import type { Measures, SceneSettings } from '../../scenes/scene.ts';
import { length, subtract } from './vectors.ts';
import { addFree, angularMomentum, createWorld, FLOATING, furthest, GRAVITY, linearMomentum, run } from './worlds.ts';

const PAPERS: WorldOptions = { contacts: 'position', contactNormals: 'current' };
const INERTIA: Vec3 = [0.02, 0.09, 0.09];

/** Bars in a row, let go from horizontal; the largest gap of a joint half a second later. */
async function gapOfChain(options: WorldOptions): Promise<number> {
  const world = await createWorld({ jointSolver: 'sweeps', substeps: 4, ...options });
  let a: Body | null = null;
  const joints = Array.from({ length: 10 }, (_, k) => {
    const b: Body = world.addBody({ mass: 1, inertia: INERTIA, position: [k + 0.5, 0, 0] });
    const joint = world.addJoint(new BallJoint({ a, b, anchor: [k, 0, 0] }));
    a = b;
    return joint;
  });
  run(world, 30);
  return Math.max(...joints.map(({ positionError }) => positionError));
}

/** A net that hangs from a corner, with boxes and balls that have fallen onto the ground. */
async function crowd(options: WorldOptions, isReversed: boolean): Promise<World> {
  const world = await createWorld({ substeps: 4, iterations: 3, ...options });
  world.addBody({ type: 'static', shape: new HalfSpace() });
  const at = (x: number, y: number): Vec3 => [0.5 * x, 4 + 0.5 * y, 0];
  const nodes = [0, 1, 2].flatMap((x) =>
    [0, 1, 2].map((y) => world.addBody({ mass: 1 + ((x + y) % 2), inertia: INERTIA, position: at(x, y) })),
  );
  for (let k = 0; k < 5; k++)
    world.addBody({ shape: k % 2 ? new Sphere(0.3) : new Box([0.3, 0.3, 0.3]), position: [-2 + 0.1 * k, 0.35 + 0.61 * k, 0] });
  const joints = [() => new DistanceJoint({ b: nodes[8], anchorA: [2, 6, 0], anchorB: [0, 0, 0] })] as (() => BallJoint | DistanceJoint)[];
  for (const x of [0, 1, 2])
    for (const y of [0, 1, 2]) {
      if (x < 2) joints.push(() => new BallJoint({ a: nodes[3 * x + y], b: nodes[3 * x + 3 + y], anchor: at(x + 0.5, y) }));
      if (y < 2) joints.push(() => new BallJoint({ a: nodes[3 * x + y], b: nodes[3 * x + y + 1], anchor: at(x, y + 0.5) }));
    }
  for (const joint of isReversed ? joints.reverse() : joints) world.addJoint(joint());
  return world;
}

describe('sweep', () => {
  test.each(['soft', 'position'] as const)('jacobi: the order of joints does not matter, contacts %s', async (contacts) => {
    const difference = async (options: WorldOptions) => {
      const [one, other] = [await crowd({ contacts, ...options }, false), await crowd({ contacts, ...options }, true)];
      for (const world of [one, other]) run(world, 20);
      return furthest(one, other);
    };
    expect(await difference({ sweep: 'jacobi' })).toBeLessThan(1e-9);
    expect(await difference({ jointSolver: 'sweeps' })).toBeGreaterThan(1e-6);
  });

  test.each(['jacobi', 'symmetric'] as const)('%s keeps momentum, whatever hangs on a body', async (sweep) => {
    const world = await createWorld({ ...FLOATING, sweep, gradient: 'current', substeps: 4, iterations: 2 });
    const moments: Vec3 = [0.02, 0.03, 0.04];
    const hub = addFree(world, { mass: 2, inertia: moments, angularVelocity: [1, 2, 3] });
    const arms = [0, 1, 2, 3].map((k) => {
      const position: Vec3 = [
        [1, 0, 0],
        [-1, 0, 0],
        [0, 1, 0],
        [0, 0, 1],
      ][k] as Vec3;
      const b = addFree(world, { mass: 1 + k, inertia: moments, position, linearVelocity: [k, -1, 0.5] });
      world.addJoint(k % 2 ? new FixedJoint({ a: hub, b, anchor: [0, 0, 0] }) : new BallJoint({ a: hub, b, anchor: [0, 0, 0] }));
      return b;
    });
    const bodies = [hub, ...arms];
    const before = linearMomentum(bodies);
    const turning = angularMomentum(
      bodies,
      bodies.map(() => moments),
    );
    run(world, 30, 1 / 240);
    expect(length(subtract(linearMomentum(bodies), before))).toBeLessThan(1e-10);
    const change = length(
      subtract(
        angularMomentum(
          bodies,
          bodies.map(() => moments),
        ),
        turning,
      ),
    );
    expect(change / length(turning)).toBeLessThan(0.02);
  });

  // docs/formulations.md has this table.
  test.each([
    [1, 1.51e-3, 1.98e-3, 4.41e-3],
    [4, 3.08e-4, 4.33e-4, 1.04e-3],
    [16, 3.83e-5, 6.94e-5, 2.26e-4],
  ])('a chain of ten bars and %d iterations', async (iterations, gaussSeidel, symmetric, jacobi) => {
    const gaps = { 'gauss-seidel': gaussSeidel, symmetric, jacobi };
    for (const [sweep, gap] of Object.entries(gaps))
      expect((await gapOfChain({ iterations, sweep: sweep as 'jacobi' })) / gap).toBeCloseTo(1, 1);
  });

  test('relaxation: what it is worth depends on the sweep', async () => {
    const scalar = { projection: 'scalar', iterations: 16 } as const;
    const of = (sweep: 'jacobi' | 'symmetric', relaxation: number, options: WorldOptions = {}) =>
      gapOfChain({ iterations: 16, sweep, relaxation, ...options });
    expect(await of('symmetric', 1.3, scalar)).toBeLessThan(await of('symmetric', 1, scalar));
    expect(await of('jacobi', 1.9)).toBeLessThan(0.5 * (await of('jacobi', 1)));
    expect(await of('jacobi', 0.5)).toBeGreaterThan(2 * (await of('jacobi', 1)));
  });

  test.each(['jacobi', 'symmetric'] as const)('%s: no joint is solved directly', async (sweep) => {
    const world = await createWorld({ sweep });
    const arm = world.addBody({ mass: 1, inertia: INERTIA, position: [0.5, 0, 0] });
    const hand = world.addBody({ mass: 1, inertia: INERTIA, position: [1.5, 0, 0] });
    world.addJoint(new BallJoint({ b: arm, anchor: [0, 0, 0] }));
    world.addJoint(new BallJoint({ a: arm, b: hand, anchor: [1, 0, 0] }));
    world.step(1 / 60);
    expect(world.jointIslands).toMatchObject({ direct: 0, swept: 0 });
    world.sweep = 'gauss-seidel';
    world.step(1 / 60);
    expect(world.jointIslands).toMatchObject({ direct: 1, swept: 0 });
  });
});

describe('velocityPass: false', () => {
  const DEPTH = 1e-3;

  test.each([
    [true, 0],
    [false, DEPTH * 600],
  ])('%s: a ball that starts in the ground leaves it at %d m/s', async (velocityPass, speed) => {
    const world = await createWorld({ ...FLOATING, ...PAPERS, velocityPass });
    world.addBody({ type: 'static', shape: new HalfSpace() });
    const ball = addFree(world, { shape: new Sphere(0.1), mass: 1, position: [0, 0.1 - DEPTH, 0] });
    world.step(1 / 60);
    expect(ball.linearVelocity[1]).toBeCloseTo(speed, 9);
  });

  test.each(['soft', 'position'] as const)(
    'contacts %s: nothing bounces, nothing slows what slides, joints are not damped',
    async (contacts) => {
      for (const velocityPass of [true, false]) {
        const world = await createWorld({ contacts, velocityPass });
        world.addBody({ type: 'static', shape: new HalfSpace(), friction: 0.5 });
        const ball = addFree(world, { shape: new Sphere(0.1), mass: 1, position: [5, 0.3, 0], restitution: 1 });
        const box = addFree(world, {
          shape: new Box([0.2, 0.2, 0.2]),
          mass: 1,
          position: [0, 0.2, 0],
          linearVelocity: [5, 0, 0],
          friction: 0.5,
        });
        const bar = addFree(world, { mass: 1, inertia: INERTIA, position: [0, 3, 0], angularVelocity: [0, 0, 1] });
        world.addJoint(new BallJoint({ b: bar, anchor: [0, 3, 0], damping: { angular: 5 } }));
        let fastest = 0;
        for (let frame = 0; frame < 30; frame++) {
          world.step(1 / 60);
          fastest = Math.max(fastest, ball.linearVelocity[1]);
        }
        expect(fastest > 1.5).toBe(velocityPass);
        if (!velocityPass) expect(box.linearVelocity[0]).toBeCloseTo(5, 2);
        else expect(box.linearVelocity[0]).toBeLessThan(5.1 - 0.5 * GRAVITY * 0.5);
        expect(bar.angularVelocity[2]).toBeCloseTo(velocityPass ? Math.exp(-2.5) : 1, 1);
      }
    },
  );

  test('what bodies press with is told all the same', async () => {
    for (const contacts of ['soft', 'position'] as const) {
      const world = await createWorld({ contacts, velocityPass: false });
      world.addBody({ type: 'static', shape: new HalfSpace() });
      const box = world.addBody({ shape: new Box([0.2, 0.2, 0.2]), mass: 2, position: [0, 0.2, 0] });
      run(world, 30);
      expect(box.contactForce()[1] / (2 * GRAVITY)).toBeCloseTo(1, 2);
    }
  });
});

const CORNER: Shape = new Box([0.5, 0.5, 0.5]);
const MOVING: [name: string, shape: Shape, position: Vec3, other: Shape][] = [
  ['a ball against a ball', new Sphere(0.2), [0.2, 0.72, 0], new Sphere(0.5)],
  ['a ball against a box', new Sphere(0.2), [0.55, 0.69, 0.1], CORNER],
  ['a capsule against a ball', new Capsule(0.2, 0.2), [0.2, 0.92, 0.1], new Sphere(0.5)],
  ['a ball against a capsule', new Sphere(0.2), [0.1, 1.03, 0], new Capsule(0.5, 0.3)],
];

describe("contactNormals: 'current'", () => {
  // 9 cm in a substep, half a radius.
  test.each(MOVING)('%s: surfaces touch at the end of the substep, however far it went', async (_, shape, position, other) => {
    const gap = async (contactNormals: 'auto' | 'current') => {
      const world = await createWorld({
        ...FLOATING,
        contacts: 'position',
        contactNormals,
        substeps: 1,
        iterations: 30,
        velocityPass: false,
      });
      const obstacle = world.addBody({ type: 'static', shape: other });
      const moving = addFree(world, { shape, mass: 1, position, linearVelocity: [10, -20, 0], friction: 0 });
      world.step(1 / 240);
      return Math.abs(world.distanceBetween(obstacle, moving).distance);
    };
    // What turns is thrown by a little more than it has to: contacts do not pull.
    const current = await gap('current');
    expect(current).toBeLessThan(shape instanceof Sphere ? 1e-6 : 5e-5);
    expect(await gap('auto')).toBeGreaterThan(Math.max(1e-4, 20 * current));
  });

  test('a box stands, and rests with its weight', async () => {
    const world = await createWorld({ ...PAPERS });
    world.addBody({ type: 'static', shape: new HalfSpace() });
    const box = world.addBody({ shape: new Box([0.2, 0.2, 0.2]), mass: 2, position: [0, 0.2, 0] });
    run(world, 60);
    expect(box.position[1]).toBeCloseTo(0.2, 5);
    expect(box.contactForce()[1] / (2 * GRAVITY)).toBeCloseTo(1, 3);
  });
});

async function measure(
  scene: typeof cradle | typeof overlappingStart,
  parameters: Record<string, number>,
  settings: Partial<SceneSettings>,
) {
  const open = await openScene(scene as typeof cradle, { parameters: parameters as never, settings });
  while (open.frame < scene.frames) open.step();
  const measures: Measures = open.instance.measures();
  open.dispose();
  return measures as Record<string, number> & { speedAtTop: number[] };
}

const BACKENDS: Partial<SceneSettings>[] = [{ precision: 'single' }, { precision: 'double' }, { backend: 'reference' }];

describe.each(BACKENDS)('figures, %o', (backend) => {
  const balls = (settings: Partial<SceneSettings>) => measure(cradle, { balls: 4 }, { ...backend, ...settings });

  test('12: of four marbles that touch the last two fly together, with a third of the height', async () => {
    for (const contactNormals of ['auto', 'current'] as const) {
      const { heightError, speedAtTop } = await balls({ contacts: 'position', contactNormals });
      expect(heightError).toBeCloseTo(0.67, 2);
      expect(speedAtTop[3] / speedAtTop[2]).toBeCloseTo(1, 3);
      expect(speedAtTop[0] / speedAtTop[2]).toBeLessThan(0.4);
      expect(speedAtTop[1]).toBeCloseTo(0, 6);
    }
    expect((await balls({})).heightError).toBeLessThan(0.004);
  });

  test('12, below: by velocities of plain PBD all of them fly, with a seventh', async () => {
    const { heightError, energyError, speedAtTop } = await balls({ contacts: 'position', contactNormals: 'current', velocityPass: false });
    expect(heightError).toBeCloseTo(0.86, 2);
    expect(energyError).toBeCloseTo(0.69, 2);
    expect(speedAtTop[3] / speedAtTop[2]).toBeCloseTo(1, 3);
    expect(speedAtTop[0] / speedAtTop[1]).toBeCloseTo(1, 3);
  });

  test('13, above: marbles that start in their wires jump off them by velocities of plain PBD', async () => {
    for (const contactNormals of ['auto', 'current'] as const) {
      const jumping = await measure(
        overlappingStart,
        { depth: 0.3 },
        { ...backend, contacts: 'position', contactNormals, velocityPass: false },
      );
      expect(jumping.maxRise).toBeGreaterThan(1.4);
      expect(jumping.lost).toBe(5);
    }
  });

  test('13, below: with the velocity pass they stay', async () => {
    const contacts = { ...backend, contacts: 'position', contactNormals: 'current' } as const;
    const rolling = await measure(overlappingStart, { depth: 0.2 }, contacts);
    expect(rolling.maxRise).toBeLessThan(0.04);
    expect(rolling.lost).toBe(0);
    const gentle = await measure(overlappingStart, { depth: 0.3 }, { ...contacts, sweep: 'jacobi' });
    expect(gentle.maxRise).toBeLessThan(1e-6);
    expect(gentle.lost).toBe(0);
    // What an iteration has pushed out of reach keeps its load, and loses the speed.
    const often = await measure(overlappingStart, { depth: 0.1 }, { ...contacts, iterations: 4 });
    expect(often.maxRise).toBeLessThan(0.04);
    expect(often.lost).toBe(0);
    // One wire after the other: they are pushed aside, and over one of them.
    expect((await measure(overlappingStart, { depth: 0.3 }, contacts)).lost).toBe(5);
  });
});

describe('in a world of the kernels', () => {
  const OTHERS: WorldOptions[] = [{ sweep: 'jacobi' }, { sweep: 'symmetric' }, { velocityPass: false }, { ...PAPERS }];

  test.each(OTHERS)('%o steps as the reference does', async (options) => {
    const [kernels, reference] = [
      await crowd({ ...options, backend: 'wasm', precision: 'double' }, false),
      await crowd({ ...options, backend: 'reference' }, false),
    ];
    for (const world of [kernels, reference]) run(world, 20);
    expect(furthest(kernels, reference)).toBe(0);
  });

  const DEFAULTS: WorldOptions = { sweep: 'gauss-seidel', velocityPass: true, contactNormals: 'auto' };

  test.each(OTHERS)('%o and back between steps', async ({ contacts = 'soft', ...others }) => {
    await World.load({ sweep: 'jacobi' });
    const world = await crowd({ contacts, backend: 'wasm' }, false);
    run(world, 5);
    const hang = (x: number) => {
      const ball = world.addBody({ shape: new Sphere(0.1), position: [x, 3, 0] });
      return world.addJoint(new DistanceJoint({ b: ball, anchorA: [x + 0.5, 3, 0], anchorB: [0, 0, 0] }));
    };
    // What is added under one of them is the other's to solve afterwards.
    const threads: DistanceJoint[] = [];
    for (const now of [others, DEFAULTS, others, DEFAULTS]) {
      Object.assign(world, now);
      run(world, 5);
      for (const thread of threads) expect(thread.positionError).toBeLessThan(2e-3);
      threads.push(hang(3 + 2 * threads.length));
      run(world, 5);
    }
    for (const thread of threads) expect(thread.positionError).toBeLessThan(2e-3);
    const twin = await World.create({ backend: 'wasm', precision: world.precision });
    twin.restore(world.snapshot());
    for (const each of [world, twin]) run(each, 30);
    expect(twin.hash()).toBe(world.hash());
  });
});
