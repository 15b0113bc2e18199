// A box on four corners is held by three: what each solver makes of the fourth (specification of the Open Dynamics Engine, redundant contacts).
import { describe, expect, test } from 'vitest';
import { Vec3 } from '../../reference/math/vector.ts';
import { solveConjugateGradients } from '../../reference/solver/linear/conjugate-gradients.ts';
import { solveDantzig } from '../../reference/solver/linear/dantzig.ts';
import { Elimination } from '../../reference/solver/linear/elimination.ts';
import { solveGaussSeidel, solveSor } from '../../reference/solver/linear/sor.ts';
import { RowSystem } from '../../reference/solver/linear/system.ts';
import { boxOnCorners, GRAVITY, gap, oneSided } from './systems.ts';

const CENTRED = boxOnCorners(Vec3.ZERO);
const soft = (rows: (typeof CENTRED)['rows'], softness: number) =>
  new RowSystem(
    rows,
    rows.map(() => softness),
  );
const rounded = (z: Float64Array) => [...z].map((value) => Math.round(value * 1e4) / 1e4 + 0);

describe('a box on four corners', () => {
  const { rows, target } = CENTRED;

  test('stands on two of them without softness, by pivoting', () => {
    const { failed, unmet, z } = solveDantzig(soft(rows, 0).assemble(), oneSided(target));
    expect(rounded(z)).toEqual([4.905, 0, 4.905, 0]);
    expect({ failed, unmet }).toEqual({ failed: false, unmet: 0 });
  });

  test('stands on all of them with a softness of 1e-6', () => {
    const { z } = solveDantzig(soft(rows, 1e-6).assemble(), oneSided(target));
    for (const load of z) expect(Math.abs(load - GRAVITY / 4)).toBeLessThan(2e-6);
    expect(gap(new Elimination(soft(rows, 1e-6)).solve(target), z)).toBeLessThan(1e-8);
  });

  test('leans where its load is', () => {
    const aside = boxOnCorners(new Vec3(0.2, 0, 0.1));
    const { z } = solveDantzig(soft(aside.rows, 1e-9).assemble(), oneSided(aside.target));
    expect(rounded(z)).toEqual([3.924, 1.962, 0.981, 2.943]);
    expect(rounded(solveConjugateGradients(soft(aside.rows, 0), aside.target).z)).toEqual([3.924, 1.962, 0.981, 2.943]);
  });

  test('keeps two loads that differ after 20 sweeps, and after any number without softness', () => {
    const system = soft(rows, 0);
    const { z } = solveGaussSeidel(system, oneSided(target), { sweeps: 20 });
    expect([...z].map((load) => load.toFixed(3))).toEqual(['3.066', '1.839', '3.066', '1.839']);
    const more = solveGaussSeidel(system, oneSided(target), { sweeps: 2000 });
    expect(gap(more.z, z)).toBeLessThan(1e-3);
    // Quickstep on two feet: its order decides who carries what.
    const loads = [1, 2, 3].map((seed) => solveSor(system, oneSided(target), { sweeps: 200, seed }).z);
    for (const each of loads) expect(each.reduce((sum, load) => sum + load, 0)).toBeCloseTo(GRAVITY, 6);
    expect(Math.max(gap(loads[0], loads[1]), gap(loads[1], loads[2]))).toBeGreaterThan(0.1);
  });

  test('has the least loads by conjugate gradients, and one row less by elimination', () => {
    const system = soft(rows, 0);
    const { failed, iterations, z } = solveConjugateGradients(system, target);
    expect(gap(z, [GRAVITY / 4, GRAVITY / 4, GRAVITY / 4, GRAVITY / 4])).toBeLessThan(1e-12);
    expect(iterations).toBeLessThanOrEqual(3);
    expect(failed).toBe(false);
    const elimination = new Elimination(system);
    expect(elimination.dropped).toBe(1);
    expect(rounded(elimination.solve(target))).toEqual([4.905, 0, 4.905, 0]);
  });
});
