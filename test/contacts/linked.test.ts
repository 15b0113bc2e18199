// What joints hold together lands as one: no energy comes of it, wherever in the world that is and however few parts it has.
import { describe, expect, test } from 'vitest';
import { random } from '../../bench/collision/shapes.ts';
import {
  BallJoint,
  type Body,
  Box,
  Capsule,
  Cylinder,
  FixedJoint,
  HingeJoint,
  type Quat,
  type Vec3,
  type World,
} from '../../bindings/index.ts';
import { addFloor, DT, GRAVITY, onEachKernel, settle } from './worlds.ts';

const FLAT: Quat = [Math.SQRT1_2, 0, 0, Math.SQRT1_2];
const GHOST = { collisionGroup: 2, collisionMask: 1 };

/** Where the y axis leads along a direction. */
function upAlong([x, y, z]: Vec3): Quat {
  const size = Math.hypot(x, y, z);
  const norm = Math.hypot(z / size, x / size, 1 + y / size);
  return [z / size / norm, 0, -x / size / norm, (1 + y / size) / norm];
}

/** A tree of capsules on ball joints and hinges around a place, none of which meet each other. */
function addTree(world: World, next: () => number, bodies: number, [x, y, z]: Vec3): void {
  const grown: { body: Body; ends: Vec3[] }[] = [];
  let ends: Vec3[] = [[x, y + next(), z]];
  for (let k = 0; k < bodies; k++) {
    const from = ends[Math.floor(next() * ends.length)];
    const along: Vec3 = [next() - 0.5, next() - 0.5, next() - 0.5];
    const half = 0.15 + 0.25 * next();
    const scale = (2 * half) / Math.hypot(...along);
    const to: Vec3 = [from[0] + scale * along[0], from[1] + scale * along[1], from[2] + scale * along[2]];
    const body = world.addBody({
      ...GHOST,
      shape: new Capsule(0.06 + 0.04 * next(), half),
      position: [0, 1, 2].map((axis) => (from[axis] + to[axis]) / 2) as Vec3,
      orientation: upAlong(along),
      linearVelocity: [0, -4, 0],
    });
    const holder = grown.find((other) => other.ends.includes(from));
    const axis: Vec3 = [next() - 0.5, next() - 0.5, next() - 0.5];
    if (holder) {
      const between = { a: holder.body, b: body, anchor: from };
      world.addJoint(next() < 0.7 ? new BallJoint(between) : new HingeJoint({ ...between, axis }));
    }
    grown.push({ body, ends: [from, to] });
    ends = k === 0 ? [from, to] : [...ends, to];
  }
}

/** J/kg: by how much the energy of a world rises at most over what it has had. */
function gainOf(world: World, frames: number): number {
  const mass = [...world.bodies].reduce((sum, body) => sum + (body.type === 'dynamic' ? body.mass : 0), 0);
  let [least, gain] = [Number.POSITIVE_INFINITY, 0];
  for (let k = 0; k < frames; k++) {
    world.step(DT);
    gain = Math.max(gain, world.totalEnergy / mass - least);
    least = Math.min(least, world.totalEnergy / mass);
  }
  return gain;
}

/** The same for each of so many trees, one after the other. */
async function gainsOfTrees(create: () => Promise<World>, trees: number, bodies: number, at: Vec3): Promise<number[]> {
  const next = random(7);
  const gains: number[] = [];
  for (let k = 0; k < trees; k++) {
    const world = await create();
    addFloor(world);
    addTree(world, next, bodies, at);
    gains.push(gainOf(world, 120));
    world.dispose();
  }
  return gains.sort((a, b) => b - a);
}

