// L D L^T of the matrix of an island, a symmetric block matrix with the sparsity of the plan: node by node, each of which takes its part from later ones (right-looking).
import { linkAt } from './plan';
import { DirectIsland, DirectLink, DirectNode } from './record';
import { wordAt } from '../../memory/words';

/** Of a diagonal entry: a pivot below this part of it is rounding, and its row does nothing. */
const LEAST_PIVOT: f64 = 1e-13;

/** Rows of a node: 32 of coordinates, and those that only slow. */
const MOST_ROWS: u32 = 36;
/** A row of L. */
const SCALED: usize = scratch<f64>(MOST_ROWS);

/** Sum of products of so many bytes of numbers. */
function product(a: usize, b: usize, bytes: usize): f64 {
  const pairs = bytes & ~15;
  let sum = f64x2.splat(0);
  for (let at: usize = 0; at < pairs; at += 16) sum = f64x2.add(sum, f64x2.mul(v128.load(a + at), v128.load(b + at)));
  const whole = f64x2.extract_lane(sum, 0) + f64x2.extract_lane(sum, 1);
  return bytes & 8 ? whole + load<f64>(a + pairs) * load<f64>(b + pairs) : whole;
}

/** to -= factor from, of so many bytes of numbers. */
function subtract(to: usize, factor: f64, from: usize, bytes: usize): void {
  const pairs = bytes & ~15;
  const f = f64x2.splat(factor);
  for (let at: usize = 0; at < pairs; at += 16) v128.store(to + at, f64x2.sub(v128.load(to + at), f64x2.mul(f, v128.load(from + at))));
  if (bytes & 8) store<f64>(to + pairs, load<f64>(to + pairs) - factor * load<f64>(from + pairs));
}

/** Factors the island's matrix, and takes its right-hand sides through L. */
export function factor(island: DirectIsland): void {
  const end = <usize>island.firstNode + <usize>island.nodeCount * offsetof<DirectNode>();
  for (let at = <usize>island.firstNode; at < end; at += offsetof<DirectNode>()) {
    const node = changetype<DirectNode>(at);
    if (node.active == 3) factorThree(node);
    else if (node.active) factorAny(node);
  }
}

/** Of rounding, a row does nothing. `index`: its bytes from the first. */
function keepPivot(node: DirectNode, index: usize, pivot: f64): f64 {
  const inverses = <usize>node.inverses + index;
  const inverse: f64 = pivot > LEAST_PIVOT * load<f64>(inverses) ? 1 / pivot : 0;
  store<f64>(inverses, inverse);
  return inverse;
}

/** The first numbers of a row through L of the node's block: those of L D. */
function through(row: usize, panel: usize, size: usize, end: usize): void {
  if (end < 16) return;
  let other = panel + size;
  const x0 = load<f64>(row);
  const x1 = load<f64>(row, 8) - x0 * load<f64>(other);
  store<f64>(row, x1, 8);
  if (end < 24) return;
  other += size;
  const x2 = load<f64>(row, 16) - x0 * load<f64>(other) - x1 * load<f64>(other, 8);
  store<f64>(row, x2, 16);
  if (end < 32) return;
  other += size;
  const x3 = load<f64>(row, 24) - x0 * load<f64>(other) - x1 * load<f64>(other, 8) - x2 * load<f64>(other, 16);
  store<f64>(row, x3, 24);
  if (end < 40) return;
  other += size;
  const first = x0 * load<f64>(other) + x1 * load<f64>(other, 8);
  store<f64>(row, load<f64>(row, 32) - first - x2 * load<f64>(other, 16) - x3 * load<f64>(other, 24), 32);
  for (let c: usize = 40; c < end; c += 8) {
    other += size;
    store<f64>(row + c, load<f64>(row + c) - product(row, other, c));
  }
}

function factorAny(node: DirectNode): void {
  const size = (<usize>node.active) << 3;
  const panel = <usize>node.panel;
  const inverses = <usize>node.inverses;
  let row = panel;
  for (let r: usize = 0; r < size; r += 8) {
    through(row, panel, size, r);
    let pivot = load<f64>(row + r);
    for (let c: usize = 0; c < r; c += 8) {
      const whole = load<f64>(row + c);
      const scaled = whole * load<f64>(inverses + c);
      pivot -= whole * scaled;
      store<f64>(row + c, scaled);
    }
    keepPivot(node, r, pivot);
    row += size;
  }
  through(<usize>node.vector, panel, size, size);
  const end = panel + <usize>node.panelRows * size;
  for (; row < end; row += size) through(row, panel, size, size);
  const isShort = size >= 32 && size <= 48;
  for (let k: u32 = 0; k < node.linkCount; k++) {
    if (isShort) updateSix(node, linkAt(node, k), k, size);
    else updateAny(node, linkAt(node, k), k, size);
  }
}

/** The row of the block of a link's later neighbour in its own panel. */
function targetRow(link: DirectLink, index: u32): u32 {
  const target = wordAt(link.targets, index);
  return target ? changetype<DirectLink>(<usize>target).row : 0;
}

