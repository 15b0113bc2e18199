// Dolls that land in long substeps. Contacts of an island feel its joints while they are few: each further one may change that.
import { expect, test } from 'vitest';
import { HalfSpace, type Vec3, World } from '../../bindings/index.ts';
import { addRagdoll } from '../../scenes/ragdoll.ts';
import { randomNumbers } from '../../scenes/random.ts';

/** J: the largest gain of a doll that is dropped at a slow turn. */
async function gainOf(seed: number, h: number): Promise<number> {
  const random = randomNumbers(seed);
  const world = await World.create({ substeps: 2, iterations: 1, precision: 'double', sleep: false });
  world.addBody({ type: 'static', shape: new HalfSpace([0, 1, 0]) });
  const { bodies } = addRagdoll(world, [0, 0.3 + 2.5 * random(), 0], random());
  const [x, y, z] = [random(), random(), random()].map((part) => 4 * (part - 0.5));
  const middle = bodies[0].position;
  for (const body of bodies) {
    const [rx, ry, rz] = body.position.map((value, axis) => value - middle[axis]) as Vec3;
    body.angularVelocity = [x, y, z];
    body.linearVelocity = [y * rz - z * ry, z * rx - x * rz, x * ry - y * rx];
  }
  const start = world.totalEnergy;
  let gain = 0;
  for (let time = 0; time < 2; time += 2 * h) {
    world.step(2 * h);
    gain = Math.max(gain, world.totalEnergy - start);
  }
  world.dispose();
  return gain;
}

test.each([8, 124])('doll %i gains no energy as it lands in substeps of 1/90 s', async (seed) => {
  expect(await gainOf(seed, 0.01111)).toBeLessThan(1);
});
