// Ball joints without limits, the nodes of chains and nets: three rows that hold a point along the axes of the world, with nothing of their gradients to find but the torques of
// unit forces, e_k x r. Of the block J M^-1 J^T that leaves (1/mA + 1/mB) 1 - [rA]x SA [rA]x - [rB]x SB [rB]x, and of one that a body shares with another node
// half of that (SPECIFICATION.md, section 1).
import { DirectHead, DirectRow } from './row.kernel';
import { ENTRY, isLocked, lane, loadPointGradients, RESPONSE } from './lanes';
import { DirectBody, DirectLink, DirectNode, DirectPair, Entry } from './record';
import { clear } from '../../memory/words';

const A: usize = offsetof<Entry>('a0');
const B: usize = offsetof<Entry>('b0');
const ROW: usize = offsetof<DirectRow<v128>>();

/** Whether a node is such a joint, and no axis of its bodies is locked. */
export function isPoint(node: DirectNode): bool {
  return node.point != 0 && node.locked == 0;
}

/** Takes over what may differ from substep to substep; false where it is not such a joint, or was not. */
export function loadPoint(node: DirectNode): bool {
  if (!isPoint(node) || isLocked(node.bodyA) || isLocked(node.bodyB)) return false;
  const head = <usize>node.head;
  node.load0 = lane(head, offsetof<DirectHead<v128>>('impulsex'));
  node.load1 = lane(head, offsetof<DirectHead<v128>>('impulsey'));
  node.load2 = lane(head, offsetof<DirectHead<v128>>('impulsez'));
  loadPointGradients(node);
  let row = <usize>node.rows;
  let at = <usize>node.entries;
  for (const end = at + 3 * ENTRY; at < end; at += ENTRY) {
    const entry = changetype<Entry>(at);
    entry.residual = lane(row, offsetof<DirectRow<v128>>('residual'));
    entry.softness = lane(row, offsetof<DirectRow<v128>>('softness'));
    entry.impulse = lane(row, offsetof<DirectRow<v128>>('impulse'));
    entry.change = 0;
    row += ROW;
  }
  return true;
}

function add(at: usize, value: f64): void {
  store<f64>(at, load<f64>(at) + value);
}

/** What the rows do to one of the bodies, and what that is for the block of the node. */
function addBody(panel: usize, entries: usize, body: DirectBody): void {
  const second = entries + ENTRY;
  const third = second + ENTRY;
  const y0 = load<f64>(entries, 32);
  const z0 = load<f64>(entries, 40);
  const x1 = load<f64>(second, 24);
  const z1 = load<f64>(second, 40);
  const x2 = load<f64>(third, 24);
  const y2 = load<f64>(third, 32);
  const mass = body.mass0;
  // Columns of S times these torques.
  const a0 = body.sxy * y0 + body.sxz * z0;
  const a1 = body.syy * y0 + body.syz * z0;
  const a2 = body.syz * y0 + body.szz * z0;
  const b0 = body.sxx * x1 + body.sxz * z1;
  const b1 = body.sxy * x1 + body.syz * z1;
  const b2 = body.sxz * x1 + body.szz * z1;
  const c0 = body.sxx * x2 + body.sxy * y2;
  const c1 = body.sxy * x2 + body.syy * y2;
  const c2 = body.sxz * x2 + body.syz * y2;
  add(panel, mass + y0 * a1 + z0 * a2);
  add(panel + 24, x1 * a0 + z1 * a2);
  add(panel + 32, mass + x1 * b0 + z1 * b2);
  add(panel + 48, x2 * a0 + y2 * a1);
  add(panel + 56, x2 * b0 + y2 * b1);
  add(panel + 64, mass + x2 * c0 + y2 * c1);
  store<f64>(entries, mass * load<f64>(entries), RESPONSE);
  store<f64>(entries, a0, RESPONSE + 24);
  store<f64>(entries, a1, RESPONSE + 32);
  store<f64>(entries, a2, RESPONSE + 40);
  store<f64>(second, mass * load<f64>(second, 8), RESPONSE + 8);
  store<f64>(second, b0, RESPONSE + 24);
  store<f64>(second, b1, RESPONSE + 32);
  store<f64>(second, b2, RESPONSE + 40);
  store<f64>(third, mass * load<f64>(third, 16), RESPONSE + 16);
  store<f64>(third, c0, RESPONSE + 24);
  store<f64>(third, c1, RESPONSE + 32);
  store<f64>(third, c2, RESPONSE + 40);
}

/** The block of such a node, and J M^-1. */
export function assemblePoint(node: DirectNode): void {
  const panel = <usize>node.panel;
  const entries = <usize>node.entries;
  const inverses = <usize>node.inverses;
  clear(panel, <usize>node.panelRows * 24);
  store<f64>(panel, changetype<Entry>(entries).softness);
  store<f64>(panel, changetype<Entry>(entries + ENTRY).softness, 32);
  store<f64>(panel, changetype<Entry>(entries + 2 * ENTRY).softness, 64);
  if (node.bodyA) addBody(panel, entries + A, changetype<DirectBody>(<usize>node.bodyA));
  if (node.bodyB) addBody(panel, entries + B, changetype<DirectBody>(<usize>node.bodyB));
  // What pivots are compared with.
  store<f64>(inverses, load<f64>(panel));
  store<f64>(inverses, load<f64>(panel, 32), 8);
  store<f64>(inverses, load<f64>(panel, 64), 16);
}

/** The block of two such nodes that share a body. */
export function assemblePointPair(pair: DirectPair): void {
  const earlier = changetype<DirectNode>(<usize>pair.earlier);
  const from = <usize>earlier.entries + <usize>pair.response;
  const by = <usize>changetype<DirectNode>(<usize>pair.later).entries + <usize>pair.gradient;
  const to = <usize>earlier.panel + <usize>changetype<DirectLink>(<usize>pair.link).row * 24;
  const y0 = load<f64>(by, 32);
  const z0 = load<f64>(by, 40);
  const x1 = load<f64>(by + ENTRY, 24);
  const z1 = load<f64>(by + ENTRY, 40);
  const x2 = load<f64>(by + 2 * ENTRY, 24);
  const y2 = load<f64>(by + 2 * ENTRY, 32);
  for (let k: usize = 0; k < 3; k++) {
    const response = from + k * ENTRY;
    const x = load<f64>(response, 24);
    const y = load<f64>(response, 32);
    const z = load<f64>(response, 40);
    const column = to + (k << 3);
    add(column, y0 * y + z0 * z);
    add(column + 24, x1 * x + z1 * z);
    add(column + 48, x2 * x + y2 * y);
    add(column + 24 * k, load<f64>(by + k * (ENTRY + 8)) * load<f64>(response + (k << 3)));
  }
}
