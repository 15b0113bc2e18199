// Bodies with `ccd`: they stop in front of what they would pass, and nothing else about them changes.
import { describe, expect, test } from 'vitest';
import {
  BallJoint,
  type Body,
  Box,
  Capsule,
  Cylinder,
  HalfSpace,
  type Quat,
  type Shape,
  Sphere,
  type Vec3,
  World,
  type WorldOptions,
} from '../../bindings/index.ts';
import { randomNumbers } from '../../scenes/random.ts';

const DT = 1 / 60;
const PRECISIONS: WorldOptions[] = [{ precision: 'single' }, { precision: 'double' }];

type Random = () => number;

const within = (random: Random, size: number): Vec3 => [0, 0, 0].map(() => (2 * random() - 1) * size) as Vec3;
const subtract = (a: Readonly<Vec3>, b: Readonly<Vec3>) => a.map((component, axis) => component - b[axis]) as Vec3;

function orientation(random: Random): Quat {
  const q = [0, 0, 0, 0].map(() => random() - 0.5);
  const size = Math.hypot(...q);
  return q.map((component) => component / size) as unknown as Quat;
}

/** Steps a world; returns by how much its energy rose above what it was before, as a part of the first. */
function energyGain(world: World, steps: number, look: () => void): number {
  const first = world.totalEnergy;
  let least = first;
  let gain = 0;
  for (let step = 0; step < steps; step++) {
    world.step(DT);
    gain = Math.max(gain, world.totalEnergy - least);
    least = Math.min(least, world.totalEnergy);
    look();
  }
  return gain / first;
}

/** Drops five joined links: by how much joints open at most, and energy rises. */
async function fallOfLinks(settings: WorldOptions, speed: number, seed: number, ccd: boolean) {
  const random = randomNumbers(seed);
  const world = await World.create(settings);
  world.addBody({ type: 'static', shape: new HalfSpace() });
  const height = 2 + 0.2 * random();
  const links = [0, 1, 2, 3, 4].map((k) =>
    world.addBody({
      shape: new Capsule(0.05, 0.15),
      position: [0, height + 0.4 * k, 0],
      linearVelocity: [0.3 * speed, -speed, 0.1 * speed],
      ccd,
    }),
  );
  const joints = links.slice(1).map((b, k) => world.addJoint(new BallJoint({ a: links[k], b, anchor: links[k].worldPoint([0, 0.2, 0]) })));
  let widest = 0;
  const gain = energyGain(world, 120, () => {
    widest = Math.max(widest, ...joints.map((joint) => joint.positionError));
  });
  world.dispose();
  return { widest, gain };
}

/** A closed room from -5 to 5, with walls of a metre. */
function addRoom(world: World): void {
  for (const side of [-5.5, 5.5]) {
    world.addBody({ type: 'static', shape: new Box([0.5, 6, 6]), position: [side, 0, 0] });
    world.addBody({ type: 'static', shape: new Box([6, 0.5, 6]), position: [0, side, 0] });
    world.addBody({ type: 'static', shape: new Box([6, 6, 0.5]), position: [0, 0, side] });
  }
}

