// npx holonomic: a sweep to a file, going on with it, its parts, and what is wrong with a command line.
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { type JobOutcome, keyOfJob, readNdjson, runJob, sweep } from '../../bindings/batch/index.ts';
import { grid } from '../../bindings/batch/spaces.ts';
import { DIST, ensureDist, ROOT } from '../package/dist.ts';
import { sceneUrl } from './package.ts';
import { redisAvailable, startRedis } from './redis-server.ts';

const CLI = path.join(DIST, 'cli.js');
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'holonomic-cli-'));
const file = (name: string) => path.join(folder, name);
const read = (name: string) => readNdjson(fs.readFileSync(file(name), 'utf8'));
beforeAll(async () => {
  await ensureDist();
  return () => fs.rmSync(folder, { recursive: true, force: true });
});

function run(...args: string[]): { status: number | null; stdout: string; stderr: string } {
  const { status, stderr, stdout } = spawnSync(process.execPath, [CLI, ...args], { encoding: 'utf8', cwd: folder });
  return { status, stdout, stderr };
}

const SWEEP = ['sweep', 'pile', '--set', 'count=3', '--grid', 'substeps=1:3', '--seeds', '4', '--steps', '5', '--workers', '1'];
const JOBS = [...sweep({ scene: 'pile', parameters: { count: 3 }, points: grid({ substeps: [1, 2, 3] }), seeds: 4, steps: 5 })];
const keys = (outcomes: { key: string }[]) => outcomes.map(({ key }) => key).sort();

test('a sweep writes a line for each run, and goes on with its file', async () => {
  expect(run(...SWEEP, '--out', 'all.ndjson')).toMatchObject({ status: 0, stdout: '', stderr: expect.stringContaining('12 of 12 jobs') });
  const all = read('all.ndjson');
  expect(keys(all)).toEqual(JOBS.map(keyOfJob).sort());
  const known = all.find(({ key }) => key === keyOfJob(JOBS[7]));
  expect(known).toMatchObject({ status: 'done', hash: (await runJob(JOBS[7])).hash });
  // A file is not overwritten; one that was cut short, and has a run that failed, is gone on with.
  expect(run(...SWEEP, '--out', 'all.ndjson')).toMatchObject({ status: 2, stderr: expect.stringContaining('--resume') });
  const lines = fs.readFileSync(file('all.ndjson'), 'utf8').split('\n');
  const failed = JSON.stringify({ ...all[5], status: 'failed', error: { code: 'timeout', message: 'too long' } });
  fs.writeFileSync(file('all.ndjson'), [...lines.slice(0, 5), failed, lines[6].slice(0, 50)].join('\n'));
  expect(run(...SWEEP, '--out', 'all.ndjson', '--resume')).toMatchObject({ status: 0, stderr: expect.stringContaining('7 of 7 jobs') });
  const hashes = (outcomes: typeof all) => Object.fromEntries(outcomes.map((one) => [one.key, one.status === 'done' && one.hash]));
  expect(hashes(read('all.ndjson'))).toEqual(hashes(all));
  expect(read('all.ndjson').length).toBe(12);
});

test('its parts are the whole, also as a table', () => {
  expect(run(...SWEEP, '--shard', '0/2', '--out', 'first.ndjson').status).toBe(0);
  expect(run(...SWEEP, '--shard', '1/2', '--out', 'second.csv').status).toBe(0);
  const [header, ...rows] = fs.readFileSync(file('second.csv'), 'utf8').trim().split('\r\n');
  expect(header.startsWith('key,scene,seed,count,substeps,status')).toBe(true);
  expect([...keys(read('first.ndjson')), ...rows.map((row) => row.split(',')[0])].sort()).toEqual(JOBS.map(keyOfJob).sort());
});

test('a scene of a file, with points that are drawn, to stdout', () => {
  fs.copyFileSync(new URL(sceneUrl('falling')), file('falling.mjs'));
  const { status, stdout } = run(
    'sweep',
    './falling.mjs',
    '--draw',
    'height=1:9',
    '--points',
    '3',
    '--workers',
    '1',
    '--setting',
    'gravity=0,-1,0',
  );
  expect(status).toBe(0);
  const outcomes = readNdjson(stdout);
  expect(outcomes.map(({ parameters }) => parameters.height).sort()).toEqual([3, 5, 7]);
  expect(outcomes[0]).toMatchObject({ scene: pathToFileURL(file('falling.mjs')).href, settings: { gravity: [0, -1, 0] }, steps: 60 });
});

