// A job: what it may say, what it is called, and that a run goes on from its snapshot as if it had never stopped.
import { describe, expect, test } from 'vitest';
import { type Job, keyOfJob, runJob, validateJob } from '../../bindings/batch/index.ts';
import { checkJob } from '../../bindings/batch/job.ts';
import { outcomeOf } from '../../bindings/batch/run-job.ts';
import { WorldPlaces } from '../../bindings/batch/world-places.ts';
import { scenes } from '../../scenes/index.ts';
import { pile } from '../../scenes/pile.ts';
import { runScene } from '../../scenes/run.ts';
import { SMALL } from '../scenes/small.ts';

const JOB: Job = { scene: 'pile', parameters: { count: 12 }, seed: 3, settings: { substeps: 4 }, steps: 40 };

test('a job is a run of its scene, whatever was run before in the same place', async () => {
  const { hash, measures } = await runScene(pile, { parameters: { count: 12, seed: 3 }, settings: { substeps: 4 }, frames: 40 });
  const result = await runJob(JOB);
  expect([result.status, result.hash, result.measures, result.steps, result.samples]).toEqual(['done', hash, measures, 40, []]);
  const places = new WorldPlaces();
  const others: Job[] = [
    { scene: 'ragdoll-pile', parameters: { count: 3 }, steps: 20 },
    { scene: 'soft-bunny', parameters: SMALL['soft-bunny'], steps: 5 },
    { scene: 'pile', parameters: { count: 60 }, settings: { solver: 'tgs', gravity: [0, -3, 0], sleep: false }, steps: 20 },
    { scene: 'pile', parameters: { count: -1 } },
    { scene: 'pile', settings: { precision: 'double' }, parameters: { count: 10 }, steps: 10 },
    { scene: 'double-pendulum', settings: { backend: 'reference' }, steps: 10 },
  ];
  for (const other of others) {
    await outcomeOf(checkJob(other), 0, { places });
    const again = await outcomeOf(checkJob(JOB), 0, { places });
    expect(again).toMatchObject({ status: 'done', hash, measures });
  }
});

test('samples are what a shorter job measures', async () => {
  const { samples } = await runJob({ ...JOB, every: 15 });
  expect(samples.map(({ step }) => step)).toEqual([15, 30]);
  for (const { measures, step } of samples) expect((await runJob({ ...JOB, steps: step })).measures).toEqual(measures);
});

describe('keys', () => {
  test('are the same for jobs that come to the same, and others for all else', () => {
    const key = keyOfJob(JOB);
    expect(key).toMatch(/^[0-9a-f]{32}$/);
    const same: Job[] = [
      { steps: 40, settings: { substeps: 4 }, seed: 3, parameters: { count: 12 }, scene: 'pile' },
      { ...JOB, limits: { time: 1 }, snapshot: true },
    ];
    for (const job of same) expect(keyOfJob(job)).toBe(key);
    const others: Job[] = [
      { ...JOB, scene: 'piles' },
      { ...JOB, seed: 4 },
      { ...JOB, steps: 41 },
      { ...JOB, every: 1 },
      { ...JOB, parameters: { count: 13 } },
      { ...JOB, settings: { substeps: 5 } },
      { ...JOB, settings: {} },
    ];
    expect(new Set([key, ...others.map(keyOfJob)]).size).toBe(others.length + 1);
    const many = Array.from({ length: 10_000 }, (_, seed) => keyOfJob({ ...JOB, seed }));
    expect(new Set(many).size).toBe(many.length);
    // Every digit of the keys is as frequent as the others.
    for (let place = 0; place < 32; place++) {
      const mean = many.reduce((sum, each) => sum + Number.parseInt(each[place], 16), 0) / many.length;
      expect(Math.abs(mean - 7.5)).toBeLessThan(0.25);
    }
  });

  test('stay what they are: results of today are found tomorrow', () => {
    expect(keyOfJob(JOB)).toBe('08370ba508207380ece63d6f8d483120');
  });
});