/** Takes L D L^T of a node from the panel of a later one, and L times its vector from that one's. The rows of this and later links are those of L D, and become L. */
function updateAny(node: DirectNode, link: DirectLink, index: u32, size: usize): void {
  const later = changetype<DirectNode>(<usize>link.node);
  const width = (<usize>later.active) << 3;
  const inverses = <usize>node.inverses;
  let row = <usize>node.panel + <usize>link.row * size;
  for (let s: usize = 0; s < width; s += 8) {
    for (let c: usize = 0; c < size; c += 8) store<f64>(SCALED + c, load<f64>(row + c) * load<f64>(inverses + c));
    const right = <usize>later.vector + s;
    store<f64>(right, load<f64>(right) - product(SCALED, <usize>node.vector, size));
    let from = row;
    // Above the diagonal nobody looks.
    let to = <usize>later.panel + (s >> 3) * width + s;
    for (let m = index; m < node.linkCount; m++) {
      const other = linkAt(node, m);
      const end = <usize>node.panel + <usize>(other.row + changetype<DirectNode>(<usize>other.node).active) * size;
      if (m > index) {
        from = <usize>node.panel + <usize>other.row * size;
        to = <usize>later.panel + <usize>targetRow(link, m - index) * width + s;
      }
      for (; from < end; from += size) {
        store<f64>(to, load<f64>(to) - product(SCALED, from, size));
        to += width;
      }
    }
    for (let c: usize = 0; c < size; c += 8) store<f64>(row + c, load<f64>(SCALED + c));
    row += size;
  }
}

/** The same of four to six rows, in registers. */
function updateSix(node: DirectNode, link: DirectLink, index: u32, size: usize): void {
  const later = changetype<DirectNode>(<usize>link.node);
  const width = (<usize>later.active) << 3;
  const inverses = <usize>node.inverses;
  const vector = <usize>node.vector;
  // Which of the fifth and sixth numbers of a row there are; behind the last one may be anything.
  const rest = i64x2.replace_lane(i64x2.splat(size == 48 ? -1 : 0), 0, size >= 40 ? -1 : 0);
  const i0 = v128.load(inverses);
  const i1 = v128.load(inverses, 16);
  const i2 = v128.and(v128.load(inverses, 32), rest);
  const v0 = v128.load(vector);
  const v1 = v128.load(vector, 16);
  const v2 = v128.and(v128.load(vector, 32), rest);
  let row = <usize>node.panel + <usize>link.row * size;
  for (let s: usize = 0; s < width; s += 8) {
    const x = f64x2.mul(v128.load(row), i0);
    const y = f64x2.mul(v128.load(row, 16), i1);
    const z = f64x2.mul(v128.and(v128.load(row, 32), rest), i2);
    const right = <usize>later.vector + s;
    const known = f64x2.add(f64x2.add(f64x2.mul(x, v0), f64x2.mul(y, v1)), f64x2.mul(z, v2));
    store<f64>(right, load<f64>(right) - (f64x2.extract_lane(known, 0) + f64x2.extract_lane(known, 1)));
    let from = row;
    let to = <usize>later.panel + (s >> 3) * width + s;
    for (let m = index; m < node.linkCount; m++) {
      const other = linkAt(node, m);
      const end = <usize>node.panel + <usize>(other.row + changetype<DirectNode>(<usize>other.node).active) * size;
      if (m > index) {
        from = <usize>node.panel + <usize>other.row * size;
        to = <usize>later.panel + <usize>targetRow(link, m - index) * width + s;
      }
      for (; from < end; from += size) {
        const third = f64x2.mul(z, v128.and(v128.load(from, 32), rest));
        const sum = f64x2.add(f64x2.add(f64x2.mul(x, v128.load(from)), f64x2.mul(y, v128.load(from, 16))), third);
        store<f64>(to, load<f64>(to) - (f64x2.extract_lane(sum, 0) + f64x2.extract_lane(sum, 1)));
        to += width;
      }
    }
    v128.store(row, x);
    v128.store(row, y, 16);
    if (size >= 40) store<f64>(row, f64x2.extract_lane(z, 0), 32);
    if (size == 48) store<f64>(row, f64x2.extract_lane(z, 1), 40);
    row += size;
  }
}

