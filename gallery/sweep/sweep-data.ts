// What a file of outcomes says, as columns to be plotted and links to be followed.
import { readNdjson, type WrittenOutcome } from '../../bindings/batch/output.ts';
import { SETTING_NAMES, type SettingValue, writeSetting } from '../../scenes/settings.ts';
import { findScene } from '../catalogue/index.ts';

export type CellValue = number | string;

/** A run as it is plotted. */
export interface SweepRun {
  readonly scene: string;
  readonly seed: number | undefined;
  readonly steps: number;
  readonly hash: string;
  /** Parameters, settings and the seed. */
  readonly given: Readonly<Record<string, CellValue>>;
  /** Measures that are numbers. */
  readonly measured: Readonly<Record<string, number>>;
  /** Where the gallery shows it; null for scenes that it does not have. */
  readonly link: string | null;
}

export interface SweepData {
  readonly runs: readonly SweepRun[];
  readonly failed: number;
  /** What runs differ by, that with most values first; if they do not, all that was given. */
  readonly parameters: readonly string[];
  readonly measures: readonly string[];
}

/** Reads a text of NDJSON as `holonomic sweep` writes it. Throws a `HolonomicError`, one sentence to be shown, for what is none. */
export function readSweep(text: string): SweepData {
  const outcomes = readNdjson(text);
  const runs = outcomes.flatMap((outcome) => (outcome.status === 'done' ? [runOf(outcome)] : []));
  const names = [...new Set(runs.flatMap(({ given }) => Object.keys(given)))];
  const variety = new Map(names.map((name) => [name, new Set(runs.map(({ given }) => given[name])).size]));
  // Seeds are many, and seldom what one asks for.
  const rank = (name: string) => (name === 'seed' ? 0 : variety.get(name)!);
  const varied = names.filter((name) => variety.get(name)! > 1).sort((a, b) => rank(b) - rank(a));
  return {
    runs,
    failed: outcomes.length - runs.length,
    parameters: varied.length > 0 ? varied : names,
    measures: [...new Set(runs.flatMap(({ measured }) => Object.keys(measured)))],
  };
}

/** The value of a column, given or measured; undefined where a run has none. */
export function cellOf({ given, measured }: SweepRun, column: string): CellValue | undefined {
  return Object.hasOwn(given, column) ? given[column] : measured[column];
}

type Done = Extract<WrittenOutcome, { status: 'done' }>;

function runOf(outcome: Done): SweepRun {
  const { hash, measures, parameters, scene, seed, settings, steps } = outcome;
  const plain = Object.entries(settings).map(([name, value]) => [
    name,
    typeof value === 'number' ? value : writeSetting(value as SettingValue),
  ]);
  return {
    ...{ scene, seed, steps, hash },
    given: { ...parameters, ...Object.fromEntries(plain), ...(seed !== undefined && { seed }) },
    measured: Object.fromEntries(Object.entries(measures).filter((entry): entry is [string, number] => typeof entry[1] === 'number')),
    link: linkOf(outcome),
  };
}

/** The address that shows a run and stops where it ended; null where the gallery lacks the scene or a setting. */
function linkOf({ parameters, scene, seed, settings, steps }: Done): string | null {
  try {
    findScene(scene);
  } catch {
    return null;
  }
  if (Object.keys(settings).some((name) => !(SETTING_NAMES as readonly string[]).includes(name))) return null;
  const words: [string, CellValue][] = [
    ...Object.entries(parameters),
    ...(seed === undefined ? [] : [['seed', seed] as [string, CellValue]]),
    ...Object.entries(settings).map(([name, value]): [string, string] => [name, writeSetting(value as SettingValue)]),
    ...(steps > 0 ? [['frames', steps] as [string, CellValue]] : []),
  ];
  const query = words.map(([name, value]) => `${name}=${encodeURIComponent(String(value)).replaceAll('%2C', ',')}`).join('&');
  return `#/${scene}${query ? `?${query}` : ''}`;
}
