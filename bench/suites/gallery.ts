// What the gallery's page costs besides the simulation, which runs in a worker, and the graphics card: the page's own JavaScript.
import type { Application } from '../../gallery/app/application.ts';
import { median, quantile } from '../../scenes/statistics.ts';
import { findChromium, launchBrowser } from '../../tools/browser.mjs';
import { buildGallery } from '../../tools/gallery.mjs';
import { serveFolder } from '../../tools/serve.mjs';
import type { Cell } from '../report.ts';
import type { Suite, SuiteOptions } from '../suite.ts';

interface Page {
  name: string;
  hash: string;
  /** Whether the plots are open. */
  plots?: 'open' | 'closed';
  /** Whether WebGL draws, in software here. */
  draws?: boolean;
}

const PAGES: Page[] = [
  { name: 'pile of 3000', hash: '#/pile?count=3000' },
  { name: 'pile of 3000, plots closed', hash: '#/pile?count=3000', plots: 'closed' },
  { name: 'pile of 3000, with the calls of WebGL', hash: '#/pile?count=3000', draws: true },
  { name: 'pile of 1000', hash: '#/pile' },
  { name: '100 ragdolls', hash: '#/ragdoll-pile' },
  { name: '10 000 spheres', hash: '#/spheres' },
  { name: 'joint grid', hash: '#/joint-grid' },
];
const PICTURES_A_ROUND = 10;
const PATIENCE = 180_000; // ms

type InPage = typeof globalThis & { gallery: Application };

/** Takes the calls away with which WebGL draws and copies, so that what is left is the page's own. */
function withoutDrawing(): void {
  const names = /^(draw|multiDraw|clear$|blit|bufferSubData|texSubImage2D)/;
  const silence = (owner: object) => {
    for (const name of Object.getOwnPropertyNames(owner)) if (names.test(name)) Object.defineProperty(owner, name, { value() {} });
  };
  silence(WebGL2RenderingContext.prototype);
  const getExtension = WebGL2RenderingContext.prototype.getExtension as (this: WebGL2RenderingContext, name: string) => object | null;
  Object.defineProperty(WebGL2RenderingContext.prototype, 'getExtension', {
    value(this: WebGL2RenderingContext, name: string) {
      const extension = getExtension.call(this, name);
      if (extension && name === 'WEBGL_multi_draw') silence(Object.getPrototypeOf(extension));
      return extension;
    },
  });
}

async function measure(url: string, { hash, plots = 'open', draws = false }: Page, rounds: number): Promise<number[]> {
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage();
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.addInitScript((state) => localStorage.setItem('holonomic panels', state === 'open' ? 'plots' : ''), plots);
    if (!draws) await page.addInitScript(withoutDrawing);
    await page.goto(`${url}/index.html${hash}`);
    await page.waitForFunction(() => ((globalThis as InPage).gallery?.gallery.player?.frame ?? 0) > 30, undefined, { timeout: PATIENCE });
    const costs: number[] = [];
    for (let round = 0; round < rounds; round++)
      costs.push(...(await page.evaluate((count) => (globalThis as InPage).gallery.loop.measure(count), PICTURES_A_ROUND)));
    return costs;
  } finally {
    await browser.close();
  }
}

export const gallery: Suite = {
  name: 'gallery',
  description: "ms a picture that the gallery's own JavaScript takes, in headless Chromium",
  async run({ rounds, say }: SuiteOptions) {
    if (!findChromium()) throw new Error('no Chromium found: install the package `chromium` or set CHROMIUM to its path');
    const server = await serveFolder(await buildGallery());
    try {
      const rows: Cell[][] = [];
      for (const page of PAGES) {
        say(`  ${page.name}`);
        const costs = await measure(server.url, page, rounds);
        rows.push([page.name, median(costs), quantile(costs, 0.9), costs.length]);
      }
      return {
        name: 'gallery',
        title: "gallery: ms a picture of the page's own JavaScript; the engine is in a worker, one scene after the other",
        notes: [
          'the calls of WebGL that draw and copy are taken away, unless said otherwise: here they draw in software',
          '90 %: nine pictures of ten took less',
        ],
        columns: ['scene', 'ms', '90 %', 'pictures'],
        rows,
      };
    } finally {
      await server.close();
    }
  },
};
