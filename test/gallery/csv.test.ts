// The tables that are downloaded: what is in them, and whether others can read them.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { valuesOf } from '../../gallery/panel/columns.ts';
import { csvOf } from '../../gallery/panel/csv.ts';
import { History } from '../../gallery/panel/history.ts';
import { type Quantity, TABS } from '../../gallery/panel/tabs.ts';
import { sampleOf } from './samples.ts';

const KINETIC: Quantity = { column: 'kinetic', label: 'kinetic', unit: 'J', shown: true };
const POTENTIAL: Quantity = { column: 'potential', label: 'potential', unit: 'J', shown: true };

function historyOf(rows: readonly (readonly [time: number, values: Record<string, number>])[]): History {
  const history = new History(1000);
  for (const [time, values] of rows) history.push(time, values);
  return history;
}

/** A reader of RFC 4180, strict. */
function read(text: string): string[][] {
  const rows: string[][] = [];
  let rest = text;
  let row: string[] = [];
  while (rest !== '') {
    const [whole, quoted, plain, end] = /^(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/.exec(rest)!;
    row.push(quoted?.replaceAll('""', '"') ?? plain);
    rest = rest.slice(whole.length);
    if (end === ',') continue;
    rows.push(row);
    row = [];
  }
  return rows;
}

test('one world gives a row for each sample, to the last digit', () => {
  const third = 1 / 3;
  const history = historyOf([
    [0, { kinetic: third, potential: 1e-300 }],
    [1 / 60, { kinetic: -0.1, potential: 1e21 }],
  ]);
  expect(csvOf([KINETIC, POTENTIAL], [history], ['A'])).toBe(
    `time (s),kinetic (J),potential (J)\r\n0,${third},1e-300\r\n${1 / 60},-0.1,1e+21\r\n`,
  );
});

test('two worlds are joined by time, with empty cells where one was not measured', () => {
  const first = historyOf([
    [1, { kinetic: 1 }],
    [2, { kinetic: 2 }],
  ]);
  const second = historyOf([
    [2, { kinetic: 20 }],
    [3, { kinetic: 30, potential: 5 }],
  ]);
  expect(csvOf([KINETIC, POTENTIAL], [first, second], ['20 × 1', '1, "20"'])).toBe(
    [
      'time (s),"kinetic, 20 × 1 (J)","kinetic, 1, ""20"" (J)","potential, 20 × 1 (J)","potential, 1, ""20"" (J)"',
      '1,1,,,',
      '2,2,20,,',
      '3,,30,,5',
      '',
    ].join('\r\n'),
  );
});

test('whatever it is, it is read as it was written', () => {
  const value = fc.double();
  const rows = fc.array(fc.tuple(value, value), { maxLength: 30 });
  fc.assert(
    fc.property(rows, fc.string(), fc.string(), (given, label, unit) => {
      const history = historyOf(given.map(([kinetic, potential], frame) => [frame / 60, { kinetic, potential }]));
      const [header, ...lines] = read(csvOf([{ ...KINETIC, label, unit }, POTENTIAL], [history], ['A']));
      expect(header).toEqual(['time (s)', `${label} (${unit})`, 'potential (J)']);
      const numbers = lines.map((line) => line.map((cell) => (cell === '' ? Number.NaN : Number(cell))));
      const expected = given.map(([kinetic, potential], frame) => [frame / 60, kinetic, potential].map((number) => number + 0));
      expect(numbers).toEqual(expected); // String writes -0 as 0
    }),
  );
});

test('every tab has what a sample tells, with units', () => {
  const history = new History();
  for (let frame = 1; frame <= 10; frame++) history.push(frame / 60, valuesOf(sampleOf(frame, { joint: 2, body: 1 })));
  const tables = TABS.map(({ charts }) => {
    const quantities = charts.flatMap((chart) => chart.quantities(history.names));
    return read(csvOf(quantities, [history], ['A']));
  });
  expect(tables.map(([header]) => header)).toEqual([
    ['time (s)', 'kinetic (J)', 'potential (J)', 'total (J)'],
    ['time (s)', 'linear (kg m/s)', 'angular (kg m²/s)'],
    ['time (s)', 'maximum joint error (m)', 'rms joint error (m)', 'maximum penetration (m)'],
    [
      'time (s)',
      ...['force', 'force x', 'force y', 'force z'].map((label) => `${label} (N)`),
      ...['torque', 'torque x', 'torque y', 'torque z'].map((label) => `${label} (N m)`),
      'angle (m or rad)',
    ],
    [
      'time (s)',
      ...['x', 'y', 'z'].map((axis) => `${axis} (m)`),
      ...['speed', 'velocity x', 'velocity y', 'velocity z'].map((label) => `${label} (m/s)`),
    ],
    ['time (s)', 'whole step (ms)', 'find pairs that may touch (ms)', 'find contact points (ms)', 'solve joints (ms)'],
  ]);
  const { kinetic, potential, time } = sampleOf(10);
  expect(tables[0][10].map(Number)).toEqual([time, kinetic, potential, kinetic + potential]);
  const { force, torque, coordinates } = sampleOf(10, { joint: 2 }).joint!;
  const joint = [Math.hypot(...force), ...force, Math.hypot(...torque), ...torque, coordinates.angle];
  expect(tables[3][10].map(Number)).toEqual([time, ...joint]);
});

test('without a selected joint its tab has nothing', () => {
  const history = historyOf([[0, valuesOf(sampleOf(0))]]);
  const tab = TABS.find(({ name }) => name === 'joint')!;
  expect(tab.charts.flatMap((chart) => chart.quantities(history.names))).toEqual([]);
});
