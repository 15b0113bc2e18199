// Constraints between bodies that change: the same as in cannon-es.
import { describe, expect, test } from 'vitest';
import { both, type Cannon } from './packages.ts';
import { addBall, addBox, newWorld, stepFor } from './programs/program.ts';

/** Numbers that agree within a bound. */
function agrees(run: (C: Cannon) => number[], within: number, truth?: number[]): void {
  const { theirs, ours } = both(run);
  expect(ours.map((value, k) => Math.abs(value - theirs[k]) <= within || [value, theirs[k]])).toEqual(theirs.map(() => true));
  if (truth) expect(ours.map((value, k) => Math.abs(value - truth[k]) <= 0.002 || [value, truth[k]])).toEqual(truth.map(() => true));
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
