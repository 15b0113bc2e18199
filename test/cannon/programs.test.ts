// The same programs under both packages.
import { describe, expect, test } from 'vitest';
import { PACKAGES } from './packages.ts';
import { PROGRAMS } from './programs/index.ts';
import type { Outcome } from './programs/program.ts';

/** m */
const PLACES = 0.01;
const RATES = 0.02;
/** Of speeds and angles that are nearly zero. */
const LEAST_RATE = 0.005;

const numbersOf = (value: Record<string, unknown>): [string, number][] =>
  Object.entries(value).flatMap(([name, each]) =>
    typeof each === 'number'
      ? [[name, each]]
      : numbersOf(each as Record<string, unknown>).map(([axis, n]) => [`${name}.${axis}`, n] as [string, number]),
  );

function expectAgreement(theirs: Outcome, ours: Outcome): void {
  const places = new Map(numbersOf(ours.places ?? {}));
  const far = numbersOf(theirs.places ?? {}).filter(([name, value]) => !(Math.abs(places.get(name)! - value) <= PLACES));
  expect(far.map(([name, value]) => [name, value, places.get(name)])).toEqual([]);
  const rates = new Map(numbersOf(ours.rates ?? {}));
  const off = numbersOf(theirs.rates ?? {}).filter(
    ([name, value]) => !(Math.abs(rates.get(name)! - value) <= Math.max(RATES * Math.abs(value), LEAST_RATE)),
  );
  expect(off.map(([name, value]) => [name, value, rates.get(name)])).toEqual([]);
  expect(ours.events).toEqual(theirs.events);
  expect(ours.values).toEqual(theirs.values);
}

describe('a program of cannon-es', () => {
  test('there are thirty at least, each with a name of its own', () => {
    expect(new Set(PROGRAMS.map(({ name }) => name)).size).toBeGreaterThanOrEqual(30);
    expect(new Set(PROGRAMS.map(({ name }) => name)).size).toBe(PROGRAMS.length);
  });

  test.each(PROGRAMS)('$name', ({ run, truth }) => {
    const [theirs, ours] = PACKAGES.map(({ cannon }) => run(cannon));
    expectAgreement(theirs, ours);
    for (const [name, { value, within }] of Object.entries(truth ?? {}))
      expect([name, Math.abs(ours.exact![name] - value) <= within, ours.exact![name]]).toEqual([name, true, expect.anything()]);
  });
});
