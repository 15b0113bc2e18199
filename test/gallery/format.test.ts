// Numbers as the panel writes them.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatNumber, formatTick } from '../../gallery/panel/format.ts';
import { recentTimes } from '../../gallery/panel/recent-times.ts';
import { sampleOf } from './samples.ts';

test('a number keeps four digits and is never wider than its column', () => {
  const size = fc.double({ min: 1e-99, max: 1e99, noNaN: true });
  fc.assert(
    fc.property(size, fc.boolean(), (magnitude, negative) => {
      const value = negative ? -magnitude : magnitude;
      const text = formatNumber(value);
      expect(text.length).toBeLessThanOrEqual(10);
      expect(Math.abs(Number(text) - value)).toBeLessThanOrEqual(0.000501 * magnitude);
    }),
  );
  expect([0, 9.81, -12345.6, 1e6, 1.5e-5, Number.NaN, undefined].map(formatNumber)).toEqual([
    '0',
    '9.810',
    '-12346',
    '1.000e+6',
    '1.500e-5',
    '–',
    '–',
  ]);
});

test('ticks are as short as they get', () => {
  expect([0, 0.1 + 0.2, 1e-4, 250_000, -40, 2.5e-9].map(formatTick)).toEqual(['0', '0.3', '1e-4', '2.5e5', '-40', '2.5e-9']);
});

test('the median is that of the last 60 steps since the start', () => {
  const times = recentTimes();
  expect(times.median()).toBeNaN();
  for (let frame = 1; frame <= 100; frame++) {
    const sample = { ...sampleOf(frame), stepTime: frame };
    times.see(sample);
    times.see(sample); // seen already
  }
  times.see(null);
  expect(times.median()).toBe(70.5);
  times.see({ ...sampleOf(1), stepTime: 7 });
  expect(times.median()).toBe(7);
});
