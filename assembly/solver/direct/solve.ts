// All rows of an island at once, in each substep: J du + softness dp = residual within bounds, du = M^-1 (J^T dp + f). Bodies are eliminated first, then joints in the
// order of the plan (L D L^T of J M^-1 J^T); rows at a bound leave the block (block principal pivoting, Júdice and Pires). SPECIFICATION.md, section 1; Baraff, "Linear-time
// dynamics using Lagrange multipliers", 1996.
import { pushByContacts } from './articulated';
import { add6, assemble, dot6, factor, listRows, respond, substitute } from './matrix';
import { DirectBody, DirectIsland, DirectNode, Entry } from './record';
import { settleStiffness, stiffen } from './tension.kernel';
import { BODY, ENTRY, NODE, bodiesEnd, nodesEnd } from './lanes';
import { assumeLoad, clearBody, LEAST_GIVE, loadBody, loadNode, storeBody } from './load';
import { exchange, rebind, unbind } from './bounds';
import { hasOutgrown } from './yield';
import { clear, wordAt } from './words';

/** Passes in which rows may go to their bounds and come back; after as many more, in which they only go, they stay. */
const PASSES: u32 = 5;

/** From what is in the lanes to what is solved. */
export function loadIsland(island: DirectIsland): void {
  const lastBody = bodiesEnd(island);
  const lastNode = nodesEnd(island);
  for (let at = <usize>island.firstBody; at < lastBody; at += BODY) loadBody(changetype<DirectBody>(at));
  pushByContacts(island);
  for (let at = <usize>island.firstNode; at < lastNode; at += NODE) {
    const node = changetype<DirectNode>(at);
    assumeLoad(node);
    loadNode(node, island.loops > 0);
    stiffen(node);
  }
  for (let at = <usize>island.firstBody; at < lastBody; at += BODY) settleStiffness(changetype<DirectBody>(at));
}

/** Where loads have outgrown the stiffness that was assumed, takes the new one; whether it did: then all is to be solved again. */
export function renewStiffness(island: DirectIsland): bool {
  if (!hasOutgrown(island)) return false;
  const lastBody = bodiesEnd(island);
  const lastNode = nodesEnd(island);
  for (let at = <usize>island.firstNode; at < lastNode; at += NODE) unbind(changetype<DirectNode>(at));
  for (let at = <usize>island.firstBody; at < lastBody; at += BODY) clearBody(changetype<DirectBody>(at));
  pushByContacts(island);
  for (let at = <usize>island.firstNode; at < lastNode; at += NODE) {
    const node = changetype<DirectNode>(at);
    rebind(node);
    node.give = island.loops > 0 ? LEAST_GIVE : 0;
    stiffen(node);
  }
  for (let at = <usize>island.firstBody; at < lastBody; at += BODY) settleStiffness(changetype<DirectBody>(at));
  return true;
}

/** Begins again, with what is known as it was. */
export function restart(island: DirectIsland): void {
  const lastNode = nodesEnd(island);
  for (let at = <usize>island.firstNode; at < lastNode; at += NODE) {
    unbind(changetype<DirectNode>(at));
    rebind(changetype<DirectNode>(at));
  }
}

/** Gives the bodies of the island the velocities found, or, `back`, those of before. */
export function tryVelocities(island: DirectIsland, back: bool): void {
  const lastBody = bodiesEnd(island);
  for (let at = <usize>island.firstBody; at < lastBody; at += BODY) storeBody(changetype<DirectBody>(at), back ? 0 : 1);
}

/** Solves the island. Its bodies have the changes of their velocities afterwards, its nodes those of their impulses. */
export function solveIsland(island: DirectIsland): void {
  for (let pass: u32 = 0; ; pass++) {
    assembleBounded(island);
    factor(island);
    substitute(island);
    gather(island);
    if (pass == 2 * PASSES || !exchange(island, pass < PASSES)) return;
  }
}

/** Blocks of the rows that hold, and right-hand sides: what is known pushes the bodies. */
function assembleBounded(island: DirectIsland): void {
  const lastBody = bodiesEnd(island);
  const lastNode = nodesEnd(island);
  for (let at = <usize>island.firstBody; at < lastBody; at += BODY) {
    const body = changetype<DirectBody>(at);
    const change = at + offsetof<DirectBody>('change0');
    if (body.pushed) respond(body, at + offsetof<DirectBody>('force0'), change);
    else clear(change, 48);
  }
  listRows(island);
  assemble(island);
  for (let at = <usize>island.firstNode; at < lastNode; at += NODE) {
    const node = changetype<DirectNode>(at);
    const pushed = isPushed(node.bodyA) || isPushed(node.bodyB) || isPushed(node.bodyC) || isPushed(node.bodyD);
    for (let k: u32 = 0; k < node.active; k++) {
      const entry = changetype<Entry>(<usize>wordAt(node.list, k));
      const asked = entry.residual - node.give * entry.ease * entry.impulse - (pushed ? speedOf(node, changetype<usize>(entry)) : 0);
      store<f64>(<usize>node.vector + ((<usize>k) << 3), asked);
    }
  }
}

function isPushed(address: u32): bool {
  return address != 0 && changetype<DirectBody>(<usize>address).pushed != 0;
}

/** J times the changes of the bodies. */
function speedOf(node: DirectNode, entry: usize): f64 {
  let speed: f64 = 0;
  if (node.bodyA) speed += dot6(entry, <usize>node.bodyA + offsetof<DirectBody>('change0'));
  if (node.bodyB) speed += dot6(entry + 48, <usize>node.bodyB + offsetof<DirectBody>('change0'));
  if (node.bodyC) speed += dot6(entry + ENTRY, <usize>node.bodyC + offsetof<DirectBody>('change0'));
  if (node.bodyD) speed += dot6(entry + ENTRY + 48, <usize>node.bodyD + offsetof<DirectBody>('change0'));
  return speed;
}

/** What the solution does to the bodies. */
function gather(island: DirectIsland): void {
  const lastNode = nodesEnd(island);
  for (let at = <usize>island.firstNode; at < lastNode; at += NODE) {
    const node = changetype<DirectNode>(at);
    for (let k: u32 = 0; k < node.active; k++) changetype<Entry>(<usize>wordAt(node.list, k)).change = 0;
  }
  gatherMore(island);
}

/** What a solution besides the one before does. */
export function gatherMore(island: DirectIsland): void {
  const change = offsetof<DirectBody>('change0');
  const lastNode = nodesEnd(island);
  for (let at = <usize>island.firstNode; at < lastNode; at += NODE) {
    const node = changetype<DirectNode>(at);
    for (let k: u32 = 0; k < node.active; k++) {
      const entry = changetype<Entry>(<usize>wordAt(node.list, k));
      const x = load<f64>(<usize>node.vector + ((<usize>k) << 3));
      entry.change += x;
      const response = changetype<usize>(entry) + offsetof<Entry>('ra0');
      if (node.bodyA) add6(<usize>node.bodyA + change, x, response);
      if (node.bodyB) add6(<usize>node.bodyB + change, x, response + 48);
      if (node.bodyC) add6(<usize>node.bodyC + change, x, response + ENTRY);
      if (node.bodyD) add6(<usize>node.bodyD + change, x, response + ENTRY + 48);
    }
  }
}
