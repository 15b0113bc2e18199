import { INFINITE, RECOVERY, TINY } from '../../constraint/constants';
import { Substep } from '../../constraint/substep';

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
    if (step.warms || !step.first) held = last;
  } else if (!step.first) {
    held = last;
  }
  const free = value - step.h * w * held;
  const wanted = (min(max(free, lower), upper) - free) / max(step.h * (w + alpha), splat<T>(TINY));
  const impulse: lane<T> = w > 0 ? relaxation * (wanted - held) : 0;
  return [impulse, held + impulse];
}

/** Bounds of a hard limit for a coordinate that may be outside when the substep begins: from there it comes back at RECOVERY. */
export function recoverable<T>(lower: lane<T>, upper: lane<T>, start: lane<T>, compliance: lane<T>, step: Substep): [lane<T>, lane<T>] {
  const reach = compliance > 0 || lower == upper ? splat<T>(INFINITE) : step.h * RECOVERY;
  return [min(lower, start + reach), max(upper, start - reach)];
}
