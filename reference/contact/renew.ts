// Contacts of round bodies that roll around each other, or along a wire, fast: the kernels find them anew at the poses of the substep.
import { BodyRecord, BroadPhaseRecord, ManifoldPointRecord, ManifoldRecord, PairRecord, WorldRecord } from '../../bindings/core/layout.ts';
import type { CollisionKernels, StateMemory } from '../../bindings/core/memory.ts';
import type { Body } from '../body/body.ts';
import { Vec3 } from '../math/vector.ts';
import { readVector, writeVector } from '../state.ts';
import type { Contact } from './contact.ts';
import { leverOf, middle, pointAt, radiusOf } from './record.ts';

/** m: separation of a point that is no more; and of those of a manifold that is no more. */
const GONE = 1e9;
const NO_POINT = 1e10;

export function renewContacts(
  memory: StateMemory,
  collision: CollisionKernels,
  contacts: readonly Contact[],
  bodies: readonly Body[],
): void {
  const { u32, world } = memory;
  const count = u32[(world + WorldRecord.turningCount) >>> 2];
  const list = u32[(world + WorldRecord.turning) >>> 2] >>> 2;
  for (let k = 0; k < count; k++) renewPair(memory, collision, u32[list + k], contacts, bodies);
}

function renewPair(
  memory: StateMemory,
  collision: CollisionKernels,
  pair: number,
  contacts: readonly Contact[],
  bodies: readonly Body[],
): void {
  const { f64, u32, world } = memory;
  const pairs = u32[(u32[(world + WorldRecord.broadphase) >>> 2] + BroadPhaseRecord.pairBase) >>> 2];
  const record = pairs + pair * PairRecord.size;
  const slots = [u32[(record + PairRecord.bodyA) >>> 2], u32[(record + PairRecord.bodyB) >>> 2]];
  const records = slots.map((slot) => u32[(world + WorldRecord.bodyBase) >>> 2] + slot * BodyRecord.size);
  // Position and orientation are the first seven numbers of a body's record.
  const saved = records.map((at) => f64.slice(at >>> 3, (at >>> 3) + 7));
  for (const [side, at] of records.entries()) {
    const { position, orientation } = bodies[slots[side]];
    writeVector(memory, at + BodyRecord.positionX, position);
    f64.set([orientation.x, orientation.y, orientation.z, orientation.w], (at + BodyRecord.orientationX) >>> 3);
  }
  collision.renewPair(pair);
  const radii = records.map((at) => radiusOf(memory, at));
  for (const contact of contacts) {
    if (u32[(contact.record + ManifoldRecord.pair) >>> 2] === pair) renewContact(memory, contact, radii[0], radii[1]);
  }
  for (const [side, at] of records.entries()) f64.set(saved[side], at >>> 3);
}

/** Gives a contact the geometry that its record has; friction keeps its direction as far as it can. */
function renewContact(memory: StateMemory, contact: Contact, radiusA: number, radiusB: number): void {
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
  for (const [k, point] of contact.points.entries()) if (found[k].separation >= GONE) point.impulse = 0;
  if (found.every(({ separation }) => separation >= GONE)) {
    contact.friction.assign(Vec3.ZERO);
    contact.twist = 0;
    for (const point of contact.points) point.separation = NO_POINT;
    return;
  }
  const { a, b } = contact;
  const normal = readVector(memory, contact.record + ManifoldRecord.normalX);
  const offset = b.position.minus(a.position);
  const { center, separation } = middle(found);
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
    point.lever = leverOf(point.armA, center, normal);
    point.separation = found[k].separation;
  }
}
