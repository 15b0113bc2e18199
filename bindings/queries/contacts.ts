import type { Vec3 } from '../arguments.ts';
import type { Body } from '../body.ts';
import { add, scale } from '../geometry.ts';
import {
  BroadPhaseRecord,
  MANIFOLD_BYTES,
  ManifoldPointRecord,
  ManifoldRecord,
  NarrowphaseRecord,
  PairFlag,
  PairRecord,
  WorldRecord,
} from '../layout.ts';
import type { StateMemory } from '../memory.ts';
import { readVector } from '../records.ts';

/** A point of a contact. */
export interface ContactPoint {
  /** Midway between the two surfaces, where they were when the contact was found. */
  position: Vec3;
  /** Of the surfaces along the normal, m; negative where they are in each other. */
  separation: number;
  /** The same from one detection to the next for the same features of the shapes. */
  id: number;
}

/** Where two bodies meet, or are about to, with one normal. */
export interface Contact {
  a: Body;
  b: Body;
  /** Unit vector from a to b. */
  normal: Vec3;
  /** One to four points. */
  points: ContactPoint[];
}

/** Byte offsets of the pairs of bodies in the broad phase. */
export function* livePairs({ u32, world }: StateMemory): Generator<number> {
  const broadphase = u32[(world + WorldRecord.broadphase) >> 2];
  const base = u32[(broadphase + BroadPhaseRecord.pairBase) >> 2];
  const count = u32[(broadphase + BroadPhaseRecord.pairRoom) >> 2];
  for (let slot = 0; slot < count; slot++) {
    const pair = base + slot * PairRecord.size;
    if (u32[(pair + PairRecord.flags) >> 2] & PairFlag.Alive) yield pair;
  }
}

/** Slots of the two bodies of a pair. */
export function pairBodies({ u32 }: StateMemory, pair: number): [number, number] {
  return [u32[(pair + PairRecord.bodyA) >> 2], u32[(pair + PairRecord.bodyB) >> 2]];
}

/** The contacts of a pair. */
export function* contactsOf(memory: StateMemory, pair: number, bodyAt: (slot: number) => Body | null): Generator<Contact> {
  const { u32, world } = memory;
  const narrowphase = u32[(world + WorldRecord.narrowphase) >> 2];
  const manifolds = u32[(narrowphase + NarrowphaseRecord.manifoldBase) >> 2];
  const [a, b] = pairBodies(memory, pair).map((slot) => bodyAt(slot) as Body);
  for (let slot = u32[(pair + PairRecord.firstManifold) >> 2]; slot !== 0; ) {
    const manifold = manifolds + (slot - 1) * MANIFOLD_BYTES;
    yield { a, b, normal: readVector(memory, manifold + ManifoldRecord.normalX), points: pointsOf(memory, manifold) };
    slot = u32[(manifold + ManifoldRecord.next) >> 2];
  }
}

function pointsOf(memory: StateMemory, manifold: number): ContactPoint[] {
  const origin = readVector(memory, manifold + ManifoldRecord.originX);
  const normal = readVector(memory, manifold + ManifoldRecord.normalX);
  const count = memory.u32[(manifold + ManifoldRecord.count) >> 2];
  return Array.from({ length: count }, (_, k) => {
    const point = manifold + ManifoldRecord.size + k * ManifoldPointRecord.size;
    const separation = memory.f64[(point + ManifoldPointRecord.separation) >> 3];
    const onA = add(origin, readVector(memory, point + ManifoldPointRecord.anchorAX));
    return {
      position: add(onA, scale(normal, separation / 2)),
      separation,
      id: memory.u32[(point + ManifoldPointRecord.id) >> 2],
    };
  });
}
