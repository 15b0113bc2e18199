// A curve fixed in a body: cubic Hermite segments between points, straight beyond its ends. A path joint's frame on A is that of the curve
// where it is nearest to B's anchor.
import { JointRecord, PathRecord, PointRecord, WorldRecord } from '../../../bindings/core/layout.ts';
import type { StateMemory } from '../../../bindings/core/memory.ts';
import type { Quat } from '../../math/rotation.ts';
import { Vec3 } from '../../math/vector.ts';
import { nearestEven, type Placement } from './coordinates.ts';
import { frameOf } from './frame.ts';

const MOST_ITERATIONS = 12;
/** Change of the parameter below which the nearest point is found. */
const CLOSE = 1e-13;
/** Nodes and weights of five-point Gauss-Legendre quadrature on [0, 1]. */
const NODES = [0.046910077030668, 0.2307653449471585, 0.5, 0.7692346550528415, 0.953089922969332];
const WEIGHTS = [0.1184634425280945, 0.2393143352496832, 0.2844444444444444, 0.2393143352496832, 0.1184634425280945];

interface Segment {
  start: Vec3;
  end: Vec3;
  startTangent: Vec3;
  endTangent: Vec3;
  startNormal: Vec3;
  endNormal: Vec3;
  startSlope: Vec3;
  endSlope: Vec3;
  arc: number;
  next: number;
  previous: number;
}

/** A point of the curve in A's axes: its frame, the turning of that per metre, and its arc length. */
export interface CurvePoint {
  position: Vec3;
  frame: Quat;
  bend: Vec3;
  arc: number;
}

export class Path {
  private readonly length: number;
  private slot: number;
  private parameter = 0.5;
  private arc: number;
  private position = Vec3.zero();

  constructor(
    private readonly memory: StateMemory,
    private readonly record: number,
  ) {
    const { f64, u32 } = memory;
    this.length = f64[(record + PathRecord.length) >>> 3];
    this.arc = f64[(record + PathRecord.value) >>> 3];
    this.slot = u32[(record + PathRecord.segment) >>> 2] || u32[(record + PathRecord.firstPoint) >>> 2];
  }

  /** Where the search goes on in the next step: there, too, is then the anchor on A. */
  save(joint: number): void {
    const anchor = (joint + JointRecord.anchorAX) >>> 3;
    this.memory.f64[anchor] = this.position.x;
    this.memory.f64[anchor + 1] = this.position.y;
    this.memory.f64[anchor + 2] = this.position.z;
    this.memory.u32[(this.record + PathRecord.segment) >>> 2] = this.slot;
    this.memory.f64[(this.record + PathRecord.value) >>> 3] = this.arc;
  }

  /** The point of the curve nearest to a point, by Newton's method from where it was last. */
  nearest(point: Vec3): CurvePoint {
    let segment = this.segment();
    for (let iteration = 0; iteration < MOST_ITERATIONS; iteration++) {
      const [position, first, second] = evaluate(segment, this.parameter);
      const offset = position.minus(point);
      const speed = first.squaredLength;
      const change = Math.min(Math.max(-offset.dot(first) / Math.max(speed + offset.dot(second), 0.25 * speed), -0.5), 0.5);
      this.parameter += change;
      const neighbour = this.parameter > 1 ? segment.next : this.parameter < 0 ? segment.previous : 0;
      if (neighbour > 0) {
        this.parameter += this.parameter > 1 ? -1 : 1;
        this.slot = neighbour;
        segment = this.segment();
      } else if (Math.abs(change) < CLOSE) break;
    }
    return this.describe(segment);
  }

  private describe(segment: Segment): CurvePoint {
    const u = this.parameter;
    const [position, first, second] = evaluate(segment, u);
    this.position = position;
    const speed = Math.max(first.length, 1e-30);
    const x = first.times(1 / speed);
    const bent = second.without(x).times(1 / (speed * speed));
    const [normal, turning] = normalAt(segment, u);
    const across = normal.without(x);
    const size = Math.max(across.length, 1e-30);
    const y = across.times(1 / size);
    const z = x.cross(y);
    const twisting = turning.dot(z) / speed - normal.dot(x) * bent.dot(z);
    const arc = segment.arc + arcLength(segment, u);
    this.arc = this.length > 0 ? arc + this.length * nearestEven((this.arc - arc) / this.length) : arc;
    return { position, frame: frameOf(x, y, z), bend: x.cross(bent).plusTimes(x, twisting / size), arc: this.arc };
  }

