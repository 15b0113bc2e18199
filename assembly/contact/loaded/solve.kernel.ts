// Contacts of light bodies that carry heavy ones. A sweep passes a load on from contact to contact, of each time no more than what stops the lighter body, so that
// a weight on a light box sinks for as many sweeps as it is heavier. The normal impulses of such contacts are solved together:
//
//   0 <= p   against   g = (A + e D) dp + v_n + b >= 0,   A = J M^-1 J^T,   D its diagonal
//
// with b = C / h where surfaces are apart, r C where they overlap, before the bodies move; and b = 0 after it. e lets points of a face that say the same share
// their load (newton.ts). The sweeps that follow find these rows solved; their springs don't yield.
import { LANES, real } from 'precision';
import { ANGULAR_VELOCITY, DISPLACEMENT, INERTIA, PRODUCTS, TURN, VELOCITY } from '../../body/solver-body.kernel';
import { ManifoldRecord } from '../../collision/narrowphase/manifold-record';
import { Substep } from '../../constraint/substep';
import { bytesOf } from '../../memory/arena';
import { ensureBlock } from '../../memory/blocks';
import { Lack, WorldRecord } from '../../world';
import { scratch as record } from '../../constraint/interleave';
import { ContactFeatures, ContactManifold, ContactPoint } from '../contact-bundle.kernel';
import { followed, TOUCHING } from '../contact.kernel';
import { setNumber, stateAt } from './matrix';
import { prepareFactors, setGradient, solvePushes } from './newton';
import { fieldOf, Loaded, LoadedManifold, loadedManifold, meet, RowState, setField, theLoaded } from './record';

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
    releaseAll(loaded);
    return;
  }
  for (let k: u32 = 0; k < loaded.manifolds; k++) aim(world, loadedManifold(k), step, biased);
  const points = loaded.points;
  const states = statesOf(world, points);
  solvePushes(states, points, numbersOf(world, points));
  for (let k: u32 = 0; k < points; k++) {
    const state = stateAt(states, k);
    if (state.impulse != impulseOf(state)) push(world, state, k, state.impulse);
  }
}

/** Leaves the contacts to the sweeps, which yield as others do. */
function releaseAll(loaded: Loaded): void {
  for (let k: u32 = 0; k < loaded.manifolds; k++) {
    const manifold = loadedManifold(k);
    setField(manifold.lane, offsetof<ContactManifold<real>>('yields'), 1);
    changetype<ManifoldRecord>(manifold.record).together = 0;
  }
  loaded.manifolds = 0;
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
  prepareFactors(matrix, <usize>numbers * sizeof<f64>());
  loaded.built = 1;
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
    setGradient(index, speed + goal);
    state.mayPush = (biased || state.impulse > 0 || !isApart) && !bounces ? 1 : 0;
  }
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
