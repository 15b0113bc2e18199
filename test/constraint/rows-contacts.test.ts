// Rows of contacts, and rows in single precision.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { Coordinate, RowKind } from '../../bindings/core/layout.ts';
import { Box, HalfSpace, Sphere, World } from '../../bindings/index.ts';
import { randomNumbers } from '../../scenes/random.ts';
import { type Row, readRows, rowKernels } from './rows.ts';
import { follow, SCENES, stir } from './scenes.ts';

/** Release kernels of single precision do not write rows. */
const SINGLE = readFileSync(new URL('../../build/holonomic.single.debug.wasm', import.meta.url));

const H = 1 / 600;
const EPSILON = 1e-4;

async function heap(precision: 'single' | 'double'): Promise<World> {
  const world = await World.create({ precision, sleep: false });
  world.addBody({ type: 'static', shape: new HalfSpace([0, 1, 0]), material: { rollingFriction: 0.01, torsionalFriction: 0.02 } });
  const random = randomNumbers(3);
  for (let k = 0; k < 12; k++) {
    const shape = k % 2 ? new Box([0.4, 0.5, 0.6]) : new Sphere(0.3);
    const material = k % 4 === 0 ? { friction: 0.6, rollingFriction: 0.02, torsionalFriction: 0.02 } : { friction: 0.6 };
    world.addBody({ mass: 1, shape, position: [random() - 0.5, 0.6 + 0.4 * k, random() - 0.5], material });
  }
  for (let k = 0; k < 120; k++) world.step(1 / 60);
  return world;
}

test('J u is how the distance of contact points and their slip change, its bias how J u does, and friction names its normals', async () => {
  const world = await heap('double');
  const random = randomNumbers(1);
  const kinds = new Set<number>();
  const worst = { speed: 0, bias: 0 };
  for (let motion = 0; motion < 100; motion++) {
    for (const body of world.bodies) {
      if (body.type !== 'dynamic') continue;
      body.linearVelocity = [random() - 0.5, random() - 0.5, random() - 0.5];
      body.angularVelocity = [2 * random() - 1, 2 * random() - 1, 2 * random() - 1];
    }
    world.detectCollisions();
    rowKernels(world).writeRows(H, 1);
    const now = readRows(world);
    rowKernels(world).rereadRows(EPSILON);
    const later = readRows(world);
    rowKernels(world).rereadRows(-EPSILON);
    const before = readRows(world);
    now.forEach(({ rows }, k) => {
      rows.forEach((row, index) => {
        if (!row.present) return;
        kinds.add(row.kind);
        if (row.kind !== RowKind.Normal) {
          const normals = rows.slice(index - row.normals, index - row.normals + row.normalCount);
          expect(normals.length).toBe(row.normalCount);
          expect(normals.every(({ kind }) => kind === RowKind.Normal)).toBe(true);
        }
        const bias = (later[k].rows[index].speed - before[k].rows[index].speed) / (2 * EPSILON);
        worst.bias = Math.max(worst.bias, Math.abs(bias - row.bias) / Math.max(1, Math.abs(bias)));
        // About the normal and in rolling there is a speed, and no place.
        if (row.kind === RowKind.Spin || row.kind === RowKind.Roll) return;
        const rate = (later[k].rows[index].value - before[k].rows[index].value) / (2 * EPSILON);
        worst.speed = Math.max(worst.speed, Math.abs(rate - row.speed));
      });
    });
  }
  expect([...kinds].sort()).toEqual([RowKind.Normal, RowKind.Slip, RowKind.Spin, RowKind.Roll]);
  expect(worst.speed).toBeLessThan(1e-6);
  expect(worst.bias).toBeLessThan(1e-6);
});

const VECTORS = ['forceA', 'torqueA', 'forceB', 'torqueB'] as const;

function compare(single: Row, double: Row): number {
  let worst = Math.abs(single.speed - double.speed) / Math.max(1, Math.abs(double.speed));
  for (const name of VECTORS) {
    const size = Math.max(1, Math.hypot(...double[name]));
    single[name].forEach((x, k) => {
      worst = Math.max(worst, Math.abs(x - double[name][k]) / size);
    });
  }
  return worst;
}

describe('in single precision', () => {
  test.each(SCENES)('%s: J and J u are those of double precision but for rounding', async (_, make) => {
    const [double, single] = [await make({ precision: 'double' }), await make({ precision: 'single', wasm: SINGLE })];
    for (let k = 0; k < 20; k++) double.step(1 / 60);
    let worst = 0;
    const random = randomNumbers(1);
    for (let motion = 0; motion < 50; motion++) {
      stir(double, random);
      follow(single, double);
      const [exact, rounded] = [double, single].map((world) => {
        rowKernels(world).writeRows(H, 0);
        return new Map(readRows(world).map(({ slot, rows }) => [slot, rows]));
      });
      expect([...rounded.keys()].sort()).toEqual([...exact.keys()].sort());
      for (const [slot, rows] of exact) {
        const others = rounded.get(slot)!;
        for (const row of rows) {
          const index = rows.indexOf(row);
          const other = others[index];
          // Far inside a cone the direction of its gradient means nothing.
          const counts = row.present && other && (row.coordinate !== Coordinate.Cone || Math.abs(row.value) < 0.02);
          if (counts) worst = Math.max(worst, compare(other, row));
        }
      }
    }
    expect(worst).toBeLessThan(1e-6);
  });
});

test('a snapshot with rows in memory is sound, in any world', async () => {
  const world = await heap('double');
  rowKernels(world).writeRows(H, 0);
  const other = await World.create({ precision: 'double' });
  other.restore(world.snapshot());
  for (const each of [world, other]) each.step(1 / 60);
  expect(other.hash()).toBe(world.hash());
  rowKernels(other).writeRows(H, 0);
  expect(readRows(other).length).toBeGreaterThan(0);
});
