// A file of a sweep in the gallery: what is plotted, and that a point leads to its run.
import path from 'node:path';
import { build } from 'esbuild';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { type JobResult, runJob, sweep, toNdjson } from '../../bindings/batch/index.ts';
import { grid } from '../../bindings/batch/spaces.ts';
import { parseAddress } from '../../gallery/page/address.ts';
import { scaleOf } from '../../gallery/sweep/scale.ts';
import { readSweep } from '../../gallery/sweep/sweep-data.ts';
import { findScene } from '../../scenes/index.ts';
import { runScene } from '../../scenes/run.ts';
import { browserAvailable, launchBrowser, serveFolder } from '../../tools/browser.mjs';
import { ROOT } from '../package/dist.ts';
import type { SweepPage } from './sweep-page.ts';

const results: JobResult[] = [];
let text = '';
beforeAll(async () => {
  const points = grid({ substeps: [1, 2, 4], gravity: [0] });
  const jobs = sweep({
    scene: 'pile',
    points: [...points].map(({ substeps }) => ({ substeps })),
    parameters: { count: 4 },
    seeds: 2,
    steps: 5,
  });
  for (const job of jobs) results.push(await runJob(job));
  const failed = { ...results[0], status: 'failed', error: { code: 'timeout', message: 'too long' } } as const;
  text = results.map(toNdjson).join('') + JSON.stringify(failed);
});

test('what runs differ by can be plotted, and each link leads to the run', async () => {
  const data = readSweep(text);
  expect(data).toMatchObject({ failed: 1, parameters: ['substeps', 'seed'], measures: ['lost', 'restSpeed', 'penetration'] });
  for (const [k, { hash, link }] of data.runs.entries()) {
    const { frames, order } = parseAddress(link!);
    const { hash: shown } = await runScene(findScene(order.scene), { ...order, frames: frames! });
    expect([k, shown, hash]).toEqual([k, results[k].hash, results[k].hash]);
  }
});

test('a scene that the gallery does not have leads nowhere', () => {
  const [{ link }] = readSweep(toNdjson({ ...results[0], scene: 'file:///mine.mjs' })).runs;
  expect(link).toBeNull();
  expect(() => readSweep('{"a":1}\n{}\n')).toThrow('Line 1');
});

describe('scales', () => {
  test('keep the order of numbers and have round ticks', () => {
    const { at, ticks } = scaleOf([3, 41, 17], false);
    expect([at(3) < at(17), at(17) < at(41), at(3) >= 0, at(41) <= 1]).toEqual([true, true, true, true]);
    expect(ticks.map(({ value }) => value)).toEqual([10, 20, 30, 40]);
  });
  test('of powers leave zeros out; words have a place each', () => {
    const { at, ticks } = scaleOf([1e-6, 1, 0], true);
    expect(at(0)).toBeNaN();
    expect(ticks.map(({ text: shown }) => shown)).toContain('1');
    expect(['tgs', 'xpbd'].map(scaleOf(['tgs', 'xpbd', 'tgs'], false).at)).toEqual([0.25, 0.75]);
    expect(scaleOf([], false).ticks).toEqual([]);
    expect(scaleOf([5], false).at(5)).toBeGreaterThan(0);
  });
});

const PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><link rel="icon" href="data:,"><title>Sweep</title>
  <link rel="stylesheet" href="/sweep.css"><body><script type="module" src="/sweep-page.js"></script></body></html>`;

describe.skipIf(!browserAvailable())('in Chromium', () => {
  let page: Page;
  const complaints: string[] = [];
  /** The run whose point was pressed. */
  let pressed = -1;

  beforeAll(async () => {
    const { outputFiles } = await build({
      entryPoints: [path.join(ROOT, 'test/batch/sweep-page.ts')],
      bundle: true,
      splitting: true,
      write: false,
      outdir: ROOT,
      format: 'esm',
      target: 'es2022',
      external: ['node:*'],
    });
    const pages = Object.fromEntries(outputFiles.map((file) => [`/${path.relative(ROOT, file.path)}`, file.text]));
    const server = await serveFolder(path.join(ROOT, 'gallery/sweep'), { pages: { '/': PAGE, ...pages } });
    const browser = await launchBrowser();
    page = await browser.newPage();
    page.on('pageerror', (error) => complaints.push(String(error)));
    await page.goto(`${server.url}/#sweep`);
    return async () => {
      await browser.close();
      await server.close();
    };
  });

  const told = () => page.locator('.sweep-status').textContent();
  const opened = () => page.evaluate(() => (globalThis as unknown as SweepPage).opened.at(-1));

  test('a file is plotted, and pressing a point goes to its run', async () => {
    const file = (contents: string) => ({ name: 'results.ndjson', mimeType: 'application/x-ndjson', buffer: Buffer.from(contents) });
    await page.getByLabel('Results').setInputFiles(file('nothing\nof the kind\n'));
    await expect.poll(told).toContain('Line 1 is not an outcome');
    await page.getByLabel('Results').setInputFiles(file(text));
    await expect.poll(told).toContain('6 runs, and 1 that failed');
    expect(await page.getByLabel('Across').inputValue()).toBe('substeps');
    const links = readSweep(text).runs.map(({ link }) => link);
    const places = await page.evaluate(async () => {
      const { scatter } = await (globalThis as unknown as SweepPage).view();
      return [0, 1, 2, 3, 4, 5].map((run) => scatter.placeOf(run));
    });
    // One that stands apart from the others.
    const nearest = places.map(({ x, y }) =>
      Math.min(...places.map((other) => Math.hypot(other.x - x, other.y - y) || Number.POSITIVE_INFINITY)),
    );
    pressed = nearest.indexOf(Math.max(...nearest));
    await page.locator('canvas').click({ position: places[pressed] });
    await expect.poll(opened).toBe(links[pressed]);
    expect(await page.locator('dialog').isVisible()).toBe(false);
    expect(complaints).toEqual([]);
  });

  test('so does the keyboard', async () => {
    await page.evaluate(() => {
      location.hash = '#sweep';
    });
    await page.locator('canvas').focus();
    for (const key of ['ArrowRight', 'ArrowRight']) await page.keyboard.press(key);
    const before = await told();
    expect(before).toContain('pile: count 4');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Enter');
    await expect.poll(opened).toBe(readSweep(text).runs[(pressed + 1) % 6].link);
    expect(await page.evaluate(() => location.hash)).not.toBe('#sweep');
  });
});
