// What a call costs: the small things that a game does every frame, timed by the package `benchmark`.
import Benchmark from 'benchmark';
import { loadPackage } from '../engines/holonomic.ts';
import type { Cell } from '../report.ts';
import type { Suite } from '../suite.ts';

const BODIES = 100;
const BOXES = 3000;
const SECONDS = 0.5;
const DT = 1 / 60;

async function operations(): Promise<Record<string, () => unknown>> {
  const { World, BallJoint, Box } = await loadPackage();
  const empty = await World.create();
  const pendulum = await World.create();
  const bob = pendulum.addBody({ mass: 1, inertia: [0.1, 0.1, 0.1], position: [1, 0, 0] });
  pendulum.addJoint(new BallJoint({ a: null, b: bob, anchor: [0, 0, 0] }));
  const crowd = await World.create();
  for (let i = 0; i < BODIES; i++) crowd.addBody({ mass: 1, inertia: [0.1, 0.1, 0.1], position: [i, 0, 0] });
  const saved = crowd.snapshot();
  const [one, other] = crowd.bodies;
  const heap = await boxes(World, Box);
  const since = heap.snapshot();
  heap.step(DT);
  const whole = heap.snapshot();
  const changed = heap.snapshot({ since });
  const box = [...heap.bodies][1500];
  const place = [...box.position];
  const out = [0, 0, 0];
  return {
    'step, empty world': () => empty.step(DT),
    'step, one pendulum': () => pendulum.step(DT),
    'body.position': () => bob.position,
    'body.getPosition(out)': () => bob.getPosition(out),
    'world.transforms': () => crowd.transforms,
    'body.applyForce': () => bob.applyForce(out),
    'body.position =': () => {
      box.position = place;
    },
    'body.linearVelocity =': () => {
      box.linearVelocity = out;
    },
    'body.friction =': () => {
      box.friction = 0.5;
    },
    'body.applyImpulse at a point': () => box.applyImpulse(out, place),
    'make, add and remove a joint': () => crowd.removeJoint(crowd.addJoint(new BallJoint({ a: one, b: other, anchor: out }))),
    'World.createSync': () => World.createSync().dispose(),
    'add and remove a body': () => empty.removeBody(empty.addBody({ mass: 1, inertia: [0.1, 0.1, 0.1] })),
    [`snapshot, ${BODIES} bodies`]: () => crowd.snapshot(),
    [`restore, ${BODIES} bodies`]: () => crowd.restore(saved),
    [`snapshot, ${BOXES} boxes, ${whole.byteLength} bytes`]: () => heap.snapshot(),
    restore: () => heap.restore(whole),
    [`snapshot since the step before, ${changed.byteLength} bytes`]: () => heap.snapshot({ since }),
    'restore it': () => heap.restore(changed, { since }),
  };
}

/** Boxes that have begun to settle on each other. */
async function boxes(World: any, Box: any): Promise<any> {
  const world = await World.create();
  world.addBody({ type: 'static', shape: new Box([100, 1, 100]), position: [0, -1, 0] });
  const shape = new Box([0.5, 0.5, 0.5]);
  for (let i = 0; i < BOXES; i++) {
    const layer = Math.floor(i / 225);
    world.addBody({ shape, position: [(i % 15) * 1.1 + 0.3 * (layer % 2), 0.5 + 1.05 * layer, (Math.floor(i / 15) % 15) * 1.1] });
  }
  for (let frame = 0; frame < 20; frame++) world.step(DT);
  return world;
}

function time(name: string, operation: () => unknown): Cell[] {
  const benchmark = new Benchmark(name, operation, { maxTime: SECONDS }).run({ async: false });
  const failure = (benchmark as { error?: Error }).error;
  if (failure) throw failure;
  return [name, benchmark.stats.mean * 1e9, benchmark.stats.rme, benchmark.stats.sample.length];
}

export const api: Suite = {
  name: 'api',
  description: 'nanoseconds per call of the API, single precision',
  async run() {
    const rows = Object.entries(await operations()).map(([name, operation]) => time(name, operation));
    return {
      name: 'api',
      title: 'api: what a call costs, single precision, default settings',
      notes: ['error: half the 95 % confidence interval, per cent of the mean'],
      columns: ['call', 'ns', 'error %', 'samples'],
      rows,
    };
  },
};
