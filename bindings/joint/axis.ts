import { direction, type Quat, type Vec3, type Vec3Like } from '../core/arguments.ts';
import type { Pose } from '../core/context.ts';
import { HolonomicError } from '../core/errors.ts';
import { anyNormal, frameOf, length, multiply, normalized, rotate, rotationBetween, without } from '../core/geometry.ts';

/** A joint's axis: one direction in the world, or one in the frame of each body. */
export interface AxisOptions {
  axis?: Vec3Like;
  axisA?: Vec3Like;
  axisB?: Vec3Like;
}

/** An axis, and the y axis of the joint's frame. */
export interface FrameOptions extends AxisOptions {
  /** A direction in the world; y is its component normal to the axis. Arbitrary by default. */
  normal?: Vec3Like;
}

export const AXIS_OPTIONS = ['axis', 'axisA', 'axisB'] as const;
export const FRAME_OPTIONS = [...AXIS_OPTIONS, 'normal'] as const;

/** Computes the orientations in the world of the joint's frame on each body. */
export type Frames = (a: Pose, b: Pose) => { frameA: Quat; frameB: Quat };

const X: Vec3 = [1, 0, 0];
/** Sine of the angle between two directions that count as parallel. */
export const PARALLEL = 1e-6;

/** The joint's frames in the world when it is added: x along the axis, and turned alike about it, so that the angle is zero. */
export function readAxes(given: FrameOptions): Frames {
  const { axis, axisA, axisB } = given;
  const normal = given.normal === undefined ? null : direction(given.normal, 'normal');
  if (axis !== undefined) {
    if (axisA !== undefined || axisB !== undefined)
      throw new HolonomicError('invalid-argument', 'Pass either axis (world) or axisA and axisB (local), not both.');
    const frame = frameAlong(direction(axis, 'axis'), normal);
    return () => ({ frameA: frame, frameB: frame });
  }
  if (axisA === undefined || axisB === undefined)
    throw new HolonomicError('invalid-argument', 'Pass axis in world coordinates, or both axisA and axisB in the frames of the bodies.');
  const localA = direction(axisA, 'axisA');
  const localB = direction(axisB, 'axisB');
  return (a, b) => {
    const worldA = rotate(a.orientation, localA);
    const frameA = frameAlong(worldA, normal);
    return { frameA, frameB: multiply(rotationBetween(worldA, rotate(b.orientation, localB)), frameA) };
  };
}

/** A rotation that takes x to the unit vector `axis`, and y into the half plane of `normal`; `names`: what the user calls the two. */
export function frameAlong(axis: Vec3, normal: Vec3 | null = null, names = 'axis and normal'): Quat {
  if (!normal) return axis[0] < -0.999 ? [...anyNormal(axis), 0] : rotationBetween(X, axis);
  const across = without(normal, axis);
  if (length(across) < PARALLEL) throw new HolonomicError('invalid-argument', `${names} must not be parallel.`);
  return frameOf(axis, normalized(across));
}
