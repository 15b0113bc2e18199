// How articulated bodies answer, and how what pushes them runs through the factor of their island. See articulated.ts.
import { real } from 'precision';
import { ANGULAR_VELOCITY, INERTIA, PRODUCTS, VELOCITY } from '../../body/solver-body.kernel';
import { nextArticulated, pathNode, RESPONSE } from './articulated';
import { BODY, bodiesEnd, NODE, nodesEnd, number, NUMBER } from './lanes';
import { backSubstitute } from './factor';
import { add6, addNode, dot6, respond } from './matrix';
import { linkAt, sideOf } from './plan';
import { ArticulatedBody, DirectBody, DirectIsland, DirectNode, PathNode } from './record';
import { loadVelocity } from './load';
import { clear, wordAt } from './words';

const SEXTUPLE: usize = 48;
const IMPULSE: usize = offsetof<ArticulatedBody>('impulse0');
const KNOWN: usize = offsetof<ArticulatedBody>('known0');
const BASE: usize = offsetof<ArticulatedBody>('velocity0');
const SIX: usize = scratch<f64>(6);
const OTHER: usize = scratch<f64>(6);
const CROSSED: usize = scratch<f64>(36);

/** Before the contacts of an iteration: what the bodies of an island do, at the velocities just found. */
export function prepareIsland(island: DirectIsland): void {
  clearVectors(island);
  let one = changetype<ArticulatedBody>(<usize>island.firstArticulated);
  for (let k: u32 = 0; k < island.articulatedCount; k++) {
    findColumns(one);
    findResponse(one);
    start(one);
    one = nextArticulated(one);
  }
}

/** Before another sweep over the contacts: bodies answer as in the last one. */
export function prepareAgain(island: DirectIsland): void {
  clearVectors(island);
  let one = changetype<ArticulatedBody>(<usize>island.firstArticulated);
  for (let k: u32 = 0; k < island.articulatedCount; k++) {
    start(one);
    one = nextArticulated(one);
  }
}

/** What contacts have just done is known, if the island is solved again. */
export function notePushes(island: DirectIsland): void {
  let one = changetype<ArticulatedBody>(<usize>island.firstArticulated);
  for (let k: u32 = 0; k < island.articulatedCount; k++) {
    const impulse = changetype<usize>(one) + IMPULSE;
    add6(changetype<usize>(one) + KNOWN, 1, impulse);
    add6(<usize>one.body + offsetof<DirectBody>('force0'), 1, impulse);
    changetype<DirectBody>(<usize>one.body).pushed = 1;
    one = nextArticulated(one);
  }
}

/** All that contacts have done is in the velocities. */
export function forgetPushes(island: DirectIsland): void {
  let one = changetype<ArticulatedBody>(<usize>island.firstArticulated);
  for (let k: u32 = 0; k < island.articulatedCount; k++) {
    clear(changetype<usize>(one) + KNOWN, SEXTUPLE);
    one = nextArticulated(one);
  }
}

/** Before the sweep after bodies have moved: as before, at the velocities that they have now. */
export function resumeIsland(island: DirectIsland): void {
  const lastBody = bodiesEnd(island);
  clearVectors(island);
  for (let at = <usize>island.firstBody; at < lastBody; at += BODY) {
    loadVelocity(changetype<DirectBody>(at).solver, at + offsetof<DirectBody>('velocity0'));
    clear(at + offsetof<DirectBody>('change0'), SEXTUPLE);
  }
  let one = changetype<ArticulatedBody>(<usize>island.firstArticulated);
  for (let k: u32 = 0; k < island.articulatedCount; k++) {
    if (island.renewed) {
      findColumns(one);
      findResponse(one);
    }
    start(one);
    one = nextArticulated(one);
  }
}

/** Nothing has been pushed yet. */
export function clearVectors(island: DirectIsland): void {
  const last = nodesEnd(island);
  for (let at = <usize>island.firstNode; at < last; at += NODE) {
    const node = changetype<DirectNode>(at);
    memory.fill(node.vector, 0, (<usize>node.active) << 3);
  }
}

function start(one: ArticulatedBody): void {
  const body = <usize>one.body;
  for (let k: usize = 0; k < SEXTUPLE; k += 8)
    store<f64>(
      changetype<usize>(one) + BASE + k,
      load<f64>(body + offsetof<DirectBody>('velocity0') + k) + load<f64>(body + offsetof<DirectBody>('change0') + k),
    );
  clear(changetype<usize>(one) + IMPULSE, SEXTUPLE);
}

