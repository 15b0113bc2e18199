// What plots keep of the samples, and what is left of it when there are more of them than pixels.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decimate } from '../../gallery/panel/decimate.ts';
import { firstNotBefore, History, timesOf } from '../../gallery/panel/history.ts';

/** A model: a plain list of rows, which forgets the later ones when time goes back. */
function rowsOf(times: readonly number[], capacity: number): number[] {
  const rows: number[] = [];
  for (const time of times) {
    while (rows.length > 0 && rows[rows.length - 1] >= time) rows.pop();
    rows.push(time);
    if (rows.length > capacity) rows.shift();
  }
  return rows;
}

function historyOf(times: readonly number[], capacity: number, numberAt = (time: number) => 2 * time): History {
  const history = new History(capacity);
  for (const time of times) history.push(time, { value: numberAt(time) });
  return history;
}

const ascending = (maxLength: number) =>
  fc.uniqueArray(fc.integer({ min: 0, max: 10_000 }), { maxLength }).map((times) => times.sort((a, b) => a - b));

test('the last rows are kept, ascending in time, however it is set back', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 60 }), { maxLength: 200 }), fc.integer({ min: 1, max: 20 }), (times, capacity) => {
      const history = historyOf(times, capacity);
      const rows = rowsOf(times, capacity);
      expect([...history.times]).toEqual(rows);
      expect([...(history.column('value') ?? [])]).toEqual(rows.map((time) => 2 * time));
      expect(history.length).toBe(rows.length);
    }),
  );
});

test('a long run keeps the newest rows', () => {
  const times = Array.from({ length: 20_000 }, (_, frame) => frame / 60);
  const history = historyOf(times, 6000);
  expect([...history.times]).toEqual(times.slice(-6000));
});

test('columns that come late, and values that are missing, are NaN', () => {
  const history = new History(3);
  history.push(1, { a: 1 });
  history.push(2, { b: 2 });
  expect([...history.column('a')!]).toEqual([1, Number.NaN]);
  expect([...history.column('b')!]).toEqual([Number.NaN, 2]);
  history.forget('a');
  expect(history.column('a')).toBeUndefined();
  expect([...history.times]).toEqual([1, 2]);
  history.push(2, { a: 5, b: Number.NaN }); // time has not gone on: the row is added to
  expect([...history.column('a')!]).toEqual([Number.NaN, 5]);
  expect([...history.column('b')!]).toEqual([Number.NaN, 2]);
  history.push(1, { a: 7 }); // time was set back: what came later is forgotten
  expect([...history.times]).toEqual([1]);
  expect([...history.column('a')!]).toEqual([7]);
  history.clear();
  expect(history.length).toBe(0);
  expect(history.names).toEqual([]);
});

test('the place of a time among others is where sorting would put it', () => {
  fc.assert(
    fc.property(ascending(50), fc.integer({ min: -1, max: 10_001 }), (times, limit) => {
      const smaller = times.filter((time) => time < limit).length;
      expect(firstNotBefore(Float64Array.from(times), limit)).toBe(smaller);
    }),
  );
});

test('times of two worlds are put together once each', () => {
  fc.assert(
    fc.property(ascending(50), ascending(50), (first, second) => {
      const times = timesOf([historyOf(first, 100), historyOf(second, 100)]);
      expect([...times]).toEqual([...new Set([...first, ...second])].sort((a, b) => a - b));
    }),
  );
});

const noise = (seed: number) => (time: number) => Math.sin(seed + 12.9898 * time) * 1000;

test('few rows are drawn as they are, at the times of both worlds', () => {
  fc.assert(
    fc.property(ascending(60), ascending(60), (first, second) => {
      const sides = [historyOf(first, 100, noise(1)), historyOf(second, 100, noise(2))];
      const [times, ...values] = decimate(
        sides,
        sides.map((history) => ({ history, column: 'value' })),
        30,
      );
      expect([...times]).toEqual([...timesOf(sides)]);
      for (const [side, own] of [first, second].entries())
        expect(values[side]).toEqual(Array.from(times, (time) => (own.includes(time) ? noise(side + 1)(time) : null)));
    }),
  );
});

test('of many rows the extremes remain, each near its time, on at most four times as many rows as buckets', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 50 }),
      fc.integer({ min: 0, max: 2000 }),
      fc.integer({ min: 0, max: 9 }),
      (buckets, more, seed) => {
        const times = Array.from({ length: 2 * buckets + 1 + more }, (_, frame) => 3 + frame / 60);
        const numberAt = noise(seed);
        const history = historyOf(times, 5000, numberAt);
        const [drawnAt, values] = decimate([history], [{ history, column: 'value' }], buckets);
        expect(drawnAt.length).toBeLessThanOrEqual(4 * buckets + 4);
        expect([...drawnAt].every((time, row) => row === 0 || time > drawnAt[row - 1])).toBe(true);
        const drawn = values.filter((value) => value !== null);
        const all = times.map(numberAt);
        expect(Math.max(...drawn)).toBe(Math.max(...all));
        expect(Math.min(...drawn)).toBe(Math.min(...all));
        const bucket = 2 * (drawnAt[1] - drawnAt[0]);
        for (const [row, value] of values.entries()) {
          if (value === null) continue;
          const nearest = Math.min(...times.filter((time) => numberAt(time) === value).map((time) => Math.abs(time - drawnAt[row])));
          expect(nearest).toBeLessThan(bucket);
        }
      },
    ),
    { numRuns: 40 },
  );
});

test('what has been drawn does not change while time goes on', () => {
  const history = new History(4000);
  const numberAt = noise(3);
  const drawn = () => {
    const [times, values] = decimate([history], [{ history, column: 'value' }], 100);
    return new Map(values.map((value, row) => [times[row], value]));
  };
  for (let frame = 0; frame < 1000; frame++) history.push(frame / 60, { value: numberAt(frame / 60) });
  const before = [...drawn()].slice(0, -2); // the last bucket is not yet full
  for (let frame = 1000; frame < 1060; frame++) history.push(frame / 60, { value: numberAt(frame / 60) });
  const after = drawn();
  for (const [time, value] of before) expect(after.get(time)).toBe(value);
});

test('on a logarithmic axis nothing but what is above zero is drawn', () => {
  const history = new History(10);
  for (const [time, value] of [0, -1, 1e-9, Number.NaN, Number.POSITIVE_INFINITY].entries()) history.push(time, { value });
  const [, values] = decimate([history], [{ history, column: 'value' }], 10, true);
  expect(values).toEqual([null, null, 1e-9, null, null]);
  const [, linear] = decimate([history], [{ history, column: 'value' }], 10);
  expect(linear).toEqual([0, -1, 1e-9, null, null]);
});

test('nothing is drawn of nothing', () => {
  const history = new History(10);
  expect(decimate([history], [{ history, column: 'value' }], 10)).toEqual([[], []]);
  expect(decimate([], [], 10)).toEqual([[]]);
});
