// Limits and ropes bring back within a substep what was past them when it began. That speed belongs to no motion, and would be energy from nowhere: once the bodies have
// moved it is taken away again, while all that holds goes on to hold. That takes what it was given with out of the loads of the joints, too.
import { real } from 'precision';
import { RECOVERY } from '../../constraint/constants';
import { theSubstep } from '../../constraint/substep';
import { changeBodies, speedOf } from './hold';
import { bodiesEnd, BODY, entryOf, lane, laneRow, NODE, nodesEnd } from './lanes';
import { clamped, loadVelocity, storeIsland } from './load';
import { DirectBody, DirectIsland, DirectNode, Entry } from './record';
import { SLACK } from './refine';
import { clearVectors } from './response';
import { DirectRow } from './row.kernel';
import { clear, wordAt } from '../../memory/words';

/** Whether some hard limit of a node was past by more than what the next substep may take back. */
export function wasPast(node: DirectNode): bool {
  for (let k: u32 = 0; k < node.own; k++) if (isPast(laneRow(node, k))) return true;
  return false;
}

function isPast(row: usize): bool {
  return Math.abs(lane(row, offsetof<DirectRow<v128>>('start'))) > SLACK && isLimit(row);
}

export function isLimit(row: usize): bool {
  const isOneSided = (lane(row, offsetof<DirectRow<v128>>('low')) == 0) != (lane(row, offsetof<DirectRow<v128>>('high')) == 0);
  return isOneSided && lane(row, offsetof<DirectRow<v128>>('softness')) == 0;
}

/** Of a limit that holds: the speed at which it has brought back what was past it, towards where it came from. */
function recovered(node: DirectNode, entry: Entry, row: usize): f64 {
  const speed = speedOf(node, changetype<usize>(entry));
  const start = lane(row, offsetof<DirectRow<v128>>('start'));
  const most = Math.min(Math.abs(start) / <f64>theSubstep().h, <f64>RECOVERY);
  return start > 0 ? Math.max(0, Math.min(most, -speed)) : -Math.max(0, Math.min(most, speed));
}

/** Writes what limits of a node ask for; whether they do. */
function askBack(node: DirectNode): bool {
  let asks = false;
  for (let k: u32 = 0; k < node.active; k++) {
    const address = <usize>wordAt(node.list, k);
    const index = <u32>((address - <usize>node.entries) / offsetof<Entry>());
    if (index >= node.own) break;
    const row = laneRow(node, index);
    if (!isPast(row)) continue;
    const speed = recovered(node, entryOf(node, index), row);
    if (speed == 0) continue;
    store<f64>(<usize>node.vector + ((<usize>k) << 3), speed);
    asks = true;
  }
  return asks;
}

/** What the active rows of a node have just done is to be taken, as far as they may: motors hold here at any load. */
function book(node: DirectNode): void {
  for (let k: u32 = 0; k < node.active; k++) {
    const address = <usize>wordAt(node.list, k);
    const index = <u32>((address - <usize>node.entries) / offsetof<Entry>());
    if (index >= node.own) break;
    const entry = changetype<Entry>(address);
    const row = laneRow(node, index);
    const before = lane(row, offsetof<DirectRow<v128>>('impulse'));
    const impulse = clamped(before + load<f64>(<usize>node.vector + ((<usize>k) << 3)), entry.low, entry.high);
    store<real>(row + offsetof<DirectRow<v128>>('change'), <real>(impulse - before));
    store<real>(row + offsetof<DirectRow<v128>>('impulse'), <real>impulse);
  }
}

/**
 * To be called once the bodies have moved; whether joints have something to take. Not in loops: what contradicts itself there is never back, and has no
 * such speed.
 */
export function stopRecovery(island: DirectIsland): bool {
  if (island.loops) return false;
  const lastBody = bodiesEnd(island);
  const lastNode = nodesEnd(island);
  for (let at = <usize>island.firstBody; at < lastBody; at += BODY) {
    loadVelocity(changetype<DirectBody>(at).solver, at + offsetof<DirectBody>('velocity0'));
    clear(at + offsetof<DirectBody>('change0'), 48);
  }
  clearVectors(island);
  let asks = false;
  for (let at = <usize>island.firstNode; at < lastNode; at += NODE)
    if (changetype<DirectNode>(at).bounded && askBack(changetype<DirectNode>(at))) asks = true;
  if (!asks) return false;
  changeBodies(island);
  storeIsland(island);
  for (let at = <usize>island.firstNode; at < lastNode; at += NODE) book(changetype<DirectNode>(at));
  return true;
}
