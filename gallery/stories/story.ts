// A scene explained in three steps: what to see, what holds, what to try.
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
  /** What is measured, with a unit; '' where there is no value yet. */
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
  const text = size !== 0 && (size < 1e-3 || size >= 1e5) ? powered(value) : String(Number(value.toPrecision(3)));
  return unit ? `${text} ${unit}` : text;
}

/** Stories by the name of their scene. */
export type Stories = Readonly<Record<string, Story>>;

type Value = Measures[string] | undefined;

export function percent(value: Value): string {
  return quantity(typeof value === 'number' ? 100 * value : undefined, '%');
}

const LENGTHS = [
  [1, 'm'],
  [1e-3, 'mm'],
  [1e-6, 'µm'],
  [1e-9, 'nm'],
] as const;

/** A length given in metres, in the unit that suits it; below a hundredth of a nanometre it is zero. */
export function metres(value: Value): string {
  if (typeof value !== 'number' || Math.abs(value) < 1e-11) return quantity(value === undefined ? value : 0, 'm');
  const [size, unit] = LENGTHS.find(([least]) => Math.abs(value) >= least) ?? LENGTHS[LENGTHS.length - 1];
  return quantity(value / size, unit);
}

const RAISED: Readonly<Record<string, string>> = Object.fromEntries([...'0123456789-'].map((sign, k) => [sign, [...'⁰¹²³⁴⁵⁶⁷⁸⁹⁻'][k]]));

function powered(value: number): string {
  const [digits, power] = value.toExponential(1).split('e');
  return `${digits} × 10${[...String(Number(power))].map((sign) => RAISED[sign]).join('')}`;
}
