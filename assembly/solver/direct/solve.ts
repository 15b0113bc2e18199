// All rows of an island at once, in each substep: J du + softness dp = residual within bounds, du = M^-1 (J^T dp + f). Bodies are eliminated first, then joints in the
// order of the plan (L D L^T of J M^-1 J^T); rows at a bound leave the block (block principal pivoting, Júdice and Pires). SPECIFICATION.md, section 1; Baraff, "Linear-time
// dynamics using Lagrange multipliers", 1996.
import { pushByContacts } from './articulated';
import { backSubstitute, factor } from './factor';
import { applyNode, assemble, listRows, respond } from './matrix';
import { wasPast } from './recovery';
import { DirectBody, DirectIsland, DirectNode, Mark } from './record';
import { settleStiffness, stiffen } from './tension.kernel';
import { theSubstep } from '../../constraint/substep';
import { BODY, NODE, bodiesEnd, entryOf, nodesEnd } from './lanes';
import { assumeLoad, clearBody, loadBody, loadNode } from './load';
import { loadPoint } from './point';
import { easeLoops } from './loops.kernel';
import { Exchange, exchange, rebind, unbind } from './bounds';
import { hasOutgrown } from './yield';
import { clear } from '../../memory/words';

/** Passes in a row in which all rows on the wrong side change it though no fewer are there; after these the last one alone does. */
const PATIENCE: i32 = 3;
/** Passes at most; after these rows only go to their bounds, until none is past one. */
const PASSES: u32 = 50;

/** From what is in the lanes to what is solved. */
export function loadIsland(island: DirectIsland): void {
  const lastBody = bodiesEnd(island);
  const lastNode = nodesEnd(island);
  for (let at = <usize>island.firstBody; at < lastBody; at += BODY) loadBody(changetype<DirectBody>(at));
  pushByContacts(island);
  for (let at = <usize>island.firstNode; at < lastNode; at += NODE) {
    const node = changetype<DirectNode>(at);
    if (island.loops || !loadPoint(node)) {
      assumeLoad(node);
      loadNode(node, island.loops > 0);
      if (node.bounded && wasPast(node)) island.marks |= Mark.Recovers;
    }
    stiffen(node, false);
  }
  if (island.loops > 0) easeLoops(island);
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
    stiffen(node, true);
  }
  for (let at = <usize>island.firstBody; at < lastBody; at += BODY) settleStiffness(changetype<DirectBody>(at));
  return true;
}

/** rad: a body is turned by its joints no farther in a substep: so far the gradient at its start says nothing any more. */
const FARTHEST: f64 = 1.5;

/** Takes as much of the solution as turns no body too far. */
export function limitTurns(island: DirectIsland): void {
  const lastBody = bodiesEnd(island);
  const lastNode = nodesEnd(island);
  let fastest: f64 = 0;
  for (let at = <usize>island.firstBody; at < lastBody; at += BODY) {
    const body = changetype<DirectBody>(at);
    fastest = Math.max(fastest, body.change3 * body.change3 + body.change4 * body.change4 + body.change5 * body.change5);
  }
  const turn = <f64>theSubstep().h * Math.sqrt(fastest);
  if (!(turn > FARTHEST)) return;
  const part = FARTHEST / turn;
  for (let at = <usize>island.firstBody; at < lastBody; at += BODY)
    for (let k: usize = 0; k < 48; k += 8) {
      const change = at + offsetof<DirectBody>('change0') + k;
      store<f64>(change, part * load<f64>(change));
    }
  for (let at = <usize>island.firstNode; at < lastNode; at += NODE) {
    const node = changetype<DirectNode>(at);
    for (let k: u32 = 0; k < node.count; k++) entryOf(node, k).change *= part;
  }
}

/** Factors the island as it begins, and no body changes. */
export function factorIsland(island: DirectIsland): void {
  const lastBody = bodiesEnd(island);
  for (let at = <usize>island.firstBody; at < lastBody; at += BODY) clear(at + offsetof<DirectBody>('change0'), 48);
  listRows(island);
  assemble(island);
  factor(island);
}

/**
 * Solves the island; its bodies have the changes of their velocities afterwards, its nodes those of their impulses. All rows on the wrong side of their bounds
 * change it. That may go round in circles; where it makes them no fewer for a while, only the last one does, which ends with all of them right (Murty; Júdice
 * and Pires). False where that took too long: then no row gives more than it may, but some may not give what they should.
 */
export function solveIsland(island: DirectIsland): bool {
  let fewest: u32 = u32.MAX_VALUE;
  let patience = PATIENCE;
  let pass: u32 = 0;
  solveHeld(island);
  for (let wrong = exchange(island, true, Exchange.None); wrong; wrong = exchange(island, pass < PASSES, Exchange.None)) {
    patience = wrong < fewest ? PATIENCE : patience - 1;
    fewest = min(fewest, wrong);
    exchange(island, pass < PASSES, patience >= 0 || pass >= PASSES ? Exchange.All : Exchange.Last);
    solveHeld(island);
    pass++;
  }
  return pass < PASSES;
}

/** The same with rows on the sides where they are. */
function solveHeld(island: DirectIsland): void {
  startChanges(island);
  listRows(island);
  assemble(island);
  factor(island);
  const first = <usize>island.firstNode;
  for (let at = nodesEnd(island); at > first; ) {
    at -= NODE;
    backSubstitute(changetype<DirectNode>(at));
    applyNode(changetype<DirectNode>(at));
  }
}

/** What is known pushes the bodies. */
function startChanges(island: DirectIsland): void {
  const lastBody = bodiesEnd(island);
  for (let at = <usize>island.firstBody; at < lastBody; at += BODY) {
    const body = changetype<DirectBody>(at);
    const change = at + offsetof<DirectBody>('change0');
    if (body.pushed) respond(body, at + offsetof<DirectBody>('force0'), change);
    else clear(change, 48);
  }
}
