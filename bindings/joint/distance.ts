import { nonNegative, options, orDefault } from '../core/arguments.ts';
import { HolonomicError } from '../core/errors.ts';
import { length, subtract } from '../core/geometry.ts';
import { JointRecord, JointType } from '../core/layout.ts';
import { POINT_OPTIONS, type PointOptions } from './anchors.ts';
import type { JointSetup } from './joint.ts';
import { JOINT_OPTIONS, type JointOptions } from './joint-options.ts';
import { LinkJoint } from './link-joint.ts';

export interface DistanceJointOptions<UserData = unknown> extends JointOptions<UserData>, PointOptions {
  /** The distance to keep, m; by default the distance when the joint is added. */
  length?: number;
  /** Instead of a length: the minimum and maximum distance, m. */
  minLength?: number;
  maxLength?: number;
}

/** Keeps the distance of two points at a length or within bounds; with a compliance it is a spring (Mueller et al., Fig 4). */
export class DistanceJoint<UserData = unknown> extends LinkJoint<UserData> {
  override readonly type = JointType.Distance;
  private readonly bounds: { min: number; max: number } | null;

  constructor(given: DistanceJointOptions<UserData>) {
    const o = options<DistanceJointOptions<UserData>>(given, 'The options of DistanceJoint', [
      ...JOINT_OPTIONS,
      ...POINT_OPTIONS,
      'length',
      'minLength',
      'maxLength',
    ]);
    super(o, o);
    this.bounds = readBounds(o);
  }

  /** Minimum distance, m. */
  get minLength(): number {
    return this.read(JointRecord.lower);
  }
  /** Maximum distance, m. */
  get maxLength(): number {
    return this.read(JointRecord.upper);
  }
  /** The distance to keep, m; null if minimum and maximum differ. */
  get length(): number | null {
    const { minLength, maxLength } = this;
    return minLength === maxLength ? minLength : null;
  }
  set length(value: number) {
    const distance = nonNegative(value, 'length');
    this.setInterval(distance, distance, this.read(JointRecord.intervalCompliance));
  }
  protected override fill({ geometry }: JointSetup): void {
    const now = length(subtract(geometry.anchorB, geometry.anchorA));
    const { min, max } = this.bounds ?? { min: now, max: now };
    this.storeInterval(min, max, this.read(JointRecord.compliance));
  }
}

function readBounds(given: DistanceJointOptions): { min: number; max: number } | null {
  if (given.length !== undefined) {
    if (given.minLength !== undefined || given.maxLength !== undefined)
      throw new HolonomicError('invalid-argument', 'Pass either length, or minLength and maxLength, not both.');
    const distance = nonNegative(given.length, 'length');
    return { min: distance, max: distance };
  }
  if (given.minLength === undefined && given.maxLength === undefined) return null;
  const min = nonNegative(orDefault(given.minLength, 0), 'minLength');
  const max = given.maxLength === undefined || given.maxLength === Infinity ? Infinity : nonNegative(given.maxLength, 'maxLength');
  if (min > max) throw new HolonomicError('invalid-argument', `minLength (${min}) must not be above maxLength (${max}).`);
  return { min, max };
}
