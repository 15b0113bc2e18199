// What rows want of a solver with bounds: low <= z <= high with A z = target where z is between them, A z >= target at the lower bound and
// <= target at the upper one.
import { RowKind } from '../../../bindings/core/layout.ts';
import type { ConstraintRow } from '../../constraint/row.ts';

/** Friction: at most the sum of coefficient times |z| of these rows, either way. */
export interface FrictionBound {
  rows: readonly number[];
  coefficients: readonly number[];
}

export interface BoundedRows {
  target: Float64Array;
  /** -∞ where there is no bound. */
  low: Float64Array;
  high: Float64Array;
  /** Of rows of friction, whose own `low` and `high` then bound them besides. */
  friction?: readonly (FrictionBound | null)[];
}

/** How much a row of friction may have, from the loads of its normals. */
export function frictionLimit({ coefficients, rows }: FrictionBound, z: Float64Array): number {
  let limit = 0;
  for (let k = 0; k < rows.length; k++) limit += coefficients[k] * Math.abs(z[rows[k]]);
  return limit;
}

/** The bounds of the rows of contacts that lie along the surface or turn: `slides` tells which of the two coefficients a row has. */
export function frictionBounds(rows: readonly ConstraintRow[], slides?: (row: ConstraintRow) => boolean): (FrictionBound | null)[] {
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
