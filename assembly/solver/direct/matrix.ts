// The linear algebra of direct solves, in double precision: L D L^T of a symmetric block matrix with the sparsity of the plan, column by column (right-looking).
import { linkAt } from './plan';
import { DirectBody, DirectIsland, DirectLink, DirectNode, DirectPair, Entry } from './record';
import { clear, setWord, wordAt } from './words';

/** Of a diagonal entry: a pivot below this part of it is rounding, and its row does nothing. */
const LEAST_PIVOT: f64 = 1e-13;

/** A row of L D of a node: 32 rows of coordinates, and those that only slow. */
const MOST_ROWS: u32 = 36;
const SCALED: usize = scratch<f64>(MOST_ROWS);
const ENTRY: usize = offsetof<Entry>();
const A: usize = offsetof<Entry>('a0');
const B: usize = offsetof<Entry>('b0');
const RESPONSE_A: usize = offsetof<Entry>('ra0');
const RESPONSE_B: usize = offsetof<Entry>('rb0');

/** Products of two sextuples. */
export function dot6(a: usize, b: usize): f64 {
  const first = f64x2.mul(v128.load(a), v128.load(b));
  const second = f64x2.mul(v128.load(a, 16), v128.load(b, 16));
  const third = f64x2.mul(v128.load(a, 32), v128.load(b, 32));
  const sum = f64x2.add(f64x2.add(first, second), third);
  return f64x2.extract_lane(sum, 0) + f64x2.extract_lane(sum, 1);
}

/** to += factor from, of sextuples. */
export function add6(to: usize, factor: f64, from: usize): void {
  const f = f64x2.splat(factor);
  v128.store(to, f64x2.add(v128.load(to), f64x2.mul(f, v128.load(from))));
  v128.store(to, f64x2.add(v128.load(to, 16), f64x2.mul(f, v128.load(from, 16))), 16);
  v128.store(to, f64x2.add(v128.load(to, 32), f64x2.mul(f, v128.load(from, 32))), 32);
}

/** What an impulse does to the velocities of a body; `to` may be where the impulse is. */
export function respond(body: DirectBody, impulse: usize, to: usize): void {
  const x = load<f64>(impulse, 24);
  const y = load<f64>(impulse, 32);
  const z = load<f64>(impulse, 40);
  store<f64>(to, body.mass0 * load<f64>(impulse));
  store<f64>(to, body.mass1 * load<f64>(impulse, 8), 8);
  store<f64>(to, body.mass2 * load<f64>(impulse, 16), 16);
  store<f64>(to, body.sxx * x + body.sxy * y + body.sxz * z, 24);
  store<f64>(to, body.sxy * x + body.syy * y + body.syz * z, 32);
  store<f64>(to, body.sxz * x + body.syz * y + body.szz * z, 40);
}

function bodyOf(address: u32): DirectBody {
  return changetype<DirectBody>(<usize>address);
}

/** Lists the rows that are in the block, and where those of links are in the panels. */
export function listRows(island: DirectIsland): void {
  const end = <usize>island.firstNode + <usize>island.nodeCount * offsetof<DirectNode>();
  for (let at = <usize>island.firstNode; at < end; at += offsetof<DirectNode>()) {
    const node = changetype<DirectNode>(at);
    const last = <usize>node.entries + <usize>node.count * ENTRY;
    let active: u32 = 0;
    for (let entry = <usize>node.entries; entry < last; entry += ENTRY)
      if (changetype<Entry>(entry).state == 0) setWord(node.list, active++, <u32>entry);
    node.active = active;
  }
  for (let at = <usize>island.firstNode; at < end; at += offsetof<DirectNode>()) {
    const node = changetype<DirectNode>(at);
    let row = node.active;
    for (let k: u32 = 0; k < node.linkCount; k++) {
      const link = linkAt(node, k);
      link.row = row;
      row += changetype<DirectNode>(<usize>link.node).active;
    }
    node.panelRows = row;
  }
}

