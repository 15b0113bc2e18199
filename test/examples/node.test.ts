// The examples that run in Node: a server with many worlds, a bundle, and the demos under both packages.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PACKAGES } from '../cannon/packages.ts';
import { ensureDist, ROOT } from '../package/dist.ts';

const example = (file: string) => import(/* @vite-ignore */ pathToFileURL(path.join(ROOT, 'examples', file)).href);

beforeAll(() => ensureDist());

test('no example needs more than the oldest Node that the package runs in', () => {
  const files = fs.readdirSync(path.join(ROOT, 'examples'), { recursive: true, encoding: 'utf8' }).filter((file) => /\.m?js$/.test(file));
  expect(files.length).toBeGreaterThan(5);
  // Node 20.9 has neither.
  const needing = files.filter((file) =>
    /import\.meta\.(filename|dirname)/.test(fs.readFileSync(path.join(ROOT, 'examples', file), 'utf8')),
  );
  expect(needing).toEqual([]);
});

test('the server has many worlds, each with its own time', async () => {
  const { Worlds, serve } = await example('server/server.mjs');
  const worlds = await Worlds.create();
  const server = serve(worlds).listen(0);
  const base = `http://localhost:${(server.address() as AddressInfo).port}/worlds`;
  const ask = async (way: string, method = 'GET') => {
    const answer = await fetch(base + way, { method });
    return { status: answer.status, body: await answer.json() };
  };
  try {
    for (let k = 1; k <= 20; k++) expect((await ask('', 'POST')).body).toMatchObject({ id: k, time: 0 });
    for (let k = 0; k < 60; k++) worlds.step();
    await ask('/7/kick', 'POST');
    for (let k = 0; k < 30; k++) worlds.step();
    const [one, kicked] = [(await ask('/1')).body, (await ask('/7')).body];
    expect([one.position[0], one.time]).toEqual([0, kicked.time]);
    expect(kicked.position[0]).toBeGreaterThan(0.1);
    expect(await ask('/3', 'DELETE')).toEqual({ status: 200, body: { count: 19 } });
    expect((await ask('/3')).status).toBe(404);
  } finally {
    server.close();
  }
});

describe('the bundle', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'holonomic-example-'));
  afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

  test('runs, with the WebAssembly beside it', async () => {
    const { bundle } = await example('bundler/build.mjs');
    await bundle(folder);
    const files = fs.readdirSync(folder);
    expect(files.filter((file) => /^single-.*\.mjs$/.test(file)).length).toBe(1);
    const { stdout } = spawnSync(process.execPath, [path.join(folder, 'main.mjs')], { encoding: 'utf8' });
    expect(stdout).toBe('the box rests at 0.50 m\n');
  });
});

describe('a demo', async () => {
  const { DEMOS, start } = await example('cannon/demos.mjs');

  test('there are as many as the page has', () => {
    expect(Object.keys(DEMOS).length).toBeGreaterThanOrEqual(10);
  });
  test.each(Object.keys(DEMOS))('%s runs under both packages, and nothing gets lost', (name) => {
    for (const { cannon } of PACKAGES) {
      const { world } = start(cannon, name);
      const movers = world.bodies.filter(({ mass }: { mass: number }) => mass > 0);
      const before = movers.map(({ position }: { position: { clone(): unknown } }) => position.clone());
      for (let k = 0; k < 180; k++) world.step(1 / 60);
      const moved = movers.filter(
        ({ position }: { position: { distanceTo(other: unknown): number } }, k: number) => position.distanceTo(before[k]) > 1e-6,
      );
      expect(moved.length).toBeGreaterThan(0);
      for (const { position } of movers) expect(position.y > -1 && position.y < 20 && Math.abs(position.x) < 30).toBe(true);
    }
  });
});
