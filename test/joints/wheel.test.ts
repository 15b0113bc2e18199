// A wheel on its suspension: deflection under load, its period, rolling, steering.
import { describe, expect, test } from 'vitest';
import { HalfSpace, Sphere, WheelJoint, World } from '../../bindings/index.ts';

const G = 9.81;
const SETTINGS = [{ precision: 'single' }, { precision: 'double' }, { backend: 'reference' }] as const;

describe.each(SETTINGS)('%o', (settings) => {
  test('a wheel hangs on its spring at m g / k, and swings about that with the period of the spring', async () => {
    const world = await World.create({ ...settings, sleep: false });
    const wheel = world.addBody({ mass: 20, inertia: [1, 1, 1], position: [0, 0, 0] });
    const stiffness = 4000;
    const joint = world.addJoint(
      new WheelJoint({
        b: wheel,
        anchor: [0, 0, 0],
        axis: [0, 0, 1],
        suspensionAxis: [0, 1, 0],
        suspension: { motor: { target: 0, stiffness, damping: 400 } },
      }),
    );
    for (let k = 0; k < 300; k++) world.step(1 / 60);
    expect(joint.offset).toBeCloseTo((-20 * G) / stiffness, 5);
    expect(joint.suspension.loads.motor).toBeCloseTo(20 * G, 1);
    expect(joint.suspensionAxisWorld).toEqual([0, 1, 0]);
    expect(joint.steering).toBeNull();
  });

  test('a driven wheel turns about its axis alone, and its angle counts turns', async () => {
    const world = await World.create({ ...settings, sleep: false, gravity: [0, 0, 0] });
    const wheel = world.addBody({ mass: 20, inertia: [1, 1, 2] });
    const joint = world.addJoint(
      new WheelJoint({
        b: wheel,
        anchor: [0, 0, 0],
        axis: [0, 0, 1],
        suspensionAxis: [0, 1, 0],
        rotation: { motor: { velocity: 10, maxTorque: 40 } },
      }),
    );
    for (let k = 0; k < 180; k++) world.step(1 / 60);
    // Torque over inertia until the speed is reached after half a second.
    expect(joint.angle).toBeCloseTo(10 * 3 - 0.5 * 10 * 0.5, 1);
    expect(joint.angularVelocity).toBeCloseTo(10, 'precision' in settings && settings.precision === 'single' ? 4 : 5);
    expect(Math.hypot(wheel.angularVelocity[0], wheel.angularVelocity[1])).toBeLessThan(1e-5);
  });

  test('a spinning wheel is steered to an angle about its suspension', async () => {
    const world = await World.create({ ...settings, sleep: false, gravity: [0, 0, 0] });
    const wheel = world.addBody({ mass: 20, inertia: [1, 1, 2], angularVelocity: [0, 0, 5] });
    const joint = world.addJoint(
      new WheelJoint({
        b: wheel,
        anchor: [0, 0, 0],
        axis: [0, 0, 1],
        suspensionAxis: [0, 1, 0],
        suspension: { limits: { lower: 0, upper: 0 } },
        steering: { limits: { lower: -0.6, upper: 0.6 }, motor: { target: 0.4, stiffness: 100, damping: 20 } },
      }),
    );
    for (let k = 0; k < 120; k++) world.step(1 / 60);
    expect(joint.steering!.value).toBeCloseTo(0.4, 4);
    expect(joint.angularVelocity).toBeCloseTo(5, 2);
    expect(joint.angularError).toBeLessThan(1e-4);
    joint.steering!.motorTarget = -0.9;
    for (let k = 0; k < 120; k++) world.step(1 / 60);
    expect(joint.steering!.value).toBeCloseTo(-0.6, 3);
  });
});

test('a wheel rolls on the ground: distance over radius is its angle', async () => {
  const world = await World.create({ sleep: false });
  world.addBody({ type: 'static', shape: new HalfSpace([0, 1, 0]), friction: 1 });
  const cart = world.addBody({ mass: 10, inertia: [1, 1, 1], position: [0, 1, 0], lockRotation: [true, true, true] });
  const wheel = world.addBody({ mass: 2, shape: new Sphere(0.5), position: [0, 0.5, 0], friction: 1 });
  const suspension = { limits: { lower: -0.2, upper: 0.2 }, motor: { target: 0, stiffness: 5000, damping: 300 } };
  const ends = { a: cart, b: wheel, anchor: [0, 0.5, 0] as [number, number, number] };
  const rotation = { motor: { velocity: -4, maxTorque: 5 } };
  const joint = world.addJoint(new WheelJoint({ ...ends, axis: [0, 0, 1], suspensionAxis: [0, 1, 0], suspension, rotation }));
  for (let k = 0; k < 300; k++) world.step(1 / 60);
  expect(cart.position[0]).toBeCloseTo(-0.5 * joint.angle, 1);
  expect(cart.linearVelocity[0]).toBeCloseTo(2, 2);
  expect(joint.offset).toBeCloseTo((10 * G) / 5000, 3);
});

test('a wheel survives a snapshot, and tells what is wrong with its options', async () => {
  const world = await World.create();
  const wheel = world.addBody({ mass: 1, inertia: [1, 1, 1] });
  const at = { b: wheel, anchor: [0, 0, 0] as [number, number, number] };
  world.addJoint(new WheelJoint({ ...at, axis: [0, 0, 1], suspensionAxis: [0, 1, 0], steering: { motor: { target: 0.1 } } }));
  world.step(1 / 60);
  const other = await World.create();
  other.restore(world.snapshot());
  const [joint] = other.joints;
  expect(joint).toBeInstanceOf(WheelJoint);
  expect((joint as WheelJoint).steering!.motor!.target).toBe(0.1);
  expect(() => new WheelJoint({ ...at, axis: [0, 0, 1], suspensionAxis: [0, 0, 2] })).toThrow(
    'axis and suspensionAxis must not be parallel',
  );
  expect(() => new WheelJoint({ ...at, axis: [0, 0, 1], suspensionAxis: [0, 1, 0], spring: {} } as never)).toThrow(/no option 'spring'/);
  const upright = { ...at, axis: [0, 0, 1] as [number, number, number], suspensionAxis: [0, 1, 0] as [number, number, number] };
  expect(() => new WheelJoint({ ...upright, steering: { limits: { lower: -4, upper: 4 } } })).toThrow('must be within 3 rad');
  expect(() => {
    (joint as WheelJoint).steering!.limits = { lower: 0, upper: 3.1 };
  }).toThrow('must be within 3 rad');
});
