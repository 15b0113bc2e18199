// docs/validation.md is the page that `npm run validate` makes, and what can be measured again in a moment is what it tells.
import { beforeAll, describe, expect, test } from 'vitest';
import { BACKENDS } from '../scenes/backends.ts';
import { readCase } from '../validation/case.ts';
import type { Comparison } from '../validation/compare.ts';
import { LASTING, SMOOTH } from '../validation/motions.ts';
import { type CaseResult, ORDERS } from '../validation/report/measure.ts';
import { page } from '../validation/report/page.ts';
import { ratioOf } from '../validation/report/tables.ts';
import { compareAt, ENTRIES, practicalStep, statedStep } from '../validation/suite.ts';
import { readPage, tableOf } from './markdown.ts';

/** Ratios below this are roundings, which change with any change. */
const LEAST = 0.01;

let cases: CaseResult[] = [];

beforeAll(async () => {
  cases = [];
  for (const entry of ENTRIES) {
    const item = readCase(entry.name);
    const [practical, stated] = [practicalStep(item), statedStep(item)];
    const atPractical: Comparison[][] = [];
    for (const timeStepping of ORDERS) atPractical.push(await compareAt(entry, practical, { timeStepping }));
    // Only of the right form: these take minutes.
    const tested = BACKENDS.map(() => atPractical[0]);
    cases.push({ entry, practical, stated, atPractical, atStated: atPractical, tested });
  }
}, 120_000);

/** A page with every cell that tells a measurement left out: all but the first ones of the rows, which say what was measured. */
function shapeOf(text: string): string[] {
  return text.split('\n').map((line) => {
    if (!line.startsWith('|')) return line;
    const cells = line.split('|').slice(1, -1);
    const told = cells.map((cell, column) =>
      /^ -+ $/.test(cell) ? '-' : column > 0 && /\d/.test(cell) && !/'/.test(cell) ? '#' : cell.trim(),
    );
    return `| ${told.map((cell) => (cell === '' ? '#' : cell)).join(' | ')} |`;
  });
}

const withoutSteps = (lines: string[]) => lines.filter((line) => !line.includes('implicit step'));

test('the page has the words and the tables that the generator makes', () => {
  const drift = { largest: 1, atEnd: 1, momentum: 1 };
  const converged = { errors: [1, 1], orders: [1, 1] } satisfies { errors: [number, number]; orders: [number, number] };
  const results = {
    cases,
    convergence: Object.keys(SMOOTH).map(() => ORDERS.map(() => converged)),
    drift: Object.keys(LASTING).map(() => ORDERS.map(() => drift)),
  };
  expect(withoutSteps(shapeOf(readPage('docs/validation.md')))).toEqual(withoutSteps(shapeOf(page(results))));
});

describe('what is told of the practical step is what is measured', () => {
  const rows = tableOf(readPage('docs/validation.md'), 'case', 'practical step');
  test.each(ENTRIES.map(({ name }) => name))('%s', (name) => {
    const found = cases.find(({ entry }) => entry.name === name);
    const told = rows.find(([first]) => first === name);
    for (const [k, comparisons] of (found?.atPractical ?? []).entries()) {
      const ratios = comparisons.map((comparison) => ratioOf(comparison) ?? 0);
      const [, value, missed] = /([\d.e+-]+) \([^)]+\)(?:\*\*, (\d+) of)?/.exec(told?.[2 + k] ?? '') ?? [];
      const most = Math.max(...ratios);
      if (most < LEAST) expect(Number(value)).toBeLessThan(2 * LEAST);
      else expect(Math.abs(Number(value) / most - 1)).toBeLessThan(0.06);
      expect(ratios.filter((ratio) => ratio > 1)).toHaveLength(Number(missed ?? 0));
    }
    expect(found?.atPractical).toHaveLength(ORDERS.length);
  });
});
