// Bodies that are joined.
import { addBall, addBox, addFloor, DT, G, newWorld, Period, type Program, stepFor } from './program.ts';

const HEAVY = 50;
const LINKS = 15;

export const CONSTRAINTS: Program[] = [
  {
    name: 'a pendulum of a point-to-point constraint',
    run(C) {
      const world = newWorld(C);
      const post = new C.Body({ mass: 0, position: new C.Vec3(0, 5, 0) });
      world.addBody(post);
      const start: [number, number, number] = [2 * Math.sin(0.1), 5 - 2 * Math.cos(0.1), 0];
      const ball = addBall(C, world, 0.1, start, { linearDamping: 0, angularDamping: 0 });
      ball.quaternion.setFromEuler(0, 0, 0.1);
      world.addConstraint(new C.PointToPointConstraint(post, new C.Vec3(), ball, new C.Vec3(0, 2, 0)));
      const period = new Period();
      stepFor(world, 15, (time) => period.note(time, ball.position.x));
      return { exact: { period: period.mean } };
    },
    // 3.6 % more in cannon-es
    truth: { period: { value: 2 * Math.PI * Math.sqrt((4 + (2 / 3) * 0.01) / (2 * G)) * (1 + 0.01 / 16), within: 0.02 } },
  },
  {
    name: 'a pendulum of a distance constraint',
    run(C) {
      const world = newWorld(C);
      const post = new C.Body({ mass: 0, position: new C.Vec3(0, 5, 0) });
      world.addBody(post);
      const ball = addBall(C, world, 0.1, [Math.sin(0.1), 5 - Math.cos(0.1), 0], { linearDamping: 0 });
      world.addConstraint(new C.DistanceConstraint(post, ball, 1));
      const period = new Period();
      stepFor(world, 15, (time) => period.note(time, ball.position.x));
      return { rates: { period: period.mean }, exact: { period: period.mean } };
    },
    truth: { period: { value: 2 * Math.PI * Math.sqrt(1 / G), within: 0.03 } },
  },
  {
    name: 'a motor turns a hinge',
    run(C) {
      const world = newWorld(C);
      const post = new C.Body({ mass: 0, position: new C.Vec3(0, 5, 0) });
      world.addBody(post);
      const wheel = addBox(C, world, 0.5, [0, 5, 0], { angularDamping: 0 });
      const axis = new C.Vec3(0, 0, 1);
      const hinge = new C.HingeConstraint(post, wheel, { axisA: axis, axisB: axis });
      world.addConstraint(hinge);
      hinge.enableMotor();
      hinge.setMotorSpeed(3);
      stepFor(world, 1);
      const forward = wheel.angularVelocity.z;
      hinge.setMotorSpeed(-1);
      stepFor(world, 1);
      const back = wheel.angularVelocity.z;
      hinge.disableMotor();
      wheel.applyTorque(new C.Vec3(0, 0, 10));
      stepFor(world, 0.5);
      return { rates: { forward, back, free: wheel.angularVelocity.z }, places: { wheel: wheel.position } };
    },
  },
  {
    name: 'a motor of little force starts slowly',
    run(C) {
      const world = newWorld(C, { gravity: new C.Vec3() });
      const post = new C.Body({ mass: 0 });
      world.addBody(post);
      const wheel = addBox(C, world, 0.5, [0, 0, 0], { angularDamping: 0 });
      const axis = new C.Vec3(0, 1, 0);
      const hinge = new C.HingeConstraint(post, wheel, { axisA: axis, axisB: axis });
      world.addConstraint(hinge);
      hinge.enableMotor();
      hinge.setMotorSpeed(50);
      hinge.setMotorMaxForce(0.02);
      stepFor(world, 1);
      return { rates: { speed: wheel.angularVelocity.y } };
    },
  },
  {
    name: 'a lock holds a beam',
    run(C) {
      const world = newWorld(C);
      const wall = new C.Body({ mass: 0, shape: new C.Box(new C.Vec3(0.5, 0.5, 0.5)), position: new C.Vec3(0, 5, 0) });
      world.addBody(wall);
      const beam = addBox(C, world, 0.4, [1.2, 5, 0]);
      world.addConstraint(new C.LockConstraint(wall, beam));
      stepFor(world, 3);
      return { places: { beam: beam.position }, exact: { tilt: beam.quaternion.z, drop: beam.position.y - 5 } };
    },
    truth: { tilt: { value: 0, within: 1e-3 }, drop: { value: 0, within: 1e-3 } },
  },
  {
    name: 'a cone bounds a swing',
    run(C) {
      const world = newWorld(C, { gravity: new C.Vec3(G, 0, 0) });
      const post = new C.Body({ mass: 0 });
      world.addBody(post);
      const arm = new C.Body({ mass: 1, shape: new C.Box(new C.Vec3(0.1, 0.5, 0.1)), position: new C.Vec3(0, -1, 0), angularDamping: 0.5 });
      world.addBody(arm);
      const axis = new C.Vec3(0, 1, 0);
      world.addConstraint(
        new C.ConeTwistConstraint(post, arm, {
          pivotA: new C.Vec3(),
          pivotB: new C.Vec3(0, 1, 0),
          axisA: axis,
          axisB: axis,
          angle: 0.5,
          twistAngle: 1,
        }),
      );
      stepFor(world, 8);
      return { exact: { swing: Math.atan2(arm.position.x, -arm.position.y), length: arm.position.length() } };
    },
    truth: { swing: { value: 0.5, within: 0.01 }, length: { value: 1, within: 0.001 } },
  },
  {
    name: 'joined bodies collide or not',
    run(C) {
      const world = newWorld(C);
      const floor = addFloor(C, world);
      const [a, b] = [addBall(C, world, 0.5, [0, 0.5, 0]), addBall(C, world, 0.5, [0.6, 0.5, 0])];
      const constraint = new C.PointToPointConstraint(a, new C.Vec3(0.3, 0, 0), b, new C.Vec3(-0.3, 0, 0));
      constraint.collideConnected = false;
      world.addConstraint(constraint);
      const met: string[] = [];
      world.addEventListener('beginContact', ({ bodyA, bodyB }: { bodyA: unknown; bodyB: unknown }) => {
        if (bodyA !== floor && bodyB !== floor) met.push('met');
      });
      stepFor(world, 2);
      return { places: { apart: a.position.distanceTo(b.position) }, events: met };
    },
  },
  {
    name: 'disable lets go, removeConstraint too',
    run(C) {
      const world = newWorld(C);
      const post = new C.Body({ mass: 0, position: new C.Vec3(0, 5, 0) });
      world.addBody(post);
      const [one, other] = [addBall(C, world, 0.1, [0, 4, 0]), addBall(C, world, 0.1, [3, 4, 0])];
      const held = [one, other].map((ball, k) => new C.PointToPointConstraint(post, new C.Vec3(3 * k, 0, 0), ball, new C.Vec3(0, 1, 0)));
      for (const constraint of held) world.addConstraint(constraint);
      stepFor(world, 1);
      const hangs = one.position.clone();
      held[0].disable();
      world.removeConstraint(held[1]);
      stepFor(world, 0.5);
      const rates = { one: one.velocity.y, other: other.velocity.y };
      held[0].enable();
      stepFor(world, 3);
      return { places: { hangs }, rates, values: world.constraints.length };
    },
  },
  {
    name: 'a chain of 15 links under 50 kg keeps its length',
    run(C) {
      const world = newWorld(C);
      let last = new C.Body({ mass: 0, position: new C.Vec3(0, 20, 0) });
      world.addBody(last);
      for (let k = 1; k <= LINKS; k++) {
        const isEnd = k === LINKS;
        const link = addBall(C, world, 0.1, [0, 20 - 0.5 * k, 0], { mass: isEnd ? HEAVY : 1 });
        const constraint = new C.PointToPointConstraint(
          last,
          new C.Vec3(0, k === 1 ? 0 : -0.25, 0),
          link,
          new C.Vec3(0, k === 1 ? 0.5 : 0.25, 0),
        );
        constraint.collideConnected = false;
        world.addConstraint(constraint);
        last = link;
      }
      stepFor(world, 3);
      return { exact: { length: 20 - last.position.y } };
    },
    truth: { length: { value: 0.5 * LINKS, within: 0.01 } },
  },
  {
    name: 'a pivot is dragged',
    run(C) {
      const world = newWorld(C);
      const hand = new C.Body({ type: C.Body.STATIC, shape: new C.Sphere(0.1), collisionFilterGroup: 0, collisionFilterMask: 0 });
      hand.position.set(0, 3, 0);
      world.addBody(hand);
      const box = addBox(C, world, 0.5, [0, 2.5, 0], { angularDamping: 0.5, linearDamping: 0.5 });
      world.addConstraint(new C.PointToPointConstraint(box, new C.Vec3(0, 0.5, 0), hand, new C.Vec3()));
      stepFor(world, 3, (time) => {
        if (time <= 2) hand.position.x = time;
      });
      stepFor(world, 6);
      return { places: { box: box.position, hand: hand.position }, values: Math.round(DT * 60) };
    },
  },
];