onEachKernel(({ create }) => {
  test.each([0, 190, -1000, 20_000])('trees land %s m from the middle of the world, as of the static body that they land on', async (x) => {
    for (const bodies of [2, 6]) {
      const gains = await gainsOfTrees(() => create({ substeps: 10 }), 20, bodies, [x, 3, -x / 2]);
      expect(gains[0]).toBeLessThan(0.3);
    }
  });

  describe('two bodies on one joint', () => {
    test.each([1, 2, 4, 6, 8, 9])('a cart of %s times the mass of its one wheel rests on it', async (ratio) => {
      const world = await create();
      addFloor(world);
      const lockRotation: [boolean, boolean, boolean] = [true, true, true];
      const cart = world.addBody({ shape: new Box([0.5, 0.1, 0.3]), mass: 2 * ratio, position: [0, 0.6, 0], lockRotation });
      const wheel = world.addBody({ shape: new Cylinder(0.3, 0.05), mass: 2, position: [0, 0.3, 0], orientation: FLAT });
      world.addJoint(new HingeJoint({ a: cart, b: wheel, anchor: [0, 0.3, 0], axis: [0, 0, 1] }));
      for (let k = 0; k < 600; k++) {
        world.step(DT);
        expect(wheel.position[1]).toBeCloseTo(0.3, 3);
      }
      expect(wheel.contactForce()[1] / (2 * (1 + ratio) * GRAVITY)).toBeCloseTo(1, 2);
      world.dispose();
    });

    test.each(['fixed', 'hinge', 'ball'])('land without gaining energy: %s', async (kind) => {
      const next = random(3);
      const gains: number[] = [];
      for (let k = 0; k < 40; k++) {
        const world = await create();
        addFloor(world);
        const halves = (): Vec3 => [0.1 + 0.3 * next(), 0.1 + 0.3 * next(), 0.1 + 0.3 * next()];
        const from: Vec3 = [0, 2 + next(), 0];
        const to: Vec3 = [1.2 * (next() - 0.5), from[1] + 1.2 * (next() - 0.5), 1.2 * (next() - 0.5)];
        const add = (position: Vec3, density: number) =>
          world.addBody({ ...GHOST, shape: new Box(halves()), position, density, linearVelocity: [0, -4, 0] });
        const between = {
          a: add(from, 1000),
          b: add(to, [300, 1000, 3000][k % 3]),
          anchor: [0, 1, 2].map((axis) => (from[axis] + to[axis]) / 2) as Vec3,
        };
        const axis: Vec3 = [next() - 0.5, next() - 0.5, next() - 0.5];
        world.addJoint(
          kind === 'fixed' ? new FixedJoint(between) : kind === 'ball' ? new BallJoint(between) : new HingeJoint({ ...between, axis }),
        );
        gains.push(gainOf(world, 90));
        world.dispose();
      }
      // Swept, some pairs gained 10 J/kg and more.
      expect(Math.max(...gains)).toBeLessThan(2);
      expect(gains.reduce((sum, gain) => sum + gain) / gains.length).toBeLessThan(0.1);
    });
  });

  test.each([0.2, 0.5, 0.8])('a flap on a hinge %s m above the floor falls onto it and stays', async (height) => {
    const world = await create();
    addFloor(world);
    const flap = world.addBody({ shape: new Box([0.5, 0.05, 0.3]), position: [0.5, height, 0], mass: 2 });
    world.addJoint(new HingeJoint({ b: flap, anchor: [0, height, 0], axis: [0, 0, 1] }));
    while (!Math.hypot(...flap.contactForce())) world.step(DT);
    for (let k = 0; k < 120; k++) {
      world.step(DT);
      // Swept, it rebounded at up to 1.7 rad/s.
      expect(flap.angularVelocity[2]).toBeLessThan(0.05);
    }
    world.dispose();
  });

  test('small trees of a crowd land as they do alone', async () => {
    const world = await create();
    addFloor(world);
    const next = random(7);
    for (let k = 0; k < 180; k++) addTree(world, next, 4, [6 * (k % 14), 3, 6 * Math.floor(k / 14)]);
    settle(world, 10);
    expect(world.jointIslands.swept).toBe(0);
    expect(gainOf(world, 60)).toBeLessThan(0.01);
    world.dispose();
  });
});