describe('what is no job', () => {
  test.each([
    [null, 'invalid-argument', /must be an object/],
    [{ scene: 7 }, 'invalid-argument', /scene must be/],
    [{ ...JOB, weight: 1 }, 'invalid-argument', /'weight'/],
    [{ ...JOB, steps: -1 }, 'invalid-argument', /steps/],
    [{ ...JOB, every: 0 }, 'invalid-argument', /every/],
    [{ ...JOB, seed: 0.5 }, 'invalid-argument', /seed/],
    [{ ...JOB, parameters: { seed: 1 } }, 'invalid-argument', /not both/],
    [{ ...JOB, parameters: { count: Number.NaN } }, 'invalid-argument', /'count'/],
    [{ ...JOB, parameters: { count: 0 } }, 'invalid-argument', /'count'/],
    [{ ...JOB, parameters: { cuont: 1 } }, 'invalid-argument', /cuont/],
    [{ ...JOB, settings: { substeps: 0 } }, 'invalid-argument', /substeps/],
    [{ ...JOB, settings: { maxMemory: 1e8 } }, 'invalid-argument', /maxMemory/],
    [{ ...JOB, limits: { time: 0 } }, 'invalid-argument', /limits.time/],
    [{ ...JOB, limits: { memory: 8e9 } }, 'invalid-argument', /limits.memory/],
    [{ ...JOB, from: 'there' }, 'invalid-argument', /from/],
    [{ ...JOB, scene: 'no-such-scene' }, 'bad-scene', /no scene/],
    [{ ...JOB, scene: './pile.mjs' }, 'bad-scene', /import\.meta\.url/],
    [{ ...JOB, scene: 'data:text/javascript,export default 1' }, 'bad-scene', /exports no scene/],
  ])('%j is %s', async (job, code, message) => {
    await expect(validateJob(job as Job)).rejects.toMatchObject({ name: 'HolonomicError', code });
    await expect(runJob(job as Job)).rejects.toThrow(message);
  });
});

describe('snapshots', () => {
  test('of another job, or damaged, are refused', async () => {
    const { snapshot } = await runJob({ ...JOB, snapshot: true });
    const refused = (job: Job) => expect(runJob(job)).rejects.toMatchObject({ code: 'bad-snapshot' });
    await refused({ ...JOB, seed: 4, from: snapshot });
    await refused({ ...JOB, settings: { substeps: 5 }, from: snapshot });
    await refused({ ...JOB, from: new Uint8Array(100) });
    await refused({ ...JOB, from: snapshot!.subarray(0, snapshot!.length - 8) });
    for (const at of [20, 200, snapshot!.length - 9]) {
      const damaged = snapshot!.slice();
      damaged[at] ^= 255;
      await refused({ ...JOB, from: damaged });
    }
  });

  test('that are further on than wanted are left alone', async () => {
    const { snapshot } = await runJob({ ...JOB, steps: 60, snapshot: true });
    expect((await runJob({ ...JOB, from: snapshot })).hash).toBe((await runJob(JOB)).hash);
  });

  test('are told while a job runs, and lead to the same result', async () => {
    const kept: Uint8Array[] = [];
    const job = { ...JOB, parameters: { count: 40 }, steps: 150, every: 20 };
    const whole = await runJob(job, { wantsSnapshot: () => true, onSnapshot: (snapshot) => kept.push(snapshot) });
    expect(kept.length).toBeGreaterThan(0);
    const rest = await runJob({ ...job, from: kept[Math.floor(kept.length / 2)] });
    expect([rest.hash, rest.measures, rest.samples]).toEqual([whole.hash, whole.measures, whole.samples]);
  });

  // The loads of scenes depend on the frame and the world alone; what they record for their measures goes with the snapshot.
  const places = new WorldPlaces();
  test('go on to the same bits and measures in every scene that says it can', async () => {
    const resumed: string[] = [];
    for (const { name } of scenes) {
      if (SLOW.includes(name)) continue;
      const job: Job = { scene: name, parameters: SMALL[name] ?? {}, steps: 14, every: 4 };
      const half = await outcomeOf(checkJob({ ...job, steps: 6, snapshot: true }), 0, { places });
      if (!half.snapshot) continue;
      const rest = await outcomeOf(checkJob({ ...job, from: half.snapshot }), 0, { places });
      const whole = await outcomeOf(checkJob(job), 0, { places });
      const { ms: _, ...expected } = whole;
      expect(rest).toMatchObject(expected);
      resumed.push(name);
    }
    expect(resumed).toEqual(
      expect.arrayContaining(['pile', 'ragdoll-pile', 'bunny-chain', 'box-tower', 'double-pendulum', 'jelly-pile', 'flag']),
    );
    expect(resumed.length).toBeGreaterThanOrEqual(scenes.length - SLOW.length - 1);
    expect(resumed).not.toContain('energy-table'); // has worlds of its own
  });
});

/** Scenes that take long to build, and show nothing that others do not. */
const SLOW = [
  'car',
  'marble-run',
  'overlapping-start',
  'balloons',
  'twisted-rope',
  'caterpillar-track',
  'tetra-bar',
  'soft-bunny',
  'rover',
];
