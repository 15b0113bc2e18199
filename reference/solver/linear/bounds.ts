// What rows want of a solver with bounds: low <= z <= high with A z = target where z is between them, A z >= target at the lower bound and
// <= target at the upper one.
import { RowKind } from '../../../bindings/core/layout.ts';
import type { ConstraintRow } from '../../constraint/row.ts';

/**
 * A bound that the loads of other rows make, either way. Friction: the sum of coefficient times |z|. Without coefficients, of a row that has a
 * secondary target: nothing while one of those has a load, anything otherwise.
 */
export interface LoadBound {
  rows: readonly number[];
  coefficients?: readonly number[];
}

export interface BoundedRows {
  target: Float64Array;
  /** -∞ where there is no bound. */
  low: Float64Array;
  high: Float64Array;
  /** Of rows that have such a bound besides `low` and `high`. */
  byLoads?: readonly (LoadBound | null)[];
}

export function loadLimit({ coefficients, rows }: LoadBound, z: Float64Array): number {
  let limit = coefficients ? 0 : Infinity;
  for (let k = 0; k < rows.length; k++) {
    if (coefficients) limit += coefficients[k] * Math.abs(z[rows[k]]);
    else if (z[rows[k]] !== 0) limit = 0;
  }
  return limit;
}

/** The bounds of the rows of contacts that lie along the surface or turn: `slides` tells which of the two coefficients a row has. */
export function frictionBounds(rows: readonly ConstraintRow[], slides?: (row: ConstraintRow) => boolean): (LoadBound | null)[] {
  const indices = new Map(rows.map((row, index) => [row, index]));
  return rows.map((row) => {
    if (row.normals.length === 0) return null;
    const grip = slides?.(row) ? row.sliding : row.friction;
    const normals = row.normals.filter((normal) => indices.has(normal));
    return {
      rows: normals.map((normal) => indices.get(normal) as number),
      coefficients: normals.map(({ lever }) => {
        if (row.kind === RowKind.Slip) return grip;
        return row.kind === RowKind.Spin ? grip * lever + row.lever : row.lever;
      }),
    };
  });
}
