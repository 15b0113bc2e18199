// All rows of an island at once, in each substep: J du + softness dp = residual within bounds, du = M^-1 (J^T dp + f). Bodies are eliminated first, then joints in the
// order of the plan (L D L^T of J M^-1 J^T); rows at a bound leave the block (block principal pivoting, Júdice and Pires). SPECIFICATION.md, section 1; Baraff, "Linear-time
// dynamics using Lagrange multipliers", 1996.
import { real } from 'precision';
import { ANGULAR_VELOCITY, INERTIA, PRODUCTS, ROW, VELOCITY } from '../../body/solver-body.kernel';
import { add6, assemble, dot6, factor, respond, substitute } from './matrix';
import { DirectBody, DirectIsland, DirectNode, Entry, State } from './record';
import { DirectRow } from './row.kernel';
import { settleStiffness, stiffen } from './tension.kernel';
import { wordAt } from './words';

/** Passes in which rows may go to their bounds and come back; after as many more, in which they only go, they stay. */
const PASSES: u32 = 5;
/** Of what a row is about: less is rounding. */
const ROUNDING: f64 = sizeof<real>() == 4 ? 1e-5 : 1e-9;
/** In islands with loops, the softness of rigid rows over their inverse mass: redundant ones share their load. */
const EASE: f64 = sizeof<real>() == 4 ? 1e-6 : 1e-8;
const UNBOUNDED: f64 = 1e19;

const ENTRY: usize = offsetof<Entry>();
const NUMBER: usize = sizeof<real>();

function nodesEnd(island: DirectIsland): usize {
  return <usize>island.firstNode + <usize>island.nodeCount * offsetof<DirectNode>();
}

function bodiesEnd(island: DirectIsland): usize {
  return <usize>island.firstBody + <usize>island.bodyCount * offsetof<DirectBody>();
}

function entryOf(node: DirectNode, index: u32): Entry {
  return changetype<Entry>(<usize>node.entries + <usize>index * ENTRY);
}

/** A number of a solver body. */
function number(body: usize, row: usize, index: usize): f64 {
  return <f64>load<real>(body + row + index * NUMBER);
}

function loadBody(body: DirectBody): void {
  const from = <usize>body.solver;
  body.velocity0 = number(from, VELOCITY, 0);
  body.velocity1 = number(from, VELOCITY, 1);
  body.velocity2 = number(from, VELOCITY, 2);
  body.velocity3 = number(from, ANGULAR_VELOCITY, 0);
  body.velocity4 = number(from, ANGULAR_VELOCITY, 1);
  body.velocity5 = number(from, ANGULAR_VELOCITY, 2);
  body.mass0 = number(from, INERTIA, 3);
  body.mass1 = number(from, PRODUCTS, 3);
  body.mass2 = number(from, VELOCITY, 3);
  body.xx = number(from, INERTIA, 0);
  body.yy = number(from, INERTIA, 1);
  body.zz = number(from, INERTIA, 2);
  body.xy = number(from, PRODUCTS, 0);
  body.xz = number(from, PRODUCTS, 1);
  body.yz = number(from, PRODUCTS, 2);
  body.stiff = 0;
  body.pushed = 0;
  memory.fill(changetype<usize>(body) + offsetof<DirectBody>('kxx'), 0, offsetof<DirectBody>() - offsetof<DirectBody>('kxx'));
}

function storeBody(body: DirectBody): void {
  const to = <usize>body.solver;
  store<real>(to + VELOCITY, <real>(body.velocity0 + body.change0));
  store<real>(to + VELOCITY + NUMBER, <real>(body.velocity1 + body.change1));
  store<real>(to + VELOCITY + 2 * NUMBER, <real>(body.velocity2 + body.change2));
  store<real>(to + ANGULAR_VELOCITY, <real>(body.velocity3 + body.change3));
  store<real>(to + ANGULAR_VELOCITY + NUMBER, <real>(body.velocity4 + body.change4));
  store<real>(to + ANGULAR_VELOCITY + 2 * NUMBER, <real>(body.velocity5 + body.change5));
}

