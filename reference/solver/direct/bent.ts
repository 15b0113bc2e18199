// How far a solve of an island leaves joints open: its gradient, and the stiffness of its loads, are those of the start of the substep.
import type { Body } from '../../body/body.ts';
import type { Joint } from '../../joint/joint.ts';
import type { Vec3 } from '../../math/vector.ts';
import { RECOVERY } from '../substep.ts';
import type { Node } from './node.ts';
import { SLACK } from './recovery.ts';
import type { DirectRow } from './row.ts';
import { loadsOf, type Parts } from './stiffness.ts';

type Nodes = Map<Body, Node>;
type AllParts = readonly { joint: Joint; parts: Parts }[];

/** A force that has outgrown the one before so many times asks for another stiffness. */
const OUTGROWN = 2;

/** Whether, at the velocities found, the way of some body bends by so much more in a substep of `h` s than the gradient knew that its joints may be open. */
export function isBent(all: AllParts, nodes: Nodes, h: number): boolean {
  return all.some(({ parts }) => {
    const bends = loadsOf(parts, () => 0).map(({ arm, body }) => bendOf(nodes, body, h) * arm.squaredLength);
    if (bends.reduce((sum, bend) => sum + bend, 0) > SLACK * SLACK) return true;
    return parts.links.some(({ ends, length }) => {
      const gained = ends.reduce((sum, { arm, body }) => sum + speedGained(nodes, body, arm), 0);
      return h * h * gained > SLACK * length;
    });
  });
}

function bendOf(nodes: Nodes, body: Body, h: number): number {
  const node = nodes.get(body);
  if (!node) return 0;
  const change = node.angularVelocity.squaredLength;
  return h ** 4 * change * (body.angularVelocity.minus(node.angularVelocity).squaredLength + change);
}

function speedGained(nodes: Nodes, body: Body, arm: Vec3): number {
  const node = nodes.get(body);
  if (!node) return 0;
  const change = node.velocity.plus(node.angularVelocity.cross(arm));
  const before = body.velocity.plus(body.angularVelocity.cross(arm)).minus(change);
  return Math.sqrt(change.squaredLength * (before.squaredLength + change.squaredLength));
}

/** m or rad: how far joints are open, by what they have just said that they want. */
export function openingOf(all: AllParts, rows: readonly DirectRow[], h: number): number {
  const openings = all.map(({ parts }) => {
    const held = parts.rows.filter(({ isRigid, part }) => isRigid && (part === 'point' || part === 'turn'));
    const isClosing = Math.hypot(...held.map(({ start }) => start)) >= h * RECOVERY;
    return isClosing ? 0 : h * Math.hypot(...held.map(({ residual }) => residual));
  });
  // Past a bound, or short of one that pushes.
  const passed = rows.filter(({ low, high, impulse, part, residual, softness }) => {
    if (softness > 0 || part === 'point' || part === 'turn') return false;
    return (low === 0 && high > 0 && (residual > 0 || impulse > 0)) || (high === 0 && low < 0 && (residual < 0 || impulse < 0));
  });
  return Math.max(...openings, ...passed.map(({ residual }) => h * Math.abs(residual)));
}

/** Whether some load has outgrown the one whose stiffness was assumed. */
export function hasOutgrown(all: AllParts, h: number, assumed: (row: DirectRow) => number): boolean {
  return all.some(({ parts }) => {
    for (const { rows, length, weight } of parts.links) {
      const now = Math.abs(rows.reduce((sum, row) => sum + row.impulse + row.change, 0));
      const before = Math.abs(rows.reduce((sum, row) => sum + assumed(row), 0));
      const k = (now * weight * h) / length;
      if (now > OUTGROWN * before && k * rows[0].inverseMass > 0.5) return true;
    }
    const before = loadsOf(parts, assumed);
    return loadsOf(parts, (row) => row.impulse + row.change).some(({ arm, body, load }, index) => {
      const size = load.length;
      return size > OUTGROWN * before[index].load.length && size * arm.length * h * body.inverseInertia.trace > 0.5;
    });
  });
}
