// Contacts of round bodies that roll around each other, or along a wire, fast: the kernels find them anew at the poses of the substep.
import {
  BodyRecord,
  BroadPhaseRecord,
  ManifoldPointRecord,
  ManifoldRecord,
  PairFlag,
  PairRecord,
  WorldRecord,
} from '../../bindings/core/layout.ts';
import type { CollisionKernels, StateMemory } from '../../bindings/core/memory.ts';
import type { Body } from '../body/body.ts';
import { cayley, type Quat } from '../math/rotation.ts';
import { Vec3 } from '../math/vector.ts';
import { readVector, writeVector } from '../state.ts';
import type { Contact, ContactPoint, Motion } from './contact.ts';
import { cornersOf, leverOf, middle, patchShare, pointAt, radiusOf } from './record.ts';

/** m: separation of a point that is no more; and of those of a manifold that is no more. */
const GONE = 1e9;
const NO_POINT = 1e10;

/** rad: by more a normal does not turn in a substep. */
const SHARPEST = 0.3;

/** Whether there were any to renew. */
export function renewContacts(
  memory: StateMemory,
  collision: CollisionKernels,
  contacts: readonly Contact[],
  bodies: readonly Body[],
): boolean {
  const { u32, world } = memory;
  const count = u32[(world + WorldRecord.turningCount) >>> 2];
  const list = u32[(world + WorldRecord.turning) >>> 2] >>> 2;
  for (let k = 0; k < count; k++) renewPair(memory, collision, u32[list + k], contacts, bodies);
  return count > 0;
}

function renewPair(
  memory: StateMemory,
  collision: CollisionKernels,
  pair: number,
  contacts: readonly Contact[],
  bodies: readonly Body[],
): void {
  const { u32 } = memory;
  const records = bodyRecords(memory, pair);
  const places = records.map(({ slot }) => bodies[slot]);
  findAt(memory, collision, pair, places);
  const radii = records.map(({ record }) => radiusOf(memory, record));
  for (const contact of contacts) {
    if (u32[(contact.record + ManifoldRecord.pair) >>> 2] !== pair) continue;
    if (!renewContact(memory, contact, radii, places)) {
      contact.friction.assign(Vec3.ZERO);
      contact.twist = 0;
    }
    for (const point of contact.points) if (point.separation >= GONE) point.impulse = 0;
  }
}

/** Where a body is, or will be. */
interface Place {
  readonly position: Vec3;
  readonly orientation: Quat;
}

function recordOfPair({ u32, world }: StateMemory, pair: number): number {
  return u32[(u32[(world + WorldRecord.broadphase) >>> 2] + BroadPhaseRecord.pairBase) >>> 2] + pair * PairRecord.size;
}

function bodyRecords(memory: StateMemory, pair: number): { slot: number; record: number }[] {
  const { u32, world } = memory;
  const at = recordOfPair(memory, pair);
  const slots = [u32[(at + PairRecord.bodyA) >>> 2], u32[(at + PairRecord.bodyB) >>> 2]];
  return slots.map((slot) => ({ slot, record: u32[(world + WorldRecord.bodyBase) >>> 2] + slot * BodyRecord.size }));
}

/** Has the kernels find the manifolds of a pair with its bodies at these places. */
function findAt(memory: StateMemory, collision: CollisionKernels, pair: number, places: readonly Place[]): void {
  const { f64 } = memory;
  const records = bodyRecords(memory, pair);
  // Position and orientation are the first seven numbers of a body's record.
  const saved = records.map(({ record }) => f64.slice(record >>> 3, (record >>> 3) + 7));
  for (const [side, { record }] of records.entries()) {
    const { position, orientation } = places[side];
    writeVector(memory, record + BodyRecord.positionX, position);
    f64.set([orientation.x, orientation.y, orientation.z, orientation.w], (record + BodyRecord.orientationX) >>> 3);
  }
  collision.renewPair(pair);
  for (const [side, { record }] of records.entries()) f64.set(saved[side], record >>> 3);
}

