// Contacts push islands whose rows answer as they were found. Where that asks of rows with bounds for more than these may give, as of a motor that can do little, what is too much
// is given back.
import type { Body } from '../../body/body.ts';
import { Vec3 } from '../../math/vector.ts';
import type { Node } from './node.ts';
import { factorRows, holdRows, type Solved } from './system.ts';

/**
 * Once contacts have pushed an island: rows that they have taken past their bounds give back what is too much, and hold no more. The rows that still hold, or null where there are
 * none past theirs; nodes have by how much that changes the bodies.
 */
export function giveBack(solved: Solved, nodes: Map<Body, Node>): Solved | null {
  const over = solved.active.filter((row) => !row.ball && row.excess !== 0);
  if (over.length === 0) return null;
  // Rows act where, and as softly as, they did when they were solved.
  solved.active.forEach((row, index) => {
    row.ends = solved.ends[index];
    row.softness = solved.softness[index];
  });
  for (const node of nodes.values()) node.begin(Vec3.ZERO, Vec3.ZERO);
  for (const row of over) {
    const { ends, excess } = row;
    for (const { body, force, torque } of ends) nodes.get(body)?.push(force, torque, -excess);
    row.giveUp();
  }
  const rest = factorRows(
    solved.active.filter((row) => !over.includes(row)),
    nodes,
  );
  holdRows(rest, nodes).forEach((change, index) => {
    rest.active[index].pushed += change;
  });
  return rest;
}
