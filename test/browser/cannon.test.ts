// The demos of cannon-es in the gallery, under both packages.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type GalleryServer, serveGallery } from './gallery-page.ts';

const PATIENCE = 60_000; // ms; drawing is done in software here

interface Body {
  mass: number;
  position: { x: number; y: number; z: number };
}
type InPage = { cannonDemo: { panes: { world: { bodies: Body[] }; hold: unknown }[] } };

describe('the demos of cannon-es', () => {
  let server: GalleryServer;
  beforeAll(async () => {
    server = await serveGallery('gallery-of-cannon');
  });
  afterAll(() => server.close());

  async function withDemo(name: string, act: (page: Page) => Promise<void>): Promise<void> {
    const { errors, page } = await server.open(`#${name}`, { file: 'cannon.html', width: 600, height: 360 });
    try {
      await page.locator('#ours', { hasText: 'ms a step' }).waitFor({ timeout: PATIENCE });
      await act(page);
      expect(errors).toEqual([]);
    } finally {
      await page.close();
    }
  }

  test('a chain shows the times and joint errors of both packages', () =>
    withDemo('chain', async (page) => {
      const opening = async (id: string) => Number(/open by (\S+) mm/.exec((await page.locator(id).textContent())!)![1]);
      expect(await opening('#theirs')).toBeGreaterThan(10);
      expect(await opening('#ours')).toBeLessThan(1);
    }));

  test('a body is dragged in the world that is under the pointer', () =>
    withDemo('stacks', async (page) => {
      const box = (await page.locator('#stage canvas').boundingBox())!;
      const heights = () =>
        page.evaluate(() => (globalThis as unknown as InPage).cannonDemo.panes.map(({ world }) => world.bodies[4].position.y));
      // The tower in the middle stands in the middle of each half.
      const [x, y] = [box.x + 0.75 * box.width, box.y + 0.5 * box.height];
      await page.mouse.move(x, y);
      await page.mouse.down();
      const held = await page.evaluate(() => (globalThis as unknown as InPage).cannonDemo.panes.map(({ hold }) => Boolean(hold)));
      expect(held).toEqual([false, true]);
      await page.mouse.move(x + 0.15 * box.width, y - 0.3 * box.height, { steps: 5 });
      await page.mouse.up();
      expect((await heights()).every(Number.isFinite)).toBe(true);
    }));
});