/** Velocities of bodies before anything was solved in the substep. */
export type FreeMotion = Map<Body, Motion>;

/**
 * Finds a contact where its bodies will be at the end of the substep (Müller et al. 2020, section 3.5: the normal is that of now before each
 * projection); the speed at which they met follows its normal.
 */
export function foreseeContact(
  memory: StateMemory,
  collision: CollisionKernels,
  contact: Contact,
  free: FreeMotion,
  duration: number,
): void {
  const { u32 } = memory;
  const pair = u32[(contact.record + ManifoldRecord.pair) >>> 2];
  const radii = bodyRecords(memory, pair).map(({ record }) => radiusOf(memory, record));
  const places = [contact.a, contact.b].map(({ angularVelocity, orientation, position, velocity }) => ({
    position: position.plusTimes(velocity, duration),
    orientation: cayley(angularVelocity.times(duration)).times(orientation).normalized,
  }));
  findAt(memory, collision, pair, places);
  // Where nothing moves in the next step, its contacts are found anew all the same.
  u32[(recordOfPair(memory, pair) + PairRecord.flags) >>> 2] &= ~PairFlag.Found;
  // What has been pushed away keeps what it was pushed with: the velocity pass takes the speed of that back.
  if (!renewContact(memory, contact, radii, places)) return;
  for (const point of contact.points) {
    point.foreseen = contact.normalSpeed(point);
    point.before = contact.normalSpeed(point, free.get(contact.a), free.get(contact.b));
  }
}

/** Half of what new geometry changes at v_n; 0 where it is another place rather than the same one a substep later. */
function curveOf(contact: Contact, point: ContactPoint, straight: number): number {
  const { a, b } = contact;
  const fastest =
    b.velocity.minus(a.velocity).length + a.angularVelocity.length * point.armA.length + b.angularVelocity.length * point.armB.length;
  const change = contact.normalSpeed(point) - straight;
  return point.separation < GONE && Math.abs(change) <= SHARPEST * fastest ? -0.5 * change : 0;
}

/** Gives a contact the geometry that its record has, if there is still some; friction keeps its direction as far as it can. */
function renewContact(memory: StateMemory, contact: Contact, [radiusA, radiusB]: readonly number[], [a, b]: readonly Place[]): boolean {
  const found = contact.points.map((_, k) => {
    const at = pointAt(contact.record, k);
    return {
      armA: readVector(memory, at + ManifoldPointRecord.anchorAX),
      separation: memory.f64[(at + ManifoldPointRecord.separation) >>> 3],
      // Weights: what the points bore in the last step.
      impulse: memory.f64[(at + ManifoldPointRecord.force) >>> 3],
    };
  });
  contact.current = true;
  contact.places = [contact.a, contact.b].map(({ displacement, turn }) => ({ displacement, turn }));
  if (found.every(({ separation }) => separation >= GONE)) {
    for (const point of contact.points) point.separation = NO_POINT;
    return false;
  }
  const straight = contact.points.map((point) => contact.normalSpeed(point));
  const normal = readVector(memory, contact.record + ManifoldRecord.normalX);
  const offset = b.position.minus(a.position);
  const { center, separation } = middle(found);
  const share = patchShare(cornersOf(memory, contact.record));
  contact.normal = normal;
  contact.renewed = true;
  contact.centerA = center;
  contact.centerB = center.plusTimes(normal, separation).minus(offset);
  contact.friction.assign(contact.friction.without(normal));
  contact.frictionTotal.assign(contact.frictionTotal.without(normal));
  for (const [k, point] of contact.points.entries()) {
    point.armA = found[k].armA;
    point.armB = point.armA.minus(offset);
    point.coreA = point.armA.minus(normal.times(radiusA));
    point.coreB = point.armB.plusTimes(normal, found[k].separation).plus(normal.times(radiusB));
    point.lever = share * leverOf(point.armA, center, normal);
    point.separation = found[k].separation;
    point.curve = curveOf(contact, point, straight[k]);
  }
  return true;
}
