import { real } from 'precision';

/**
 * Rotation of a body in one substep, rad, from which on joints push along the current gradient under gradient 'auto'. The start
 * gradient is exact to second order in this angle; docs/stability.md has the table that chose the value.
 */
export const ROTATION_LIMIT: f64 = 0.5;

/**
 * Square of the phase that a light link between heavy ones swings through in a substep: tension times h² over the inertia it
 * turns. The start gradient is explicit in this geometric stiffness and gains energy from about 0.4 on and diverges near 0.9; docs/stability.md.
 */
export const TENSION_LIMIT: f64 = 0.5;

/** Loads so many times larger than TENSION_LIMIT says are more than the current gradient copes with: overload.kernel.ts. */
export const OVERLOAD: f64 = 2;

/**
 * Over-relaxation of rigid rows between bodies with several joints (Waterson, section 4.2). With one sweep a substep, chains are
 * stable up to 4/3: docs/stability.md derives it.
 */
export const RELAXATION: f64 = 1.25;

/** Lengths below this, m, have no direction. */
export const TINY_LENGTH: real = <real>1e-9;

/** What stands under a fraction instead of zero: its inverse is still finite. */
export const TINY: real = <real>(sizeof<real>() == 4 ? 1e-37 : 1e-300);

/** Determinant, over the product of the diagonal or the square of the trace, below which a matrix counts as singular: some roundings. */
export const SINGULAR: real = <real>(sizeof<real>() == 4 ? 1e-6 : 1e-14);

/** Above every square of an impulse or an angle that the solver compares. */
export const NEVER: f64 = 1e30;

/**
 * Errors (m, rad), velocities (m/s, rad/s) and what is packed for the solver count as zero below this, far below rounding: products of
 * three of them would be subnormal numbers, which processors are slow with.
 */
export const NEGLIGIBLE: real = <real>(sizeof<real>() == 4 ? 1e-12 : 1e-100);

/** The same for impulses, momenta and torques, which are small where bodies are. */
export const NEGLIGIBLE_IMPULSE: f64 = sizeof<real>() == 4 ? 1e-28 : 1e-200;

/** In place of infinite values. */
export const INFINITE: real = <real>1e20;

/** rad: a rigid target or servo takes at most this much of an angle away in a substep. Beyond a radian a turn is no linear function of speed. */
export const LONGEST_TURN: f64 = 0.3;

/** m/s, rad/s: the speed at which a hard limit takes a coordinate back that was beyond it when the substep began. */
export const RECOVERY: real = 10;

/** Least inverse mass along a surface, over the mean: along a locked axis there is none, and friction along the other goes on. */
export const LOCKED: f64 = 1e-4;
