// Whether the island of a joint is solved directly: the rule of assembly/solver/direct/islands.ts, for those who ask before the next step.
import {
  BodyRecord,
  BodyType,
  Gradient,
  JointFlag,
  JointSolver,
  MOST_JOINTS,
  MOST_JOINTS_ASKED,
  MOST_LOOPS,
  MOST_LOOPS_ASKED,
  Projection,
  WorldRecord,
} from '../core/layout.ts';
import type { StateMemory } from '../core/memory.ts';
import { bodyTypeOf } from '../core/records.ts';
import type { Joint } from './joint.ts';
import { bodiesOf } from './joint-bodies.ts';

/** The joints of a world, as far as the rule needs them. */
export interface Joints {
  readonly context: { readonly memory: StateMemory; bodyOffset(body: number): number };
  at(body: number): Iterable<Joint>;
}

export function isSolvedDirectly(joints: Joints, joint: Joint): boolean {
  const { memory } = joints.context;
  const word = (field: number) => memory.u32[(memory.world + field) >>> 2];
  const solver = word(WorldRecord.jointSolver);
  if (solver === JointSolver.Sweeps || word(WorldRecord.projection) !== Projection.Block) return false;
  const isAsked = solver === JointSolver.Direct;
  if (!isAsked && word(WorldRecord.gradient) !== Gradient.Auto) return false;
  const isDynamic = (body: number) =>
    bodyTypeOf(memory.u32[(joints.context.bodyOffset(body) + BodyRecord.flags) >>> 2]) === BodyType.Dynamic;
  const bodies = new Set<number>();
  const found = new Set<Joint>();
  let anchors = 0;
  let most = 0;
  const queue = bodiesOf(memory, joint.record());
  for (let body = queue.pop(); body !== undefined; body = queue.pop()) {
    if (bodies.has(body)) continue;
    if (!isDynamic(body)) {
      anchors = 1;
      continue;
    }
    bodies.add(body);
    let degree = 0;
    for (const other of joints.at(body)) {
      if (!other.hasFlag(JointFlag.Enabled)) continue;
      degree++;
      found.add(other);
      queue.push(...bodiesOf(memory, other.record()));
    }
    most = Math.max(most, degree);
  }
  const loops = found.size - (bodies.size - 1 + anchors);
  if (isAsked) return loops <= MOST_LOOPS_ASKED && most <= MOST_JOINTS_ASKED;
  return found.size > 1 && loops <= MOST_LOOPS && most <= MOST_JOINTS;
}
