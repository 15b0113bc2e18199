// The package on pages with strict content security policies, and where a file of it does not arrive.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type * as holonomic from '../../bindings/index.ts';
import { browserAvailable, launchBrowser, serveFolder } from '../../tools/browser.mjs';
import { POLICY } from '../../tools/serve.mjs';
import { DIST, ensureDist } from '../package/dist.ts';

const PAGE = '<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><script type="module" src="/program.js"></script>';
const PROGRAM = "import * as holonomic from '/index.js'; Object.assign(globalThis, { holonomic });";

type InPage = { holonomic: typeof holonomic };

describe.skipIf(!browserAvailable())('in Chromium', () => {
  const servers: Awaited<ReturnType<typeof serveFolder>>[] = [];
  let browser: Awaited<ReturnType<typeof launchBrowser>>;

  beforeAll(async () => {
    await ensureDist();
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    for (const server of servers) await server.close();
  });

  async function open(policy: string, prepare?: (page: Page) => Promise<void>): Promise<Page> {
    const server = await serveFolder(DIST, { pages: { '/': PAGE, '/program.js': PROGRAM }, policy });
    servers.push(server);
    const page = await browser.newPage();
    await prepare?.(page);
    await page.goto(server.url);
    await page.waitForFunction(() => 'holonomic' in globalThis);
    return page;
  }

  /** Height to which a ball has fallen that starts 1 m above the ground, or what was thrown. */
  const fall = (page: Page, options: holonomic.WorldOptions) =>
    page.evaluate(async (given) => {
      const { HalfSpace, HolonomicError, Sphere, World } = (globalThis as unknown as InPage).holonomic;
      try {
        const world = await World.create(given);
        world.addBody({ type: 'static', shape: new HalfSpace() });
        const ball = world.addBody({ shape: new Sphere(0.5), position: [0, 1, 0] });
        for (let k = 0; k < 60; k++) world.step(1 / 60);
        return Number(ball.position[1].toFixed(1));
      } catch (error) {
        return error instanceof HolonomicError ? `${error.code}: ${error.message}` : `untyped: ${error}`;
      }
    }, options);

  test("the policy of the project's server is enough", async () => {
    const page = await open(POLICY);
    expect([await fall(page, {}), await fall(page, { backend: 'reference' })]).toEqual([0.5, 0.5]);
    await page.close();
  });

  test('where the policy forbids WebAssembly this is said, and the reference works without collisions', async () => {
    const asked: string[] = [];
    const page = await open(POLICY.replace(" 'wasm-unsafe-eval'", ''), async (opened) => {
      opened.on('request', (request) => asked.push(new URL(request.url()).pathname));
    });
    expect(await fall(page, { backend: 'reference' })).toBeLessThan(-3);
    // No kernels are loaded for that.
    expect(asked.some((file) => file.includes('/backend-'))).toBe(true);
    expect(asked.filter((file) => /single|double|wasm/.test(file))).toEqual([]);
    expect(await fall(page, {})).toMatch(/^unsupported: .*add 'wasm-unsafe-eval' to its script-src/);
    expect(await fall(page, { precision: 'double' })).toMatch(/^unsupported: /);
    expect(await fall(page, { backend: 'reference' })).toBeLessThan(-3);
    await page.close();
  });

  test('kernels that do not arrive are asked for again', async () => {
    const page = await open(POLICY, async (opened) => {
      await opened.route('**/chunks/single-*', (route) => route.abort(), { times: 1 });
    });
    expect(await fall(page, {})).toMatch(/^bad-module: The kernels of single precision could not be loaded/);
    expect(await fall(page, {})).toBe(0.5);
    await page.close();
  });
});
