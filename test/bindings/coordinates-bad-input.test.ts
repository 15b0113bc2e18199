// What the joints with coordinates must not be given. Each call has to throw the right HolonomicError and leave every byte as it was.
import { beforeAll, describe, expect, test } from 'vitest';
import {
  BallJoint,
  Box,
  ConeJoint,
  CylindricalJoint,
  GearJoint,
  GrabJoint,
  HingeJoint,
  PrismaticJoint,
  PulleyJoint,
  RackAndPinionJoint,
  SixDofJoint,
  SpringDamperJoint,
  World,
} from '../../bindings/index.ts';
import { BACKENDS, expectRefusal } from './backends.ts';
import {
  type Named,
  OF_VALID,
  OPTIONS,
  type Options,
  points,
  UNDEFINED,
  UNLIKE_ANGULAR,
  UNLIKE_CONES,
  UNLIKE_LIMITS,
  UNLIKE_LINEAR,
  VALID,
} from './bad-input-coordinates.ts';
import { NEGATIVE, NOT_FINITE, NOT_OBJECTS, NOT_POSITIVE, NOT_VECTORS } from './bad-input-values.ts';

describe.each(BACKENDS)('$label', ({ settings }) => {
  const make = async () => {
    const world = await World.create(settings);
    const [a, b, still] = [0, 1, 2].map((x) =>
      world.addBody({ shape: new Box([0.2, 0.1, 0.3]), position: [x, 1, 0], type: x === 2 ? 'static' : 'dynamic' }),
    );
    const hinge = world.addJoint(new HingeJoint({ a, b, anchor: [0.5, 1, 0], axis: [0, 1, 0], limits: { lower: -1, upper: 1 } }));
    const slider = world.addJoint(new PrismaticJoint({ b, anchor: [1, 1, 0], axis: [0, 1, 0], motor: { target: 0, stiffness: 5 } }));
    const ball = world.addJoint(new BallJoint({ a, anchor: [0, 1, 0] }));
    const cone = world.addJoint(new ConeJoint({ b, axis: [0, 1, 0], angle: 1 }));
    const sixDof = world.addJoint(new SixDofJoint({ b, anchor: [0, 1, 0], axis: [0, 1, 0], angular: { x: 'free' } }));
    const pulley = world.addJoint(new PulleyJoint({ a, b, anchorA: [0, 0, 0], anchorB: [0, 0, 0], pointA: [0, 5, 0], pointB: [1, 5, 0] }));
    const grab = world.addJoint(new GrabJoint({ body: b, anchor: [1, 1, 0] }));
    const spring = world.addJoint(new SpringDamperJoint({ a, b, ...points, stiffness: 3 } as never));
    const foreign = await World.create(settings);
    const other = foreign.addBody({});
    const stranger = foreign.addJoint(new HingeJoint({ b: other, anchor: [0, 0, 0], axis: [0, 1, 0], motor: { velocity: 1 } }));
    const gone = world.addJoint(new HingeJoint({ b: a, anchor: [0, 0, 0], axis: [0, 1, 0], motor: { velocity: 1 } }));
    world.removeJoint(gone);
    return { world, a, b, still, hinge, slider, ball, cone, sixDof, pulley, grab, spring, stranger, gone };
  };
  let subject: Awaited<ReturnType<typeof make>>;
  let before: Uint8Array;
  beforeAll(async () => {
    subject = await make();
    before = subject.world.snapshot();
  });

  /** Refuses all, and changes no byte. */
  function expectRefusals(rows: readonly [name: string, act: () => unknown, code?: Parameters<typeof expectRefusal>[1]][]): void {
    const problems = rows.flatMap(([name, act, code]) => {
      try {
        expectRefusal(act, code ?? 'invalid-argument');
        return Buffer.compare(subject.world.snapshot(), before) === 0 ? [] : [`${name}: the call changed the state`];
      } catch (error) {
        return [`${name}: ${(error as Error).message.split('\n')[0]}`];
      }
    });
    expect(problems).toEqual([]);
  }

  test.each(OPTIONS)('$0.name $1', (kind, name, values, others = {}) => {
    const { world, a, b } = subject;
    const given = { a, b, ...OF_VALID.get(kind), ...others };
    const add = (value: unknown) => world.addJoint(new kind({ ...given, [name]: value } as never));
    expectRefusals(values.map(([what, value]) => [what, () => add(value)]));
  });

  test.each(VALID)('$name without options', (kind) => {
    expectRefusals([...NOT_OBJECTS, ...UNDEFINED].map(([what, value]) => [what, () => new kind(value as never)]));
  });

  test('gears and racks', () => {
    const { world, hinge, slider, ball, stranger, gone } = subject;
    const gear = (given: object) => () => world.addJoint(new GearJoint({ first: hinge, second: slider, ratio: 1, ...given } as never));
    const rack = (given: object) => () =>
      world.addJoint(new RackAndPinionJoint({ pinion: hinge, rack: slider, radius: 1, ...given } as never));
    expectRefusals([
      ...[...NOT_OBJECTS, ...UNDEFINED].flatMap(([what, value]): [string, () => unknown][] => [
        [what, () => new GearJoint(value as never)],
        [what, () => new RackAndPinionJoint(value as never)],
        [`first: ${what}`, gear({ first: value })],
        [`rack: ${what}`, rack({ rack: value })],
      ]),
      ...[['0', 0] as Named, ...NOT_FINITE].flatMap(([what, value]): [string, () => unknown][] => [
        [`ratio ${what}`, gear({ ratio: value })],
        [`radius ${what}`, rack({ radius: value })],
      ]),
      ['a ball', gear({ first: ball })],
      ['the same twice', gear({ second: hinge })],
      ['one that was not added', gear({ first: new HingeJoint({ anchor: [0, 0, 0], axis: [0, 1, 0], b: subject.b }) })],
      ['a translation of a hinge', gear({ firstCoordinate: 'translation' })],
      ['a wrong word', gear({ firstCoordinate: 'angle' })],
      ['a slider as pinion', rack({ pinion: slider })],
      ['a hinge as rack', rack({ rack: hinge })],
      ['a body', gear({ a: subject.a })],
      ['a negative compliance', gear({ compliance: -1 })],
      ['of another world', gear({ first: stranger }), 'foreign-handle'],
      ['removed', gear({ first: gone }), 'removed-handle'],
    ]);
  });

  test('grabs', () => {
    const { world, b, still } = subject;
    const grab = (given: object) => () => world.addJoint(new GrabJoint({ body: b, anchor: [1, 1, 0], ...given } as never));
    expectRefusals([
      ...[...NOT_OBJECTS, ...UNDEFINED].map(([what, value]): [string, () => unknown] => [what, () => new GrabJoint(value as never)]),
      ...NOT_VECTORS.map(([what, value]): [string, () => unknown] => [`target ${what}`, grab({ target: value })]),
      ['no body', grab({ body: undefined })],
      ['the world', grab({ body: null })],
      ['two bodies', grab({ b })],
      ['an end a', grab({ a: b })],
      ['frequency beside stiffness', grab({ frequency: 1, stiffness: 1 })],
      ['damping beside its ratio', grab({ damping: 1, dampingRatio: 1 })],
      ['a frequency of zero', grab({ frequency: 0 })],
      ['a relaxation of two', grab({ relaxation: 2 })],
      ['what does not move', grab({ body: still })],
      ['no anchor', grab({ anchor: undefined })],
    ]);
  });

  test('a frequency where nothing moves', () => {
    const { world, still, b } = subject;
    const place = { anchor: [0, 0, 0], axis: [0, 1, 0] } as const;
    const locked = { ...place, b, linear: { x: { motor: { target: 0, frequency: 1 } } } } as const;
    expectRefusals([
      ['a motor', () => world.addJoint(new HingeJoint({ b: still, ...place, motor: { target: 0, frequency: 1 } }))],
      ['limits', () => world.addJoint(new CylindricalJoint({ b: still, ...place, translation: { limits: { lower: 0, frequency: 1 } } }))],
      ['a cone', () => world.addJoint(new ConeJoint({ b: still, axis: [0, 1, 0], angle: { y: 1, z: 1, frequency: 1 } }))],
      ['a spring', () => world.addJoint(new SpringDamperJoint({ b: still, ...points, frequency: 1 } as never))],
      ['another world', () => world.addJoint(new SixDofJoint({ ...locked, a: subject.stranger.b })), 'foreign-handle'],
    ]);
  });

  test('help of motors elsewhere', () => {
    const { hinge, slider, stranger, gone, ball } = subject;
    const motor = (helps: unknown) => ({ target: 0, stiffness: 1, secondary: { target: 1, stiffness: 1, helps } }) as never;
    expectRefusals([
      ['in another world', () => (hinge.motor = motor(stranger.rotation)), 'foreign-handle'],
      ['of its own', () => (slider.motor = motor(slider.translation))],
      ['without motor', () => (slider.motor = motor(ball.twist))],
      ['removed', () => (hinge.motor = motor(gone.rotation)), 'removed-handle'],
    ]);
  });

  test('setters', () => {
    const { hinge, slider, ball, cone, sixDof, pulley, grab, spring } = subject;
    const set = (object: object, name: string, values: readonly Named[]): [string, () => unknown][] =>
      values.map(([what, value]) => [`${name} ${what}`, () => ((object as Options)[name] = value)]);
    const given = (values: readonly Named[]) => [...values.filter(([name]) => name !== 'null'), ...UNDEFINED];
    expectRefusals([
      ...set(hinge, 'motor', given(UNLIKE_ANGULAR)),
      ...set(slider, 'motor', given(UNLIKE_LINEAR)),
      ...set(hinge.rotation, 'limits', given(UNLIKE_LIMITS)),
      ...set(hinge, 'friction', [...NEGATIVE, ...UNDEFINED]),
      ...set(hinge, 'viscousDamping', [...NEGATIVE, ...UNDEFINED]),
      ...set(hinge.rotation, 'motorTarget', [['without a motor', 1]]),
      ...set(slider.translation, 'motorTarget', [...NOT_FINITE, ...UNDEFINED]),
      ...set(slider.translation, 'motorVelocity', [...NOT_FINITE, ...UNDEFINED]),
      ...set(ball, 'swing', given(UNLIKE_CONES)),
      ...set(ball, 'friction', [...NEGATIVE, ...UNDEFINED]),
      ...set(ball, 'motor', [['nothing', {}], ...UNDEFINED]),
      ...set(ball.twist, 'motor', given(UNLIKE_ANGULAR)),
      ...set(cone, 'angles', [...UNLIKE_CONES, ...UNDEFINED]),
      ...set(cone.cone, 'limits', [['of a cone', { lower: 0 }]]),
      ...set(cone.cone, 'motor', [['of a cone', { velocity: 0 }]]),
      ...set(cone.cone, 'friction', [['of a cone', 1]]),
      ...set(sixDof, 'coneLimits', [['of a locked swing', { y: 1, z: 1 }]]),
      ...set(pulley, 'length', [...NEGATIVE, ...UNDEFINED]),
      ...set(pulley, 'compliance', [...NEGATIVE, ...UNDEFINED]),
      ...set(grab, 'target', [...NOT_VECTORS, ...UNDEFINED]),
      ...set(grab, 'relaxation', [['2', 2], ...NOT_POSITIVE]),
      ...set(grab, 'maxForce', [['-1', -1], ...UNDEFINED]),
      ...set(spring, 'restLength', [...NEGATIVE, ...UNDEFINED]),
      ...set(spring, 'stiffness', [...NEGATIVE, ...UNDEFINED]),
      ...set(spring, 'dampingCoefficient', [...NEGATIVE, ...UNDEFINED]),
      ...set(hinge, 'breakForce', [...NOT_POSITIVE.filter(([name]) => name !== 'Infinity'), ...UNDEFINED]),
      ['getLoads on', () => hinge.getLoads({ on: 'c' as never })],
      ['getLoads frame', () => hinge.getLoads({ frame: 'local' as never })],
      ['getLoads', () => hinge.getLoads(null as never)],
    ]);
  });

  test('handles of what is gone', () => {
    const { gone } = subject;
    const { rotation } = subject.stranger;
    expect(rotation.joint.alive).toBe(true);
    expectRefusals([
      ['coordinates', () => gone.coordinates, 'removed-handle'],
      ['rotation', () => gone.rotation, 'removed-handle'],
      ['motor', () => (gone.motor = { velocity: 1 }), 'removed-handle'],
      ['loads', () => gone.getLoads(), 'removed-handle'],
      ['broken', () => gone.broken, 'removed-handle'],
    ]);
  });
});
