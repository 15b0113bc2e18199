// What is told about a scene in three steps: what to see, what holds, what to try.
import type { Measures } from '../../scenes/scene.ts';

export interface Story {
  readonly see: string;
  readonly holds: Law;
  readonly try: Suggestion;
}

/** A formula, beside what the scene measures. */
export interface Law {
  readonly text: string;
  readonly formula: string;
  /** What is measured, with a unit; '' where it cannot be told yet. */
  measured(measures: Measures): string;
}

export interface Suggestion {
  readonly text: string;
  /** A link to the scene with other parameters or settings; none where it is done by hand. */
  readonly link?: string;
}

/** A number with three digits and its unit. */
export function quantity(value: Measures[string] | undefined, unit: string): string {
  if (typeof value !== 'number' || !Number.isFinite(value)) return '';
  const size = Math.abs(value);
  const text =
    size !== 0 && (size < 1e-3 || size >= 1e5) ? value.toExponential(1).replace('e', ' × 10^') : String(Number(value.toPrecision(3)));
  return unit ? `${text} ${unit}` : text;
}
