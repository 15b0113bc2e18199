// The records that joints make: rows, flags, limits, motors, and what handles read from them.
import { describe, expect, test } from 'vitest';
import { CoordinateFlag, CoordinateRecord, JointFlag, JointRecord, WorldRecord } from '../../bindings/core/layout.ts';
import {
  BallJoint,
  Box,
  type Coordinate,
  GearJoint,
  HingeJoint,
  type Joint,
  PathJoint,
  PrismaticJoint,
  SixDofJoint,
  SpringDamperJoint,
  World,
} from '../../bindings/index.ts';
import { BACKENDS, expectRefusal, expectRelative, expectVector } from './backends.ts';
import { MAKERS, poke, recordOf } from './coordinate-values.ts';

const TURN = 2 * Math.PI;
const half: [number, number, number] = [0.3, 0.2, 0.1];
const MASS = 2;
const about = (angle: number) => [0, 0, Math.sin(angle / 2), Math.cos(angle / 2)];

/** Locked coordinates, other rows, flags and coordinates with a record. */
const RECORDS: Record<string, [locks: string, rows: string, flags: string, coordinates: string]> = {
  Ball: ['', '', '', ''],
  Hinge: ['', '', 'TracksTwist', ''],
  Fixed: ['X Y Z Twist SwingY SwingZ', '', 'Rows', ''],
  Prismatic: ['Y Z Twist SwingY SwingZ', '', 'Rows', 'X'],
  Distance: ['', '', 'HasInterval', ''],
  Cylindrical: ['Y Z SwingY SwingZ', '', 'Rows TracksTwist', 'Twist X'],
  Universal: ['X Y Z SwingY', '', 'Rows TracksTwist', 'Twist SwingZ'],
  Planar: ['X SwingY SwingZ', '', 'Rows TracksTwist', 'Y Z Twist'],
  Rope: ['', '', 'HasInterval', ''],
  SpringDamper: ['', 'Extra.Drive', 'Rows SoftRows', 'Extra'],
  MatrixSpring: ['', '', 'SoftRows', 'X'],
  RevoluteSpherical: ['X Extra', '', 'Rows', ''],
  SixDof: ['X Z SwingY', 'SwingZ.Friction', 'Rows TracksTwist', 'Y Twist SwingZ'],
  Axle: ['SwingY SwingZ', '', 'Rows TracksTwist', 'Twist'],
  Cone: ['', 'Cone.Bound', 'Rows', 'Cone'],
  Screw: ['Y Z SwingY SwingZ Extra', '', 'Rows TracksTwist', 'Twist X Extra'],
  Gear: ['', '', '', 'X'],
  RackAndPinion: ['', '', '', 'X'],
  Pulley: ['', '', '', 'X'],
  Path: ['Y Z', '', 'Rows', 'X Extra'],
  Grab: ['', '', 'SoftRows', 'X'],
  AngularDrive: ['', '', 'SoftRows', 'X'],
};

/** Names of the getters of an object and its classes, but for those that need no record. */
function gettersOf(object: object): string[] {
  const found: string[] = [];
  for (let at = object; at !== Object.prototype; at = Object.getPrototypeOf(at))
    for (const [name, { get }] of Object.entries(Object.getOwnPropertyDescriptors(at))) if (get) found.push(name);
  return found.filter((name) => !['a', 'b', 'index', 'world', 'alive', 'angularError', 'memory', 'isInterval'].includes(name));
}
const list = (text: string) => (text === '' ? [] : text.split(' '));

