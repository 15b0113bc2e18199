// Bones of a three.js skeleton as far as figures need them. No three.js is loaded: these are the shapes of its objects.

import type { Quat, Vec3 } from '../../core/arguments.ts';
import { HolonomicError } from '../../core/errors.ts';
import { frameOf, length, scale } from '../../core/geometry.ts';

/** What a bone, or what it hangs on, has. */
export interface BoneLike {
  readonly name: string;
  readonly parent: BoneLike | null;
  readonly position: { x: number; y: number; z: number; set(x: number, y: number, z: number): unknown };
  readonly quaternion: { x: number; y: number; z: number; w: number; set(x: number, y: number, z: number, w: number): unknown };
  readonly matrixWorld: { readonly elements: ArrayLike<number> };
  updateWorldMatrix(updateParents: boolean, updateChildren: boolean): void;
}

/** A skeleton of three.js, such as that of a `SkinnedMesh`. */
export interface SkeletonLike {
  readonly bones: readonly BoneLike[];
}

/** Where something is in the world, without its scale. */
export interface BonePlace {
  position: Vec3;
  turn: Quat;
  scale: number;
}

/** Where a bone, or what it hangs on, is in the world. Throws where it is sheared or mirrored. */
export function placeOfBone(bone: BoneLike): BonePlace {
  const { elements } = bone.matrixWorld;
  const columns = [0, 4, 8].map((k) => [elements[k], elements[k + 1], elements[k + 2]] as Vec3);
  const sizes = columns.map(length);
  if (!(sizes[0] > 0 && sizes[1] > 0 && sizes[2] > 0))
    throw new HolonomicError(
      'invalid-argument',
      `The bone '${bone.name}' has a scale of zero, or a matrix that is not finite; call updateWorldMatrix first.`,
    );
  const [x, y] = columns.map((column, k) => scale(column, 1 / sizes[k]));
  return { position: [elements[12], elements[13], elements[14]], turn: frameOf(x, y), scale: sizes[0] };
}
