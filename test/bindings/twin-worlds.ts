// A world to be fed bad input, and its twin that is left alone: after any refused call both must be alike to the last bit.
import { expect } from 'vitest';
import {
  BallJoint,
  type Body,
  Box,
  DistanceJoint,
  FixedJoint,
  HingeJoint,
  PrismaticJoint,
  World,
  type WorldOptions,
} from '../../bindings/index.ts';
import { HEADER } from '../../bindings/snapshot/header.ts';

/** A world with every kind of body and joint, and what is no longer, or never was, in it. */
export interface Subject {
  world: World;
  foreign: World;
  dynamic: Body;
  other: Body;
  kinematic: Body;
  fixedBody: Body;
  removed: Body;
  foreignBody: Body;
  ball: BallJoint;
  hinge: HingeJoint;
  fixed: FixedJoint;
  prismatic: PrismaticJoint;
  distance: DistanceJoint;
  removedBall: BallJoint;
  removedHinge: HingeJoint;
  removedFixed: FixedJoint;
  removedPrismatic: PrismaticJoint;
  removedDistance: DistanceJoint;
  foreignBall: BallJoint;
  looseBall: BallJoint;
}

export async function makeSubject(settings: WorldOptions): Promise<Subject> {
  const options: WorldOptions = { ...settings, substeps: 2 };
  const [world, foreign] = [await World.create(options), await World.create(options)];
  const shape = new Box([0.2, 0.1, 0.3]);
  const dynamic = world.addBody({ shape, position: [0, 1, 0], centerOfMass: [0.05, 0, 0], angularVelocity: [0.1, 0.2, 0.3] });
  const other = world.addBody({ shape, mass: 2, position: [1, 1, 0], linearDamping: 0.1, lockRotation: [true, false, false] });
  const kinematic = world.addBody({ type: 'kinematic', shape, position: [2, 1, 0], linearVelocity: [0, 0.1, 0] });
  const fixedBody = world.addBody({ type: 'static', shape, position: [3, 1, 0] });
  const removed = world.addBody({ shape });
  const foreignBody = foreign.addBody({ shape });
  const at = (a: Body, b: Body | null, x: number) => ({ a, b, anchor: [x, 1, 0] });
  const ball = world.addJoint(new BallJoint({ ...at(dynamic, other, 0.5), compliance: 1e-6 }));
  const hinge = world.addJoint(new HingeJoint({ ...at(other, kinematic, 1.5), axis: [0, 1, 0], limits: { lower: -1, upper: 1 } }));
  const bodies = [1, 2, 3].map((x) => world.addBody({ shape, position: [x, 3, 0] }));
  const fixed = world.addJoint(new FixedJoint(at(bodies[0], bodies[1], 1.5)));
  const prismatic = world.addJoint(new PrismaticJoint({ ...at(bodies[1], bodies[2], 2.5), axis: [0, 1, 1], target: { offset: 0.1 } }));
  const distance = world.addJoint(
    new DistanceJoint({ a: bodies[2], b: fixedBody, anchorA: [0, 0, 0], anchorB: [0, 0, 0], minLength: 0.5, maxLength: 2 }),
  );
  const gone = at(removed, null, 0);
  const removedJoints = {
    removedBall: new BallJoint(gone),
    removedHinge: new HingeJoint({ ...gone, axis: [1, 0, 0] }),
    removedFixed: new FixedJoint(gone),
    removedPrismatic: new PrismaticJoint({ ...gone, axis: [1, 0, 0] }),
    removedDistance: new DistanceJoint({ a: removed, anchorA: [0, 0, 0], anchorB: [0, 1, 0] }),
  };
  for (const joint of Object.values(removedJoints)) world.addJoint(joint);
  world.removeBody(removed);
  const foreignBall = foreign.addJoint(new BallJoint(at(foreignBody, null, 0)));
  const looseBall = new BallJoint(at(dynamic, null, 0));
  const handles = { dynamic, other, kinematic, fixedBody, removed, foreignBody, ball, hinge, fixed, prismatic, distance };
  return { world, foreign, ...handles, ...removedJoints, foreignBall, looseBall };
}

/** Steps both worlds and checks that they are alike: poses, velocities, counts, and every byte of state besides. */
export function expectAlike(world: World, twin: World): void {
  const before = { world: world.snapshot(), twin: twin.snapshot() };
  try {
    for (const each of [world, twin]) each.step(1 / 60);
    expect(world.hash(), 'hash after a step').toBe(twin.hash());
    expect([world.bodyCount, world.jointCount, world.time]).toEqual([twin.bodyCount, twin.jointCount, twin.time]);
    expect(Buffer.compare(before.world.subarray(HEADER), before.twin.subarray(HEADER)), 'the call changed the state').toBe(0);
  } finally {
    const [state, wanted] = [world, twin].map((each) => each.snapshot().subarray(HEADER));
    if (Buffer.compare(state, wanted) !== 0) world.restore(twin.snapshot()); // one failure does not make the rest fail
  }
}
