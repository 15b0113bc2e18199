import { Quaternion, Vector3 } from 'three';
import type { Vec3 } from '../../bindings/index.ts';
import type { Frame } from '../engine/types.ts';

/** A world point in the frame of a body where it is now. */
export function localPoint({ transforms }: Frame, slot: number, point: Vec3): Vec3 {
  const position = new Vector3().fromArray(transforms, slot * 7);
  const orientation = new Quaternion().fromArray(transforms, slot * 7 + 3);
  return new Vector3(...point).sub(position).applyQuaternion(orientation.invert()).toArray();
}
