// Jobs on threads of Node: the bits of a plain run, typed failures that harm nobody else, calling off, back pressure.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { BatchProgress, Job, JobOutcome } from '../../bindings/batch/index.ts';
import { runJob } from '../../bindings/batch/index.ts';
import { loadBatch, sceneUrl } from './package.ts';

const MEBIBYTE = 0x100000;
const job = (seed: number, more: Partial<Job> = {}): Job => ({ scene: 'pile', parameters: { count: 5 }, seed, steps: 10, ...more });
const jobs = (count: number): Job[] => Array.from({ length: count }, (_, seed) => job(seed));

let batch: Awaited<ReturnType<typeof loadBatch>>;
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'holonomic-batch-'));
beforeAll(async () => {
  batch = await loadBatch();
  return () => fs.rmSync(folder, { recursive: true, force: true });
});

/** Outcomes by index. */
async function collect(outcomes: AsyncIterable<JobOutcome>): Promise<JobOutcome[]> {
  const found: JobOutcome[] = [];
  for await (const outcome of outcomes) {
    expect(found[outcome.index]).toBeUndefined();
    found[outcome.index] = outcome;
  }
  return found;
}

const hashOf = (outcome: JobOutcome) => (outcome.status === 'done' ? outcome.hash : outcome.error.code);

test('two threads give the bits of a plain run, each outcome once', async () => {
  const given = [...jobs(40), job(7, { scene: 'ragdoll-pile', parameters: { count: 1 }, every: 5, snapshot: true })];
  const progress: BatchProgress[] = [];
  const outcomes = await collect(batch.runBatch(given, { workers: 2, onProgress: (told) => progress.push(told) }));
  expect(outcomes.length).toBe(given.length);
  for (const k of [0, 17, 39, 40]) {
    const { ms: _, ...expected } = await runJob(given[k]);
    expect(outcomes[k]).toMatchObject({ ...expected, index: k, ...(expected.snapshot && { snapshot: expect.any(Uint8Array) }) });
  }
  expect(progress.at(-1)).toMatchObject({ done: 41, failed: 0, started: 41, isComplete: true, running: [] });
  const { snapshot } = outcomes[40];
  const longer = { ...given[40], steps: 20 };
  expect((await runJob({ ...longer, from: snapshot })).hash).toBe((await runJob(longer)).hash);
});

test('each bad job is a typed failure, and the others are unharmed', async () => {
  const bad: [Job, string][] = [
    [{ scene: sceneUrl('throws') }, 'scene-threw'],
    [{ scene: sceneUrl('endless'), limits: { time: 1 } }, 'timeout'],
    [{ scene: sceneUrl('hungry-buffers') }, 'out-of-memory'],
    [{ scene: sceneUrl('hungry-heap') }, 'out-of-memory'],
    [job(0, { parameters: { count: 3000 }, limits: { memory: 2 * MEBIBYTE } }), 'out-of-memory'],
    [job(0, { limits: { memory: 8 * 1024 * MEBIBYTE } }), 'invalid-argument'],
    [{ scene: sceneUrl('broken') }, 'bad-scene'],
    [{ scene: sceneUrl('no-scene') }, 'bad-scene'],
    [{ scene: 'no-such-scene' }, 'bad-scene'],
    [{ scene: sceneUrl('dies') }, 'worker-died'],
    [job(0, { parameters: { count: 0 } }), 'invalid-argument'],
    [null as unknown as Job, 'invalid-argument'],
  ];
  const given = bad.flatMap(([one], k) => [job(k), one]);
  const outcomes = await collect(batch.runBatch(given, { workers: 2, limits: { memory: 48 * MEBIBYTE } }));
  expect(outcomes.filter((_, k) => k % 2 === 1).map(hashOf)).toEqual(bad.map(([, code]) => code));
  const alone = await Promise.all(bad.map((_, k) => runJob(job(k))));
  expect(outcomes.filter((_, k) => k % 2 === 0).map(hashOf)).toEqual(alone.map(({ hash }) => hash));
  expect(outcomes.every((outcome) => outcome.status === 'done' || outcome.error.message.length > 10)).toBe(true);
});

