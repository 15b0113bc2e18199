import type { Quat, Vec3 } from '../core/arguments.ts';
import { Bvh, ChildRecord } from '../core/layout.ts';
import { BOX } from './builder.ts';
import { aligned, WideTree } from './wide.ts';

/** A child's box in the frame of its compound, and its pose there. */
export interface PlacedChild {
  low: Vec3;
  high: Vec3;
  position: Vec3;
  orientation: Quat;
}

/** The geometry block of a compound. The slots of the children's shapes are left 0. */
export function compoundBlock(children: readonly PlacedChild[]): Uint8Array {
  const boxes = new Float64Array(children.length * BOX);
  for (const [child, { low, high }] of children.entries()) boxes.set([...low, ...high], child * BOX);
  const tree = new WideTree(boxes, children.length);
  const partsPlace = Bvh.size + tree.bytes;
  const block = new Uint8Array(aligned(partsPlace + ChildRecord.size * children.length));
  const view = new DataView(block.buffer);
  tree.write(view, Bvh.size, partsPlace, false);
  for (const [child, { position, orientation }] of children.entries()) {
    const at = partsPlace + ChildRecord.size * child;
    for (const [k, value] of [...position, ...orientation].entries()) view.setFloat64(at + ChildRecord.positionX + 8 * k, value, true);
  }
  return block;
}
