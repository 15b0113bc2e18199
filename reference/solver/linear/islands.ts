// Rows that do not know of each other are solved one by one.
import type { Body } from '../../body/body.ts';
import type { ConstraintRow } from '../../constraint/row.ts';
import { Sets } from '../sets.ts';

/**
 * Rows that dynamic bodies connect, or that have the others' loads for bounds, in the order in which they come. Rows at which no body is dynamic
 * are in none: nothing can be done about them.
 */
export function islandsOf(rows: readonly ConstraintRow[]): ConstraintRow[][] {
  const sets = new Sets<Body | ConstraintRow>();
  const moving = new Set(rows.filter(({ ends }) => ends.some(({ body }) => body.isDynamic)));
  for (const row of moving) {
    const bodies = row.ends.map(({ body }) => body).filter(({ isDynamic }) => isDynamic);
    sets.join([...bodies, row, ...row.normals.filter((normal) => moving.has(normal))]);
  }
  const islands = new Map<Body | ConstraintRow, ConstraintRow[]>();
  for (const row of moving) {
    const root = sets.of(row);
    const island = islands.get(root);
    if (island) island.push(row);
    else islands.set(root, [row]);
  }
  return [...islands.values()];
}
