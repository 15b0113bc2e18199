// holonomic sweep SCENE: every point of a parameter space with every seed, on the cores of this machine or on a queue.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Command, Option } from 'commander';
import { HolonomicError } from '../../index.ts';
import {
  type Dimension,
  grid,
  halton,
  type Job,
  type JobOutcome,
  keyOfJob,
  type Point,
  type PointValue,
  random,
  runBatch,
  type SweepOptions,
  sweep,
  validateJob,
} from '../index.ts';
import { assignment, count, dimension, positive, setting, shard, value, values, wholeNumber } from './arguments.ts';
import { loadQueue } from './load-queue.ts';
import { createProgress } from './progress.ts';
import { openResults, SnapshotFolder } from './results-file.ts';

interface Options {
  grid?: Record<string, PointValue[]>;
  draw?: Record<string, Dimension>;
  points?: number;
  by: 'random' | 'halton';
  seeds?: number;
  firstSeed: number;
  steps?: number;
  every?: number;
  set?: Record<string, PointValue>;
  setting?: Record<string, unknown>;
  shard?: { part: number; parts: number };
  workers?: number;
  timeLimit?: number;
  memoryLimit?: number;
  out?: string;
  resume?: boolean;
  redis?: string;
  name?: string;
}

const MEBIBYTE = 0x100000;

export function addSweep(program: Command): void {
  program
    .command('sweep')
    .description(
      'Runs a scene at every point of a parameter space with every seed, and writes what it measures, a line of JSON for each run.',
    )
    .argument('<scene>', 'scene of the package, or file or URL of a module that exports one')
    .option(
      '--grid <name=values>',
      'values to be combined: substeps=1:40, mass=1:10:0.5, solver=xpbd,tgs; may be repeated',
      assignment(values),
    )
    .option(
      '--draw <name=range>',
      'range to be drawn from: mass=1:10, count=1:40:integer, cfm=1e-9:1:logarithmic; may be repeated',
      assignment(dimension),
    )
    .option('--points <count>', 'points that are drawn', wholeNumber)
    .addOption(new Option('--by <way>', 'how points are drawn').choices(['random', 'halton']).default('halton'))
    .option('--seeds <count>', 'seeds that each point is run with', wholeNumber)
    .option('--first-seed <number>', 'the first of them', count, 0)
    .option('--steps <count>', "steps of each run; the scene's unless given", wholeNumber)
    .option('--every <steps>', 'takes a sample of the measures after each so many steps', wholeNumber)
    .option('--set <parameter=value>', 'parameter of the scene for all runs; may be repeated', assignment(value))
    .option('--setting <name=value>', 'option of the world for all runs: gravity=0,-1.6,0, sleep=off; may be repeated', assignment(setting))
    .option('--shard <part/parts>', 'runs one part of the sweep alone: 0/8 to 7/8', shard)
    .option('--workers <count>', 'threads; as many as the machine can run at once unless given', wholeNumber)
    .option('--time-limit <s>', 'ends a run that takes longer', positive)
    .option('--memory-limit <MiB>', 'ends a run that takes more; 1024 unless given', positive)
    .option('--out <file>', '.ndjson, or .csv for a table; stdout unless given')
    .option('--resume', 'goes on with the file: runs what it has no result of')
    .option('--redis <url>', "runs it on the workers of a queue, see 'holonomic worker'")
    .option('--name <queue>', 'name of the queue')
    .action(runSweep);
}

async function runSweep(scene: string, options: Options): Promise<void> {
  const given = sweepOf(sceneOf(scene), options);
  // Whatever is wrong with the sweep is said before a file is touched.
  await validateJob(firstOf(given));
  const results = openResults(options.out, options.resume === true);
  const jobs = () => wantedJobs(given, options, results.known);
  let total = 0;
  for (const _ of jobs()) total++;
  if (results.known.size > 0) console.error(`${results.known.size} results are there already`);
  const start = performance.now();
  const progress = createProgress(total);
  let [done, failed] = [0, 0];
  const take = (outcome: JobOutcome) => {
    done++;
    if (outcome.status === 'failed') failed++;
    results.write(outcome);
    progress.update(done, failed);
  };
  const abort = new AbortController();
  const onSignal = () => abort.abort();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, onSignal);
  try {
    if (options.redis !== undefined) await runOnQueue(jobs(), options, take, abort.signal);
    else await runHere(jobs(), options, take, abort.signal);
  } catch (error) {
    if (!abort.signal.aborted) throw error;
  } finally {
    results.close();
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    const goOn = abort.signal.aborted && options.out ? '; --resume goes on' : '';
    progress.end(`${done} of ${total} jobs in ${seconds} s${failed ? `, ${failed} failed` : ''}${goOn}`);
  }
  if (failed > 0 || abort.signal.aborted) process.exitCode = 1;
}

