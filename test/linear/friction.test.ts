// Bounds that loads of other rows make: friction and its normals, on rows as contacts hand them out.
import { describe, expect, test } from 'vitest';
import { RowKind } from '../../bindings/core/layout.ts';
import { ConstraintRow } from '../../reference/constraint/row.ts';
import { Vec3 } from '../../reference/math/vector.ts';
import { type BoundedRows, frictionBounds } from '../../reference/solver/linear/bounds.ts';
import { solveDantzig } from '../../reference/solver/linear/dantzig.ts';
import { solveSor } from '../../reference/solver/linear/sor.ts';
import { RowSystem } from '../../reference/solver/linear/system.ts';
import { dynamicBody, GRAVITY, gap } from './systems.ts';

/** A box of 1 kg on a plane, with normals at some arms and friction at one, under an acceleration. */
function boxOnPlane(arms: Vec3[], friction: number, sliding: number, acceleration: Vec3) {
  const box = dynamicBody(1, new Vec3(1 / 6, 1 / 6, 1 / 6));
  const normals = arms.map((arm) => {
    const row = new ConstraintRow(RowKind.Normal);
    row.add(box, Vec3.Y, arm.cross(Vec3.Y));
    return Object.assign(row, { low: 0, lever: 0.5 });
  });
  const center = arms.reduce((sum, arm) => sum.plusTimes(arm, 1 / arms.length), Vec3.ZERO);
  const slips = [Vec3.X, Vec3.Z].map((tangent) => {
    const row = new ConstraintRow(RowKind.Slip);
    row.add(box, tangent, center.cross(tangent));
    return Object.assign(row, { normals, friction, sliding });
  });
  const spin = new ConstraintRow(RowKind.Spin);
  spin.add(box, Vec3.ZERO, Vec3.Y);
  const rows = [...slips, Object.assign(spin, { normals, friction, sliding, lever: 0.01 }), ...normals]; // normals last, to be sorted
  const target = Float64Array.from(rows, ({ ends: [{ force }] }) => -force.dot(acceleration));
  const wanted = (slides?: (row: ConstraintRow) => boolean): BoundedRows => ({
    target,
    low: Float64Array.from(rows, ({ low }) => low),
    high: Float64Array.from(rows, ({ high }) => high),
    byLoads: frictionBounds(rows, slides),
  });
  return {
    box,
    rows,
    system: new RowSystem(
      rows,
      rows.map(() => 1e-9),
    ),
    wanted,
  };
}

const CORNERS = [new Vec3(0.5, -0.5, 0.5), new Vec3(-0.5, -0.5, 0.5), new Vec3(-0.5, -0.5, -0.5), new Vec3(0.5, -0.5, -0.5)];
const incline = (slope: number) => {
  const angle = Math.atan(slope);
  return new Vec3(GRAVITY * Math.sin(angle), -GRAVITY * Math.cos(angle), 0);
};

describe('friction', () => {
  test('has the coefficients of its kind', () => {
    const { wanted } = boxOnPlane(CORNERS.slice(0, 2), 0.4, 0.3, Vec3.ZERO);
    const { byLoads } = wanted();
    expect(byLoads?.[0]).toEqual({ rows: [3, 4], coefficients: [0.4, 0.4] });
    expect(byLoads?.[2]?.coefficients).toEqual([0.4 * 0.5 + 0.01, 0.4 * 0.5 + 0.01]);
    expect(byLoads?.[3]).toBeNull();
    expect(wanted(() => true).byLoads?.[0]?.coefficients).toEqual([0.3, 0.3]);
  });

  test.each([
    [0.5, 0.6, 0],
    [0.5, 0.499, 1],
    [0.5, 0.3, 1],
    [0.2, 0, 1],
  ])('on a slope of %f with a coefficient of %f', (slope, coefficient, slides) => {
    const gravity = incline(slope);
    const along = slides * (gravity.x + coefficient * gravity.y);
    for (const method of ['pivoting', 'relaxation']) {
      const { box, system, wanted } = boxOnPlane(CORNERS, coefficient, coefficient, gravity);
      const z =
        method === 'pivoting'
          ? solveDantzig(system.assemble(), wanted()).z
          : solveSor(system, wanted(), { sweeps: 3000, seed: 1, tolerance: 1e-12 }).z;
      system.apply(z);
      const acceleration = box.velocity.plus(gravity);
      expect(acceleration.x).toBeCloseTo(along, 5);
      expect(acceleration.y).toBeCloseTo(0, 5);
      expect(box.angularVelocity.length).toBeLessThan(1e-5);
    }
  });

  test('is bounded by its normals without friction, and by what they carry after some passes', () => {
    const corner = new Vec3(0.3, -0.5, 0);
    const { rows, system, wanted } = boxOnPlane([corner], 0.3, 0.3, new Vec3(-2 * GRAVITY, -GRAVITY, 0));
    const matrix = system.assemble();
    const normal = rows.length - 1;
    const once = solveDantzig(matrix, wanted()).z;
    const alone = GRAVITY / matrix[normal * rows.length + normal];
    expect(Math.abs(once[0])).toBeCloseTo(0.3 * alone, 9);
    expect(Math.abs(once[0] - 0.3 * once[normal])).toBeGreaterThan(0.1);
    const more = solveDantzig(matrix, wanted(), { passes: 40 });
    expect(Math.abs(more.z[0]) - 0.3 * more.z[normal]).toBeCloseTo(0, 9);
    expect(gap(more.z, solveSor(system, wanted(), { sweeps: 5000, tolerance: 1e-14 }).z)).toBeLessThan(1e-8);
    // From there on there is nothing to do.
    const again = solveDantzig(matrix, wanted(), { start: more.z });
    expect(again.pivots).toBe(0);
    expect(gap(again.z, more.z)).toBeLessThan(1e-9);
  });
});