/** The same of three rows. */
function factorThree(node: DirectNode): void {
  const panel = <usize>node.panel;
  const vector = <usize>node.vector;
  const i0 = keepPivot(node, 0, load<f64>(panel));
  const w10 = load<f64>(panel, 24);
  const w20 = load<f64>(panel, 48);
  const l10 = w10 * i0;
  const l20 = w20 * i0;
  const i1 = keepPivot(node, 8, load<f64>(panel, 32) - w10 * l10);
  const w21 = load<f64>(panel, 56) - w20 * l10;
  const l21 = w21 * i1;
  const i2 = keepPivot(node, 16, load<f64>(panel, 64) - w20 * l20 - w21 * l21);
  store<f64>(panel, l10, 24);
  store<f64>(panel, l20, 48);
  store<f64>(panel, l21, 56);
  const v0 = load<f64>(vector);
  const v1 = load<f64>(vector, 8) - v0 * l10;
  const v2 = load<f64>(vector, 16) - v0 * l20 - v1 * l21;
  store<f64>(vector, v1, 8);
  store<f64>(vector, v2, 16);
  const last = panel + <usize>node.panelRows * 24;
  for (let row = panel + 72; row < last; row += 24) {
    const x = load<f64>(row);
    const y = load<f64>(row, 8) - x * l10;
    store<f64>(row, y, 8);
    store<f64>(row, load<f64>(row, 16) - x * l20 - y * l21, 16);
  }
  for (let k: u32 = 0; k < node.linkCount; k++) {
    const link = linkAt(node, k);
    const later = changetype<DirectNode>(<usize>link.node);
    const width = (<usize>later.active) << 3;
    let row = panel + <usize>link.row * 24;
    for (let s: usize = 0; s < width; s += 8) {
      const x = load<f64>(row) * i0;
      const y = load<f64>(row, 8) * i1;
      const z = load<f64>(row, 16) * i2;
      const right = <usize>later.vector + s;
      store<f64>(right, load<f64>(right) - (x * v0 + y * v1 + z * v2));
      let from = row;
      let to = <usize>later.panel + (s >> 3) * width + s;
      for (let m = k; m < node.linkCount; m++) {
        const other = linkAt(node, m);
        const end = panel + <usize>(other.row + changetype<DirectNode>(<usize>other.node).active) * 24;
        if (m > k) {
          from = panel + <usize>other.row * 24;
          to = <usize>later.panel + <usize>targetRow(link, m - k) * width + s;
        }
        for (; from < end; from += 24) {
          store<f64>(to, load<f64>(to) - (x * load<f64>(from) + y * load<f64>(from, 8) + z * load<f64>(from, 16)));
          to += width;
        }
      }
      store<f64>(row, x);
      store<f64>(row, y, 8);
      store<f64>(row, z, 16);
      row += 24;
    }
  }
}

/** What factor() does with a right-hand side, once more: takes a vector of a node, and its part from those of later ones, through L. */
export function forwardSubstitute(node: DirectNode): void {
  if (!node.active) return;
  const size = (<usize>node.active) << 3;
  const vector = <usize>node.vector;
  through(vector, <usize>node.panel, size, size);
  for (let k: u32 = 0; k < node.linkCount; k++) {
    const link = linkAt(node, k);
    const later = changetype<DirectNode>(<usize>link.node);
    let row = <usize>node.panel + <usize>link.row * size;
    const end = <usize>later.vector + ((<usize>later.active) << 3);
    for (let to = <usize>later.vector; to < end; to += 8) {
      store<f64>(to, load<f64>(to) - product(row, vector, size));
      row += size;
    }
  }
}

/** From the vector that factor() leaves to the solution, of a node whose later ones have theirs. */
export function backSubstitute(node: DirectNode): void {
  if (node.active == 3) backThree(node);
  else if (node.active) backAny(node);
}

function backAny(node: DirectNode): void {
  const size = (<usize>node.active) << 3;
  const vector = <usize>node.vector;
  const inverses = <usize>node.inverses;
  for (let c: usize = 0; c < size; c += 8) store<f64>(vector + c, load<f64>(vector + c) * load<f64>(inverses + c));
  for (let k: u32 = 0; k < node.linkCount; k++) {
    const link = linkAt(node, k);
    const other = changetype<DirectNode>(<usize>link.node);
    let row = <usize>node.panel + <usize>link.row * size;
    const end = <usize>other.vector + ((<usize>other.active) << 3);
    for (let from = <usize>other.vector; from < end; from += 8) {
      subtract(vector, load<f64>(from), row, size);
      row += size;
    }
  }
  let row = <usize>node.panel + (size >> 3) * size;
  for (let r = size - 8; r > 0; r -= 8) {
    row -= size;
    subtract(vector, load<f64>(vector + r), row, r);
  }
}

function backThree(node: DirectNode): void {
  const vector = <usize>node.vector;
  const inverses = <usize>node.inverses;
  const panel = <usize>node.panel;
  let x = load<f64>(vector) * load<f64>(inverses);
  let y = load<f64>(vector, 8) * load<f64>(inverses, 8);
  let z = load<f64>(vector, 16) * load<f64>(inverses, 16);
  for (let k: u32 = 0; k < node.linkCount; k++) {
    const link = linkAt(node, k);
    const other = changetype<DirectNode>(<usize>link.node);
    let row = panel + <usize>link.row * 24;
    const end = <usize>other.vector + ((<usize>other.active) << 3);
    for (let from = <usize>other.vector; from < end; from += 8) {
      const by = load<f64>(from);
      x -= by * load<f64>(row);
      y -= by * load<f64>(row, 8);
      z -= by * load<f64>(row, 16);
      row += 24;
    }
  }
  y -= z * load<f64>(panel, 56);
  store<f64>(vector, x - z * load<f64>(panel, 48) - y * load<f64>(panel, 24));
  store<f64>(vector, y, 8);
  store<f64>(vector, z, 16);
}
