// What drives a joint of a figure.
import { share, type Vec3 } from '../../core/arguments.ts';
import { length } from '../../core/geometry.ts';
import type { AngularDriveJoint, BallJoint, HingeJoint } from '../../index.ts';
import type { MuscleOptions } from './description.ts';

/** Of a limp joint: 1/s at which it slows what hangs on it, and rad/s² by which at most: nearly dry friction, far below what gravity does. */
const PASSIVE_RATE = 60;
const PASSIVE_ACCELERATION = 6;

/** How hard a muscle pulls, where it pulls with all its strength: N m/rad, N m s/rad, N m. */
interface Strength {
  stiffness: number;
  damping: number;
  maxTorque: number;
}

/** The muscle of a joint: it turns a part to its orientation in the pose, with a torque of limited magnitude. */
export class Muscle {
  private readonly full: Strength;
  private readonly passive: { damping: number; maxTorque: number };
  private ownBlend = 1;
  private whole = 1;

  /** @internal */
  constructor(
    /** Name of the part that the muscle turns. */
    readonly name: string,
    /** The joint that connects the part and limits its range. */
    readonly joint: BallJoint | HingeJoint,
    /** The drive that turns the part. */
    readonly drive: AngularDriveJoint,
    /** Inertia of the parts outboard of the joint, about the joint, at rest, kg m²; the strength is proportional to it. */
    readonly inertia: number,
    options: Required<MuscleOptions>,
  ) {
    this.full = strengthOf(inertia, options);
    this.passive = { damping: PASSIVE_RATE * inertia, maxTorque: PASSIVE_ACCELERATION * inertia };
  }

  /** Fraction of its strength in use, 0 to 1: at 0 the part is limp. */
  get blend(): number {
    return this.ownBlend;
  }
  set blend(value: number) {
    this.ownBlend = share(value, 'blend');
    this.apply();
  }
  /** Stiffness, N m/rad, damping, N m s/rad, and maximum torque, N m, at the current blend. */
  get stiffness(): number {
    return this.effort * this.full.stiffness;
  }
  get damping(): number {
    return this.effort * this.full.damping;
  }
  get maxTorque(): number {
    return this.effort * this.full.maxTorque;
  }
  /** Torque on the part, averaged over the last step, N m, world axes. */
  get torque(): Readonly<Vec3> {
    return this.drive.torque;
  }
  /** Magnitude of the torque over its maximum; 0 for a limp part. */
  get load(): number {
    return this.effort > 0 ? length([...this.drive.torque]) / this.maxTorque : 0;
  }
  /** Whether the muscle was saturated. */
  get saturated(): boolean {
    return this.effort > 0 && this.drive.saturated;
  }
  /** Angle between the part and its target, rad. */
  get error(): number {
    return this.drive.angularError;
  }

  /** @internal How much of its strength the figure has. */
  exert(whole: number): void {
    if (whole === this.whole) return;
    this.whole = whole;
    this.apply();
  }

  private get effort(): number {
    return this.ownBlend * this.whole;
  }

  /** What is limp still resists motion a little, as tissue does: without, heaps of figures would not come to rest. */
  private apply(): void {
    const { drive, passive } = this;
    drive.stiffness = this.stiffness;
    drive.dampingCoefficient = Math.max(this.damping, passive.damping);
    drive.maxTorque = Math.max(this.maxTorque, passive.maxTorque);
  }
}

/** A spring with which this inertia swings, and a maximum torque that gives it this acceleration. */
export function strengthOf(inertia: number, { acceleration, dampingRatio, frequency }: Required<MuscleOptions>): Strength {
  const angular = 2 * Math.PI * frequency;
  return { stiffness: inertia * angular * angular, damping: 2 * dampingRatio * inertia * angular, maxTorque: inertia * acceleration };
}
