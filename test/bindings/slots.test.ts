// From slots, as typed arrays tell them, to bodies and joints; and the types of what users keep with them.
import { describe, expect, expectTypeOf, test } from 'vitest';
import { BallJoint, type Body, Sphere, World } from '../../bindings/index.ts';
import { BACKENDS, expectRefusal } from './backends.ts';

describe.each(BACKENDS)('$label', ({ settings }) => {
  test('a slot leads to its body and its joint, as long as they are there', async () => {
    const world = await World.create(settings);
    const bodies = [0, 3, 6].map((x) => world.addBody({ shape: new Sphere(1), position: [x, 0, 0] }));
    const joint = world.addJoint(new BallJoint({ b: bodies[1], anchor: [3, 0, 0] }));
    for (const body of bodies) expect(world.bodyAt(body.index)).toBe(body);
    expect(world.jointAt(joint.index)).toBe(joint);
    expect([world.bodyAt(0), world.bodyAt(-1), world.bodyAt(4), world.bodyAt(1e6), world.jointAt(1), world.jointAt(-1)]).toEqual(
      new Array(6).fill(null),
    );
    const { bodies: hit } = world.castRays([0, 5, 0, 0, -1, 0, 3, 5, 0, 0, -1, 0, 0, 5, 0, 0, 1, 0]);
    expect(Array.from(hit, (slot) => world.bodyAt(slot))).toEqual([bodies[0], bodies[1], null]);
    const saved = world.snapshot();
    world.removeBody(bodies[1]);
    expect([world.bodyAt(2), world.jointAt(0)]).toEqual([null, null]);
    const next = world.addBody();
    expect(world.bodyAt(2)).toBe(next);
    world.restore(saved);
    expect([world.bodyAt(2), world.jointAt(0)]).toEqual([bodies[1], joint]);
    for (const slot of [0.5, Number.NaN, -2, '1', null, undefined, bodies[0], 2 ** 32]) {
      expectRefusal(() => world.bodyAt(slot as never), 'invalid-argument');
      expectRefusal(() => world.jointAt(slot as never), 'invalid-argument');
    }
    world.dispose();
    expectRefusal(() => world.bodyAt(1), 'disposed');
    expectRefusal(() => world.jointAt(0), 'disposed');
  });
});

test('what users keep with a body has its type', async () => {
  const world = await World.create();
  interface Crate {
    name: string;
  }
  const crate = world.addBody<Crate>({ userData: { name: 'one' } });
  expectTypeOf(crate.userData).toEqualTypeOf<Crate>();
  expect(crate.userData.name).toBe('one');
  expectTypeOf(world.addBody({ userData: 7 }).userData).toEqualTypeOf<number>();
  expectTypeOf(world.addBody().userData).toEqualTypeOf<unknown>();
  const any: Body = crate;
  expectTypeOf(any.userData).toEqualTypeOf<unknown>();
  // @ts-expect-error a number is no crate
  crate.userData = 5;
  // @ts-expect-error nor does it go in
  world.addBody<Crate>({ userData: 5 });
  world.dispose();
});