/** Adds the response of a node's rows for a body to its rows on the path. */
function addResponses(node: DirectNode, body: u32, rows: usize): void {
  for (let k: u32 = 0; k < 4; k++) {
    if (wordAt(changetype<usize>(node) + offsetof<DirectNode>('bodyA'), k) != body) continue;
    for (let r: u32 = 0; r < node.active; r++) add6(rows + <usize>r * SEXTUPLE, 1, <usize>(wordAt(node.list, r) + sideOf(k, true)));
    return;
  }
}

/** Y: takes J M^-1 of the body through L, node by node along its path. */
function findColumns(one: ArticulatedBody): void {
  for (let k: u32 = 0; k < one.length; k++) {
    const on = pathNode(one, k);
    const node = changetype<DirectNode>(<usize>on.node);
    node.column = on.rows;
    clear(<usize>on.rows, <usize>node.active * SEXTUPLE);
    addResponses(node, one.body, <usize>on.rows);
  }
  for (let k: u32 = 0; k < one.length; k++) takeThrough(changetype<DirectNode>(<usize>pathNode(one, k).node));
  for (let k: u32 = 0; k < one.length; k++) changetype<DirectNode>(<usize>pathNode(one, k).node).column = 0;
}

function takeThrough(node: DirectNode): void {
  const count = node.active;
  const size = (<usize>count) << 3;
  const rows = <usize>node.column;
  for (let r: u32 = 1; r < count; r++) {
    const row = <usize>node.panel + <usize>r * size;
    for (let c: u32 = 0; c < r; c++) add6(rows + <usize>r * SEXTUPLE, -load<f64>(row + ((<usize>c) << 3)), rows + <usize>c * SEXTUPLE);
  }
  for (let k: u32 = 0; k < node.linkCount; k++) {
    const link = linkAt(node, k);
    const other = changetype<DirectNode>(<usize>link.node);
    let row = <usize>node.panel + <usize>link.row * size;
    for (let r: u32 = 0; r < other.active; r++) {
      const to = <usize>other.column + <usize>r * SEXTUPLE;
      for (let c: u32 = 0; c < count; c++) add6(to, -load<f64>(row + ((<usize>c) << 3)), rows + <usize>c * SEXTUPLE);
      row += size;
    }
  }
}

/** Phi = M^-1 - Y^T D^-1 Y. */
function findResponse(one: ArticulatedBody): void {
  const to = changetype<usize>(one) + RESPONSE;
  for (let k: usize = 0; k < 6; k++) {
    clear(SIX, SEXTUPLE);
    store<f64>(SIX + (k << 3), 1);
    respond(changetype<DirectBody>(<usize>one.body), SIX, to + k * SEXTUPLE);
  }
  for (let k: u32 = 0; k < one.length; k++) {
    const on = pathNode(one, k);
    const node = changetype<DirectNode>(<usize>on.node);
    for (let r: u32 = 0; r < node.active; r++)
      subtractSquare(to, load<f64>(<usize>node.inverses + ((<usize>r) << 3)), <usize>on.rows + <usize>r * SEXTUPLE);
  }
}

function subtractSquare(to: usize, factor: f64, row: usize): void {
  for (let k: usize = 0; k < 6; k++) add6(to + k * SEXTUPLE, -factor * load<f64>(row + (k << 3)), row);
}

/** The velocity of an articulated body as contacts have left it. */
export function currentVelocity(one: ArticulatedBody, to: usize): void {
  respond(changetype<DirectBody>(<usize>one.body), changetype<usize>(one) + IMPULSE, to);
  add6(to, 1, changetype<usize>(one) + BASE);
  for (let k: u32 = 0; k < one.length; k++) {
    const on = pathNode(one, k);
    const node = changetype<DirectNode>(<usize>on.node);
    let row = <usize>on.rows;
    for (let r: usize = 0; r < (<usize>node.active) << 3; r += 8) {
      const x = load<f64>(<usize>node.inverses + r) * load<f64>(<usize>node.vector + r);
      if (x != 0) add6(to, -x, row);
      row += SEXTUPLE;
    }
  }
}

/** Pushes an articulated body when its island is solved next. */
export function warmArticulated(one: ArticulatedBody, impulse: usize): void {
  add6(changetype<usize>(one) + KNOWN, 1, impulse);
}

/** Pushes an articulated body, and so its whole island. */
export function pushArticulated(one: ArticulatedBody, impulse: usize): void {
  add6(changetype<usize>(one) + IMPULSE, 1, impulse);
  for (let k: u32 = 0; k < one.length; k++) {
    const on = pathNode(one, k);
    const node = changetype<DirectNode>(<usize>on.node);
    let row = <usize>on.rows;
    for (let r: usize = 0; r < (<usize>node.active) << 3; r += 8) {
      const at = <usize>node.vector + r;
      store<f64>(at, load<f64>(at) + dot6(row, impulse));
      row += SEXTUPLE;
    }
  }
}