/** Address of a row of the bundle, in the node's lane. */
function laneRow(node: DirectNode, index: u32): usize {
  return <usize>node.rows + <usize>wordAt(node.map, index) * offsetof<DirectRow<v128>>();
}

/** Twelve numbers, 16 bytes apart. */
function loadGradient(from: usize, to: usize): void {
  for (let k: usize = 0; k < 12; k++) store<f64>(to + (k << 3), <f64>load<real>(from + (k << 4)));
}

function lane(row: usize, field: usize): f64 {
  return <f64>load<real>(row + field);
}

function inverseMass(address: u32): f64 {
  if (!address) return 0;
  const body = changetype<DirectBody>(<usize>address);
  return (body.mass0 + body.mass1 + body.mass2) / 3;
}

function inverseInertia(address: u32): f64 {
  if (!address) return 0;
  const body = changetype<DirectBody>(<usize>address);
  return (body.xx + body.yy + body.zz) / 3;
}

function loadNode(node: DirectNode, loops: bool): void {
  node.bounded = 0;
  for (let k: u32 = 0; k < node.own; k++) {
    const entry = entryOf(node, k);
    const row = laneRow(node, k);
    loadNodeGradient(node, changetype<usize>(entry), k);
    entry.residual = lane(row, offsetof<DirectRow<v128>>('residual'));
    entry.softness = lane(row, offsetof<DirectRow<v128>>('softness'));
    entry.low = lane(row, offsetof<DirectRow<v128>>('low'));
    entry.high = lane(row, offsetof<DirectRow<v128>>('high'));
    entry.impulse = lane(row, offsetof<DirectRow<v128>>('impulse'));
    entry.change = 0;
    entry.state = State.Free;
    if (loops && entry.softness == 0) {
      const linear = entry.b0 != 0 || entry.b1 != 0 || entry.b2 != 0 || entry.a0 != 0 || entry.a1 != 0 || entry.a2 != 0;
      entry.softness =
        EASE * (linear ? inverseMass(node.bodyA) + inverseMass(node.bodyB) : inverseInertia(node.bodyA) + inverseInertia(node.bodyB));
      entry.residual -= entry.softness * entry.impulse;
    }
    if (entry.low > -UNBOUNDED || entry.high < UNBOUNDED) {
      node.bounded = 1;
      if (lane(row, offsetof<DirectRow<v128>>('holds')) == 0)
        leave(node, entry, atBound(entry, lane(row, offsetof<DirectRow<v128>>('last'))));
    }
  }
}

/** At which of its bounds a row is that does not hold: one-sided rows have none at zero but that. */
function atBound(entry: Entry, last: f64): i32 {
  if (entry.low == 0) return State.Low;
  if (entry.high == 0) return State.High;
  return last < 0 ? State.Low : State.High;
}

/** Pushes the bodies of a node by an impulse along one of its rows, whose gradient is there. */
function push(node: DirectNode, entry: usize, impulse: f64): void {
  pushSide(node.bodyA, entry, impulse);
  pushSide(node.bodyB, entry + 48, impulse);
  pushSide(node.bodyC, entry + ENTRY, impulse);
  pushSide(node.bodyD, entry + ENTRY + 48, impulse);
}

function pushSide(address: u32, gradient: usize, impulse: f64): void {
  if (!address) return;
  add6(<usize>address + offsetof<DirectBody>('force0'), impulse, gradient);
  changetype<DirectBody>(<usize>address).pushed = 1;
}

/** Takes a row out of the block, at a bound: what is known of it pushes the bodies, and it has no gradient any more. */
function leave(node: DirectNode, entry: Entry, state: i32): void {
  entry.state = state;
  entry.change = (state < 0 ? entry.low : entry.high) - entry.impulse;
  const at = changetype<usize>(entry);
  push(node, at, entry.change);
  memory.fill(at, 0, 192);
  if (node.bodyC | node.bodyD) memory.fill(at + ENTRY, 0, 192);
}

