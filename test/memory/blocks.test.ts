// The arena: blocks do not overlap, are empty, and what is given back is used again whatever sizes come.
import { expect, test } from 'vitest';
import { WorldRecord } from '../../bindings/core/layout.ts';
import { World } from '../../bindings/index.ts';
import { randomNumbers } from '../../scenes/random.ts';
import { inside, setWorldField, worldField } from './state.ts';

const GIB = 2 ** 30;

test('blocks of any sizes come and go', async () => {
  const world = await World.create();
  const { live, memory } = inside(world);
  const random = randomNumbers(1);
  const start = worldField(world, WorldRecord.arenaTop);
  const blocks: { at: number; bytes: number; mark: number }[] = [];
  let mark = 0;
  let most = 0;
  for (let k = 0; k < 4000; k++) {
    if (blocks.length < 40 && random() < 0.55) {
      const bytes = Math.floor(2 ** (4 + 16 * random()));
      const at = live.collision!.allocateBlock(bytes);
      expect(at % 16).toBe(0);
      const { u8 } = memory;
      expect(u8.subarray(at, at + bytes).every((byte) => byte === 0)).toBe(true);
      mark = (mark % 255) + 1;
      u8.fill(mark, at, at + bytes);
      blocks.push({ at, bytes, mark });
      most = Math.max(
        most,
        blocks.reduce((sum, block) => sum + block.bytes, 0),
      );
    } else if (blocks.length > 0) {
      const [block] = blocks.splice(Math.floor(random() * blocks.length), 1);
      expect(memory.u8.subarray(block.at, block.at + block.bytes).every((byte) => byte === block.mark)).toBe(true);
      live.collision!.releaseBlock(block.at);
    }
  }
  expect(worldField(world, WorldRecord.arenaTop) - start).toBeLessThan(6 * most);
  world.dispose();
});

test('large blocks that are given back become one, and the last of them become free memory', async () => {
  const world = await World.create();
  const { collision } = inside(world).live;
  const start = worldField(world, WorldRecord.arenaTop);
  const blocks = Array.from({ length: 9 }, () => collision!.allocateBlock(100_000));
  const top = worldField(world, WorldRecord.arenaTop);
  for (const k of [1, 3, 2, 5, 7, 6, 4]) collision!.releaseBlock(blocks[k]);
  const merged = collision!.allocateBlock(700_000);
  expect([merged, worldField(world, WorldRecord.arenaTop)]).toEqual([blocks[1], top]);
  for (const block of [merged, blocks[8], blocks[0]]) collision!.releaseBlock(block);
  expect(worldField(world, WorldRecord.arenaTop)).toBe(start);
  world.dispose();
});

test.each([2 ** 31 - 1, 2 ** 31, 2 ** 32 - 65536, 2 ** 32 - 16, 2 ** 32 - 1, 2 ** 32, 2 ** 40])(
  '%d bytes are refused near the end',
  async (bytes) => {
    const world = await World.create();
    setWorldField(world, WorldRecord.arenaTop, 3.5 * GIB);
    const { collision } = inside(world).live;
    const before = world.memoryBytes;
    expect(() => collision!.allocateBlock(bytes)).toThrow(expect.objectContaining({ code: 'out-of-memory' }));
    expect([world.memoryBytes, worldField(world, WorldRecord.arenaTop)]).toEqual([before, 3.5 * GIB]);
    world.dispose();
  },
);
