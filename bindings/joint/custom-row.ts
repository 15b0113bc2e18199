import type { Vec3Like } from '../core/arguments.ts';

/**
 * One scalar constraint as a user gives it. Its rate is linearA · vA + angularA · wA + linearB · vB + angularB · wB, with the velocities of the
 * centres of mass, in world axes; its load acts along the same vectors: load = -stiffness error + damping (velocity - rate), from minLoad to maxLoad.
 */
export interface CustomRow {
  /** Zero unless given. */
  linearA?: Vec3Like;
  angularA?: Vec3Like;
  linearB?: Vec3Like;
  angularB?: Vec3Like;
  /** How far the constraint is off when the next step begins, m or rad; 0 by default. It follows the bodies within a step, not from step to step. */
  error?: number;
  /** Rate that damping, or a speed that is held, goes for; 0 by default. */
  velocity?: number;
  /** N/m or N m/rad; infinite by default: the error is taken away. 0: no matter how far. */
  stiffness?: number;
  /** N s/m or N m s/rad; 0 by default. Infinite, with a stiffness of 0: the rate is held at `velocity`. */
  damping?: number;
  /** Bounds of the load, N or N m; infinite by default. A contact has a minLoad of 0. */
  minLoad?: number;
  maxLoad?: number;
}
