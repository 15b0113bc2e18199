// Motors, friction and viscous damping of coordinates, against closed forms.
import { describe, expect, test } from 'vitest';
import {
  BallJoint,
  type Body,
  type Coordinate,
  type CoordinateOptions,
  CylindricalJoint,
  HingeJoint,
  type MotorOptions,
  PlanarJoint,
  PrismaticJoint,
  SixDofJoint,
  UniversalJoint,
  type Vec3,
  type World,
} from '../../bindings/index.ts';
import { addUnit, CAYLEY, coordinateOf, DT, expectRelative, expectVector, GRAVITY, H, onEachBackend, settle, stepWith } from './worlds.ts';

const ORIGIN: Vec3 = [0, 0, 0];
const X: Vec3 = [1, 0, 0];
const Z: Vec3 = [0, 0, 1];
const SUBSTEPS = 20;

interface Case {
  name: string;
  /** Makes the joint of a body and the world that has the coordinate. */
  coordinate(world: World, b: Body, options: CoordinateOptions): Coordinate;
  force?: Vec3;
  torque?: Vec3;
}

const on = { anchor: ORIGIN, axis: X };
/** Loads of size one move a unit body along any of these with acceleration one. */
const CASES: Case[] = [
  { name: 'Hinge', coordinate: (w, b, o) => coordinateOf(w.addJoint(new HingeJoint({ b, ...on, ...o })), 'rotation'), torque: X },
  { name: 'Prismatic', coordinate: (w, b, o) => coordinateOf(w.addJoint(new PrismaticJoint({ b, ...on, ...o })), 'translation'), force: X },
  {
    name: 'rotation of a Cylindrical',
    coordinate: (w, b, rotation) => coordinateOf(w.addJoint(new CylindricalJoint({ b, ...on, rotation })), 'rotation'),
    torque: X,
  },
  {
    name: 'translation of a Cylindrical',
    coordinate: (w, b, translation) => coordinateOf(w.addJoint(new CylindricalJoint({ b, ...on, translation })), 'translation'),
    force: X,
  },
  {
    name: 'first angle of a Universal',
    coordinate: (w, b, first) => coordinateOf(w.addJoint(new UniversalJoint({ b, anchor: ORIGIN, axisA: X, axisB: Z, first })), 'first'),
    torque: X,
  },
  {
    name: 'second angle of a Universal',
    coordinate: (w, b, second) => coordinateOf(w.addJoint(new UniversalJoint({ b, anchor: ORIGIN, axisA: X, axisB: Z, second })), 'second'),
    torque: Z,
  },
  {
    name: 'rotation of a Planar',
    coordinate: (w, b, rotation) => coordinateOf(w.addJoint(new PlanarJoint({ b, anchor: ORIGIN, normal: Z, rotation })), 'rotation'),
    torque: Z,
  },
  {
    name: 'x of a SixDof',
    coordinate: (w, b, x) => coordinateOf(w.addJoint(new SixDofJoint({ b, ...on, linear: { x } })), 'x'),
    force: X,
  },
  {
    name: 'twist of a SixDof',
    coordinate: (w, b, x) => coordinateOf(w.addJoint(new SixDofJoint({ b, ...on, angular: { x } })), 'twist'),
    torque: X,
  },
];

