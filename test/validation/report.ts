// Prints the tables of docs/validation.md:  node tools/run-ts.mjs test/validation/report.ts
import { BACKENDS } from '../scenes/backends.ts';
import { readCase } from './case.ts';
import type { Comparison } from './compare.ts';
import { ENTRIES, type Entry, type Step, validate } from './suite.ts';

interface Result {
  entry: Entry;
  /** Those of each backend, in the order of BACKENDS. */
  columns: Comparison[][];
}

const row = (cells: string[]) => `| ${cells.join(' | ')} |`;

function digits(value: number): string {
  if (value === 0) return '0';
  return value >= 1e-3 && value < 1000 ? String(Number(value.toPrecision(2))) : value.toExponential(1);
}

function seconds(value: number): string {
  const plain = value.toPrecision(2);
  return Math.abs(Number(plain) / value - 1) < 1e-9 ? String(Number(plain)) : `1/${Math.round(1 / value)}`;
}

function stepOf({ single, ...step }: Entry): string {
  const told = ({ dt, substeps }: Step) => `${seconds(dt)} s${substeps > 1 ? ` in ${substeps} substeps` : ''}`;
  return told(step) + (single ? `; single ${told(single)}` : '');
}

/** The quantity that comes nearest to its tolerance, as a part of it. */
function worst(comparisons: Comparison[]): string {
  const ratios = comparisons.flatMap(({ quantity, error, tolerance }) =>
    tolerance === null ? [] : [{ quantity, ratio: error / tolerance }],
  );
  const { quantity, ratio } = ratios.reduce((most, one) => (one.ratio > most.ratio ? one : most));
  return `${digits(ratio)} (${quantity})`;
}

function summary(results: Result[]): string[] {
  return [
    row(['case', 'step', ...BACKENDS.map(({ label }) => label)]),
    row(['---', '---', ...BACKENDS.map(() => '---')]),
    ...results.map(({ entry, columns }) => row([entry.name, stepOf(entry), ...columns.map(worst)])),
    '',
  ];
}

function details({ entry, columns }: Result): string[] {
  return [
    `### ${entry.name}`,
    '',
    `${readCase(entry.name).description} Step ${stepOf(entry)}.`,
    '',
    row(['quantity', 'error', 'tolerance', ...BACKENDS.map(({ label }) => label)]),
    row(['---', '---', ...['', ...BACKENDS].map(() => '---:')]),
    ...columns[0].map(({ quantity, metric, tolerance }, index) =>
      row([
        quantity,
        metric,
        tolerance === null ? '' : digits(tolerance),
        ...columns.map((comparisons) => digits(comparisons[index].error)),
      ]),
    ),
    '',
  ];
}

const results: Result[] = [];
for (const entry of ENTRIES) {
  const columns: Comparison[][] = [];
  for (const { settings } of BACKENDS) columns.push(await validate(entry, settings));
  results.push({ entry, columns });
}
console.log([...summary(results), ...results.flatMap(details)].join('\n'));
