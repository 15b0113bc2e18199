// What users keep with joints, and what lists of events tell of themselves.
import { describe, expect, expectTypeOf, test } from 'vitest';
import {
  BallJoint,
  GearJoint,
  GrabJoint,
  HingeJoint,
  type Joint,
  MatrixSpringJoint,
  PulleyJoint,
  Sphere,
  World,
} from '../../bindings/index.ts';
import { BACKENDS, expectRefusal } from './backends.ts';

interface Part {
  name: string;
}

describe.each(BACKENDS)('$label', ({ settings }) => {
  test('joints of all kinds keep what they are given, with its type', async () => {
    const world = await World.create(settings);
    const [a, b] = [world.addBody(), world.addBody({ position: [1, 0, 0] })];
    const userData: Part = { name: 'elbow' };
    const hinge = world.addJoint(new HingeJoint({ a, b, anchor: [0, 0, 0], axis: [0, 0, 1], userData }));
    expectTypeOf(hinge.userData).toEqualTypeOf<Part>();
    expectTypeOf(hinge).toExtend<Joint>();
    expect(hinge.userData).toBe(userData);
    const other = world.addJoint(new HingeJoint({ b, anchor: [0, 0, 0], axis: [0, 0, 1], userData: 3 }));
    const joints = [
      new BallJoint({ a, b, anchor: [0, 0, 0], userData }),
      new MatrixSpringJoint({ a, b, anchor: [0, 0, 0], stiffness: 1, userData }),
      new PulleyJoint({ a, b, pointA: [0, 3, 0], pointB: [1, 3, 0], anchorA: [0, 0, 0], anchorB: [0, 0, 0], userData }),
      new GearJoint({ first: hinge, second: other, ratio: 2, userData }),
      new GrabJoint({ body: b, anchor: [1, 0, 0], userData }),
    ];
    for (const joint of joints) expect(world.addJoint(joint).userData).toBe(userData);
    const plain = new BallJoint({ a, b, anchor: [0, 0, 0] });
    expectTypeOf(plain.userData).toEqualTypeOf<unknown>();
    expect(plain.userData).toBeUndefined();
    hinge.userData = { name: 'knee' };
    // @ts-expect-error of another type
    other.userData = 'three';
    world.restore(world.snapshot());
    expect(hinge.userData).toEqual({ name: 'knee' });
    world.dispose();
  });

  test('options that are not given leave it out, and unknown ones are refused', () => {
    expectRefusal(() => new HingeJoint({ anchor: [0, 0, 0], userdata: 1 } as never), 'invalid-argument');
  });

  test('the list of events is one to JSON', async () => {
    const world = await World.create(settings);
    world.addBody({ type: 'static', shape: new Sphere(1) });
    world.addBody({ shape: new Sphere(1), position: [0, 1.99, 0] });
    world.step(1 / 60);
    const told = JSON.parse(JSON.stringify(world.events)) as { type: string; a: { index: number }; childA: number }[];
    expect(told.map(({ type, a, childA }) => [type, a.index, childA])).toEqual([['contact-begin', 1, -1]]);
    world.dispose();
  });
});