describe.each(PRECISIONS)('bodies with ccd, $precision precision', (settings) => {
  test.each([5, 15, 30])('joints stay closed when five joined links hit the ground at %d m/s', async (speed) => {
    for (let seed = 1; seed <= 5; seed++) {
      const [swept, other] = [await fallOfLinks(settings, speed, seed, true), await fallOfLinks(settings, speed, seed, false)];
      expect(swept.widest).toBeLessThan(other.widest + 0.001);
      expect(swept.gain).toBeLessThan(other.gain + 0.01);
    }
  });

  test.each([5, 40])('a stick thrown at %d m/s does not hang in the air', async (speed) => {
    for (let seed = 1; seed <= 20; seed++) {
      const random = randomNumbers(seed);
      const world = await World.create({ ...settings, sleep: false });
      world.addBody({ type: 'static', shape: new HalfSpace() });
      const stick = world.addBody({
        shape: new Capsule(0.05, 0.4),
        ccd: true,
        position: [0, 1.5, 0],
        orientation: orientation(random),
        linearVelocity: [speed * (random() - 0.3), -speed * random(), speed * (random() - 0.5)],
        angularVelocity: within(random, 30),
        restitution: 0.3,
      });
      let before: Readonly<Vec3> = stick.position;
      let [inARow, longest] = [0, 0];
      const gain = energyGain(world, 120, () => {
        const pace = Math.hypot(...stick.linearVelocity);
        const stands = pace > 2 && Math.hypot(...subtract(stick.position, before)) < 0.05 * pace * DT;
        inARow = stands ? inARow + 1 : 0;
        longest = Math.max(longest, inARow);
        before = stick.position;
      });
      expect(longest).toBeLessThan(3);
      expect(gain).toBeLessThan(0.02);
      world.dispose();
    }
  });

  test.each<[string, Shape]>([
    ['boxes', new Box([0.2, 0.2, 0.2])],
    ['balls', new Sphere(0.2)],
  ])('two %s that meet in free space do not drag each other along', async (_, shape) => {
    for (let seed = 1; seed <= 60; seed++) {
      const random = randomNumbers(seed);
      const world = await World.create({ ...settings, gravity: [0, 0, 0] });
      const time = (1 + 2 * random()) * DT;
      const bodies = [0, 1].map((k) => {
        const linearVelocity = within(random, 100);
        const aside = k ? within(random, 0.25) : [0, 0, 0];
        const position = linearVelocity.map((v, axis) => aside[axis] - v * time) as Vec3;
        return world.addBody({
          shape,
          ccd: true,
          position,
          orientation: orientation(random),
          linearVelocity,
          angularVelocity: within(random, 10),
        });
      });
      for (let step = 0; step < 10; step++) {
        const before = bodies.map((body) => [body.position, body.linearVelocity]);
        world.step(DT);
        bodies.forEach((body, k) => {
          const [position, velocity] = before[k];
          if (Math.hypot(...subtract(body.linearVelocity, velocity)) > 1e-6) return;
          // As fast as before: it has moved along its velocity, if not all of the way, or a little aside, out of the other.
          const moved = subtract(body.position, position);
          const along = moved.reduce((sum, component, axis) => sum + component * velocity[axis], 0) / Math.hypot(...velocity);
          expect(Math.hypot(...moved) - Math.abs(along)).toBeLessThan(0.05);
        });
      }
      world.dispose();
    }
  });

  test.each<[string, () => Shape]>([
    ['boxes', () => new Box([0.2, 0.2, 0.2])],
    ['balls', () => new Sphere(0.2)],
    ['capsules', () => new Capsule(0.1, 0.2)],
  ])('%s at 100 m/s stay in a room though they hit each other', async (_, shape) => {
    for (let seed = 1; seed <= 3; seed++) {
      const random = randomNumbers(seed);
      const world = await World.create(settings);
      addRoom(world);
      const bodies: Body[] = [];
      for (let k = 0; k < 27; k++) {
        const position: Vec3 = [2.5 * ((k % 3) - 1), 2.5 * ((Math.floor(k / 3) % 3) - 1), 2.5 * (Math.floor(k / 9) - 1)];
        const motion = { linearVelocity: within(random, 100), angularVelocity: within(random, 10) };
        bodies.push(world.addBody({ shape: shape(), ccd: true, position, restitution: 0.8, ...motion }));
      }
      for (let step = 0; step < 120; step++) world.step(DT);
      for (const body of bodies) for (const component of body.position) expect(Math.abs(component)).toBeLessThan(5);
      world.dispose();
    }
  });

  test.each<[string, Shape]>([
    ['box', new Box([1, 0.005, 1])],
    ['disc', new Cylinder(1, 0.005)],
  ])('no ball at 300 m/s passes a %s of a centimetre', async (_, target) => {
    for (let seed = 1; seed <= 60; seed++) {
      const random = randomNumbers(seed);
      const world = await World.create({ ...settings, gravity: [0, 0, 0] });
      const wall = world.addBody({ type: 'static', shape: target, orientation: orientation(random) });
      const aim = wall.worldPoint([0.6 * random() - 0.3, 0, 0.6 * random() - 0.3]);
      const direction = within(random, 1);
      const linearVelocity = direction.map((component) => (300 * component) / Math.hypot(...direction)) as Vec3;
      const time = 0.025 + 0.017 * random();
      const position = linearVelocity.map((v, axis) => aim[axis] - v * time) as Vec3;
      const ball = world.addBody({ shape: new Sphere(0.05), ccd: true, position, linearVelocity });
      const side = Math.sign(wall.localPoint(position)[1]);
      for (let step = 0; step < 6; step++) world.step(DT);
      if (Math.abs(wall.localPoint(position)[1]) > 0.5) expect(side * wall.localPoint(ball.position)[1]).toBeGreaterThan(0);
      world.dispose();
    }
  });
});
