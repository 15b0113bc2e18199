import { direction, type Quat, type Vec3, type Vec3Like } from '../arguments.ts';
import { HolonomicError } from '../errors.ts';
import { anyNormal, multiply, rotate, rotationBetween } from '../geometry.ts';
import type { Joint, Pose } from './joint.ts';

/** A joint's axis: one direction in the world, or one in each body's frame. */
export interface AxisOptions {
  axis?: Vec3Like;
  axisA?: Vec3Like;
  axisB?: Vec3Like;
}

export const AXIS_OPTIONS = ['axis', 'axisA', 'axisB'] as const;

const X: Vec3 = [1, 0, 0];

/** The joint's frames in the world when it is added: x along the axis, and turned alike about it, so that the angle is zero. */
export function readAxes(given: AxisOptions): (joint: Joint, a: Pose, b: Pose) => { frameA: Quat; frameB: Quat } {
  const { axis, axisA, axisB } = given;
  if (axis !== undefined) {
    if (axisA !== undefined || axisB !== undefined)
      throw new HolonomicError('invalid-argument', 'Give either axis (world) or axisA and axisB (local), not both.');
    const frame = frameAlong(direction(axis, 'axis'));
    return () => ({ frameA: frame, frameB: frame });
  }
  if (axisA === undefined || axisB === undefined)
    throw new HolonomicError('invalid-argument', 'Give axis in world coordinates, or both axisA and axisB in the frames of the bodies.');
  const localA = direction(axisA, 'axisA');
  const localB = direction(axisB, 'axisB');
  return (_joint, a, b) => {
    const worldA = rotate(a.orientation, localA);
    const frameA = frameAlong(worldA);
    return { frameA, frameB: multiply(rotationBetween(worldA, rotate(b.orientation, localB)), frameA) };
  };
}

/** A rotation that takes x to the unit vector `axis`. */
function frameAlong(axis: Vec3): Quat {
  return axis[0] < -0.999 ? [...anyNormal(axis), 0] : rotationBetween(X, axis);
}
