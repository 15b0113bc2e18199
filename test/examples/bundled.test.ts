// The examples for Vite and webpack, built by these and opened in Chromium.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { browserAvailable, launchBrowser, serveFolder } from '../../tools/browser.mjs';
import { ensureDist, ROOT } from '../package/dist.ts';

const PATIENCE = 60_000; // ms; drawing is done in software here
const example = (name: string) => path.join(ROOT, 'examples', name);

async function byVite(folder: string): Promise<void> {
  const { build } = await import('vite');
  await build({ root: example('vite'), logLevel: 'error', build: { outDir: folder, emptyOutDir: true } });
}

async function byWebpack(folder: string): Promise<void> {
  const { default: webpack } = await import('webpack');
  const { default: config } = await import(pathToFileURL(path.join(example('webpack'), 'webpack.config.js')).href);
  const stats = await new Promise<import('webpack').Stats | undefined>((resolve, reject) =>
    // Minifying takes the most time, and is webpack's own.
    webpack(
      { ...config, optimization: { minimize: false }, output: { ...config.output, path: path.join(folder, 'dist') } },
      (error, found) => (error ? reject(error) : resolve(found)),
    ),
  );
  const { errors = [], warnings = [] } = stats!.toJson({ errors: true, warnings: true });
  expect([...errors, ...warnings].map(({ message }) => message)).toEqual([]);
  fs.copyFileSync(path.join(example('webpack'), 'index.html'), path.join(folder, 'index.html'));
}

describe.skipIf(!browserAvailable())('in Chromium', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'holonomic-bundled-'));
  let server: Awaited<ReturnType<typeof serveFolder>>;
  let browser: Awaited<ReturnType<typeof launchBrowser>>;

  beforeAll(async () => {
    await ensureDist();
    server = await serveFolder(folder, { policy: null });
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
    fs.rmSync(folder, { recursive: true, force: true });
  });

  test.each([
    ['Vite', byVite, /^15 pendulums, [1-9][\d.]* s, stretched by \d+\.\d µm at most$/],
    ['webpack', byWebpack, /^([1-9]|[1-4]\d) of 40 bricks have moved$/],
  ])('a page by %s runs', async (name, bundle, pattern) => {
    await bundle(path.join(folder, name));
    const page = await browser.newPage();
    const errors: string[] = [];
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    page.on('pageerror', (error) => errors.push(String(error)));
    await page.setViewportSize({ width: 400, height: 240 });
    await page.goto(`${server.url}/${name}/index.html`);
    await page.waitForFunction((source) => new RegExp(source).test(document.querySelector('output')?.textContent ?? ''), pattern.source, {
      timeout: PATIENCE,
    });
    expect(errors).toEqual([]);
    await page.close();
  });
});
