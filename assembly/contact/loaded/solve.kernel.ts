// Contacts of light bodies that carry heavy ones. A sweep passes a load on from contact to contact, of each time no more than what stops the lighter body, so that
// a weight on a light box sinks for as many sweeps as it is heavier. The normal impulses of such contacts are solved together:
//
//   0 <= p   against   g = (A + e D) dp + v_n + b >= 0,   A = J M^-1 J^T,   D its diagonal
//
// with b = C / h where surfaces are apart, r C where they overlap, before the bodies move; and b = 0 after it. e lets points of a face that say the same share
// their load. That is the least 1/2 dp (A + e D) dp + dp (v_n + b) under p >= 0, found by projected Newton steps (Bertsekas, SIAM J. Control Optim. 20, 1982): rows
// that push, or fall short, are solved together; what would pull stops at zero, and the others are solved again. The way there is taken as far as it goes down. The
// sweeps that follow find these rows solved; their springs don't yield.
import { LANES, real } from 'precision';
import { ANGULAR_VELOCITY, DISPLACEMENT, INERTIA, PRODUCTS, TURN, VELOCITY } from '../../body/solver-body.kernel';
import { Substep } from '../../constraint/substep';
import { bytesOf } from '../../memory/arena';
import { ensureBlock } from '../../memory/blocks';
import { Lack, WorldRecord } from '../../world';
import { scratch as record } from '../../constraint/interleave';
import { ContactFeatures, ContactManifold, ContactPoint } from '../contact-bundle.kernel';
import { followed, TOUCHING } from '../contact.kernel';
import { addProduct, diagonalAt, Factor, factorFree, FreeRow, isCurrent, setNumber, solveFree, stateAt } from './matrix';
import { fieldOf, LoadedManifold, loadedManifold, meet, RowState, setField, theLoaded } from './record';

/** Parts of their diagonal by which rows yield: first to find out which of them push, then to bring them to their goals. */
const YIELD: f64 = 1e-3;
const LEAST_YIELD: f64 = 1e-5;

/** Newton steps with each of these, and how often what remains is solved again in one. */
const STEPS: u32 = 3;
const TURNS: u32 = 4;

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

/** Of each row: g, a change of the impulse, all that has been taken in a step, and what that does to g. */
const GRADIENT: usize = scratch<f64>(256);
const CHANGE: usize = scratch<f64>(256);
const TAKEN: usize = scratch<f64>(256);
const EFFECT: usize = scratch<f64>(256);

/** A factor for each of the parts by which rows yield, and its rows. */
const ROUGH: usize = scratch<Factor>();
const ROUGH_ROWS: usize = scratch<FreeRow>(256);
const FINE: usize = scratch<Factor>();
const FINE_ROWS: usize = scratch<FreeRow>(256);

function numberOf(array: usize, row: u32): f64 {
  return load<f64>(array + ((<usize>row) << 3));
}

function setNumberOf(array: usize, row: u32, value: f64): void {
  store<f64>(array + ((<usize>row) << 3), value);
}

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
  const points = loaded.points;
  const states = statesOf(world, points);
  const fine = changetype<Factor>(FINE);
  if (!settles(world, fine)) {
    approach(world, changetype<Factor>(ROUGH));
    approach(world, fine);
  }
  for (let k: u32 = 0; k < points; k++) {
    const state = stateAt(states, k);
    if (state.impulse != impulseOf(state)) push(world, state, k, state.impulse);
  }
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
  const bytes = points * <u32>(ROW + offsetof<RowState>()) + 24 * numbers;
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
      state.isFree = 0;
      offset += row - first + 1;
      writeRow(world, manifold, state, row);
      fillRow(world, manifold, state, row, matrix);
    }
  }
  const size = <usize>numbers * sizeof<f64>();
  prepareFactor(ROUGH, YIELD, ROUGH_ROWS, matrix + size);
  prepareFactor(FINE, LEAST_YIELD, FINE_ROWS, matrix + 2 * size);
  loaded.built = 1;
  return true;
}

/** Of a new matrix. */
function prepareFactor(at: usize, yielding: f64, rows: usize, numbers: usize): void {
  const factor = changetype<Factor>(at);
  factor.yielding = yielding;
  factor.rows = rows;
  factor.numbers = numbers;
  factor.count = 0;
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
    setNumber(matrix, state, j, sum);
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

/** What the rows of a manifold are there for in this solve, and how far they are from it. */
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
    const bounces = !biased && c.restitution > 0 && -speed > <f64>step.bounceSpeed;
    const overlap = max(<f64>step.contactRate * separation, -<f64>step.depenetrationSpeed);
    const held = biased ? (isApart ? <f64>step.inverseH * separation : overlap) : 0;
    const goal = held - <f64>fieldOf(state.point, offsetof<ContactPoint<real>>('curve'));
    state.impulse = impulseOf(state);
    setNumberOf(GRADIENT, index, speed + goal);
    state.mayPush = (biased || state.impulse > 0 || !isApart) && !bounces ? 1 : 0;
  }
}

