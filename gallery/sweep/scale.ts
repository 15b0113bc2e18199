// From values to pixels, and which values have a tick.
import type { CellValue } from './sweep-data.ts';

export interface Scale {
  /** From 0 to 1; NaN for what has no place, such as a zero on a logarithmic scale. */
  at(value: CellValue | undefined): number;
  readonly ticks: readonly { value: CellValue; text: string }[];
}

/** Ticks of a scale of numbers, about. */
const TICKS = 6;
/** Part of the scale that stays free at each end. */
const MARGIN = 0.04;

/** Words have places of their own; numbers lie on a line, or on a logarithmic one. */
export function scaleOf(values: readonly (CellValue | undefined)[], logarithmic: boolean): Scale {
  const words = [...new Set(values.filter((value) => typeof value === 'string'))];
  if (words.length > 0) return scaleOfWords([...new Set(values.filter((value) => value !== undefined))]);
  const numbers = values.filter((value): value is number => Number.isFinite(value) && (!logarithmic || (value as number) > 0));
  if (numbers.length === 0) return { at: () => Number.NaN, ticks: [] };
  const [low, high] = [Math.min(...extremes(numbers)), Math.max(...extremes(numbers))];
  return logarithmic ? scaleOfPowers(low, high) : scaleOfNumbers(low, high);
}

/** Lists may be longer than a call takes arguments. */
function extremes(numbers: readonly number[]): [number, number] {
  let [low, high] = [numbers[0], numbers[0]];
  for (const value of numbers) [low, high] = [Math.min(low, value), Math.max(high, value)];
  return [low, high];
}

function scaleOfWords(words: readonly CellValue[]): Scale {
  const places = new Map(words.map((word, k) => [word, (k + 0.5) / words.length]));
  return { at: (value) => places.get(value!) ?? Number.NaN, ticks: words.map((word) => ({ value: word, text: String(word) })) };
}

function scaleOfNumbers(low: number, high: number): Scale {
  const span = high - low || Math.abs(high) || 1;
  const at = (value: CellValue | undefined) =>
    typeof value === 'number' ? MARGIN + ((1 - 2 * MARGIN) * (value - low)) / span : Number.NaN;
  const step = niceStep(span / TICKS);
  const first = Math.ceil(low / step);
  const count = Math.floor((low + span) / step) - first + 1;
  const ticks = Array.from({ length: Math.max(0, count) }, (_, k) => Number(((first + k) * step).toPrecision(12)));
  return { at, ticks: ticks.map((value) => ({ value, text: short(value) })) };
}

function scaleOfPowers(low: number, high: number): Scale {
  const [bottom, top] = [Math.log10(low), Math.log10(high)];
  const span = top - bottom || 1;
  const at = (value: CellValue | undefined) =>
    typeof value === 'number' && value > 0 ? MARGIN + ((1 - 2 * MARGIN) * (Math.log10(value) - bottom)) / span : Number.NaN;
  const step = Math.max(1, Math.ceil(span / TICKS));
  const powers = Array.from({ length: Math.floor(top) - Math.ceil(bottom) + 1 }, (_, k) => Math.ceil(bottom) + k);
  const ticks = powers.filter((power) => power % step === 0).map((power) => 10 ** power);
  const shown = ticks.length > 0 ? ticks : [low, high];
  return { at, ticks: shown.map((value) => ({ value, text: short(value) })) };
}

/** 1, 2 or 5 times a power of ten. */
function niceStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  return power * ([1, 2, 5, 10].find((factor) => factor * power >= least) ?? 10);
}

/** A number in few digits. */
export function short(value: number): string {
  const size = Math.abs(value);
  return value !== 0 && (size < 1e-3 || size >= 1e5) ? value.toExponential(1).replace('e+', 'e') : String(Number(value.toPrecision(4)));
}
