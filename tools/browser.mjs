// For tests that need a page: a static server on a free loopback port and the system's Chromium, driven by playwright-core.
import fs from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';

const CANDIDATES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/usr/bin/google-chrome-stable'];

const CONTENT_TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.wasm': 'application/wasm',
};

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
 * Serves the files of a folder on a free loopback port.
 * @param {string} folder
 * @param {Record<string, string>} pages texts served besides, by path: `{ '/': '<!doctype html>...' }`
 * @returns {Promise<{ url: string, close(): Promise<void> }>} url without a slash at its end
 */
export async function serveFolder(folder, pages = {}) {
  const root = path.resolve(folder);
  const server = http.createServer((request, response) => {
    const pathname = decodeURIComponent(new URL(request.url, 'http://localhost').pathname);
    const send = (status, type, body) => response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body);
    if (pathname in pages) return send(200, CONTENT_TYPES[path.extname(pathname)] ?? CONTENT_TYPES['.html'], pages[pathname]);
    const file = path.join(root, pathname.endsWith('/') ? `${pathname}index.html` : pathname);
    const inside = file.startsWith(root + path.sep) && fs.existsSync(file) && fs.statSync(file).isFile();
    if (!inside) return send(404, 'text/plain', 'not found');
    return send(200, CONTENT_TYPES[path.extname(file)] ?? 'application/octet-stream', fs.readFileSync(file));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/**
 * Chromium with a fresh profile; `close()` ends it and removes the profile.
 * @returns {Promise<{ context: import('playwright-core').BrowserContext, newPage(): Promise<import('playwright-core').Page>, close(): Promise<void> }>}
 */
export async function launchBrowser() {
  const executablePath = findChromium();
  if (!executablePath) throw new Error('no Chromium found');
  const { chromium } = await import('playwright-core');
  const profile = fs.mkdtempSync(path.join(os.tmpdir(), 'holonomic-chromium-'));
  const context = await chromium.launchPersistentContext(profile, { executablePath, headless: true, args: ARGUMENTS });
  return {
    context,
    newPage: () => context.newPage(),
    async close() {
      await context.close();
      fs.rmSync(profile, { recursive: true, force: true });
    },
  };
}
