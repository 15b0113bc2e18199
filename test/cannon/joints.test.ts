// Constraints between bodies that change: the same as in cannon-es.
import { describe, expect, test } from 'vitest';
import { both, type Cannon } from './packages.ts';
import { addBall, addBox, type Body, G, newWorld, stepFor } from './programs/program.ts';

/** Numbers that agree within a bound. */
function agrees(run: (C: Cannon) => number[], within: number, truth?: number[], close = 0.002): void {
  const { theirs, ours } = both(run);
  expect(ours.map((value, k) => Math.abs(value - theirs[k]) <= within || [value, theirs[k]])).toEqual(theirs.map(() => true));
  if (truth) expect(ours.map((value, k) => Math.abs(value - truth[k]) <= close || [value, truth[k]])).toEqual(truth.map(() => true));
}

describe('a constraint acts', () => {
  test('from when one of its bodies becomes dynamic', () => {
    agrees(
      (C) => {
        const world = newWorld(C);
        const post = addBall(C, world, 0.1, [0, 0, 0], { mass: 0 });
        const ball = addBall(C, world, 0.1, [1, 0, 0], { type: C.Body.KINEMATIC });
        world.addConstraint(new C.DistanceConstraint(post, ball));
        world.step(1 / 60);
        ball.type = C.Body.DYNAMIC;
        stepFor(world, 2);
        return [ball.position.distanceTo(post.position)];
      },
      0.02,
      [1],
    );
  });

  test('after it was changed while neither was dynamic', () => {
    agrees(
      (C) => {
        const world = newWorld(C);
        const post = addBall(C, world, 0.1, [0, 0, 0], { mass: 0 });
        const box = addBox(C, world, 0.1, [1, 0, 0]);
        const [axisA, axisB] = [new C.Vec3(0, 0, 1), new C.Vec3(0, 0, 1)];
        const hinge = new C.HingeConstraint(post, box, { pivotA: new C.Vec3(), pivotB: new C.Vec3(-1, 0, 0), axisA, axisB });
        world.addConstraint(hinge);
        stepFor(world, 0.1);
        box.type = C.Body.KINEMATIC;
        box.velocity.setZero();
        box.angularVelocity.setZero();
        hinge.enableMotor();
        hinge.setMotorSpeed(1);
        stepFor(world, 1);
        box.type = C.Body.DYNAMIC;
        stepFor(world, 2);
        return [box.position.distanceTo(post.position)];
      },
      0.03,
      [1],
    );
  });

  test('on a body that is in no world, which may be moved by hand and added later', () => {
    agrees((C) => {
      const world = newWorld(C);
      const ball = addBall(C, world, 0.1, [1, 0, 0], { linearDamping: 0.9, angularDamping: 0.9 });
      const post = new C.Body({ mass: 0 });
      const constraint = new C.PointToPointConstraint(ball, new C.Vec3(-1, 0, 0), post, new C.Vec3());
      world.addConstraint(constraint);
      stepFor(world, 2);
      const hangs = ball.position.length();
      stepFor(world, 1, () => {
        post.position.x += 1 / 60;
      });
      stepFor(world, 8);
      const moved = [ball.position.x, ball.position.y];
      world.addBody(post);
      stepFor(world, 1);
      const added = ball.position.y;
      world.removeConstraint(constraint);
      stepFor(world, 1);
      return [hangs, ...moved, added, Math.sign(ball.position.y + 2)];
    }, 0.02);
  });
});

describe('a lock holds bodies as they were when it was made', () => {
  /** rad, between two bodies */
  const turn = (a: Body, b: Body): number => 2 * Math.acos(Math.min(1, Math.abs(a.quaternion.inverse().mult(b.quaternion).w)));
  const locked = (C: Cannon, mass: number) => {
    const world = newWorld(C, { gravity: new C.Vec3() });
    const [a, b] = [addBox(C, world, 0.5, [0, 0, 0], { mass }), addBox(C, world, 0.5, [1.5, 0, 0])];
    const lock = new C.LockConstraint(a, b);
    world.addConstraint(lock);
    return { world, a, b, lock };
  };

  test('though one turned before the first step', () => {
    agrees(
      (C) => {
        const { world, a, b } = locked(C, 0);
        b.quaternion.setFromEuler(0.3, 0, 0);
        stepFor(world, 2);
        return [turn(a, b), b.position.x];
      },
      0.01,
      [0, 1.5],
    );
  });
  test('though it was disabled for a time', () => {
    agrees(
      (C) => {
        const { world, a, b, lock } = locked(C, 0);
        stepFor(world, 0.5);
        lock.disable();
        b.angularVelocity.set(1, 0, 0);
        stepFor(world, 0.5);
        b.angularVelocity.setZero();
        lock.enable();
        stepFor(world, 2);
        return [turn(a, b)];
      },
      0.01,
      [0],
    );
  });
  test('though one was removed and added again', () => {
    agrees(
      (C) => {
        const { world, a, b } = locked(C, 0);
        stepFor(world, 0.5);
        world.removeBody(b);
        b.quaternion.setFromEuler(0.3, 0, 0);
        world.addBody(b);
        stepFor(world, 2);
        return [turn(a, b)];
      },
      0.01,
      [0],
    );
  });
  test('though it was far off, without throwing them about', () => {
    const { theirs, ours } = both((C) => {
      const { world, a, b } = locked(C, 1);
      b.quaternion.setFromEuler(0, 0, 1);
      let most = 0;
      stepFor(world, 2, () => {
        most = Math.max(most, b.angularVelocity.length());
      });
      return { angle: turn(a, b), most };
    });
    expect(ours.angle).toBeLessThan(0.01);
    expect(ours.most).toBeLessThan(0.2);
    expect(theirs.most).toBeGreaterThan(5);
  });
});

