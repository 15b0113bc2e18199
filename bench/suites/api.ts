// What a call costs: the small things that a game does every frame, timed by the package `benchmark`.
import Benchmark from 'benchmark';
import { loadPackage } from '../engines/holonomic.ts';
import type { Cell } from '../report.ts';
import type { Suite } from '../suite.ts';

const BODIES = 100;
const SECONDS = 0.5;
const DT = 1 / 60;

async function operations(): Promise<Record<string, () => unknown>> {
  const { World, Ball } = await loadPackage();
  const empty = await World.create();
  const pendulum = await World.create();
  const bob = pendulum.addBody({ mass: 1, inertia: [0.1, 0.1, 0.1], position: [1, 0, 0] });
  pendulum.addJoint(new Ball({ a: null, b: bob, anchor: [0, 0, 0] }));
  const crowd = await World.create();
  for (let i = 0; i < BODIES; i++) crowd.addBody({ mass: 1, inertia: [0.1, 0.1, 0.1], position: [i, 0, 0] });
  const saved = crowd.snapshot();
  const out = [0, 0, 0];
  return {
    'step, empty world': () => empty.step(DT),
    'step, one pendulum': () => pendulum.step(DT),
    'body.position': () => bob.position,
    'body.getPosition(out)': () => bob.getPosition(out),
    'world.transforms': () => crowd.transforms,
    'body.applyForce': () => bob.applyForce(out),
    'add and remove a body': () => empty.removeBody(empty.addBody({ mass: 1, inertia: [0.1, 0.1, 0.1] })),
    [`snapshot, ${BODIES} bodies`]: () => crowd.snapshot(),
    [`restore, ${BODIES} bodies`]: () => crowd.restore(saved),
  };
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
