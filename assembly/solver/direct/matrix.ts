// The blocks of J M^-1 J^T of an island and its right-hand sides, in double precision. factor.ts solves what comes out.
import { linkAt } from './plan';
import { assemblePoint, assemblePointPair, isPoint } from './point';
import { DirectBody, DirectIsland, DirectLink, DirectNode, DirectPair, Entry } from './record';
import { clear, setWord, wordAt } from '../../memory/words';

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

/** What the gradients of a node's rows, each at `from` in its Entry, do to a body. */
function respondAll(node: DirectNode, body: DirectBody, from: usize): void {
  const masses = v128.load(changetype<usize>(body), offsetof<DirectBody>('mass0'));
  const mixed = f64x2(body.mass2, body.sxx);
  const mixedY = f64x2(0, body.sxy);
  const mixedZ = f64x2(0, body.sxz);
  const lastX = f64x2(body.sxy, body.sxz);
  const lastY = f64x2(body.syy, body.syz);
  const lastZ = f64x2(body.syz, body.szz);
  const list = <usize>node.list;
  const end = list + ((<usize>node.active) << 2);
  for (let at = list; at < end; at += 4) {
    const gradient = <usize>load<u32>(at) + from;
    const x = v128.load64_splat(gradient, 24);
    const y = v128.load64_splat(gradient, 32);
    const z = v128.load64_splat(gradient, 40);
    const second = f64x2.add(f64x2.mul(mixed, v128.load(gradient, 16)), f64x2.add(f64x2.mul(mixedY, y), f64x2.mul(mixedZ, z)));
    const third = f64x2.add(f64x2.mul(lastX, x), f64x2.add(f64x2.mul(lastY, y), f64x2.mul(lastZ, z)));
    v128.store(gradient, f64x2.mul(masses, v128.load(gradient)), RESPONSE_A);
    v128.store(gradient, second, RESPONSE_A + 16);
    v128.store(gradient, third, RESPONSE_A + 32);
  }
}

/** Of these rows lists those in the block, behind so many others. Returns how many there are then. */
function listSome(node: DirectNode, first: u32, end: u32, before: u32): u32 {
  const last = <usize>node.entries + <usize>end * ENTRY;
  let active = before;
  for (let entry = <usize>node.entries + <usize>first * ENTRY; entry < last; entry += ENTRY)
    if (changetype<Entry>(entry).state == 0) setWord(node.list, active++, <u32>entry);
  return active;
}