/** Takes it back. */
function enter(node: DirectNode, entry: Entry, index: u32): void {
  const at = changetype<usize>(entry);
  loadNodeGradient(node, at, index);
  push(node, at, -entry.change);
  entry.state = State.Free;
  entry.change = 0;
}

function loadNodeGradient(node: DirectNode, entry: usize, index: u32): void {
  const row = laneRow(node, index);
  loadGradient(row, entry);
  if (node.bodyC | node.bodyD) loadGradient(row + offsetof<DirectRow<v128>>(), entry + ENTRY);
}

/** Solves the island in its substep. False where what comes out is not finite: then nothing has changed. */
export function solveIsland(island: DirectIsland): bool {
  const lastBody = bodiesEnd(island);
  const lastNode = nodesEnd(island);
  for (let at = <usize>island.firstBody; at < lastBody; at += offsetof<DirectBody>()) loadBody(changetype<DirectBody>(at));
  for (let at = <usize>island.firstNode; at < lastNode; at += offsetof<DirectNode>()) {
    const node = changetype<DirectNode>(at);
    loadNode(node, island.loops > 0);
    stiffen(node);
  }
  for (let at = <usize>island.firstBody; at < lastBody; at += offsetof<DirectBody>()) settleStiffness(changetype<DirectBody>(at));
  for (let pass: u32 = 0; ; pass++) {
    assembleBounded(island);
    factor(island);
    substitute(island);
    gather(island);
    if (pass == 2 * PASSES || !exchange(island, pass < PASSES)) break;
  }
  return finish(island);
}

/** Blocks of the rows that hold, and right-hand sides: what is known pushes the bodies. */
function assembleBounded(island: DirectIsland): void {
  const lastBody = bodiesEnd(island);
  const lastNode = nodesEnd(island);
  for (let at = <usize>island.firstBody; at < lastBody; at += offsetof<DirectBody>()) {
    const body = changetype<DirectBody>(at);
    const change = at + offsetof<DirectBody>('change0');
    if (body.pushed) respond(body, at + offsetof<DirectBody>('force0'), change);
    else memory.fill(change, 0, 48);
  }
  assemble(island);
  for (let at = <usize>island.firstNode; at < lastNode; at += offsetof<DirectNode>()) {
    const node = changetype<DirectNode>(at);
    for (let k: u32 = 0; k < node.count; k++) {
      const entry = entryOf(node, k);
      store<f64>(<usize>node.vector + ((<usize>k) << 3), entry.state == State.Free ? entry.residual - speedOf(node, k) : 0);
    }
  }
}

/** J times the changes of the bodies. */
function speedOf(node: DirectNode, index: u32): f64 {
  const entry = <usize>node.entries + <usize>index * ENTRY;
  let speed: f64 = 0;
  if (node.bodyA) speed += dot6(entry, <usize>node.bodyA + offsetof<DirectBody>('change0'));
  if (node.bodyB) speed += dot6(entry + 48, <usize>node.bodyB + offsetof<DirectBody>('change0'));
  if (node.bodyC) speed += dot6(entry + ENTRY, <usize>node.bodyC + offsetof<DirectBody>('change0'));
  if (node.bodyD) speed += dot6(entry + ENTRY + 48, <usize>node.bodyD + offsetof<DirectBody>('change0'));
  return speed;
}

