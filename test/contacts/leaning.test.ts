// Bodies that meet at an edge or at one end, turn, and come down elsewhere within the same step: in faces that lean away from the contact's normal, and along
// capsules that cross.
import { describe, expect, test } from 'vitest';
import { Box, Capsule, type Quat, type Shape, World } from '../../bindings/index.ts';
import { randomNumbers } from '../../scenes/random.ts';

const SPEED = 8;
const CASES = 100;

type Random = () => number;

function anyOrientation(random: Random): Quat {
  const q = Array.from({ length: 4 }, () => random() - 0.5);
  const length = Math.hypot(...q);
  return q.map((x) => x / length) as Quat;
}

/** Of a capsule that lies within 26 degrees of the z axis. */
function lying(random: Random): Quat {
  const [yaw, pitch] = [0.45 * (random() - 0.5), 0.45 * (random() - 0.5)];
  const half = Math.PI / 4 + pitch;
  return [Math.cos(yaw) * Math.sin(half), Math.sin(yaw) * Math.cos(half), -Math.sin(yaw) * Math.sin(half), Math.cos(yaw) * Math.cos(half)];
}

const KINDS: [string, Shape, Shape, (random: Random) => Quat][] = [
  ['a capsule and a box', new Box([0.4, 0.4, 0.4]), new Capsule(0.3, 0.4), anyOrientation],
  ['two boxes', new Box([0.4, 0.4, 0.4]), new Box([0.4, 0.4, 0.4]), anyOrientation],
  ['two capsules', new Capsule(0.3, 0.4), new Capsule(0.3, 0.4), lying],
];

/** The largest penetration at the start of a step, m, in a third of a second. */
async function deepest(first: Shape, second: Shape, orient: (random: Random) => Quat, random: Random): Promise<number> {
  const world = await World.create({ gravity: [0, 0, 0], substeps: 4 });
  world.addBody({ shape: first, mass: 1, orientation: first instanceof Capsule ? [Math.SQRT1_2, 0, 0, Math.SQRT1_2] : [0, 0, 0, 1] });
  const position: [number, number, number] = [0.9 * (random() - 0.5), 1.2, 0.9 * (random() - 0.5)];
  world.addBody({ shape: second, mass: 1, position, orientation: orient(random), linearVelocity: [0, -SPEED, 0] });
  let depth = 0;
  for (let k = 0; k < 20; k++) {
    world.step(1 / 60);
    for (const { points } of world.contacts()) for (const { separation } of points) depth = Math.max(depth, -separation);
  }
  world.dispose();
  return depth;
}

describe(`that meet at ${SPEED} m/s`, () => {
  test.each(KINDS)('%s penetrate by less than 50 mm, and rarely by 20', async (_, first, second, orient) => {
    const random = randomNumbers(7);
    const depths: number[] = [];
    for (let k = 0; k < CASES; k++) depths.push(await deepest(first, second, orient, random));
    expect(Math.max(...depths)).toBeLessThan(0.05);
    expect(depths.filter((depth) => depth > 0.02).length).toBeLessThanOrEqual(0.03 * CASES);
  });
});
