import assert from 'node:assert/strict';
import { type Body, Box, HalfSpace, HingeJoint, Sphere, SpringDamperJoint, World } from '../../bindings/index.ts';
import { randomNumbers } from '../../scenes/random.ts';
import type { Campaign } from './campaign.ts';

/** Seconds of a step: the shortest and the longest. */
const SHORTEST = 1e-9;
const LONGEST = 0.25;
const STEPS = 200;
const GRAVITY = 9.81;

/** Four balls that hang from each other by springs, where these hold them. */
function springs(world: World): Body[] {
  const [stiffness, length, mass] = [400, 0.5, 1];
  const balls: Body[] = [];
  for (let k = 0, y = 0; k < 4; k++) {
    y -= length + ((4 - k) * mass * GRAVITY) / stiffness;
    const b = world.addBody({ shape: new Sphere(0.1), mass, position: [0, y, 0] });
    world.addJoint(
      new SpringDamperJoint({ a: balls[k - 1], b, anchorA: [0, 0, 0], anchorB: [0, 0, 0], restLength: length, stiffness, damping: 5 }),
    );
    balls.push(b);
  }
  return balls;
}

/** An arm that a servo holds up. */
function servo(world: World): Body[] {
  const b = world.addBody({ shape: new Box([0.5, 0.05, 0.05]), mass: 2, position: [0.5, 0, 0] });
  world.addJoint(new HingeJoint({ b, anchor: [0, 0, 0], axis: [0, 0, 1], motor: { target: 0, stiffness: 1e5, damping: 2e3 } }));
  return [b];
}

/** Boxes, the topmost three times as heavy as those below. */
function tower(world: World): Body[] {
  world.addBody({ type: 'static', shape: new HalfSpace() });
  const shape = new Box([0.5, 0.5, 0.5]);
  return [1, 1, 3].map((mass, k) => world.addBody({ shape, mass: 100 * mass, position: [0, 0.5 + k, 0] }));
}

const SCENES = [springs, servo, tower];

/** What springs and servos hold at rest stays so, whatever the lengths of the steps, asleep or not. */
export const jointStepLengths: Campaign = {
  name: 'joint-step-lengths',
  description: 'springs, a servo and a heavy tower stay at rest whatever the lengths of the steps',
  cases: 12,
  async run(seed) {
    const random = randomNumbers(seed);
    const world = await World.create({ precision: random() < 0.5 ? 'single' : 'double', sleep: random() < 0.5 });
    const bodies = SCENES[seed % SCENES.length](world);
    const start = bodies.map(({ position }) => position);
    for (let step = 0; step < STEPS; step++) {
      const dt = SHORTEST * (LONGEST / SHORTEST) ** random();
      world.step(dt);
      for (const body of bodies) {
        const speed = Math.hypot(...body.linearVelocity);
        assert(speed < 0.1, `step ${step} of ${dt} s leaves a body at ${speed} m/s`);
      }
    }
    for (const [k, { position }] of bodies.entries()) {
      const moved = Math.hypot(...position.map((component, axis) => component - start[k][axis]));
      assert(moved < 0.01, `body ${k} has moved by ${moved} m`);
    }
    world.dispose();
  },
};
