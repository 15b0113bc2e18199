// Rows at their bounds: they leave the block and come back (block principal pivoting: Júdice and Pires, "A block principal pivoting algorithm for large-scale strictly monotone
// linear complementarity problems", 1994; seed 003 has the same pivots one at a time).
import { real } from 'precision';
import { dot6 } from './matrix';
import { DirectBody, DirectIsland, DirectNode, Entry, State } from './record';
import { DirectHead, DirectRow } from './row.kernel';
import { NODE, entryOf, lane, laneRow, loadNodeGradient, nodesEnd } from './lanes';
import { wakeLimits } from './load';
import { boundOf, leave, push } from './push';

/** Of what a row is about: less is rounding. */
const ROUNDING: f64 = sizeof<real>() == 4 ? 1e-5 : 1e-9;

/** What the three rows of a spring would do without bound. */
const WANTED: usize = scratch<f64>(3);

/** Takes it back. */
function enter(node: DirectNode, entry: Entry, index: u32): void {
  const at = changetype<usize>(entry);
  loadNodeGradient(node, at, index);
  push(node, at, -entry.change);
  entry.state = State.Free;
  entry.change = 0;
}

/** Six numbers of a lane times those of a body at this place. */
function laneSpeed(address: u32, row: usize, motion: usize): f64 {
  if (!address) return 0;
  const from = <usize>address + motion;
  const linear = lane(row, 0) * load<f64>(from) + lane(row, 16) * load<f64>(from, 8) + lane(row, 32) * load<f64>(from, 16);
  return linear + (lane(row, 48) * load<f64>(from, 24) + lane(row, 64) * load<f64>(from, 32) + lane(row, 80) * load<f64>(from, 40));
}

/** J times a motion of the bodies, whose six numbers are at this place of theirs, also of a row that has no gradient in the block. */
export function laneSpeedOf(node: DirectNode, index: u32, motion: usize): f64 {
  const row = laneRow(node, index);
  let speed = laneSpeed(node.bodyA, row, motion) + laneSpeed(node.bodyB, row + 96, motion);
  if (node.bodyC | node.bodyD) {
    const second = row + offsetof<DirectRow<v128>>();
    speed += laneSpeed(node.bodyC, second, motion) + laneSpeed(node.bodyD, second + 96, motion);
  }
  return speed;
}

/** The same of the changes of their velocities. */
function knownSpeed(node: DirectNode, index: u32): f64 {
  return laneSpeedOf(node, index, offsetof<DirectBody>('change0'));
}

/** Which rows change their side in an exchange. */
export const enum Exchange {
  All,
  /** The last one alone. */
  Last,
  /** None: they are counted. */
  None,
}

/** Rows past a bound leave the block, and rows at a bound that ask to be off it come back if `both` may be. How many are on the wrong side. */
export function exchange(island: DirectIsland, both: bool, which: Exchange): u32 {
  let wrong: u32 = 0;
  const first = <usize>island.firstNode;
  for (let at = nodesEnd(island); at > first; ) {
    at -= NODE;
    const node = changetype<DirectNode>(at);
    const rests = node.live < node.own;
    if (!node.bounded && !rests) continue;
    if (node.most > 0) {
      if (exchangeVector(node, both, which)) wrong++;
      if (wrong && which == Exchange.Last) return wrong;
      continue;
    }
    const changed = LONGER * (changeOf(node.bodyA) + changeOf(node.bodyB));
    if (rests && both && !(changed < lane(<usize>node.head, offsetof<DirectHead<v128>>('slack')))) wakeLimits(node);
    if (!node.bounded) continue;
    for (let k = node.live; k > 0; k--) {
      if (exchangeRow(node, k - 1, both, changed, which)) wrong++;
      if (wrong && which == Exchange.Last) return wrong;
    }
  }
  return wrong;
}

/** How much the velocities of a body change. */
function changeOf(address: u32): f64 {
  if (!address) return 0;
  const change = <usize>address + offsetof<DirectBody>('change0');
  return Math.sqrt(dot6(change, change));
}

/** Of the longest gradient, for its own rounding. */
const LONGER: f64 = 1.001;

/** `changed`: at least the changes of both bodies; no coordinate changes faster than along its gradient. */
function exchangeRow(node: DirectNode, index: u32, both: bool, changed: f64, which: Exchange): bool {
  const entry = entryOf(node, index);
  if (entry.state == State.Free) {
    const impulse = entry.impulse + entry.change;
    const slack = ROUNDING * Math.abs(entry.change);
    const state: i32 = impulse > entry.high + slack ? State.High : impulse < entry.low - slack ? State.Low : State.Free;
    if (state == State.Free) return false;
    if (which != Exchange.None) leave(node, entry, state, boundOf(entry, state) - entry.impulse);
    return true;
  }
  if (!both || entry.low >= entry.high) return false;
  // A limit far away.
  const way = <f64>entry.state * (entry.residual - entry.softness * entry.change);
  if (way > changed * lane(laneRow(node, index), offsetof<DirectRow<v128>>('reach'))) return false;
  const speed = knownSpeed(node, index);
  const wish = entry.residual - speed - entry.softness * entry.change;
  if (<f64>entry.state * wish >= -ROUNDING * (Math.abs(entry.residual) + Math.abs(speed))) return false;
  if (which != Exchange.None) enter(node, entry, index);
  return true;
}

/** A spring whose load is bounded as a vector keeps the direction that it would have without, as in the sweeps. */
function exchangeVector(node: DirectNode, both: bool, which: Exchange): bool {
  const free = entryOf(node, 0).state == State.Free;
  let square: f64 = 0;
  for (let k: u32 = 0; k < 3; k++) {
    const entry = entryOf(node, k);
    const wanted = entry.impulse + (free ? entry.change : (entry.residual - knownSpeed(node, k)) / entry.softness);
    square += wanted * wanted;
    store<f64>(WANTED + ((<usize>k) << 3), wanted);
  }
  const size = Math.sqrt(square);
  if (free ? size <= node.most : !both || size >= node.most * (1 - ROUNDING)) return false;
  if (which == Exchange.None) return true;
  for (let k: u32 = 0; k < 3; k++) {
    const entry = entryOf(node, k);
    if (free) leave(node, entry, State.High, (load<f64>(WANTED + ((<usize>k) << 3)) * node.most) / size - entry.impulse);
    else enter(node, entry, k);
  }
  return true;
}

/** Takes rows at their bounds back for a moment, in which what is known is forgotten. */
export function unbind(node: DirectNode): void {
  if (!node.bounded) return;
  for (let k: u32 = 0; k < node.live; k++) if (entryOf(node, k).state != State.Free) enter(node, entryOf(node, k), k);
}

/** Rows begin where they began. */
export function rebind(node: DirectNode): void {
  if (!node.bounded) return;
  for (let k: u32 = 0; k < node.live; k++) {
    const entry = entryOf(node, k);
    entry.change = 0;
    if (entry.first != State.Free) leave(node, entry, entry.first, boundOf(entry, entry.first) - entry.impulse);
  }
}
