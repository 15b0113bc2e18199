// Manifolds in and out of their records.
import {
  BodyRecord,
  BroadPhaseRecord,
  DirectBody,
  MANIFOLD_BYTES,
  ManifoldPointRecord,
  ManifoldRecord,
  NarrowphaseRecord,
  NO_MEMBER,
  PairFlag,
  PairRecord,
  ROUND_PATCH,
  SEPARATE_PATCHES,
  ShapeRecord,
  ShapeType,
  SurfaceRecord,
  WorldRecord,
} from '../../bindings/core/layout.ts';
import type { StateMemory } from '../../bindings/core/memory.ts';
import type { Body } from '../body/body.ts';
import { Vec3 } from '../math/vector.ts';
import { readVector, writeVector } from '../state.ts';
import { blend } from '../steady.ts';
import { Contact, type ContactPoint } from './contact.ts';
import { type Surface, surfaceOf, surfacesOf } from './material.ts';
import type { ContactSubstep } from './substep.ts';

/** m: of points without a load yet, one that is so much farther apart than the nearest counts half as much for where friction acts. */
const NEAR = 1e-3;

/** m: nearer to where friction acts there is nothing to turn about: a bound on turning that is round-off would leave no friction. */
const LEAST_LEVER = 1e-6;

/** The contacts that are solved, in their order. */
export function readContacts(memory: StateMemory, bodies: readonly Body[], substep: ContactSubstep): Contact[] {
  const { u32, world } = memory;
  const order = u32[(world + WorldRecord.contactOrder) >>> 2] >>> 2;
  const count = u32[(world + WorldRecord.contactCount) >>> 2];
  const manifolds = u32[(u32[(world + WorldRecord.narrowphase) >>> 2] + NarrowphaseRecord.manifoldBase) >>> 2];
  const contacts: Contact[] = [];
  for (let lane = order; contacts.length < count; lane++) {
    if (u32[lane] !== NO_MEMBER) contacts.push(readContact(memory, manifolds + u32[lane] * MANIFOLD_BYTES, bodies, substep));
  }
  return contacts;
}

/** Bodies whose contacts are solved as their joints hold them: the kernels decide, because it also is of the order of contacts. */
export function articulatedBodies({ u32, world }: StateMemory, bodies: readonly Body[]): Set<Body> {
  if (!u32[(world + WorldRecord.directIslandCount) >>> 2]) return new Set();
  const list = u32[(world + WorldRecord.islands) >>> 2] >>> 2;
  const isArticulated = (slot: number) => u32[list + slot] !== 0 && u32[(u32[list + slot] + DirectBody.articulated) >>> 2] !== 0;
  return new Set(bodies.filter((_, slot) => isArticulated(slot)));
}

function readContact(memory: StateMemory, record: number, bodies: readonly Body[], substep: ContactSubstep): Contact {
  const { f64, u32, world } = memory;
  const pairs = u32[(u32[(world + WorldRecord.broadphase) >>> 2] + BroadPhaseRecord.pairBase) >>> 2];
  const pair = pairs + u32[(record + ManifoldRecord.pair) >>> 2] * PairRecord.size;
  const slotA = u32[(pair + PairRecord.bodyA) >>> 2];
  const slotB = u32[(pair + PairRecord.bodyB) >>> 2];
  const bodyBase = u32[(world + WorldRecord.bodyBase) >>> 2];
  const recordA = bodyBase + slotA * BodyRecord.size;
  const recordB = bodyBase + slotB * BodyRecord.size;
  const a = bodies[slotA];
  const b = bodies[slotB];
  const { duration: h } = substep;

  const normal = readVector(memory, record + ManifoldRecord.normalX);
  const offset = b.position.minus(a.position);
  const radiusA = normal.times(radiusOf(memory, recordA));
  const radiusB = normal.times(radiusOf(memory, recordB));
  const count = u32[(record + ManifoldRecord.count) >>> 2];
  const points = Array.from({ length: count }, (_, k): ContactPoint => {
    const at = pointAt(record, k);
    const armA = readVector(memory, at + ManifoldPointRecord.anchorAX);
    const armB = armA.minus(offset);
    const separation = f64[(at + ManifoldPointRecord.separation) >>> 3];
    const impulse = h * f64[(at + ManifoldPointRecord.force) >>> 3];
    const age = u32[(at + ManifoldPointRecord.age) >>> 2];
    const cores = { coreA: armA.minus(radiusA), coreB: armB.plusTimes(normal, separation).plus(radiusB) };
    return {
      armA,
      armB,
      ...cores,
      separation,
      lever: 0,
      mass: 0,
      impulse,
      total: 0,
      grip: 0,
      before: 0,
      foreseen: 0,
      curve: 0,
      drift: 0,
      age,
    };
  });
  const { center, separation } = middle(points);
  const share = patchShare(cornersOf(memory, record));
  for (const point of points) point.lever = share * leverOf(point.armA, center, normal);

  const children = u32[(record + ManifoldRecord.children) >>> 2];
  const surfaceA = surfaceOf(memory, recordA, children >>> 16);
  const surfaceB = surfaceOf(memory, recordB, children & 0xffff);
  const slide = runs(a, surfaceA).minus(runs(b, surfaceB)).without(normal);
  const surfaces = surfacesOf(memory, surfaceA, surfaceB, h, slide);
  const pull = b.freeAcceleration(substep.gravity).minus(a.freeAcceleration(substep.gravity));
  const centerB = center.plusTimes(normal, separation).minus(offset);
  const contact = new Contact(record, a, b, normal, points, surfaces, center, centerB, -h * normal.dot(pull));
  contact.entangled = (u32[(pair + PairRecord.flags) >>> 2] & PairFlag.Entangled) !== 0;
  contact.friction.assign(
    readVector(memory, record + ManifoldRecord.frictionX)
      .times(h)
      .without(normal),
  );
  if (surfaces.rollingFriction > 0) contact.roll.assign(readVector(memory, record + ManifoldRecord.rollX).times(h));
  contact.fresh = points.some((_, k) => u32[(pointAt(record, k) + ManifoldPointRecord.age) >>> 2] === 0);
  contact.twist = h * f64[(record + ManifoldRecord.twist) >>> 3];
  return contact;
}

