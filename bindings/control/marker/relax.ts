// Where the segments are in a frame: the least sum of squares of what markers and joints are off, each over its softness.
import type { Quat, Vec3 } from '../../core/arguments.ts';
import { add, conjugate, dot, multiply, rotate, scale, subtract } from '../../core/geometry.ts';
import { angleOfPoint, sineAndCosine } from '../../core/trigonometry.ts';
import type { BlockTree } from './blocks.ts';
import type { MarkerRecording } from './recording.ts';
import type { MarkerSkeleton, Segment } from './skeleton.ts';

export interface SegmentPose {
  position: Vec3;
  orientation: Quat;
}

/** The result of a fit: positions of markers on their segments, and of joints on both of their segments, in the segments' frames. */
export interface SkeletonFit {
  /** Offsets of the markers of each segment, in their order. */
  readonly offsets: Vec3[][];
  /** Position of each segment's joint with its parent: on the parent, and on itself. */
  readonly anchors: { onParent: Vec3; onSegment: Vec3 }[];
}

/** Inverse weights: constraint force mixing of markers, joints, and what hinges lock. */
export interface Softness {
  readonly marker: number;
  readonly joint: number;
  readonly axis: number;
}

/** rad and m; an iteration that moves less is the last. */
const ENOUGH = 1e-7;
const MOST_ITERATIONS = 12;
/** rad; a hinge that is held at its limit is beyond it by less. */
const LIMIT_SLACK = 1e-6;
/** rad; segments turn by no more in one iteration. */
const LARGEST_TURN = 0.5;
/** Levenberg's: of the stiffness of one marker. What nothing holds stays where it is. */
const DAMPING = 1e-6;

const UNITS: readonly Vec3[] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

/** Moves the poses to where the sum is least from where they are, by Gauss and Newton. */
export function relax(
  skeleton: MarkerSkeleton,
  fit: SkeletonFit,
  poses: SegmentPose[],
  recording: MarkerRecording,
  frame: number,
  softness: Softness,
  system: BlockTree,
): void {
  const { segments } = skeleton;
  const held = new Set<number>();
  for (let iteration = 0; iteration < MOST_ITERATIONS; iteration++) {
    system.clear();
    for (const [k, segment] of segments.entries()) {
      addMarkers(k, segment, fit.offsets[k], poses[k], recording, frame, softness, system);
      if (segment.parent >= 0) {
        addJoint(k, fit.anchors[k], poses[segment.parent], poses[k], softness, system);
        if (segment.axis) addHinge(k, segment, poses[segment.parent], poses[k], softness, system, held);
      }
    }
    system.damp(DAMPING / softness.marker);
    if (move(poses, system.solve()) < ENOUGH) return;
  }
}

function addMarkers(
  k: number,
  { markers }: Segment,
  offsets: readonly Vec3[],
  { position, orientation }: SegmentPose,
  recording: MarkerRecording,
  frame: number,
  { marker }: Softness,
  system: BlockTree,
): void {
  for (const [m, name] of markers.entries()) {
    const seen = recording.at(frame, name);
    if (!seen) continue;
    const arm = rotate(orientation, offsets[m]);
    const error = subtract(seen, add(position, arm));
    system.addPoint(k, arm, error, 1 / marker);
  }
}

function addJoint(
  k: number,
  { onParent, onSegment }: SkeletonFit['anchors'][number],
  parent: SegmentPose,
  own: SegmentPose,
  { joint }: Softness,
  system: BlockTree,
): void {
  const [above, below] = [rotate(parent.orientation, onParent), rotate(own.orientation, onSegment)];
  const error = subtract(add(parent.position, above), add(own.position, below));
  system.addShared(k, below, above, error, 1 / joint);
}

/** A hinge turns about its axis alone, and within its limits: one that has passed them is `held` at them from then on. */
function addHinge(
  k: number,
  { axis, lower, upper }: Segment,
  parent: SegmentPose,
  own: SegmentPose,
  { axis: softness }: Softness,
  system: BlockTree,
  held: Set<number>,
): void {
  const [x, y, z, w] = multiply(own.orientation, conjugate(parent.orientation));
  const sign = w < 0 ? -2 : 2;
  const direction = rotate(parent.orientation, [...axis!]);
  const turn: Vec3 = [sign * x, sign * y, sign * z];
  const angle = 2 * angleOfPoint((sign / 2) * dot([x, y, z], direction), Math.abs(w));
  const nearest = Math.abs(angle - lower) < Math.abs(angle - upper) ? lower : upper;
  const beyond = held.has(k) ? angle - nearest : angle - Math.min(Math.max(angle, lower), upper);
  const across = subtract(turn, scale(direction, dot(turn, direction)));
  for (const unit of UNITS) {
    const row = subtract(unit, scale(direction, dot(unit, direction)));
    system.addRow(k, [0, 0, 0, ...row], -dot(unit, across), 1 / softness, [0, 0, 0, ...scale(row, -1)]);
  }
  if (Math.abs(beyond) > LIMIT_SLACK) held.add(k);
  if (held.has(k)) system.addRow(k, [0, 0, 0, ...direction], -beyond, 1 / softness, [0, 0, 0, ...scale(direction, -1)]);
}

/** Moves the segments by a solution; returns the maximum distance. */
function move(poses: SegmentPose[], by: Float64Array): number {
  let most = 0;
  for (const [k, pose] of poses.entries()) {
    const [x, y, z, a, b, c] = by.subarray(6 * k, 6 * k + 6);
    pose.position = add(pose.position, [x, y, z]);
    const size = Math.sqrt(a * a + b * b + c * c);
    most = Math.max(most, Math.abs(x), Math.abs(y), Math.abs(z), size);
    if (size === 0) continue;
    const { sine, cosine } = sineAndCosine(Math.min(size, LARGEST_TURN) / 2);
    const [p, q, r, s] = multiply([(a / size) * sine, (b / size) * sine, (c / size) * sine, cosine], pose.orientation);
    const length = Math.sqrt(p * p + q * q + r * r + s * s);
    pose.orientation = [p / length, q / length, r / length, s / length];
  }
  return most;
}
