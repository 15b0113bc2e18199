// Limits and ropes bring back within a substep what was past them when it began. That speed belongs to no motion, and would be energy from nowhere:
// once the bodies have moved it is taken away again, while all that holds goes on to hold. What the joints do about it counts as no load.
import type { Body } from '../../body/body.ts';
import { clamp } from '../../math/scalar.ts';
import { RECOVERY } from '../substep.ts';
import type { Node } from './node.ts';
import type { DirectRow } from './row.ts';
import type { Solved } from './system.ts';

/** m or rad: errors that the next substep may take back. */
export const SLACK = 1e-4;

/** Of a hard limit or a rope. */
export function isLimit({ high, isRigid, low, part }: DirectRow): boolean {
  return part === 'other' && isRigid && (low === 0) !== (high === 0);
}

/** Whether a hard limit holds what was past it when the substep began. */
export function recovers(row: DirectRow): boolean {
  return isLimit(row) && Math.abs(row.start) > SLACK;
}

/** How fast it has brought that back, against the sign of where it was. */
function speedBack(row: DirectRow, h: number): number {
  const side = Math.sign(row.start);
  return side * clamp(-side * row.speed, 0, Math.min(Math.abs(row.start) / h, RECOVERY));
}

export function stopRecovery({ active, ends, factor }: Solved, nodes: Map<Body, Node>, h: number): void {
  const impulses = Float64Array.from(active, (row) => (recovers(row) ? speedBack(row, h) : 0));
  if (impulses.every((speed) => speed === 0)) return;
  factor.solve(impulses);
  ends.forEach((sides, index) => {
    for (const { body, force, torque } of sides) {
      const node = nodes.get(body);
      if (!node) continue;
      body.velocity.assign(body.velocity.plus(force.scaledBy(body.inverseMass).times(impulses[index])));
      body.angularVelocity.assign(body.angularVelocity.plus(node.inverseInertia.times(torque).times(impulses[index])));
    }
  });
}
