// What an island does depends on nothing but itself: trees are solved one after the other where no island has loops, and all at once where one has.
import { expect, test } from 'vitest';
import { BallJoint, type Body, HingeJoint, type Vec3, World } from '../../bindings/index.ts';
import { addBox, DT } from './direct-worlds.ts';

const BAR: Vec3 = [0.4, 0.1, 0.1];
const STEPS = 120;

/** A chain let go from horizontal, whose hinges and balls run into their limits. */
function addChain(world: World, z: number): Body[] {
  const bodies: Body[] = [];
  for (let k = 0; k < 7; k++) {
    const b = addBox(world, k % 3 ? 1 : 5, BAR, [0.4 * k + 0.2, 0, z]);
    const frame = { a: bodies[k - 1] ?? null, b, anchor: [0.4 * k, 0, z] as Vec3 };
    const limits = { lower: -0.4, upper: 0.3 };
    world.addJoint(
      k % 2
        ? new HingeJoint({ ...frame, axis: [0, 0, 1], limits })
        : new BallJoint({ ...frame, axis: [1, 0, 0], swing: { y: 0.5, z: 0.4 }, twist: limits }),
    );
    bodies.push(b);
  }
  return bodies;
}

/** Three bars that hang in a loop. */
function addLoop(world: World, z: number): void {
  const [left, middle, right] = [0, 1, 2].map((k) => addBox(world, 1, BAR, [k, -k % 2, z]));
  const anchors: [Body | null, Body, Vec3][] = [
    [null, left, [0, 0, z]],
    [left, middle, [0.5, -0.5, z]],
    [middle, right, [1.5, -0.5, z]],
    [null, right, [2, 0, z]],
  ];
  for (const [a, b, anchor] of anchors) world.addJoint(new HingeJoint({ a, b, anchor, axis: [0, 0, 1] }));
}

test.each(['single', 'double'] as const)('a chain has the same bits alone, beside others, and beside a loop, in %s', async (precision) => {
  const finals: number[][] = [];
  const lowest: number[] = [];
  for (const add of [() => {}, (world: World) => addChain(world, 5), (world: World) => addLoop(world, 9)]) {
    const world = await World.create({ jointSolver: 'direct', precision, sleep: false, substeps: 4 });
    const bodies = addChain(world, 0);
    add(world);
    for (let step = 0; step < STEPS; step++) world.step(DT);
    finals.push(bodies.flatMap((body) => [...body.position, ...body.orientation, ...body.linearVelocity, ...body.angularVelocity]));
    lowest.push(Math.min(...bodies.map((body) => body.position[1])));
    world.dispose();
  }
  expect(lowest[0]).toBeLessThan(-1);
  expect(finals[1]).toEqual(finals[0]);
  expect(finals[2]).toEqual(finals[0]);
});
