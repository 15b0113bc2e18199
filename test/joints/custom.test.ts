// Rows that a user gives, by every solver, against joints that say the same and closed forms.
import { describe, expect, test } from 'vitest';
import { BallJoint, type Body, CustomJoint, DistanceJoint, type Vec3, World, type WorldOptions } from '../../bindings/index.ts';
import { expectRefusal } from '../bindings/backends.ts';

const SOLVERS = ['xpbd', 'dbd', 'pgs', 'tgs', 'ode', 'force'] as const;
const BACKENDS = ['wasm', 'reference'] as const;
const H = 1 / 60;

const ball = (world: World, position: Vec3, options: object = {}): Body =>
  world.addBody({ mass: 1, inertia: [0.1, 0.1, 0.1], position, ...options });

// Those of rows are loaded when they are wanted.
await World.load({ solver: 'pgs' });
const make = (options: WorldOptions): Promise<World> => World.create({ sleep: false, substeps: 20, iterations: 8, ...options });

describe.each(BACKENDS)('%s', (backend) => {
  describe.each(SOLVERS)('%s', (solver) => {
    test('a row along the line between two points is a distance joint', async () => {
      const options = { backend, solver, constraintStiffness: 1e4, constraintDamping: 200 };
      const [own, other] = [await make(options), await make(options)];
      const [a, b] = [ball(own, [1, 0, 0]), ball(other, [1, 0, 0])];
      const joint = own.addJoint(new CustomJoint({ b: a, rows: [{}] }));
      other.addJoint(new DistanceJoint({ b, anchorA: [0, 0, 0], anchorB: [1, 0, 0], frame: 'world' }));
      for (let k = 0; k < 60; k++) {
        const [x, y, z] = a.position;
        const distance = Math.hypot(x, y, z);
        joint.setRow(0, { linearB: [x / distance, y / distance, z / distance], error: distance - 1 });
        own.step(H);
        other.step(H);
      }
      expect(Math.hypot(...a.position.map((x, k) => x - b.position[k]))).toBeLessThan(0.06);
    });

    test('a row of bounded load lets half a weight fall with half of g', async () => {
      const world = await make({ backend, solver });
      const body = ball(world, [0, 0, 0]);
      const joint = world.addJoint(new CustomJoint({ b: body, rows: [{ linearB: [0, 1, 0], minLoad: -9.81 / 2, maxLoad: 9.81 / 2 }] }));
      for (let k = 0; k < 60; k++) {
        joint.setRow(0, { error: body.position[1] });
        world.step(H);
      }
      expect(body.linearVelocity[1]).toBeCloseTo(-9.81 / 2, 2);
      expect(joint.rowLoad(0)).toBeCloseTo(9.81 / 2, 6);
      expect(joint.force[1]).toBeCloseTo(9.81 / 2, 6);
    });

    test('a speed is held, a spring deflects by load over stiffness, a one-sided row only pushes', async () => {
      const world = await make({ backend, solver });
      const [driven, hung, thrown] = [
        ball(world, [0, 0, 0], { gravityScale: 0 }),
        ball(world, [3, 0, 0]),
        ball(world, [6, 0, 0], { gravityScale: 0 }),
      ];
      world.addJoint(new CustomJoint({ b: driven, rows: [{ angularB: [0, 0, 1], velocity: 3, stiffness: 0, damping: Infinity }] }));
      const spring = world.addJoint(new CustomJoint({ b: hung, rows: [{ linearB: [0, 1, 0], stiffness: 100, damping: 20 }] }));
      const floor = world.addJoint(new CustomJoint({ b: thrown, rows: [{ linearB: [0, 1, 0], minLoad: 0 }] }));
      thrown.linearVelocity = [0, 1, 0];
      for (let k = 0; k < 300; k++) {
        spring.setRow(0, { error: hung.position[1] });
        floor.setRow(0, { error: Math.max(thrown.position[1], 0) });
        world.step(H);
      }
      expect(driven.angularVelocity[2]).toBeCloseTo(3, 4);
      expect(hung.position[1]).toBeCloseTo(-9.81 / 100, 3);
      expect(spring.rowLoad(0)).toBeCloseTo(9.81, 2);
      if (solver !== 'dbd') expect(thrown.linearVelocity[1]).toBeGreaterThan(-0.01);
    });

    test('a force law pulls as it says, and stiff ones stay calm', async () => {
      const world = await make({ backend, solver, gravity: [0, 0, 0] });
      const body = ball(world, [0.5, 0, 0]);
      const joint = world.addJoint(new CustomJoint({ b: body, rows: [{}, {}, {}] }));
      // A spring of 1e6 N/m to the origin in steps of 1/1200 s: explicit ones would explode.
      for (let k = 0; k < 120; k++) {
        const p = body.position;
        joint.setForceLaw({
          pointA: [0, 0, 0],
          pointB: p,
          force: [-1e6 * p[0], -1e6 * p[1], -1e6 * p[2]],
          stiffness: [1e6, 0, 0, 0, 1e6, 0, 0, 0, 1e6],
        });
        world.step(H);
      }
      expect(Math.hypot(...body.position)).toBeLessThan(0.5);
      expect(Math.hypot(...body.linearVelocity)).toBeLessThan(1e3);
    });
  });

  test('what is wrong is refused, and nothing has changed', async () => {
    const world = await make({ backend });
    const body = ball(world, [0, 0, 0]);
    for (const rows of [
      undefined,
      [],
      Array.from({ length: 9 }, () => ({})),
      [{ minLoad: 2, maxLoad: 1 }],
      [{ stiffness: -1 }],
      [{ linearA: [0, 1] }],
    ])
      expectRefusal(() => new CustomJoint({ b: body, rows: rows as never }), 'invalid-argument');
    const joint = world.addJoint(new CustomJoint({ b: body, rows: [{ linearB: [0, 1, 0] }] }));
    const before = joint.getRow(0);
    for (const act of [
      () => joint.setRow(1, {}),
      () => joint.setRow(0, { error: Number.NaN }),
      () => joint.setRow(0, { error: 3, maxLoad: -1, minLoad: 1 }),
      () => joint.setForceLaw({ pointA: [0, 0, 0], pointB: [0, 0, 0], force: [0, 0, 0], stiffness: [1, 2, 0, 0, 1, 0, 0, 0, 1] }),
    ])
      expectRefusal(act, 'invalid-argument');
    expect(joint.getRow(0)).toEqual(before);
  });

  test('options of rows stay, whatever becomes of the joint', async () => {
    const world = await make({ backend });
    const body = ball(world, [0, 0, 0]);
    const options = {
      relaxation: 0.5,
      regularization: 0.1,
      erp: 0.3,
      cfm: 1e-4,
      maxForce: 7,
      maxTorque: 8,
      massScaleA: 2,
      inertiaScaleA: 3,
    };
    const joint = world.addJoint(new BallJoint({ b: body, anchor: [0, 0, 0], rowOptions: options }));
    expect(joint.rowOptions).toEqual({ ...options, massScaleB: 1, inertiaScaleB: 1 });
    for (const enabled of [true, false, true]) {
      joint.enabled = enabled;
      world.step(H);
      expect(joint.rowOptions).toMatchObject(options);
    }
    joint.rowOptions = { erp: 1 };
    expect(joint.rowOptions).toMatchObject({ erp: 1, relaxation: 1, maxForce: Infinity });
    expect(joint.rowOptions.cfm).toBeUndefined();
    for (const wrong of [{ erp: 2 }, { maxForce: -1 }, { relaxation: 2 }, { massScaleA: Number.NaN }, { softness: 1 }])
      expectRefusal(() => {
        joint.rowOptions = wrong as never;
      }, 'invalid-argument');
    expect(joint.rowOptions.erp).toBe(1);
  });

  test('rows come back from a snapshot', async () => {
    const world = await make({ backend });
    const body = ball(world, [0, 0, 0]);
    const joint = world.addJoint(new CustomJoint({ b: body, rows: [{ linearB: [0, 1, 0], stiffness: 50 }] }));
    for (let k = 0; k < 10; k++) world.step(H);
    const snapshot = world.snapshot();
    const hash = world.hash();
    joint.setRow(0, { stiffness: 70 });
    for (let k = 0; k < 10; k++) world.step(H);
    world.restore(snapshot);
    expect(world.hash()).toBe(hash);
    expect(joint.getRow(0).stiffness).toBe(50);
    world.removeJoint(joint);
    world.step(H);
    expect(body.linearVelocity[1]).toBeLessThan(-0.3);
  });
});
