// Pools that move together: what they hold stays, they become as large as they are to be, and what was free between them lies behind them.
import { beforeAll, expect, test } from 'vitest';
import { ownRegion, startKernels } from '../../bindings/core/instance.ts';
import { WorldRecord } from '../../bindings/core/layout.ts';
import { Box, Sphere, World } from '../../bindings/index.ts';
import { randomNumbers } from '../../scenes/random.ts';
import { compileModule } from '../collision/compile-kernels.ts';

const ENTRY = `
import { allocate, initializeArena, release, worldAddress } from './memory/arena';
import { addSlider, beginSliders, slide } from './memory/slide';
export function initialize(limit: u32): usize { return initializeArena(limit) ? worldAddress() : 0; }
export function take(bytes: u32): usize { return allocate(bytes); }
export function give(block: usize): void { release(block); }
export function begin(): void { beginSliders(); }
export function add(field: usize, used: u32, bytes: u32): void { addSlider(field, used, bytes); }
export function move(): void { slide(); }
`;

let module: WebAssembly.Module;
beforeAll(async () => {
  module = await compileModule(ENTRY);
});

function arena(limit = 2 ** 30) {
  const region = ownRegion(module);
  const { memory } = region;
  const { exports, world } = startKernels(module, region, {});
  const { add, begin, give, initialize, move, take } = exports as unknown as Record<string, (...values: number[]) => number>;
  expect(initialize(limit)).toBe(world);
  const bytes = () => new Uint8Array(memory.buffer);
  const u32 = () => new DataView(memory.buffer);
  const top = () => u32().getUint32(world + WorldRecord.arenaTop, true);
  const fields = take(64);
  const pool = (k: number) => u32().getUint32(fields + 4 * k, true);
  const own = (k: number, block: number) => u32().setUint32(fields + 4 * k, block, true);
  return { add, begin, bytes, fields, give, move, own, pool, take, top };
}

const isAll = (bytes: Uint8Array, value: number) => bytes.every((byte) => byte === value);

test('pools between others, free or not, keep what they hold and grow', () => {
  const random = randomNumbers(3);
  for (let round = 0; round < 200; round++) {
    const { add, begin, bytes, fields, give, move, own, pool, take, top } = arena();
    const count = 1 + Math.floor(6 * random());
    const size = () => 70_000 + Math.floor(400_000 * random());
    const others: { at: number; size: number }[] = [];
    const pools: { size: number; used: number; wanted: number }[] = [];
    // Others that stay, small ones too, and some that leave holes, in any order.
    for (let k = 0; k < count; k++) {
      const gone = [take(size()), take(size())];
      if (random() < 0.4) others.push({ at: take(16 + Math.floor(1000 * random())), size: 16 });
      const room = size();
      own(k, take(room));
      pools.push({ size: room, used: Math.floor(room * random()), wanted: Math.floor(room * (0.5 + random())) });
      if (random() < 0.2) others.push({ at: take(70_000), size: 70_000 });
      for (const at of gone) {
        if (random() < 0.8) give(at);
        else others.push({ at, size: 70_000 });
      }
    }
    for (const { at, size } of others) bytes().fill(200, at, at + size);
    for (let k = 0; k < count; k++) bytes().fill(k + 1, pool(k), pool(k) + pools[k].used);
    const before = top();
    begin();
    // The order in which they are listed is of no matter.
    for (let k = count - 1; k >= 0; k--) add(fields + 4 * k, pools[k].used, pools[k].wanted);
    move();
    for (const { at, size } of others) expect(isAll(bytes().subarray(at, at + size), 200)).toBe(true);
    const last = Math.max(...others.map(({ at }) => at), 0);
    let grown = 0;
    for (let k = 0; k < count; k++) {
      const { size, used, wanted } = pools[k];
      expect(isAll(bytes().subarray(pool(k), pool(k) + used), k + 1)).toBe(true);
      if (pool(k) < last) continue;
      const whole = Math.max(size, wanted);
      grown += Math.max(wanted - size, 0) + 16;
      expect(isAll(bytes().subarray(pool(k) + used, pool(k) + whole), 0)).toBe(true);
    }
    expect(top()).toBeLessThanOrEqual(before + grown);
    // What is behind the end is as fresh memory is, and is handed out as such.
    expect(isAll(bytes().subarray(top()), 0)).toBe(true);
    const next = take(300_000);
    expect(isAll(bytes().subarray(next, next + 300_000), 0)).toBe(true);
    for (let k = 0; k < count; k++) give(pool(k));
  }
});

test('without memory pools stay where they are', () => {
  const { add, begin, bytes, fields, give, move, own, pool, take, top } = arena(2 ** 22);
  const hole = take(100_000);
  own(0, take(200_000));
  own(1, take(200_000));
  give(hole);
  bytes().fill(5, pool(0), pool(0) + 200_000);
  const before = [pool(0), pool(1), top()];
  begin();
  add(fields, 200_000, 2 ** 22);
  add(fields + 4, 200_000, 200_000);
  move();
  expect([pool(0), pool(1), top()]).toEqual(before);
  expect(isAll(bytes().subarray(pool(0), pool(0) + 200_000), 5)).toBe(true);
});

test('10 000 spheres that fall onto each other take 60 MB', async () => {
  const world = await World.create({ precision: 'single' });
  const random = randomNumbers(9);
  world.addBody({ type: 'static', shape: new Box([200, 1, 200]), position: [0, -1, 0] });
  const shape = new Sphere(0.5);
  for (let k = 0; k < 10_000; k++) {
    const [column, row, layer] = [k % 25, Math.floor(k / 25) % 25, Math.floor(k / 625)];
    const place = (index: number) => (index - 12) * 1.1 + (random() - 0.5) * 0.05;
    world.addBody({ shape, mass: 1, position: [place(column), 1 + 1.1 * layer, place(row)] });
  }
  for (let k = 0; k < 100; k++) world.step(1 / 60);
  expect(world.contacts().length).toBeGreaterThan(15_000);
  expect(world.memoryBytes).toBeLessThan(60e6);
  world.dispose();
});
