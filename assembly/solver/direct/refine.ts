// Further iterations of Newton's method within a substep, for islands of which bodies change their turning so much that one leaves joints
// open. The gradient is that of the first one, so that momentum stays what it is, but where a body turns far; the stiffness is that of the loads found so far.
import { real } from 'precision';
import { NEVER, RECOVERY } from '../../constraint/constants';
import { theSubstep } from '../../constraint/substep';
import { bodiesEnd, BODY, entryOf, lane, laneRow, NODE, nodesEnd, squareAt } from './lanes';
import { finish } from './load';
import { Bent, DirectBody, DirectIsland, DirectNode, Mark, Slows } from './record';
import { DirectHead, DirectRow } from './row.kernel';
import { clear } from '../../memory/words';

/** m or rad: errors that the next substep may take back. */
export const SLACK: f64 = 1e-4;

/** Square of the bend of a body's way in this substep that the gradient at its start does not know, over the arm: h² |dw| |w|. */
function bendOf(body: DirectBody, h: f64): f64 {
  const x = body.change3;
  const y = body.change4;
  const z = body.change5;
  const change = x * x + y * y + z * z;
  const before = body.velocity3 * body.velocity3 + body.velocity4 * body.velocity4 + body.velocity5 * body.velocity5;
  return h * h * h * h * change * (before + change);
}

/** The same of a joint: its levers and bodies, and of a link how far the turning of its direction takes its ends. */
function isNodeBent(node: DirectNode, h: f64): bool {
  if (node.slows == Slows.Spans) return isLinkBent(node, h);
  const head = <usize>node.head;
  let square: f64 = 0;
  if (node.bodyA) square += changetype<DirectBody>(<usize>node.bodyA).bend * squareAt(head + offsetof<DirectHead<v128>>('leverAx'));
  if (node.bodyB) square += changetype<DirectBody>(<usize>node.bodyB).bend * squareAt(head + offsetof<DirectHead<v128>>('leverBx'));
  if (square > SLACK * SLACK) return true;
  return node.slows >= <u32>Slows.Link && isLinkBent(node, h);
}

/** Square of how fast a point of a body moves: at the end, less that at the start. */
function speedGained(address: u32, lever: usize): f64 {
  if (!address) return 0;
  const body = changetype<DirectBody>(<usize>address);
  const x = lane(lever, 0);
  const y = lane(lever, 16);
  const z = lane(lever, 32);
  const u = body.velocity0 + body.velocity4 * z - body.velocity5 * y;
  const v = body.velocity1 + body.velocity5 * x - body.velocity3 * z;
  const w = body.velocity2 + body.velocity3 * y - body.velocity4 * x;
  const du = body.change0 + body.change4 * z - body.change5 * y;
  const dv = body.change1 + body.change5 * x - body.change3 * z;
  const dw = body.change2 + body.change3 * y - body.change4 * x;
  const change = du * du + dv * dv + dw * dw;
  return Math.sqrt(change * (u * u + v * v + w * w + change));
}

function isLinkBent(node: DirectNode, h: f64): bool {
  const head = <usize>node.head;
  const gainedA = speedGained(node.bodyA, head + offsetof<DirectHead<v128>>('leverAx'));
  const gainedB = speedGained(node.bodyB, head + offsetof<DirectHead<v128>>('leverBx'));
  const size = lane(head, offsetof<DirectHead<v128>>('length'));
  if (node.slows != Slows.Spans) return h * h * (gainedA + gainedB) > SLACK * size;
  return h * h * gainedA > SLACK * size || h * h * gainedB > SLACK * lane(head, offsetof<DirectHead<v128>>('second'));
}

/** Whether joints of an island that has been solved may be open. */
export function isBent(island: DirectIsland): bool {
  const h = <f64>theSubstep().h;
  const lastBody = bodiesEnd(island);
  for (let at = <usize>island.firstBody; at < lastBody; at += BODY) {
    const body = changetype<DirectBody>(at);
    body.bend = bendOf(body, h);
  }
  const lastNode = nodesEnd(island);
  for (let at = <usize>island.firstNode; at < lastNode; at += NODE) if (isNodeBent(changetype<DirectNode>(at), h)) return true;
  return false;
}

