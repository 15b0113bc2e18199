// The package in Chromium, as a page and a worker get it from a plain server, without configuration: it works, and gives the bits of Node.
import fs from 'node:fs';
import path from 'node:path';
import { build, type PluginBuild, transform } from 'esbuild';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as holonomic from '../../bindings/index.ts';
import { browserAvailable, launchBrowser, serveFolder } from '../../tools/browser.mjs';
import { CONTACT_SCENES, type ContactSceneName, hashesOfContactScene } from '../determinism/contact-scenes.ts';
import { hashesOfMixedScene } from '../determinism/mixed-scene.ts';
import { readPinned } from '../determinism/pinned.ts';
import { DIST, ensureDist, ROOT } from '../package/dist.ts';

const WORKER = `
  import * as holonomic from '/index.js';
  import { hashesOfMixedScene } from '/mixed-scene.js';
  self.onmessage = async ({ data }) => {
    try {
      self.postMessage(await hashesOfMixedScene(holonomic, data));
    } catch (error) {
      self.postMessage(String(error));
    }
  };
  self.postMessage('ready');
`;

const PAGE = `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><title>Holonomic</title>
  <script type="module">
    import * as holonomic from '/index.js';
    import { hashesOfMixedScene } from '/mixed-scene.js';
    import { hashesOfContactScene } from '/contact-scenes.js';
    Object.assign(globalThis, { holonomic, hashesOfMixedScene, hashesOfContactScene });
  </script>`;

type InPage = {
  holonomic: typeof holonomic;
  hashesOfMixedScene: typeof hashesOfMixedScene;
  hashesOfContactScene: typeof hashesOfContactScene;
};

const PINNED = readPinned();

/** A program of one file for the page, with the package that the page has. */
async function bundleForPage(file: string): Promise<string> {
  const packageOfPage = {
    name: 'package of the page',
    setup: ({ onResolve }: PluginBuild) => onResolve({ filter: /bindings\/index\.ts$/ }, () => ({ path: '/index.js', external: true })),
  };
  const entryPoints = [path.join(ROOT, file)];
  const { outputFiles } = await build({
    entryPoints,
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    plugins: [packageOfPage],
  });
  return outputFiles[0].text;
}

const PRECISIONS = ['single', 'double'] as const;
const REFERENCE: holonomic.WorldOptions = { backend: 'reference', substeps: 4 };

describe.skipIf(!browserAvailable())('in Chromium', () => {
  let server: Awaited<ReturnType<typeof serveFolder>>;
  let browser: Awaited<ReturnType<typeof launchBrowser>>;
  let page: Page;
  const complaints: string[] = [];

  beforeAll(async () => {
    await ensureDist();
    const source = fs.readFileSync(path.join(ROOT, 'test/determinism/mixed-scene.ts'), 'utf8');
    const { code } = await transform(source, { loader: 'ts', format: 'esm', target: 'es2022' });
    const contactScenes = await bundleForPage('test/determinism/contact-scenes.ts');
    const pages = { '/': PAGE, '/mixed-scene.js': code, '/contact-scenes.js': contactScenes, '/worker.js': WORKER };
    server = await serveFolder(DIST, { pages, policy: null }); // the page has its program in it
    browser = await launchBrowser();
    page = await browser.newPage();
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(String(error)));
    await page.goto(server.url);
    await page.waitForFunction(() => 'hashesOfContactScene' in globalThis);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });

  /** The hashes of the mixed scene, computed in the page. */
  const inPage = (options: holonomic.WorldOptions) =>
    page.evaluate((given) => {
      const { holonomic: api, hashesOfMixedScene: run } = globalThis as unknown as InPage;
      return run(api, given);
    }, options);

  /** And in a worker that the page starts. */
  const inWorker = (options: holonomic.WorldOptions) =>
    page.evaluate(async (given) => {
      const worker = new Worker('/worker.js', { type: 'module' });
      const next = () =>
        new Promise<unknown>((resolve, reject) => {
          worker.onmessage = ({ data }) => resolve(data);
          worker.onerror = ({ message }) => reject(new Error(message || 'the worker could not be loaded'));
        });
      await next();
      worker.postMessage(given);
      const hashes = await next();
      worker.terminate();
      return hashes as string[];
    }, options);

  test.each(PRECISIONS)('a page gives the bits of Node, %s', async (precision) => {
    expect(await inPage({ precision })).toEqual(await hashesOfMixedScene(holonomic, { precision }));
  });

  test.each(PRECISIONS)('a worker gives the bits of Node, %s', async (precision) => {
    expect(await inWorker({ precision })).toEqual(await hashesOfMixedScene(holonomic, { precision }));
  });

  // It uses the engine's own sines: its bits are those of the engine.
  test('the reference works in a page and in a worker', async () => {
    const hashes = await inPage(REFERENCE);
    expect(new Set(hashes).size).toBe(120);
    expect(await inWorker(REFERENCE)).toEqual(hashes);
  });

  test.each(PRECISIONS)('the hash is the pinned one, %s', async (precision) => {
    expect((await inPage({ precision })).at(-1)).toBe(PINNED.mixed[precision]);
  });

  const contactScenes = Object.keys(CONTACT_SCENES) as ContactSceneName[];
  test.each(contactScenes.flatMap((name) => PRECISIONS.map((precision) => [name, precision] as const)))(
    'the %s gives the bits of Node, %s',
    async (name, precision) => {
      const hashes = await page.evaluate(
        ([scene, wanted]) => (globalThis as unknown as InPage).hashesOfContactScene(scene, { precision: wanted }),
        [name, precision] as const,
      );
      expect(hashes).toEqual(await hashesOfContactScene(name, { precision }));
      expect(hashes.at(-1)).toBe(PINNED[name][precision]);
    },
  );

  test('a URL of the wasm that is not there is refused', async () => {
    const refused = await page.evaluate(async () => {
      const { World, HolonomicError } = (globalThis as unknown as InPage).holonomic;
      const error = await World.create({ wasm: '/none.wasm' }).catch((thrown: unknown) => thrown);
      return error instanceof HolonomicError && error.code;
    });
    expect(refused).toBe('bad-module');
  });

  test('many worlds live in a page beside each other', async () => {
    const counts = await page.evaluate(async () => {
      const { World } = (globalThis as unknown as InPage).holonomic;
      const worlds = await Promise.all(Array.from({ length: 20 }, () => World.create()));
      for (const [k, world] of worlds.entries()) for (let n = 0; n < k; n++) world.addBody();
      for (const world of worlds) world.step(1 / 60);
      const counted = worlds.map((world) => world.bodyCount);
      for (const world of worlds) world.dispose();
      return counted;
    });
    expect(counts).toEqual(Array.from({ length: 20 }, (_, k) => k));
  });

  test('nothing is said on the console', () => {
    // A missing file is what the test of URLs asks for.
    expect(complaints.filter((text) => !text.includes('404'))).toEqual([]);
  });
});
