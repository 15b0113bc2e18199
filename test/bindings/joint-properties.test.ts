// What joints tell of themselves and let one set besides their coordinates; and by what their loads are given.
import { describe, expect, test } from 'vitest';
import { CoordinateRecord, JointRecord } from '../../bindings/core/layout.ts';
import {
  AxleJoint,
  BallJoint,
  Box,
  ConeJoint,
  DistanceJoint,
  GearJoint,
  HingeJoint,
  type Joint,
  PlanarJoint,
  PrismaticJoint,
  RackAndPinionJoint,
  RevoluteSphericalJoint,
  RopeJoint,
  ScrewJoint,
  SixDofJoint,
  SpringDamperJoint,
  UniversalJoint,
  type Vec3,
  World,
} from '../../bindings/index.ts';
import { BACKENDS, expectRefusal, expectRelative, expectVector, norm } from './backends.ts';
import { MAKERS, poke } from './coordinate-values.ts';

const ORIGIN: Vec3 = [0, 0, 0];
const X: Vec3 = [1, 0, 0];
const Y: Vec3 = [0, 1, 0];
const Z: Vec3 = [0, 0, 1];
type Links = ConstructorParameters<typeof RopeJoint>[0];
const DT = 1 / 60;
const about = (axis: Vec3, angle: number) => [...axis.map((each) => each * Math.sin(angle / 2)), Math.cos(angle / 2)];

