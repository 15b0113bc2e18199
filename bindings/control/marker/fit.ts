import { integer, options, orDefault, share, type Vec3 } from '../../core/arguments.ts';
import { HolonomicError } from '../../core/errors.ts';
import { add, length, rotate, scale, subtract, unrotate } from '../../core/geometry.ts';
import { Acceleration } from './acceleration.ts';
import { BlockTree } from './blocks.ts';
import { jointCenters } from './joint-centers.ts';
import { MarkerRecording } from './recording.ts';
import { relax, type SegmentPose, type SkeletonFit, type Softness } from './relax.ts';
import { MarkerSkeleton } from './skeleton.ts';

export interface MarkerFitOptions {
  /** The frame for which the positions of the skeleton are given; 0 by default. */
  reference?: number;
  /** Number of frames to fit, spread over the recording; 100 by default, or as many as there are. */
  frames?: number;
  /** Fraction of the error of markers, and of joints, that an epoch removes, 0 to 1; 0.5 by default. */
  markerRate?: number;
  jointRate?: number;
}

/** Of joints, and of markers while these are placed, and while joints are. */
const JOINT = 1e-5;
const PLACING_MARKERS = 1e-3;
const PLACING_JOINTS = 1e-4;
const AXIS = 1e-5;
/** Of joints that nothing is known of yet, but for a guess. */
const LOOSE = 1;
/** Markers that locate a segment. */
const HOLDING = 3;

const poseAtRest = (): SegmentPose => ({ position: [0, 0, 0], orientation: [0, 0, 0, 1] });

/** Errors of a fit: root mean squares over the fitted frames, m. */
export interface FitErrors {
  readonly epochs: number;
  readonly marker: number;
  readonly joint: number;
}

/**
 * Fits the lengths of a skeleton's segments, and the places of their markers, to a recording. In each epoch the segments come to rest on
 * soft springs to their markers and to each other. Then the attachments of the springs are moved to the places where they are seen,
 * averaged over all frames: first the markers on their segments, then, with stiffer markers, the joints.
 */
export class MarkerFit {
  readonly skeleton: MarkerSkeleton;
  readonly recording: MarkerRecording;
  /** Numbers of the fitted frames. */
  readonly frames: readonly number[];
  readonly #fit: SkeletonFit;
  readonly #poses: SegmentPose[][];
  readonly #system: BlockTree;
  readonly #acceleration = new Acceleration();
  readonly #rates: { marker: number; joint: number };
  #epochs = 0;

