// The page of the gallery in Chromium: nothing overlaps at any size, everything can be read, reached and pressed.
import path from 'node:path';
import { build } from 'esbuild';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addressOfScene } from '../../gallery/page/address.ts';
import { scenes } from '../../scenes/index.ts';
import { browserAvailable, launchBrowser, serveFolder } from '../../tools/browser.mjs';
import { catalogue } from '../../tools/gallery-catalogue.mjs';

const GALLERY = path.resolve(import.meta.dirname, '../../gallery');
const SIZES = [
  [360, 640],
  [390, 844],
  [844, 390],
  [820, 1180],
  [1000, 640],
  [1280, 800],
  [1920, 1080],
] as const;
/** From this width and height on several panels may be open at once. */
const ROOMY = [1024, 561] as const;
const PANELS = [
  ['scenes', '#scenes'],
  ['panel', '#panel'],
  ['plots', '#drawer'],
] as const;
const TOO_LONG = '#/pyle';
const COMPARISON = '#/heavy-on-light?vs.substeps=20&vs.precision=double&vs.contacts=position';
/** px; the smallest thing that a finger finds. */
const TARGET = 40;

/** A program of one file, or its style, for the page: with the list of scenes, and without the engine. */
async function bundle(file: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [file],
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    external: ['node:*'],
    plugins: [catalogue],
  });
  return outputFiles[0].text;
}