/** J M^-1 of the rows listed, and the blocks J M^-1 J^T of the island. */
export function assemble(island: DirectIsland): void {
  const end = <usize>island.firstNode + <usize>island.nodeCount * offsetof<DirectNode>();
  for (let at = <usize>island.firstNode; at < end; at += offsetof<DirectNode>()) assembleNode(changetype<DirectNode>(at));
  const last = <usize>island.firstPair + <usize>island.pairCount * offsetof<DirectPair>();
  for (let at = <usize>island.firstPair; at < last; at += offsetof<DirectPair>()) {
    const pair = changetype<DirectPair>(at);
    const later = changetype<DirectNode>(<usize>pair.later);
    const earlier = changetype<DirectNode>(<usize>pair.earlier);
    const columns = earlier.active;
    let to = <usize>earlier.panel + ((<usize>(changetype<DirectLink>(<usize>pair.link).row * columns)) << 3);
    for (let r: u32 = 0; r < later.active; r++) {
      const gradient = <usize>(wordAt(later.list, r) + pair.gradient);
      for (let c: u32 = 0; c < columns; c++) {
        store<f64>(to, load<f64>(to) + dot6(gradient, <usize>(wordAt(earlier.list, c) + pair.response)));
        to += 8;
      }
    }
  }
}

function assembleNode(node: DirectNode): void {
  const count = node.active;
  const a = node.bodyA;
  const b = node.bodyB;
  const panel = <usize>node.panel;
  clear(panel, (<usize>(node.panelRows * count)) << 3);
  for (let k: u32 = 0; k < count; k++) {
    const entry = <usize>wordAt(node.list, k);
    if (a) respond(bodyOf(a), entry + A, entry + RESPONSE_A);
    if (b) respond(bodyOf(b), entry + B, entry + RESPONSE_B);
    const row = panel + ((<usize>(k * count)) << 3);
    for (let other: u32 = 0; other <= k; other++) {
      const from = <usize>wordAt(node.list, other);
      let sum: f64 = 0;
      if (a) sum += dot6(entry + A, from + RESPONSE_A);
      if (b) sum += dot6(entry + B, from + RESPONSE_B);
      store<f64>(row + ((<usize>other) << 3), sum);
    }
    const one = changetype<Entry>(entry);
    const diagonal = row + ((<usize>k) << 3);
    let whole = load<f64>(diagonal) + one.softness + node.give * one.ease;
    if (node.bodyC | node.bodyD) whole += massOfSecond(node, entry + ENTRY);
    store<f64>(diagonal, whole);
    // What pivots are compared with.
    store<f64>(<usize>node.inverses + ((<usize>k) << 3), whole);
  }
}

/** What the bodies of a gear's second joint add to the inverse mass of its row. */
function massOfSecond(node: DirectNode, entry: usize): f64 {
  let sum: f64 = 0;
  if (node.bodyC) {
    respond(bodyOf(node.bodyC), entry + A, entry + RESPONSE_A);
    sum += dot6(entry + A, entry + RESPONSE_A);
  }
  if (node.bodyD) {
    respond(bodyOf(node.bodyD), entry + B, entry + RESPONSE_B);
    sum += dot6(entry + B, entry + RESPONSE_B);
  }
  return sum;
}

/** Factors the island's matrix, and takes its right-hand side through L. */
export function factor(island: DirectIsland): void {
  const end = <usize>island.firstNode + <usize>island.nodeCount * offsetof<DirectNode>();
  for (let at = <usize>island.firstNode; at < end; at += offsetof<DirectNode>()) {
    const node = changetype<DirectNode>(at);
    factorColumn(node);
    for (let k: u32 = 0; k < node.linkCount; k++) {
      const link = linkAt(node, k);
      if (node.active == 3 && changetype<DirectNode>(<usize>link.node).active == 3) updateThree(node, link, k);
      else updateColumn(node, link, k);
    }
  }
}

