// Contacts of light bodies that carry heavy ones. A sweep passes a load on from contact to contact, of each time no more than what stops the lighter body, so that
// a weight on a light box sinks for as many sweeps as it is heavier. The normal impulses of such contacts are solved together:
//
//   J M^-1 J^T dp + e D dp = -(v_n + b),   p + dp >= 0,   D the diagonal of J M^-1 J^T
//
// with b = C / h where surfaces are apart, r C where they overlap, before the bodies move; and b = 0 after it. e lets points of a face that say the same share
// their load. What would pull leaves, and the others are solved again; what falls short then comes back. The sweeps that follow find these rows solved; their
// springs don't yield.
import { LANES, real } from 'precision';
import { ANGULAR_VELOCITY, DISPLACEMENT, INERTIA, PRODUCTS, TURN, VELOCITY } from '../../body/solver-body.kernel';
import { Substep } from '../../constraint/substep';
import { bytesOf } from '../../memory/arena';
import { ensureBlock } from '../../memory/blocks';
import { Lack, WorldRecord } from '../../world';
import { scratch as record } from '../../constraint/interleave';
import { ContactFeatures, ContactManifold, ContactPoint } from '../contact-bundle.kernel';
import { followed, TOUCHING } from '../contact.kernel';
import { factorActive, setNumber, solveFactored, stateAt } from './matrix';
import { fieldOf, LoadedManifold, loadedManifold, RowState, setField, theLoaded } from './record';

/** Parts of their diagonal by which rows yield. */
const YIELD: f64 = 1e-5;

/** How often rows are solved while some of them leave, and that while others come back. */
const ROUNDS: u32 = 32;
const TURNS: u32 = 16;

/** m/s: a speed that misses its goal by less is no matter. */
const LEAST_SHORT: f64 = sizeof<real>() == 4 ? 1e-5 : 1e-7;

const HEAD: usize = offsetof<ContactManifold<real>>();

/** A row along the normal of a point: how an impulse turns the bodies, as torques and as angular velocities. */
class LoadedRow<T> {
  force: vec3<T>;
  torqueA: vec3<T>;
  torqueB: vec3<T>;
  turnedA: vec3<T>;
  turnedB: vec3<T>;
}
const ROW: usize = offsetof<LoadedRow<f64>>();

/** Three numbers of a solver body. */
function read(body: usize, row: usize): vec3<f64> {
  return vec3<f64>(load<real>(body + row), load<real>(body + row, sizeof<real>()), load<real>(body + row, 2 * sizeof<real>()));
}

function write(body: usize, row: usize, value: vec3<f64>): void {
  store<real>(body + row, <real>value.x);
  store<real>(body + row, <real>value.y, sizeof<real>());
  store<real>(body + row, <real>value.z, 2 * sizeof<real>());
}

function massOf(body: usize): vec3<f64> {
  const last: usize = 3 * sizeof<real>();
  return vec3<f64>(load<real>(body + INERTIA + last), load<real>(body + PRODUCTS + last), load<real>(body + VELOCITY + last));
}

function inertiaTimes(body: usize, v: vec3<f64>): vec3<f64> {
  const d = read(body, INERTIA);
  const p = read(body, PRODUCTS);
  return vec3<f64>(d.x * v.x + p.x * v.y + p.y * v.z, p.x * v.x + d.y * v.y + p.z * v.z, p.y * v.x + p.z * v.y + d.z * v.z);
}

function laneVector(lane: usize, field: usize): vec3<f64> {
  return vec3<f64>(fieldOf(lane, field), fieldOf(lane, field + sizeof<real>()), fieldOf(lane, field + 2 * sizeof<real>()));
}

function rowAt(world: WorldRecord, index: u32): LoadedRow<f64> {
  return changetype<LoadedRow<f64>>(<usize>world.loaded + <usize>index * ROW);
}

function statesOf(world: WorldRecord, points: u32): usize {
  return <usize>world.loaded + <usize>points * ROW;
}

