// The same jobs in threads of Node, in workers of Chromium and through the queue: equal hashes.
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import type { Job, JobOutcome } from '../../bindings/batch/index.ts';
import { browserAvailable, launchBrowser, serveFolder } from '../../tools/browser.mjs';
import { DIST } from '../package/dist.ts';
import { loadBatch, loadBullmq } from './package.ts';
import { redisAvailable, startRedis } from './redis-server.ts';

/** Scenes of all kinds: contacts, joints, particles, and both precisions. */
const KINDS: Omit<Job, 'seed'>[] = [
  { scene: 'pile', parameters: { count: 6 }, steps: 12 },
  { scene: 'pile', parameters: { count: 4 }, settings: { precision: 'double', substeps: 3 }, steps: 8 },
  { scene: 'ragdoll-pile', parameters: { count: 1 }, steps: 10, every: 5 },
  { scene: 'pile', parameters: { count: 5 }, settings: { solver: 'tgs' }, steps: 8 },
];
const JOBS: Job[] = Array.from({ length: 200 }, (_, k) => ({ ...KINDS[k % KINDS.length], seed: k }));

type Hashes = Record<number, string>;
const note = (hashes: Hashes, outcome: JobOutcome) => {
  hashes[outcome.index] = outcome.status === 'done' ? outcome.hash : `${outcome.error.code}: ${outcome.error.message}`;
};

const inNode: Hashes = {};
beforeAll(async () => {
  const { runBatch } = await loadBatch();
  for await (const outcome of runBatch(JOBS, { workers: 2 })) note(inNode, outcome);
});

test('in Node there are as many hashes as jobs', () => {
  expect(new Set(Object.values(inNode)).size).toBe(JOBS.length);
  for (const hash of Object.values(inNode)) expect(hash).toMatch(/^[0-9a-f]{16}$/);
});

describe.skipIf(!redisAvailable())('through the queue', () => {
  test('they are the same', async () => {
    const { openQueue, startWorker } = await loadBullmq();
    const redis = await startRedis();
    const queue = await openQueue({ redis: redis.url });
    const worker = await startWorker({ redis: redis.url, workers: 2 });
    try {
      const hashes: Hashes = {};
      for await (const outcome of queue.run(JOBS)) note(hashes, outcome);
      expect(hashes).toEqual(inNode);
      // The last outcome may be told before its job has left the list of those that run.
      await vi.waitFor(async () => expect(await queue.status()).toMatchObject({ waiting: 0, active: 0 }), 30_000);
      expect(await queue.status()).toMatchObject({ waiting: 0, active: 0, failed: 0, results: JOBS.length, mismatches: 0, workers: 1 });
    } finally {
      await worker.close();
      await queue.close();
      await redis.stop();
    }
  });
});

const PAGE = `<!doctype html><title>holonomic</title><script type="module">
  import { runBatch } from '/batch.js';
  globalThis.runJobs = async (jobs, workers, act = () => {}) => {
    const outcomes = [];
    for await (const outcome of runBatch(jobs, { workers })) outcomes.push(outcome);
    return outcomes;
  };
</script>`;

/** A scene whose every step takes for ever, and one that ends its worker. */
const PAGES = {
  '/': PAGE,
  '/endless.mjs': `export default { name: 'endless', parameters: {}, frames: 1, dt: 0.1, build: () => ({ beforeStep() { for (;;); }, measures: () => ({}) }) };`,
  '/throws.mjs': `export default { name: 'throws', parameters: {}, frames: 1, dt: 0.1, build() { throw new Error('no'); } };`,
};

describe.skipIf(!browserAvailable())('in workers of Chromium', () => {
  let server: Awaited<ReturnType<typeof serveFolder>>;
  let browser: Awaited<ReturnType<typeof launchBrowser>>;
  let page: Page;
  const run = (jobs: Job[]) =>
    page.evaluate(
      (given) => (globalThis as unknown as { runJobs(jobs: Job[], workers: number): Promise<JobOutcome[]> }).runJobs(given, 2),
      jobs,
    );

  beforeAll(async () => {
    server = await serveFolder(DIST, { pages: PAGES, policy: null });
    browser = await launchBrowser();
    page = await browser.newPage();
    await page.goto(server.url);
    await page.waitForFunction(() => 'runJobs' in globalThis);
    return async () => {
      await browser.close();
      await server.close();
    };
  });

  test('they are the same', async () => {
    const hashes: Hashes = {};
    for (const outcome of await run(JOBS)) note(hashes, outcome);
    expect(hashes).toEqual(inNode);
  });

  test('bad jobs fail alone', async () => {
    const bad: Job[] = [
      { scene: `${server.url}/endless.mjs`, limits: { time: 1 } },
      { scene: `${server.url}/throws.mjs` },
      { scene: `${server.url}/not-there.mjs` },
    ];
    const outcomes = await run([JOBS[0], ...bad, JOBS[1]]);
    const codes = outcomes
      .sort((a, b) => a.index - b.index)
      .map((outcome) => (outcome.status === 'done' ? outcome.hash : outcome.error.code));
    expect(codes).toEqual([inNode[0], 'timeout', 'scene-threw', 'bad-scene', inNode[1]]);
  });
});
