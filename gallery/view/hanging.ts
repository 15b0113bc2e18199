import type { Vec3 } from '../../bindings/index.ts';
import type { JointLook } from '../engine/types.ts';

const WORLD = -1;
/** What holds the bodies of a joint together in one place. */
const TOGETHER = new Set(['Ball', 'Hinge', 'Fixed', 'Universal', 'Distance', 'Rope', 'Cone', 'RevoluteSpherical']);

const lengthOf = (vector: Vec3) => Math.hypot(...vector);

/** Lowest height that bodies hanging from the world by joints may come to, m; infinite where none hangs. */
export function lowestReach(joints: readonly JointLook[]): number {
  const held = joints.filter(({ kind }) => TOGETHER.has(kind));
  /** By slot: how low the farthest point may be that a joint at the body holds, and the body itself. */
  const reached = new Map<number, number>();
  let lowest = Infinity;
  let front = held
    .filter(({ a, b }) => (a === WORLD) !== (b === WORLD))
    .map((joint) => hung(joint, (joint.a === WORLD ? joint.from[1] : joint.to[1]) - joint.length));
  while (front.length > 0) {
    const next: { slot: number; anchor: Vec3; height: number }[] = [];
    for (const { slot, anchor, height } of front) {
      if (height >= (reached.get(slot) ?? Infinity)) continue;
      reached.set(slot, height);
      lowest = Math.min(lowest, height - 2 * lengthOf(anchor)); // it is held at one end
      if (reached.size > held.length + 1) return lowest;
      for (const joint of held) {
        const { a, b, from, to } = joint;
        if ((a !== slot && b !== slot) || a === WORLD || b === WORLD) continue;
        const [own, other, target] = a === slot ? [from, to, b] : [to, from, a];
        if (!reached.has(target)) next.push({ slot: target, anchor: other, height: height - distance(anchor, own) - joint.length });
      }
    }
    front = next;
  }
  return lowest;
}

/** The body that a joint holds at the world. */
function hung({ a, b, from, to }: JointLook, height: number): { slot: number; anchor: Vec3; height: number } {
  return a === WORLD ? { slot: b, anchor: to, height } : { slot: a, anchor: from, height };
}

function distance(a: Vec3, b: Vec3): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}
