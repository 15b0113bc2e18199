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
import { clear, wordAt } from '../../memory/words';

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

/** The response of a node's rows for a body, as its rows on the path. */
function startColumn(node: DirectNode, body: u32, rows: usize): void {
  for (let k: u32 = 0; k < 4; k++) {
    if (wordAt(changetype<usize>(node) + offsetof<DirectNode>('bodyA'), k) != body) continue;
    let to = rows;
    for (let r: u32 = 0; r < node.active; r++) {
      const from = <usize>(wordAt(node.list, r) + sideOf(k, true));
      v128.store(to, v128.load(from));
      v128.store(to, v128.load(from, 16), 16);
      v128.store(to, v128.load(from, 32), 32);
      to += SEXTUPLE;
    }
    return;
  }
  clear(rows, <usize>node.active * SEXTUPLE);
}

/** Y: takes J M^-1 of the body through L, node by node along its path. */
function findColumns(one: ArticulatedBody): void {
  for (let k: u32 = 0; k < one.length; k++) {
    const on = pathNode(one, k);
    const node = changetype<DirectNode>(<usize>on.node);
    node.column = on.rows;
    startColumn(node, one.body, <usize>on.rows);
  }
  for (let k: u32 = 0; k < one.length; k++) takeThrough(changetype<DirectNode>(<usize>pathNode(one, k).node));
  for (let k: u32 = 0; k < one.length; k++) changetype<DirectNode>(<usize>pathNode(one, k).node).column = 0;
}

/** Takes so many sextuples, each times a number of a row of L, from another one. */
function takeRow(to: usize, row: usize, first: usize, count: u32): void {
  let x = v128.load(to);
  let y = v128.load(to, 16);
  let z = v128.load(to, 32);
  const end = row + ((<usize>count) << 3);
  let from = first;
  for (let at = row; at < end; at += 8) {
    const factor = v128.load64_splat(at);
    x = f64x2.sub(x, f64x2.mul(factor, v128.load(from)));
    y = f64x2.sub(y, f64x2.mul(factor, v128.load(from, 16)));
    z = f64x2.sub(z, f64x2.mul(factor, v128.load(from, 32)));
    from += SEXTUPLE;
  }
  v128.store(to, x);
  v128.store(to, y, 16);
  v128.store(to, z, 32);
}

function takeThrough(node: DirectNode): void {
  const count = node.active;
  const size = (<usize>count) << 3;
  const rows = <usize>node.column;
  for (let r: u32 = 1; r < count; r++) takeRow(rows + <usize>r * SEXTUPLE, <usize>node.panel + <usize>r * size, rows, r);
  for (let k: u32 = 0; k < node.linkCount; k++) {
    const link = linkAt(node, k);
    const other = changetype<DirectNode>(<usize>link.node);
    let row = <usize>node.panel + <usize>link.row * size;
    for (let r: u32 = 0; r < other.active; r++) {
      takeRow(<usize>other.column + <usize>r * SEXTUPLE, row, rows, count);
      row += size;
    }
  }
}

/** Two rows of a 2 x 2 block of a symmetric matrix, and their mirror images below the diagonal. */
function storeMirrored(to: usize, row: usize, column: usize, first: v128, second: v128): void {
  const above = to + row * SEXTUPLE + (column << 3);
  v128.store(above, first);
  v128.store(above, second, SEXTUPLE);
  const below = to + column * SEXTUPLE + (row << 3);
  v128.store(below, v128.shuffle<f64>(first, second, 0, 2));
  v128.store(below, v128.shuffle<f64>(first, second, 1, 3), SEXTUPLE);
}