function numbersOf(world: WorldRecord, points: u32): usize {
  return statesOf(world, points) + <usize>points * offsetof<RowState>();
}

/** To be called when bodies answer otherwise than before, or contacts were found anew. */
export function forgetLoaded(): void {
  theLoaded().built = 0;
}

/** Solves the contacts that were selected: before the bodies move (`biased`), or after it. */
export function solveLoaded(world: WorldRecord, step: Substep, biased: bool): void {
  const loaded = theLoaded();
  if (!loaded.manifolds) return;
  if (!loaded.built && !build(world)) {
    world.lacks |= Lack.Contacts;
    loaded.manifolds = 0;
    return;
  }
  for (let k: u32 = 0; k < loaded.manifolds; k++) aim(world, loadedManifold(k), step, biased);
  for (let turn: u32 = 0; turn < TURNS && meetGoals(world); turn++) {
    let round: u32 = 1;
    while (!solveActive(world, round == ROUNDS)) round++;
  }
}

/** Whether two manifolds have a body in common that moves. */
function meet(p: LoadedManifold, q: LoadedManifold): bool {
  return (p.a != 0 && (p.a == q.a || p.a == q.b)) || (p.b != 0 && (p.b == q.a || p.b == q.b));
}

/** The rows and their matrix; false when there is no memory left. */
function build(world: WorldRecord): bool {
  const loaded = theLoaded();
  const points = loaded.points;
  let numbers: u32 = 0;
  for (let k: u32 = 0; k < loaded.manifolds; k++) {
    const manifold = loadedManifold(k);
    const width = manifold.first - firstColumn(k);
    for (let i: u32 = 0; i < manifold.count; i++) numbers += width + i + 1;
  }
  const bytes = points * <u32>(ROW + offsetof<RowState>()) + 16 * numbers;
  if (!ensureBlock(world, offsetof<WorldRecord>('loaded'), bytesOf(bytes, 1))) return false;
  const states = statesOf(world, points);
  const matrix = numbersOf(world, points);
  let offset: u32 = 0;
  for (let k: u32 = 0; k < loaded.manifolds; k++) {
    const manifold = loadedManifold(k);
    const first = firstColumn(k);
    for (let i: u32 = 0; i < manifold.count; i++) {
      const row = manifold.first + i;
      const state = stateAt(states, row);
      state.first = first;
      state.offset = offset;
      state.manifold = changetype<usize>(manifold);
      state.point = manifold.lane + (HEAD + <usize>i * offsetof<ContactPoint<real>>()) * LANES;
      state.isActive = 0;
      state.isFactored = 0;
      offset += row - first + 1;
      writeRow(world, manifold, state, row);
      fillRow(world, manifold, state, row, matrix);
    }
  }
  loaded.built = 1;
  loaded.factored = 0;
  return true;
}

/** The first column of the rows of a manifold that is not zero. */
function firstColumn(index: u32): u32 {
  const manifold = loadedManifold(index);
  for (let k: u32 = 0; k < index; k++) if (meet(manifold, loadedManifold(k))) return loadedManifold(k).first;
  return manifold.first;
}

function writeRow(world: WorldRecord, manifold: LoadedManifold, state: RowState, index: u32): void {
  const row = rowAt(world, index);
  const none = vec3<f64>(0, 0, 0);
  const n = laneVector(manifold.lane, offsetof<ContactManifold<real>>('normalx'));
  const arm = laneVector(state.point, offsetof<ContactPoint<real>>('armx'));
  const armB = arm - laneVector(manifold.lane, offsetof<ContactManifold<real>>('offsetx'));
  const torqueA = cross(arm, n);
  const torqueB = cross(armB, n);
  row.force = n;
  row.torqueA = torqueA;
  row.torqueB = torqueB;
  row.turnedA = none;
  row.turnedB = none;
  if (manifold.a) row.turnedA = inertiaTimes(manifold.a, torqueA);
  if (manifold.b) row.turnedB = inertiaTimes(manifold.b, torqueB);
}

