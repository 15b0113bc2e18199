// The examples that are pages, in Chromium.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { browserAvailable, launchBrowser, serveFolder } from '../../tools/browser.mjs';
import { ensureDist, ROOT } from '../package/dist.ts';

const PATIENCE = 60_000; // ms; drawing is done in software here

describe.skipIf(!browserAvailable())('in Chromium', () => {
  let server: Awaited<ReturnType<typeof serveFolder>>;
  let browser: Awaited<ReturnType<typeof launchBrowser>>;
  let page: Page;
  const errors: string[] = [];

  beforeAll(async () => {
    await ensureDist();
    server = await serveFolder(ROOT, { policy: null });
    browser = await launchBrowser();
    page = await browser.newPage();
    await page.setViewportSize({ width: 600, height: 360 });
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    page.on('pageerror', (error) => errors.push(String(error)));
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });

  /** Opens a page, and waits until its output says something. */
  async function told(file: string, pattern: RegExp): Promise<string> {
    await page.goto(new URL(`examples/${file}`, server.url).href);
    const found = await page.waitForFunction(
      (source) => {
        const text = document.querySelector('output')?.textContent ?? '';
        return new RegExp(source).test(text) && text;
      },
      pattern.source,
      { timeout: PATIENCE },
    );
    return String(await found.jsonValue());
  }

  test('the page without a bundler brings its crates to rest', async () => {
    expect(await told('page/index.html', /at rest/)).toBe('at rest, 5 crates');
    expect(errors).toEqual([]);
  });
  test('the worker sends poses', async () => {
    expect(await told('worker/index.html', /balls, 0\.[3-9]/)).toMatch(/^20 balls/);
    expect(errors).toEqual([]);
  });
  test.each(['stacks', 'vehicle', 'heights'])('%s is seen under cannon-es and under holonomic/cannon', async (name) => {
    expect(await told(`cannon/index.html?${name}#${name}`, /^30 steps/)).toMatch(
      /\ncannon-es: \S+ ms a step\S*.*\nholonomic\/cannon: \S+ ms a step/,
    );
    expect(errors).toEqual([]);
  });
});