test('a job whose thread has died is run again, as often as is wanted', async () => {
  const marker = path.join(folder, 'died');
  process.env['HOLONOMIC_MARKER'] = marker;
  const dying = { scene: sceneUrl('dies'), parameters: { marker }, steps: 1 };
  const run = (retries: number) => collect(batch.runBatch([dying], { workers: 1, retries }));
  expect(await run(0)).toMatchObject([{ status: 'failed', error: { code: 'worker-died' }, attempts: 1 }]);
  fs.rmSync(marker);
  expect(await run(1)).toMatchObject([{ status: 'done', attempts: 2 }]);
});

describe('calling off', () => {
  test('gives what was done, then throws the reason; running jobs have a snapshot to go on from', async () => {
    const reason = new Error('enough');
    const abort = new AbortController();
    const long = job(1, { parameters: { count: 20 }, steps: 100_000 });
    const found: JobOutcome[] = [];
    let isReturned = false;
    function* source(): Generator<Job> {
      try {
        yield job(0);
        for (;;) yield long;
      } finally {
        isReturned = true;
      }
    }
    const onProgress = ({ running }: BatchProgress) => {
      if (running.some(({ step }) => step > 10)) abort.abort(reason);
    };
    const all = (async () => {
      for await (const outcome of batch.runBatch(source(), { workers: 1, signal: abort.signal, keep: true, onProgress }))
        found.push(outcome);
    })();
    await expect(all).rejects.toBe(reason);
    expect(isReturned).toBe(true);
    expect(found.map(hashOf)).toEqual([(await runJob(job(0))).hash, 'cancelled']);
    const stopped = found[1];
    const step = stopped.status === 'failed' ? stopped.step! : 0;
    expect(step).toBeGreaterThan(10);
    const short = { ...long, steps: step + 5 };
    expect((await runJob({ ...short, from: stopped.snapshot })).hash).toBe((await runJob(short)).hash);
  });

  test('before it begins runs nothing', async () => {
    const given = (function* (): Generator<Job> {
      yield* [];
      throw new Error('taken');
    })();
    await expect(collect(batch.runBatch(given, { workers: 1, signal: AbortSignal.abort(new Error('no')) }))).rejects.toThrow('no');
  });

  test('by breaking out of the loop ends the source', async () => {
    let taken = 0;
    function* endless(): Generator<Job> {
      for (;;) yield job(taken++);
    }
    const source = endless();
    for await (const _ of batch.runBatch(source, { workers: 1 })) break;
    expect(source.next().done).toBe(true);
    // Back pressure: no more are taken than can be under way, in groups and in between.
    expect(taken).toBeLessThan(200);
  });
});

test('jobs are taken no faster than their outcomes', async () => {
  let [taken, given, most] = [0, 0, 0];
  async function* source(): AsyncGenerator<Job> {
    while (taken < 300) {
      yield job(taken++ % 3, { steps: 1 });
      most = Math.max(most, taken - given);
    }
  }
  for await (const _ of batch.runBatch(source(), { workers: 2 })) {
    given++;
    if (given < 20) await new Promise((resolve) => setTimeout(resolve, 20));
  }
  expect(given).toBe(300);
  expect(most).toBeLessThan(16 + 3 * 64);
});

test('what a source throws ends the batch', async () => {
  function* source(): Generator<Job> {
    yield job(0);
    throw new Error('the list ends in a fault');
  }
  await expect(collect(batch.runBatch(source(), { workers: 1 }))).rejects.toThrow('the list ends in a fault');
});

test.each([
  [{ workers: 0 }, /workers/],
  [{ retries: -1 }, /retries/],
  [{ limits: { memory: 1 } }, /limits.memory/],
  [{ signal: 'now' }, /signal/],
  [{ threads: 2 }, /'threads'/],
  [{ snapshotEvery: 0 }, /snapshotEvery/],
])('%j is refused', async (options, message) => {
  await expect(collect(batch.runBatch([], options as object))).rejects.toThrow(message);
});

test('what is no list of jobs is refused', async () => {
  await expect(collect(batch.runBatch(7 as unknown as Job[]))).rejects.toMatchObject({ code: 'invalid-argument' });
});
