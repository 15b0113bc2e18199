// What two surfaces make of the coefficients of each.

import { hasPairMaterials, pairKey, pairMaterialAt } from '../../bindings/body/pair-materials.ts';
import {
  BodyRecord,
  Bvh,
  ChildRecord,
  CombineRule,
  NO_WORD,
  ShapeFlag,
  ShapeRecord,
  SurfaceRecord,
  WorldRecord,
} from '../../bindings/core/layout.ts';
import type { StateMemory } from '../../bindings/core/memory.ts';
import type { Vec3 } from '../math/vector.ts';
import type { Surfaces } from './contact.ts';

/** A surface's numbers and words. */
export interface Surface {
  number(field: number): number;
  word(field: number): number;
}

/** The surface of a body, or that of a child by its number plus one: what is not its own is the body's. */
export function surfaceOf({ f64, u32, world }: StateMemory, body: number, child: number): Surface {
  const whole = body + BodyRecord.staticFriction;
  const own = child === 0 ? 0 : childSurface();
  const number = (field: number) => f64[(whole + field) >>> 3];
  const word = (field: number) => u32[(whole + field) >>> 2];
  if (own === 0) return { number, word };
  return {
    number(field) {
      const value = f64[(own + field) >>> 3];
      return Number.isNaN(value) ? number(field) : value;
    },
    word(field) {
      const value = u32[(own + field) >>> 2];
      return value === NO_WORD ? word(field) : value;
    },
  };

  function childSurface(): number {
    const shape = u32[(world + WorldRecord.shapeBase) >>> 2] + (u32[(body + BodyRecord.shape) >>> 2] - 1) * ShapeRecord.size;
    if (!(u32[(shape + ShapeRecord.flags) >>> 2] & ShapeFlag.Distinct)) return 0;
    const block = u32[(shape + ShapeRecord.data) >>> 2];
    const record = block + u32[(block + Bvh.parts) >>> 2] + (child - 1) * ChildRecord.size;
    const place = u32[(record + ChildRecord.surface) >>> 2];
    return place === 0 ? 0 : block + place;
  }
}

/** Of two surfaces, in substeps of `h`. `slide` is the velocity that friction leads B's surface to against A's. */
export function surfacesOf(memory: StateMemory, a: Surface, b: Surface, h: number, slide: Vec3): Surfaces {
  const id = (surface: Surface) => surface.word(SurfaceRecord.material);
  const set = hasPairMaterials(memory) ? pairMaterialAt(memory, pairKey(id(a), id(b))) : null;
  const of = (field: number) => [a.number(field), b.number(field)] as const;
  const combined = (field: number, rule: number) => {
    const [one, other] = of(field);
    // The rule listed later wins where bodies have different ones.
    return combine(one, other, Math.max(a.word(rule), b.word(rule)));
  };
  const [softA, softB] = of(SurfaceRecord.contactCompliance);
  return {
    staticFriction: set?.staticFriction ?? combined(SurfaceRecord.staticFriction, SurfaceRecord.frictionRule),
    dynamicFriction: set?.dynamicFriction ?? combined(SurfaceRecord.dynamicFriction, SurfaceRecord.frictionRule),
    rollingFriction: set?.rollingFriction ?? Math.max(...of(SurfaceRecord.rollingFriction)),
    torsionalFriction: set?.torsionalFriction ?? Math.max(...of(SurfaceRecord.torsionalFriction)),
    restitution: set?.restitution ?? combined(SurfaceRecord.restitution, SurfaceRecord.restitutionRule),
    scaledCompliance: (set?.compliance ?? softA + softB) / (h * h),
    slide,
  };
}

/** A coefficient of two surfaces, by a CombineRule. */
export function combine(a: number, b: number, rule: number): number {
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
