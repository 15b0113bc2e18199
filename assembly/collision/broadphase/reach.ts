// The box that each body stays in during a step, without the slack of those in the trees, and a ball about its middle: bodies whose boxes or balls do not meet do not
// touch, and that takes less to find out than anything the pair knows. Between steps there are none: they lie where the solver has its bodies later in the step.
import { currentSet, holds, nextAwake } from '../../island/awake';
import { WorldRecord } from '../../world';
import { roundReach } from './grow';
import { boxesMeet, TreeNode } from './record';

/** Bytes of a box, the first fields of a TreeNode; a solver body has more. */
const REACH: usize = offsetof<TreeNode>('left');

function reachOf(world: WorldRecord, slot: u32): TreeNode {
  return changetype<TreeNode>(<usize>world.solverBodies + <usize>slot * REACH);
}

/** Notes how far the body gets whose box was chosen just now. */
export function noteReach(world: WorldRecord, slot: u32): void {
  roundReach(reachOf(world, slot));
}

/** Whoever is awake by now and was not when reaches were noted, which are those of the current set, may be anywhere. */
export function completeReaches(world: WorldRecord): void {
  const noted = currentSet(world);
  for (let slot = nextAwake(world, 0); slot < world.bodyCount; slot = nextAwake(world, slot + 1)) {
    if (holds(noted, slot)) continue;
    const reach = changetype<usize>(reachOf(world, slot));
    v128.store(reach, f32x4.splat(-Infinity));
    v128.store(reach, f32x4.splat(Infinity), 16);
  }
}

/** Whether two bodies that are awake may touch in this step. */
export function reachesMeet(world: WorldRecord, a: u32, b: u32): bool {
  const p = reachOf(world, a);
  const q = reachOf(world, b);
  return boxesMeet(p, q) && ballsMeet(p, q);
}

/** Balls about the middles of two boxes; what has no end, or no number, may be anywhere. */
function ballsMeet(p: TreeNode, q: TreeNode): bool {
  const twice = f32x4.sub(middleOf(p), middleOf(q));
  const square = f32x4.mul(twice, twice);
  const apart = f32x4.extract_lane(square, 0) + f32x4.extract_lane(square, 1) + f32x4.extract_lane(square, 2);
  const reach = p.highW + q.highW;
  return !(apart > 4 * reach * reach);
}

/** Twice the middle of a box. */
function middleOf(box: TreeNode): v128 {
  return f32x4.add(v128.load(changetype<usize>(box)), v128.load(changetype<usize>(box), 16));
}
