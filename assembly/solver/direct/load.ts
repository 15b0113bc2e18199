// From lanes and solver bodies to what a solve works on, in double precision, and back.
import { real } from 'precision';
import { ANGULAR_VELOCITY, INERTIA, PRODUCTS, VELOCITY } from '../../body/solver-body.kernel';
import { DirectBody, DirectIsland, DirectNode, Entry, State } from './record';
import { DirectHead, DirectRow } from './row.kernel';
import {
  BODY,
  NODE,
  NUMBER,
  bodiesEnd,
  entryOf,
  isLocked,
  lane,
  laneRow,
  loadNodeGradient,
  loadPointGradients,
  nodesEnd,
  number,
} from './lanes';
import { theSubstep } from '../../constraint/substep';
import { boundOf, leave } from './push';
import { clear } from '../../memory/words';

const UNBOUNDED: f64 = 1e19;

const LEAST_LOAD: f64 = 1e-300;

/** Two neighbouring numbers of a build, in double precision. */
function pairAt(at: usize): v128 {
  return sizeof<real>() == 4 ? f64x2.promote_low_f32x4(v128.load64_zero(at)) : v128.load(at);
}

/** The two numbers behind these: of four that lie together, the last. */
function highPairAt(at: usize): v128 {
  return pairAt(at + 2 * NUMBER);
}

/** In a DirectBody, from its velocity on. */
const CHANGE: usize = offsetof<DirectBody>('change0') - offsetof<DirectBody>('velocity0');
const DRIFT: usize = offsetof<DirectBody>('drift0') - offsetof<DirectBody>('velocity0');

export function loadBody(body: DirectBody): void {
  const from = <usize>body.solver;
  const to = changetype<usize>(body);
  const velocity = to + offsetof<DirectBody>('velocity0');
  const continues = !theSubstep().first;
  // What lies there otherwise is of another substep, or of none.
  for (let k: usize = 0; k < 48; k += 8)
    store<f64>(velocity + k, continues ? load<f64>(velocity + k) + load<f64>(velocity + k, CHANGE) : 0, DRIFT);
  loadVelocity(from, velocity);
  for (let k: usize = 0; k < 48; k += 8) store<f64>(velocity + k, load<f64>(velocity + k) - load<f64>(velocity + k, DRIFT), DRIFT);
  const xy = pairAt(from + INERTIA);
  const products = pairAt(from + PRODUCTS);
  const last = highPairAt(from + INERTIA);
  const other = highPairAt(from + PRODUCTS);
  v128.store(to, v128.shuffle<f64>(last, other, 1, 3), offsetof<DirectBody>('mass0'));
  body.mass2 = number(from, VELOCITY, 3);
  body.xx = f64x2.extract_lane(xy, 0);
  v128.store(to, v128.shuffle<f64>(xy, last, 1, 2), offsetof<DirectBody>('yy'));
  v128.store(to, products, offsetof<DirectBody>('xy'));
  body.yz = f64x2.extract_lane(other, 0);
  const isLocked = body.mass0 == 0 || body.mass1 == 0 || body.mass2 == 0 || body.xx == 0 || body.yy == 0 || body.zz == 0;
  body.locked = isLocked ? 1 : 0;
  clearBody(body);
}

/** Velocity and angular velocity of a solver body. */
export function loadVelocity(solver: usize, to: usize): void {
  const turning = pairAt(solver + ANGULAR_VELOCITY);
  v128.store(to, pairAt(solver + VELOCITY));
  v128.store(to, v128.shuffle<f64>(highPairAt(solver + VELOCITY), turning, 0, 2), 16);
  v128.store(to, v128.shuffle<f64>(turning, highPairAt(solver + ANGULAR_VELOCITY), 1, 2), 32);
}

