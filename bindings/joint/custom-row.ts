import type { Vec3Like } from '../core/arguments.ts';

/**
 * One scalar constraint as user data. Its rate is linearA · vA + angularA · wA + linearB · vB + angularB · wB, with the velocities of the
 * centres of mass, in world axes. Its load acts along the same vectors: load = -stiffness error + damping (velocity - rate), clamped
 * between minLoad and maxLoad.
 */
export interface CustomRow {
  /** Zero by default. */
  linearA?: Vec3Like;
  angularA?: Vec3Like;
  linearB?: Vec3Like;
  angularB?: Vec3Like;
  /**
   * Error of the constraint when the next step begins, m or rad; 0 by default. It follows the bodies within a step, but not from step to
   * step.
   */
  error?: number;
  /** Target rate of the damping, or the rate that is enforced; 0 by default. */
  velocity?: number;
  /** Stiffness, N/m or N m/rad; infinite by default: the error is removed. With 0 the error has no effect. */
  stiffness?: number;
  /** Damping, N s/m or N m s/rad; 0 by default. Infinite, with a stiffness of 0: the rate is enforced at `velocity`. */
  damping?: number;
  /** Bounds of the load, N or N m; infinite by default. A contact has a minLoad of 0. */
  minLoad?: number;
  maxLoad?: number;
}