/** How a surface runs along while its body stays. */
function runs(body: Body, { number }: Surface): Vec3 {
  const { surfaceVelocityX, surfaceVelocityY, surfaceVelocityZ } = SurfaceRecord;
  return body.orientation.rotate(new Vec3(number(surfaceVelocityX), number(surfaceVelocityY), number(surfaceVelocityZ)));
}

/** Where friction acts: the middle of the points, weighted by their loads, on A's surface; and the mean separation there. */
export function middle(points: readonly Pick<ContactPoint, 'armA' | 'separation' | 'impulse'>[]): { center: Vec3; separation: number } {
  const nearest = Math.min(...points.map(({ separation }) => separation));
  const load = points.reduce((sum, { impulse }) => sum + impulse, 0);
  let center: Vec3 = Vec3.zero();
  let separation = 0;
  let weights = 0;
  for (const point of points) {
    const away = (point.separation - nearest) / NEAR;
    const weight = load > 0 ? point.impulse : 1 / (1 + away * away);
    center = center.plusTimes(point.armA, weight);
    separation += weight * point.separation;
    weights += weight;
  }
  return { center: center.times(1 / weights), separation: separation / weights };
}

/** Corners of the patch of a manifold, in the high half of a word. */
export function cornersOf({ u32 }: StateMemory, record: number): number {
  return u32[(record + ManifoldRecord.corners) >>> 2] >>> 16;
}

/**
 * What a uniform pressure over a patch has of the torque that it had at the patch's corners: the mean distance from the middle over that of the
 * corners, of a line, a regular polygon, or a disc.
 */
export function patchShare(corners: number): number {
  if (corners >= SEPARATE_PATCHES) return 1;
  if (corners >= ROUND_PATCH) return 2 / 3;
  if (corners < 3) return 1 / 2;
  // Of a polygon, by its triangles from the middle: their inner angle, and the integral of the distance over the area.
  const angle = Math.PI / corners;
  const [secant, slope] = [1 / Math.cos(angle), Math.tan(angle)];
  return (secant * slope + Math.log(secant + slope)) / (3 * secant * slope);
}

/** Distance of a point from where friction acts. */
export function leverOf(arm: Vec3, center: Vec3, normal: Vec3): number {
  const lever = arm.minus(center).without(normal).length;
  return lever > LEAST_LEVER ? lever : 0;
}

/** Radius around the core of a body's shape. */
export function radiusOf({ f64, u32, world }: StateMemory, body: number): number {
  const shapes = u32[(world + WorldRecord.shapeBase) >>> 2];
  const shape = shapes + (u32[(body + BodyRecord.shape) >>> 2] - 1) * ShapeRecord.size;
  return u32[(shape + ShapeRecord.type) >>> 2] <= ShapeType.Triangle ? f64[(shape + ShapeRecord.radius) >>> 3] : 0;
}

export function pointAt(record: number, index: number): number {
  return record + ManifoldRecord.size + index * ManifoldPointRecord.size;
}

function blended(memory: StateMemory, offset: number, now: Vec3, part: number): Vec3 {
  return now.times(part).plusTimes(readVector(memory, offset), 1 - part);
}

/** Writes the loads of a step of `dt` s in substeps of `h`; `part` of the forces takes the place of those known before. Those that are not finite would poison the next step: they become zero. */
export function writeContact(memory: StateMemory, contact: Contact, dt: number, h: number, part: number): void {
  const { f32, f64, u32 } = memory;
  const { record, frictionTotal, kept, points } = contact;
  const [friction, roll, twist] = [contact.friction.times(kept), contact.roll.times(kept), kept * contact.twist];
  f32[(record + ManifoldRecord.duration) >>> 2] = dt;
  const loads = points.flatMap(({ impulse, total }) => [impulse, total]);
  const isSound = friction.isFinite && roll.isFinite && frictionTotal.isFinite && [twist, ...loads].every(Number.isFinite);
  writeVector(
    memory,
    record + ManifoldRecord.frictionX,
    isSound ? blended(memory, record + ManifoldRecord.frictionX, friction.times(1 / h), part) : Vec3.ZERO,
  );
  writeVector(memory, record + ManifoldRecord.frictionImpulseX, isSound ? frictionTotal : Vec3.ZERO);
  writeVector(
    memory,
    record + ManifoldRecord.rollX,
    isSound ? blended(memory, record + ManifoldRecord.rollX, roll.times(1 / h), part) : Vec3.ZERO,
  );
  const twistAt = (record + ManifoldRecord.twist) >>> 3;
  f64[twistAt] = isSound ? blend(f64[twistAt], twist / h, part) : 0;
  for (let k = 0; k < points.length; k++) {
    const at = pointAt(record, k);
    const forceAt = (at + ManifoldPointRecord.force) >>> 3;
    f64[forceAt] = isSound ? blend(f64[forceAt], points[k].impulse / h, part) : 0;
    f64[(at + ManifoldPointRecord.impulse) >>> 3] = isSound ? points[k].total : 0;
    // What is only near has borne nothing for long.
    const ageAt = (at + ManifoldPointRecord.age) >>> 2;
    if (points[k].total === 0) u32[ageAt] = Math.min(u32[ageAt], 1);
  }
}