/** No load, and nothing known. */
export function clearBody(body: DirectBody): void {
  body.stiff = 0;
  body.pushed = 0;
  clear(changetype<usize>(body) + offsetof<DirectBody>('kxx'), offsetof<DirectBody>('bend') - offsetof<DirectBody>('kxx'));
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

/** Inverse mass of the bodies alone. */
function easeOf(node: DirectNode, entry: Entry): f64 {
  const linear =
    entry.b0 * entry.b0 + entry.b1 * entry.b1 + entry.b2 * entry.b2 + entry.a0 * entry.a0 + entry.a1 * entry.a1 + entry.a2 * entry.a2 > 0;
  if (linear) return inverseMass(node.bodyA) + inverseMass(node.bodyB);
  return inverseInertia(node.bodyA) + inverseInertia(node.bodyB);
}

/** What was known of the load: that of the last substep, or in later iterations of this one. */
export function assumeLoad(node: DirectNode): void {
  const head = <usize>node.head;
  const loads = changetype<usize>(node) + offsetof<DirectNode>('load0');
  for (let k: usize = 0; k < 3; k++) {
    store<f64>(loads + (k << 3), lane(head, offsetof<DirectHead<v128>>('impulsex') + (k << 4)));
    store<f64>(loads + (k << 3), lane(head, offsetof<DirectHead<v128>>('bendingx') + (k << 4)), 24);
  }
  node.tension = lane(head, offsetof<DirectHead<v128>>('tension'));
}

/** At which of its bounds a row is that does not hold: one-sided rows have none at zero but that. */
function atBound(entry: Entry, last: f64): i32 {
  if (entry.low == 0) return State.Low;
  if (entry.high == 0) return State.High;
  return last < 0 ? State.Low : State.High;
}

export function loadNode(node: DirectNode, loops: bool): void {
  node.bounded = 0;
  node.most = 0;
  const were = node.locked;
  node.locked = isLocked(node.bodyA) || isLocked(node.bodyB) || isLocked(node.bodyC) || isLocked(node.bodyD) ? 1 : 0;
  if (node.aligned && !(were | node.locked)) loadPointGradients(node);
  else if (node.aligned) for (let k: u32 = 0; k < 3; k++) loadNodeGradient(node, changetype<usize>(entryOf(node, k)), k);
  const was = node.live;
  const rests = node.limits < node.own && !loops && lane(<usize>node.head, offsetof<DirectHead<v128>>('slack')) > 0;
  node.live = rests ? node.limits : node.own;
  if (rests && was == node.own) for (let k = node.limits; k < node.own; k++) rest(node, entryOf(node, k));
  loadRows(node, 0, loops);
}

/** A limit that bears nothing, and of which nothing more is asked. */
function rest(node: DirectNode, entry: Entry): void {
  entry.impulse = 0;
  entry.first = State.Low;
  if (entry.state == State.Free) leave(node, entry, State.Low, 0);
  entry.change = 0;
}

/** Its limits are looked at after all. */
export function wakeLimits(node: DirectNode): void {
  if (node.live == node.own) return;
  node.live = node.own;
  loadRows(node, node.limits, false);
}

function loadRows(node: DirectNode, first: u32, loops: bool): void {
  for (let k = first; k < node.live; k++) {
    const entry = entryOf(node, k);
    const row = laneRow(node, k);
    entry.residual = lane(row, offsetof<DirectRow<v128>>('residual'));
    entry.softness = lane(row, offsetof<DirectRow<v128>>('softness'));
    entry.impulse = lane(row, offsetof<DirectRow<v128>>('impulse'));
    entry.change = 0;
    if (k >= 3 || !node.aligned) loadBounded(node, entry, row, k, loops);
    if (loops) {
      entry.part = <i32>lane(row, offsetof<DirectRow<v128>>('part'));
      entry.ease = entry.softness == 0 ? easeOf(node, entry) : 0;
      entry.start = lane(row, offsetof<DirectRow<v128>>('start'));
    }
    if (entry.first != entry.state) leave(node, entry, entry.first, boundOf(entry, entry.first) - entry.impulse);
  }
}

/** The rest of a row that may have bounds, and where it begins. */
function loadBounded(node: DirectNode, entry: Entry, row: usize, index: u32, loops: bool): void {
  entry.low = lane(row, offsetof<DirectRow<v128>>('low'));
  entry.high = lane(row, offsetof<DirectRow<v128>>('high'));
  const was = entry.state;
  entry.state = State.Free;
  entry.first = State.Free;
  if (node.isVector) {
    if (entry.high < UNBOUNDED) node.most = Math.max(entry.high, LEAST_LOAD);
    node.bounded = node.most > 0 ? 1 : 0;
    entry.low = -Infinity;
    entry.high = Infinity;
  } else if (entry.low > -UNBOUNDED || entry.high < UNBOUNDED) {
    node.bounded = 1;
    if (lane(row, offsetof<DirectRow<v128>>('holds')) == 0) entry.first = atBound(entry, lane(row, offsetof<DirectRow<v128>>('last')));
  }
  // Of a row that bears nothing at its bound nobody asks for the gradient, and one that was at a bound has none.
  const bears = entry.first == State.Free || boundOf(entry, entry.first) != entry.impulse;
  if (bears || loops) loadNodeGradient(node, changetype<usize>(entry), index);
  else if (was != State.Free) entry.state = entry.first;
}

function isFiniteChange(body: DirectBody): bool {
  const sum = body.change0 + body.change1 + body.change2 + body.change3 + body.change4 + body.change5;
  return isFinite(sum);
}

/** Velocities, to where they come from. */
export function storeIsland(island: DirectIsland): void {
  const lastBody = bodiesEnd(island);
  for (let at = <usize>island.firstBody; at < lastBody; at += BODY) storeBody(changetype<DirectBody>(at));
}

/** Velocities and impulses, to where they come from. */
export function finish(island: DirectIsland): void {
  storeIsland(island);
  const lastNode = nodesEnd(island);
  for (let at = <usize>island.firstNode; at < lastNode; at += NODE) {
    const node = changetype<DirectNode>(at);
    for (let k: u32 = 0; k < node.live; k++) {
      const entry = entryOf(node, k);
      if (entry.change == 0) continue;
      const row = laneRow(node, k);
      store<real>(row + offsetof<DirectRow<v128>>('impulse'), <real>clamped(entry.impulse + entry.change, entry.low, entry.high));
      store<real>(row + offsetof<DirectRow<v128>>('change'), <real>entry.change);
    }
  }
}

export function isFiniteIsland(island: DirectIsland): bool {
  const lastBody = bodiesEnd(island);
  for (let at = <usize>island.firstBody; at < lastBody; at += BODY) if (!isFiniteChange(changetype<DirectBody>(at))) return false;
  return true;
}

export function clamped(x: f64, low: f64, high: f64): f64 {
  return Math.min(Math.max(x, low), high);
}
