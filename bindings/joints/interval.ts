import { finite, nonNegative } from '../arguments.ts';
import { HolonomicError } from '../errors.ts';

/** The values a joint's coordinate may have; a target is an interval of one value. */
export interface Interval {
  lower: number;
  upper: number;
  compliance: number;
}

export const FREE: Interval = { lower: -Infinity, upper: Infinity, compliance: 0 };

function bound(value: unknown, name: string, fallback: number): number {
  if (value === undefined) return fallback;
  if (value === Infinity || value === -Infinity) return value;
  return finite(value, name);
}

/** Limits from the options of a joint; a side that is not given is free. */
export function readLimits(given: { lower?: number; upper?: number; compliance?: number }, name: string): Interval {
  if (typeof given !== 'object' || given === null)
    throw new HolonomicError('invalid-argument', `${name} must be { lower, upper }, each optional.`);
  const lower = bound(given.lower, `${name}.lower`, -Infinity);
  const upper = bound(given.upper, `${name}.upper`, Infinity);
  if (lower > upper) throw new HolonomicError('invalid-argument', `${name}.lower (${lower}) must not be above ${name}.upper (${upper}).`);
  return { lower, upper, compliance: nonNegative(given.compliance ?? 0, `${name}.compliance`) };
}

/** A target value, held with a compliance. */
export function readTarget(value: unknown, compliance: unknown, name: string): Interval {
  const target = finite(value, name);
  return { lower: target, upper: target, compliance: nonNegative(compliance ?? 0, 'target.compliance') };
}