/** The node's own block and what is below it. */
function factorColumn(node: DirectNode): void {
  const count = node.active;
  const rows = node.panelRows;
  const size = (<usize>count) << 3;
  const panel = <usize>node.panel;
  const pivots = <usize>node.pivots;
  const inverses = <usize>node.inverses;
  for (let c: u32 = 0; c < count; c++) {
    const column = (<usize>c) << 3;
    const pivot = load<f64>(panel + <usize>c * size + column);
    const whole = load<f64>(inverses + column);
    const inverse: f64 = pivot > LEAST_PIVOT * whole ? 1 / pivot : 0;
    store<f64>(pivots + column, pivot);
    store<f64>(inverses + column, inverse);
    for (let r = c + 1; r < rows; r++) {
      const row = panel + <usize>r * size;
      const scaled = load<f64>(row + column) * inverse;
      const last = min(r, count - 1);
      for (let other = c + 1; other <= last; other++) {
        const at = row + ((<usize>other) << 3);
        const entry = panel + <usize>other * size + column;
        // Rows of the block itself are scaled only when all of them have been used.
        store<f64>(at, load<f64>(at) - scaled * load<f64>(entry));
      }
    }
    for (let r = c + 1; r < rows; r++) {
      const at = panel + <usize>r * size + column;
      store<f64>(at, load<f64>(at) * inverse);
    }
  }
}

/** The row of the block of a link's later neighbour in its own panel. */
function targetRow(link: DirectLink, index: u32): u32 {
  const target = wordAt(link.targets, index);
  return target ? changetype<DirectLink>(<usize>target).row : 0;
}

/** Takes L D L^T of a node from the column of a later one. */
function updateColumn(node: DirectNode, link: DirectLink, index: u32): void {
  const count = node.active;
  const size = (<usize>count) << 3;
  const later = changetype<DirectNode>(<usize>link.node);
  const width = later.active;
  const block = <usize>node.panel + <usize>link.row * size;
  const pivots = <usize>node.pivots;
  const panel = <usize>later.panel;
  for (let s: u32 = 0; s < width; s++) {
    // A row of L D.
    const its = block + <usize>s * size;
    for (let c: usize = 0; c < size; c += 8) store<f64>(SCALED + c, load<f64>(pivots + c) * load<f64>(its + c));
    for (let m = index; m < node.linkCount; m++) {
      const other = linkAt(node, m);
      const rows = changetype<DirectNode>(<usize>other.node).active;
      const mine = <usize>node.panel + <usize>other.row * size;
      const to = panel + ((<usize>(targetRow(link, m - index) * width + s)) << 3);
      for (let r: u32 = m == index ? s : 0; r < rows; r++) {
        const row = mine + <usize>r * size;
        let sum: f64 = 0;
        for (let c: usize = 0; c < size; c += 8) sum += load<f64>(row + c) * load<f64>(SCALED + c);
        const at = to + ((<usize>(r * width)) << 3);
        store<f64>(at, load<f64>(at) - sum);
      }
    }
  }
}

/** The same where both have three rows. */
function updateThree(node: DirectNode, link: DirectLink, index: u32): void {
  const pivots = <usize>node.pivots;
  const d0 = load<f64>(pivots);
  const d1 = load<f64>(pivots, 8);
  const d2 = load<f64>(pivots, 16);
  const block = <usize>node.panel + <usize>link.row * 24;
  const panel = <usize>changetype<DirectNode>(<usize>link.node).panel;
  const a0 = d0 * load<f64>(block);
  const a1 = d1 * load<f64>(block, 8);
  const a2 = d2 * load<f64>(block, 16);
  const b0 = d0 * load<f64>(block, 24);
  const b1 = d1 * load<f64>(block, 32);
  const b2 = d2 * load<f64>(block, 40);
  const c0 = d0 * load<f64>(block, 48);
  const c1 = d1 * load<f64>(block, 56);
  const c2 = d2 * load<f64>(block, 64);
  for (let m = index; m < node.linkCount; m++) {
    const other = linkAt(node, m);
    let row = <usize>node.panel + <usize>other.row * 24;
    let to = panel + <usize>targetRow(link, m - index) * 24;
    const end = row + <usize>changetype<DirectNode>(<usize>other.node).active * 24;
    for (; row < end; row += 24) {
      const x = load<f64>(row);
      const y = load<f64>(row, 8);
      const z = load<f64>(row, 16);
      store<f64>(to, load<f64>(to) - (x * a0 + y * a1 + z * a2));
      // Above the diagonal nobody looks.
      store<f64>(to, load<f64>(to, 8) - (x * b0 + y * b1 + z * b2), 8);
      store<f64>(to, load<f64>(to, 16) - (x * c0 + y * c1 + z * c2), 16);
      to += 24;
    }
  }
}

