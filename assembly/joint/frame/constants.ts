import { real } from 'precision';

/**
 * Softness of drives and friction that are as stiff as their bounds allow, over the inverse effective mass: it decides between rows of
 * one coordinate that fight each other, and is this part of what the load could move in a substep.
 */
export const RIGID_DRIVE: real = <real>(sizeof<real>() == 4 ? 1e-4 : 1e-6);

/** m/s, rad/s: slower impacts on a limit do not bounce. */
export const LEAST_BOUNCE: f64 = 0.05;

/** Part of its greatest load from which on a drive counts as saturated. */
export const SATURATED: f64 = 1 - 1e-6;

/** Springs and dampers are warm-started later than compliances: only when they are this much softer. docs/stability.md. */
export const CAUTION: f64 = 0.3;

/** What a substep of a spring or damper takes of its own change, h² k w or h d w, from which on it is implicit in part, and in whole. */
export const RESOLVED: f64 = 0.25;
export const UNRESOLVED: f64 = 1;
/** An explicit spring is solved as a row that is implicit in so small a part. */
export const LEAST_IMPLICIT: f64 = 1e-6;