  /** How the normals change at a point of the path, per point. */
  private normalSlope(base: number, at: number): Vec3 {
    const { u32, f64 } = this.memory;
    const normal = (record: number) => {
      const index = (record + PointRecord.normalX) >>> 3;
      return new Vec3(f64[index], f64[index + 1], f64[index + 2]);
    };
    const before = u32[(at + PointRecord.previous) >>> 2];
    const behind = u32[(at + PointRecord.next) >>> 2];
    const first = before > 0 ? base + (before - 1) * PointRecord.size : at;
    const last = behind > 0 ? base + (behind - 1) * PointRecord.size : at;
    return normal(last)
      .minus(normal(first))
      .times(before > 0 && behind > 0 ? 0.5 : 1);
  }

  private segment(): Segment {
    const { u32, f64, world } = this.memory;
    const base = u32[(world + WorldRecord.pointBase) >>> 2];
    const at = base + (this.slot - 1) * PointRecord.size;
    const follower = u32[(at + PointRecord.next) >>> 2];
    const to = base + (follower - 1) * PointRecord.size;
    const vector = (offset: number) => new Vec3(f64[offset >>> 3], f64[(offset >>> 3) + 1], f64[(offset >>> 3) + 2]);
    const beyond = u32[(to + PointRecord.next) >>> 2];
    return {
      start: vector(at + PointRecord.x),
      end: vector(to + PointRecord.x),
      startTangent: vector(at + PointRecord.tangentX),
      endTangent: vector(to + PointRecord.tangentX),
      startNormal: vector(at + PointRecord.normalX),
      endNormal: vector(to + PointRecord.normalX),
      startSlope: this.normalSlope(base, at),
      endSlope: this.normalSlope(base, to),
      arc: f64[(at + PointRecord.start) >>> 3],
      // The last point of an open path starts no segment.
      next: beyond > 0 ? follower : 0,
      previous: u32[(at + PointRecord.previous) >>> 2],
    };
  }
}

/** The frame's y axis as far as it is across the curve, and its derivative; constant outside [0, 1]. */
function normalAt({ startNormal, endNormal, startSlope, endSlope }: Segment, u: number): [Vec3, Vec3] {
  const v = Math.min(Math.max(u, 0), 1);
  const chord = endNormal.minus(startNormal);
  const normal = startNormal
    .plusTimes(chord, v * v * (3 - 2 * v))
    .plusTimes(startSlope, v * (1 - v) * (1 - v))
    .plusTimes(endSlope, v * v * (v - 1));
  if (u !== v) return [normal, Vec3.ZERO];
  const change = chord
    .times(6 * v * (1 - v))
    .plusTimes(startSlope, (1 - v) * (1 - 3 * v))
    .plusTimes(endSlope, v * (3 * v - 2));
  return [normal, change];
}

/** Position and its first two derivatives; straight outside [0, 1]. */
function evaluate({ start, end, startTangent, endTangent }: Segment, u: number): [Vec3, Vec3, Vec3] {
  const v = Math.min(Math.max(u, 0), 1);
  const chord = end.minus(start);
  const position = start
    .plusTimes(chord, v * v * (3 - 2 * v))
    .plusTimes(startTangent, v * (1 - v) * (1 - v))
    .plusTimes(endTangent, v * v * (v - 1));
  const first = chord
    .times(6 * v * (1 - v))
    .plusTimes(startTangent, (1 - v) * (1 - 3 * v))
    .plusTimes(endTangent, v * (3 * v - 2));
  if (u !== v) return [position.plusTimes(first, u - v), first, Vec3.ZERO];
  const second = chord
    .times(6 - 12 * v)
    .plusTimes(startTangent, 6 * v - 4)
    .plusTimes(endTangent, 6 * v - 2);
  return [position, first, second];
}

/** Length of the curve from 0 to u. */
function arcLength(segment: Segment, u: number): number {
  const v = Math.min(Math.max(u, 0), 1);
  let sum = 0;
  for (let k = 0; k < NODES.length; k++) sum += WEIGHTS[k] * evaluate(segment, v * NODES[k])[1].length;
  return v * sum + (u - v) * evaluate(segment, v)[1].length;
}

/** Takes a placement relative to a fixed point of A to one relative to the nearest point of the curve. `origin`: the fixed point, A's axes. */
export function followPath(path: Path, origin: Vec3, at: Placement): void {
  const { armA, separation, frameA } = at;
  const nearest = path.nearest(origin.plus(frameA.conjugate.rotate(separation)));
  const moved = frameA.rotate(nearest.position.minus(origin));
  at.armA = armA.plus(moved);
  at.separation = separation.minus(moved);
  at.bend = frameA.rotate(nearest.bend);
  at.arc = nearest.arc;
  at.frameA = frameA.times(nearest.frame);
}
