import { nonNegative, options, orDefault } from '../arguments.ts';
import { HolonomicError } from '../errors.ts';
import { length, subtract } from '../geometry.ts';
import { JointRecord, JointType } from '../layout.ts';
import { POINT_OPTIONS, type PointOptions } from './anchors.ts';
import type { JointSetup } from './joint.ts';
import { JOINT_OPTIONS, type JointOptions } from './joint-options.ts';
import { LinkJoint } from './link-joint.ts';

export interface DistanceOptions extends JointOptions, PointOptions {
  /** The distance to keep, m; what it is when the joint is added, unless given. */
  length?: number;
  /** Instead of a length: the least and the greatest distance, m. */
  min?: number;
  max?: number;
}

/** Keeps the distance of two points at a length or within bounds; with a compliance it is a spring (Mueller et al., Fig 4). */
export class Distance extends LinkJoint {
  override readonly type = JointType.Distance;
  private readonly bounds: { min: number; max: number } | null;

  constructor(given: DistanceOptions) {
    const o = options<DistanceOptions>(given, 'The options of Distance', [...JOINT_OPTIONS, ...POINT_OPTIONS, 'length', 'min', 'max']);
    super(o, o);
    this.bounds = readBounds(o);
  }

  /** The least distance allowed, m. */
  get min(): number {
    return this.read(JointRecord.lower);
  }
  /** The greatest distance allowed, m. */
  get max(): number {
    return this.read(JointRecord.upper);
  }
  /** The distance to keep, m; null where it may lie between two. */
  get length(): number | null {
    const { min, max } = this;
    return min === max ? min : null;
  }
  set length(value: number) {
    const distance = nonNegative(value, 'length');
    this.setInterval(distance, distance, this.read(JointRecord.intervalCompliance));
  }
  protected override fill({ geometry }: JointSetup): void {
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