/** Lists the rows that are in the block, and where those of links are in the panels. */
export function listRows(island: DirectIsland): void {
  const end = <usize>island.firstNode + <usize>island.nodeCount * offsetof<DirectNode>();
  let moved = false;
  for (let at = <usize>island.firstNode; at < end; at += offsetof<DirectNode>()) {
    const node = changetype<DirectNode>(at);
    // Rows without bounds stay where they are.
    if (node.active == node.count && !(node.bounded | node.slows)) continue;
    let active = listSome(node, 0, node.live, 0);
    active = listSome(node, node.own, node.count, active);
    if (node.active != active) moved = true;
    node.active = active;
  }
  if (!moved) return;
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

/** J M^-1 of the rows listed, and the blocks J M^-1 J^T of the island; right-hand sides, where the changes of the bodies are those that are known. */
export function assemble(island: DirectIsland): void {
  const end = <usize>island.firstNode + <usize>island.nodeCount * offsetof<DirectNode>();
  const last = <usize>island.firstPair + <usize>island.pairCount * offsetof<DirectPair>();
  let pair = <usize>island.firstPair;
  for (let at = <usize>island.firstNode; at < end; at += offsetof<DirectNode>()) {
    const node = changetype<DirectNode>(at);
    if (isPoint(node)) assemblePoint(node);
    else {
      if (node.bodyA) respondAll(node, bodyOf(node.bodyA), A);
      if (node.bodyB) respondAll(node, bodyOf(node.bodyB), B);
      assembleNode(node);
    }
    askRows(node);
    // Pairs lie in the order of their earlier nodes.
    for (; pair < last && changetype<DirectPair>(pair).earlier == <u32>at; pair += offsetof<DirectPair>()) {
      const shared = changetype<DirectPair>(pair);
      if (isPoint(node) && isPoint(changetype<DirectNode>(<usize>shared.later))) assemblePointPair(shared);
      else assemblePair(shared);
    }
  }
}

function assemblePair(pair: DirectPair): void {
  const later = changetype<DirectNode>(<usize>pair.later);
  const earlier = changetype<DirectNode>(<usize>pair.earlier);
  const first = <usize>earlier.list;
  const last = first + ((<usize>earlier.active) << 2);
  const response = <usize>pair.response;
  let to = <usize>earlier.panel + ((<usize>(changetype<DirectLink>(<usize>pair.link).row * earlier.active)) << 3);
  for (let r: u32 = 0; r < later.active; r++) {
    const gradient = <usize>(wordAt(later.list, r) + pair.gradient);
    const x = v128.load(gradient);
    const y = v128.load(gradient, 16);
    const z = v128.load(gradient, 32);
    let held = x;
    let isSecond = false;
    for (let at = first; at < last; at += 4) {
      const from = <usize>load<u32>(at) + response;
      const sum = f64x2.add(f64x2.mul(x, v128.load(from)), f64x2.add(f64x2.mul(y, v128.load(from, 16)), f64x2.mul(z, v128.load(from, 32))));
      if (isSecond) {
        v128.store(to, f64x2.add(v128.load(to), sums(held, sum)));
        to += 16;
      }
      held = sum;
      isSecond = !isSecond;
    }
    if (!isSecond) continue;
    store<f64>(to, load<f64>(to) + (f64x2.extract_lane(held, 0) + f64x2.extract_lane(held, 1)));
    to += 8;
  }
}

/** The sum of the two numbers of one vector, and that of another. */
function sums(one: v128, two: v128): v128 {
  return f64x2.add(v128.shuffle<f64>(one, two, 0, 2), v128.shuffle<f64>(one, two, 1, 3));
}

/** The node's own block. A body that does not move has responses of zero. */
function assembleNode(node: DirectNode): void {
  const size = (<usize>node.active) << 3;
  const list = <usize>node.list;
  let row = <usize>node.panel;
  clear(row + <usize>node.active * size, <usize>(node.panelRows - node.active) * size);
  for (let k: usize = 0; k < size; k += 8) {
    const entry = <usize>load<u32>(list + (k >> 1));
    const a0 = v128.load(entry, A);
    const a1 = v128.load(entry, A + 16);
    const a2 = v128.load(entry, A + 32);
    const b0 = v128.load(entry, B);
    const b1 = v128.load(entry, B + 16);
    const b2 = v128.load(entry, B + 32);
    let last = a0;
    for (let c: usize = 0; c <= k; c += 8) {
      const from = <usize>load<u32>(list + (c >> 1));
      const first = f64x2.add(f64x2.mul(a0, v128.load(from, RESPONSE_A)), f64x2.mul(b0, v128.load(from, RESPONSE_B)));
      const second = f64x2.add(f64x2.mul(a1, v128.load(from, RESPONSE_A + 16)), f64x2.mul(b1, v128.load(from, RESPONSE_B + 16)));
      const third = f64x2.add(f64x2.mul(a2, v128.load(from, RESPONSE_A + 32)), f64x2.mul(b2, v128.load(from, RESPONSE_B + 32)));
      const sum = f64x2.add(f64x2.add(first, second), third);
      if (c & 8) v128.store(row + c - 8, sums(last, sum));
      else if (c == k) store<f64>(row + c, f64x2.extract_lane(sum, 0) + f64x2.extract_lane(sum, 1));
      last = sum;
    }
    const one = changetype<Entry>(entry);
    let whole = load<f64>(row + k) + one.softness;
    if (node.bodyC | node.bodyD) whole += massOfSecond(node, entry + ENTRY);
    store<f64>(row + k, whole);
    // What pivots are compared with.
    store<f64>(<usize>node.inverses + k, whole);
    row += size;
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

/** What the rows of a node ask for beyond what is known. */
function askRows(node: DirectNode): void {
  const pushed = isPushed(node.bodyA) || isPushed(node.bodyB) || isPushed(node.bodyC) || isPushed(node.bodyD);
  for (let k: u32 = 0; k < node.active; k++) {
    const entry = changetype<Entry>(<usize>wordAt(node.list, k));
    let asked = entry.residual;
    if (pushed) asked -= speedOf(node, changetype<usize>(entry));
    store<f64>(<usize>node.vector + ((<usize>k) << 3), asked);
  }
}

function isPushed(address: u32): bool {
  return address != 0 && bodyOf(address).pushed != 0;
}

/** J times the changes of the bodies. */
function speedOf(node: DirectNode, entry: usize): f64 {
  let speed: f64 = 0;
  if (node.bodyA) speed += dot6(entry + A, <usize>node.bodyA + offsetof<DirectBody>('change0'));
  if (node.bodyB) speed += dot6(entry + B, <usize>node.bodyB + offsetof<DirectBody>('change0'));
  if (node.bodyC) speed += dot6(entry + ENTRY + A, <usize>node.bodyC + offsetof<DirectBody>('change0'));
  if (node.bodyD) speed += dot6(entry + ENTRY + B, <usize>node.bodyD + offsetof<DirectBody>('change0'));
  return speed;
}

/** What the solution of a node does to its bodies. */
export function applyNode(node: DirectNode): void {
  for (let k: u32 = 0; k < node.active; k++) changetype<Entry>(<usize>wordAt(node.list, k)).change = 0;
  addNode(node);
}

/** What a solution besides the one before does to them. */
export function addNode(node: DirectNode): void {
  for (let k: u32 = 0; k < node.active; k++)
    changetype<Entry>(<usize>wordAt(node.list, k)).change += load<f64>(<usize>node.vector + ((<usize>k) << 3));
  applySides(node);
}

function applySides(node: DirectNode): void {
  if (node.bodyA) applySide(node, node.bodyA, RESPONSE_A);
  if (node.bodyB) applySide(node, node.bodyB, RESPONSE_B);
  if (node.bodyC) applySide(node, node.bodyC, RESPONSE_A + ENTRY);
  if (node.bodyD) applySide(node, node.bodyD, RESPONSE_B + ENTRY);
}

function applySide(node: DirectNode, body: u32, response: usize): void {
  const change = <usize>body + offsetof<DirectBody>('change0');
  let first = v128.load(change);
  let second = v128.load(change, 16);
  let third = v128.load(change, 32);
  for (let k: u32 = 0; k < node.active; k++) {
    const from = <usize>wordAt(node.list, k) + response;
    const x = v128.load64_splat(<usize>node.vector + ((<usize>k) << 3));
    first = f64x2.add(first, f64x2.mul(x, v128.load(from)));
    second = f64x2.add(second, f64x2.mul(x, v128.load(from, 16)));
    third = f64x2.add(third, f64x2.mul(x, v128.load(from, 32)));
  }
  v128.store(change, first);
  v128.store(change, second, 16);
  v128.store(change, third, 32);
}
