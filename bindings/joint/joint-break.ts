import type { Vec3 } from '../core/arguments.ts';
import type { Joint } from './joint.ts';

/** A joint that a step broke, and the mean load on its body B that exceeded the threshold, at B's anchor. */
export interface JointBreak {
  joint: Joint;
  force: Readonly<Vec3>;
  torque: Readonly<Vec3>;
}