onEachBackend(({ create, within }) => {
  describe.each(CASES)('the $name', ({ coordinate: make, force, torque }) => {
    const most = (load: number) => (force ? { maxForce: load } : { maxTorque: load });
    const motor = (options: Omit<MotorOptions, 'maxForce' | 'maxTorque'>, load?: number): CoordinateOptions => ({
      motor: { ...options, ...(load === undefined ? {} : most(load)) },
    });
    const push = (body: Body, size: number) => {
      if (force) body.applyForce(force.map((part) => size * part));
      if (torque) body.applyTorque(torque.map((part) => size * part));
    };
    const start = (body: Body, speed: number) => {
      if (force) body.linearVelocity = force.map((part) => speed * part);
      if (torque) body.angularVelocity = torque.map((part) => speed * part);
    };

    const OVERLOADED: [string, Omit<MotorOptions, 'maxForce' | 'maxTorque'>][] = [
      ['for a speed', { velocity: 10 }],
      ['for a speed, with damping', { velocity: 10, damping: 50 }],
      ['for a place', { target: 0.1 }],
      ['for a place, as a spring', { target: 0.1, stiffness: 1e4, damping: 100 }],
      ['for a place, as a stiffening spring', { target: 0.1, stiffness: 10, quadraticStiffness: 1e5 }],
    ];
    test.each(OVERLOADED)('%s, gives no more than its greatest load in any substep', async (_, options) => {
      const world = await create({ substeps: 1, timeStepping: 'first-order' });
      const body = addUnit(world);
      const coordinate = make(world, body, motor(options, 5));
      let [highest, lowest, wasSaturated] = [0, 0, false];
      // Against too much, then with it, then alone.
      for (let k = 0; k < 600; k++) {
        const load = [-8, 12, 0][Math.floor(k / 200)];
        const before = coordinate.velocity;
        push(body, load);
        world.step(H);
        const given = coordinate.loads.motor;
        highest = Math.max(highest, given);
        lowest = Math.min(lowest, given);
        wasSaturated ||= coordinate.saturated;
        // The load that it tells is the one that it gives.
        expect(Math.abs((coordinate.velocity - before) / H - load - given)).toBeLessThan(within(1e-6, 0.05));
      }
      expect(highest).toBeLessThan(5 * 1.001);
      expect(lowest).toBeGreaterThan(-5 * 1.001);
      expect(highest).toBeGreaterThan(5 * 0.999);
      expect(wasSaturated).toBe(true);
    });

    test('as a servo, is off its target by load over stiffness', async () => {
      const world = await create();
      const body = addUnit(world);
      const coordinate = make(world, body, motor({ target: 0.3, stiffness: 200, damping: 30 }));
      stepWith(world, 300, () => push(body, -7));
      expectRelative(0.3 - coordinate.value, 7 / 200, within(1e-6, 1e-3));
      expectRelative(coordinate.loads.motor, 7, within(1e-6, 1e-3));
      coordinate.motor = motor({ target: 0.3 }).motor as MotorOptions;
      stepWith(world, 60, () => push(body, -7));
      expect(Math.abs(coordinate.value - 0.3)).toBeLessThan(within(1e-6, 1e-5));
      expectRelative(coordinate.loads.motor, 7, within(1e-6, 1e-3));
    });

    test('reaches its speed, and keeps it under load', async () => {
      const world = await create();
      const body = addUnit(world);
      const coordinate = make(world, body, motor({ velocity: 2 }, 10));
      // 10 less 4 on a mass of 1: a third of a second.
      stepWith(world, 18, () => push(body, -4));
      expectRelative(coordinate.velocity, 6 * 18 * DT, within(1e-6, 1e-3));
      stepWith(world, 30, () => push(body, -4));
      expectRelative(coordinate.velocity, 2, 0.01);
      expectRelative(coordinate.loads.motor, 4, within(1e-5, 1e-2));
      coordinate.motorVelocity = -1;
      stepWith(world, 60, () => push(body, -4));
      expectRelative(coordinate.velocity, -1, 0.01);
    });

    test('as a soft motor, lags by load over damping', async () => {
      const world = await create();
      const body = addUnit(world);
      const coordinate = make(world, body, motor({ velocity: 2, damping: 20 }));
      stepWith(world, 120, () => push(body, -4));
      // 2 rad/s, of which 0.2 is a tenth.
      expectRelative(2 - coordinate.velocity, 4 / 20, within(force ? 1e-9 : 10 * CAYLEY, 1e-3));
    });

    test('follows a target that moves', async () => {
      const world = await create();
      const coordinate = make(world, addUnit(world), motor({ target: 0, velocity: 0.5 }));
      settle(world, 90);
      expectRelative(coordinate.value, 0.75, within(1e-6, 1e-5));
      expectRelative(coordinate.velocity, 0.5, within(1e-5, 1e-3));
      expectRelative(coordinate.motorTarget, 0.75, 1e-9);
    });

    test('does the work that the body gains', async () => {
      const world = await create();
      const body = addUnit(world);
      const coordinate = make(world, body, motor({ velocity: 3 }, 2));
      // The body is driven against a constant load, whose potential is load times way.
      stepWith(world, 240, () => push(body, -0.5));
      const gained = 0.5 * coordinate.velocity * coordinate.velocity + 0.5 * coordinate.value;
      expectRelative(coordinate.motorWork, gained, 0.01);
      expectRelative(coordinate.velocity, 3, 0.01);
      // Braked, the motor takes work back.
      const before = coordinate.motorWork;
      coordinate.motorVelocity = 0;
      const way = coordinate.value;
      stepWith(world, 240, () => push(body, -0.5));
      expectRelative(coordinate.motorWork - before, -4.5 + 0.5 * (coordinate.value - way), 0.01);
    });

    test('friction holds what is less, and slows what slides by a constant load', async () => {
      const world = await create({ timeStepping: 'first-order' });
      const body = addUnit(world);
      const coordinate = make(world, body, { friction: 3 });
      stepWith(world, 120, () => push(body, 2.9));
      expect(Math.abs(coordinate.value)).toBeLessThan(within(1e-6, 1e-5));
      expectRelative(coordinate.loads.friction, -2.9, within(1e-6, 1e-3));
      stepWith(world, 60, () => push(body, 4));
      expectRelative(coordinate.velocity, 1, within(1e-6, 1e-3));
      expectRelative(coordinate.loads.friction, -3, within(1e-9, 1e-5));
      const way = coordinate.value;
      // 1 m/s, 3 m/s²: stops after 1/3 s and 1/6 m.
      settle(world, 10);
      expectRelative(coordinate.velocity, 0.5, within(1e-6, 1e-3));
      settle(world, 20);
      expect(Math.abs(coordinate.velocity)).toBeLessThan(within(1e-6, 1e-5));
      expectRelative(coordinate.value - way, 1 / 6, 0.01);
    });

    test('viscous damping decays as the implicit closed form says', async () => {
      const world = await create({ timeStepping: 'first-order' });
      const body = addUnit(world);
      const coordinate = make(world, body, { viscousDamping: 1.5 });
      start(body, 2);
      for (let k = 1; k <= 60; k++) {
        world.step(DT);
        expectRelative(coordinate.velocity, 2 * (1 + 1.5 * H) ** (-SUBSTEPS * k), within(force ? 1e-9 : CAYLEY, 1e-4));
      }
    });
  });

  describe('the load of a motor as its coordinate is swept', () => {
    const HEAVY = 1e9;
    /** Puts a slider so heavy that no load moves it to one place after the other, and compares the motor's force there with a formula. */
    async function sweep(motorOptions: MotorOptions, formula: (x: number) => number): Promise<void> {
      const world = await create();
      const body = world.addBody({ mass: HEAVY, inertia: [HEAVY, HEAVY, HEAVY] });
      const coordinate = coordinateOf(world.addJoint(new PrismaticJoint({ b: body, ...on, motor: motorOptions })), 'translation');
      for (let k = -50; k <= 50; k++) {
        const x = k / 50 + 0.001;
        body.position = [x, 0, 0];
        body.linearVelocity = ORIGIN;
        settle(world, 2);
        const wanted = formula(x);
        expect(Math.abs(coordinate.loads.motor - wanted), `at ${x}: ${coordinate.loads.motor}, not ${wanted}`).toBeLessThan(
          within(1e-4, 1e-3) * (1 + Math.abs(wanted)),
        );
      }
      world.dispose();
    }
    const clamp = (x: number, most: number) => Math.min(Math.max(x, -most), most);
    /** Distance from x to a band about a target. */
    const outside = (x: number, target: number, half: number) => target - x - clamp(target - x, half);

    test('a spring', () => sweep({ target: 0.2, stiffness: 50 }, (x) => 50 * (0.2 - x)));
    test('a spring of limited force', () => sweep({ target: 0.2, stiffness: 50, maxForce: 20 }, (x) => clamp(50 * (0.2 - x), 20)));
    test('a stiffening spring', () =>
      sweep({ target: -0.1, stiffness: 50, quadraticStiffness: 30 }, (x) => (50 + 30 * Math.abs(-0.1 - x)) * (-0.1 - x)));
    test('a dead zone', () => sweep({ target: 0.2, stiffness: 50, deadZone: 0.15 }, (x) => 50 * outside(x, 0.2, 0.15)));
    test('a dead zone with a secondary target', () => {
      const secondary = { target: 0.25, stiffness: 8, maxForce: 0.6 };
      return sweep({ target: 0.2, stiffness: 50, deadZone: 0.15, maxForce: 30, secondary }, (x) =>
        Math.abs(x - 0.2) <= 0.15 ? clamp(8 * (0.25 - x), 0.6) : clamp(50 * outside(x, 0.2, 0.15), 30),
      );
    });

    test('of a hinge that another joint holds', async () => {
      const world = await create({ iterations: 30 });
      const body = addUnit(world);
      const held = coordinateOf(world.addJoint(new HingeJoint({ b: body, ...on, motor: { target: 0 } })), 'rotation');
      const axle = new HingeJoint({ b: body, ...on, motor: { target: 0.2, stiffness: 50, deadZone: 0.15, maxTorque: 20 } });
      const swept = coordinateOf(world.addJoint(axle), 'rotation');
      for (let k = -20; k <= 20; k += 5) {
        const angle = k / 20 + 0.001;
        held.motorTarget = angle;
        settle(world, 20);
        const wanted = clamp(50 * outside(angle, 0.2, 0.15), 20);
        expect(Math.abs(swept.loads.motor - wanted), `at ${angle}`).toBeLessThan(within(1e-3, 1e-2) * (1 + Math.abs(wanted)));
        expect(Math.abs(held.loads.motor + wanted), `at ${angle}`).toBeLessThan(within(1e-3, 1e-2) * (1 + Math.abs(wanted)));
      }
    });
  });

  test('a speed motor with a dead zone leaves speeds near its own alone', async () => {
    const world = await create({ timeStepping: 'first-order' });
    const body = addUnit(world);
    const rotation = coordinateOf(
      world.addJoint(new HingeJoint({ b: body, ...on, motor: { velocity: 2, deadZone: 0.5, damping: 4 } })),
      'rotation',
    );
    for (const speed of [1.6, 2.4]) {
      body.angularVelocity = [speed, 0, 0];
      settle(world, 30);
      expectRelative(rotation.velocity, speed, within(1e-9, 1e-5));
    }
    for (const [speed, edge] of [
      [1, 1.5],
      [4, 2.5],
    ]) {
      body.angularVelocity = [speed, 0, 0];
      settle(world, 12);
      // load = damping (edge - speed)
      expectRelative(rotation.velocity - edge, (speed - edge) * (1 + 4 * H) ** (-SUBSTEPS * 12), within(4 * CAYLEY, 1e-3));
    }
  });

  test('a secondary target helps another motor that is at its limit', async () => {
    const world = await create();
    const [first, second] = [addUnit(world), addUnit(world, { angularDamping: 20 })];
    const weak = coordinateOf(world.addJoint(new HingeJoint({ b: first, ...on, motor: { target: 0, maxTorque: 1 } })), 'rotation');
    const secondary = { target: 0.5, stiffness: 40, helps: weak };
    const motor = { target: 0, stiffness: 40, secondary };
    const helper = coordinateOf(world.addJoint(new HingeJoint({ b: second, ...on, motor })), 'rotation');
    stepWith(world, 120, () => first.applyTorque([0.8, 0, 0]));
    expect(weak.saturated).toBe(false);
    expect(Math.abs(helper.value)).toBeLessThan(1e-6);
    stepWith(world, 240, () => first.applyTorque([1.2, 0, 0]));
    expect(weak.saturated).toBe(true);
    expectRelative(helper.value, 0.5, 1e-3);
    first.angularVelocity = ORIGIN;
    weak.motorTarget = weak.value;
    settle(world, 240);
    expect(weak.saturated).toBe(false);
    expect(Math.abs(helper.value)).toBeLessThan(1e-3);
  });

  describe('a motor that lifts', () => {
    test('does the work that the load gains in height and speed', async () => {
      const world = await create({ gravity: [0, -GRAVITY, 0] });
      const body = addUnit(world);
      const lift = new PrismaticJoint({ b: body, anchor: ORIGIN, axis: [0, 1, 0], motor: { velocity: 1, maxForce: 12 } });
      const translation = coordinateOf(world.addJoint(lift), 'translation');
      settle(world, 120);
      const speed = body.linearVelocity[1];
      expectRelative(speed, 1, 0.01);
      expectRelative(translation.motorWork, GRAVITY * body.position[1] + 0.5 * speed * speed, 0.01);
    });

    test('turns an arm up: its weight is a torque that changes', async () => {
      const world = await create({ gravity: [0, -GRAVITY, 0] });
      const body = addUnit(world, { position: [1, 0, 0] });
      const arm = new HingeJoint({ b: body, anchor: ORIGIN, axis: Z, motor: { velocity: 1, maxTorque: 15 } });
      const rotation = coordinateOf(world.addJoint(arm), 'rotation');
      settle(world, 90);
      const gained = GRAVITY * body.position[1] + body.kineticEnergy;
      expect(body.position[1]).toBeGreaterThan(0.5);
      expectRelative(rotation.motorWork, gained, 0.01);
    });
  });

  describe('the motor of a Ball', () => {
    test('goes for an orientation, with no more than its torque about each axis', async () => {
      const world = await create({ substeps: 1 });
      const body = addUnit(world);
      const target = [0, Math.sin(0.2), 0, Math.cos(0.2)];
      const ball = world.addJoint(
        new BallJoint({ b: body, ...on, normal: [0, 1, 0], motor: { target, stiffness: 100, damping: 20, maxTorque: 5 } }),
      );
      const swing = coordinateOf(ball, 'swingY');
      let highest = 0;
      stepWith(world, 3600, () => (highest = Math.max(highest, Math.abs(swing.loads.motor))), H);
      expect(highest).toBeLessThan(5 * 1.001);
      expect(highest).toBeGreaterThan(5 * 0.999);
      expectVector(body.orientation, target, within(1e-4, 1e-4));
    });

    test('goes for a turning', async () => {
      const world = await create();
      const body = addUnit(world);
      world.addJoint(new BallJoint({ b: body, ...on, motor: { velocity: [0.7, 0, 0], damping: 50 } }));
      settle(world, 60);
      expectVector(body.angularVelocity, [0.7, 0, 0], 1e-3);
    });

    test('friction stops it after speed over deceleration', async () => {
      const world = await create();
      const body = addUnit(world, { angularVelocity: [0, 0, 1] });
      world.addJoint(new BallJoint({ b: body, ...on, friction: 2 }));
      settle(world, 15);
      expectRelative(body.angularVelocity[2], 0.5, 0.01);
      settle(world, 30);
      expectVector(body.angularVelocity, ORIGIN, within(1e-6, 1e-5));
    });
  });
});
