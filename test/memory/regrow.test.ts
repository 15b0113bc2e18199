// Blocks that grow: what they hold is kept and the rest of them is empty, wherever they go, and free memory around them is used.
import { beforeAll, expect, test } from 'vitest';
import { ownRegion, startKernels } from '../../bindings/core/instance.ts';
import { WorldRecord } from '../../bindings/core/layout.ts';
import { randomNumbers } from '../../scenes/random.ts';
import { compileModule } from '../collision/compile-kernels.ts';

const ENTRY = `
import { allocate, initializeArena, regrow, release, worldAddress } from './memory/arena';
export function initialize(limit: u32): usize { return initializeArena(limit) ? worldAddress() : 0; }
export function take(bytes: u32): usize { return allocate(bytes); }
export function grow(block: usize, used: u32, bytes: u32): usize { return regrow(block, used, bytes); }
export function give(block: usize): void { release(block); }
`;

const MIB = 2 ** 20;
let module: WebAssembly.Module;
beforeAll(async () => {
  module = await compileModule(ENTRY);
});

function arena() {
  const region = ownRegion(module);
  const { memory } = region;
  const { exports, world } = startKernels(module, region, {});
  const { give, grow, initialize, take } = exports as unknown as Record<string, (...values: number[]) => number>;
  expect(initialize(2 ** 30)).toBe(world);
  const bytes = () => new Uint8Array(memory.buffer);
  const top = () => new DataView(memory.buffer).getUint32(world + WorldRecord.arenaTop, true);
  return { give, grow, take, bytes, top };
}

test('a block grows into the free memory on both sides of it', () => {
  const { bytes, give, grow, take, top } = arena();
  const [before, block, after] = [MIB, MIB, MIB].map((size) => take(size));
  take(MIB);
  const end = top();
  bytes().fill(7, block, block + MIB);
  bytes().fill(9, before, before + MIB);
  bytes().fill(9, after, after + MIB);
  give(before);
  give(after);
  const grown = grow(block, MIB - 100, 2.5 * MIB);
  expect([grown, top()]).toEqual([before, end]);
  expect(
    bytes()
      .subarray(grown, grown + MIB - 100)
      .every((byte) => byte === 7),
  ).toBe(true);
  expect(
    bytes()
      .subarray(grown + MIB - 100, grown + 2.5 * MIB)
      .every((byte) => byte === 0),
  ).toBe(true);
  // What is left is free, and large enough for another.
  const rest = take(0.4 * MIB);
  expect([rest, top()]).toEqual([grown + 2.5 * MIB + 16, end]);
});

test('blocks of any sizes grow, come and go', () => {
  const { bytes, give, grow, take, top } = arena();
  const random = randomNumbers(5);
  const blocks: { at: number; size: number; used: number; mark: number }[] = [];
  const holds = ({ at, used, mark }: (typeof blocks)[0]) =>
    bytes()
      .subarray(at, at + used)
      .every((byte) => byte === mark);
  const start = top();
  let most = 0;
  for (let k = 0; k < 800; k++) {
    const choice = random();
    const one = blocks[Math.floor(random() * blocks.length)];
    if (!one || (choice < 0.3 && blocks.length < 12)) {
      const size = Math.floor(2 ** (10 + 9 * random()));
      blocks.push({ at: take(size), size, used: 0, mark: 1 + (k % 255) });
    } else if (choice < 0.8) {
      if (one.size > 2 ** 19) continue;
      const size = Math.floor(one.size * (1 + random()));
      one.at = grow(one.at, one.used, size);
      expect(holds(one)).toBe(true);
      expect(
        bytes()
          .subarray(one.at + one.used, one.at + size)
          .every((byte) => byte === 0),
      ).toBe(true);
      Object.assign(one, { size, used: Math.floor(size * random()) });
      bytes().fill(one.mark, one.at, one.at + one.used);
      bytes().fill(0, one.at + one.used, one.at + size);
    } else {
      expect(holds(one)).toBe(true);
      give(one.at);
      blocks.splice(blocks.indexOf(one), 1);
    }
    const sum = blocks.reduce((bytes, { size }) => bytes + size, 0);
    most = Math.max(most, sum);
  }
  for (const block of blocks) expect(holds(block)).toBe(true);
  expect(top() - start).toBeLessThan(4 * most);
  for (const { at } of blocks) give(at);
});