describe.each(BACKENDS)('$label', ({ label, settings }) => {
  const isSingle = label === 'wasm, single';
  const pair = async (gravity: Vec3 = ORIGIN) => {
    const world = await World.create({ ...settings, gravity, substeps: 20, sleep: false });
    const [a, b] = [0, 1].map((x) => world.addBody({ shape: new Box([0.3, 0.2, 0.1]), mass: 2, position: [x, 0, 0] }));
    return { world, a, b };
  };
  const write = (joint: Joint, field: number, value: number) => {
    const [{ kind }] = Object.values(joint.coordinates);
    joint.world!.memory.f64[(joint.chain.find(kind)! + field) >> 3] = value;
  };

  describe('a compliance or damping that a joint does not have', () => {
    const MISSING: [name: string, compliance: RegExp | null, damping: RegExp | null][] = [
      ['SpringDamper', /stiffness/, /dampingCoefficient/],
      ['MatrixSpring', /stiffness/, /dampingCoefficient/],
      ['Grab', /stiffness/, /dampingCoefficient/],
      ['AngularDrive', /stiffness/, /dampingCoefficient/],
      ['Axle', /angularCompliance/, null],
      ['Cone', /angles/, null],
      ['Gear', null, /viscousDamping/],
      ['RackAndPinion', null, /viscousDamping/],
    ];
    const HAVE_BOTH = Object.keys(MAKERS).filter((name) => !MISSING.some(([missing]) => missing === name));

    test.each(MISSING)('of a %s', async (name, compliance, damping) => {
      const { world, a, b } = await pair();
      const added = world.addJoint(MAKERS[name]({ a, b }, world));
      const other = await World.create(settings);
      other.restore(world.snapshot());
      for (const joint of [added, [...other.joints][added.index]]) {
        for (const [property, value, sentence] of [
          ['compliance', 0.1, compliance],
          ['damping', { linear: 3, angular: 0 }, damping],
        ] as const) {
          const set = () => Object.assign(joint, { [property]: value });
          if (sentence) {
            const before = joint.world!.hash();
            expectRefusal(set, 'invalid-argument');
            expect(set).toThrow(sentence);
            expect(joint.world!.hash()).toBe(before);
            expect(joint[property]).toEqual(property === 'compliance' ? 0 : { linear: 0, angular: 0 });
          } else {
            set();
            expect(joint[property]).toEqual(value);
          }
        }
      }
    });

    test.each(HAVE_BOTH)('is not missed by a %s', async (name) => {
      const { world, a, b } = await pair();
      const joint = world.addJoint(MAKERS[name]({ a, b }, world));
      Object.assign(joint, { compliance: 0.1, damping: { linear: 3, angular: 2 } });
      expect([joint.compliance, joint.damping]).toEqual([0.1, { linear: 3, angular: 2 }]);
    });

    test('is told after the joint is gone that it is', async () => {
      const { world, b } = await pair();
      const spring = new SpringDamperJoint({ b, anchorA: ORIGIN, anchorB: ORIGIN, stiffness: 1 });
      expectRefusal(() => (spring.compliance = 1), 'removed-handle');
      world.removeJoint(world.addJoint(spring));
      expectRefusal(() => (spring.damping = {}), 'removed-handle');
    });
  });

  describe('a SpringDamper', () => {
    test('tells what it was given, and takes other numbers', async () => {
      const { world, a, b } = await pair();
      const spring = world.addJoint(
        new SpringDamperJoint({ a, b, anchorA: ORIGIN, anchorB: ORIGIN, stiffness: 7, damping: 2, quadraticStiffness: 3, maxForce: 5 }),
      );
      const numbers = () => [
        spring.distance,
        spring.restLength,
        spring.stiffness,
        spring.dampingCoefficient,
        spring.quadraticStiffness,
        spring.maxForce,
      ];
      expect(numbers()).toEqual([1, 1, 7, 2, 3, 5]);
      Object.assign(spring, { restLength: 0.5, stiffness: 8, dampingCoefficient: 4, quadraticStiffness: 0, maxForce: Infinity });
      expect(numbers()).toEqual([1, 0.5, 8, 4, 0, Infinity]);
      for (const [name, values] of [
        ['maxForce', [-1, Number.NaN, '1', null, undefined]],
        ['quadraticStiffness', [-1, Infinity, null, undefined]],
      ] as const)
        for (const value of values) expectRefusal(() => Object.assign(spring, { [name]: value }), 'invalid-argument');
      expect(numbers()).toEqual([1, 0.5, 8, 4, 0, Infinity]);
      spring.axial.motor = { target: 2 };
      expect(numbers()).toEqual([1, 2, Infinity, 0, 0, Infinity]);
      spring.axial.motor = null;
      expectRefusal(() => spring.maxForce, 'invalid-argument');
    });

    test.each([
      ['pulls', 0.5, {}],
      ['pushes', 1.5, {}],
      ['pulls with the greatest force', 0.5, { maxForce: 3 }],
      ['pulls at a bound', 0.5, { maxLength: 1, quadraticStiffness: 30 }],
    ] as const)('%s with its tension', async (_, restLength, options) => {
      const { world, a, b } = await pair();
      const spring = world.addJoint(
        new SpringDamperJoint({ a, b, anchorA: ORIGIN, anchorB: ORIGIN, stiffness: 20, damping: 1, restLength, ...options }),
      );
      b.linearVelocity = X;
      world.step(DT);
      expect(Math.abs(spring.force[0])).toBeGreaterThan(1);
      expect(spring.axial.loads.limit !== 0).toBe('maxLength' in options);
      expectRelative(spring.tension, -spring.force[0], isSingle ? 1e-5 : 1e-12);
      expect(Math.sign(spring.tension)).toBe(restLength < 1 ? 1 : -1);
    });
  });

  test('a target can be read: limits whose sides are the same', async () => {
    const { world, b } = await pair();
    const at = { b, anchor: ORIGIN, axis: Z } as const;
    const hinge = world.addJoint(new HingeJoint({ ...at, target: { angle: 0.5, compliance: 0.1 } }));
    const slider = world.addJoint(new PrismaticJoint({ ...at, target: { offset: 2 } }));
    expect([hinge.target, slider.target]).toEqual([
      { angle: 0.5, compliance: 0.1 },
      { offset: 2, compliance: 0 },
    ]);
    hinge.limits = { lower: 1, upper: 1 };
    slider.limits = { lower: -1, upper: 1 };
    expect([hinge.target, hinge.limits, slider.target]).toMatchObject([{ angle: 1, compliance: 0 }, { lower: 1, upper: 1 }, null]);
    hinge.friction = 1;
    const { target } = hinge;
    expect(target).toEqual({ angle: 1, compliance: 0 });
    hinge.target = null;
    expect([hinge.target, hinge.limits]).toEqual([null, null]);
    hinge.target = target;
    expect(hinge.target).toEqual(target);
  });

  test('the motor of a Ball can be read', async () => {
    const { world, b } = await pair();
    const ball = world.addJoint(new BallJoint({ b, anchor: ORIGIN }));
    expect(ball.motor).toBeNull();
    const target = [0.1, -0.5, 0.3, Math.sqrt(0.65)] as const;
    for (const motor of [
      { target, velocity: [0, 0, 0], stiffness: 10, damping: 2, maxTorque: 5 },
      { target, velocity: [1, 2, 3], maxTorque: Infinity },
    ] as const) {
      ball.motor = motor;
      const { target: found, ...others } = ball.motor!;
      const { target: given, ...rest } = motor;
      expect(others).toEqual(rest);
      expectVector(found as number[], given, 1e-13);
    }
    ball.motor = { velocity: [1, 2, 3], damping: 4 };
    expect(ball.motor).toEqual({ velocity: [1, 2, 3], damping: 4, maxTorque: Infinity });
    const { motor } = ball;
    ball.motor = motor;
    expect(ball.swingZ.motor).toMatchObject({ velocity: 3, damping: 4 });
    ball.swingY.motor = null;
    expect(ball.motor).toBeNull();
    ball.friction = 3;
    ball.viscousDamping = 2;
    expect([ball.friction, ball.viscousDamping]).toEqual([3, 2]);
  });

  test('the length of a Distance is null where it may lie between two', async () => {
    const { world, b } = await pair();
    const points = { b, anchorA: ORIGIN, anchorB: ORIGIN };
    const lengths = [{}, { length: 3 }, { minLength: 1, maxLength: 2 }, { maxLength: 2 }, { minLength: 1, maxLength: 1 }].map(
      (options) => world.addJoint(new DistanceJoint({ ...points, ...options })).length,
    );
    expect(lengths).toEqual([1, 3, null, null, 1]);
    const between = world.addJoint(new DistanceJoint({ ...points, minLength: 1 }));
    between.length = 2;
    expect([between.length, between.minLength, between.maxLength]).toEqual([2, 2, 2]);
  });

  describe('shortcuts to coordinates', () => {
    test('of an Axle', async () => {
      const { world, b } = await pair();
      const axle = world.addJoint(new AxleJoint({ b, axis: Z }));
      expect([axle.limits, axle.motor, axle.friction, axle.viscousDamping]).toEqual([null, null, 0, 0]);
      Object.assign(axle, { limits: { lower: -1 }, motor: { velocity: 2 }, friction: 3, viscousDamping: 4 });
      expect([axle.limits, axle.motor]).toMatchObject([{ lower: -1, upper: Infinity }, { velocity: 2 }]);
      expect([axle.friction, axle.viscousDamping, axle.rotation.friction]).toEqual([3, 4, 3]);
      b.angularVelocity = [0, 0, 5];
      expect([axle.angularVelocity, axle.rotation.velocity]).toEqual([5, 5]);
    });

    test('of a Universal', async () => {
      const { world, b } = await pair();
      const joint = world.addJoint(new UniversalJoint({ b, anchor: X, axisA: Z, axisB: Y }));
      b.angularVelocity = [0, 3, -2];
      expectVector(Object.values(joint.angularVelocities), [-2, 3], 1e-14);
      expect(Object.keys(joint.angularVelocities)).toEqual(['first', 'second']);
    });

    test('of a Planar', async () => {
      const { world, b } = await pair();
      const joint = world.addJoint(new PlanarJoint({ b, anchor: X, normal: Z, axis: X }));
      b.linearVelocity = [2, -3, 0];
      b.angularVelocity = [0, 0, 4];
      expect(joint.velocity.y).toBeCloseTo(2, 14);
      expect(joint.velocity.z).toBeCloseTo(-3, 14);
      expect(joint.angularVelocity).toBeCloseTo(4, 14);
    });

    test('of a RevoluteSpherical', async () => {
      const { world, a, b } = await pair();
      const joint = world.addJoint(new RevoluteSphericalJoint({ a, b, anchorA: ORIGIN, anchorB: ORIGIN, axis: [0, 0, -2] }));
      for (const angle of [0, 0.5, -2, 3]) {
        b.position = [Math.cos(angle), -Math.sin(angle), 0];
        expect(joint.angle).toBeCloseTo(angle, 13);
      }
      a.orientation = about(Z, -3) as never;
      expect(joint.angle).toBeCloseTo(0, 13);
    });
  });

  test('another ratio of a Gear leaves its joints where they are', async () => {
    const { world, a, b } = await pair();
    const [first, second] = [a, b].map((body) => world.addJoint(new HingeJoint({ b: body, anchor: [...body.position], axis: Z })));
    const rack = world.addJoint(new PrismaticJoint({ b: world.addBody({ mass: 1 }), anchor: ORIGIN, axis: X }));
    const gear = world.addJoint(new GearJoint({ first, second, ratio: 2 }));
    const pinion = world.addJoint(new RackAndPinionJoint({ pinion: first, rack, radius: 0.5 }));
    first.motor = { velocity: 6 };
    for (let frame = 0; frame < 30; frame++) world.step(DT);
    const before = [first.angle, second.angle, rack.offset];
    expect(before[0]).toBeGreaterThan(2.9);
    Object.assign(gear, { ratio: -1 });
    pinion.radius = 0.25;
    expect([gear.ratio, pinion.radius]).toEqual([-1, 0.25]);
    expectVector([gear.error, pinion.error], [0, 0], 1e-14);
    world.step(DT);
    const turned = first.angle - before[0];
    expect(turned).toBeGreaterThan(0.09);
    expectVector([second.angle, rack.offset], [before[1] - turned, before[2] + 0.25 * turned], isSingle ? 1e-4 : 1e-6);
    for (const value of [0, Number.NaN, '1', undefined]) {
      expectRefusal(() => (gear.ratio = value as never), 'invalid-argument');
      expectRefusal(() => (pinion.radius = value as never), 'invalid-argument');
    }
    expect([gear.ratio, pinion.radius]).toEqual([-1, 0.25]);
  });

  test('a Screw is wrong off its axis, and off its thread', async () => {
    const { world, b } = await pair();
    const screw = world.addJoint(new ScrewJoint({ b, anchor: X, axis: Z, lead: 0.2 }));
    b.position = [1, 0.03, 0.05];
    b.orientation = about(Z, Math.PI) as never;
    // Half a turn is 0.1 m.
    expect(screw.positionError).toBeCloseTo(norm([0.03, 0.05]), 12);
    b.position = [1, 0, 0.1];
    expect(screw.positionError).toBeCloseTo(0, 12);
  });

  describe('loads by what gives them', () => {
    const part = (joint: Joint, way: 'force' | 'torque') => {
      const { constraint, limit, motor } = joint.getLoads();
      return [constraint, limit, motor].map((load) => load[way][2]);
    };
    const at = { anchor: X, axis: Z } as const;
    const room = { lower: -1, upper: 2 };
    const held = { lower: 1, upper: 1 };

    test.each([
      ['limits', { limits: room }, [0, 5]],
      ['a target', { target: { angle: 0 } }, [5, 0]],
      ['limits that are one value', { limits: held }, [5, 0]],
      ['a soft target', { target: { angle: 0, compliance: 1 } }, [5, 0]],
      ['limits, as rows', { limits: room, friction: 1 }, [0, 5]],
      ['a target, as rows', { target: { angle: 0 }, friction: 1 }, [5, 0]],
    ] as const)('of a Hinge with %s', async (_, options, wanted) => {
      const { world, b } = await pair();
      const hinge = world.addJoint(new HingeJoint({ b, ...at, ...options }));
      poke(hinge, JointRecord.reactionTorqueZ, 5);
      if ('friction' in options) write(hinge, CoordinateRecord.boundReaction, 5);
      else poke(hinge, JointRecord.intervalReaction, 5);
      expectVector(part(hinge, 'torque'), [...wanted, 0], 1e-14);
      expect(hinge.rotation.loads.limit).toBe(5);
    });

    test.each([
      ['a Distance', (ends: Links) => new DistanceJoint({ ...ends, length: 1 }), [5, 0]],
      ['a Distance with bounds', (ends: Links) => new DistanceJoint({ ...ends, minLength: 0, maxLength: 1 }), [0, 5]],
      ['a Rope', (ends: Links) => new RopeJoint(ends), [0, 5]],
    ] as const)('of %s', async (_, make, wanted) => {
      const { world, b } = await pair();
      const joint = world.addJoint(make({ b, anchorA: [0, 0, 1], anchorB: [0, 0, 2], frame: 'world' }));
      poke(joint, JointRecord.reactionForceZ, 5);
      poke(joint, JointRecord.intervalReaction, 5);
      expectVector(part(joint, 'force'), [...wanted, 0], 1e-14);
    });

    test('of a Cone, which may be round', async () => {
      const { world, b } = await pair();
      const cone = world.addJoint(new ConeJoint({ b, axis: X, angle: 0.5 }));
      b.orientation = about(Z, 0.6) as never;
      poke(cone, JointRecord.reactionTorqueZ, -5);
      write(cone, CoordinateRecord.boundReaction, -5);
      expectVector(part(cone, 'torque'), [0, -5, 0], 1e-12);
    });

    test('as they are in a step', async () => {
      const { world, b } = await pair([0, 0, -10]);
      const other = world.addBody({ mass: 3 });
      const target = world.addJoint(new PrismaticJoint({ b, ...at, target: { offset: 0 } }));
      const stop = world.addJoint(new PrismaticJoint({ b: other, anchor: ORIGIN, axis: Z, limits: { lower: 0 } }));
      for (let frame = 0; frame < 60; frame++) world.step(DT);
      expectVector(part(target, 'force'), [20, 0, 0], isSingle ? 1e-3 : 1e-9);
      expectVector(part(stop, 'force'), [0, 30, 0], isSingle ? 1e-3 : 1e-9);
    });
  });

  describe('what has no direction is refused', () => {
    const swings = ['y', 'z'] as const;
    const WIDE: [string, object | 'free'][] = [
      ['free', 'free'],
      ['driven', { motor: { velocity: 1 } }],
      ['of one side', { limits: { lower: -1 } }],
      ['too wide', { limits: { lower: -1, upper: 3.1 } }],
      ['turns', { limits: { lower: -7, upper: -4 } }],
    ];
    test.each(swings.flatMap((axis) => WIDE.map(([name, freedom]) => ({ axis, name, freedom }))))(
      'a SixDof that turns about $axis only: $name',
      async ({ axis, freedom }) => {
        const { world, b } = await pair();
        const make = () => new SixDofJoint({ b, ...at(axis, freedom) });
        expectRefusal(make, 'invalid-argument');
        expect(make).toThrow(/axis of the joint.*angular\.x/);
        expect(world.jointCount).toBe(0);
      },
    );
    const at = (axis: 'y' | 'z', freedom: object | 'free', others: object = {}) => ({
      anchor: X,
      axis: Z,
      angular: { [axis]: freedom, ...others },
    });

    test.each(swings)('but not a SixDof that turns about %s within bounds or not alone', async (axis) => {
      const { world, b } = await pair();
      const limits = { lower: -3, upper: 3 };
      const bounded = world.addJoint(new SixDofJoint({ b, ...at(axis, { limits }) }));
      const other = axis === 'y' ? 'z' : 'y';
      for (const others of [{ x: 'free' }, { [other]: 'free' }]) world.addJoint(new SixDofJoint({ b, ...at(axis, 'free', others) }));
      world.addJoint(new SixDofJoint({ b, anchor: X, axis: Z, angular: { x: 'free' } }));
      world.addJoint(new SixDofJoint({ b, anchor: X, axis: Z, linear: { [axis]: 'free' } }));
      const swing = bounded[axis === 'y' ? 'swingY' : 'swingZ']!;
      for (const wide of [null, {}, { lower: 0 }, { lower: 0, upper: 4 }]) expectRefusal(() => (swing.limits = wide), 'invalid-argument');
      expect(swing.limits).toMatchObject(limits);
      swing.limits = { lower: 0, upper: 1 };
      expect(swing.limits).toMatchObject({ lower: 0, upper: 1 });
      world.removeJoint(bounded);
      expectRefusal(() => (swing.limits = null), 'removed-handle');
    });

    test('a RevoluteSpherical whose axis is not across the link', async () => {
      const { world, b } = await pair();
      const make = (axis: Vec3) => world.addJoint(new RevoluteSphericalJoint({ b, anchorA: ORIGIN, anchorB: ORIGIN, axis }));
      for (const axis of [X, [1, 1, 0], [0.06, 0, 1], [-0.06, 1, 0]] as Vec3[]) expectRefusal(() => make(axis), 'invalid-argument');
      expect(world.jointCount).toBe(0);
      const { axisWorld, positionError } = make([0.04, 3, 4]);
      expectVector(axisWorld, [0, 0.6, 0.8], 1e-14);
      expect(positionError).toBeLessThan(1e-14);
    });
  });
});
