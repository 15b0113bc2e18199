// The gallery as people use it.
import fs from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { World } from '../../bindings/index.ts';
import { addressOfScene } from '../../gallery/page/address.ts';
import { PANELS } from '../../gallery/page/layout.ts';
import { findScene, scenes } from '../../scenes/index.ts';
import { openScene } from '../../scenes/open.ts';
import { runScene } from '../../scenes/run.ts';
import { browserAvailable } from '../../tools/browser.mjs';
import { COARSE, type GalleryPage, type GalleryServer, type PageOptions, serveGallery } from './gallery-page.ts';

const FRAMES = 60;
/** Pixels of such a picture. */
const PICTURE = { width: 240, height: 160 };
/** Pixels of them that are to be of bodies. */
const SEEN = 20;
const PATIENCE = 120_000; // ms
const UNDRAWN: PageOptions = { drawn: false };
const SMALL: PageOptions = { width: PICTURE.width / COARSE, height: PICTURE.height / COARSE, smooth: false };

describe.skipIf(!browserAvailable())('the gallery', () => {
  let server: GalleryServer;
  beforeAll(async () => {
    server = await serveGallery('gallery-test');
  });
  afterAll(async () => {
    await server?.close();
  });

  /** The page of the tests that need none of their own, and no pictures. */
  let shared: GalleryPage | null = null;
  async function withPage(hash: string, use: (page: GalleryPage) => Promise<void>): Promise<void> {
    if (shared) await shared.follow(hash);
    else shared = await server.open(hash, UNDRAWN);
    shared.errors.length = 0;
    try {
      await use(shared);
    } catch (error) {
      await closeShared();
      throw error;
    }
  }

  async function closeShared(): Promise<void> {
    await shared?.page.close();
    shared = null;
  }

  async function withOwnPage(hash: string, use: (page: GalleryPage) => Promise<void>, options?: PageOptions) {
    await closeShared(); // which may be playing
    const opened = await server.open(hash, options);
    try {
      await use(opened);
    } finally {
      await opened.page.close();
    }
  }

  describe('shows every scene', () => {
    let small: GalleryPage;
    beforeAll(async () => {
      small = await server.open('#/double-pendulum?paused=on&shadows=off', SMALL);
      await small.drawOnDemand();
      await small.page.keyboard.press('h'); // nothing covers the pictures
    });
    afterAll(() => small?.page.close());

    test.each(scenes.map(({ name }) => name))(
      `%s: ${FRAMES} frames and more with the bits of the headless run`,
      { timeout: PATIENCE },
      async (name) => {
        const link = addressOfScene(name);
        await small.follow(`${link}${link.includes('?') ? '&' : '?'}paused=on&shadows=off`);
        let pixels = 0;
        let frames = FRAMES;
        const scene = findScene(name);
        // Some scenes end early; in others something has to come into view first.
        for (const frame of [0, scene.view?.opening ?? 90]) {
          await small.runTo(frame);
          await small.resultsAt(name, frame);
          pixels += await small.pixelsOfBodies();
          frames = Math.max(frames, frame);
          if (pixels > SEEN) break;
        }
        expect(pixels).toBeGreaterThan(SEEN);
        const [alone] = await Promise.all([runScene(scene, { parameters: scene.shown, frames }), small.runTo(frames)]);
        const [result] = await small.resultsAt(name, frames);
        expect(result).toEqual({ frame: frames, hash: alone.hash, measures: JSON.parse(JSON.stringify(alone.measures)) });
        expect(small.errors.splice(0)).toEqual([]);
      },
    );
  });

  test.each(['worker', 'main'])('the engine in the %s thread plays and gives the same bits', async (engine) => {
    await withPage(`#/pyramid?rows=6&frames=40&engine=${engine}`, async (gallery) => {
      const [{ hash }] = await gallery.resultsAt('pyramid', 40);
      expect(hash).toBe((await runScene(findScene('pyramid'), { parameters: { rows: 6 }, frames: 40 })).hash);
      await gallery.page.keyboard.press('Space');
      await gallery.page.waitForFunction(() => Number(document.querySelector('[data-value=frame]')?.textContent) > 45);
      expect(gallery.errors).toEqual([]);
    });
  });

  test('a body follows the mouse that drags it, by a spring with a force', async () => {
    await withPage('#/box-tower?count=3&frames=1', async (gallery) => {
      await gallery.resultsAt('box-tower', 1);
      await gallery.page.keyboard.press('Space');
      await gallery.playing();
      const { x, y, slot } = await gallery.bodyPlace();
      const before = await gallery.positionOf(slot);
      await gallery.page.mouse.move(x, y);
      await gallery.page.mouse.down();
      for (let k = 1; k <= 10; k++) await gallery.page.mouse.move(x + 12 * k, y - 6 * k);
      const label = gallery.page.locator('.grab-label').first();
      await label.waitFor();
      expect(await label.textContent()).toMatch(/^[\d.]+ [kM]?N$/);
      await gallery.moved(slot, before, 0.3);
      await gallery.page.mouse.up();
      await label.waitFor({ state: 'hidden' });
      expect(gallery.errors).toEqual([]);
    });
  });

  test('a click selects a body, and the panel shows its state', async () => {
    await withPage('#/box-tower?count=3&frames=30', async (gallery) => {
      await gallery.resultsAt('box-tower', 30);
      const { x, y, slot } = await gallery.bodyPlace();
      await gallery.page.mouse.click(x, y);
      await gallery.unfold('panel');
      await gallery.page.getByText(`Body ${slot}: dynamic, box`).waitFor();
    });
  });

  test('what is changed in the panel changes the world and the address', async () => {
    await withPage('#/double-pendulum?frames=60', async (gallery) => {
      const [before] = await gallery.resultsAt('double-pendulum', 60);
      const { page } = gallery;
      await gallery.unfold('panel');
      const substeps = page.getByLabel('substeps', { exact: false }).first();
      await substeps.fill('3');
      await substeps.press('Enter');
      await page.waitForFunction(() => location.hash.includes('substeps=3'));
      await page.locator('[data-action=reset]').click();
      await gallery.resultsAt('double-pendulum', 0);
      await gallery.runTo(60);
      const [after] = await gallery.resultsAt('double-pendulum', 60);
      expect(after.hash).not.toBe(before.hash);
      expect(after.hash).toBe((await runScene(findScene('double-pendulum'), { settings: { substeps: 3 }, frames: 60 })).hash);
      // And one that takes another world.
      await page.getByLabel('precision', { exact: false }).first().selectOption('double');
      await page.waitForFunction(() => location.hash.includes('precision=double'));
      await gallery.resultsAt('double-pendulum', 0);
      await gallery.runTo(60);
      const [double] = await gallery.resultsAt('double-pendulum', 60);
      expect(double.hash).toBe(
        (await runScene(findScene('double-pendulum'), { settings: { substeps: 3, precision: 'double' }, frames: 60 })).hash,
      );
      expect(gallery.errors).toEqual([]);
    });
  });

  test.each(['worker', 'main'])('the solver changes while a world runs in the %s thread, and is loaded for that', async (engine) => {
    await withPage(`#/four-bar?frames=20&engine=${engine}`, async (gallery) => {
      await gallery.resultsAt('four-bar', 20);
      const { page } = gallery;
      await gallery.unfold('panel');
      await page.getByRole('combobox', { name: 'solver', exact: true }).first().selectOption('tgs');
      await page.waitForFunction(() => location.hash.includes('solver=tgs'));
      const iterations = page.getByRole('textbox', { name: 'iterations', exact: true }).first();
      await iterations.fill('4');
      await iterations.press('Enter');
      await page.waitForFunction(() => location.hash.includes('iterations=4'));
      await gallery.runTo(40);
      const [result] = await gallery.resultsAt('four-bar', 40);
      const alone = await openScene(findScene('four-bar'));
      while (alone.frame < 20) alone.step();
      await World.load({ solver: 'tgs' });
      Object.assign(alone.world, { solver: 'tgs', iterations: 4 });
      while (alone.frame < 40) alone.step();
      expect(result.hash).toBe(alone.world.hash());
      alone.dispose();
      expect(gallery.errors).toEqual([]);
    });
  });

  test('two worlds have solvers and options of their own', async () => {
    await withPage('#/four-bar?solver=tgs&iterations=8&vs.solver=ode&vs.erp=0.4&frames=20', async (gallery) => {
      const results = await gallery.resultsAt('four-bar', 20);
      const settings = [
        { solver: 'tgs', iterations: 8 },
        { solver: 'ode', iterations: 8, erp: 0.4 },
      ] as const;
      for (const [side, chosen] of settings.entries())
        expect(results[side].hash).toBe((await runScene(findScene('four-bar'), { settings: chosen, frames: 20 })).hash);
      expect(await gallery.page.locator('#captions').textContent()).toMatch(/A: tgs[\s\S]*B: ode, erp 0.4/);
      expect(gallery.errors).toEqual([]);
    });
  });

  test('two worlds beside each other have errors of their own, in one plot and its file', async () => {
    await withPage('#/heavy-chain?substeps=20&jointSolver=sweeps&vs.substeps=1&vs.iterations=20&frames=60', async (gallery) => {
      const [a, b] = await gallery.resultsAt('heavy-chain', 60);
      expect(a.hash).not.toBe(b.hash);
      await gallery.unfold('plots');
      await gallery.page.getByRole('tab', { name: 'Error' }).click();
      const { text } = await gallery.csv();
      const [header, ...rows] = text
        .trimEnd()
        .split('\r\n')
        .map((line) => line.split(','));
      const columns = header.flatMap((name, column) => (name.includes('maximum joint error') ? [column] : []));
      expect(columns).toHaveLength(2);
      expect(rows).toHaveLength(61);
      const last = rows.at(-1)!;
      const errors = columns.map((column) => Number(last[column]));
      for (const error of errors) expect(error).toBeGreaterThan(0);
      expect(errors[0]).not.toBe(errors[1]);
      expect(await gallery.page.locator('#captions').textContent()).toMatch(/A: 20 × 1[\s\S]*B: 1 × 20/);
    });
  });

  test('the file that the page downloads has the plotted rows', async () => {
    await withPage('#/double-pendulum?frames=25', async (gallery) => {
      await gallery.resultsAt('double-pendulum', 25);
      await gallery.unfold('plots');
      await gallery.page.getByRole('tab', { name: 'Energy' }).click();
      const download = gallery.page.waitForEvent('download');
      await gallery.page.getByRole('button', { name: 'Download the plotted data' }).click();
      const file = await download;
      expect(file.suggestedFilename()).toBe('double-pendulum-energy.csv');
      const [header, ...rows] = fs
        .readFileSync(await file.path(), 'utf8')
        .trimEnd()
        .split('\r\n');
      expect(header).toMatch(/^time \(s\),kinetic/);
      expect(rows).toHaveLength(26);
      const energies = rows.map((row) => row.split(',').map(Number));
      for (const [k, [time]] of energies.entries()) expect(time).toBeCloseTo(k / 60, 9);
      const alone = await runScene(findScene('double-pendulum'), { frames: 25 });
      expect(Math.abs(energies.at(-1)!.at(-1)! - energies[0].at(-1)!)).toBeLessThan(1);
      expect(alone.frames).toBe(25);
    });
  });

  test('a snapshot is restored to the bit', async () => {
    await withPage('#/pyramid?rows=4&frames=10', async (gallery) => {
      const [before] = await gallery.resultsAt('pyramid', 10);
      const { page } = gallery;
      await gallery.unfold('panel');
      await page.getByRole('button', { name: 'snapshot' }).click();
      await page.getByRole('button', { name: 'Single step' }).click();
      await page.keyboard.press('.');
      await gallery.resultsAt('pyramid', 12);
      await page.getByRole('button', { name: 'restore' }).click();
      const [after] = await gallery.resultsAt('pyramid', 10);
      expect(after.hash).toBe(before.hash);
    });
  });

  describe('says what is wrong', () => {
    const links = [
      ['#/nowhere', "There is no scene 'nowhere'."],
      ['#/box-tower?count=-1', "Parameter 'count' must be"],
      ['#/box-tower?solver=magic', "Setting 'solver' must be"],
    ];
    test.each(links)('with %s', async (hash, text) => {
      await withPage(hash, async ({ page }) => {
        await page.getByRole('alert').waitFor();
        expect(await page.getByRole('alert').textContent()).toContain(text);
      });
    });
  });

  test.each([
    [360, 640],
    [390, 844],
    [1280, 800],
  ])('nothing overlaps or sticks out at %i × %i', async (width, height) => {
    await withPage('#/double-pendulum?frames=10', async (gallery) => {
      const { page } = gallery;
      await page.setViewportSize({ width, height });
      await gallery.resultsAt('double-pendulum', 10);
      const isNarrow = width < 1024;
      if (!isNarrow) for (const panel of PANELS) await gallery.unfold(panel);
      for (const panel of isNarrow ? PANELS : [null]) {
        if (panel) await gallery.unfold(panel);
        await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'));
        const boxes = await page.evaluate(() =>
          ['.pill', '.buttons', '#transport', '#scenes', '#panel', '#drawer'].flatMap((selector) => {
            const { left, top, right, bottom, width: w, height: h } = document.querySelector(selector)!.getBoundingClientRect();
            return w > 0 && h > 0 && getComputedStyle(document.querySelector(selector)!).visibility !== 'hidden'
              ? [{ selector, left, top, right, bottom }]
              : [];
          }),
        );
        expect(boxes.length).toBe(width < 1024 ? 4 : 6);
        for (const box of boxes) {
          expect(box.left, box.selector).toBeGreaterThanOrEqual(0);
          expect(box.right, box.selector).toBeLessThanOrEqual(width);
          expect(box.bottom, box.selector).toBeLessThanOrEqual(height + 0.5);
          for (const other of boxes) {
            if (other === box) continue;
            const across = Math.min(box.right, other.right) - Math.max(box.left, other.left);
            const down = Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top);
            expect(Math.min(across, down), `${box.selector} over ${other.selector}`).toBeLessThanOrEqual(0.5);
          }
        }
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      }
    });
  });

  test('a shared link brings back scene, settings, frame and view', async () => {
    await withPage('#/pile?count=12&substeps=4&layers=contacts&islands=on&frames=50', async (gallery) => {
      const [result] = await gallery.resultsAt('pile', 50);
      await gallery.page.keyboard.press('s');
      await gallery.page.waitForFunction(() => location.hash.includes('camera='));
      const [link, address] = [await gallery.page.evaluate(() => location.hash), await gallery.address()];
      await withOwnPage(
        link,
        async (second) => {
          expect(await second.resultsAt('pile', 50)).toEqual([result]);
          const { camera, ...rest } = await second.address();
          expect({ ...rest, camera: null }).toEqual({ ...address, camera: null });
          expect(await second.camera()).toBe(camera);
        },
        UNDRAWN,
      );
    });
  });

  test('a video of the scene is recorded from one press of a key to the next', async () => {
    await withOwnPage(
      '#/double-pendulum?shadows=off',
      async (gallery) => {
        const { page } = gallery;
        await gallery.playing();
        await page.keyboard.press('v');
        await page.locator('#messages', { hasText: 'Recording' }).waitFor();
        await page.waitForTimeout(500);
        const download = page.waitForEvent('download');
        await page.keyboard.press('v');
        const file = await download;
        expect(file.suggestedFilename()).toMatch(/^double-pendulum\.(mp4|webm)$/);
        const contents = fs.readFileSync(await file.path());
        const isMp4 = contents.subarray(4, 8).toString() === 'ftyp';
        expect(isMp4 || contents.readUInt32BE(0) === 0x1a45dfa3, 'a container of MP4 or Matroska').toBe(true);
        expect(contents.length).toBeGreaterThan(2000);
      },
      SMALL,
    );
  });

  describe('says what is missing', () => {
    test('where the engine cannot be loaded', async () => {
      await withOwnPage(
        '#/box-tower?paused=on',
        async (gallery) => {
          await gallery.page.route('**/chunks/**', (route) => route.abort());
          await gallery.follow('#/box-tower?precision=double');
          await gallery.page.getByRole('alert').waitFor();
        },
        UNDRAWN,
      );
    });

    test('where there is no WebGL', async () => {
      const before = () => {
        const real = HTMLCanvasElement.prototype.getContext;
        HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, kind: string, ...rest: unknown[]) {
          return kind.startsWith('webgl') ? null : Reflect.apply(real, this, [kind, ...rest]);
        } as typeof real;
      };
      await withOwnPage(
        '#/pile',
        async ({ page }) => {
          await page.getByRole('alert').waitFor();
          expect(await page.getByRole('alert').textContent()).toContain('WebGL 2');
        },
        { before },
      );
    });
  });
});
