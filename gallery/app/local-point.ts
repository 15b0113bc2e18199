import { Object3D, Vector3 } from 'three';
import type { Vec3 } from '../../bindings/index.ts';
import { poseObject } from '../../bindings/three/index.ts';
import type { Frame } from '../engine/types.ts';

/** A world point in the frame of a body as it is drawn. */
export function localPoint({ transforms, previous }: Frame, alpha: number, slot: number, point: Vec3): Vec3 {
  const body = new Object3D();
  poseObject(body, slot, { transforms, previous, alpha });
  return body.worldToLocal(new Vector3(...point)).toArray();
}
