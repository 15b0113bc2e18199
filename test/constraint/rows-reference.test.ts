// The rows of the reference solver: their gradients, how these change, and that they are those of the kernels.
import { describe, expect, test } from 'vitest';
import { RowKind } from '../../bindings/core/layout.ts';
import type { World } from '../../bindings/index.ts';
import type { ReferenceBackend } from '../../reference/backend.ts';
import { randomNumbers } from '../../scenes/random.ts';
import { inside } from '../memory/state.ts';
import { readRows, rowKernels } from './rows.ts';
import { bound, follow, isDrive, SCENES, stir, turningError } from './scenes.ts';

const H = 1 / 600;
const EPSILON = 2e-5;

const referenceRows = (world: World, seconds = 0) => (inside(world).live as unknown as ReferenceBackend).rows(H, seconds);

describe.each(SCENES)('%s', (_, make) => {
  test('J u is how C changes, its bias how J u does, and both are those of the kernels', async () => {
    const [world, kernels] = [await make({ backend: 'reference', sleep: false }), await make({ precision: 'double', sleep: false })];
    for (let k = 0; k < 10; k++) world.step(1 / 60);
    const random = randomNumbers(2);
    const worst = { speed: 0, bias: 0, kernels: 0 };
    for (let motion = 0; motion * world.jointCount < 1000; motion++) {
      stir(world, random);
      const now = referenceRows(world);
      const later = referenceRows(world, EPSILON);
      const before = referenceRows(world, -EPSILON);
      now.forEach(({ slot, rows }, k) => {
        const rates = rows.map((_row, index) => (later[k].rows[index].value - before[k].rows[index].value) / (2 * EPSILON));
        worst.speed = Math.max(worst.speed, turningError(world, slot, rows, rates));
        rows.forEach((row, index) => {
          const [next, last] = [later[k].rows[index], before[k].rows[index]];
          const rate = rates[index];
          const allowed = bound(world, slot, rows, row);
          if (!isDrive(world, slot))
            worst.speed = Math.max(worst.speed, Math.abs(rate - row.speed) / Math.max(1, Math.abs(rate)) / allowed);
          const bias = (next.speed - last.speed) / (2 * EPSILON);
          worst.bias = Math.max(worst.bias, Math.abs(bias - row.bias) / Math.max(1, Math.abs(bias)) / allowed);
        });
      });
      follow(kernels, world);
      rowKernels(kernels).writeRows(H, 1);
      const others = new Map(
        readRows(kernels).map(({ slot, rows }) => [slot, rows.filter(({ present, kind }) => present && kind !== RowKind.Second)]),
      );
      for (const { slot, rows } of now) {
        const twins = others.get(slot) ?? [];
        expect(twins.length).toBe(rows.length);
        rows.forEach((row, index) => {
          const twin = twins[index];
          expect(twin.kind).toBe(row.kind);
          const gap = Math.abs(row.speed - twin.speed) + Math.abs(row.bias - twin.bias) * 1e-3;
          // Of what may follow a path or a cone, twist and place of the twin's own history may differ.
          worst.kernels = Math.max(worst.kernels, gap / Math.max(1, Math.abs(row.speed), Math.abs(row.bias) * 1e-3));
        });
      }
    }
    expect(worst.speed).toBeLessThan(1);
    expect(worst.bias).toBeLessThan(1);
    expect(worst.kernels).toBeLessThan(1e-6);
  });
});