/** From the right-hand sides to the solution, in place. */
export function substitute(island: DirectIsland): void {
  const first = <usize>island.firstNode;
  const end = first + <usize>island.nodeCount * offsetof<DirectNode>();
  for (let at = first; at < end; at += offsetof<DirectNode>()) forward(changetype<DirectNode>(at));
  substituteBack(island);
}

/** From what L has been taken from to the solution, in place. */
export function substituteBack(island: DirectIsland): void {
  const first = <usize>island.firstNode;
  const end = first + <usize>island.nodeCount * offsetof<DirectNode>();
  for (let at = end; at > first; ) {
    at -= offsetof<DirectNode>();
    backward(changetype<DirectNode>(at));
  }
}

function forward(node: DirectNode): void {
  const count = node.active;
  const size = (<usize>count) << 3;
  const vector = <usize>node.vector;
  for (let r: u32 = 1; r < count; r++) {
    const row = <usize>node.panel + <usize>r * size;
    let sum: f64 = load<f64>(vector + ((<usize>r) << 3));
    for (let c: usize = 0; c < (<usize>r) << 3; c += 8) sum -= load<f64>(row + c) * load<f64>(vector + c);
    store<f64>(vector + ((<usize>r) << 3), sum);
  }
  for (let k: u32 = 0; k < node.linkCount; k++) {
    const link = linkAt(node, k);
    const other = changetype<DirectNode>(<usize>link.node);
    let row = <usize>node.panel + <usize>link.row * size;
    const end = <usize>other.vector + ((<usize>other.active) << 3);
    for (let to = <usize>other.vector; to < end; to += 8) {
      let sum: f64 = load<f64>(to);
      for (let c: usize = 0; c < size; c += 8) sum -= load<f64>(row + c) * load<f64>(vector + c);
      store<f64>(to, sum);
      row += size;
    }
  }
}

function backward(node: DirectNode): void {
  const count = node.active;
  const size = (<usize>count) << 3;
  const vector = <usize>node.vector;
  const inverses = <usize>node.inverses;
  for (let c: usize = 0; c < size; c += 8) store<f64>(vector + c, load<f64>(vector + c) * load<f64>(inverses + c));
  for (let k: u32 = 0; k < node.linkCount; k++) {
    const link = linkAt(node, k);
    const other = changetype<DirectNode>(<usize>link.node);
    let row = <usize>node.panel + <usize>link.row * size;
    const end = <usize>other.vector + ((<usize>other.active) << 3);
    for (let from = <usize>other.vector; from < end; from += 8) {
      const x = load<f64>(from);
      for (let c: usize = 0; c < size; c += 8) store<f64>(vector + c, load<f64>(vector + c) - x * load<f64>(row + c));
      row += size;
    }
  }
  for (let r = count; r > 1; r--) {
    const row = <usize>node.panel + <usize>(r - 1) * size;
    const x = load<f64>(vector + ((<usize>(r - 1)) << 3));
    for (let c: usize = 0; c < (<usize>(r - 1)) << 3; c += 8) store<f64>(vector + c, load<f64>(vector + c) - x * load<f64>(row + c));
  }
}
