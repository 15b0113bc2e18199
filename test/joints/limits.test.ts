// Limits of every coordinate: they hold against any load, are as soft as they are told, and throw back what they are told.
import { describe, expect, test } from 'vitest';
import {
  BallJoint,
  type Body,
  CylindricalJoint,
  HingeJoint,
  type Joint,
  type LimitOptions,
  PlanarJoint,
  PrismaticJoint,
  UniversalJoint,
  type Vec3,
} from '../../bindings/index.ts';
import {
  addUnit,
  coordinateOf,
  DT,
  ellipseRadius,
  expectRelative,
  expectVector,
  GRAVITY,
  onEachBackend,
  settle,
  stepWith,
  twistAndSwing,
} from './worlds.ts';

const ORIGIN: Vec3 = [0, 0, 0];
/** N m, N: a hundred times what a link of 1 kg and 1 m weighs at its end. */
const OVERLOAD = 100 * GRAVITY;
const HALF_DEGREE = Math.PI / 360;
/** m: half a degree at the end of a link of 1 m. */
const HALF_DEGREE_OF_A_METRE = HALF_DEGREE;

interface Case {
  name: string;
  coordinate: string;
  make(b: Body, limits: LimitOptions): Joint;
  /** What pushes along the coordinate, with size one. */
  force?: Vec3;
  torque?: Vec3;
}

const X: Vec3 = [1, 0, 0];
const Y: Vec3 = [0, 1, 0];
const Z: Vec3 = [0, 0, 1];
const hinge = { anchor: ORIGIN, axis: Z };
const slide = { anchor: ORIGIN, axis: X };
const cross = { anchor: ORIGIN, axisA: X, axisB: Z };
const plane = { anchor: ORIGIN, normal: Z };

const CASES: Case[] = [
  { name: 'Hinge', coordinate: 'rotation', make: (b, limits) => new HingeJoint({ b, ...hinge, limits }), torque: Z },
  // With viscous damping a joint is solved as rows.
  {
    name: 'Hinge as rows',
    coordinate: 'rotation',
    make: (b, limits) => new HingeJoint({ b, ...hinge, limits, viscousDamping: 1e-9 }),
    torque: Z,
  },
  { name: 'Prismatic', coordinate: 'translation', make: (b, limits) => new PrismaticJoint({ b, ...slide, limits }), force: X },
  {
    name: 'Prismatic as rows',
    coordinate: 'translation',
    make: (b, limits) => new PrismaticJoint({ b, ...slide, limits, viscousDamping: 1e-9 }),
    force: X,
  },
  { name: 'Ball: twist', coordinate: 'twist', make: (b, twist) => new BallJoint({ b, ...slide, twist }), torque: X },
  {
    name: 'Cylindrical: rotation',
    coordinate: 'rotation',
    make: (b, limits) => new CylindricalJoint({ b, ...slide, rotation: { limits } }),
    torque: X,
  },
  {
    name: 'Cylindrical: translation',
    coordinate: 'translation',
    make: (b, limits) => new CylindricalJoint({ b, ...slide, translation: { limits } }),
    force: X,
  },
  { name: 'Universal: first', coordinate: 'first', make: (b, limits) => new UniversalJoint({ b, ...cross, first: { limits } }), torque: X },
  {
    name: 'Universal: second',
    coordinate: 'second',
    make: (b, limits) => new UniversalJoint({ b, ...cross, second: { limits } }),
    torque: Z,
  },
  {
    name: 'Planar: rotation',
    coordinate: 'rotation',
    make: (b, limits) => new PlanarJoint({ b, ...plane, rotation: { limits } }),
    torque: Z,
  },
];

