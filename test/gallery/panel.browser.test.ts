// The panel in Chromium: controls by keyboard, plots of two worlds, read-outs, and the file that is downloaded.
import fs from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { browserAvailable, launchBrowser, serveFolder } from '../../tools/browser.mjs';
import { ROOT } from '../package/dist.ts';
import type { PanelPage } from './panel-page.ts';

const PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
  <link rel="icon" href="data:,"><title>Panel</title><link rel="stylesheet" href="/panel.css">
  <main><div id="plots"></div><div id="controls"></div><div id="readouts"></div></main><script type="module" src="/panel.js"></script>`;

const STYLE = 'body { margin: 0 } #plots { height: 300px } #controls, #readouts { max-width: 320px }';

type InPage = typeof globalThis & PanelPage;

describe.skipIf(!browserAvailable())('the panel in Chromium', () => {
  let server: Awaited<ReturnType<typeof serveFolder>>;
  let browser: Awaited<ReturnType<typeof launchBrowser>>;
  let page: Page;
  const complaints: string[] = [];

  beforeAll(async () => {
    const { outputFiles } = await build({
      entryPoints: ['ts', 'css'].map((extension) => path.join(ROOT, `test/gallery/panel-page.${extension}`)),
      bundle: true,
      write: false,
      outdir: ROOT,
      format: 'esm',
      target: 'es2022',
    });
    const fileOf = (extension: string) => outputFiles.find((file) => file.path.endsWith(extension))!.text;
    server = await serveFolder(path.join(ROOT, 'test/gallery'), {
      pages: { '/': PAGE, '/panel.js': fileOf('.js'), '/panel.css': fileOf('.css') + STYLE },
    });
    browser = await launchBrowser();
    page = await browser.newPage();
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(String(error)));
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });
  beforeEach(async () => {
    await page.setViewportSize({ width: 1000, height: 800 });
    await page.goto(server.url);
    await page.waitForFunction(() => 'sampleOf' in globalThis);
  });

  const calls = () => page.evaluate(() => (globalThis as InPage).calls);
  const box = (name: string) => page.getByRole('textbox', { name, exact: true }).first();
  const tab = (name: string) => page.getByRole('tab', { name });

  /** Gives both worlds, or the first one, the samples of some frames, and shows them. */
  const feed = (frames: number, sides: 1 | 2, selected: { joint?: number; body?: number } = {}) =>
    page.evaluate(
      async ([count, worlds, chosen]) => {
        const { plots, readouts, sampleOf } = globalThis as InPage;
        plots.setSides(worlds, ['20 × 1', '1 × 20'], 'pile');
        readouts.setSides(worlds, ['20 × 1', '1 × 20']);
        for (let frame = 1; frame <= count; frame++) {
          const first = sampleOf(frame, chosen);
          const second = worlds === 2 ? sampleOf(frame, { ...chosen, size: 0.5 }) : null;
          plots.push(0, first);
          if (second) plots.push(1, second);
          readouts.update({ samples: [first, second], page: { cost: 1.25, frameRate: 60 } }, frame * 1000);
        }
        for (let call = 0; call < 6; call++) plots.draw();
        await new Promise(requestAnimationFrame);
      },
      [frames, sides, selected] as const,
    );

  const download = async () => {
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download' }).click()]);
    const rows = fs
      .readFileSync(await file.path(), 'utf8')
      .split('\r\n')
      .map((line) => line.split(','));
    return { name: file.suggestedFilename(), rows };
  };

  test('a setting is changed by keyboard, and kept within its limits', async () => {
    await box('substeps').focus();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.getByRole('combobox', { name: 'precision' }).first().focus();
    await page.keyboard.press('ArrowDown');
    await box('substeps').fill('123456');
    await page.keyboard.press('Enter');
    await box('substeps').fill('0'); // as many as it needs, which is the scene's own: no difference is left
    await page.keyboard.press('Enter');
    await box('gravity y (m/s²)').fill('-1.62');
    await page.keyboard.press('Tab');
    expect(await calls()).toEqual([
      ['onSettings', { substeps: 1 }],
      ['onSettings', { substeps: 1, precision: 'double' }],
      ['onSettings', { substeps: 10_000, precision: 'double' }],
      ['onSettings', { precision: 'double' }],
      ['onSettings', { precision: 'double', gravity: [0, -1.62, 0] }],
    ]);
  });

  test("the scene's parameters are those of its schema; only what differs is told", async () => {
    await box('count').fill('7.6');
    await page.keyboard.press('Enter');
    await box('load mass (kg)').fill('0.0025');
    await page.keyboard.press('Enter');
    await box('stiffness (N m/rad)').press('ArrowUp'); // a tenth of the default: its range is too wide for a slider
    await page.keyboard.press('Enter');
    await page.getByRole('combobox', { name: 'shape' }).selectOption('sphere');
    await box('count').fill('100');
    await page.keyboard.press('Enter');
    expect(await calls()).toEqual([
      ['onParameters', { count: 8 }],
      ['onParameters', { count: 8, loadMass: 0.0025 }],
      ['onParameters', { count: 8, loadMass: 0.0025, stiffness: 0.022 }],
      ['onParameters', { count: 8, loadMass: 0.0025, stiffness: 0.022, shape: 'sphere' }],
      ['onParameters', { loadMass: 0.0025, stiffness: 0.022, shape: 'sphere' }],
    ]);
    await page.evaluate(() => {
      const schemas = { angle: { description: 'of the slope', default: 20, min: 0, max: 60, unit: '°' } };
      (globalThis as InPage).controls.update({ schemas, parameters: { angle: 30 } });
    });
    await expect.poll(() => box('angle (°)').inputValue()).toBe('30');
    expect(await box('count').count()).toBe(0);
  });

  test('two worlds are compared', async () => {
    const folder = page.locator('.lil-gui', { has: page.getByRole('button', { name: 'Compare' }) }).last();
    await page.getByRole('button', { name: 'Compare' }).press('Enter');
    expect(await page.getByRole('combobox', { name: 'layout' }).isVisible()).toBe(false);
    await page.getByRole('button', { name: '20 × 1 vs. 1 × 20', exact: true }).press('Enter');
    const substeps = folder.getByRole('textbox', { name: 'substeps' });
    expect(await substeps.inputValue()).toBe('1');
    await substeps.fill('2');
    await page.keyboard.press('Enter');
    await page.getByRole('checkbox', { name: 'second world' }).press('Space');
    expect(await calls()).toEqual([
      ['onSettings', { substeps: 20 }], // one iteration is what the scene has
      ['onCompare', { substeps: 1, iterations: 20 }],
      ['onCompare', { substeps: 2, iterations: 20 }],
      ['onCompare', null],
    ]);
  });

  test('options are those of the solver, in each world', async () => {
    const words = (name: string) => page.getByRole('combobox', { name, exact: true }).first().locator('option').allTextContents();
    const shown = async () => {
      const names = ['velocityIterations', 'baumgarte', 'erp', 'cfm (s/kg)', 'regularization (1/kg)', 'constraintStiffness (1/s²)'];
      const visible = await Promise.all(names.map((name) => box(name).isVisible()));
      return names.filter((_, index) => visible[index]);
    };
    const choose = (solver: string) => page.getByRole('combobox', { name: 'solver', exact: true }).first().selectOption(solver);
    expect(await shown()).toEqual([]);
    expect(await page.getByRole('combobox', { name: 'jointSolver' }).first().isVisible()).toBe(true);
    await choose('ode');
    expect(await shown()).toEqual(['erp', 'cfm (s/kg)']);
    expect(await page.getByRole('combobox', { name: 'jointSolver' }).first().isVisible()).toBe(false);
    expect(await words('linear')).toEqual(['auto', 'dantzig', 'quickstep']);
    await box('erp').fill('0.4');
    await page.keyboard.press('Enter');
    await box('cfm (s/kg)').fill('1e-6');
    await page.keyboard.press('Enter');
    await choose('force');
    expect(await shown()).toEqual(['constraintStiffness (1/s²)']);
    expect(await words('linear')).toEqual(['auto', 'elimination', 'cg', 'gauss-seidel']);
    await choose('dbd');
    expect(await shown()).toEqual(['regularization (1/kg)']);
    await box('regularization (1/kg)').fill('0.125');
    await page.keyboard.press('Enter');
    const settings = { erp: 0.4, cfm: 1e-6 };
    expect(await calls()).toEqual([
      ['onSettings', { solver: 'ode' }],
      ['onSettings', { solver: 'ode', erp: 0.4 }],
      ['onSettings', { solver: 'ode', ...settings }],
      ['onSettings', { solver: 'force', ...settings }],
      ['onSettings', { solver: 'dbd', ...settings }],
      ['onSettings', { solver: 'dbd', ...settings, regularization: 0.125 }],
    ]);
    const folder = page.locator('.lil-gui', { has: page.getByRole('button', { name: 'Compare' }) }).last();
    await page.getByRole('button', { name: 'Compare' }).press('Enter');
    await page.getByRole('checkbox', { name: 'second world' }).press('Space');
    await folder.getByRole('combobox', { name: 'solver', exact: true }).selectOption('tgs');
    // What is hidden has no role.
    for (const [name, inAll, inSecond] of [
      ['baumgarte', 1, 1],
      ['regularization (1/kg)', 1, 0],
    ] as const) {
      expect(await page.getByRole('textbox', { name }).count()).toBe(inAll);
      expect(await folder.getByRole('textbox', { name }).count()).toBe(inSecond);
    }
    expect((await calls()).slice(-2)).toEqual([
      ['onCompare', {}],
      ['onCompare', { solver: 'tgs' }],
    ]);
  });

  test('changes from outside are shown, and not called back', async () => {
    await page.evaluate(() => {
      const { controls } = globalThis as InPage;
      controls.update({ speed: 0.25, settings: { substeps: 20 }, parameters: { count: 3 }, islands: true, hasSnapshot: true });
    });
    expect(await box('speed (×)').inputValue()).toBe('0.25');
    expect(await box('substeps').inputValue()).toBe('20');
    expect(await box('count').inputValue()).toBe('3');
    expect(await page.getByRole('checkbox', { name: 'islands', includeHidden: true }).isChecked()).toBe(true);
    expect(await calls()).toEqual([]);
    await box('iterations').fill('2'); // and are kept when another control is changed
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'restore' }).press('Enter');
    expect(await calls()).toEqual([
      ['onSettings', { substeps: 20, iterations: 2 }],
      ['onRestore', undefined],
    ]);
    expect(await box('speed (×)').inputValue()).toBe('0.25');
  });

  test('a body and a joint of it are selected', async () => {
    expect(await page.getByRole('combobox', { name: 'joint at body' }).isDisabled()).toBe(true);
    const next = page.getByRole('button', { name: 'next body' });
    for (let press = 0; press < 4; press++) await next.press('Enter');
    await page.getByRole('button', { name: 'previous body' }).press('Enter');
    await page.evaluate(() => (globalThis as InPage).controls.update({ body: 4, bodyJoints: [{ index: 7, type: 'hinge' }] }));
    await page.getByRole('combobox', { name: 'joint at body' }).selectOption('hinge 7');
    expect(await box('joint (index)').inputValue()).toBe('7');
    await page.getByRole('button', { name: 'clear' }).press('Enter');
    expect(await calls()).toEqual([
      ...[0, 1, 4, 0, 4].map((slot) => ['onSelectBody', slot]),
      ['onSelectJoint', 7],
      ['onSelectBody', -1],
      ['onSelectJoint', -1],
    ]);
  });

  test('everything has a name, and nothing is out of reach of the keyboard', async () => {
    const nameless = await page.evaluate(
      () =>
        [...document.querySelectorAll<HTMLElement>('input, select, button')].filter((element) => {
          const label = document.getElementById(element.getAttribute('aria-labelledby') ?? '')?.textContent;
          return !(label || element.getAttribute('aria-label') || element.textContent?.trim());
        }).length,
    );
    expect(nameless).toBe(0);
    await page.getByRole('tab', { name: 'Energy' }).focus();
    await page.keyboard.press('ArrowRight');
    expect(await tab('Momentum').getAttribute('aria-selected')).toBe('true');
    expect(await tab('Momentum').evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.press('End');
    expect(await tab('Profile').getAttribute('aria-selected')).toBe('true');
  });

  test('the file has the rows that are plotted', async () => {
    await feed(90, 2);
    await tab('Energy').click();
    const { name, rows } = await download();
    expect(name).toBe('pile-energy.csv');
    const labels = ['kinetic', 'potential', 'total'].flatMap((label) =>
      ['20 × 1', '1 × 20'].map((world) => [`"${label}`, ` ${world} (J)"`]),
    );
    expect(rows[0]).toEqual(['time (s)', ...labels.flat()]);
    expect(rows.length).toBe(1 + 90 + 1);
    const expected = await page.evaluate(() =>
      [1, 0.5].flatMap((size) => {
        const { kinetic, potential, time } = (globalThis as InPage).sampleOf(90, { size });
        return [time, kinetic, potential, kinetic + potential];
      }),
    );
    const [time, kinetic, potential, total, , ...second] = expected;
    const last = [time, kinetic, second[0], potential, second[1], total, second[2]];
    expect(rows[90].map(Number)).toEqual(last);
    await page.getByRole('button', { name: 'potential' }).press('Enter'); // hidden: neither drawn nor written
    expect(await page.getByRole('button', { name: 'potential' }).evaluate((element) => element === document.activeElement)).toBe(true);
    expect((await download()).rows[90].map(Number)).toEqual([time, kinetic, second[0], total, second[2]]);
  });

  test('lines are drawn under every tab', async () => {
    await feed(300, 2, { joint: 2, body: 1 });
    /** Of each chart, whether there are pixels in colour; axes are grey. */
    const drawn = () =>
      page.evaluate(() =>
        [...document.querySelectorAll<HTMLCanvasElement>('.uplot canvas')].map((canvas) => {
          const { width, height } = canvas;
          const copy = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })!;
          copy.drawImage(canvas, 0, 0);
          const { data } = copy.getImageData(0, 0, width, height);
          let colored = 0;
          for (let pixel = 0; pixel < data.length; pixel += 4) if (Math.abs(data[pixel] - data[pixel + 2]) > 60) colored++;
          return colored > 100;
        }),
      );
    const charts: Record<string, number> = { Energy: 1, Momentum: 1, Error: 1, Joint: 2, Body: 2, Profile: 1 };
    for (const [name, count] of Object.entries(charts)) {
      await tab(name).click();
      await expect.poll(drawn).toEqual(Array(count).fill(true));
    }
  });

  test('tabs say what is to be done where there is nothing to plot', async () => {
    await feed(10, 1);
    await tab('Joint').click();
    expect(await page.getByText('No joint is selected: click one of its bodies').isVisible()).toBe(true);
    await feed(10, 1, { joint: 2 });
    expect(await page.getByText('No joint is selected: click one of its bodies').isVisible()).toBe(false);
    await page.evaluate(() => (globalThis as InPage).plots.clear());
    expect(await page.getByRole('button', { name: 'Download the plotted data' }).isDisabled()).toBe(true);
  });

  test('read-outs tell the state of both worlds, and do not move', async () => {
    await feed(1, 2, { joint: 2, body: 1 });
    const readouts = page.getByRole('region', { name: 'Read-outs' });
    const size = () => readouts.evaluate((element) => element.getBoundingClientRect().height);
    const height = await size();
    await feed(60, 2, { joint: 2, body: 1 });
    const cells = async (name: string) =>
      (await readouts.getByRole('row', { name }).first().getByRole('cell').allTextContents()).filter(Boolean);
    const [first, second] = await page.evaluate(() => [1, 0.5].map((size) => (globalThis as InPage).sampleOf(60, { size })));
    expect(await cells('energy (J)')).toEqual([first, second].map(({ kinetic, potential }) => (kinetic + potential).toPrecision(4)));
    expect(await cells('bodies awake')).toEqual(['20 / 30', '20 / 30']);
    expect(await cells('islands direct')).toEqual(['2 / 1', '2 / 1']);
    expect(await cells('contacts (N)')).toEqual(['0', '19.62', '0']);
    expect(await readouts.getByText('Joint 2: hinge').isVisible()).toBe(true);
    await feed(61, 2);
    expect(await readouts.getByText('No joint is selected').isVisible()).toBe(true);
    expect(await size()).toBe(height);
  });

  test('on a phone nothing is cut off', async () => {
    await page.setViewportSize({ width: 360, height: 640 });
    await feed(100, 2, { joint: 2, body: 1 });
    await tab('Joint').click();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    const inside = await page.evaluate(() => {
      const panel = document.querySelector('[role=tabpanel]')!;
      return panel.scrollWidth <= panel.clientWidth;
    });
    expect(inside).toBe(true);
  });

  test('nothing is said on the console', () => {
    expect(complaints).toEqual([]);
  });
});