describe.each(BACKENDS)('$label', ({ settings }) => {
  const create = () => World.create({ ...settings, gravity: [0, 0, 0] });
  const pair = async () => {
    const world = await create();
    const [a, b] = [0, 1].map((x) => world.addBody({ shape: new Box(half), mass: MASS, position: [x, 0, 0] }));
    return { world, a, b };
  };
  const hinged = async (options: object = {}) => {
    const bodies = await pair();
    const hinge = bodies.world.addJoint(new HingeJoint({ b: bodies.b, anchor: [0.5, 0, 0], axis: [0, 0, 1], ...options }));
    return { ...bodies, hinge };
  };

  test.each(Object.keys(RECORDS))('the records of a %s', async (name) => {
    const { world, a, b } = await pair();
    const joint = world.addJoint(MAKERS[name]({ a, b }, world));
    const [locks, rows, flags, coordinates] = RECORDS[name].map(list);
    const found = recordOf(joint);
    expect(found.locks).toEqual(locks);
    expect([...found.rows].sort()).toEqual([...locks.map((kind) => `${kind}.Bound`), ...rows].sort());
    expect(found.flags.filter((flag) => flag !== 'Ignores').sort()).toEqual([...flags].sort());
    expect(found.coordinates).toEqual(coordinates);
    expect([joint.breakForce, joint.breakTorque, joint.broken]).toEqual([Infinity, Infinity, false]);
    const { total } = joint.getLoads({ on: 'a', frame: 'joint' });
    expect([...total.force, ...total.torque].every((component) => component === 0)).toBe(true);
    for (const coordinate of Object.values(joint.coordinates)) {
      expect([coordinate.joint, Number.isFinite(coordinate.value), Math.abs(coordinate.velocity)]).toEqual([joint, true, 0]);
    }
  });

  test.each(Object.keys(RECORDS))('a %s is the same in another world, and leaves no records', async (name) => {
    const { world, a, b } = await pair();
    const joint = world.addJoint(MAKERS[name]({ a, b }, world));
    const other = await create();
    other.restore(world.snapshot());
    const copy = [...other.joints][joint.index];
    expect(copy.constructor).toBe(joint.constructor);
    const values = ({ coordinates }: Joint) =>
      Object.entries(coordinates).map(([key, { value, limits, motor }]) => [key, value, limits, motor]);
    expect(values(copy)).toEqual(values(joint));
    expect(copy.placement()).toEqual(joint.placement());
    expect(copy.initialLocks()).toBe(joint.initialLocks());
    for (const each of [world, other]) {
      for (const body of each.bodies) each.removeBody(body);
      expect([each.jointCount, each.store.coordinates.live, each.store.points.live]).toEqual([0, 0, 0]);
    }
  });

  test.each(Object.keys(RECORDS))('a %s has no state before it is added, nor when it is removed', async (name) => {
    const { world, a, b } = await pair();
    const joint = MAKERS[name]({ a, b }, world);
    const check = () => {
      for (const getter of gettersOf(joint)) expectRefusal(() => (joint as unknown as Record<string, unknown>)[getter], 'removed-handle');
      for (const use of [() => joint.getLoads(), () => joint.getForce()]) expectRefusal(use, 'removed-handle');
    };
    check();
    world.addJoint(joint);
    const coordinates = Object.values(joint.coordinates);
    world.removeJoint(joint);
    check();
    for (const coordinate of coordinates)
      for (const getter of gettersOf(coordinate)) expectRefusal(() => coordinate[getter as 'value'], 'removed-handle');
  });

  describe('a joint of one freedom', () => {
    const changes: [name: string, options: object, row: string][] = [
      ['a motor', { motor: { velocity: 1 } }, 'Drive'],
      ['friction', { friction: 3 }, 'Friction'],
      ['viscous damping', { viscousDamping: 3 }, 'Viscous'],
      ['restitution', { limits: { lower: -1, upper: 2, restitution: 0.5 } }, 'Bound'],
      ['damping of its limits', { limits: { lower: -1, upper: 2, compliance: 0.1, damping: 3 } }, 'Bound'],
      ['a frequency of its limits', { limits: { lower: -1, upper: 2, frequency: 3 } }, 'Bound'],
    ];
    const kinds = [
      ['Hinge', HingeJoint, 'Twist', ['X', 'Y', 'Z', 'SwingY', 'SwingZ']],
      ['Prismatic', PrismaticJoint, 'X', ['Y', 'Z', 'Twist', 'SwingY', 'SwingZ']],
    ] as const;
    const cases = kinds.flatMap(([name, Kind, free, locks]) =>
      changes.map(([what, options, row]) => ({ name, Kind, free, locks, what, options, row })),
    );

    test.each(cases)('a $name with $what is solved by rows, at once and later', async ({ Kind, free, locks, options, row }) => {
      const { world, b } = await pair();
      const place = { b, anchor: [0.5, 0, 0], axis: [0, 0, 1] } as const;
      const given = world.addJoint(new Kind({ ...place, ...options }));
      const later = world.addJoint(new Kind({ ...place, limits: { lower: -1, upper: 2 } }));
      expect(recordOf(later).flags).toContain(Kind === HingeJoint ? 'HasInterval' : 'Rows');
      Object.assign(later, options);
      for (const joint of [given, later]) {
        const found = recordOf(joint);
        expect(found.locks).toEqual(locks);
        expect(found.rows).toContain(`${free}.${row}`);
        expect(found.flags).toContain('Rows');
        expect(found.flags).not.toContain('HasInterval');
        expect(found.coordinates).toEqual([free]);
        expect(found.flags.includes('SoftRows')).toBe(row === 'Viscous' || (joint.limits?.compliance ?? 0) > 0);
      }
      expect(recordOf(later).rows).toContain(`${free}.Bound`);
      expect([later.limits!.lower, later.limits!.upper]).toEqual([-1, 2]);
      Object.assign(later, { motor: null, friction: 0, viscousDamping: 0, limits: null });
      expect(recordOf(later).flags).toContain('Rows');
      expect(recordOf(later).rows).toEqual(locks.map((kind) => `${kind}.Bound`));
      later.target = { [Kind === HingeJoint ? 'angle' : 'offset']: 0.5, compliance: 0.1 } as never;
      expect(later.limits).toMatchObject({ lower: 0.5, upper: 0.5, compliance: 0.1 });
      expect(recordOf(later).flags).toContain('SoftRows');
    });

    test('stays with its own kernel while it has but limits or a target', async () => {
      const { hinge } = await hinged({ limits: { lower: -7, upper: 9, compliance: 0.01 } });
      expect(hinge.limits).toEqual({ lower: -7, upper: 9, compliance: 0.01, damping: 0, restitution: 0 });
      hinge.target = { angle: 2 };
      expect([hinge.limits!.lower, hinge.limits!.upper]).toEqual([2, 2]);
      Object.assign(hinge, { limits: null, motor: null, friction: 0, viscousDamping: 0 });
      hinge.rotation.limits = { upper: 1 };
      const found = recordOf(hinge);
      expect([found.flags.sort(), found.coordinates, found.rows]).toEqual([['HasInterval', 'TracksTwist'], [], []]);
      expect(found.read(JointRecord.upper)).toBe(1);
    });

    test('has its loads along the coordinate, whoever bears them', async () => {
      const { hinge } = await hinged({ limits: { lower: 0 } });
      poke(hinge, JointRecord.intervalReaction, 5);
      poke(hinge, JointRecord.reactionTorqueZ, 7);
      expect(hinge.rotation.loads).toEqual({ limit: 5, motor: 0, friction: 0 });
      expectVector(hinge.getLoads().limit.torque, [0, 0, 5], 1e-14);
      expectVector(hinge.getLoads().constraint.torque, [0, 0, 2], 1e-14);
      hinge.friction = 1;
      expect(hinge.rotation.loads).toEqual({ limit: 5, motor: 0, friction: 0 });
    });
  });

  test('the rows of a Ball', async () => {
    const { world, b } = await pair();
    const at = { b, anchor: [1, 0, 0], axis: [0, 1, 0] } as const;
    const limited = world.addJoint(new BallJoint({ ...at, swing: { y: 0.4, z: 0.6, compliance: 0.1 }, twist: { lower: -1, upper: 1 } }));
    expect(recordOf(limited).rows).toEqual(['X.Bound', 'Y.Bound', 'Z.Bound', 'Twist.Bound', 'Cone.Bound']);
    expect(recordOf(limited).flags.sort()).toEqual(['Rows', 'SoftRows', 'TracksTwist']);
    expect([limited.swing, Object.keys(limited.coordinates)]).toEqual([
      { y: 0.4, z: 0.6, compliance: 0.1, damping: 0, restitution: 0 },
      ['twist', 'swingY', 'swingZ', 'cone'],
    ]);
    limited.swing = null;
    expect([limited.cone, recordOf(limited).rows.includes('Cone.Bound')]).toEqual([null, false]);
    const driven = world.addJoint(new BallJoint({ b, anchor: [1, 0, 0] }));
    expect(recordOf(driven).flags).toEqual([]);
    driven.motor = { target: [0.3 * Math.SQRT1_2, 0, 0, 1], stiffness: 10, damping: 1, maxTorque: 5 };
    expect(recordOf(driven).rows.filter((row) => row.endsWith('Drive'))).toEqual(['Twist.Drive', 'SwingY.Drive', 'SwingZ.Drive']);
    expectRelative(driven.twist.motorTarget, 2 * Math.atan(0.3 * Math.SQRT1_2), 1e-14);
    expect([driven.swingY.motorTarget, driven.swingZ.motor?.maxTorque]).toEqual([0, 5]);
    driven.motor = { velocity: [1, 2, 3] };
    expect([driven.twist, driven.swingY, driven.swingZ].map((coordinate) => coordinate.motorVelocity)).toEqual([1, 2, 3]);
  });

  describe('motors', () => {
    const cases: [options: object, flags: number, soft: boolean][] = [
      [{ target: 1 }, CoordinateFlag.Servo | CoordinateFlag.Rigid, false],
      [{ target: 1, stiffness: Infinity, maxTorque: 5 }, CoordinateFlag.Servo | CoordinateFlag.Rigid, false],
      [{ target: 1, velocity: 2, stiffness: 3, damping: 4, quadraticStiffness: 5, maxTorque: 6, deadZone: 7 }, CoordinateFlag.Servo, true],
      [{ velocity: 2 }, CoordinateFlag.Rigid, false],
      [{ velocity: 2, damping: 4, deadZone: 0.1 }, 0, true],
      [
        { target: 0, stiffness: 9, deadZone: 0.1, secondary: { target: 1, stiffness: 2, damping: 3, maxTorque: 4 } },
        CoordinateFlag.Servo | CoordinateFlag.HasSecondary,
        true,
      ],
    ];
    test.each(cases)('%j', async (motor, flags, soft) => {
      const { hinge } = await hinged({ motor });
      const found = recordOf(hinge);
      expect(found.whole(CoordinateRecord.flags)).toBe(flags | CoordinateFlag.HasDrive | CoordinateFlag.Alive);
      expect(found.flags.includes('SoftRows')).toBe(soft);
      const { stiffness, ...others } = { stiffness: Infinity, ...motor } as { stiffness: number };
      expect(hinge.motor).toMatchObject(stiffness === Infinity ? others : motor);
      const before = hinge.motor;
      hinge.motor = before;
      expect([hinge.motor, recordOf(hinge).whole(CoordinateRecord.flags)]).toEqual([before, found.whole(CoordinateRecord.flags)]);
    });

    test('numbers that change each frame', async () => {
      const { hinge } = await hinged({ motor: { target: 1, stiffness: 3 } });
      hinge.rotation.motorTarget = 8;
      hinge.rotation.motorVelocity = -2;
      expect(hinge.motor).toMatchObject({ target: 8, velocity: -2, stiffness: 3, maxTorque: Infinity });
    });

    test('one helps another, until that is gone', async () => {
      const { world, b, hinge } = await hinged({ motor: { velocity: 1, maxTorque: 1 } });
      const secondary = { target: 1, stiffness: 5, helps: hinge.rotation };
      const helper = world.addJoint(
        new HingeJoint({ b, anchor: [1, 0, 0], axis: [0, 0, 1], motor: { target: 0, stiffness: 1, secondary } }),
      );
      expect(recordOf(helper).whole(CoordinateRecord.helped)).toBe(world.store.coordinateSlots(hinge.index)[0] + 1);
      expect(helper.motor!.secondary!.helps).toBe(hinge.rotation);
      world.removeJoint(hinge);
      expect(recordOf(helper).whole(CoordinateRecord.helped)).toBe(0);
      expect(helper.motor!.secondary!.helps).toBeUndefined();
    });
  });

  describe('a frequency', () => {
    const f = 2;
    /** About the hinge of `hinged`, half a metre from the centre of mass. */
    const inertia = (MASS / 3) * (half[0] * half[0] + half[1] * half[1]) + MASS * 0.25;
    const stiffness = (mass: number) => mass * (TURN * f) * (TURN * f);

    test('of a hinge: stiffness and damping of its moment of inertia', async () => {
      const { hinge } = await hinged({ motor: { target: 0, frequency: f, dampingRatio: 0.7 } });
      expectRelative(hinge.motor!.stiffness!, stiffness(inertia), 1e-13);
      expectRelative(hinge.motor!.damping!, 2 * 0.7 * inertia * TURN * f, 1e-13);
      hinge.limits = { lower: -1, frequency: f };
      expectRelative(hinge.limits!.compliance, 1 / stiffness(inertia), 1e-13);
      expectRelative(hinge.limits!.damping, 2 * inertia * TURN * f, 1e-13);
    });

    test('of a mass on a slider, and between two masses', async () => {
      const { world, a, b } = await pair();
      const slider = world.addJoint(new PrismaticJoint({ b, anchor: [5, 1, 2], axis: [1, 2, 3], motor: { target: 0, frequency: f } }));
      expectRelative(slider.motor!.stiffness!, stiffness(MASS), 1e-13);
      const spring = world.addJoint(new SpringDamperJoint({ a, b, anchorA: [0, 0, 0], anchorB: [0, 0, 0], frequency: f }));
      expectRelative(spring.stiffness, stiffness(MASS / 2), 1e-13);
      expectRelative(spring.dampingCoefficient, 2 * (MASS / 2) * TURN * f, 1e-13);
      expect([spring.restLength, spring.distance]).toEqual([1, 1]);
    });
  });

  test('an angle counts turns, and is the one nearest to what was tracked', async () => {
    const { b, hinge } = await hinged();
    for (const twist of [0, 3, -3, 40, -40]) {
      poke(hinge, JointRecord.twist, twist);
      for (const angle of [twist - 3.1, twist - 0.2, twist + 1, twist + 3.1]) {
        b.orientation = about(angle) as never;
        expect(hinge.angle).toBeCloseTo(angle, 12);
      }
    }
    b.angularVelocity = [0, 0, 3];
    b.linearVelocity = [0, 0, 0];
    expect(hinge.angularVelocity).toBeCloseTo(3, 14);
  });

  test('loads of motors and friction, on either body and in either frame', async () => {
    const { world, a, b } = await pair();
    const joint = world.addJoint(
      new SixDofJoint({
        a,
        b,
        anchor: [0.5, 0, 0],
        axis: [0, 1, 0],
        linear: { x: { motor: { velocity: 1 } } },
        angular: { x: { friction: 1 } },
      }),
    );
    b.position = [1, 0.5, 0];
    const write = (coordinate: Coordinate, field: number, value: number) => {
      world.memory.f64[(joint.chain.find(coordinate.kind)! + field) >> 3] = value;
    };
    write(joint.x!, CoordinateRecord.driveReaction, 3);
    write(joint.twist!, CoordinateRecord.frictionReaction, 4);
    write(joint.twist!, CoordinateRecord.viscousReaction, 1);
    poke(joint, JointRecord.reactionForceX, 2);
    poke(joint, JointRecord.reactionForceY, 3);
    expect([joint.x!.loads.motor, joint.twist!.loads.friction]).toEqual([3, 5]);
    const onB = joint.getLoads();
    expectVector(onB.motor.force, [0, 3, 0], 1e-14);
    expectVector(onB.friction.torque, [0, 5, 0], 1e-14);
    expectVector(onB.constraint.force, [2, 0, 0], 1e-14);
    expectVector(onB.constraint.torque, [0, -5, 0], 1e-14);
    const onA = joint.getLoads({ on: 'a' });
    expectVector(onA.total.force, [-2, -3, 0], 1e-14);
    expectVector(onA.total.torque, [0, 0, 1], 1e-14); // lever of 0.5 m along y
    expectVector(joint.getLoads({ frame: 'joint' }).motor.force, [3, 0, 0], 1e-14);
  });

  test('broken joints are told, and mended', async () => {
    const { world, hinge } = await hinged({ breakForce: 5, breakTorque: 6 });
    expect([hinge.breakForce, hinge.breakTorque, world.jointBreaks]).toEqual([5, 6, []]);
    hinge.breakForce = Infinity;
    hinge.enabled = false;
    hinge.setFlag(JointFlag.Broken | JointFlag.JustBroken, true);
    poke(hinge, JointRecord.reactionForceY, 8);
    const { memory } = world;
    memory.u32[(memory.world + WorldRecord.brokenCount) >> 2] = 1;
    expect([hinge.broken, world.jointBreaks]).toEqual([true, [{ joint: hinge, force: [0, 8, 0], torque: [0, 0, 0] }]]);
    hinge.enabled = true;
    expect([hinge.broken, hinge.enabled]).toEqual([false, true]);
  });

  test('a gear is at all the bodies of its joints, and goes with them', async () => {
    const world = await create();
    const [carrier, one, other] = [0, 1, 2].map((x) => world.addBody({ shape: new Box(half), position: [x, 0, 0] }));
    const place = (b: typeof one, x: number) => ({ a: carrier, b, anchor: [x, 0, 0] as const, axis: [0, 0, 1] as const });
    const [first, second] = [world.addJoint(new HingeJoint(place(one, 1))), world.addJoint(new HingeJoint(place(other, 2)))];
    const gear = world.addJoint(new GearJoint({ first, second, ratio: -3, compliance: 1e-3 }));
    expect([gear.a, gear.b, gear.first, gear.second, gear.ratio, gear.compliance]).toEqual([one, other, first, second, -3, 1e-3]);
    expect(recordOf(gear).read(JointRecord.intervalCompliance)).toBe(1e-3);
    const counts = () => [carrier, one, other].map((body) => world.store.at(body.index).length);
    expect(counts()).toEqual([3, 2, 2]);
    const color = (joint: Joint) => world.memory.i32[(joint.record() + JointRecord.color) >> 2];
    world.step(1 / 60);
    expect(new Set([first, second, gear].map(color)).size).toBe(3);
    world.removeJoint(first);
    expect([gear.alive, second.alive, counts()]).toEqual([false, true, [1, 0, 1]]);
  });

  test('a path knows its length, and the nearest point', async () => {
    const { world, a, b } = await pair();
    const straight = world.addJoint(
      new PathJoint({
        a,
        b,
        anchorB: [0, 0, 0],
        points: [
          [0, 1, 0],
          [3, 1, 4],
          [6, 1, 8],
        ],
      }),
    ); // prettier-ignore
    expectRelative(straight.length, 10, 1e-12);
    expectRelative(straight.distance, 3 / 5, 1e-12);
    expectVector(straight.tangentWorld, [0.6, 0, 0.8], 1e-12);
    const count = 32;
    const points = Array.from({ length: count }, (_, k) => [Math.cos((TURN * k) / count), 0, Math.sin((TURN * k) / count)] as const);
    const circle = world.addJoint(new PathJoint({ b, anchor: [0, 0.1, 1.5], points, closed: true, orientation: 'follow' }));
    expectRelative(circle.length, TURN, 1e-4);
    expectRelative(circle.distance, TURN / 4, 1e-4);
    expect([circle.closed, circle.angularError < 1e-7, recordOf(circle).locks.length]).toEqual([true, true, 5]);
    expectRelative(circle.positionError, Math.hypot(0.5, 0.1), 1e-3);
  });
});
