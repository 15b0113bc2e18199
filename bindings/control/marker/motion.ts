import { positive, type Quat, type Vec3 } from '../../core/arguments.ts';
import { HolonomicError } from '../../core/errors.ts';
import { add, conjugate, dot, multiply, rotate, subtract } from '../../core/geometry.ts';
import { BlockTree } from './blocks.ts';
import { MarkerRecording } from './recording.ts';
import { relax, type SegmentPose, type SkeletonFit } from './relax.ts';
import { MarkerSkeleton } from './skeleton.ts';

/** Of markers, and of joints and hinges, which hold. */
const SOFTNESS = { marker: 1e-3, joint: 1e-9, axis: 1e-9 };

/** The motion of a skeleton: poses of its segments, frame by frame. */
export class TrackedMotion {
  readonly skeleton: MarkerSkeleton;
  readonly fit: SkeletonFit;
  /** Frames per second. */
  readonly rate: number;
  readonly frames: readonly (readonly Readonly<SegmentPose>[])[];

  /** Throws `invalid-argument` for frames without a pose for each segment. */
  constructor(skeleton: MarkerSkeleton, fit: SkeletonFit, rate: number, frames: readonly (readonly SegmentPose[])[]) {
    const count = skeleton.segments.length;
    if (frames.length === 0 || frames.some((poses) => poses.length !== count))
      throw new HolonomicError('invalid-argument', `A motion needs at least one frame, each with the poses of ${count} segments.`);
    this.skeleton = skeleton;
    this.fit = fit;
    this.rate = positive(rate, 'rate');
    this.frames = Object.freeze(
      frames.map((poses) =>
        Object.freeze(poses.map(({ position, orientation }): SegmentPose => ({ position: [...position], orientation: [...orientation] }))),
      ),
    );
    Object.freeze(this);
  }

  /** Orientation of a segment relative to its parent, or to the world for the first. */
  relative(frame: number, segment: number): Quat {
    const { parent } = this.skeleton.segments[segment];
    const poses = this.frames[frame];
    return parent < 0 ? [...poses[segment].orientation] : multiply(conjugate(poses[parent].orientation), poses[segment].orientation);
  }

  /** Root mean square distance from the recorded markers, m. */
  error(recording: MarkerRecording): number {
    let [sum, count] = [0, 0];
    for (const [frame, poses] of this.frames.entries())
      for (const [k, { markers }] of this.skeleton.segments.entries())
        for (const [m, name] of markers.entries()) {
          const seen = recording.at(frame, name);
          if (!seen) continue;
          const place = add(poses[k].position, rotate(poses[k].orientation, this.fit.offsets[k][m]));
          const off = subtract(seen, place);
          sum += dot(off, off);
          count++;
        }
    return Math.sqrt(sum / Math.max(count, 1));
  }
}

/**
 * Computes the motion of a skeleton that is closest to a recording, with rigid joints and hinges within their limits. `start` has the
 * initial poses for the first frame, such as `fit.poses(0)`; each other frame starts from the previous one.
 */
export function trackMarkers(
  skeleton: MarkerSkeleton,
  fit: SkeletonFit,
  recording: MarkerRecording,
  start: readonly Readonly<SegmentPose>[],
): TrackedMotion {
  if (!(skeleton instanceof MarkerSkeleton) || !(recording instanceof MarkerRecording))
    throw new HolonomicError('invalid-argument', 'trackMarkers needs a MarkerSkeleton, the result of a MarkerFit, and a MarkerRecording.');
  const system = new BlockTree(skeleton.segments.map(({ parent }) => parent));
  const copy = (poses: readonly Readonly<SegmentPose>[]) =>
    poses.map(({ position, orientation }): SegmentPose => ({ position: [...position] as Vec3, orientation: [...orientation] as Quat }));
  const poses = copy(start);
  const frames = Array.from({ length: recording.frameCount }, (_, frame) => {
    relax(skeleton, fit, poses, recording, frame, SOFTNESS, system);
    return copy(poses);
  });
  return new TrackedMotion(skeleton, fit, recording.rate, frames);
}
