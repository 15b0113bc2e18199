// Contacts found again within a step where bodies begin with what contacts did to them in the substep before: v + M^-1 J^T f, J of now instead of before
// (J^T f taken back before the contact is found, given after it).
import { LANES, real } from 'precision';
import { BODY_BUNDLE, BUNDLE_FLAGS } from '../body/pack.kernel';
import { BodyBundle } from '../body/bundle-lanes.kernel';
import { ANGULAR_VELOCITY, INERTIA, PRODUCTS, ROW, SOLVER_BODY, vectorAt, VELOCITY } from '../body/solver-body.kernel';
import { ManifoldRecord } from '../collision/narrowphase/manifold-record';
import { SIDE } from '../constraint/bundle';
import { fetch, scratch } from '../constraint/interleave';
import { LaneBodies } from '../constraint/lane-bodies.kernel';
import { isAwake } from '../island/awake';
import { copyShort } from '../memory/copy';
import { WorldRecord } from '../world';
import { ContactManifold, ContactPoint, MANIFOLD } from './contact-bundle.kernel';

const HEAD: usize = offsetof<ContactManifold<real>>();
const BODY: usize = offsetof<ContactPoint<real>>();

function storeRow(to: usize, v: vec3<real>): void {
  store<real>(to, v.x);
  store<real>(to, v.y, sizeof<real>());
  store<real>(to, v.z, 2 * sizeof<real>());
}

/** Applies what a contact's impulses of the last substep do to its bodies, `scale` times. */
export function pushLane(manifold: ManifoldRecord, scale: real): void {
  const end = HEAD + <usize>manifold.count * BODY;
  fetch(manifold.bundle, manifold.lane, end);
  const c = changetype<ContactManifold<real>>(scratch());
  let impulse = c.friction1 * c.tangent + c.friction2 * cross(c.normal, c.tangent);
  let turn = c.twist * c.normal + c.roll;
  for (let at = scratch() + HEAD; at < scratch() + end; at += BODY) {
    const point = changetype<ContactPoint<real>>(at);
    const load = point.impulse * c.normal;
    impulse += load;
    turn += cross(point.arm - c.centerA, load);
  }
  const w: usize = 3 * sizeof<real>();
  for (let side: u32 = 0; side < 2; side++) {
    const bodies = <usize>manifold.bundle - MANIFOLD + (<usize>manifold.lane << 2) + <usize>side * SIDE;
    const from = load<usize>(bodies, offsetof<LaneBodies>('readA0'));
    const to = load<usize>(bodies, offsetof<LaneBodies>('writeA0'));
    const given: real = side ? scale : -scale;
    const arm = vectorAt(scratch(), side ? offsetof<ContactManifold<real>>('centerBx') : offsetof<ContactManifold<real>>('centerAx'));
    const mass = vec3<real>(load<real>(from + INERTIA + w), load<real>(from + PRODUCTS + w), load<real>(from + VELOCITY + w));
    const d = vectorAt(from, INERTIA);
    const p = vectorAt(from, PRODUCTS);
    const inertia = sym3<real>(d.x, d.y, d.z, p.x, p.y, p.z);
    storeRow(to + VELOCITY, vectorAt(from, VELOCITY) + given * (mass * impulse));
    storeRow(to + ANGULAR_VELOCITY, vectorAt(from, ANGULAR_VELOCITY) + given * (inertia * (cross(arm, impulse) + turn)));
  }
}

/** Bytes that `takeCarried` saves. */
export const SAVED_VELOCITIES: usize = 2 * ROW;

/** Saves the velocities of a body, which gets those instead that it would have without contacts. */
export function takeCarried(world: WorldRecord, slot: u32, saved: usize): void {
  if (!isAwake(world, slot)) return;
  const body = <usize>world.solverBodies + <usize>slot * SOLVER_BODY;
  copyShort(saved, body + VELOCITY, SAVED_VELOCITIES);
  const lanes = <usize>world.bodyBundles + <usize>(slot / LANES) * BODY_BUNDLE + BUNDLE_FLAGS + <usize>(slot % LANES) * sizeof<real>();
  for (let k: usize = 0; k < 3 * sizeof<real>(); k += sizeof<real>()) {
    store<real>(body + VELOCITY + k, load<real>(lanes + (offsetof<BodyBundle<real>>('begunx') + k) * LANES));
    store<real>(body + ANGULAR_VELOCITY + k, load<real>(lanes + (offsetof<BodyBundle<real>>('freex') + k) * LANES));
  }
}

/** Gives a body back what `takeCarried` saved. */
export function giveCarried(world: WorldRecord, slot: u32, saved: usize): void {
  if (isAwake(world, slot)) copyShort(<usize>world.solverBodies + <usize>slot * SOLVER_BODY + VELOCITY, saved, SAVED_VELOCITIES);
}
