// The table: a row for each version of a tool, and in it every use with how it went.
import fs from 'node:fs';
import type { Cell } from './workshop.ts';

export interface Outcome {
  cell: Cell;
  seconds: number;
  failure?: string;
}

/** Adds outcomes to those of earlier runs, of which the later of a cell count. Returns those of `cells` that there are, in their order. */
export function remember(file: string, outcomes: readonly Outcome[], cells: readonly Cell[]): Outcome[] {
  const known: Record<string, Outcome> = fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : {};
  for (const outcome of outcomes) known[nameOf(outcome.cell)] = outcome;
  fs.writeFileSync(file, JSON.stringify(known));
  return cells.flatMap((cell) => known[nameOf(cell)] ?? []);
}

export const nameOf = ({ tool, version, use }: Cell) => `${tool} ${version}, ${use}`;

const START = '<!-- matrix -->';
const END = '<!-- /matrix -->';

const markOf = ({ cell, failure }: Outcome) => (failure !== undefined ? '✗' : cell.except === undefined ? '✓' : '–');

/** Outcomes of the versions of a tool, in order. */
function rowsOf(outcomes: readonly Outcome[]): Map<string, Outcome[]> {
  const rows = new Map<string, Outcome[]>();
  for (const outcome of outcomes) {
    const key = `${outcome.cell.tool} ${outcome.cell.version}`;
    rows.set(key, [...(rows.get(key) ?? []), outcome]);
  }
  return rows;
}

const totalsOf = (outcomes: readonly Outcome[]) => {
  const count = (mark: string) => outcomes.filter((outcome) => markOf(outcome) === mark).length;
  return `${count('✓')} work, ${count('✗')} fail, ${count('–')} do not apply`;
};

export function plainTable(outcomes: readonly Outcome[]): string {
  const rows = [...rowsOf(outcomes)].map(([name, uses]) => [name, uses.map((each) => `${markOf(each)} ${each.cell.use}`).join('  ')]);
  const width = Math.max(...rows.map(([name]) => name.length));
  return [...rows.map(([name, uses]) => `${name.padEnd(width)}  ${uses}`), totalsOf(outcomes)].join('\n');
}

/** Writes the table between the marks of a page. */
export function writeTable(file: string, outcomes: readonly Outcome[]): void {
  const rows = [...rowsOf(outcomes)].map(([, uses]) => {
    const [{ cell }] = uses;
    const cells = uses.map((each) => `${markOf(each)} ${each.cell.use}${each.cell.except === undefined ? '' : ` (${each.cell.except})`}`);
    return `| ${cell.tool} | ${cell.version} | ${cells.join('; ')} |`;
  });
  const date = new Date().toISOString().slice(0, 10);
  const text = fs.readFileSync(file, 'utf8');
  const [before, rest] = text.split(START);
  const [, after] = rest.split(END);
  const table = ['| with | version | how |', '| --- | --- | --- |', ...rows].join('\n');
  fs.writeFileSync(file, `${before}${START}\n\nOn ${date}: ${totalsOf(outcomes)}.\n\n${table}\n\n${END}${after}`);
}
