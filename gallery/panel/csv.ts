import { firstNotBefore, type History, timesOf } from './history.ts';
import type { Quantity } from './tabs.ts';

const LINE_END = '\r\n'; // RFC 4180

/**
 * Quantities of one or two worlds as a table: a row for each time at which one of them was measured, in full precision.
 * Cells are empty where nothing was measured. With two worlds, their names stand behind those of the quantities.
 */
export function csvOf(quantities: readonly Quantity[], sides: readonly History[], names: readonly string[]): string {
  const columns = quantities.flatMap((quantity) => sides.map((history, side) => ({ quantity, history, side })));
  const header = columns.map(
    ({ quantity: { label, unit }, side }) => (sides.length > 1 ? `${label}, ${names[side]}` : label) + ` (${unit})`,
  );
  const rows = Array.from(timesOf(sides), (time) => [
    time,
    ...columns.map(({ quantity, history }) => {
      const row = rowAt(history, time);
      return history.column(quantity.column)?.[row] ?? Number.NaN;
    }),
  ]);
  const lines = [['time (s)', ...header].map(cell), ...rows.map((row) => row.map(number))];
  return lines.map((line) => line.join(',') + LINE_END).join('');
}

/** Row of a time, -1 if there is none. */
function rowAt(history: History, time: number): number {
  const row = firstNotBefore(history.times, time);
  return history.times[row] === time ? row : -1;
}

function number(value: number): string {
  return Number.isNaN(value) ? '' : String(value);
}

function cell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
