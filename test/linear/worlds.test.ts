// Rows of real joints: what the solvers make of them is what the rows want.
import { expect, test } from 'vitest';
import type { ReferenceBackend } from '../../reference/backend.ts';
import { solveDantzig } from '../../reference/solver/linear/dantzig.ts';
import { Elimination } from '../../reference/solver/linear/elimination.ts';
import { islandsOf } from '../../reference/solver/linear/islands.ts';
import { RowSystem } from '../../reference/solver/linear/system.ts';
import { SCENES } from '../constraint/scenes.ts';
import { inside } from '../memory/state.ts';
import { violation } from './problems.ts';
import { gap } from './systems.ts';

const H = 1 / 600;

test.each(SCENES)('%s: rows within their bounds, of any kind', async (_, make) => {
  const world = await make({ backend: 'reference', sleep: false });
  for (let k = 0; k < 5; k++) world.step(1 / 60);
  const rows = (inside(world).live as unknown as ReferenceBackend).rows(H).flatMap((one) => one.rows);
  for (const island of islandsOf(rows)) {
    // CFM of single precision: some joints hold more than their bodies have freedoms.
    const system = new RowSystem(
      island,
      island.map(() => 1e-5),
    );
    const matrix = system.assemble();
    const target = system.speeds().map((speed) => -speed);
    const wanted = { target, low: target.map((_speed, i) => H * island[i].low), high: target.map((_speed, i) => H * island[i].high) };
    const { failed, unmet, z } = solveDantzig(matrix, wanted);
    const scale = Math.max(1e-3, ...target.map(Math.abs));
    expect({ failed, unmet }).toEqual({ failed: false, unmet: 0 });
    expect(violation({ matrix, wanted }, z)).toBeLessThan(1e-10 * scale);
    const softened = new Elimination(system);
    const product = new Float64Array(island.length);
    system.multiply(softened.solve(target), product);
    expect(softened.dropped).toBe(0);
    expect(gap(product, target)).toBeLessThan(1e-9 * scale);
  }
  expect(rows.length).toBeGreaterThan(0);
});
