// What two surfaces make of the coefficients of each, or what is set for their two materials.
import { CombineRule } from '../body/record';
import { SurfaceRecord } from '../collision/shape/child';
import { WorldRecord } from '../world';

/** The coefficients of two materials together; one below 0 is left to the surfaces. @layout */
// @ts-ignore: decorator
@unmanaged
export class PairMaterialRecord {
  staticFriction: f64;
  dynamicFriction: f64;
  restitution: f64;
  rollingFriction: f64;
  torsionalFriction: f64;
  /** m/N */
  compliance: f64;
  /** 256 × the lower id + the higher. */
  key: u32;
  reserved: u32;
}

/** A coefficient of two bodies; the rule listed later wins. */
export function combine(a: f64, b: f64, ruleA: u32, ruleB: u32): f64 {
  switch (max(ruleA, ruleB)) {
    case CombineRule.GeometricMean:
      // The root of a square is that number exactly.
      return a == b ? a : Math.sqrt(a * b);
    case CombineRule.Average:
      return 0.5 * (a + b);
    case CombineRule.Minimum:
      return min(a, b);
    case CombineRule.Multiply:
      return a * b;
    default:
      return max(a, b);
  }
}

/** What is set for the materials of two surfaces: the address of a record, 0 without one. The records are in the order of their keys. */
export function pairMaterialOf(world: WorldRecord, a: SurfaceRecord, b: SurfaceRecord): usize {
  let count = world.pairMaterialCount;
  if (!count) return 0;
  const one = a.material;
  const other = b.material;
  const key: u32 = (min(one, other) << 8) + max(one, other);
  let first: u32 = 0;
  while (count > 0) {
    const half = count >> 1;
    const record = <usize>world.pairMaterials + <usize>(first + half) * offsetof<PairMaterialRecord>();
    const found = changetype<PairMaterialRecord>(record).key;
    if (found == key) return record;
    if (found < key) {
      first += half + 1;
      count -= half + 1;
    } else count = half;
  }
  return 0;
}

/** The coefficient at a field of what is set for two materials, or that of their surfaces. */
export function coefficientOf(set: usize, field: usize, own: f64): f64 {
  if (set) {
    const value = load<f64>(set + field);
    if (value >= 0) return value;
  }
  return own;
}
