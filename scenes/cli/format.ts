// Results as text for people.
import type { Measures } from '../scene.ts';

const DIGITS = 6;

export function formatNumber(value: number): string {
  return Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(DIGITS)));
}

/** Rows under a header, columns aligned to the right. */
export function formatTable(header: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const widths = header.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column].length)));
  return [header, ...rows].map((row) => row.map((cell, column) => cell.padStart(widths[column])).join('  '));
}

/** Names in a column, values behind them. */
export function formatPairs(pairs: readonly (readonly [name: string, value: string])[]): string[] {
  const width = Math.max(0, ...pairs.map(([name]) => name.length));
  return pairs.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`);
}

/** Single measures as pairs; lists that have the same length as another one as columns of a table, others in one line. */
export function formatMeasures(measures: Measures): string[] {
  const entries = Object.entries(measures);
  const lists = entries.filter((entry): entry is [string, number[]] => Array.isArray(entry[1]));
  const lengthOf = (length: number) => lists.filter(([, list]) => list.length === length);
  const inTable = (value: number | number[]) => Array.isArray(value) && value.length > 0 && lengthOf(value.length).length > 1;
  const pairs = entries
    .filter(([, value]) => !inTable(value))
    .map(([name, value]) => [name, Array.isArray(value) ? value.map(formatNumber).join(', ') || 'none' : formatNumber(value)] as const);
  const lengths = [...new Set(lists.filter(([, list]) => inTable(list)).map(([, list]) => list.length))];
  const tables = lengths.flatMap((length) => {
    const columns = lengthOf(length);
    const rows = Array.from({ length }, (_, row) => columns.map(([, list]) => formatNumber(list[row])));
    return [
      '',
      ...formatTable(
        columns.map(([name]) => name),
        rows,
      ).map((line) => `  ${line}`),
    ];
  });
  return [...formatPairs(pairs), ...tables];
}
