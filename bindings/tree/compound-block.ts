import { writeMaterial } from '../body/material.ts';
import type { Quat, Vec3 } from '../core/arguments.ts';
import { Bvh, ChildRecord, SurfaceRecord } from '../core/layout.ts';
import type { ChildTraits } from '../shape/child.ts';
import { traitFlags } from '../shape/child.ts';
import { BOX } from './builder.ts';
import { aligned, WideTree } from './wide.ts';

/** A child's box in the frame of its compound, its pose there, and what is its own. */
export interface PlacedChild extends Partial<ChildTraits> {
  low: Vec3;
  high: Vec3;
  position: Vec3;
  orientation: Quat;
}

const hasSurface = ({ material, oneWay }: Partial<ChildTraits>): boolean => material !== undefined || oneWay !== undefined;

/** The geometry block of a compound. The slots of the children's shapes are left 0. Surfaces of children follow the children. */
export function compoundBlock(children: readonly PlacedChild[]): Uint8Array {
  const boxes = new Float64Array(children.length * BOX);
  for (const [child, { low, high }] of children.entries()) boxes.set([...low, ...high], child * BOX);
  const tree = new WideTree(boxes, children.length);
  const partsPlace = Bvh.size + tree.bytes;
  const surfaces = children.filter(hasSurface).length;
  let surface = partsPlace + ChildRecord.size * children.length;
  const block = new Uint8Array(aligned(surface + SurfaceRecord.size * surfaces));
  const view = new DataView(block.buffer);
  const memory = { f64: new Float64Array(block.buffer), u32: new Uint32Array(block.buffer) };
  tree.write(view, Bvh.size, partsPlace, false);
  for (const [child, traits] of children.entries()) {
    const at = partsPlace + ChildRecord.size * child;
    memory.f64.set([...traits.position, ...traits.orientation], (at + ChildRecord.positionX) >>> 3);
    const word = (field: number, value: number) => view.setUint32(at + field, value, true);
    word(ChildRecord.flags, traitFlags(traits));
    word(ChildRecord.collisionGroup, traits.collisionGroup ?? 0);
    word(ChildRecord.collisionMask, traits.collisionMask ?? 0);
    if (!hasSurface(traits)) continue;
    word(ChildRecord.surface, surface);
    writeMaterial(memory, surface, traits.material ?? {});
    const side = traits.oneWay === null ? [0, 0, 0] : (traits.oneWay ?? [NaN, NaN, NaN]);
    memory.f64.set(side, (surface + SurfaceRecord.oneWayX) >>> 3);
    surface += SurfaceRecord.size;
  }
  return block;
}
