// A person with markers and a known motion: synthetic recordings with ground truth.
import { MarkerRecording, type SegmentOptions } from '../bindings/control/index.ts';
import { add, length, multiply, rotate, subtract } from '../bindings/core/geometry.ts';
import type { Quat, Vec3 } from '../bindings/index.ts';
import { randomNumbers } from './random.ts';
import { cosine, sine } from './trigonometry.ts';

/** In the reference pose, with all frames parallel to the world: the joint with the parent, and markers relative to it. */
export interface TrueSegment {
  name: string;
  parent: number;
  joint: Vec3;
  markers: Vec3[];
  /** Rotation relative to the parent at a time, as a rotation vector. */
  turn(time: number): Vec3;
}

const quaternionOf = (v: Vec3): Quat => {
  const size = length(v);
  const factor = size > 1e-12 ? sine(size / 2) / size : 0.5;
  return [v[0] * factor, v[1] * factor, v[2] * factor, cosine(size / 2)];
};

/** Numbers from -1 to 1. */
function noise(seed: number): () => number {
  const random = randomNumbers(seed);
  return () => 2 * random() - 1;
}

/** A leg (pelvis, thigh, shank and foot) that swings in all directions. */
export const LEG: TrueSegment[] = [
  {
    name: 'pelvis',
    parent: -1,
    joint: [0, 1, 0],
    markers: [
      [0.1, 0.05, 0.12],
      [-0.12, 0.06, 0.1],
      [0, 0.1, -0.14],
      [0.08, -0.02, -0.1],
    ],
    turn: (t) => [0.2 * sine(t), 0.3 * sine(0.7 * t), 0.15 * sine(1.3 * t)],
  },
  {
    name: 'thigh',
    parent: 0,
    joint: [0, 0.92, 0.09],
    markers: [
      [0.06, -0.12, 0.05],
      [-0.07, -0.2, 0.03],
      [0.02, -0.3, -0.06],
    ],
    turn: (t) => [0.5 * sine(1.1 * t + 1) - 0.5 * sine(1), 0.4 * sine(1.7 * t), 0.8 * sine(0.9 * t)],
  },
  {
    name: 'shank',
    parent: 1,
    joint: [0, 0.52, 0.09],
    markers: [
      [0.05, -0.08, 0.04],
      [-0.05, -0.2, 0.03],
      [0.03, -0.3, -0.05],
    ],
    turn: (t) => [0.15 * sine(2.1 * t), 0.15 * sine(1.9 * t), -0.6 + 0.6 * cosine(1.3 * t)],
  },
  {
    name: 'foot',
    parent: 2,
    joint: [0, 0.1, 0.09],
    markers: [
      [0.12, -0.05, 0.04],
      [-0.05, -0.04, 0.02],
      [0.1, -0.06, -0.05],
    ],
    turn: (t) => [0.2 * sine(1.5 * t), 0.3 * sine(2.3 * t), 0.5 * sine(1.2 * t)],
  },
];

/** Lead of the other leg, s. */
const LATER = 2;
const mirrored = ([x, y, z]: Vec3): Vec3 => [x, y, -z];
const otherLeg: TrueSegment[] = LEG.slice(1).map((segment, k) => ({
  name: `other ${segment.name}`,
  parent: k === 0 ? 0 : LEG.length + k - 1,
  joint: mirrored(segment.joint),
  markers: segment.markers.map(mirrored),
  turn(time) {
    // A mirror keeps rotations about its normal and reverses the others.
    const [x, y, z] = segment.turn(time + LATER);
    const [a, b, c] = segment.turn(LATER);
    return [a - x, b - y, z - c];
  },
}));
/** Pelvis and both legs. */
export const LEGS: TrueSegment[] = [...LEG, ...otherLeg];

/** Poses of the segments at a time: positions of their joints, and orientations. */
export function posesAt(person: readonly TrueSegment[], time: number): { joint: Vec3; orientation: Quat }[] {
  const poses: { joint: Vec3; orientation: Quat }[] = [];
  for (const { parent, joint, turn } of person) {
    const above = parent < 0 ? null : poses[parent];
    const arm = above ? (joint.map((x, k) => x - person[parent].joint[k]) as Vec3) : joint;
    const place = above ? add(above.joint, rotate(above.orientation, arm)) : add(arm, [0.4 * sine(0.5 * time), 0.1 * sine(time), 0]);
    const own = quaternionOf(turn(time));
    poses.push({ joint: place, orientation: above ? multiply(above.orientation, own) : own });
  }
  return poses;
}

export const markerName = (segment: TrueSegment, k: number): string => `${segment.name}${k + 1}`;

/** A recording with noise of up to `error` m along each axis. */
export function record(person: readonly TrueSegment[], frames: number, rate: number, error: number, seed = 7): MarkerRecording {
  const random = noise(seed);
  const names = person.flatMap((segment) => segment.markers.map((_, k) => markerName(segment, k)));
  const positions: number[] = [];
  for (let frame = 0; frame < frames; frame++) {
    const poses = posesAt(person, frame / rate);
    for (const [k, { markers }] of person.entries())
      for (const marker of markers)
        positions.push(...add(poses[k].joint, rotate(poses[k].orientation, marker)).map((x) => x + error * random()));
  }
  return new MarkerRecording(names, rate, positions);
}

/** An initial guess of the skeleton, with joints off by up to `amiss` m along each axis. */
export function guess(person: readonly TrueSegment[], amiss: number, seed = 3): SegmentOptions[] {
  const random = noise(seed);
  return person.map((segment) => ({
    name: segment.name,
    markers: segment.markers.map((_, k) => markerName(segment, k)),
    ...(segment.parent < 0 ? {} : { parent: person[segment.parent].name, joint: segment.joint.map((x) => x + amiss * random()) as Vec3 }),
  }));
}

export const trueLength = (person: readonly TrueSegment[], segment: number, child: number): number =>
  length(subtract(person[child].joint, person[segment].joint));
