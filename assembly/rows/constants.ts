import { real } from 'precision';

/**
 * Softness of drives and friction that are as stiff as their bounds allow, over the inverse effective mass: it decides between rows of
 * one coordinate that fight each other, and is this part of what the load could move in a substep.
 */
export const RIGID_DRIVE: real = <real>(sizeof<real>() == 4 ? 1e-4 : 1e-6);

/** In place of infinite values. */
export const INFINITE: real = <real>1e20;

/** m/s, rad/s: slower impacts on a limit do not bounce. */
export const LEAST_BOUNCE: f64 = 0.05;

/** Part of its greatest load from which on a drive counts as saturated. */
export const SATURATED: f64 = 1 - 1e-6;

/** rad: a hard limit or servo takes at most this much of an angle away in a substep. Beyond a radian a turn is no linear function of speed. */
export const LONGEST_TURN: f64 = 0.3;

/** m/s, rad/s: the speed at which a hard limit takes a coordinate back that was beyond it when the substep began. */
export const RECOVERY: real = 10;

/** Springs and dampers are warm-started later than compliances: only when they are this much softer. docs/stability.md. */
export const CAUTION: f64 = 0.3;
