// What the pages and the TSDoc say of the options of a world is what their table says.
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { OPTION_NAMES, SLEEP_OPTIONS, WORLD_OPTIONS } from '../../bindings/world/world-options.ts';
import { findPages, PROJECT, readPage } from './markdown.ts';

interface Shown {
  readonly default: unknown;
  readonly unit?: string;
  readonly live?: boolean;
}

const OPTIONS: Readonly<Record<string, Shown>> = { ...WORLD_OPTIONS, ...SLEEP_OPTIONS };
const GIB = 2 ** 30;

/** A default as texts tell it. */
function shown({ default: value, unit }: Shown): string {
  if (unit === 'bytes') return `${(value as number) / GIB} GiB`;
  if (Array.isArray(value)) return `[${value.join(', ')}]`;
  return typeof value === 'string' ? `'${value}'` : String(value);
}

/** The same in a cell of a table: numbers have their unit, what is code looks like it. */
function cell(option: Shown): string {
  if (option.default === undefined) return 'embedded';
  const text = typeof option.default === 'number' ? shown(option) : `\`${shown(option)}\``;
  return option.unit && option.unit !== 'bytes' ? `${text} ${option.unit}` : text;
}

interface Row {
  place: string;
  name: string;
  byDefault: string;
}

/** Rows of tables of options that are about one of a world's: the first cell is its name, another its default. */
function rowsOf(page: string): Row[] {
  const rows: Row[] = [];
  let column = -1;
  for (const [index, line] of readPage(page).split('\n').entries()) {
    const cells = line.startsWith('|')
      ? line
          .split('|')
          .slice(1, -1)
          .map((each) => each.trim())
      : [];
    if (cells.length === 0) column = -1;
    else if (cells[0].startsWith('option')) column = cells.indexOf('default');
    const name = /^(?:· )?`(\w+)`(?: of `World\.create`.*)?$/.exec(cells[0] ?? '')?.[1];
    if (column > 0 && name !== undefined && Object.hasOwn(OPTIONS, name))
      rows.push({ place: `${page}:${index + 1}`, name, byDefault: cells[column] });
  }
  return rows;
}

describe('tables of options', () => {
  const rows = findPages().flatMap(rowsOf);

  test.each(rows)('$place: $name', ({ name, byDefault }) => expect(byDefault).toBe(cell(OPTIONS[name])));

  test('that of docs/solvers.md has all options', () => {
    const names = rows.filter(({ place }) => place.startsWith('docs/solvers.md')).map(({ name }) => name);
    expect(names.sort()).toEqual([...OPTION_NAMES].sort());
  });

  test('and says which can be set between steps', () => {
    const sentence = /((?:`\w+`(?:, | and )?)+) can be set between steps/.exec(readPage('docs/solvers.md').replaceAll('\n', ' '))!;
    const names = Array.from(sentence[1].matchAll(/`(\w+)`/g), ([, name]) => name);
    expect(names.sort()).toEqual(OPTION_NAMES.filter((name) => OPTIONS[name].live).sort());
  });
});

describe('TSDoc of options', () => {
  const source = fs.readFileSync(path.join(PROJECT, 'bindings/world/world-options.ts'), 'utf8');
  const docs = new Map(
    Array.from(source.matchAll(/\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*(\w+)\?:/g), ([, doc, name]) => [
      name,
      doc.replaceAll(/\s+\* |\s+/g, ' '),
    ]),
  );
  const told = Object.entries(OPTIONS).filter(([, option]) => option.default !== undefined);

  test.each(told)('%s', (name, option) => {
    const doc = docs.get(name)!;
    const value = shown(option);
    expect(doc.includes(`${value} by default`) || doc.includes(`${value} (the default)`), `${doc} has ${value} by default`).toBe(true);
    if (option.unit) expect(doc.toLowerCase().split(/[\s,;:]+/)).toContain(option.unit.toLowerCase());
  });
});
