// What two surfaces make of the coefficients of each.

import { hasPairMaterials, pairKey, pairMaterialAt } from '../../bindings/body/pair-materials.ts';
import { BodyFlag, BodyRecord, CombineRule } from '../../bindings/core/layout.ts';
import type { StateMemory } from '../../bindings/core/memory.ts';
import type { Vec3 } from '../vector.ts';
import type { Surfaces } from './contact.ts';

/** Of the bodies with these records, in substeps of `h`. `slide` is the velocity that friction leads B's surface to against A's. */
export function surfacesOf(memory: StateMemory, a: number, b: number, h: number, slide: Vec3): Surfaces {
  const { f64, u32 } = memory;
  const id = (record: number) => u32[(record + BodyRecord.flags) >>> 2] >>> BodyFlag.MaterialShift;
  const set = hasPairMaterials(memory) ? pairMaterialAt(memory, pairKey(id(a), id(b))) : null;
  const of = (field: number) => [f64[(a + field) >>> 3], f64[(b + field) >>> 3]] as const;
  const combined = (field: number, rule: number) => {
    const [one, other] = of(field);
    return combine(one, other, Math.max(u32[(a + rule) >>> 2], u32[(b + rule) >>> 2]));
  };
  const [softA, softB] = of(BodyRecord.contactCompliance);
  return {
    staticFriction: set?.staticFriction ?? combined(BodyRecord.staticFriction, BodyRecord.frictionRule),
    dynamicFriction: set?.dynamicFriction ?? combined(BodyRecord.dynamicFriction, BodyRecord.frictionRule),
    rollingFriction: Math.max(...of(BodyRecord.rollingFriction)),
    torsionalFriction: Math.max(...of(BodyRecord.torsionalFriction)),
    restitution: set?.restitution ?? combined(BodyRecord.restitution, BodyRecord.restitutionRule),
    scaledCompliance: (softA + softB) / (h * h),
    slide,
  };
}

/** The rule listed later wins where bodies have different ones. */
function combine(a: number, b: number, rule: number): number {
  switch (rule) {
    case CombineRule.GeometricMean:
      return Math.sqrt(a * b);
    case CombineRule.Average:
      return (a + b) / 2;
    case CombineRule.Minimum:
      return Math.min(a, b);
    case CombineRule.Multiply:
      return a * b;
    default:
      return Math.max(a, b);
  }
}
