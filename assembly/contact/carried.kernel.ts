// Contacts found again within a step where bodies begin with what contacts did to them in the substep before: v + M^-1 J^T f, J of now instead of before
// (J^T f taken back before the contact is found, given after it).
import { LANES, real } from 'precision';
import { BODY_BUNDLE, BUNDLE_FLAGS } from '../body/pack.kernel';
import { BodyBundle } from '../body/bundle-lanes.kernel';
import { ANGULAR_VELOCITY, INERTIA, PRODUCTS, ROW, SOLVER_BODY, VELOCITY } from '../body/solver-body.kernel';
import { ManifoldRecord } from '../collision/narrowphase/manifold-record';
import { laneValue } from '../constraint/interleave';
import { LaneBodies } from '../constraint/lane-bodies.kernel';
import { isAwake } from '../island/awake';
import { WorldRecord } from '../world';
import { ContactManifold, ContactPoint, MANIFOLD } from './contact-bundle.kernel';

const HEAD: usize = offsetof<ContactManifold<real>>();
const BODY: usize = offsetof<ContactPoint<real>>();

function laneVector(part: usize, lane: u32, field: usize): vec3<real> {
  const x = <real>laneValue(part, lane, field);
  const y = <real>laneValue(part, lane, field + sizeof<real>());
  return vec3<real>(x, y, <real>laneValue(part, lane, field + 2 * sizeof<real>()));
}

function rowOf(body: usize, row: usize): vec3<real> {
  return vec3<real>(load<real>(body + row), load<real>(body + row, sizeof<real>()), load<real>(body + row, 2 * sizeof<real>()));
}

function storeRow(to: usize, v: vec3<real>): void {
  store<real>(to, v.x);
  store<real>(to, v.y, sizeof<real>());
  store<real>(to, v.z, 2 * sizeof<real>());
}

/** Applies an impulse and an angular impulse, `scale` times, to the body that is read at one address and written at another. */
function push(from: usize, to: usize, impulse: vec3<real>, turn: vec3<real>, scale: real): void {
  const w: usize = 3 * sizeof<real>();
  const mass = vec3<real>(load<real>(from + INERTIA + w), load<real>(from + PRODUCTS + w), load<real>(from + VELOCITY + w));
  const d = rowOf(from, INERTIA);
  const p = rowOf(from, PRODUCTS);
  storeRow(to + VELOCITY, rowOf(from, VELOCITY) + scale * (mass * impulse));
  storeRow(to + ANGULAR_VELOCITY, rowOf(from, ANGULAR_VELOCITY) + scale * (sym3<real>(d.x, d.y, d.z, p.x, p.y, p.z) * turn));
}

/** Applies what a contact's impulses of the last substep do to its bodies, `scale` times. */
export function pushLane(manifold: ManifoldRecord, scale: real): void {
  const part = <usize>manifold.bundle;
  const lane = manifold.lane;
  const n = laneVector(part, lane, offsetof<ContactManifold<real>>('normalx'));
  const t = laneVector(part, lane, offsetof<ContactManifold<real>>('tangentx'));
  const centerA = laneVector(part, lane, offsetof<ContactManifold<real>>('centerAx'));
  const centerB = laneVector(part, lane, offsetof<ContactManifold<real>>('centerBx'));
  const friction1 = <real>laneValue(part, lane, offsetof<ContactManifold<real>>('friction1'));
  const friction2 = <real>laneValue(part, lane, offsetof<ContactManifold<real>>('friction2'));
  let impulse = friction1 * t + friction2 * cross(n, t);
  let turn = <real>laneValue(part, lane, offsetof<ContactManifold<real>>('twist')) * n + laneVector(part, lane, offsetof<ContactManifold<real>>('rollx'));
  for (let k: u32 = 0; k < manifold.count; k++) {
    const at = HEAD + <usize>k * BODY;
    const load = <real>laneValue(part, lane, at + offsetof<ContactPoint<real>>('impulse')) * n;
    impulse += load;
    turn += cross(laneVector(part, lane, at + offsetof<ContactPoint<real>>('armx')) - centerA, load);
  }
  const bodies = part - MANIFOLD + (<usize>lane << 2);
  const readA = load<usize>(bodies, offsetof<LaneBodies>('readA0'));
  const readB = load<usize>(bodies, offsetof<LaneBodies>('readB0'));
  push(readA, load<usize>(bodies, offsetof<LaneBodies>('writeA0')), impulse, cross(centerA, impulse) + turn, -scale);
  push(readB, load<usize>(bodies, offsetof<LaneBodies>('writeB0')), impulse, cross(centerB, impulse) + turn, scale);
}

/** Bytes that `takeCarried` saves. */
export const SAVED_VELOCITIES: usize = 2 * ROW;

/** Saves the velocities of a body, which gets those instead that it would have without contacts. */
export function takeCarried(world: WorldRecord, slot: u32, saved: usize): void {
  if (!isAwake(world, slot)) return;
  const body = <usize>world.solverBodies + <usize>slot * SOLVER_BODY;
  memory.copy(saved, body + VELOCITY, SAVED_VELOCITIES);
  const lanes = <usize>world.bodyBundles + <usize>(slot / LANES) * BODY_BUNDLE + BUNDLE_FLAGS;
  storeRow(body + VELOCITY, laneVector(lanes, slot % LANES, offsetof<BodyBundle<real>>('begunx')));
  storeRow(body + ANGULAR_VELOCITY, laneVector(lanes, slot % LANES, offsetof<BodyBundle<real>>('freex')));
}

/** Gives a body back what `takeCarried` saved. */
export function giveCarried(world: WorldRecord, slot: u32, saved: usize): void {
  if (isAwake(world, slot)) memory.copy(<usize>world.solverBodies + <usize>slot * SOLVER_BODY + VELOCITY, saved, SAVED_VELOCITIES);
}
