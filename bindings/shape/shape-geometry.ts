import type { Quat, Vec3 } from '../core/arguments.ts';
import type { ShapeType } from '../core/layout.ts';
import type { ShapeBase } from './shape.ts';

/** The numbers of a shape's record: see ShapeRecord. */
export interface ShapeExtent {
  /** Box around the shape, rounding included. */
  readonly low: Vec3;
  readonly high: Vec3;
  /** Of the core. */
  readonly size: Vec3;
  readonly radius: number;
  readonly breadth: number;
  readonly reach: number;
}

/** What a shape's record in a world is filled with. */
export interface ShapeGeometry extends ShapeExtent {
  readonly type: ShapeType;
  readonly flags: number;
  /** Bytes of the geometry block, for shapes that have one; of a compound without the slots of its children. */
  readonly block?: Uint8Array;
  /** The children of a compound, in the order of its block. */
  readonly children?: readonly { readonly shape: ShapeBase; readonly position: Vec3; readonly orientation: Quat }[];
}
