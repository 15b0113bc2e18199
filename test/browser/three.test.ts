// The helpers for three.js on a page without a bundler, where an import map says what is where: what they write is what is seen.
import fs from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import type * as THREE from 'three';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type * as holonomic from '../../bindings/index.ts';
import type * as helpers from '../../bindings/three/index.ts';
import { browserAvailable, launchBrowser, serveFolder } from '../../tools/browser.mjs';
import { DIST, ensureDist, ROOT } from '../package/dist.ts';

const SIZE = 64; // pixels
const BLACK = [0, 0, 0];
const RED = [255, 0, 0];

const PAGE = `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><title>Holonomic</title>
  <script type="importmap">
    { "imports": { "three": "/library/three.module.js", "holonomic": "/index.js", "holonomic/three": "/three.js" } }
  </script>
  <script type="module">
    import * as holonomic from 'holonomic';
    import * as helpers from 'holonomic/three';
    import * as THREE from 'three';
    const renderer = new THREE.WebGLRenderer();
    renderer.setSize(${SIZE}, ${SIZE}, false);
    const camera = new THREE.OrthographicCamera(-${SIZE} / 2, ${SIZE} / 2, ${SIZE} / 2, -${SIZE} / 2, 0, 100);
    camera.position.z = 50;
    /** Red, green and blue at places of the scene, a pixel a unit, after it has been drawn. */
    function draw(scene, ...places) {
      renderer.render(scene, camera);
      const gl = renderer.getContext();
      const colors = places.map(([x, y]) => {
        const pixel = new Uint8Array(4);
        gl.readPixels(x + ${SIZE} / 2, y + ${SIZE} / 2, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
        return [...pixel.subarray(0, 3)];
      });
      if (gl.getError() !== gl.NO_ERROR) throw new Error('WebGL has an error');
      return colors;
    }
    Object.assign(globalThis, { holonomic, helpers, THREE, draw });
  </script>`;

type InPage = {
  holonomic: typeof holonomic;
  helpers: typeof helpers;
  THREE: typeof THREE;
  draw(scene: THREE.Scene, ...places: [x: number, y: number][]): number[][];
};

describe.skipIf(!browserAvailable())('in Chromium', () => {
  let server: Awaited<ReturnType<typeof serveFolder>>;
  let browser: Awaited<ReturnType<typeof launchBrowser>>;
  let page: Page;
  const errors: string[] = [];

  beforeAll(async () => {
    await ensureDist();
    const library = ['three.module.js', 'three.core.js'].map((file) => [
      `/library/${file}`,
      fs.readFileSync(path.join(ROOT, 'node_modules/three/build', file), 'utf8'),
    ]);
    // The page has its program in it, so no policy.
    server = await serveFolder(DIST, { pages: { '/': PAGE, ...Object.fromEntries(library) }, policy: null });
    browser = await launchBrowser();
    page = await browser.newPage();
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    page.on('pageerror', (error) => errors.push(String(error)));
    await page.goto(server.url);
    await page.waitForFunction(() => 'draw' in globalThis);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });

  test('lines have the colours that they were given, also when there are suddenly more of them', async () => {
    const seen = await page.evaluate(() => {
      const { helpers, THREE, draw } = globalThis as unknown as InPage;
      const scene = new THREE.Scene();
      const lines = helpers.createLines();
      scene.add(lines);
      /** Fills eight rows of pixels from a height on with lines, and gives the colours within and below. */
      const show = (count: number, bottom: number, color: number[]) => {
        const positions = Array.from({ length: count }, (_, k) => bottom + 0.5 + (8 * k) / count).flatMap((y) => [-32, y, 0, 32, y, 0]);
        const colors = Array.from({ length: 2 * count }, () => color).flat();
        helpers.updateLines(lines, { positions: Float32Array.from(positions), colors: Uint8Array.from(colors), count });
        return draw(scene, [0, bottom + 4], [0, bottom - 4]);
      };
      return [show(8, -16, [200, 100, 50]), show(3000, -8, [128, 128, 20]), show(8, 0, [9, 90, 255]), show(0, 8, [1, 1, 1])];
    });
    expect(seen).toEqual([
      [[200, 100, 50], BLACK],
      [[128, 128, 20], BLACK],
      [[9, 90, 255], BLACK],
      [BLACK, BLACK],
    ]);
    expect(errors).toEqual([]);
  });

  test.each(['InstancedMesh', 'BatchedMesh', 'Mesh'] as const)('%s is seen where its body is, and not where it was', async (kind) => {
    const seen = await page.evaluate(async (kind) => {
      const { holonomic, helpers, THREE, draw } = globalThis as unknown as InPage;
      const world = await holonomic.World.create({ gravity: [0, 0, 0] });
      const shape = new holonomic.Sphere(1);
      const body = world.addBody({ shape, position: [-500, 0, 0], linearVelocity: [0, 0, 0] });
      const geometry = helpers.geometryOf(shape);
      const material = new THREE.MeshBasicMaterial({ color: 'red' });
      const single = new THREE.Mesh(geometry, material);
      const instanced = new THREE.InstancedMesh(geometry, material, 3);
      const batched = new THREE.BatchedMesh(1, geometry.attributes.position.count, geometry.index!.count, material);
      batched.addInstance(batched.addGeometry(geometry));
      const scene = new THREE.Scene().add({ Mesh: single, InstancedMesh: instanced, BatchedMesh: batched }[kind]);
      return [-500, -20, 20].map((x) => {
        body.position = [x, 10, 0];
        if (kind === 'Mesh') helpers.poseObject(single, body, world);
        else helpers.poseInstances(kind === 'InstancedMesh' ? instanced : batched, [body], world, [4, 6, 4]);
        if (kind === 'Mesh') single.scale.set(4, 6, 4);
        return draw(scene, [-20, 10], [-20, 14], [20, 10], [26, 10]);
      });
    }, kind);
    expect(seen).toEqual([
      [BLACK, BLACK, BLACK, BLACK],
      [RED, RED, BLACK, BLACK],
      [BLACK, BLACK, RED, BLACK],
    ]);
    expect(errors).toEqual([]);
  });
});
