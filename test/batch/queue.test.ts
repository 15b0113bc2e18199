// Jobs on a queue whose workers come, go and die: every result once, and with the hash of a plain run.
import { fork } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { BatchQueue } from '../../bindings/batch/bullmq/index.ts';
import type { Job, JobOutcome } from '../../bindings/batch/index.ts';
import { keyOfJob, runJob, sweep } from '../../bindings/batch/index.ts';
import { runCampaign } from './campaign/campaign.ts';
import { loadBatch, loadBullmq, sceneUrl } from './package.ts';
import { type RedisServer, redisAvailable, startRedis } from './redis-server.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'holonomic-queue-'));
const notes = path.join(folder, 'notes');
const beginnings = () => fs.readFileSync(notes, 'utf8').trim().split('\n').map(Number);
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

describe.skipIf(!redisAvailable())('a queue', () => {
  let redis: RedisServer;
  let bullmq: Awaited<ReturnType<typeof loadBullmq>>;
  let names = 0;
  /** A queue of its own for each test. */
  const open = async (): Promise<{ queue: BatchQueue; at: { redis: string; name: string } }> => {
    const at = { redis: redis.url, name: `test-${names++}` };
    return { queue: await bullmq.openQueue(at), at };
  };
  const all = async (outcomes: AsyncIterable<JobOutcome>) => {
    const found: JobOutcome[] = [];
    for await (const outcome of outcomes) found.push(outcome);
    return found.sort((a, b) => a.index - b.index);
  };

  beforeAll(async () => {
    await loadBatch();
    bullmq = await loadBullmq();
    redis = await startRedis();
    process.env['HOLONOMIC_NOTES'] = notes;
    return () => redis.stop();
  });

  test('through kills of workers and of Redis every result comes once', async () => {
    const report = await runCampaign({
      jobs: [...sweep({ scene: 'pile', parameters: { count: 5 }, steps: 20, seeds: 60 })],
      processes: 2,
      killEvery: { results: 15 },
      restartAt: 0.4,
      worker: { workers: 1, patience: 1, rate: { jobs: 100, seconds: 1 } },
    });
    expect(report).toMatchObject({ results: 60, repeated: 0, missing: 0, wrong: 0, failed: 0, mismatches: 0, restarts: 1 });
    expect(report.kills).toBe(4);
  });

  test.each([
    ['in Redis', undefined],
    ['in a folder', path.join(folder, 'snapshots')],
  ])('what a worker that is closed was running goes on elsewhere from its snapshot, %s', async (_, snapshotFolder) => {
    fs.writeFileSync(notes, '');
    const { at, queue } = await open();
    const options = { ...at, workers: 1, modules: ['file:'], ...(snapshotFolder !== undefined && { snapshotFolder }) };
    const job: Job = { scene: sceneUrl('noted'), steps: 200, every: 50 };
    try {
      const first = await bullmq.startWorker(options);
      const outcomes = all(queue.run([job]));
      await waitFor(() => fs.readFileSync(notes, 'utf8') !== '');
      await new Promise((resolve) => setTimeout(resolve, 200));
      await first.close();
      const second = await bullmq.startWorker(options);
      const [outcome] = await outcomes;
      await second.close();
      const { attempts: _attempts, ms: _ms, ...plain } = await runJob(job);
      expect(outcome).toMatchObject(plain);
      expect(beginnings()[0]).toBe(0);
      expect(beginnings()[1]).toBeGreaterThan(0); // that of the second worker; the last is the plain run
      expect(await queue.snapshot(outcome.key)).toBeNull();
    } finally {
      await queue.close();
    }
  });

  test('so does what a worker that is killed was running, once it has been silent for long', async () => {
    fs.writeFileSync(notes, '');
    const { at, queue } = await open();
    const options = { ...at, workers: 1, modules: ['file:'], snapshotEvery: 0.1, patience: 0.5 };
    const child = fork(path.join(import.meta.dirname, 'campaign/worker-process.mjs'), [JSON.stringify(options)], { execArgv: [] });
    const job: Job = { scene: sceneUrl('noted'), steps: 300 };
    try {
      const outcomes = all(queue.run([job]));
      await waitFor(async () => (await queue.snapshot(keyOfJob(job))) !== null);
      child.kill('SIGKILL');
      const second = await bullmq.startWorker(options);
      const [outcome] = await outcomes;
      await second.close();
      expect(outcome).toMatchObject({ status: 'done', attempts: 2, hash: (await runJob(job)).hash });
      expect(beginnings()[1]).toBeGreaterThan(0);
    } finally {
      child.kill('SIGKILL');
      await queue.close();
    }
  });

  test('jobs that are added twice are run once, and what fails is a typed outcome', async () => {
    const { at, queue } = await open();
    const good: Job = { scene: 'pile', parameters: { count: 3 }, steps: 3, seed: 1 };
    const given: Job[] = [
      good,
      good,
      { scene: 'pile', parameters: { count: 0 } },
      { scene: 'data:text/javascript,export default 1' },
      { scene: sceneUrl('throws') },
    ];
    const told: string[] = [];
    const worker = await bullmq.startWorker({ ...at, workers: 1, modules: ['file:'], onOutcome: ({ key }) => told.push(key) });
    try {
      const codes = (outcomes: JobOutcome[]) => outcomes.map((outcome) => (outcome.status === 'done' ? 'done' : outcome.error.code));
      const expected = ['done', 'invalid-argument', 'bad-scene', 'scene-threw'];
      expect(codes(await all(queue.run(given)))).toEqual(expected);
      expect(codes(await all(queue.run(given)))).toEqual(expected);
      expect(codes(await all(queue.outcomes()))).toHaveLength(4);
      expect([told.length, new Set(told).size]).toEqual([4, 4]);
      await expect(queue.add([{ ...good, from: new Uint8Array(8) }])).rejects.toMatchObject({ code: 'invalid-argument' });
      await expect(queue.add([{ ...good, steps: -1 }])).rejects.toMatchObject({ code: 'invalid-argument' });
      await queue.clear();
      expect(await queue.status()).toMatchObject({ waiting: 0, active: 0, results: 0 });
    } finally {
      await worker.close();
      await queue.close();
    }
  });

  test('without an answer there is no queue', async () => {
    await expect(bullmq.openQueue({ redis: 'http://127.0.0.1' })).rejects.toMatchObject({ code: 'invalid-argument' });
    await expect(bullmq.startWorker({ redis: redis.url, name: 'a b' })).rejects.toMatchObject({ code: 'invalid-argument' });
    await expect(bullmq.startWorker({ redis: redis.url, patience: 0 })).rejects.toMatchObject({ code: 'invalid-argument' });
  });
});

async function waitFor(condition: () => boolean | Promise<boolean>, within = 20_000): Promise<void> {
  for (const start = Date.now(); !(await condition()); ) {
    if (Date.now() - start > within) throw new Error('it does not come about');
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
}
