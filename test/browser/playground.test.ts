// The playground in Chromium: scenes run as they are in the project, and as somebody has changed them.

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Playground } from '../../gallery/playground/playground.ts';
import { type GalleryServer, serveGallery } from './gallery-page.ts';

type InPage = { playground: Playground };

const PATIENCE = 60_000; // ms; drawing is done in software here
const BALL = `
import { HalfSpace, Sphere, type World } from 'holonomic';
import { defineScene } from './scene.ts';
export const ball = defineScene({
  name: 'ball',
  description: 'A ball.',
  feature: 'stacks and piles',
  parameters: {},
  frames: 60,
  dt: 1 / 60,
  build(world: World) {
    world.addBody({ type: 'static', shape: new HalfSpace() });
    const body = world.addBody({ shape: new Sphere(0.5), position: [0, 3, 0] });
    return { measures: () => ({ height: body.position[1] }) };
  },
});
`;

describe('the playground', () => {
  let server: GalleryServer;
  beforeAll(async () => {
    server = await serveGallery('gallery-of-playground');
  });
  afterAll(() => server.close());

  /** Waits until a scene has run for some frames: one of this name, where another ran before. */
  const runs = (page: Page, scene?: string) =>
    page.waitForFunction(
      (wanted) => {
        const { playground } = globalThis as unknown as InPage;
        return playground && playground.frame > 3 && (!wanted || playground.running === wanted);
      },
      scene,
      { timeout: PATIENCE },
    );
  const write = (page: Page, text: string) =>
    page.evaluate((source) => {
      (globalThis as unknown as InPage).playground.editor.text = source;
    }, text);
  const message = (page: Page) => page.locator('#messages .error').textContent({ timeout: PATIENCE });

  async function withPage(hash: string, act: (page: Page) => Promise<void>, drawn = false): Promise<void> {
    const { errors, page } = await server.open(hash, { file: 'playground.html', drawn });
    try {
      await act(page);
      expect(errors).toEqual([]);
    } finally {
      await page.close();
    }
  }

  test.each([
    ['car', false],
    ['urdf-arm', true],
  ])('runs %s as it is in the project', (scene, drawn) =>
    withPage(
      `#/${scene}`,
      async (page) => {
        await runs(page);
        expect(await page.locator('.cm-content').textContent()).toContain('import');
      },
      drawn,
    ),
  );

  test('runs what was written, keeps it, and starts over', () =>
    withPage('#/double-pendulum', async (page) => {
      await runs(page);
      await write(page, BALL);
      await page.keyboard.press('Control+Enter');
      await runs(page, 'ball');
      await page.reload();
      await runs(page, 'ball');
      expect(await page.evaluate(() => (globalThis as unknown as InPage).playground.editor.text)).toBe(BALL);
      await page.getByRole('button', { name: 'Start over' }).click();
      await page.locator('.cm-content', { hasText: 'pendulum' }).waitFor();
      await runs(page, 'double-pendulum');
    }));

  test('says what is wrong with a program', () =>
    withPage('#/double-pendulum', async (page) => {
      await runs(page);
      const wrong: [string, RegExp][] = [
        ['const x = ;', /\(1:11\)/],
        ["import { x } from 'elsewhere'; export const y = x;", /'elsewhere' cannot be imported/],
        ['export const x = 1;', /exports no scene/],
        [BALL.replace('new Sphere(0.5)', 'new Sphere(-1)'), /radius/],
      ];
      for (const [program, words] of wrong) {
        await write(page, program);
        await page.getByRole('button', { name: 'Run' }).click();
        await expect.poll(() => message(page), { timeout: PATIENCE }).toMatch(words);
      }
    }));
});
