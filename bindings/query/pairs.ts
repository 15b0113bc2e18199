// Pairs of bodies and the manifolds between them, as they lie in the memory.
import type { Out, Vec3 } from '../core/arguments.ts';
import { writeTo } from '../core/geometry.ts';
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
} from '../core/layout.ts';
import type { StateMemory } from '../core/memory.ts';

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

export function pairRecord({ u32, world }: StateMemory, slot: number): number {
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

export function manifoldRecord({ u32, world }: StateMemory, slot: number): number {
  const narrowphase = u32[(world + WorldRecord.narrowphase) >>> 2];
  return u32[(narrowphase + NarrowphaseRecord.manifoldBase) >>> 2] + slot * MANIFOLD_BYTES;
}

/** 1/s: from impulses of a manifold to mean forces over the step that they are of, which is not the last one where the bodies sleep. */
export function forcePerImpulse({ f32, f64, world }: StateMemory, manifold: number): number {
  const last = f64[(world + WorldRecord.stepDuration) >>> 3];
  const own = f32[(manifold + ManifoldRecord.duration) >>> 2];
  // The manifold's is rounded.
  const duration = own === Math.fround(last) ? last : own;
  return duration > 0 ? 1 / duration : 0;
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

/** Sum of the forces of all contacts on the body whose record this is, mean over the last step that it was awake in, N. */
export function contactForceOn(memory: StateMemory, body: number, out?: Out): Vec3 {
  const { u32, f64 } = memory;
  let x = 0;
  let y = 0;
  let z = 0;
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
      const perImpulse = forcePerImpulse(memory, manifold);
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
