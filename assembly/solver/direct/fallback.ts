// What takes the place of a direct solve that has failed, for one substep: the rows of an island one after the other, with the inertias of their bodies alone.
import { pushByContacts } from './articulated';
import { unbind } from './bounds';
import { bodiesEnd, BODY, ENTRY, entryOf, NODE, nodesEnd, RESPONSE } from './lanes';
import { clearBody, wakeLimits } from './load';
import { add6, dot6, respond } from './matrix';
import { DirectBody, DirectIsland, DirectNode, Entry } from './record';
import { WorldRecord } from '../../world';
import { settleStiffness } from './tension.kernel';

const SWEEPS: u32 = 10;

const A: usize = offsetof<Entry>('a0');
const B: usize = offsetof<Entry>('b0');
const CHANGE: usize = offsetof<DirectBody>('change0');

function ease(address: u32, gradient: usize): f64 {
  if (!address) return 0;
  respond(changetype<DirectBody>(<usize>address), gradient, gradient + RESPONSE);
  return dot6(gradient, gradient + RESPONSE);
}

function speed(address: u32, gradient: usize): f64 {
  return address ? dot6(gradient, <usize>address + CHANGE) : 0;
}

function move(address: u32, gradient: usize, impulse: f64): void {
  if (address) add6(<usize>address + CHANGE, impulse, gradient + RESPONSE);
}

/** One row: the impulse that takes its residual to zero, within bounds (projected Gauss-Seidel). */
function sweepRow(node: DirectNode, index: u32, first: bool): void {
  const entry = entryOf(node, index);
  const at = changetype<usize>(entry);
  const second = at + ENTRY;
  const coupled = (node.bodyC | node.bodyD) != 0;
  if (first) {
    entry.change = 0;
    entry.start = ease(node.bodyA, at + A) + ease(node.bodyB, at + B);
    if (coupled) entry.start += ease(node.bodyC, second + A) + ease(node.bodyD, second + B);
  }
  const w = entry.start + entry.softness;
  if (!(entry.start > 0)) return;
  let u = speed(node.bodyA, at + A) + speed(node.bodyB, at + B);
  if (coupled) u += speed(node.bodyC, second + A) + speed(node.bodyD, second + B);
  const wanted = entry.impulse + entry.change + (entry.residual - u - entry.softness * entry.change) / w;
  const change = Math.min(Math.max(wanted, entry.low), entry.high) - entry.impulse;
  const step = change - entry.change;
  entry.change = change;
  move(node.bodyA, at + A, step);
  move(node.bodyB, at + B, step);
  if (!coupled) return;
  move(node.bodyC, second + A, step);
  move(node.bodyD, second + B, step);
}

export function sweepIsland(island: DirectIsland): void {
  const lastBody = bodiesEnd(island);
  const lastNode = nodesEnd(island);
  for (let at = <usize>island.firstNode; at < lastNode; at += NODE) {
    wakeLimits(changetype<DirectNode>(at));
    unbind(changetype<DirectNode>(at));
  }
  for (let at = <usize>island.firstBody; at < lastBody; at += BODY) {
    clearBody(changetype<DirectBody>(at));
    settleStiffness(changetype<DirectBody>(at));
  }
  pushByContacts(island);
  for (let at = <usize>island.firstBody; at < lastBody; at += BODY)
    respond(changetype<DirectBody>(at), at + offsetof<DirectBody>('force0'), at + CHANGE);
  for (let sweep: u32 = 0; sweep < SWEEPS; sweep++) {
    for (let at = <usize>island.firstNode; at < lastNode; at += NODE) {
      const node = changetype<DirectNode>(at);
      for (let k: u32 = 0; k < node.own; k++) sweepRow(node, k, sweep == 0);
    }
  }
}

/** Without a factor the bodies of an island answer contacts alone. */
export function forgetFactor(island: DirectIsland): void {
  const last = nodesEnd(island);
  for (let at = <usize>island.firstNode; at < last; at += NODE) changetype<DirectNode>(at).active = 0;
}

/** An island whose solution is of no use is swept. */
export function giveUp(world: WorldRecord, island: DirectIsland): void {
  island.bent = 0;
  world.directFailures++;
  sweepIsland(island);
  forgetFactor(island);
}
