// Tables of a page, and what stands in their cells.
import type { Comparison } from '../compare.ts';
import type { Step } from '../suite.ts';

/** Rows under a header, in columns as wide as their widest cell. */
export function table(header: string[], rows: string[][]): string[] {
  const lines = [header, ...rows];
  const widths = header.map((_, column) => Math.max(3, ...lines.map((cells) => cells[column].length)));
  const line = (cells: string[]) => `| ${cells.map((cell, column) => cell.padEnd(widths[column])).join(' | ')} |`;
  return [line(header), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line), ''];
}

/** Two digits. */
export function digits(value: number): string {
  if (Number.isNaN(value)) return 'nothing to compare';
  if (value === 0) return '0';
  const size = Math.abs(value);
  return size >= 1e-3 && size < 1000 ? String(Number(value.toPrecision(2))) : value.toExponential(1);
}

export function seconds(value: number): string {
  const plain = value.toPrecision(2);
  return Math.abs(Number(plain) / value - 1) < 1e-9 ? String(Number(plain)) : `1/${Math.round(1 / value)}`;
}

export function stepOf({ dt, substeps }: Step): string {
  return `${seconds(dt)} s${substeps > 1 ? ` in ${substeps} substeps` : ''}`;
}

/** Error over tolerance; what could not be measured is missed. */
export function ratioOf({ error, tolerance }: Comparison): number | null {
  if (tolerance === null) return null;
  return Number.isFinite(error) ? error / tolerance : Infinity;
}

/** The quantity that comes nearest to its tolerance, or misses it by most, and how many miss theirs. */
export function worst(comparisons: Comparison[]): string {
  const ratios = comparisons.flatMap((comparison) => {
    const ratio = ratioOf(comparison);
    return ratio === null ? [] : [{ quantity: comparison.quantity, ratio }];
  });
  if (ratios.length === 0) throw new Error('There is no tolerance to compare with.');
  const { quantity, ratio } = ratios.reduce((most, one) => (one.ratio > most.ratio ? one : most));
  const missed = ratios.filter((one) => one.ratio > 1).length;
  const told = `${ratio === Infinity ? 'not measured' : digits(ratio)} (${quantity})`;
  return missed === 0 ? told : `**${told}**, ${missed} of ${ratios.length} missed`;
}