onEachBackend(({ create, within }) => {
  describe.each(CASES)('$name', ({ coordinate: name, make, force, torque }) => {
    const push = (body: Body, size: number) => {
      if (force) body.applyForce(force.map((part) => size * part));
      if (torque) body.applyTorque(torque.map((part) => size * part));
    };

    test.each([5, 20])('a hard limit holds against a hundred times the weight with %s substeps', async (substeps) => {
      const world = await create({ substeps });
      const body = addUnit(world);
      const joint = world.addJoint(make(body, { lower: -0.4, upper: 0.5 }));
      const coordinate = coordinateOf(joint, name);
      for (const [sign, bound] of [
        [1, 0.5],
        [-1, 0.4],
      ]) {
        let most = 0;
        stepWith(world, 60, () => {
          push(body, sign * OVERLOAD);
          most = Math.max(most, sign * coordinate.value - bound);
        });
        most = Math.max(most, sign * coordinate.value - bound);
        expect(most).toBeLessThan(force ? HALF_DEGREE_OF_A_METRE : HALF_DEGREE);
        expect(sign * coordinate.value).toBeGreaterThan(bound - HALF_DEGREE);
        expectRelative(coordinate.loads.limit, -sign * OVERLOAD, within(1e-9, 1e-4));
      }
    });

    test('a soft limit gives way by compliance times load', async () => {
      const world = await create();
      const body = addUnit(world, { linearDamping: 5, angularDamping: 5 });
      const coordinate = coordinateOf(world.addJoint(make(body, { lower: -1, upper: 0.2, compliance: 0.01 })), name);
      stepWith(world, 400, () => push(body, 8));
      expectRelative(coordinate.value - 0.2, 0.01 * 8, 0.01);
      expectRelative(coordinate.loads.limit, -8, 0.01);
    });

    test('a limit with lower = upper locks', async () => {
      const world = await create();
      const body = addUnit(world);
      const coordinate = coordinateOf(world.addJoint(make(body, { lower: 0, upper: 0 })), name);
      stepWith(world, 30, () => push(body, 7));
      stepWith(world, 30, () => push(body, -7));
      expect(Math.abs(coordinate.value)).toBeLessThan(within(1e-9, 1e-5));
      expectRelative(coordinate.loads.limit, 7, within(1e-9, 1e-4));
    });

    test.each([0, 0.3, 0.5, 0.9, 1])('a restitution of %s', async (restitution) => {
      const world = await create();
      const body = addUnit(world);
      const coordinate = coordinateOf(world.addJoint(make(body, { lower: -5, upper: 0.25, restitution })), name);
      body.linearVelocity = (force ?? ORIGIN).map((part) => 2 * part);
      body.angularVelocity = (torque ?? ORIGIN).map((part) => 2 * part);
      settle(world, 30);
      expect(Math.abs(coordinate.velocity + 2 * restitution)).toBeLessThan(0.02 * 2);
      expect(coordinate.value).toBeLessThan(0.25 + 1e-3);
    });
  });

  describe('limits beyond a turn', () => {
    const TURNING = CASES.filter(({ torque, name }) => torque && !name.startsWith('Ball'));
    test.each(TURNING)('$name: ±15 rad', async ({ make, coordinate: name, torque = ORIGIN }) => {
      const world = await create();
      const body = addUnit(world);
      const coordinate = coordinateOf(world.addJoint(make(body, { lower: -15, upper: 15 })), name);
      for (const sign of [1, -1]) {
        let most = 0;
        stepWith(world, 400, () => {
          body.applyTorque(torque.map((part) => 6 * sign * part));
          most = Math.max(most, sign * coordinate.value);
        });
        expect(Math.abs(sign * coordinate.value - 15)).toBeLessThan(1e-3);
        expect(most).toBeLessThan(15 + HALF_DEGREE);
        // Angles of the step are rounded at 1e-8 rad in single, which is 0.02 N m for a row that stops a unit body in a substep.
        expectRelative(coordinate.loads.limit, -6 * sign, within(1e-6, 1e-2));
      }
    });
  });

  describe('the two offsets of a Planar', () => {
    test('each has its limits', async () => {
      const world = await create();
      const body = addUnit(world);
      const joint = world.addJoint(
        new PlanarJoint({ b: body, ...plane, y: { limits: { lower: -0.1, upper: 0.2 } }, z: { limits: { lower: -0.3, upper: 0.4 } } }),
      );
      const [y, z] = ['y', 'z'].map((name) => coordinateOf(joint, name));
      // Which way the axes of the plane point is the joint's choice.
      for (const push of [X, Y, [-1, 0, 0], [0, -1, 0]]) {
        stepWith(world, 60, () => body.applyForce(push.map((part) => part * OVERLOAD)));
        const loads = [y.loads.limit, z.loads.limit];
        const at = loads.findIndex((load) => Math.abs(load) > 1);
        const value = [y, z][at].value;
        const bound = loads[at] < 0 ? [0.2, 0.4][at] : [-0.1, -0.3][at];
        expectRelative(Math.abs(loads[at]), OVERLOAD, within(1e-9, 1e-4));
        expect(Math.abs(value - bound)).toBeLessThan(1e-3);
        expect(Math.abs(loads[1 - at])).toBeLessThan(OVERLOAD * within(1e-9, 1e-4));
      }
      expect(Math.abs(body.position[2])).toBeLessThan(1e-4);
    });
  });

  describe('the cone of a Ball', () => {
    const CONE = { y: 0.8, z: 0.3 } as const;
    const BETA = [CONE.y, CONE.z] as const;
    const DIRECTIONS = [0, 0.25, 0.5, 0.75, 1, 1.25, 1.5, 1.75, 1 / 8, 1.1].map((turn) => turn * Math.PI);

    test.each(DIRECTIONS)('pushed in the direction %s rad it stays on the ellipse', async (direction) => {
      for (const substeps of [5, 20]) {
        const world = await create({ substeps });
        const body = addUnit(world, { angularDamping: 20 });
        const joint = world.addJoint(new BallJoint({ b: body, anchor: ORIGIN, axis: X, normal: Y, swing: CONE }));
        let worst = 0;
        let swing: [number, number] = [0, 0];
        stepWith(world, 240, () => {
          // At the tip of a link of 1 m.
          body.applyForce([0, OVERLOAD * Math.sin(direction), -OVERLOAD * Math.cos(direction)], body.worldPoint([1, 0, 0]));
          ({ swing } = twistAndSwing(body.orientation));
          worst = Math.max(worst, Math.hypot(...swing) - ellipseRadius(BETA, Math.atan2(swing[1], swing[0])));
        });
        expect(worst).toBeLessThan(HALF_DEGREE);
        expect(Math.abs(Math.hypot(...swing) - ellipseRadius(BETA, Math.atan2(swing[1], swing[0])))).toBeLessThan(1e-3);
        // Along the principal axes it stays on them.
        if (Math.abs(Math.sin(2 * direction)) < 1e-9)
          expectVector(swing, [CONE.y * Math.cos(direction), CONE.z * Math.sin(direction)], 1e-3);
        expect(coordinateOf(joint, 'cone').value).toBeLessThan(HALF_DEGREE);
        world.dispose();
      }
    });

    test('a soft cone gives way by compliance times torque', async () => {
      const world = await create();
      const body = addUnit(world, { angularDamping: 5 });
      const joint = world.addJoint(new BallJoint({ b: body, anchor: ORIGIN, axis: X, normal: Y, swing: { ...CONE, compliance: 0.01 } }));
      stepWith(world, 400, () => body.applyTorque([0, 8, 0]));
      const { swing } = twistAndSwing(body.orientation);
      expectRelative(swing[0] - CONE.y, 0.08, 0.01);
      expectRelative(coordinateOf(joint, 'cone').loads.limit, -8, 0.01);
    });
  });

  test('limits that are taken away let go, and new ones hold', async () => {
    const world = await create();
    const body = addUnit(world);
    const joint = world.addJoint(new HingeJoint({ b: body, ...hinge, limits: { upper: 0.1 }, viscousDamping: 1e-9 }));
    const rotation = coordinateOf(joint, 'rotation');
    stepWith(world, 30, () => body.applyTorque([0, 0, 5]));
    expect(Math.abs(rotation.value - 0.1)).toBeLessThan(1e-3);
    rotation.limits = null;
    stepWith(world, 30, () => body.applyTorque([0, 0, 5]));
    expect(rotation.value).toBeGreaterThan(0.5);
    body.angularVelocity = ORIGIN;
    const upper = rotation.value + 0.1;
    rotation.limits = { lower: 0, upper };
    stepWith(world, 60, () => body.applyTorque([0, 0, 5]));
    expect(Math.abs(rotation.value - upper)).toBeLessThan(1e-3);
    expect(world.time).toBeCloseTo(120 * DT, 9);
  });
});
