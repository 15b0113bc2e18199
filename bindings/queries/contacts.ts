import type { Out, Vec3 } from '../arguments.ts';
import type { Body } from '../body.ts';
import { writeTo } from '../geometry.ts';
import {
  BodyRecord,
  BroadPhaseRecord,
  MANIFOLD_BYTES,
  ManifoldPointRecord,
  ManifoldRecord,
  NarrowphaseRecord,
  PairFlag,
  PairLinks,
  PairRecord,
  WorldRecord,
} from '../layout.ts';
import type { StateMemory } from '../memory.ts';

/** A point of a contact. */
export interface ContactPoint {
  /** Midway between the two surfaces, where they were when the contact was found. */
  position: Vec3;
  /** Of the surfaces along the normal, m; negative where they are in each other. */
  separation: number;
  /** The same from one detection to the next for the same features of the shapes. */
  id: number;
  /** With which the surfaces pushed each other along the normal, mean over the last step, N; at least 0. */
  force: number;
  /** The same over the whole step, N s. */
  impulse: number;
}

/** Where two bodies meet, or are about to, with one normal. */
export interface Contact {
  a: Body;
  b: Body;
  /** Numbers of the children of compounds; -1 without. Of several side by side that have nothing of their own, that of one. */
  childA: number;
  childB: number;
  /** Unit vector from a to b. */
  normal: Vec3;
  /** One to four points. */
  points: ContactPoint[];
  /** Force of friction on b, mean over the last step, N, world frame; that on a is its opposite. */
  friction: Vec3;
}

/** Byte offsets of the pairs of bodies in the broad phase. */
export function* livePairs(memory: StateMemory): Generator<number> {
  const { u32, world } = memory;
  const broadphase = u32[(world + WorldRecord.broadphase) >>> 2];
  const count = u32[(broadphase + BroadPhaseRecord.pairRoom) >>> 2];
  for (let slot = 0; slot < count; slot++) {
    const pair = pairRecord(memory, slot);
    if (u32[(pair + PairRecord.flags) >>> 2] & PairFlag.Alive) yield pair;
  }
}

function pairRecord({ u32, world }: StateMemory, slot: number): number {
  const broadphase = u32[(world + WorldRecord.broadphase) >>> 2];
  return u32[(broadphase + BroadPhaseRecord.pairBase) >>> 2] + slot * PairRecord.size;
}

function linksRecord({ u32, world }: StateMemory, slot: number): number {
  const broadphase = u32[(world + WorldRecord.broadphase) >>> 2];
  return u32[(broadphase + BroadPhaseRecord.linkBase) >>> 2] + slot * PairLinks.size;
}

/** Slots of the two bodies of a pair. */
export function pairBodies({ u32 }: StateMemory, pair: number): [number, number] {
  return [u32[(pair + PairRecord.bodyA) >>> 2], u32[(pair + PairRecord.bodyB) >>> 2]];
}

function manifoldRecord({ u32, world }: StateMemory, slot: number): number {
  const narrowphase = u32[(world + WorldRecord.narrowphase) >>> 2];
  return u32[(narrowphase + NarrowphaseRecord.manifoldBase) >>> 2] + slot * MANIFOLD_BYTES;
}

/** 1/s: from impulses of the last step to mean forces. */
function forcePerImpulse({ f64, world }: StateMemory): number {
  const duration = f64[(world + WorldRecord.stepDuration) >>> 3];
  return duration > 0 ? 1 / duration : 0;
}

function copyVector(memory: StateMemory, offset: number, factor: number, out: Vec3): void {
  for (let k = 0; k < 3; k++) out[k] = factor * memory.f64[(offset >>> 3) + k];
}

function emptyPoint(): ContactPoint {
  return { position: [0, 0, 0], separation: 0, id: 0, force: 0, impulse: 0 };
}

const MOST_POINTS = 4;

/** Something to read contacts into: one object for all of them. */
export class ContactReader {
  /** By number of points, so that no array changes its length. */
  private readonly lists: ContactPoint[][];
  // Hidden, so that comparing or printing a world does not go round to its bodies and back.
  readonly #contact: Contact;

