import type { Body } from '../body/body.ts';
import type { Vec3 } from '../core/arguments.ts';
import { BroadPhaseRecord, ManifoldPointRecord, ManifoldRecord, PairFlag, PairRecord, WorldRecord } from '../core/layout.ts';
import type { StateMemory } from '../core/memory.ts';
import { forcePerImpulse, manifoldRecord, pairRecord } from './pairs.ts';

/** A point of a contact. */
export interface ContactPoint {
  /** World position midway between the two surfaces when the contact was found, m. */
  position: Vec3;
  /** Separation of the surfaces along the normal, m; negative if they penetrate. */
  separation: number;
  /** Identifies the same features of the shapes from one detection to the next. */
  id: number;
  /** Normal force, averaged over the last step, N; at least 0. Of bodies that sleep: over the last step before they fell asleep. */
  force: number;
  /** Normal impulse over that whole step, N s. */
  impulse: number;
}

/** A contact of two bodies, or of two that are about to touch, with one normal. */
export interface Contact {
  a: Body;
  b: Body;
  /** Indices of the children of compounds; -1 without. If several children without properties of their own touch, one of them. */
  childA: number;
  childB: number;
  /** Unit vector from a to b. */
  normal: Vec3;
  /** One to four points. */
  points: ContactPoint[];
  /** Friction force on b, averaged over the last step, N, world frame; that on a is its opposite. */
  friction: Vec3;
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
    const perImpulse = forcePerImpulse(memory, manifold);
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
