import { HolonomicError } from '../../core/errors.ts';
import type { Body, Joint, World } from '../../index.ts';
import { isLoad, type JointModel, modelOf } from './joint-model.ts';

/** A body of the tree, and how it hangs on its parent. */
export interface Node {
  readonly body: Body;
  /** Number of the parent among the nodes; -1: the base, which is the world, or a static or kinematic body. */
  readonly parent: number;
  /** What joins it to its parent; null for a base that moves freely. */
  readonly joint: Joint | null;
  readonly model: JointModel | null;
  /** Whether the parent is the joint's B. */
  readonly reversed: boolean;
  /** Where its numbers begin in lists of positions, and of velocities. */
  readonly firstPosition: number;
  readonly firstVelocity: number;
}

export interface Tree {
  /** What the first bodies are joined to; null is the world. */
  readonly base: Body | null;
  readonly nodes: readonly Node[];
  /** Whether the first body moves freely: its six numbers come first. */
  readonly floating: boolean;
  readonly positionCount: number;
  readonly velocityCount: number;
}

/** Position and quaternion, and the two velocities, of a base that moves freely. */
const FLOATING = { positions: 7, velocities: 6 };

const isGround = (body: Body | null): boolean => body === null || body.type !== 'dynamic';

const loop = (): HolonomicError =>
  new HolonomicError(
    'invalid-argument',
    'The joints close a loop, and an articulation is a tree; name joints to be left out in `ignore`, one for each loop.',
  );

/** The bodies that hang on a body by joints, each after its parent, in the order in which the joints were added. */
export function findTree(world: World, root: Body, ignore: ReadonlySet<Joint>): Tree {
  const joints = jointsByBody(world, ignore);
  const nodes: Node[] = [];
  const known = new Set<Body>();
  const counts = { positions: 0, velocities: 0 };

  const visit = (body: Body, parent: number, joint: Joint | null): void => {
    if (known.has(body)) throw loop();
    known.add(body);
    const model = joint && modelOf(joint);
    const number = nodes.length;
    nodes.push({
      body,
      parent,
      joint,
      model,
      reversed: joint !== null && joint.a === body,
      firstPosition: counts.positions,
      firstVelocity: counts.velocities,
    });
    counts.positions += joint ? model!.positionCount : FLOATING.positions;
    counts.velocities += joint ? model!.freedoms.length : FLOATING.velocities;
    for (const next of joints.get(body) ?? []) {
      if (next === joint) continue;
      const other = otherThan(next, body);
      if (isGround(other)) throw loop();
      visit(other!, number, next);
    }
  };

  if (isGround(root)) {
    for (const joint of joints.get(root) ?? []) {
      const body = otherThan(joint, root);
      if (!isGround(body)) visit(body!, -1, joint);
    }
    return { base: root, nodes, floating: false, positionCount: counts.positions, velocityCount: counts.velocities };
  }
  const held = (joints.get(root) ?? []).find((joint) => isGround(otherThan(joint, root))) ?? null;
  visit(root, -1, held);
  const base = held && otherThan(held, root);
  return { base, nodes, floating: held === null, positionCount: counts.positions, velocityCount: counts.velocities };
}

const otherThan = (joint: Joint, body: Body): Body | null => (joint.a === body ? joint.b : joint.a);

/** The joints in force that hold bodies together, by their bodies. */
function jointsByBody(world: World, ignore: ReadonlySet<Joint>): Map<Body, Joint[]> {
  const found = new Map<Body, Joint[]>();
  for (const joint of world.joints) {
    if (ignore.has(joint) || !joint.enabled || joint.broken || isLoad(joint)) continue;
    for (const body of [joint.a, joint.b]) if (body) found.set(body, [...(found.get(body) ?? []), joint]);
  }
  return found;
}
