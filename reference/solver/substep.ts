import { Gradient, type Gyroscopic, Sweep } from '../../bindings/core/layout.ts';
import type { Vec3 } from '../math/vector.ts';

/** Rotation of a body in one substep, rad, from which on 'auto' takes the current gradient. */
const ROTATION_LIMIT = 0.5;
/**
 * Tension times the square of the substep over the inertia it turns, from which on 'auto' takes the current gradient. The start
 * gradient is explicit in this geometric stiffness: it gains energy from about 0.4 on and diverges near 0.9.
 */
const TENSION_LIMIT = 0.5;
/** Above every square of an impulse or an angle that is compared. */
const NEVER = 1e30;
const ALWAYS = -1;

/** rad: a rigid target or servo takes at most this much of an angle away in a substep. Beyond a radian a turn is no linear function of speed. */
export const LONGEST_TURN = 0.3;
/** m/s, rad/s: the speed at which a hard limit takes a coordinate back that was beyond it when the substep began. */
export const RECOVERY = 10;

/** Springs and dampers are warm-started later than compliances: only when they are this much softer. docs/stability.md. */
export const CAUTION = 0.3;

/** What bodies and joints need to know about the substep they work in. */
export class Substep {
  /** Rigid rows start their first iteration from nothing. */
  firstIteration = true;
  /** Joints that are solved directly push along the gradient at the end of the substep, however little bodies turn. */
  isRefined = false;
  /** The velocities are those of half a substep before the poses. */
  isCentered = false;
  /** The first of its step. */
  isFirst = true;
  /** s: what is left of the step when the substep begins. */
  rest = 0;
  /** Square of the rotation of a body, rad, above which the gradient is the current one. */
  readonly rotationLimit: number;

  constructor(
    /** s */
    readonly duration: number,
    readonly gravity: Vec3,
    /** One scalar along the error instead of a block of rows, and no warm start: the form of the papers. */
    readonly scalar: boolean,
    /** The joints have more than two colours: sweeps go there and back, and nothing is over-relaxed. */
    public symmetric: boolean,
    readonly gradient: Gradient,
    readonly gyroscopic: Gyroscopic,
    /** The order of sweeps, and the over-relaxation of those that are not the default. */
    readonly sweep: Sweep = Sweep.GaussSeidel,
    readonly relaxation = 1,
  ) {
    this.rotationLimit = this.limit(ROTATION_LIMIT);
  }

  /** One of `count` equal parts. */
  part(count: number): Substep {
    const { duration, gravity, scalar, symmetric, gradient, gyroscopic, sweep, relaxation } = this;
    return new Substep(duration / count, gravity, scalar, symmetric, gradient, gyroscopic, sweep, relaxation);
  }

  /** m/s: how fast a length moves in the step to what it is set to; a target does not, nor what would be faster than a rope is taken in. */
  drift({ lower, upper, lastUpper }: { lower: number; upper: number; lastUpper: number }): number {
    const speed = (upper - lastUpper) / this.rest;
    return lower < upper && Math.abs(speed) <= RECOVERY ? speed : 0;
  }

  /** α̃ = α / h² of Müller et al. 2020, eq 4. */
  scaledCompliance(compliance: number): number {
    return compliance / (this.duration * this.duration);
  }

  /** Square of the impulse above which the gradient is the current one, where a unit impulse makes the bodies swing by `swing`. */
  impulseLimit(swing: number): number {
    return this.limit(TENSION_LIMIT / (this.duration * swing));
  }

  private limit(value: number): number {
    if (this.gradient === Gradient.Auto) return Math.min(value * value, NEVER);
    return this.gradient === Gradient.Current ? ALWAYS : NEVER;
  }
}

/**
 * How soft a row is: 0 while its scaled compliance is below 0.9 of its inverse effective mass, 1 from 1.4 of it. Soft rows start
 * each substep from all of the last impulse, which makes springs exact at rest for any number of iterations; rigid ones start
 * from nothing.
 */
export function softness(inverseMass: number, scaledCompliance: number): number {
  return Math.min(Math.max((2 * scaledCompliance) / Math.max(inverseMass, 1e-300) - 1.8, 0), 1);
}
