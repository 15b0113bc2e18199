import { coefficient, finite, options } from '../arguments.ts';
import { HolonomicError } from '../errors.ts';

/** The values a joint's coordinate may have; a target is an interval of one value. */
export interface Interval {
  lower: number;
  upper: number;
  compliance: number;
}

export const FREE: Interval = { lower: -Infinity, upper: Infinity, compliance: 0 };

function bound(value: unknown, name: string, free: number): number {
  return value === undefined || value === free ? free : finite(value, name);
}

/** Limits from the options of a joint; a side that is not given is free. */
export function readLimits(value: unknown): Interval {
  const given = options<Partial<Interval>>(value, 'limits', ['lower', 'upper', 'compliance']);
  const lower = bound(given.lower, 'limits.lower', -Infinity);
  const upper = bound(given.upper, 'limits.upper', Infinity);
  if (lower > upper) throw new HolonomicError('invalid-argument', `limits.lower (${lower}) must not be above limits.upper (${upper}).`);
  return { lower, upper, compliance: coefficient(given.compliance, 'limits.compliance') };
}

/** A target value, held with a compliance. */
export function readTarget(value: unknown, coordinate: 'angle' | 'offset'): Interval {
  const given = options<Record<string, unknown>>(value, 'target', [coordinate, 'compliance']);
  const target = finite(given[coordinate], `target.${coordinate}`);
  return { lower: target, upper: target, compliance: coefficient(given.compliance, 'target.compliance') };
}
