// A program that prints how many bytes of the heap stay for each body or joint that was added and removed, all in one job of the event loop:
// references that are only weak keep what they lead to until it ends. To be run with --expose-gc.
import { BallJoint, type Body, Box, HalfSpace, World } from '../../bindings/index.ts';

const ROUNDS = Number(process.argv[2]);
const world = await World.create({ substeps: 1 });
const shape = new Box([0.1, 0.1, 0.1]);
world.addBody({ type: 'static', shape: new HalfSpace() });
const anchor = world.addBody({ shape, position: [0, 5, 0] });
const start = world.snapshot();
const kept = world.addBody({ shape, position: [9, 9, 9] });
/** Written to from all loops, so that nothing is left out. */
const sum = new Float64Array(1);
const take = (body: Body) => {
  sum[0] += body.index;
};

const loops: Record<string, () => void> = {
  bodies() {
    const body = world.addBody({ shape });
    take(body);
    world.removeBody(body);
  },
  'bodies with shapes and joints of their own'() {
    const body = world.addBody({ shape: new Box([0.1, 0.2, 0.1]), position: [0, 5, 0] });
    world.addJoint(new BallJoint({ a: anchor, b: body, anchor: [0, 5, 0] }));
    take(body);
    world.removeBody(body);
  },
  'joints with their coordinates'() {
    const joint = world.addJoint(new BallJoint({ a: anchor, b: kept, anchor: [0, 5, 0] }));
    sum[0] += Object.keys(joint.coordinates).length;
    world.removeJoint(joint);
  },
  'bodies that touched'() {
    const body = world.addBody({ shape, position: [3, 0.1, 0] });
    world.step(1 / 60);
    for (const { a, b } of world.events) take((b ?? a)!);
    world.removeBody(body);
  },
  'restored states'() {
    world.restore(start);
    const body = world.addBody({ shape, position: [3, 0.1, 0] });
    world.step(1 / 60);
    take(body);
    world.removeBody(body);
  },
};

/** Code that is compiled or thrown away meanwhile counts in one trial, what stays of each round in all: the middle one is taken. */
const TRIALS = 5;

function bytesOf(loop: () => void): number {
  for (let k = 0; k < ROUNDS; k++) loop(); // tables grow to the size that they have between two collections
  const trials = Array.from({ length: TRIALS }, () => {
    globalThis.gc!();
    const before = process.memoryUsage().heapUsed;
    for (let k = 0; k < ROUNDS; k++) loop();
    globalThis.gc!();
    return (process.memoryUsage().heapUsed - before) / ROUNDS;
  });
  return trials.sort((a, b) => a - b)[(TRIALS - 1) / 2];
}

const bytes = Object.fromEntries(Object.entries(loops).map(([name, loop]) => [name, bytesOf(loop)]));
const held: object[] = [];
bytes['kept on purpose'] = bytesOf(() => held.push({}));
console.log(JSON.stringify({ bytes, finite: Number.isFinite(sum[0]) && held.length > 0 }));
