// Rows that do not know of each other are solved one by one.
import type { Body } from '../../body/body.ts';
import type { ConstraintRow } from '../../constraint/row.ts';

/**
 * Rows that dynamic bodies connect, or that have the others' loads for bounds, in the order in which they come. Rows at which no body is dynamic
 * are in none: nothing can be done about them.
 */
export function islandsOf(rows: readonly ConstraintRow[]): ConstraintRow[][] {
  const parents = rows.map((_, index) => index);
  const find = (index: number) => {
    while (parents[index] !== index) {
      parents[index] = parents[parents[index]];
      index = parents[index];
    }
    return index;
  };
  const join = (p: number, q: number) => {
    const [a, b] = [find(p), find(q)];
    parents[Math.max(a, b)] = Math.min(a, b);
  };
  const firsts = new Map<Body | ConstraintRow, number>();
  rows.forEach((row, index) => {
    firsts.set(row, index);
  });
  const moving = rows.map((row) => row.ends.filter(({ body }) => body.isDynamic));
  rows.forEach(({ normals }, index) => {
    for (const { body } of moving[index]) {
      const first = firsts.get(body);
      if (first === undefined) firsts.set(body, index);
      else join(first, index);
    }
    for (const normal of normals) {
      const other = firsts.get(normal);
      if (other !== undefined && moving[index].length > 0 && moving[other].length > 0) join(other, index);
    }
  });
  const islands = new Map<number, ConstraintRow[]>();
  rows.forEach((row, index) => {
    if (moving[index].length === 0) return;
    const root = find(index);
    const island = islands.get(root);
    if (island) island.push(row);
    else islands.set(root, [row]);
  });
  return [...islands.values()];
}