/** Names stay; what is a file becomes its URL. */
function sceneOf(scene: string): string {
  if (/^[a-z][a-z\d+.-]+:/i.test(scene)) return scene;
  if (/[/\\.]/.test(scene) && existsSync(scene)) return pathToFileURL(path.resolve(scene)).href;
  return scene;
}

function sweepOf(scene: string, options: Options): SweepOptions {
  const { draw, every, firstSeed, seeds, set, setting: settings, steps } = options;
  if (draw && options.points === undefined) throw usage('--draw wants to know how many: --points 1000.');
  if (options.points !== undefined && !draw) throw usage('--points are drawn from ranges: --draw mass=1:10.');
  return {
    scene,
    firstSeed,
    points: pointsOf(options),
    ...(set && { parameters: set }),
    ...(settings && { settings: settings as Job['settings'] }),
    ...(seeds !== undefined && { seeds }),
    ...(steps !== undefined && { steps }),
    ...(every !== undefined && { every }),
  };
}

/** All points, again each time that they are gone through. */
function pointsOf({ by, draw, grid: values = {}, points = 0 }: Options): Iterable<Point> {
  return {
    *[Symbol.iterator]() {
      for (const point of grid(values)) {
        if (!draw) yield point;
        else for (const drawn of by === 'halton' ? halton(draw, points) : random(draw, points)) yield { ...point, ...drawn };
      }
    },
  };
}

function firstOf(given: SweepOptions): Job {
  for (const job of sweep(given)) return job;
  throw usage('There is nothing to run.');
}

/** The jobs of this part that have no result yet. */
function* wantedJobs(given: SweepOptions, { shard: part }: Options, known: ReadonlySet<string>): Generator<Job, void> {
  let k = 0;
  for (const job of sweep(given)) {
    if (part && k++ % part.parts !== part.part) continue;
    if (known.size > 0 && known.has(keyOfJob(job))) continue;
    yield job;
  }
}

async function runHere(jobs: Iterable<Job>, options: Options, take: (outcome: JobOutcome) => void, signal: AbortSignal): Promise<void> {
  const { memoryLimit, out, timeLimit, workers } = options;
  const snapshots = new SnapshotFolder(out === undefined || /\.csv$/i.test(out) ? null : `${out}.snapshots`);
  const limits = {
    ...(timeLimit !== undefined && { time: timeLimit }),
    ...(memoryLimit !== undefined && { memory: Math.round(memoryLimit * MEBIBYTE) }),
  };
  function* resumed(): Generator<Job, void> {
    for (const job of jobs) {
      const from = options.resume ? snapshots.load(keyOfJob(job)) : undefined;
      yield from ? { ...job, from } : job;
    }
  }
  const outcomes = runBatch(resumed(), {
    ...(workers !== undefined && { workers }),
    limits,
    signal,
    keep: true,
    onSnapshot: (snapshot, { key }) => snapshots.save(key, snapshot),
  });
  try {
    for await (const outcome of outcomes) {
      if (outcome.status === 'failed' && outcome.error.code === 'cancelled') {
        if (outcome.snapshot) snapshots.save(outcome.key, outcome.snapshot);
        continue;
      }
      take(outcome);
      snapshots.remove(outcome.key);
    }
  } finally {
    snapshots.close();
  }
}

async function runOnQueue(
  jobs: Iterable<Job>,
  { name, redis }: Options,
  take: (outcome: JobOutcome) => void,
  signal: AbortSignal,
): Promise<void> {
  const { openQueue } = await loadQueue();
  const queue = await openQueue({ redis: redis!, ...(name !== undefined && { name }) });
  try {
    for await (const outcome of queue.run(jobs, { signal })) take(outcome);
  } finally {
    await queue.close();
  }
}

function usage(message: string): HolonomicError {
  return new HolonomicError('invalid-argument', message);
}