/** What the solution does to the bodies. */
function gather(island: DirectIsland): void {
  const change = offsetof<DirectBody>('change0');
  const lastNode = nodesEnd(island);
  for (let at = <usize>island.firstNode; at < lastNode; at += offsetof<DirectNode>()) {
    const node = changetype<DirectNode>(at);
    for (let k: u32 = 0; k < node.count; k++) {
      const entry = entryOf(node, k);
      if (entry.state != State.Free) continue;
      const x = load<f64>(<usize>node.vector + ((<usize>k) << 3));
      entry.change = x;
      const response = changetype<usize>(entry) + offsetof<Entry>('ra0');
      if (node.bodyA) add6(<usize>node.bodyA + change, x, response);
      if (node.bodyB) add6(<usize>node.bodyB + change, x, response + 48);
      if (node.bodyC) add6(<usize>node.bodyC + change, x, response + ENTRY);
      if (node.bodyD) add6(<usize>node.bodyD + change, x, response + ENTRY + 48);
    }
  }
}

/** Twelve numbers of a lane times the changes of two bodies. */
function laneSpeed(a: u32, b: u32, row: usize): f64 {
  let sum: f64 = 0;
  const change = offsetof<DirectBody>('change0');
  for (let k: usize = 0; k < 6; k++) {
    if (a) sum += lane(row, k << 4) * load<f64>(<usize>a + change + (k << 3));
    if (b) sum += lane(row, (k + 6) << 4) * load<f64>(<usize>b + change + (k << 3));
  }
  return sum;
}

/** Rows past a bound leave the block, and rows at a bound that ask to be off it come back if they may. Whether any did. */
function exchange(island: DirectIsland, both: bool): bool {
  let moved = false;
  const lastNode = nodesEnd(island);
  for (let at = <usize>island.firstNode; at < lastNode; at += offsetof<DirectNode>()) {
    const node = changetype<DirectNode>(at);
    if (!node.bounded) continue;
    for (let k: u32 = 0; k < node.own; k++) {
      const entry = entryOf(node, k);
      if (entry.state == State.Free) {
        const impulse = entry.impulse + entry.change;
        const slack = ROUNDING * Math.abs(entry.change);
        if (impulse > entry.high + slack) leave(node, entry, State.High);
        else if (impulse < entry.low - slack) leave(node, entry, State.Low);
        else continue;
        moved = true;
      } else if (both && entry.low < entry.high) {
        const row = laneRow(node, k);
        let speed = laneSpeed(node.bodyA, node.bodyB, row);
        if (node.bodyC | node.bodyD) speed += laneSpeed(node.bodyC, node.bodyD, row + offsetof<DirectRow<v128>>());
        const wish = entry.residual - speed - entry.softness * entry.change;
        if (<f64>entry.state * wish >= -ROUNDING * (Math.abs(entry.residual) + Math.abs(speed))) continue;
        enter(node, entry, k);
        moved = true;
      }
    }
  }
  return moved;
}

function isFiniteChange(body: DirectBody): bool {
  const sum = body.change0 + body.change1 + body.change2 + body.change3 + body.change4 + body.change5;
  return isFinite(sum);
}

/** Velocities and impulses, to where they come from. */
function finish(island: DirectIsland): bool {
  const lastBody = bodiesEnd(island);
  const lastNode = nodesEnd(island);
  for (let at = <usize>island.firstBody; at < lastBody; at += offsetof<DirectBody>())
    if (!isFiniteChange(changetype<DirectBody>(at))) return false;
  for (let at = <usize>island.firstBody; at < lastBody; at += offsetof<DirectBody>()) storeBody(changetype<DirectBody>(at));
  for (let at = <usize>island.firstNode; at < lastNode; at += offsetof<DirectNode>()) {
    const node = changetype<DirectNode>(at);
    for (let k: u32 = 0; k < node.own; k++) {
      const entry = entryOf(node, k);
      const row = laneRow(node, k);
      store<real>(row + offsetof<DirectRow<v128>>('impulse'), <real>clamped(entry.impulse + entry.change, entry.low, entry.high));
      store<real>(row + offsetof<DirectRow<v128>>('change'), <real>entry.change);
    }
  }
  return true;
}

function clamped(x: f64, low: f64, high: f64): f64 {
  return Math.min(Math.max(x, low), high);
}