  constructor() {
    const points = Array.from({ length: MOST_POINTS }, emptyPoint);
    this.lists = Array.from({ length: MOST_POINTS + 1 }, (_, count) => points.slice(0, count));
    this.#contact = {
      a: null as unknown as Body,
      b: null as unknown as Body,
      childA: -1,
      childB: -1,
      normal: [0, 0, 0],
      points: this.lists[0],
      friction: [0, 0, 0],
    };
  }

  /** Calls a function for each contact, with the same object. The memory is looked up again after each call: queries may make it grow. */
  visit(memoryNow: () => StateMemory, bodyAt: (slot: number) => Body | null, callback: (contact: Contact) => void): void {
    const { world, u32 } = memoryNow();
    const count = u32[(u32[(world + WorldRecord.broadphase) >>> 2] + BroadPhaseRecord.pairRoom) >>> 2];
    for (let index = 0; index < count; index++) {
      let memory = memoryNow();
      const pair = pairRecord(memory, index);
      if (!(memory.u32[(pair + PairRecord.flags) >>> 2] & PairFlag.Alive)) continue;
      for (let slot = memory.u32[(pair + PairRecord.firstManifold) >>> 2]; slot !== 0; ) {
        const manifold = manifoldRecord(memory, slot - 1);
        slot = memory.u32[(manifold + ManifoldRecord.next) >>> 2];
        this.#contact.a = bodyAt(memory.u32[(pair + PairRecord.bodyA) >>> 2]) as Body;
        this.#contact.b = bodyAt(memory.u32[(pair + PairRecord.bodyB) >>> 2]) as Body;
        this.read(memory, manifold);
        callback(this.#contact);
        memory = memoryNow();
      }
    }
  }

  private read(memory: StateMemory, manifold: number): void {
    const contact = this.#contact;
    const { u32 } = memory;
    const perImpulse = forcePerImpulse(memory);
    copyVector(memory, manifold + ManifoldRecord.normalX, 1, contact.normal);
    copyVector(memory, manifold + ManifoldRecord.frictionImpulseX, perImpulse, contact.friction);
    const children = u32[(manifold + ManifoldRecord.children) >>> 2];
    contact.childA = (children >>> 16) - 1;
    contact.childB = (children & 0xffff) - 1;
    contact.points = this.lists[u32[(manifold + ManifoldRecord.count) >>> 2]];
    for (let k = 0; k < contact.points.length; k++)
      readPoint(memory, manifold, manifold + ManifoldRecord.size + k * ManifoldPointRecord.size, perImpulse, contact.points[k]);
  }
}

function readPoint(memory: StateMemory, manifold: number, record: number, perImpulse: number, out: ContactPoint): void {
  const { f64, u32 } = memory;
  const origin = (manifold + ManifoldRecord.originX) >>> 3;
  const normal = (manifold + ManifoldRecord.normalX) >>> 3;
  const anchor = (record + ManifoldPointRecord.anchorAX) >>> 3;
  out.separation = f64[(record + ManifoldPointRecord.separation) >>> 3];
  for (let k = 0; k < 3; k++) out.position[k] = f64[origin + k] + f64[anchor + k] + (out.separation / 2) * f64[normal + k];
  out.id = u32[(record + ManifoldPointRecord.id) >>> 2];
  out.impulse = f64[(record + ManifoldPointRecord.impulse) >>> 3];
  out.force = perImpulse * out.impulse;
}

/** A contact of its own. */
export function copyContact({ normal, points, friction, ...bodies }: Contact): Contact {
  return {
    ...bodies,
    normal: [...normal],
    points: points.map((point) => ({ ...point, position: [...point.position] })),
    friction: [...friction],
  };
}

/** Whether two bodies push each other: they did in the last step, or the surfaces meet. */
export function pairTouches(memory: StateMemory, pair: number): boolean {
  const { u32, f64 } = memory;
  for (let slot = u32[(pair + PairRecord.firstManifold) >>> 2]; slot !== 0; ) {
    const manifold = manifoldRecord(memory, slot - 1);
    slot = u32[(manifold + ManifoldRecord.next) >>> 2];
    const count = u32[(manifold + ManifoldRecord.count) >>> 2];
    for (let k = 0; k < count; k++) {
      const point = manifold + ManifoldRecord.size + k * ManifoldPointRecord.size;
      if (f64[(point + ManifoldPointRecord.impulse) >>> 3] > 0 || f64[(point + ManifoldPointRecord.separation) >>> 3] <= 0) return true;
    }
  }
  return false;
}

/** Sum of the forces of all contacts on the body whose record this is, mean over the last step, N. */
export function contactForceOn(memory: StateMemory, body: number, out?: Out): Vec3 {
  const { u32, f64 } = memory;
  let x = 0;
  let y = 0;
  let z = 0;
  const perImpulse = forcePerImpulse(memory);
  for (let link = u32[(body + BodyRecord.firstPair) >>> 2]; link !== 0; ) {
    const pair = pairRecord(memory, (link - 1) >> 1);
    const isB = ((link - 1) & 1) === 1;
    link = u32[(linksRecord(memory, (link - 1) >> 1) + (isB ? PairLinks.nextB : PairLinks.nextA)) >>> 2];
    for (let slot = u32[(pair + PairRecord.firstManifold) >>> 2]; slot !== 0; ) {
      const manifold = manifoldRecord(memory, slot - 1);
      slot = u32[(manifold + ManifoldRecord.next) >>> 2];
      const push = pushOf(memory, manifold);
      const normal = (manifold + ManifoldRecord.normalX) >>> 3;
      const friction = (manifold + ManifoldRecord.frictionImpulseX) >>> 3;
      const factor = isB ? perImpulse : -perImpulse;
      x += factor * (push * f64[normal] + f64[friction]);
      y += factor * (push * f64[normal + 1] + f64[friction + 1]);
      z += factor * (push * f64[normal + 2] + f64[friction + 2]);
    }
  }
  return out === undefined ? [x, y, z] : writeTo(out, x, y, z);
}

/** Normal impulse of all points of a manifold, N s. */
function pushOf({ u32, f64 }: StateMemory, manifold: number): number {
  const count = u32[(manifold + ManifoldRecord.count) >>> 2];
  let push = 0;
  for (let k = 0; k < count; k++)
    push += f64[(manifold + ManifoldRecord.size + k * ManifoldPointRecord.size + ManifoldPointRecord.impulse) >>> 3];
  return push;
}
