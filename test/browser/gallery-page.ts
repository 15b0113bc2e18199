// The gallery in Chromium, for tests.
import path from 'node:path';
import type { Page } from 'playwright-core';
import type { Application } from '../../gallery/app/application.ts';
import type { Result } from '../../gallery/engine/types.ts';
import type { PanelName } from '../../gallery/page/layout.ts';
import { launchBrowser, serveFolder } from '../../tools/browser.mjs';
import { buildGallery } from '../../tools/gallery.mjs';
import { ROOT } from '../package/dist.ts';

const PATIENCE = 90_000; // ms; drawing is done in software here
/** Device pixels to a CSS pixel: most of the time of these tests goes into pixels. */
export const COARSE = 0.5;

type InPage = { gallery: Application | null };

export interface GalleryServer {
  url: string;
  /** A page of its own, with what it says on the console. */
  open(hash: string, options?: PageOptions): Promise<GalleryPage>;
  close(): Promise<void>;
}

export interface PageOptions {
  /** The gallery itself unless given. */
  file?: string;
  width?: number;
  height?: number;
  /** Runs in the page before its own programs. */
  before?(): void;
  /** Whether its stage is drawn, in software: most of the time of these tests went there. Without that it stays empty. */
  drawn?: boolean;
  /** Whether its edges are smooth, which takes more samples of a pixel. */
  smooth?: boolean;
}

/** Lets a page do all that it does for a picture but the work of the graphics processor. */
function drawNothing(): void {
  const { prototype } = WebGL2RenderingContext;
  for (const name of ['drawArrays', 'drawArraysInstanced', 'drawElements', 'drawElementsInstanced', 'drawRangeElements'] as const)
    prototype[name] = () => {};
  const getExtension = prototype.getExtension as (name: string) => unknown;
  prototype.getExtension = function (this: WebGL2RenderingContext, name: string) {
    return name === 'WEBGL_multi_draw' ? null : Reflect.apply(getExtension, this, [name]);
  } as typeof prototype.getExtension;
}

/** Leaves out the smoothing of edges. */
function drawCoarsely(): void {
  const { prototype } = HTMLCanvasElement;
  const { getContext } = prototype;
  prototype.getContext = function (this: HTMLCanvasElement, kind: string, attributes?: object) {
    return Reflect.apply(getContext, this, [kind, { ...attributes, antialias: false }]);
  } as typeof getContext;
}

/** Builds the gallery into a folder of its own and serves it. */
export async function serveGallery(name: string): Promise<GalleryServer> {
  const server = await serveFolder(await buildGallery({ outdir: path.join(ROOT, 'build', name) }));
  const browser = await launchBrowser({ deviceScaleFactor: COARSE });
  return {
    url: server.url,
    async open(hash, { file = 'index.html', width = 1040, height = 580, before, drawn = true, smooth = true } = {}) {
      const page = await browser.newPage();
      await page.setViewportSize({ width, height });
      await page.addInitScript(() => localStorage.setItem('holonomic panels', 'scenes,plots,panel'));
      if (!drawn) await page.addInitScript(drawNothing);
      if (!smooth) await page.addInitScript(drawCoarsely);
      if (before) await page.addInitScript(before);
      const opened = new GalleryPage(page);
      await page.goto(`${server.url}/${file}${hash}`, { timeout: PATIENCE });
      return opened;
    },
    async close() {
      await browser.close();
      await server.close();
    },
  };
}

export class GalleryPage {
  /** Errors on the console, and those that nobody caught. */
  readonly errors: string[] = [];

  constructor(readonly page: Page) {
    page.on('console', (message) => {
      if (message.type() === 'error') this.errors.push(message.text());
    });
    page.on('pageerror', (error) => this.errors.push(String(error)));
  }

  /** Goes to another address of the page. */
  async follow(hash: string): Promise<void> {
    await this.page.evaluate((text) => {
      location.hash = text;
    }, hash);
  }

  /** Unfolds a panel by its button; in a narrow window that folds away the others. */
  async unfold(panel: PanelName): Promise<void> {
    const button = this.page.locator(`button[data-panel="${panel}"]`);
    if ((await button.getAttribute('aria-expanded')) !== 'true') await button.click();
  }

  /** Waits until the scene stands still at a frame, and gives what it has come to. */
  async resultsAt(scene: string, frame: number): Promise<Result[]> {
    await this.page.waitForFunction(
      ([name, wanted]) => {
        const { gallery } = (globalThis as unknown as InPage).gallery!;
        const alert = document.querySelector('[role=alert]');
        if (alert) throw new Error(alert.textContent ?? '');
        return gallery.address.order.scene === name && gallery.player?.frame === wanted && !gallery.player.playing;
      },
      [scene, frame] as const,
      { timeout: PATIENCE },
    );
    return this.page.evaluate(() => (globalThis as unknown as InPage).gallery!.gallery.results());
  }

