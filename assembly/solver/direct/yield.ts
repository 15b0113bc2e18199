// What a solution asks to be solved again: joints that cannot be met become softer, loads that have outgrown what was assumed are stiffer.
import { theSubstep } from '../../constraint/substep';
import { DirectBody, DirectIsland, DirectNode, Slows, State } from './record';
import { DirectHead } from './row.kernel';
import { BODY, FORCE_B, NODE, TORQUE_B, bodiesEnd, entryOf, lane, laneRow, nodesEnd } from './lanes';

/** What cannot be met is a stretch: such joints become softer by steps, up to a bound (a trust region, Levenberg and Marquardt, joint by joint). */
const MOST_GIVE: f64 = 1e-2;

const GIVE_STEP: f64 = 100;

/** m or rad: errors that may remain. */
const LEAST_ERROR: f64 = 1e-5;

/** Of joints that cannot all be met those give that are off by this part of the largest error. */
const SHARE: f64 = 0.5;

/** rad in a substep, by which joints with loops turn a body at most. */
const FARTHEST_TURN: f64 = 0.3;

/** The stiffness is that of the last load; where that has grown by as much and turns a body, it is found anew. */
const OUTGROWN: f64 = 2;

/** Makes joints softer that leave more than half of what they ask for, or turn bodies too far. Whether it did: then all is to be solved again. */
export function yieldMore(island: DirectIsland): bool {
  const h = <f64>theSubstep().h;
  const lastNode = nodesEnd(island);
  const turnsFar = h * farthestTurn(island) > FARTHEST_TURN;
  let largest: f64 = 0;
  for (let at = <usize>island.firstNode; at < lastNode; at += NODE)
    largest = Math.max(largest, unmet(changetype<DirectNode>(at), h, turnsFar));
  let again = false;
  for (let at = <usize>island.firstNode; at < lastNode; at += NODE) {
    const node = changetype<DirectNode>(at);
    const error = unmet(node, h, turnsFar);
    if (error == 0 || error < SHARE * largest || node.give * GIVE_STEP > MOST_GIVE * 1.001) continue;
    node.give *= GIVE_STEP;
    again = true;
  }
  return again;
}

/** rad/s: by which the solution turns a body most. */
function farthestTurn(island: DirectIsland): f64 {
  const lastBody = bodiesEnd(island);
  let most: f64 = 0;
  for (let at = <usize>island.firstBody; at < lastBody; at += BODY) {
    const body = changetype<DirectBody>(at);
    most = Math.max(most, body.change3 * body.change3 + body.change4 * body.change4 + body.change5 * body.change5);
  }
  return Math.sqrt(most);
}

/** The largest error, m or rad, of the rows of a joint that leave more than half of theirs, or turn bodies too far for it. */
function unmet(node: DirectNode, h: f64, turnsFar: bool): f64 {
  let largest: f64 = 0;
  for (let k: u32 = 0; k < node.own; k++) {
    const entry = entryOf(node, k);
    const error = h * Math.abs(entry.residual);
    if (entry.state != State.Free || entry.ease == 0 || error < LEAST_ERROR) continue;
    if (turnsFar || 2 * h * node.give * entry.ease * Math.abs(entry.change) > error)
      largest = Math.max(largest, Math.max(error, Math.abs(entry.start)));
  }
  return largest;
}

/** Whether a load has outgrown the one whose stiffness was taken: a slack string that pulls taut. The loads are those found, then. */
export function hasOutgrown(island: DirectIsland): bool {
  const h = <f64>theSubstep().h;
  const lastNode = nodesEnd(island);
  let outgrown = false;
  for (let at = <usize>island.firstNode; at < lastNode; at += NODE) if (isOutgrown(changetype<DirectNode>(at), h)) outgrown = true;
  if (!outgrown) return false;
  for (let at = <usize>island.firstNode; at < lastNode; at += NODE) findLoad(changetype<DirectNode>(at));
  return true;
}

function isOutgrown(node: DirectNode, h: f64): bool {
  let x: f64 = 0;
  let y: f64 = 0;
  let z: f64 = 0;
  for (let k: u32 = 0; k < node.own; k++) {
    const entry = entryOf(node, k);
    const p = entry.impulse + entry.change;
    x += p * entry.b0;
    y += p * entry.b1;
    z += p * entry.b2;
  }
  const now = x * x + y * y + z * z;
  const before = node.load0 * node.load0 + node.load1 * node.load1 + node.load2 * node.load2;
  if (!(now > OUTGROWN * OUTGROWN * before)) return false;
  return (
    turns(node.bodyA, node.head + <u32>offsetof<DirectHead<v128>>('leverAx'), now, h) ||
    turns(node.bodyB, node.head + <u32>offsetof<DirectHead<v128>>('leverBx'), now, h)
  );
}

/** Whether a load, given by the square of its impulse, is more than a body can follow in a substep. */
function turns(address: u32, lever: usize, square: f64, h: f64): bool {
  if (!address) return false;
  const body = changetype<DirectBody>(<usize>address);
  const x = lane(lever, 0);
  const y = lane(lever, 16);
  const z = lane(lever, 32);
  const bound = h * (body.xx + body.yy + body.zz);
  return square * (x * x + y * y + z * z) * bound * bound > 0.25;
}

/** The load that has been found. */
function findLoad(node: DirectNode): void {
  const loads = changetype<usize>(node) + offsetof<DirectNode>('load0');
  memory.fill(loads, 0, 48);
  if (node.slows > <u32>Slows.Axis) return;
  for (let k: u32 = 0; k < node.own; k++) {
    const entry = entryOf(node, k);
    const row = laneRow(node, k);
    const p = entry.impulse + entry.change;
    const linear = lane(row, FORCE_B) != 0 || lane(row, FORCE_B + 16) != 0 || lane(row, FORCE_B + 32) != 0;
    const to = linear ? loads : loads + 24;
    const from = linear ? row + FORCE_B : row + TORQUE_B;
    for (let c: usize = 0; c < 3; c++) store<f64>(to + (c << 3), load<f64>(to + (c << 3)) + p * lane(from, c << 4));
  }
}
