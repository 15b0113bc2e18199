// Tables: plain text for the terminal, Markdown and JSON for files.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

export type Cell = string | number | null;

export interface Table {
  name: string;
  title: string;
  /** What the columns mean, where their names do not say it. */
  notes: string[];
  columns: string[];
  rows: Cell[][];
}

/** Three significant figures, plain where that is short; '-' for what was not measured. */
export function format(cell: Cell): string {
  if (cell === null) return '-';
  if (typeof cell === 'string') return cell;
  if (!Number.isFinite(cell)) return Number.isNaN(cell) ? '-' : 'diverged';
  if (cell === 0) return '0';
  const magnitude = Math.abs(cell);
  if (Number.isInteger(cell) && magnitude < 1e9) return String(cell);
  if (magnitude >= 1e6 || magnitude < 1e-3) return cell.toExponential(1);
  return magnitude >= 100 ? cell.toFixed(0) : cell.toPrecision(3);
}

export function plainTable({ title, notes, columns, rows }: Table): string {
  const cells = [columns, ...rows.map((row) => row.map(format))];
  const widths = columns.map((_, column) => Math.max(...cells.map((row) => row[column].length)));
  const line = (row: string[]) => row.map((cell, column) => (column ? cell.padStart(widths[column]) : cell.padEnd(widths[0]))).join('  ');
  const rule = widths.map((width) => '-'.repeat(width)).join('  ');
  return [title, '', line(cells[0]), rule, ...cells.slice(1).map(line), ...notes.map((note) => `  ${note}`), ''].join('\n');
}

export function markdownTable({ title, notes, columns, rows }: Table): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
  const rule = line(columns.map((_, column) => (column ? '---:' : '---')));
  const body = rows.map((row) => line(row.map(format)));
  return [`## ${title}`, '', line(columns), rule, ...body, '', ...notes.map((note) => `${note}  `), ''].join('\n');
}

/** What the numbers depend on besides the code. */
export function machine(): Record<string, string> {
  return {
    date: new Date().toISOString().slice(0, 10),
    node: process.version,
    processor: `${os.cpus()[0]?.model ?? 'unknown'}, ${os.cpus().length} cores`,
    system: `${os.platform()} ${os.arch()}`,
  };
}

/** Writes the tables as JSON, and as Markdown next to it. */
export function writeResults(file: string, tables: Table[]): void {
  const environment = machine();
  fs.mkdirSync(path.dirname(path.resolve(file)), { recursive: true });
  fs.writeFileSync(file, `${JSON.stringify({ environment, tables }, null, 2)}\n`);
  const facts = Object.entries(environment).map(([key, value]) => `${key}: ${value}`);
  const text = ['# Benchmark results', '', facts.join('; '), '', ...tables.map(markdownTable)].join('\n');
  fs.writeFileSync(file.replace(/\.json$/, '') + '.md', text);
}
