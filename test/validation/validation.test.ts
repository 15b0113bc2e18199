// Small systems against other programs, closed forms and converged integrations: docs/validation.md has the table.
import fs from 'node:fs';
import { describe, expect, test } from 'vitest';
import { BACKENDS } from '../scenes/backends.ts';
import { readCase } from './case.ts';
import { allowance, ENTRIES, validate } from './suite.ts';

describe.each(BACKENDS)('$label', ({ settings }) => {
  test.each(ENTRIES)('$name', async (entry) => {
    const comparisons = await validate(entry, settings);
    expect(comparisons.length).toBeGreaterThan(0);
    const passes = (error: number, tolerance: number | null) =>
      tolerance === null ? Number.isFinite(error) : error <= allowance(settings, entry) * tolerance;
    expect(comparisons.filter(({ error, tolerance }) => !passes(error, tolerance))).toEqual([]);
  });
});

test('every case in data/ is validated, and says where it comes from', () => {
  const files = fs.readdirSync(new URL('data/', import.meta.url)).filter((file) => file.endsWith('.json'));
  expect(files.sort()).toEqual(ENTRIES.map(({ name }) => `${name}.json`).sort());
  for (const { name } of ENTRIES) expect(readCase(name).source.license).toMatch(/\w/);
});
