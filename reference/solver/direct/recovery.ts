// Limits and ropes bring back within a substep what was past them when it began. That speed belongs to no motion, and would be energy from nowhere:
// once the bodies have moved it is taken away again, while all that holds goes on to hold. That takes what it was given with out of the loads of the joints, too.
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

/** Whether joints have something to take: the changes of the active rows. */
export function stopRecovery({ active, ends, factor }: Solved, nodes: Map<Body, Node>, h: number): boolean {
  const impulses = Float64Array.from(active, (row) => (recovers(row) ? speedBack(row, h) : 0));
  if (impulses.every((speed) => speed === 0)) return false;
  factor.solve(impulses);
  ends.forEach((sides, index) => {
    for (const { body, force, torque } of sides) {
      const node = nodes.get(body);
      if (!node) continue;
      body.velocity.assign(body.velocity.plus(force.scaledBy(body.inverseMass).times(impulses[index])));
      body.angularVelocity.assign(body.angularVelocity.plus(node.inverseInertia.times(torque).times(impulses[index])));
    }
  });
  active.forEach((row, index) => {
    // Motors hold here at any load.
    const impulse = clamp(row.impulse + impulses[index], row.low, row.high);
    row.change = impulse - row.impulse;
    row.impulse = impulse;
  });
  return true;
}