/** Phi = M^-1 - Y^T D^-1 Y, in blocks of two by two on and above the diagonal. */
function findResponse(one: ArticulatedBody): void {
  const body = changetype<DirectBody>(<usize>one.body);
  const none = f64x2.splat(0);
  let a0 = f64x2(body.mass0, 0);
  let a1 = none;
  let a2 = none;
  let b0 = f64x2(0, body.mass1);
  let b1 = none;
  let b2 = none;
  let c1 = f64x2(body.mass2, 0);
  let c2 = none;
  let d1 = f64x2(0, body.sxx);
  let d2 = f64x2(body.sxy, body.sxz);
  let e2 = f64x2(body.syy, body.syz);
  let f2 = f64x2(body.syz, body.szz);
  for (let k: u32 = 0; k < one.length; k++) {
    const on = pathNode(one, k);
    const node = changetype<DirectNode>(<usize>on.node);
    let row = <usize>on.rows;
    let at = <usize>node.inverses;
    for (const end = at + ((<usize>node.active) << 3); at < end; at += 8) {
      const inverse = v128.load64_splat(at);
      const x = f64x2.mul(inverse, v128.load(row));
      const y = f64x2.mul(inverse, v128.load(row, 16));
      const z = f64x2.mul(inverse, v128.load(row, 32));
      let by = v128.load64_splat(row);
      a0 = f64x2.sub(a0, f64x2.mul(by, x));
      a1 = f64x2.sub(a1, f64x2.mul(by, y));
      a2 = f64x2.sub(a2, f64x2.mul(by, z));
      by = v128.load64_splat(row, 8);
      b0 = f64x2.sub(b0, f64x2.mul(by, x));
      b1 = f64x2.sub(b1, f64x2.mul(by, y));
      b2 = f64x2.sub(b2, f64x2.mul(by, z));
      by = v128.load64_splat(row, 16);
      c1 = f64x2.sub(c1, f64x2.mul(by, y));
      c2 = f64x2.sub(c2, f64x2.mul(by, z));
      by = v128.load64_splat(row, 24);
      d1 = f64x2.sub(d1, f64x2.mul(by, y));
      d2 = f64x2.sub(d2, f64x2.mul(by, z));
      e2 = f64x2.sub(e2, f64x2.mul(v128.load64_splat(row, 32), z));
      f2 = f64x2.sub(f2, f64x2.mul(v128.load64_splat(row, 40), z));
      row += SEXTUPLE;
    }
  }
  const to = changetype<usize>(one) + RESPONSE;
  v128.store(to, a0);
  v128.store(to, b0, SEXTUPLE);
  storeMirrored(to, 0, 2, a1, b1);
  storeMirrored(to, 0, 4, a2, b2);
  v128.store(to, c1, 2 * SEXTUPLE + 16);
  v128.store(to, d1, 3 * SEXTUPLE + 16);
  storeMirrored(to, 2, 4, c2, d2);
  v128.store(to, e2, 4 * SEXTUPLE + 32);
  v128.store(to, f2, 5 * SEXTUPLE + 32);
}

/** The velocity of an articulated body as contacts have left it. */
export function currentVelocity(one: ArticulatedBody, to: usize): void {
  respond(changetype<DirectBody>(<usize>one.body), changetype<usize>(one) + IMPULSE, to);
  const base = changetype<usize>(one) + BASE;
  let x = f64x2.add(v128.load(to), v128.load(base));
  let y = f64x2.add(v128.load(to, 16), v128.load(base, 16));
  let z = f64x2.add(v128.load(to, 32), v128.load(base, 32));
  for (let k: u32 = 0; k < one.length; k++) {
    const on = pathNode(one, k);
    const node = changetype<DirectNode>(<usize>on.node);
    let row = <usize>on.rows;
    for (let r: usize = 0; r < (<usize>node.active) << 3; r += 8) {
      const by = f64x2.mul(v128.load64_splat(<usize>node.inverses + r), v128.load64_splat(<usize>node.vector + r));
      x = f64x2.sub(x, f64x2.mul(by, v128.load(row)));
      y = f64x2.sub(y, f64x2.mul(by, v128.load(row, 16)));
      z = f64x2.sub(z, f64x2.mul(by, v128.load(row, 32)));
      row += SEXTUPLE;
    }
  }
  v128.store(to, x);
  v128.store(to, y, 16);
  v128.store(to, z, 32);
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
