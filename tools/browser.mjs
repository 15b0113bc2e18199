// For tests that need a page: the system's Chromium, driven by playwright-core.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

export { serveFolder } from './serve.mjs';

const CANDIDATES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/usr/bin/google-chrome-stable'];

const ARGUMENTS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Path of the system's Chromium: the environment's CHROMIUM, or where distributions put it. */
export function findChromium() {
  const candidates = process.env.CHROMIUM ? [process.env.CHROMIUM] : CANDIDATES;
  return candidates.find((file) => fs.existsSync(file)) ?? null;
}

/**
 * Whether browser tests can run. In CI a missing Chromium is an error; elsewhere the tests are to be skipped:
 *   describe.skipIf(!browserAvailable())('in Chromium', () => { ... })
 */
export function browserAvailable() {
  if (findChromium()) return true;
  const message = 'no Chromium found: install the package `chromium` or set CHROMIUM to its path';
  if (process.env.CI) throw new Error(message);
  console.warn(`browser tests skipped, ${message}`);
  return false;
}

/**
 * Chromium with a fresh profile; `close()` ends it and removes the profile.
 * @param {{ deviceScaleFactor?: number }} options device pixels to a CSS pixel: below 1 there is less to draw in software
 * @returns {Promise<{ context: import('playwright-core').BrowserContext, newPage(): Promise<import('playwright-core').Page>, close(): Promise<void> }>}
 */
export async function launchBrowser({ deviceScaleFactor = 1 } = {}) {
  const executablePath = findChromium();
  if (!executablePath) throw new Error('no Chromium found');
  const { chromium } = await import('playwright-core');
  const profile = fs.mkdtempSync(path.join(os.tmpdir(), 'holonomic-chromium-'));
  const context = await chromium.launchPersistentContext(profile, { executablePath, headless: true, args: ARGUMENTS, deviceScaleFactor });
  return {
    context,
    newPage: () => context.newPage(),
    async close() {
      await context.close();
      fs.rmSync(profile, { recursive: true, force: true });
    },
  };
}