  /** Waits until there is something to be seen. */
  private playerIsThere() {
    return this.page.waitForFunction(() => (globalThis as unknown as InPage).gallery!.gallery.player?.frames.length, undefined, {
      timeout: PATIENCE,
    });
  }

  /** Simulates up to a frame. */
  async runTo(frame: number): Promise<void> {
    await this.playerIsThere();
    await this.page.evaluate((wanted) => (globalThis as unknown as InPage).gallery!.gallery.player!.runTo(wanted), frame);
  }

  /** Waits until a scene plays. */
  async playing(): Promise<void> {
    await this.page.waitForFunction(() => (globalThis as unknown as InPage).gallery!.gallery.player?.playing, undefined, {
      timeout: PATIENCE,
    });
  }

  /** From now on pictures are drawn where a test wants one, and at no other time. */
  async drawOnDemand(): Promise<void> {
    await this.page.waitForFunction(() => (globalThis as unknown as InPage).gallery);
    await this.page.evaluate(() => (globalThis as unknown as InPage).gallery!.loop.stop());
  }

  /** Pixels of the stage that are different because of the bodies and particles in it. */
  pixelsOfBodies(): Promise<number> {
    return this.page.evaluate(() => {
      const { stage, gallery } = (globalThis as unknown as InPage).gallery!;
      const { width, height } = stage.canvas;
      const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })!;
      const draw = () => {
        stage.update(0, gallery.player!.frames[0], 1);
        stage.render();
        context.drawImage(stage.canvas, 0, 0);
        return context.getImageData(0, 0, width, height).data;
      };
      const looks = gallery.run!.opened[0].looks;
      const shown = draw();
      stage.show(0, { ...looks, bodies: looks.bodies.filter(({ kind }) => kind === 'static'), particles: [] });
      const without = draw();
      stage.show(0, looks);
      let different = 0;
      for (let k = 0; k < shown.length; k += 4) {
        const change = Math.abs(shown[k] - without[k]) + Math.abs(shown[k + 1] - without[k + 1]) + Math.abs(shown[k + 2] - without[k + 2]);
        if (change > 24) different++;
      }
      return different;
    });
  }

  /** Somewhere on the page where a moving body is under the pointer, as soon as one is drawn. */
  async bodyPlace(): Promise<{ x: number; y: number; slot: number }> {
    const found = await this.page.waitForFunction(() => {
      const { stage, gallery } = (globalThis as unknown as InPage).gallery!;
      const { left, top, width, height } = stage.canvas.getBoundingClientRect();
      const movable = new Set(gallery.run!.opened[0].looks.bodies.flatMap(({ kind, slot }) => (kind === 'dynamic' ? [slot] : [])));
      const steps = 40;
      for (let k = 0; k < steps * steps; k++) {
        // From the middle outwards.
        const [across, down] = [(k * 7) % steps, Math.floor((k * 7) / steps) % steps];
        const [x, y] = [left + ((across + 0.5) / steps) * width, top + ((down + 0.5) / steps) * height];
        const hit = stage.pick(x, y);
        if (hit && movable.has(hit.slot)) return { x, y, slot: hit.slot };
      }
      return null;
    });
    return (await found.jsonValue())!;
  }

  /** Where a body is now, in one of the worlds. */
  positionOf(slot: number): Promise<number[]> {
    return this.page.evaluate((row) => {
      const { transforms } = (globalThis as unknown as InPage).gallery!.gallery.player!.frames[0];
      return Array.from(transforms.subarray(row * 7, row * 7 + 3));
    }, slot);
  }

  /** Waits until a body is so far from a place, m. */
  async moved(slot: number, from: readonly number[], distance: number): Promise<void> {
    await this.page.waitForFunction(
      ([row, place, least]) => {
        const { transforms } = (globalThis as unknown as InPage).gallery!.gallery.player!.frames[0];
        return Math.hypot(...place.map((value, axis) => transforms[row * 7 + axis] - value)) > least;
      },
      [slot, from, distance] as const,
      { timeout: PATIENCE },
    );
  }

  camera(): Promise<string> {
    return this.page.evaluate(() => (globalThis as unknown as InPage).gallery!.stage.camera());
  }

  address() {
    return this.page.evaluate(() => (globalThis as unknown as InPage).gallery!.gallery.address);
  }

  csv(): Promise<{ name: string; text: string }> {
    return this.page.evaluate(() => (globalThis as unknown as InPage).gallery!.csv());
  }
}