/** Whether one step is enough, which is tried where the same rows are free as the last time. */
function settles(world: WorldRecord, fine: Factor): bool {
  const points = theLoaded().points;
  const states = statesOf(world, points);
  if (!chooseFree(states, points)) return true;
  if (!isCurrent(states, points, fine)) return false;
  start(states, points);
  descend(world, fine);
  const isSettled = !chooseFree(states, points);
  if (!isSettled) leave(world, fine);
  return isSettled;
}

/** Brings the impulses to where rows that yield by a part have their goals, measured from where they are. */
function approach(world: WorldRecord, factor: Factor): void {
  const points = theLoaded().points;
  const states = statesOf(world, points);
  start(states, points);
  for (let k: u32 = 0; k < STEPS; k++) if (!chooseFree(states, points) || !descend(world, factor)) break;
  leave(world, factor);
}

function start(states: usize, points: u32): void {
  for (let k: u32 = 0; k < points; k++) stateAt(states, k).start = stateAt(states, k).impulse;
}

/** Takes what rows have yielded out of the gradient. */
function leave(world: WorldRecord, factor: Factor): void {
  const points = theLoaded().points;
  const states = statesOf(world, points);
  const matrix = numbersOf(world, points);
  for (let k: u32 = 0; k < points; k++) {
    const state = stateAt(states, k);
    const yielded = factor.yielding * diagonalAt(matrix, state, k) * (state.impulse - state.start);
    setNumberOf(GRADIENT, k, numberOf(GRADIENT, k) - yielded);
  }
}

/** A Newton step for the free rows; whether it went down. */
function descend(world: WorldRecord, factor: Factor): bool {
  const points = theLoaded().points;
  const states = statesOf(world, points);
  const matrix = numbersOf(world, points);
  const bytes = (<usize>points) << 3;
  memory.fill(TAKEN, 0, bytes);
  memory.fill(EFFECT, 0, bytes);
  let isLast = false;
  for (let turn: u32 = 1; !isLast; turn++) {
    factorFree(states, points, matrix, factor);
    solveFree(points, factor, GRADIENT, EFFECT, CHANGE);
    isLast = !stop(states, points, matrix, turn == TURNS);
    for (let k: u32 = 0; k < points; k++) setNumberOf(TAKEN, k, numberOf(TAKEN, k) + numberOf(CHANGE, k));
    addProduct(states, points, matrix, factor.yielding, CHANGE, EFFECT);
  }
  return take(states, points);
}

/**
 * Stops rows that would pull at zero, and, unless it is the last turn, leaves the others where they are; whether there were any. Those whose pull is no matter stay
 * free: it may be rounding.
 */
function stop(states: usize, points: u32, matrix: usize, isLast: bool): bool {
  let some = false;
  for (let k: u32 = 0; k < points; k++) {
    const state = stateAt(states, k);
    const least = -state.impulse - numberOf(TAKEN, k);
    const pull = least - numberOf(CHANGE, k);
    if (!state.isFree || pull <= 0) continue;
    setNumberOf(CHANGE, k, least);
    if (pull * diagonalAt(matrix, state, k) <= LEAST_SHORT) continue;
    state.isFree = 0;
    some = true;
  }
  if (!some || isLast) return false;
  for (let k: u32 = 0; k < points; k++) if (stateAt(states, k).isFree) setNumberOf(CHANGE, k, 0);
  return true;
}

/** Takes what a step does to the impulses as far as it goes down; false if it does not. */
function take(states: usize, points: u32): bool {
  let slope: f64 = 0;
  let curvature: f64 = 0;
  for (let k: u32 = 0; k < points; k++) {
    slope += numberOf(TAKEN, k) * numberOf(GRADIENT, k);
    curvature += numberOf(TAKEN, k) * numberOf(EFFECT, k);
  }
  if (slope >= 0) return false;
  const part = -slope < curvature ? -slope / curvature : 1;
  for (let k: u32 = 0; k < points; k++) {
    const state = stateAt(states, k);
    state.impulse = max(state.impulse + part * numberOf(TAKEN, k), 0.0);
    setNumberOf(GRADIENT, k, numberOf(GRADIENT, k) + part * numberOf(EFFECT, k));
  }
  return true;
}

/** Frees the rows that push and those that fall short; whether there is anything to solve. */
function chooseFree(states: usize, points: u32): bool {
  let some = false;
  for (let k: u32 = 0; k < points; k++) {
    const state = stateAt(states, k);
    const gradient = numberOf(GRADIENT, k);
    const isFree = state.mayPush != 0 && (state.impulse > 0 || gradient < -LEAST_SHORT);
    state.isFree = isFree ? 1 : 0;
    if (isFree && abs(gradient) > LEAST_SHORT) some = true;
  }
  return some;
}

/** Gives a point its impulse. */
function push(world: WorldRecord, state: RowState, index: u32, wanted: f64): void {
  const manifold = changetype<LoadedManifold>(state.manifold);
  const row = rowAt(world, index);
  const before = impulseOf(state);
  setField(state.point, offsetof<ContactPoint<real>>('impulse'), <real>wanted);
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
