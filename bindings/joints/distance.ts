import { choice, nonNegative, options, orDefault, requiredCoefficient, type Vec3, type Vec3Like, vector } from '../arguments.ts';
import { HolonomicError } from '../errors.ts';
import { length, subtract } from '../geometry.ts';
import { JointRecord, JointType } from '../layout.ts';
import type { StateMemory } from '../memory.ts';
import { JOINT_OPTIONS, Joint, type JointGeometry, type JointOptions, type Pose } from './joint.ts';

export interface DistanceOptions extends JointOptions {
  /** A point of each body: in its own frame (the default), or in the world's. */
  anchorA: Vec3Like;
  anchorB: Vec3Like;
  frame?: 'local' | 'world';
  /** The distance to keep, m; what it is when the joint is added, unless given. */
  length?: number;
  /** Instead of a length: the least and the greatest distance, m. */
  min?: number;
  max?: number;
}

/** Keeps the distance of two points at a length or within bounds; with a compliance it is a spring (Mueller et al., Fig 4). */
export class Distance extends Joint {
  override readonly type = JointType.Distance;
  private readonly points: { a: Vec3; b: Vec3; world: boolean };
  private readonly bounds: { min: number; max: number } | null;

  constructor(given: DistanceOptions) {
    const known = [...JOINT_OPTIONS, 'anchorA', 'anchorB', 'frame', 'length', 'min', 'max'] as const;
    super(options<DistanceOptions>(given, 'The options of Distance', known));
    const frame = choice(orDefault(given.frame, 'local'), 'frame', ['local', 'world']);
    this.points = { a: vector(given.anchorA, 'anchorA'), b: vector(given.anchorB, 'anchorB'), world: frame === 'world' };
    this.bounds = readBounds(given);
  }

  /** Distance of the two anchors now, m. */
  get distance(): number {
    return length(this.separation());
  }
  /** The least distance allowed, m. */
  get min(): number {
    return this.read(JointRecord.lower);
  }
  /** The greatest distance allowed, m. */
  get max(): number {
    return this.read(JointRecord.upper);
  }
  /** Sets the distance to keep. */
  set length(value: number) {
    const distance = nonNegative(value, 'length');
    this.setInterval(distance, distance, this.read(JointRecord.intervalCompliance));
  }
  override get compliance(): number {
    return this.read(JointRecord.intervalCompliance);
  }
  override set compliance(value: number) {
    this.write(JointRecord.intervalCompliance, requiredCoefficient(value, 'compliance'));
  }

  /** By how much the distance is outside its bounds, m; under load a compliant joint's stretch. */
  override get positionError(): number {
    const { distance, min, max } = this;
    return Math.max(min - distance, distance - max, 0);
  }

  override geometry(a: Pose, b: Pose): JointGeometry {
    const { points } = this;
    const place = (body: Joint['a'], point: Vec3): Vec3 => (points.world || !body ? point : body.worldPoint(point));
    return { anchorA: place(this.a, points.a), anchorB: place(this.b, points.b), frameA: a.orientation, frameB: b.orientation };
  }

  protected override fill(_memory: StateMemory, _record: number, geometry: JointGeometry): void {
    const now = length(subtract(geometry.anchorB, geometry.anchorA));
    const { min, max } = this.bounds ?? { min: now, max: now };
    this.setInterval(min, max, this.read(JointRecord.compliance));
  }
}

function readBounds(given: DistanceOptions): { min: number; max: number } | null {
  if (given.length !== undefined) {
    if (given.min !== undefined || given.max !== undefined)
      throw new HolonomicError('invalid-argument', 'Give either length, or min and max, not both.');
    const distance = nonNegative(given.length, 'length');
    return { min: distance, max: distance };
  }
  if (given.min === undefined && given.max === undefined) return null;
  const min = nonNegative(orDefault(given.min, 0), 'min');
  const max = given.max === undefined || given.max === Infinity ? Infinity : nonNegative(given.max, 'max');
  if (min > max) throw new HolonomicError('invalid-argument', `min (${min}) must not be above max (${max}).`);
  return { min, max };
}
