// Bodies that nothing touches.
import { addBall, addBox, DT, G, newWorld, Period, type Program, stepFor } from './program.ts';

export const MOTION: Program[] = [
  {
    name: 'a ball falls',
    run(C) {
      const world = newWorld(C);
      const ball = addBall(C, world, 0.5, [0, 10, 0], { linearDamping: 0 });
      stepFor(world, 1);
      return { rates: { speed: -ball.velocity.y }, exact: { height: ball.position.y }, values: [world.stepnumber, world.bodies.length] };
    },
    truth: { height: { value: 10 - G / 2, within: 0.01 } },
  },
  {
    name: 'damping takes velocities away',
    run(C) {
      const world = newWorld(C, { gravity: new C.Vec3() });
      const options = { linearDamping: 0.5, angularDamping: 0.3, velocity: new C.Vec3(3, 0, 0), angularVelocity: new C.Vec3(0, 2, 0) };
      const body = addBox(C, world, 0.5, [0, 0, 0], options);
      stepFor(world, 2);
      return { rates: { linear: body.velocity.x, angular: body.angularVelocity.y } };
    },
  },
  {
    name: 'impulses, forces and torques',
    run(C) {
      const world = newWorld(C, { gravity: new C.Vec3() });
      const bodies = [0, 5, 10].map((x) => addBox(C, world, 0.5, [x, 0, 0], { mass: 2, linearDamping: 0, angularDamping: 0 }));
      bodies[0].applyImpulse(new C.Vec3(0, 4, 0), new C.Vec3(0.25, 0, 0));
      stepFor(world, 0.5, () => {
        bodies[1].applyForce(new C.Vec3(0, 0, 6), new C.Vec3());
        bodies[2].applyTorque(new C.Vec3(0.5, 0, 0));
      });
      const [a, b, c] = bodies;
      return { rates: { up: a.velocity.y, spin: a.angularVelocity.z, pushed: b.velocity.z, turned: c.angularVelocity.x } };
    },
  },
  {
    name: 'preStep holds a body against gravity',
    run(C) {
      const world = newWorld(C);
      const [held, free] = [addBall(C, world, 0.5, [0, 5, 0]), addBall(C, world, 0.5, [3, 5, 0])];
      const weights: number[] = [];
      world.addEventListener('preStep', () => {
        if (weights.length < 2) weights.push(Math.round(1000 * held.force.y));
        held.force.y += held.mass * G;
      });
      stepFor(world, 0.5);
      return { places: { held: held.position }, rates: { free: free.velocity.y }, values: weights };
    },
  },
  {
    name: 'fixedRotation, linearFactor and angularFactor',
    run(C) {
      const world = newWorld(C, { gravity: new C.Vec3(1, -2, 3) });
      const upright = addBox(C, world, 0.5, [0, 0, 0], { fixedRotation: true });
      const flat = addBox(C, world, 0.5, [5, 0, 0], { linearFactor: new C.Vec3(1, 0, 1) });
      const spun = addBox(C, world, 0.5, [10, 0, 0], { angularFactor: new C.Vec3(0, 1, 0), angularDamping: 0 });
      for (const body of [upright, spun]) body.applyImpulse(new C.Vec3(1, 0, 0), new C.Vec3(0, 0.5, 0.5));
      stepFor(world, 1);
      return { rates: { x: flat.velocity.x, z: flat.velocity.z }, values: [upright.angularVelocity.y, flat.velocity.y === 0 ? 0 : 1] };
    },
  },
  {
    name: 'mass and type change',
    run(C) {
      const world = newWorld(C, { gravity: new C.Vec3() });
      const body = addBox(C, world, 0.5, [0, 0, 0], { linearDamping: 0 });
      body.applyImpulse(new C.Vec3(2, 0, 0));
      stepFor(world, 0.5);
      const before = body.velocity.x;
      body.mass = 4;
      body.updateMassProperties();
      body.applyImpulse(new C.Vec3(2, 0, 0));
      stepFor(world, 0.5);
      const after = body.velocity.x;
      body.type = C.Body.KINEMATIC;
      body.velocity.set(0, 1, 0);
      stepFor(world, 1);
      const moved = body.position.y;
      body.type = C.Body.STATIC;
      body.velocity.setZero();
      stepFor(world, 0.5);
      return { rates: { before, after }, places: { moved, stays: body.position.y } };
    },
  },
  {
    name: 'poses between steps are interpolated',
    run(C) {
      const world = newWorld(C, { gravity: new C.Vec3() });
      const body = addBox(C, world, 0.5, [0, 0, 0], {
        linearDamping: 0,
        angularDamping: 0,
        velocity: new C.Vec3(6, 0, 0),
        angularVelocity: new C.Vec3(0, 0, 3),
      });
      const values: unknown[] = [];
      const places: Record<string, number> = {};
      for (const [k, since] of [0.01, 0.02, 0.05, 0.001, 0.3].entries()) {
        world.step(DT, since, 4);
        values.push([world.stepnumber, Math.round(world.time * 1e6)]);
        places[`x ${k}`] = body.interpolatedPosition.x;
        places[`turn ${k}`] = body.interpolatedQuaternion.z;
      }
      return { places, values };
    },
  },
  {
    name: 'a spring swings',
    run(C) {
      const world = newWorld(C, { gravity: new C.Vec3() });
      const post = new C.Body({ mass: 0 });
      world.addBody(post);
      const body = addBall(C, world, 0.2, [1.5, 0, 0], { mass: 2, linearDamping: 0 });
      const spring = new C.Spring(post, body, { restLength: 1, stiffness: 50, damping: 1e-9 });
      world.addEventListener('postStep', () => spring.applyForce());
      const period = new Period();
      stepFor(world, 10, (time) => period.note(time, body.position.x - 1));
      return { rates: { period: period.mean }, exact: { period: period.mean } };
    },
    truth: { period: { value: 2 * Math.PI * Math.sqrt(2 / 50), within: 0.025 } },
  },
];