/** How much impulses along the rows up to this one change the speed along it. */
function fillRow(world: WorldRecord, manifold: LoadedManifold, state: RowState, index: u32, matrix: usize): void {
  const p = rowAt(world, index);
  const states = statesOf(world, theLoaded().points);
  const n = p.force;
  const torqueA = p.torqueA;
  const torqueB = p.torqueB;
  for (let j = state.first; j <= index; j++) {
    const q = rowAt(world, j);
    const other = changetype<LoadedManifold>(stateAt(states, j).manifold);
    const along = n * q.force;
    let sum: f64 = 0;
    if (manifold.a && manifold.a == other.a) sum += dot(along, massOf(manifold.a)) + dot(torqueA, q.turnedA);
    if (manifold.b && manifold.b == other.b) sum += dot(along, massOf(manifold.b)) + dot(torqueB, q.turnedB);
    if (manifold.a && manifold.a == other.b) sum -= dot(along, massOf(manifold.a)) + dot(torqueA, q.turnedB);
    if (manifold.b && manifold.b == other.a) sum -= dot(along, massOf(manifold.b)) + dot(torqueB, q.turnedA);
    setNumber(matrix, state, j, j == index ? (1 + YIELD) * sum : sum);
  }
}

/** v_n of a row. */
function speedOf(world: WorldRecord, state: RowState, index: u32): f64 {
  const row = rowAt(world, index);
  const manifold = changetype<LoadedManifold>(state.manifold);
  const speedB = dot(row.force, read(manifold.readB, VELOCITY)) + dot(row.torqueB, read(manifold.readB, ANGULAR_VELOCITY));
  const speedA = dot(row.force, read(manifold.readA, VELOCITY)) + dot(row.torqueA, read(manifold.readA, ANGULAR_VELOCITY));
  return speedB - speedA;
}

function impulseOf(state: RowState): f64 {
  return fieldOf(state.point, offsetof<ContactPoint<real>>('impulse'));
}

/** Displacement of a body since the start of the step, and its turn. */
function displacementOf(body: usize): vec3<real> {
  return vec3<real>(load<real>(body + DISPLACEMENT), load<real>(body + DISPLACEMENT, sizeof<real>()), load<real>(body + DISPLACEMENT, 2 * sizeof<real>()));
}

function turnOf(body: usize): quat<real> {
  return quat<real>(load<real>(body + TURN), load<real>(body + TURN, sizeof<real>()), load<real>(body + TURN, 2 * sizeof<real>()), load<real>(body + TURN, 3 * sizeof<real>()));
}

/** What the rows of a manifold are there for in this solve, and which of them push already. */
function aim(world: WorldRecord, manifold: LoadedManifold, step: Substep, biased: bool): void {
  const states = statesOf(world, theLoaded().points);
  const lane = manifold.lane;
  for (let k: usize = 0; k < HEAD; k += sizeof<real>()) store<real>(record() + k, fieldOf(lane, k));
  const c = changetype<ContactManifold<real>>(record());
  const a = manifold.readA;
  const b = manifold.readB;
  const [bend, shift, sunk] = followed<real>(c, displacementOf(a), turnOf(a), displacementOf(b), turnOf(b));
  const since: real = biased ? 0 : step.h;
  for (let i: u32 = 0; i < manifold.count; i++) {
    const index = manifold.first + i;
    const state = stateAt(states, index);
    const apart = fieldOf(state.point, offsetof<ContactPoint<real>>('separation'));
    const arm = vec3<real>(
      fieldOf(state.point, offsetof<ContactPoint<real>>('armx')),
      fieldOf(state.point, offsetof<ContactPoint<real>>('army')),
      fieldOf(state.point, offsetof<ContactPoint<real>>('armz')),
    );
    const speed = speedOf(world, state, index);
    const moved: real = c.current > 0 ? <real>(since * speed) : shift + dot(bend, arm) + sunk * apart;
    const separation = <f64>(apart + moved);
    const isApart = separation > TOUCHING;
    const pushes = impulseOf(state) > 0;
    const bounces = !biased && c.restitution > 0 && -speed > <f64>step.bounceSpeed;
    const overlap = max(<f64>step.contactRate * separation, -<f64>step.depenetrationSpeed);
    const held = biased ? (isApart ? <f64>step.inverseH * separation : overlap) : 0;
    state.goal = held - <f64>fieldOf(state.point, offsetof<ContactPoint<real>>('curve'));
    state.mayPush = (biased || pushes || !isApart) && !bounces ? 1 : 0;
    state.isActive = pushes && state.mayPush ? 1 : 0;
  }
}