/** After the contacts: the joints take up what these have done, and the bodies of the island have it in their changes. Whether contacts have done something. */
export function settleIsland(island: DirectIsland): bool {
  let pushed = false;
  let one = changetype<ArticulatedBody>(<usize>island.firstArticulated);
  for (let k: u32 = 0; k < island.articulatedCount; k++) {
    const impulse = changetype<usize>(one) + IMPULSE;
    if (dot6(impulse, impulse) != 0) {
      pushed = true;
      respond(changetype<DirectBody>(<usize>one.body), impulse, SIX);
      add6(<usize>one.body + offsetof<DirectBody>('change0'), 1, SIX);
    }
    one = nextArticulated(one);
  }
  if (!pushed) return false;
  const first = <usize>island.firstNode;
  for (let at = nodesEnd(island); at > first; ) {
    at -= NODE;
    const node = changetype<DirectNode>(at);
    for (let r: usize = 0; r < (<usize>node.active) << 3; r += 8) store<f64>(<usize>node.vector + r, -load<f64>(<usize>node.vector + r));
    backSubstitute(node);
    addNode(node);
  }
  return true;
}

/** What an impulse on one body of an island does to another one: -Y_A^T D^-1 Y_B, the response of A to what pushes B. */
export function crossResponse(a: ArticulatedBody, b: ArticulatedBody): usize {
  clear(CROSSED, 6 * SEXTUPLE);
  for (let k: u32 = 0; k < a.length; k++) changetype<DirectNode>(<usize>pathNode(a, k).node).column = pathNode(a, k).rows;
  for (let k: u32 = 0; k < b.length; k++) addCross(pathNode(b, k));
  for (let k: u32 = 0; k < a.length; k++) changetype<DirectNode>(<usize>pathNode(a, k).node).column = 0;
  return CROSSED;
}

function addCross(on: PathNode): void {
  const node = changetype<DirectNode>(<usize>on.node);
  if (!node.column) return;
  for (let r: u32 = 0; r < node.active; r++) {
    const mine = <usize>node.column + <usize>r * SEXTUPLE;
    const its = <usize>on.rows + <usize>r * SEXTUPLE;
    const inverse = load<f64>(<usize>node.inverses + ((<usize>r) << 3));
    for (let k: usize = 0; k < 6; k++) add6(CROSSED + k * SEXTUPLE, -inverse * load<f64>(mine + (k << 3)), its);
  }
}

/** The response of a body that no joint holds. */
export function ownResponse(solver: usize, to: usize): void {
  clear(to, 6 * SEXTUPLE);
  store<f64>(to, number(solver, INERTIA, 3));
  store<f64>(to, number(solver, PRODUCTS, 3), SEXTUPLE + 8);
  store<f64>(to, number(solver, VELOCITY, 3), 2 * SEXTUPLE + 16);
  for (let k: usize = 0; k < 3; k++) {
    for (let m: usize = 0; m < 3; m++) {
      // xx yy zz, xy xz yz.
      const value = k == m ? number(solver, INERTIA, k) : number(solver, PRODUCTS, k + m - 1);
      store<f64>(to + (3 + k) * SEXTUPLE + ((3 + m) << 3), value);
    }
  }
}

/** Pushes a body that no joint holds; `to` is where its velocities are written. */
export function pushOwn(solver: usize, to: usize, impulse: usize): void {
  const x = load<f64>(impulse, 24);
  const y = load<f64>(impulse, 32);
  const z = load<f64>(impulse, 40);
  const xy = number(solver, PRODUCTS, 0);
  const xz = number(solver, PRODUCTS, 1);
  const yz = number(solver, PRODUCTS, 2);
  store<f64>(OTHER, number(solver, INERTIA, 3) * load<f64>(impulse));
  store<f64>(OTHER, number(solver, PRODUCTS, 3) * load<f64>(impulse, 8), 8);
  store<f64>(OTHER, number(solver, VELOCITY, 3) * load<f64>(impulse, 16), 16);
  store<f64>(OTHER, number(solver, INERTIA, 0) * x + xy * y + xz * z, 24);
  store<f64>(OTHER, xy * x + number(solver, INERTIA, 1) * y + yz * z, 32);
  store<f64>(OTHER, xz * x + yz * y + number(solver, INERTIA, 2) * z, 40);
  for (let k: usize = 0; k < 3; k++) {
    store<real>(to + VELOCITY + k * NUMBER, <real>(number(solver, VELOCITY, k) + load<f64>(OTHER + (k << 3))));
    store<real>(to + ANGULAR_VELOCITY + k * NUMBER, <real>(number(solver, ANGULAR_VELOCITY, k) + load<f64>(OTHER + (k << 3), 24)));
  }
}