  constructor(skeleton: MarkerSkeleton, recording: MarkerRecording, given: MarkerFitOptions = {}) {
    if (!(skeleton instanceof MarkerSkeleton) || !(recording instanceof MarkerRecording))
      throw new HolonomicError('invalid-argument', 'A MarkerFit needs a MarkerSkeleton and a MarkerRecording.');
    const o = options<MarkerFitOptions>(given, 'The options of a fit', ['reference', 'frames', 'markerRate', 'jointRate']);
    const last = recording.frameCount - 1;
    const reference = integer(orDefault(o.reference, 0), 'reference', 0, last);
    const count = integer(orDefault(o.frames, Math.min(100, last + 1)), 'frames', 1, last + 1);
    this.#rates = {
      marker: share(orDefault(o.markerRate, 0.5), 'markerRate'),
      joint: share(orDefault(o.jointRate, 0.5), 'jointRate'),
    };
    this.skeleton = skeleton;
    this.recording = recording;
    this.#system = new BlockTree(skeleton.segments.map(({ parent }) => parent));
    const start = referencePoses(skeleton, recording, reference);
    this.#fit = firstGuess(skeleton, recording, reference, start);
    this.frames = Object.freeze(Array.from({ length: count }, (_, k) => (count === 1 ? reference : Math.round((k * last) / (count - 1)))));
    const found = this.#follow(start, reference);
    this.#poses = this.frames.map((frame) => found[frame]);
    for (const [k, { parent }] of skeleton.segments.entries())
      if (parent >= 0) this.#fit.anchors[k] = jointCenters(this.#pairs(parent, k), this.#fit.anchors[k]);
    Object.freeze(this);
  }

  /** Runs more epochs of the fit; returns its errors. */
  run(epochs: number): FitErrors {
    const count = integer(epochs, 'epochs', 0, 1e6);
    for (let k = 0; k < count; k++) this.#epoch();
    return this.errors();
  }

  errors(): FitErrors {
    let [marker, markers, joint, joints] = [0, 0, 0, 0];
    for (const [n, frame] of this.frames.entries()) {
      const poses = this.#poses[n];
      for (const [k, segment] of this.skeleton.segments.entries()) {
        for (const [m, name] of segment.markers.entries()) {
          const seen = this.recording.at(frame, name);
          if (!seen) continue;
          marker += square(subtract(seen, placeOf(poses[k], this.#fit.offsets[k][m])));
          markers++;
        }
        if (segment.parent < 0) continue;
        const { onParent, onSegment } = this.#fit.anchors[k];
        joint += square(subtract(placeOf(poses[segment.parent], onParent), placeOf(poses[k], onSegment)));
        joints++;
      }
    }
    return { epochs: this.#epochs, marker: Math.sqrt(marker / Math.max(markers, 1)), joint: Math.sqrt(joint / Math.max(joints, 1)) };
  }

  /** The result, in frames of the segments that are parallel to the world's in the reference frame. */
  get result(): SkeletonFit {
    const { offsets, anchors } = this.#fit;
    return {
      offsets: offsets.map((each) => each.map((offset) => [...offset] as Vec3)),
      anchors: anchors.map(({ onParent, onSegment }) => ({ onParent: [...onParent], onSegment: [...onSegment] })),
    };
  }

  /**
   * Distance between two joints of a segment, m: the one with its parent, or with its first child if it has no parent, and the one with
   * `child`. Throws `invalid-argument`.
   */
  boneLength(name: string, child: string): number {
    const { segments } = this.skeleton;
    const [own, other] = [this.skeleton.indexOf(name), this.skeleton.indexOf(child)];
    if (segments[other].parent !== own) throw new HolonomicError('invalid-argument', `"${child}" is not a child of "${name}".`);
    const first = segments.findIndex(({ parent }, k) => parent === own && k !== other);
    if (segments[own].parent < 0 && first < 0)
      throw new HolonomicError('invalid-argument', `"${name}" has only one joint, and therefore no length.`);
    const from = segments[own].parent < 0 ? this.#fit.anchors[first].onParent : this.#fit.anchors[own].onSegment;
    return length(subtract(this.#fit.anchors[other].onParent, from));
  }

  /** Poses of the segments in one of the fitted frames. */
  poses(number: number): readonly Readonly<SegmentPose>[] {
    return this.#poses[integer(number, 'number', 0, this.frames.length - 1)];
  }

  /** Poses of two segments in the frames in which both are held by their markers; in all frames where there are none such. */
  #pairs(parent: number, own: number): [SegmentPose, SegmentPose][] {
    const isHeld = (segment: number, frame: number) =>
      this.skeleton.segments[segment].markers.filter((name) => this.recording.at(frame, name)).length >= HOLDING;
    const held = this.frames.map((frame) => isHeld(parent, frame) && isHeld(own, frame));
    const any = held.includes(true);
    return this.#poses.filter((_, n) => held[n] || !any).map((poses) => [poses[parent], poses[own]]);
  }

  #epoch(): void {
    const before = this.#read();
    this.#settle({ marker: PLACING_MARKERS, joint: JOINT, axis: AXIS });
    this.#placeMarkers();
    this.#settle({ marker: PLACING_JOINTS, joint: JOINT, axis: AXIS });
    this.#placeJoints();
    this.#write(
      this.#acceleration.next(
        before,
        this.#read().map((value, k) => value - before[k]),
      ),
    );
    this.#epochs++;
  }

  /** All that is fitted, as one list. */
  #read(): Float64Array {
    const { offsets, anchors } = this.#fit;
    return Float64Array.from([...offsets.flat(2), ...anchors.flatMap(({ onParent, onSegment }) => [...onParent, ...onSegment])]);
  }

  #write(values: Float64Array): void {
    let at = 0;
    const next = (): Vec3 => [values[at++], values[at++], values[at++]];
    for (const each of this.#fit.offsets) for (let m = 0; m < each.length; m++) each[m] = next();
    for (const anchors of this.#fit.anchors) {
      anchors.onParent = next();
      anchors.onSegment = next();
    }
  }

  #settle(softness: Softness): void {
    for (const [n, frame] of this.frames.entries())
      relax(this.skeleton, this.#fit, this.#poses[n], this.recording, frame, softness, this.#system);
  }

  /** Moves the markers on their segments to where they were seen, in the mean. */
  #placeMarkers(): void {
    for (const [k, { markers }] of this.skeleton.segments.entries())
      for (const [m, name] of markers.entries()) {
        let [sum, count] = [[0, 0, 0] as Vec3, 0];
        for (const [n, frame] of this.frames.entries()) {
          const seen = this.recording.at(frame, name);
          if (!seen) continue;
          sum = add(sum, localOf(this.#poses[n][k], seen));
          count++;
        }
        if (count > 0) this.#fit.offsets[k][m] = towards(this.#fit.offsets[k][m], scale(sum, 1 / count), this.#rates.marker);
      }
  }

  /** Moves the joints on both of their segments to the middle of where these have them, in the mean. */
  #placeJoints(): void {
    const count = this.frames.length;
    for (const [k, { parent }] of this.skeleton.segments.entries()) {
      if (parent < 0) continue;
      const anchors = this.#fit.anchors[k];
      let [above, below]: Vec3[] = [
        [0, 0, 0],
        [0, 0, 0],
      ];
      for (const poses of this.#poses) {
        const middle = scale(add(placeOf(poses[parent], anchors.onParent), placeOf(poses[k], anchors.onSegment)), 0.5);
        above = add(above, localOf(poses[parent], middle));
        below = add(below, localOf(poses[k], middle));
      }
      anchors.onParent = towards(anchors.onParent, scale(above, 1 / count), this.#rates.joint);
      anchors.onSegment = towards(anchors.onSegment, scale(below, 1 / count), this.#rates.joint);
    }
  }

  /** Poses in all frames, each from those of its neighbour, out from the reference. */
  #follow(start: readonly SegmentPose[], reference: number): SegmentPose[][] {
    const found: SegmentPose[][] = [];
    const softness = { marker: PLACING_MARKERS, joint: LOOSE, axis: LOOSE };
    for (const step of [1, -1]) {
      let poses = start.map((pose) => ({ ...pose }));
      for (let frame = reference; frame >= 0 && frame < this.recording.frameCount; frame += step) {
        relax(this.skeleton, this.#fit, poses, this.recording, frame, softness, this.#system);
        found[frame] = poses;
        poses = poses.map((pose) => ({ ...pose }));
      }
    }
    return found;
  }
}

const square = (v: Vec3): number => v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
const placeOf = ({ position, orientation }: SegmentPose, local: Vec3): Vec3 => add(position, rotate(orientation, local));
const localOf = ({ position, orientation }: SegmentPose, place: Vec3): Vec3 => unrotate(orientation, subtract(place, position));
const towards = (from: Vec3, to: Vec3, rate: number): Vec3 => add(scale(from, 1 - rate), scale(to, rate));

/** Segments parallel to the world, about the mean of their markers. */
function referencePoses({ segments }: MarkerSkeleton, recording: MarkerRecording, frame: number): SegmentPose[] {
  return segments.map(({ name, markers }) => {
    const seen = markers.map((marker) => recording.at(frame, marker)).filter((place) => place !== null);
    if (seen.length === 0)
      throw new HolonomicError('invalid-argument', `No marker of "${name}" is seen in the reference frame ${frame}; use another one.`);
    return { ...poseAtRest(), position: scale(seen.reduce(add), 1 / seen.length) };
  });
}

function firstGuess({ segments }: MarkerSkeleton, recording: MarkerRecording, frame: number, poses: readonly SegmentPose[]): SkeletonFit {
  return {
    offsets: segments.map(({ markers }, k) =>
      markers.map((marker): Vec3 => {
        const seen = recording.at(frame, marker);
        return seen ? localOf(poses[k], seen) : [0, 0, 0];
      }),
    ),
    anchors: segments.map(({ parent, joint }, k) => ({
      onParent: parent < 0 ? [0, 0, 0] : localOf(poses[parent], [...joint]),
      onSegment: localOf(poses[k], [...joint]),
    })),
  };
}
