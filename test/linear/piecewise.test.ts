// Targets that are piecewise linear in the acceleration of a row (dead zone, secondary target), of rows with the same J.
import { describe, expect, test } from 'vitest';
import { Vec3 } from '../../reference/math/vector.ts';
import type { BoundedRows } from '../../reference/solver/linear/bounds.ts';
import { solveDantzig } from '../../reference/solver/linear/dantzig.ts';
import { solveSor } from '../../reference/solver/linear/sor.ts';
import { RowSystem } from '../../reference/solver/linear/system.ts';
import { dynamicBody, rowOf } from './systems.ts';

const MASS = 2;
const [ZONE_LOW, ZONE_HIGH, MOST] = [-1, 1, 3];

/** What the load of all rows together makes of an acceleration that the body would have without, by either solver. */
function accelerate(free: number, softness: number, secondary?: { target: number; most: number; only: boolean }) {
  const body = dynamicBody(MASS);
  const targets = secondary ? [ZONE_LOW, ZONE_HIGH, secondary.target] : [ZONE_LOW, ZONE_HIGH];
  const most = secondary?.most ?? 0;
  const system = new RowSystem(
    targets.map(() => rowOf([body, Vec3.X])),
    [softness, softness, 1e-7],
  );
  const wanted: BoundedRows = {
    target: Float64Array.from(targets, (target) => target - free),
    low: Float64Array.of(0, -MOST, -most).subarray(0, targets.length),
    high: Float64Array.of(MOST, 0, most).subarray(0, targets.length),
    byLoads: secondary?.only ? [null, null, { rows: [0, 1] }] : undefined,
  };
  const { failed, z } = solveDantzig(system.assemble(), wanted);
  expect(failed).toBe(false);
  const swept = solveSor(system, wanted, { sweeps: 2000, tolerance: 1e-15 }).z;
  const load = z.reduce((sum, value) => sum + value, 0);
  expect(swept.reduce((sum, value) => sum + value, 0)).toBeCloseTo(load, 6);
  return { acceleration: free + load / MASS, loads: [...z] };
}

describe('two one-sided rows', () => {
  test.each([
    [0.5, 0.5],
    [-0.99, -0.99],
    [-2, -1],
    [2.4, 1],
    [-4, -2.5],
    [10, 8.5],
  ])('make a dead zone between their targets: of %f m/s² they leave %f', (free, left) => {
    const { acceleration, loads } = accelerate(free, 0);
    expect(acceleration).toBeCloseTo(left, 12);
    expect(Math.abs(loads[0] * loads[1])).toBe(0); // one of them acts at most
  });

  test('give way with their softness', () => {
    const softness = 0.25;
    const { acceleration, loads } = accelerate(-2, softness);
    expect(loads[0]).toBeCloseTo((ZONE_LOW - acceleration) / softness, 12);
    expect(acceleration).toBeLessThan(ZONE_LOW - 0.1);
  });
});

describe('a secondary target within a dead zone', () => {
  const target = 0.2;

  test.each([
    [0.5, 10, 0.2],
    [0.5, 0.1, 0.45],
    [-0.6, 0.4, -0.4],
  ])('takes %f m/s² towards it with at most %f N', (free, most, left) => {
    for (const only of [false, true]) expect(accelerate(free, 0, { target, most, only }).acceleration).toBeCloseTo(left, 5);
  });

  test('helps outside too, unless it is to act only while the others are idle', () => {
    const [helped, alone] = [false, true].map((only) => accelerate(-10, 0, { target, most: 0.4, only }));
    expect(helped.loads).toEqual([MOST, 0, 0.4]);
    expect(alone.loads).toEqual([MOST, 0, 0]);
    expect(alone.acceleration).toBeCloseTo(-10 + MOST / MASS, 12);
  });
});
