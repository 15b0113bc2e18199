// Outcomes as text: a line of JSON each, or a table.
import type { Measures } from '../../scenes/scene.ts';
import { HolonomicError } from '../core/errors.ts';
import type { JobOutcome } from './job.ts';

/** An outcome as it is written: without the bytes of its snapshot. Non-finite numbers are null, as JSON requires. */
export type WrittenOutcome = JobOutcome extends infer Outcome ? (Outcome extends JobOutcome ? Omit<Outcome, 'snapshot'> : never) : never;

/** Returns an outcome as a line of NDJSON, with the line end. */
export function toNdjson(outcome: JobOutcome): string {
  const { snapshot: _, ...written } = outcome;
  return `${JSON.stringify(written)}\n`;
}

/**
 * Returns the outcomes in a text of NDJSON. An incomplete last line, as after the end of a process, is ignored. Throws `invalid-argument`
 * for other invalid lines.
 */
export function readNdjson(text: string): WrittenOutcome[] {
  const lines = text.split('\n');
  return lines.flatMap((line, k) => {
    if (line.trim() === '') return [];
    const outcome = parse(line);
    if (outcome) return [outcome];
    if (k === lines.length - 1) return [];
    throw new HolonomicError(
      'invalid-argument',
      `Line ${k + 1} is not an outcome of a job; the file has to be NDJSON as a sweep writes it.`,
    );
  });
}

function parse(line: string): WrittenOutcome | null {
  try {
    const value = JSON.parse(line) as Partial<WrittenOutcome> | null;
    const isOutcome = typeof value?.key === 'string' && (value.status === 'done' || value.status === 'failed');
    return isOutcome ? (value as WrittenOutcome) : null;
  } catch {
    return null;
  }
}

const LINE_END = '\r\n'; // RFC 4180
const LEADING = ['key', 'scene', 'seed'] as const;
const TRAILING = ['status', 'steps', 'hash', 'ms', 'attempts'] as const;

/**
 * Returns a table of outcomes, one row each, with a column for each parameter, setting and measure that occurs. Samples are not included.
 */
export function toCsv(outcomes: Iterable<JobOutcome | WrittenOutcome>): string {
  const rows = [...outcomes];
  const columnsOf = (part: (outcome: JobOutcome | WrittenOutcome) => object) => [...new Set(rows.flatMap((row) => Object.keys(part(row))))];
  const [parameters, settings, measures] = [columnsOf((row) => row.parameters), columnsOf((row) => row.settings), columnsOf(measuresOf)];
  const names = [...LEADING, ...parameters, ...settings, ...TRAILING, 'error'];
  const header = [...names, ...measures.map((name) => (names.includes(name) ? `measures.${name}` : name))];
  const lines = rows.map((row) => {
    const fields = row as Partial<Record<string, unknown>>;
    const found = measuresOf(row);
    return [
      ...LEADING.map((name) => fields[name]),
      ...parameters.map((name) => row.parameters[name]),
      ...settings.map((name) => (row.settings as Record<string, unknown>)[name]),
      ...TRAILING.map((name) => fields[name]),
      row.status === 'failed' ? `${row.error.code}: ${row.error.message}` : undefined,
      ...measures.map((name) => found[name]),
    ];
  });
  return [header, ...lines].map((line) => line.map(cell).join(',') + LINE_END).join('');
}

function measuresOf(outcome: JobOutcome | WrittenOutcome): Measures {
  return outcome.status === 'done' ? outcome.measures : {};
}

function cell(value: unknown): string {
  if (value === undefined || value === null || (typeof value === 'number' && Number.isNaN(value))) return '';
  const text = Array.isArray(value) ? value.join(' ') : typeof value === 'object' ? JSON.stringify(value) : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
