// Rows that joints write: gradients against differences of what they are the gradients of, and how these change along the motion.
import { describe, expect, test } from 'vitest';
import { RowKind } from '../../bindings/core/layout.ts';
import type { World } from '../../bindings/index.ts';
import { randomNumbers } from '../../scenes/random.ts';
import { type RowsOfOne, readRows, rowKernels } from './rows.ts';
import { bound, isDrive, SCENES, stir, turningError } from './scenes.ts';

const H = 1 / 600;
/** s: so far before and after now, with u held, for rates of values and of speeds. */
const EPSILON = 1e-5;
const LONGER = 1e-4;

function rowsAhead(world: World, seconds: number): RowsOfOne[] {
  rowKernels(world).rereadRows(seconds);
  return readRows(world);
}

describe.each(SCENES)('%s', (_, make) => {
  test('J u is how C changes along 1000 random motions, and its bias how J u does', async () => {
    const world = await make({ precision: 'double', sleep: false });
    for (let k = 0; k < 20; k++) world.step(1 / 60);
    const random = randomNumbers(1);
    const worst = { speed: 0, bias: 0 };
    for (let motion = 0; motion * world.jointCount < 1000; motion++) {
      stir(world, random);
      expect(rowKernels(world).writeRows(H, 1)).toBeTruthy();
      const now = readRows(world);
      const [before2, before, later, later2] = [-2, -1, 1, 2].map((count) => rowsAhead(world, count * LONGER));
      const [just, soon] = [rowsAhead(world, -EPSILON), rowsAhead(world, EPSILON)];
      now.forEach((one, k) => {
        const rates = one.rows.map((_row, index) => (soon[k].rows[index].value - just[k].rows[index].value) / (2 * EPSILON));
        worst.speed = Math.max(worst.speed, turningError(world, one.slot, one.rows, rates));
        one.rows.forEach((row, index) => {
          if (row.kind === RowKind.Second || !row.present) return;
          const at = (list: RowsOfOne[]) => list[k].rows[index];
          const rate = rates[index];
          const speed = Math.abs(rate - row.speed) / Math.max(1, Math.abs(rate)) / bound(world, one.slot, one.rows, row);
          if (!isDrive(world, one.slot)) worst.speed = Math.max(worst.speed, speed);
          // Of fourth order, at another distance than the kernel's own.
          const change = 8 * (at(later).speed - at(before).speed) - (at(later2).speed - at(before2).speed);
          const bias = change / (12 * LONGER);
          worst.bias = Math.max(
            worst.bias,
            Math.abs(bias - row.bias) / Math.max(1, Math.abs(bias)) / bound(world, one.slot, one.rows, row),
          );
        });
      });
    }
    expect(worst.speed).toBeLessThan(1);
    expect(worst.bias).toBeLessThan(1);
  });
});
