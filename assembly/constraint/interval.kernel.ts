import { softness } from './common.kernel';
import { INFINITE, RECOVERY, TINY } from './constants';
import { Substep, Sweep } from './substep';

/**
 * One row that holds a value x in [lower, upper] (a target or a length where they are equal). Without the impulse held so far x
 * would end the substep at `free`; the new impulse takes it to the nearest value allowed. This is the clamped accumulated
 * impulse of projected Gauss-Seidel for both sides at once, and it needs no case for equality.
 *
 * `value`: x at the end of the substep as things stand; w: inverse effective mass; `last`: the impulse so far, of the last substep at
 * its start. Returns the impulse of the sweep and the sum to keep.
 */
export function solveInterval<T>(
  value: lane<T>, lower: lane<T>, upper: lane<T>, last: lane<T>, w: lane<T>, compliance: lane<T>, relaxation: lane<T>,
  step: Substep, soft: bool,
): [lane<T>, lane<T>] {
  let held: lane<T> = splat<T>(0);
  let alpha: lane<T> = splat<T>(0);
  if (soft) {
    alpha = compliance * step.inverseH2;
    const yielding = softness(w, alpha);
    if (step.warms || !step.first) held = last;
    if (step.sweep == Sweep.Warm) held = yielding * held;
  } else if (!step.first) {
    held = last;
  }
  let impulse: lane<T>;
  let sum: lane<T>;
  if (step.sweep == Sweep.Warm) {
    impulse = held;
    sum = held;
  } else {
    const free = value - step.h * w * held;
    const wanted = (min(max(free, lower), upper) - free) / max(step.h * (w + alpha), splat<T>(TINY));
    impulse = w > 0 ? relaxation * (wanted - held) : 0;
    sum = held + impulse;
  }
  return [impulse, sum];
}

/** Bounds of a hard limit for a coordinate that may be outside when the substep begins: from there it comes back at RECOVERY. */
export function recoverable<T>(lower: lane<T>, upper: lane<T>, start: lane<T>, compliance: lane<T>, step: Substep): [lane<T>, lane<T>] {
  const reach = compliance > 0 || lower == upper ? splat<T>(INFINITE) : step.h * RECOVERY;
  return [min(lower, start + reach), max(upper, start - reach)];
}