/** Lets rows take part that fall short of their goals; whether there is anything to solve. */
function meetGoals(world: WorldRecord): bool {
  const points = theLoaded().points;
  const states = statesOf(world, points);
  let some = false;
  for (let k: u32 = 0; k < points; k++) {
    const state = stateAt(states, k);
    if (!state.mayPush) continue;
    const short = -(speedOf(world, state, k) + state.goal);
    if (short > LEAST_SHORT) state.isActive = 1;
    if (state.isActive && abs(short) > LEAST_SHORT) some = true;
  }
  return some;
}

/** Whether the factor is not that of the active rows. */
function isStale(states: usize, points: u32): bool {
  if (!theLoaded().factored) return true;
  for (let k: u32 = 0; k < points; k++) if (stateAt(states, k).isActive != stateAt(states, k).isFactored) return true;
  return false;
}

/** Solves the active rows; where some would pull they leave with what they have, and nothing else is done unless it `isLast`. Whether all are solved. */
function solveActive(world: WorldRecord, isLast: bool): bool {
  const points = theLoaded().points;
  const states = statesOf(world, points);
  const matrix = numbersOf(world, points);
  const last = stateAt(states, points - 1);
  const factor = matrix + (<usize>(last.offset + points - last.first)) * sizeof<f64>();
  if (isStale(states, points)) factorActive(states, points, matrix, factor);
  theLoaded().factored = 1;
  for (let k: u32 = 0; k < points; k++) {
    const state = stateAt(states, k);
    if (state.isActive) state.change = -(speedOf(world, state, k) + state.goal);
  }
  solveFactored(states, points, factor);
  let some = false;
  for (let k: u32 = 0; k < points; k++) if (pulls(stateAt(states, k))) some = true;
  for (let k: u32 = 0; k < points; k++) {
    const state = stateAt(states, k);
    if (!state.isActive) continue;
    const leaves = pulls(state);
    if (leaves || !some || isLast) push(world, state, k, leaves ? -impulseOf(state) : state.change);
    if (leaves) state.isActive = 0;
  }
  return !some || isLast;
}

function pulls(state: RowState): bool {
  return state.isActive != 0 && impulseOf(state) + state.change < 0;
}

function push(world: WorldRecord, state: RowState, index: u32, change: f64): void {
  const manifold = changetype<LoadedManifold>(state.manifold);
  const row = rowAt(world, index);
  const before = impulseOf(state);
  setField(state.point, offsetof<ContactPoint<real>>('impulse'), <real>max(before + change, 0.0));
  const impulse = impulseOf(state) - before;
  changetype<ContactFeatures>(manifold.features).bears = 1;
  if (manifold.a) {
    write(manifold.a, VELOCITY, read(manifold.a, VELOCITY) - impulse * (massOf(manifold.a) * row.force));
    write(manifold.a, ANGULAR_VELOCITY, read(manifold.a, ANGULAR_VELOCITY) - impulse * row.turnedA);
  }
  if (manifold.b) {
    write(manifold.b, VELOCITY, read(manifold.b, VELOCITY) + impulse * (massOf(manifold.b) * row.force));
    write(manifold.b, ANGULAR_VELOCITY, read(manifold.b, ANGULAR_VELOCITY) + impulse * row.turnedB);
  }
}