/** Whether a coordinate has passed a row that pushes or pulls only, or falls short of one that does. */
function isPassed(row: usize, way: f64): bool {
  const low = lane(row, offsetof<DirectRow<v128>>('low'));
  const high = lane(row, offsetof<DirectRow<v128>>('high'));
  const acts = lane(row, offsetof<DirectRow<v128>>('impulse')) != 0;
  return (low == 0 && high > 0 && (acts || way > 0)) || (high == 0 && low < 0 && (acts || way < 0));
}

/** m or rad: how far joints of an island are open, by rows that have been written anew. */
export function openingOf(island: DirectIsland): f64 {
  const h = <f64>theSubstep().h;
  const lastNode = nodesEnd(island);
  let largest: f64 = 0;
  for (let at = <usize>island.firstNode; at < lastNode; at += NODE) {
    const node = changetype<DirectNode>(at);
    let before: f64 = 0;
    let after: f64 = 0;
    for (let k: u32 = 0; k < node.own; k++) {
      const row = laneRow(node, k);
      if (lane(row, offsetof<DirectRow<v128>>('softness')) != 0) continue;
      const part = lane(row, offsetof<DirectRow<v128>>('part'));
      const end = h * lane(row, offsetof<DirectRow<v128>>('residual'));
      if (part == 1 || part == 2) {
        const start = lane(row, offsetof<DirectRow<v128>>('start'));
        before += start * start;
        after += end * end;
      } else if (isPassed(row, end)) largest = Math.max(largest, end * end);
    }
    // Joints that are open for another reason close as fast.
    if (before < <f64>RECOVERY * RECOVERY * h * h) largest = Math.max(largest, after);
  }
  return Math.sqrt(largest);
}

/** Part of an opening that an iteration may leave; with more the gradient of the start is not worth going on with. */
const SLOW: f64 = 0.5;
/** What the first iteration with the gradient of the end may leave, of what was open before: where bodies swing over, it is the next one that closes them. */
const WORSE: f64 = 2;

/**
 * Whether an island is to be solved once more. What made it worse is undone, and tried again with the gradient at the end of the substep; once that is
 * taken, it is the end. `before`: by how much the island was open before.
 */
export function isOpen(island: DirectIsland, before: f64, ends: bool): bool {
  const open = openingOf(island);
  island.open = open;
  if (open <= SLACK) return false;
  const tries = (island.marks & (Mark.Current | Mark.Tried)) == Mark.Current && before < Infinity;
  const worse = open >= (tries ? WORSE : 1) * before;
  if (tries) island.marks |= Mark.Tried;
  if (worse) takeBack(island);
  if (ends || (worse && island.marks & Mark.Current)) return false;
  if (open > SLOW * before) aim(island, true);
  if (worse) island.open = Infinity;
  island.bent = Bent.Refines;
  return !worse;
}

/** Joints of an island push along the gradient at the end of the substep from now on, or no more. */
export function aim(island: DirectIsland, current: bool): void {
  if (current && theSubstep().rotationLimit >= <real>NEVER) return;
  if (current) island.marks |= Mark.Current;
  else island.marks &= ~(Mark.Current | Mark.Tried);
  const lastNode = nodesEnd(island);
  for (let at = <usize>island.firstNode; at < lastNode; at += NODE)
    store<real>(<usize>changetype<DirectNode>(at).head, <real>(current ? 1 : 0), offsetof<DirectHead<v128>>('current'));
}

/** Undoes the last solve. */
function takeBack(island: DirectIsland): void {
  const lastBody = bodiesEnd(island);
  const lastNode = nodesEnd(island);
  for (let at = <usize>island.firstBody; at < lastBody; at += BODY) clear(at + offsetof<DirectBody>('change0'), 48);
  for (let at = <usize>island.firstNode; at < lastNode; at += NODE) {
    const node = changetype<DirectNode>(at);
    for (let k: u32 = 0; k < node.live; k++) {
      const entry = entryOf(node, k);
      entry.impulse += entry.change;
      entry.change = -entry.change;
    }
  }
  finish(island);
}