test('one that is told to end keeps snapshots of what runs, and goes on from there', async () => {
  fs.copyFileSync(new URL(sceneUrl('noted')), file('noted.mjs'));
  const notes = file('notes');
  const args = ['sweep', './noted.mjs', '--workers', '1', '--out', 'slow.ndjson'];
  const child = spawn(process.execPath, [CLI, ...args], { cwd: folder, env: { ...process.env, HOLONOMIC_NOTES: notes }, stdio: 'ignore' });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  for (const start = Date.now(); !fs.existsSync(notes) && Date.now() - start < 20_000; )
    await new Promise((resolve) => setTimeout(resolve, 20));
  await new Promise((resolve) => setTimeout(resolve, 150));
  child.kill('SIGTERM');
  expect(await ended).toBe(1);
  expect(fs.readdirSync(file('slow.ndjson.snapshots')).length).toBe(1);
  process.env['HOLONOMIC_NOTES'] = notes;
  expect(run(...args, '--resume').status).toBe(0);
  const [first, second] = fs.readFileSync(notes, 'utf8').trim().split('\n').map(Number);
  expect([first, second > 0]).toEqual([0, true]);
  const [outcome] = read('slow.ndjson') as JobOutcome[];
  const plain = await runJob({ scene: pathToFileURL(file('noted.mjs')).href });
  expect(outcome).toMatchObject({ hash: plain.hash, measures: plain.measures, steps: 200 });
  expect(fs.existsSync(file('slow.ndjson.snapshots'))).toBe(false);
});

describe.each([
  [['sweep', 'no-such-scene'], /There is no scene/],
  [['sweep', 'pile', '--set', 'cuont=1'], /cuont/],
  [['sweep', 'pile', '--grid', 'substeps=0:0'], /substeps/],
  [['sweep', 'pile', '--grid', 'substeps'], /name=value/],
  [['sweep', 'pile', '--draw', 'count=1:5'], /--points/],
  [['sweep', 'pile', '--shard', '2/2'], /0\/8/],
  [['sweep', 'pile', '--resume'], /--out/],
])('%j', (args, message) => {
  test('is one line and exit code 2', () => {
    const { status, stderr, stdout } = run(...args);
    expect([status, stdout, stderr.trim().split('\n').length]).toEqual([2, '', 1]);
    expect(stderr).toMatch(message);
  });
});

describe.skipIf(!redisAvailable())('on a queue', () => {
  test('a worker runs what a sweep sends, and status tells of it', async () => {
    const redis = await startRedis();
    const worker = spawn(process.execPath, [CLI, 'worker', '--redis', redis.url, '--workers', '1'], { stdio: 'ignore' });
    const ended = new Promise((resolve) => worker.once('exit', resolve));
    try {
      expect(run(...SWEEP, '--redis', redis.url, '--out', 'queue.ndjson').status).toBe(0);
      expect(keys(read('queue.ndjson'))).toEqual(JOBS.map(keyOfJob).sort());
      const { stdout } = run('status', '--redis', redis.url, '--json');
      expect(JSON.parse(stdout)).toMatchObject({ waiting: 0, active: 0, results: 12, workers: 1, mismatches: 0 });
      worker.kill('SIGTERM');
      expect(await ended).toBe(0);
    } finally {
      worker.kill('SIGKILL');
      await redis.stop();
    }
  });
});

test('the example of a sweep has less overlap with more substeps', async () => {
  const { meanBySubsteps } = await import(/* @vite-ignore */ pathToFileURL(path.join(ROOT, 'examples/sweep/sweep.mjs')).href);
  const means = await meanBySubsteps('penetration', { seeds: 2, workers: 1 });
  expect(means.map(({ substeps }: { substeps: number }) => substeps)).toEqual([2, 4, 6, 8]);
  expect(means[0].mean).toBeGreaterThan(2 * means[3].mean);
});