describe('a cone twist bounds the twist from where the axes say', () => {
  const hung = (C: Cannon, twist: number) => {
    const world = newWorld(C, { gravity: new C.Vec3() });
    const [a, b] = [addBox(C, world, 0.3, [0, 0, 0], { mass: 0 }), addBox(C, world, 0.3, [0, -1, 0])];
    b.quaternion.setFromEuler(0, twist, 0);
    const [pivotA, pivotB] = [new C.Vec3(0, -0.5, 0), new C.Vec3(0, 0.5, 0)];
    const axis = new C.Vec3(0, 1, 0);
    const cone = new C.ConeTwistConstraint(a, b, { pivotA, pivotB, axisA: axis, axisB: axis, angle: 0.4, twistAngle: 0.2 });
    world.addConstraint(cone);
    const twisted = () => 2 * Math.atan2(b.quaternion.y, b.quaternion.w);
    return { world, b, cone, twisted };
  };
  test('though the body was twisted farther', () => {
    const { theirs, ours } = both((C) => {
      const { world, twisted } = hung(C, 1.2);
      stepFor(world, 3);
      return Math.abs(twisted());
    });
    expect([theirs < 0.21, ours < 0.21]).toEqual([true, true]);
  });
  test('though its options change while it is at the limit', () => {
    agrees(
      (C) => {
        const { world, b, cone, twisted } = hung(C, 0);
        for (let k = 0; k < 6; k++) {
          stepFor(world, 1, () => b.applyTorque(new C.Vec3(0, 0.1, 0)));
          cone.angle += 0.01;
        }
        return [twisted()];
      },
      0.01,
      [0.2],
    );
  });
});

describe('maxForce bounds', () => {
  const kinds: Record<string, (C: Cannon, a: Body, b: Body, maxForce: number) => InstanceType<Cannon['Constraint']>> = {
    'a hinge': (C, a, b, maxForce) =>
      new C.HingeConstraint(a, b, { ...pivots(C), maxForce, axisA: new C.Vec3(1, 0, 0), axisB: new C.Vec3(1, 0, 0) }),
    'a cone twist': (C, a, b, maxForce) =>
      new C.ConeTwistConstraint(a, b, {
        ...pivots(C),
        maxForce,
        axisA: new C.Vec3(0, 1, 0),
        axisB: new C.Vec3(0, 1, 0),
        angle: 0.5,
        twistAngle: 0.5,
      }),
    'a point': (C, a, b, maxForce) => new C.PointToPointConstraint(a, pivots(C).pivotA, b, pivots(C).pivotB, maxForce),
    'a lock': (C, a, b, maxForce) => new C.LockConstraint(a, b, { maxForce }),
  };
  const pivots = (C: Cannon) => ({ pivotA: new C.Vec3(0, -0.5, 0), pivotB: new C.Vec3(0, 0.5, 0) });

  test.each(Object.keys(kinds))('%s, which a heavy body tears open and a light one does not', (name) => {
    const fall = (mass: number) => (C: Cannon) => {
      const world = newWorld(C);
      const [a, b] = [addBox(C, world, 0.2, [0, 5, 0], { mass: 0 }), addBox(C, world, 0.2, [0, 4, 0], { mass, linearDamping: 0 })];
      world.addConstraint(kinds[name](C, a, b, 1));
      stepFor(world, 1);
      return [b.position.y];
    };
    // 1 N s a step are 60 N.
    agrees(fall(100), 0.1, [4 - 0.5 * (G - 60 / 100)], 0.01);
    agrees(fall(2), 0.02, [4]);
  });

  test('a weak hinge, whose motor turns it as that of a strong one', () => {
    agrees(
      (C) => {
        const world = newWorld(C, { gravity: new C.Vec3() });
        const [a, b] = [addBox(C, world, 0.3, [0, 0, 0], { mass: 0 }), addBox(C, world, 0.3, [0, -1, 0], { angularDamping: 0 })];
        const [axisA, axisB] = [new C.Vec3(0, 1, 0), new C.Vec3(0, 1, 0)];
        const hinge = new C.HingeConstraint(a, b, { pivotA: new C.Vec3(0, -1, 0), pivotB: new C.Vec3(), axisA, axisB, maxForce: 1 });
        world.addConstraint(hinge);
        hinge.enableMotor();
        hinge.setMotorSpeed(2);
        stepFor(world, 1);
        return [b.angularVelocity.y, b.position.y];
      },
      0.01,
      [-2, -1],
    );
  });
});
