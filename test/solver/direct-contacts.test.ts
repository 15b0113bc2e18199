// Contacts of bodies whose joints are solved directly: they feel all joints, within the substep.
import { expect, test } from 'vitest';
import { BallJoint, Box, FixedJoint, HalfSpace, HingeJoint, Sphere, type Vec3, type World } from '../../bindings/index.ts';
import { DT, GRAVITY, onEachDirect, run } from './direct-worlds.ts';

/** Balls of a radius of 0.1 m, one above the other, the lowest with its centre at `height`. */
function column(world: World, masses: number[], height: number, joint: typeof FixedJoint | typeof BallJoint, restitution = 0) {
  const bodies = masses.map((mass, k) => world.addBody({ shape: new Sphere(0.1), mass, position: [0, height + 0.3 * k, 0], restitution }));
  for (let k = 1; k < bodies.length; k++) {
    const anchor: Vec3 = [0, height + 0.3 * k - 0.15, 0];
    world.addJoint(new joint({ a: bodies[k - 1], b: bodies[k], anchor }));
  }
  return bodies;
}

onEachDirect((create) => {
  for (const [name, joint] of [
    ['fixed joints', FixedJoint],
    ['balls', BallJoint],
  ] as const) {
    test.each([1, 10, 1000])(`three balls on ${name}, the upper ones %i times as heavy, bounce to e² of their height`, async (mass) => {
      const world = await create({ substeps: 4 });
      world.addBody({ type: 'static', shape: new HalfSpace([0, 1, 0]), restitution: 0.8 });
      const [foot] = column(world, [1, mass, mass], 1.1, joint, 0.8);
      let [top, hasBounced] = [0, false];
      run(world, 1.6, () => {
        hasBounced ||= foot.linearVelocity[1] > 0;
        if (hasBounced) top = Math.max(top, foot.position[1] - 0.1);
      });
      expect(Math.abs(top - 0.64)).toBeLessThan(1e-3);
    });
  }

  test('a light foot bears ten thousand times its weight in the first substep after it has landed, at one iteration', async () => {
    const world = await create({ substeps: 4, iterations: 1 });
    world.addBody({ type: 'static', shape: new HalfSpace([0, 1, 0]) });
    const masses = [0.1, 0.1, 1000];
    const [foot, , body] = column(world, masses, 0.1, FixedJoint);
    const weight = GRAVITY * masses.reduce((sum, mass) => sum + mass, 0);
    run(world, 0.2);
    for (let k = 0; k < 60; k++) {
      world.step(DT);
      expect(Math.abs(foot.contactForce()[1] / weight - 1)).toBeLessThan(1e-3);
    }
    expect(Math.abs(body.position[1] - 0.7)).toBeLessThan(1e-3);
  });

  for (const [parts, shin] of [
    ['legs', 0],
    ['legs of two parts', 0.2],
  ] as const) {
    test(`${parts} that held up a heavy body stay where they are when its joints go`, async () => {
      const world = await create({});
      world.addBody({ type: 'static', shape: new HalfSpace([0, 1, 0]) });
      const body = world.addBody({ shape: new Box([0.5, 0.1, 0.5]), mass: 1000, position: [0, 0.9, 0] });
      const legs = [-0.4, 0.4].flatMap((x) =>
        [-0.4, 0.4].map((z) => {
          const leg = world.addBody({ shape: new Box([0.05, 0.4, 0.05]), mass: 0.1, position: [x, 0.4, z] });
          world.addJoint(new FixedJoint({ a: body, b: leg, anchor: [x, 0.8, z] }));
          const knee = { shape: new Box([0.04, 0.05, 0.04]), mass: shin, position: [x, 0.4, z], collides: false } as const;
          if (shin) world.addJoint(new FixedJoint({ a: leg, b: world.addBody(knee), anchor: [x, 0.4, z] }));
          return leg;
        }),
      );
      run(world, 1);
      world.removeBody(body);
      run(world, 0.5, () => {
        for (const leg of legs) expect(Math.hypot(...leg.linearVelocity)).toBeLessThan(0.02);
      });
      for (const leg of legs) expect(Math.abs(leg.position[1] - 0.4)).toBeLessThan(1e-3);
    });
  }

  test('friction holds a heavy body on a slope by a light foot on a rigid servo', async () => {
    const world = await create({ substeps: 4 });
    world.addBody({ type: 'static', shape: new HalfSpace([-Math.sin(0.2), Math.cos(0.2), 0]), friction: 0.5 });
    const up: Vec3 = [-Math.sin(0.2), Math.cos(0.2), 0];
    const at = (height: number): Vec3 => [up[0] * height, up[1] * height, 0];
    const orientation = [0, 0, Math.sin(0.1), Math.cos(0.1)];
    const foot = world.addBody({ shape: new Box([0.3, 0.05, 0.3]), mass: 0.1, position: at(0.05), orientation, friction: 0.5 });
    const body = world.addBody({ shape: new Box([0.1, 0.1, 0.1]), mass: 100, position: at(0.3), orientation });
    world.addJoint(new HingeJoint({ a: foot, b: body, anchor: at(0.1), axis: [0, 0, 1], motor: { target: 0 } }));
    run(world, 1);
    const before = foot.position;
    run(world, 5);
    expect(Math.hypot(...foot.position.map((value, k) => value - before[k]))).toBeLessThan(1e-7);
  });

  test('what pushes one body of an island moves it as the whole, and momentum is that of the push', async () => {
    const world = await create({ substeps: 4, gravity: [0, 0, 0] });
    const bodies = column(world, [1, 2, 3], 0, FixedJoint);
    const ball = world.addBody({ shape: new Sphere(0.1), mass: 2, position: [-1, 0.3, 0], linearVelocity: [3, 0, 0] });
    run(world, 1);
    const momentum = [...bodies, ball].reduce((sum, { mass, linearVelocity }) => sum + mass * linearVelocity[0], 0);
    expect(Math.abs(momentum - 6)).toBeLessThan(1e-6);
    expect(ball.linearVelocity[0]).toBeLessThan(1);
  });
});
