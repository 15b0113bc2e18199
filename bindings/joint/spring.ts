import { nonNegative, orDefault, positive, requiredCoefficient } from '../core/arguments.ts';
import { HolonomicError } from '../core/errors.ts';

/** A spring by how it swings with what moves: Hz, and the damping over the critical one. */
export interface Oscillation {
  frequency: number;
  dampingRatio: number;
}

/** N/m and N s/m, or N m/rad and N m s/rad. */
export interface Spring {
  stiffness: number;
  damping: number;
}

/** Computes the inverse of the effective mass that a spring moves. */
export type InverseMass = () => number;

/** The stiffness and damping with which an effective mass swings at a frequency. The error says so if nothing moves. */
export function springOf({ frequency, dampingRatio }: Oscillation, inverseMass: InverseMass, name: string): Spring {
  const inverse = inverseMass();
  if (!(inverse > 0))
    throw new HolonomicError(
      'invalid-argument',
      `${name}.frequency needs a body that can move along the coordinate; pass the stiffness itself.`,
    );
  const mass = 1 / inverse;
  const angular = 2 * Math.PI * frequency;
  const stiffness = requiredCoefficient(mass * angular * angular, `The stiffness that ${name}.frequency makes`);
  return { stiffness, damping: requiredCoefficient(2 * dampingRatio * mass * angular, `The damping that ${name}.dampingRatio makes`) };
}

/** Frequency and damping ratio, if they are given; they replace the numbers named in `instead`. */
export function readOscillation(given: Record<string, unknown>, name: string, instead: readonly string[]): Oscillation | null {
  if (given.frequency === undefined) {
    if (given.dampingRatio !== undefined)
      throw new HolonomicError('invalid-argument', `${name}.dampingRatio needs ${name}.frequency, which is missing.`);
    return null;
  }
  for (const other of instead)
    if (given[other] !== undefined)
      throw new HolonomicError('invalid-argument', `Give either ${name}.frequency or ${name}.${other}, not both.`);
  return {
    frequency: positive(given.frequency, `${name}.frequency`),
    dampingRatio: nonNegative(orDefault(given.dampingRatio, 1), `${name}.dampingRatio`),
  };
}
