// Contacts push islands whose rows answer as they were found. Where that asks of rows with bounds for more than these may give, as of a motor that can do little, what is too
// much is given back.
import { real } from 'precision';
import { changeBodies } from './hold';
import { bodiesEnd, BODY, ENTRY, entryOf, lane, laneRow, NODE, nodesEnd } from './lanes';
import { clamped, loadVelocity, storeIsland } from './load';
import { dot6, respond } from './matrix';
import { leave, push } from './push';
import { DirectBody, DirectIsland, DirectNode, Entry, State } from './record';
import { DirectRow } from './row.kernel';
import { factorIsland } from './solve';
import { clear, wordAt } from '../../memory/words';

/** Of what a row gives: less beyond its bounds is rounding. */
const ROUNDING: f64 = sizeof<real>() == 4 ? 1e-5 : 1e-9;

/** J times the changes of the bodies. */
function changeAlong(node: DirectNode, entry: usize): f64 {
  const change = offsetof<DirectBody>('change0');
  let speed: f64 = 0;
  if (node.bodyA) speed += dot6(entry, <usize>node.bodyA + change);
  if (node.bodyB) speed += dot6(entry + 48, <usize>node.bodyB + change);
  if (node.bodyC) speed += dot6(entry + ENTRY, <usize>node.bodyC + change);
  if (node.bodyD) speed += dot6(entry + ENTRY + 48, <usize>node.bodyD + change);
  return speed;
}

/** What a row is past its bounds by. */
function excessOf(entry: Entry): f64 {
  const impulse = entry.impulse + entry.change;
  const excess = impulse - clamped(impulse, entry.low, entry.high);
  return Math.abs(excess) > ROUNDING * Math.abs(entry.change) ? excess : 0;
}

/** Before contacts push: rows with bounds have given what is booked of them. */
export function noteGiven(island: DirectIsland): void {
  const lastNode = nodesEnd(island);
  for (let at = <usize>island.firstNode; at < lastNode; at += NODE) {
    const node = changetype<DirectNode>(at);
    if (!node.bounded) continue;
    for (let k: u32 = 0; k < node.live; k++) {
      const entry = entryOf(node, k);
      entry.impulse = lane(laneRow(node, k), offsetof<DirectRow<v128>>('impulse'));
      entry.change = 0;
    }
  }
}

/**
 * Once contacts have pushed an island: rows that they have taken past their bounds give back what is too much, and leave the block. Whether there are some; then the island has
 * another factor, and its bodies change by that alone.
 */
export function giveBack(island: DirectIsland): bool {
  const lastNode = nodesEnd(island);
  const lastBody = bodiesEnd(island);
  let gives = false;
  for (let at = <usize>island.firstNode; at < lastNode; at += NODE) {
    const node = changetype<DirectNode>(at);
    if (!node.bounded || node.most > 0) continue;
    for (let k: u32 = 0; k < node.live; k++) {
      const entry = entryOf(node, k);
      const excess = entry.state == State.Free ? excessOf(entry) : 0;
      if (excess == 0) continue;
      if (!gives) for (let body = <usize>island.firstBody; body < lastBody; body += BODY) clear(body + offsetof<DirectBody>('force0'), 48);
      gives = true;
      push(node, changetype<usize>(entry), -excess);
      const change = entry.change - excess;
      leave(node, entry, excess > 0 ? State.High : State.Low, 0);
      entry.change = change;
    }
  }
  if (!gives) return false;
  factorIsland(island);
  for (let at = <usize>island.firstBody; at < lastBody; at += BODY) {
    loadVelocity(changetype<DirectBody>(at).solver, at + offsetof<DirectBody>('velocity0'));
    respond(changetype<DirectBody>(at), at + offsetof<DirectBody>('force0'), at + offsetof<DirectBody>('change0'));
  }
  for (let at = <usize>island.firstNode; at < lastNode; at += NODE) {
    const node = changetype<DirectNode>(at);
    for (let k: u32 = 0; k < node.active; k++)
      store<f64>(<usize>node.vector + ((<usize>k) << 3), -changeAlong(node, <usize>wordAt(node.list, k)));
  }
  changeBodies(island);
  storeIsland(island);
  return true;
}
