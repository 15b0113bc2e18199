import { coefficient, finite, nonNegative, options, orDefault, positive } from '../core/arguments.ts';
import { HolonomicError } from '../core/errors.ts';
import { type InverseMass, type Oscillation, readOscillation, springOf } from './spring.ts';

/** Softness of a limit. Without any of these properties it is rigid. */
export interface LimitSoftness {
  /** Inverse stiffness, m/N or rad/(N m). */
  compliance?: number;
  /** Damping while the limit acts, N s/m or N m s/rad; needs a compliance. */
  damping?: number;
  /** Alternative to both: the frequency at which the moving bodies would swing at the limit, Hz, and the damping ratio, 1 by default. */
  frequency?: number;
  dampingRatio?: number;
  /** Coefficient of restitution at the limit, from 0 to 1. */
  restitution?: number;
}

/** Bounds of a coordinate, m or rad; an omitted bound is free. Angles may exceed a turn. */
export interface LimitOptions extends LimitSoftness {
  lower?: number;
  upper?: number;
}

/** An elliptic cone that bounds the swing: its half angles about y and z, rad. */
export interface ConeLimitOptions extends LimitSoftness {
  y: number;
  z: number;
}

/** Limits in numbers: for a cone, `lower` and `upper` are the half angles. */
export interface Limit {
  lower: number;
  upper: number;
  compliance: number;
  damping: number;
  restitution: number;
}

/** Limits as they were given. */
export interface LimitGiven extends Limit {
  oscillation: Oscillation | null;
  name: string;
}

const SOFTNESS = ['compliance', 'damping', 'frequency', 'dampingRatio', 'restitution'] as const;

export const isBounded = ({ lower, upper }: { lower: number; upper: number }): boolean => lower > -Infinity || upper < Infinity;

/** Whether a limit is nothing but an interval with a compliance. */
export const isPlain = ({ damping, restitution, oscillation }: LimitGiven): boolean =>
  damping === 0 && restitution === 0 && oscillation === null;

function bound(value: unknown, name: string, free: number): number {
  return value === undefined || value === free ? free : finite(value, name);
}

function readSoftness(given: LimitSoftness, name: string): Omit<LimitGiven, 'lower' | 'upper'> {
  const oscillation = readOscillation({ ...given }, name, ['compliance', 'damping']);
  const compliance = coefficient(given.compliance, `${name}.compliance`);
  const damping = coefficient(given.damping, `${name}.damping`);
  if (damping > 0 && compliance === 0)
    throw new HolonomicError(
      'invalid-argument',
      `${name}.damping needs a ${name}.compliance above zero, because a rigid limit has no damping.`,
    );
  const restitution = nonNegative(orDefault(given.restitution, 0), `${name}.restitution`);
  if (restitution > 1) throw new HolonomicError('invalid-argument', `${name}.restitution must not be above 1, but is ${restitution}.`);
  return { compliance, damping, restitution, oscillation, name };
}

/** Limits from the options of a joint; a side that is not given is free. */
export function readLimits(value: unknown, name = 'limits'): LimitGiven {
  const given = options<LimitOptions>(value, name, ['lower', 'upper', ...SOFTNESS]);
  const lower = bound(given.lower, `${name}.lower`, -Infinity);
  const upper = bound(given.upper, `${name}.upper`, Infinity);
  if (lower > upper) throw new HolonomicError('invalid-argument', `${name}.lower (${lower}) must not be above ${name}.upper (${upper}).`);
  return { lower, upper, ...readSoftness(given, name) };
}

/** A target value, held with a compliance. */
export function readTarget(value: unknown, coordinate: 'angle' | 'offset'): LimitGiven {
  const given = options<Record<string, unknown>>(value, 'target', [coordinate, 'compliance']);
  const target = finite(given[coordinate], `target.${coordinate}`);
  const compliance = coefficient(given.compliance, 'target.compliance');
  return { lower: target, upper: target, compliance, damping: 0, restitution: 0, oscillation: null, name: 'target' };
}

function halfAngle(value: unknown, name: string): number {
  const angle = positive(value, name);
  if (angle >= Math.PI) throw new HolonomicError('invalid-argument', `${name} must be below pi, but is ${angle}.`);
  return angle;
}

/** The half angles of a cone, in the places of the limits. */
export function readCone(value: unknown, name: string): LimitGiven {
  const given = options<ConeLimitOptions>(value, name, ['y', 'z', ...SOFTNESS]);
  const lower = halfAngle(given.y, `${name}.y`);
  const upper = halfAngle(given.z, `${name}.z`);
  return { lower, upper, ...readSoftness(given, name) };
}

/** Limits in numbers. */
export function resolveLimit(given: LimitGiven, inverseMass: InverseMass): Limit {
  const { lower, upper, restitution, oscillation, name } = given;
  if (!oscillation) return { lower, upper, compliance: given.compliance, damping: given.damping, restitution };
  const { stiffness, damping } = springOf(oscillation, inverseMass, name);
  return { lower, upper, compliance: 1 / stiffness, damping, restitution };
}