describe.skipIf(!browserAvailable())('the page', () => {
  let server: Awaited<ReturnType<typeof serveFolder>>;
  let browser: Awaited<ReturnType<typeof launchBrowser>>;
  let page: Page;
  let visits = 0;
  const complaints: string[] = [];

  beforeAll(async () => {
    const pages = {
      '/main.js': await bundle(path.join(import.meta.dirname, 'page-parts.ts')),
      '/style.css': await bundle(path.join(GALLERY, 'style.css')),
    };
    server = await serveFolder(GALLERY, { pages });
    browser = await launchBrowser({ deviceScaleFactor: 0.5 }); // pixels are drawn in software here
    page = await browser.newPage();
    page.on('pageerror', (error) => complaints.push(String(error)));
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
    expect(complaints).toEqual([]);
  });
  beforeEach(async () => {
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' }); // panels come and go at once
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  /** Opens the page as somebody does who has never seen it. */
  async function open(hash = ''): Promise<void> {
    if (!page.url().startsWith(server.url)) await page.goto(`${server.url}/`);
    await page.evaluate(() => localStorage.clear());
    // Another address than before, so that it is loaded anew, but in the same process, which has compiled the program already.
    await page.goto(`${server.url}/?${++visits}${hash}`);
    await page.locator('#scenes a').first().waitFor({ state: 'attached' });
  }
  /** Until panels have faded in or out. */
  const settled = () => page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'));
  /** px along the edges that panels cover. */
  const insets = () =>
    page.evaluate(() => JSON.parse(document.body.dataset.insets!) as Record<'left' | 'right' | 'top' | 'bottom', number>);
  const logged = () => page.evaluate(() => document.body.dataset.log);

  /** What there is to see: the page's parts, where they are, and what is wrong with them. */
  const measure = () =>
    page.evaluate((target) => {
      const parts = ['.pill', '.buttons', '#transport', '#scenes', '#panel', '#drawer'];
      const boxes = parts
        .map((name) => ({ name, box: document.querySelector(name)!.getBoundingClientRect() }))
        .filter(({ name }) => getComputedStyle(document.querySelector(name)!).visibility === 'visible')
        .map(({ name, box: { left, top, right, bottom } }) => ({ name, left, top, right, bottom }));
      const overlaps = boxes.flatMap((a, index) =>
        boxes
          .slice(index + 1)
          .filter(
            (b) =>
              Math.min(a.right, b.right) - Math.max(a.left, b.left) > 0.5 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 0.5,
          )
          .map((b) => `${a.name} and ${b.name}`),
      );
      const outside = boxes.filter(
        ({ left, top, right, bottom }) => left < 0 || top < 0 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5,
      );
      const wide = [...document.querySelectorAll('body, .bar, .buttons, #transport, #scenes, .scene-groups, .segments')].filter(
        (element) => element.scrollWidth > element.clientWidth + 1,
      );
      const small = [...document.querySelectorAll('button, a, input:not([type=range])')].filter((element) => {
        if (getComputedStyle(element).visibility !== 'visible' || element.id === 'unhide') return false;
        const { width, height } = element.getBoundingClientRect();
        return width > 0 && (width < target || height < target);
      });
      const { scrollWidth, scrollHeight } = document.documentElement;
      return {
        boxes,
        problems: {
          overlaps,
          outside: outside.map(({ name }) => name),
          wide: wide.map((element) => element.id || element.className),
          small: small.map((element) => element.textContent || element.ariaLabel),
          scrolls: [scrollWidth > innerWidth, scrollHeight > innerHeight],
        },
      };
    }, TARGET);
  const NO_PROBLEMS = { overlaps: [], outside: [], wide: [], small: [], scrolls: [false, false] };

  describe.each(SIZES)('of %d × %d', (width, height) => {
    test.each([COMPARISON, TOO_LONG])('has nothing that overlaps, sticks out, or is too small to press: %s', async (hash) => {
      await page.setViewportSize({ width, height });
      await open(hash);
      const roomy = width >= ROOMY[0] && height >= ROOMY[1];
      const shown: string[] = ['.pill', '.buttons', '#transport'];
      expect((await measure()).boxes.map(({ name }) => name)).toEqual(shown);
      for (const [panel, element] of PANELS) {
        const button = page.locator(`button[data-panel="${panel}"]`);
        await button.click();
        expect(await button.getAttribute('aria-expanded')).toBe('true');
        await settled();
        if (!roomy) shown.length = 3;
        shown.push(element);
        const { boxes, problems } = await measure();
        expect({ panel, ...problems }).toEqual({ panel, ...NO_PROBLEMS });
        expect(boxes.map(({ name }) => name)).toEqual(shown);
        const { left, right, top, bottom } = await insets();
        expect(width - left - right).toBeGreaterThanOrEqual(0.349 * width);
        expect(height - top - bottom).toBeGreaterThanOrEqual(0.349 * height);
      }
    });
  });

  test.each(['dark', 'light'] as const)('can be read where it is %s', async (colorScheme) => {
    await page.emulateMedia({ colorScheme });
    for (const hash of [COMPARISON, TOO_LONG]) {
      await open(hash);
      for (const [panel] of PANELS) await page.locator(`button[data-panel="${panel}"]`).click();
      await settled();
      await page.locator('#help').click();
      const faint = await page.evaluate(() => {
        const context = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })!;
        /** Red, green, blue of 0 to 1 and the opacity of any colour that CSS knows. */
        const read = (color: string) => {
          context.clearRect(0, 0, 1, 1);
          context.fillStyle = color;
          context.fillRect(0, 0, 1, 1);
          return [...context.getImageData(0, 0, 1, 1).data].map((channel) => channel / 255);
        };
        const luminance = ([red, green, blue]: number[]) => {
          const [r, g, b] = [red, green, blue].map((channel) =>
            channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4,
          );
          return 0.2126 * r + 0.7152 * g + 0.0722 * b;
        };
        const backgroundOf = (element: Element | null): number[] => {
          if (!element) return [1, 1, 1, 1];
          const [red, green, blue, opacity] = read(getComputedStyle(element).backgroundColor);
          if (opacity === 1) return [red, green, blue];
          const below = backgroundOf(element.parentElement);
          return [red, green, blue].map((channel, index) => channel * opacity + below[index] * (1 - opacity));
        };
        const texts = [...document.querySelectorAll('body *')].filter(
          (element) =>
            element.getClientRects().length > 0 && [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent!.trim()),
        );
        const ratios = texts.map((element) => {
          const [a, b] = [luminance(read(getComputedStyle(element).color)), luminance(backgroundOf(element))].sort((x, y) => y - x);
          return { text: element.textContent!, ratio: (a + 0.05) / (b + 0.05) };
        });
        return { count: ratios.length, faint: ratios.filter(({ ratio }) => ratio < 4.5) };
      });
      expect(faint.faint).toEqual([]);
      expect(faint.count).toBeGreaterThan(scenes.length);
    }
  });

  test('lists every scene, marks the one that is shown, and leads to the others', async () => {
    await open('#/pile?count=20');
    await page.keyboard.press('l');
    const links = page.locator('#scenes a');
    expect((await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).sort()).toEqual(
      scenes.map(({ name }) => addressOfScene(name)).sort(),
    );
    const current = page.locator('#scenes [aria-current="page"]');
    expect(await current.getAttribute('href')).toBe('#/pile');
    expect(await page.locator('#scenes a', { hasText: 'Box tower' }).getAttribute('href')).toBe('#/box-tower?offset=0.1');
    await page.locator('#scenes a[href="#/cradle"]').click();
    expect(await page.evaluate(() => location.hash)).toBe('#/cradle');
    expect(await current.getAttribute('href')).toBe('#/cradle');
    expect(await page.locator('h1').textContent()).toBe('Cradle');
  });

  test('finds scenes, and remembers how they are grouped', async () => {
    await open();
    await page.keyboard.press('l');
    await page.getByRole('searchbox').fill('newton cradle balls threads');
    expect(await page.locator('#scenes a').count()).toBeLessThan(scenes.length);
    await page.getByRole('searchbox').fill('no scene says this');
    expect(await page.locator('#scenes').getByRole('status').textContent()).toBe('No scene has these words.');
    await page.getByRole('searchbox').fill('');
    await page.getByRole('button', { name: 'By figure' }).click();
    await page.reload();
    expect(await page.getByRole('button', { name: 'By figure' }).getAttribute('aria-pressed')).toBe('true');
    expect(await page.locator('#scenes h2').first().textContent()).toBe('Müller et al. 2020');
  });

  test('has tiles where thumbnails are missing', async () => {
    await open('#/coin');
    await page.keyboard.press('l');
    const tile = page.locator('#scenes a[href^="#/coin"] .thumbnail');
    await page.route('**/thumbnails/*', (route) => route.fulfill({ status: 404 }));
    await page.reload();
    await page.locator('#scenes a[href^="#/coin"] span.thumbnail').waitFor();
    expect(await tile.textContent()).toBe('C');
    await page.unroute('**/thumbnails/*');
  });

  test('does what keys say, but not in fields, nor Space twice on a button', async () => {
    await open();
    await page.locator('body').press(' ');
    for (const key of ['.', ',', 'r', 'S', 'm', 'n', 'p', 'c']) await page.keyboard.press(key);
    expect(await logged()).toBe('dark play step back reset share slow next previous compare');
    await page.keyboard.press('l');
    await page.getByRole('searchbox').fill('r');
    await page.keyboard.press('s');
    await page.keyboard.press(' ');
    await page.locator('[data-action="step"]').focus();
    await page.keyboard.press(' ');
    await page.keyboard.press('Control+.');
    expect(await logged()).toBe('dark play step back reset share slow next previous compare step');
  });

  test('has a help that opens by key and closes by Escape', async () => {
    await open();
    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog');
    expect(await dialog.isVisible()).toBe(true);
    await page.keyboard.press('r');
    await page.keyboard.press('Escape');
    expect(await dialog.isVisible()).toBe(false);
    expect(await logged()).toBe('dark');
  });

  test('is dark or light as the system has it, until one is chosen', async () => {
    await open();
    const themeOf = () => page.evaluate(() => [document.documentElement.dataset.theme, getComputedStyle(document.body).backgroundColor]);
    const [dark, darkBackground] = await themeOf();
    await page.emulateMedia({ colorScheme: 'light' });
    await page.waitForFunction(() => document.documentElement.dataset.theme === 'light');
    const [, lightBackground] = await themeOf();
    expect(await page.locator('#scenes a[href="#/pyramid"] .thumbnail').getAttribute('src')).toBe('thumbnails/pyramid-light.webp');
    expect(dark).toBe('dark');
    expect(lightBackground).not.toBe(darkBackground);
    await page.locator('#theme').click();
    expect(await themeOf()).toEqual(['dark', darkBackground]);
    await page.reload();
    expect(await themeOf()).toEqual(['dark', darkBackground]);
  });

  test('folds panels away, keeps the middle of what is free, and remembers it', async () => {
    await open();
    const visible = () => Promise.all(PANELS.map(([, element]) => page.locator(element).isVisible()));
    expect(await visible()).toEqual([false, false, false]);
    expect((await insets()).left).toBe(0);
    await page.keyboard.press('l');
    await page.keyboard.press('g');
    await settled();
    expect(await visible()).toEqual([true, false, true]);
    expect((await insets()).left).toBeGreaterThan(300);
    await page.reload();
    await settled();
    expect(await visible()).toEqual([true, false, true]);
    expect(await page.locator('button[data-panel="scenes"]').getAttribute('aria-expanded')).toBe('true');
    await page.getByRole('searchbox').press('Escape');
    await settled();
    expect(await visible()).toEqual([false, false, true]);
    expect(await page.evaluate(() => document.activeElement?.getAttribute('data-panel'))).toBe('scenes');
  });

  test.each([
    [390, 844, 'covers'],
    [1280, 800, 'leaves free'],
  ])('of %d × %d has a header that %s the upper edge', async (width, height, effect) => {
    await page.setViewportSize({ width, height });
    await open();
    const header = (await page.locator('.bar').boundingBox())!;
    expect((await insets()).top).toBe(effect === 'covers' ? header.y + header.height : 0);
    await page.keyboard.press('h');
    await settled();
    expect((await insets()).top).toBe(0);
    await page.keyboard.press('h');
  });

  test('hides everything but the stage by a key, and nothing hidden takes the focus', async () => {
    await open();
    await page.keyboard.press('k');
    await page.keyboard.press('h');
    await settled();
    for (const part of ['.bar', '#transport', '#panel']) expect(await page.locator(part).isVisible()).toBe(false);
    expect((await insets()).bottom).toBe(0);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.closest('.bar, #transport, #panel, #scenes, #drawer'))).toBeNull();
    await page.keyboard.press('h');
    await settled();
    for (const part of ['.bar', '#transport', '#panel']) expect(await page.locator(part).isVisible()).toBe(true);
  });

  test('is reached by the keyboard from the list to the last button, with a name for everything', async () => {
    await open();
    await page.keyboard.press('l');
    await page.keyboard.press('k');
    await settled();
    const nameless = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('button, a, input, select')]
        .filter((element) => element.getClientRects().length > 0 && getComputedStyle(element).visibility === 'visible')
        .filter((element) => !(element.ariaLabel || element.textContent?.trim() || element.closest('label')?.textContent?.trim()))
        .map((element) => element.outerHTML),
    );
    expect(nameless).toEqual([]);
    const reached = new Set<string>();
    for (let presses = 0; presses < scenes.length + 40; presses++) {
      await page.keyboard.press('Tab');
      const at = await page.evaluate(() => {
        const { activeElement } = document;
        return (
          activeElement?.getAttribute('href') ??
          activeElement?.getAttribute('data-action') ??
          activeElement?.getAttribute('data-panel') ??
          activeElement?.id ??
          ''
        );
      });
      reached.add(at);
    }
    for (const { name } of scenes) expect(reached).toContain(addressOfScene(name));
    for (const part of ['scenes', 'panel', 'plots', 'play', 'reset', 'slow', 'next', 'compare', 'share', 'help', 'theme', 'full'])
      expect(reached).toContain(part);
  });

  test('goes through time by the scrubber', async () => {
    await open('#/pile?count=20');
    const scrubber = page.getByRole('slider', { name: 'Go back in time' });
    expect(await scrubber.evaluate((input: HTMLInputElement) => [input.min, input.max, input.value])).toEqual(['99000', '99999', '99999']);
    await scrubber.focus();
    await page.keyboard.press('ArrowLeft');
    expect(await logged()).toContain('seek 99998');
    expect(await scrubber.getAttribute('aria-valuetext')).toMatch(/seconds$/);
  });

  test('says over the stage what is wrong with a link', async () => {
    await open('#/pile?count=none');
    const alert = page.getByRole('alert');
    expect(await alert.locator('p').textContent()).toContain("Parameter 'count' must be a whole number");
    expect(await alert.locator('pre').isVisible()).toBe(false);
    await alert.locator('summary').click();
    expect(await alert.locator('pre').textContent()).toBe('details of it');
    await page.evaluate(() => {
      location.hash = '#/pile';
    });
    await alert.waitFor({ state: 'detached' });
    expect(await alert.count()).toBe(0);
  });
});
