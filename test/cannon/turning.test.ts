// Bodies that nothing turns but the velocity that their program gives them: the same as in cannon-es.
import { expect, test } from 'vitest';
import { both, type Cannon } from './packages.ts';
import { addBox, addFloor, newWorld, stepFor } from './programs/program.ts';

type Place = { angle: number; y: number; speed: number };

function turns(name: string, run: (C: Cannon) => Place, angle: number): void {
  test(name, () => {
    const { theirs, ours } = both(run);
    expect(theirs.angle).toBeCloseTo(angle, 1);
    for (const each of ['angle', 'y', 'speed'] as const) expect([each, ours[each]]).toEqual([each, expect.closeTo(theirs[each], 2)]);
    expect(ours.angle).toBeCloseTo(angle, 3);
  });
}

const found = (body: InstanceType<Cannon['Body']>): Place => {
  const { x, y, z, w } = body.quaternion;
  expect(Math.hypot(x, z)).toBeLessThan(1e-6); // upright
  return { angle: 2 * Math.atan2(y, w), y: body.position.y, speed: body.angularVelocity.y };
};

turns(
  'a kinematic body without mass turns',
  (C) => {
    const world = newWorld(C);
    const platform = addBox(C, world, 2, [0, 0, 0], { mass: 0, type: C.Body.KINEMATIC });
    platform.angularVelocity.set(0, 1, 0);
    stepFor(world, 1);
    return found(platform);
  },
  1,
);

turns(
  'a kinematic body does not turn about an axis that angularFactor holds, and moves along those of linearFactor',
  (C) => {
    const world = newWorld(C);
    const platform = addBox(C, world, 2, [0, 0, 0], { mass: 0, type: C.Body.KINEMATIC });
    platform.linearFactor.set(1, 0, 1);
    platform.angularFactor.set(1, 0, 1);
    platform.velocity.y = 1;
    platform.angularVelocity.y = 1;
    stepFor(world, 1);
    return { ...found(platform), speed: 0 };
  },
  0,
);

turns(
  'what has a fixed rotation turns as long as its program wants, on the floor too',
  (C) => {
    const world = newWorld(C);
    addFloor(C, world);
    world.defaultContactMaterial.friction = 0;
    const box = addBox(C, world, 0.5, [0, 0.5, 0], { fixedRotation: true, angularDamping: 0 });
    box.angularVelocity.set(0, 2, 0);
    stepFor(world, 1);
    box.angularVelocity.set(0, 0, 0);
    stepFor(world, 1);
    return found(box);
  },
  2,
);

test('what has a fixed rotation pushes what it turns against, and does not slow down', () => {
  const { theirs, ours } = both((C) => {
    const world = newWorld(C, { gravity: new C.Vec3() });
    const paddle = new C.Body({ mass: 1, shape: new C.Box(new C.Vec3(2, 0.2, 0.2)), fixedRotation: true, angularDamping: 0 });
    world.addBody(paddle);
    paddle.angularVelocity.set(0, 1, 0);
    const ball = addBox(C, world, 0.2, [1.5, 0, -0.6], { mass: 0.01 });
    stepFor(world, 1);
    return { speed: paddle.angularVelocity.y, hit: ball.velocity.z < -0.5 };
  });
  expect(ours).toEqual({ speed: expect.closeTo(1, 5), hit: true });
  expect(theirs.hit).toBe(true);
});

turns(
  'a body that becomes kinematic and dynamic again goes on turning',
  (C) => {
    const world = newWorld(C, { gravity: new C.Vec3() });
    const box = addBox(C, world, 0.5, [0, 0, 0], { angularDamping: 0, fixedRotation: true });
    for (const type of [C.Body.KINEMATIC, C.Body.DYNAMIC, C.Body.KINEMATIC]) {
      box.type = type;
      box.angularVelocity.set(0, 1, 0);
      stepFor(world, 0.5);
    }
    return found(box);
  },
  1.5,
);
