// Points of parameter spaces, and the jobs of a sweep over them.
import { describe, expect, test } from 'vitest';
import { grid, halton, type Job, random, range, sweep } from '../../bindings/batch/index.ts';

const SPACE = {
  mass: { min: 1, max: 3 },
  count: { min: 1, max: 4, integer: true },
  cfm: { min: 1e-6, max: 1, logarithmic: true },
} as const;

test('a grid has every combination, the last name fastest', () => {
  expect([...grid({ a: [1, 2], b: ['x', 'y', 'z'] })]).toEqual([
    { a: 1, b: 'x' },
    { a: 1, b: 'y' },
    { a: 1, b: 'z' },
    { a: 2, b: 'x' },
    { a: 2, b: 'y' },
    { a: 2, b: 'z' },
  ]);
  expect([...grid({})]).toEqual([{}]);
  expect(() => [...grid({ a: [] })]).toThrow('a must be a list of values');
});

test('a range has both ends, without errors of rounding', () => {
  expect(range(1, 4)).toEqual([1, 2, 3, 4]);
  expect(range(0, 1, 0.1)).toEqual([0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1]);
  expect(range(3, 1, -1)).toEqual([3, 2, 1]);
  expect(() => range(1, 2, 0)).toThrow('There is no range');
});

describe.each([
  ['random', (count: number, from = 0) => [...random(SPACE, count, { seed: 7, from })]],
  ['halton', (count: number, from = 0) => [...halton(SPACE, count, { from })]],
] as const)('%s', (_, pointsOf) => {
  test('any part can be had without the others', () => {
    expect([...pointsOf(10), ...pointsOf(20, 10)]).toEqual(pointsOf(30));
  });

  test('fills the space, each dimension by itself and pairs of them', () => {
    const points = pointsOf(4000);
    for (const { cfm, count, mass } of points as { cfm: number; count: number; mass: number }[]) {
      expect(mass >= 1 && mass <= 3 && cfm >= 1e-6 && cfm <= 1).toBe(true);
      expect([1, 2, 3, 4]).toContain(count);
    }
    const share = (fits: (point: (typeof points)[number]) => boolean) => points.filter(fits).length / points.length;
    expect(Math.abs(share(({ mass }) => (mass as number) < 2) - 0.5)).toBeLessThan(0.03);
    for (const value of [1, 2, 3, 4]) expect(Math.abs(share(({ count }) => count === value) - 0.25)).toBeLessThan(0.03);
    expect(Math.abs(share(({ cfm }) => (cfm as number) < 1e-3) - 0.5)).toBeLessThan(0.03);
    expect(Math.abs(share(({ cfm, mass }) => (cfm as number) < 1e-3 && (mass as number) < 2) - 0.25)).toBeLessThan(0.03);
  });
});

test('Halton points are the radical inverses of 1, 2, 3 ...', () => {
  const points = [...halton({ x: { min: 0, max: 1 }, y: { min: 0, max: 1 } }, 4)];
  expect(points.map(({ x }) => x)).toEqual([1 / 2, 1 / 4, 3 / 4, 1 / 8]);
  expect(points.map(({ y }) => y)).toEqual([1 / 3, 2 / 3, 1 / 9, 4 / 9]);
});

test('other seeds give other points, choices are among the dimensions', () => {
  const [a, b] = [1, 2].map((seed) => [...random({ x: { min: 0, max: 1 } }, 3, { seed })]);
  expect(a).not.toEqual(b);
  expect(new Set([...random({ word: ['a', 'b'] }, 50)].map(({ word }) => word))).toEqual(new Set(['a', 'b']));
});

test.each([
  [{ x: { min: 2, max: 1 } }, /at most/],
  [{ x: { min: 0, max: 1, logarithmic: true } }, /above 0/],
  [{ x: { min: 0.5, max: 1, integer: true } }, /whole/],
  [{ x: { min: Number.NaN, max: 1 } }, /x.min/],
])('%j is no space', (space, message) => {
  expect(() => [...random(space, 1)]).toThrow(message);
});

test('a sweep has each point with each seed; options of the world are settings', () => {
  const jobs = [
    ...sweep({
      scene: 'pile',
      points: grid({ substeps: [1, 2], count: [5] }),
      seeds: 2,
      firstSeed: 10,
      steps: 3,
      settings: { sleep: false },
    }),
  ];
  const job = (substeps: number, seed: number): Job => ({
    scene: 'pile',
    parameters: { count: 5 },
    settings: { sleep: false, substeps },
    seed,
    steps: 3,
  });
  expect(jobs).toEqual([job(1, 10), job(1, 11), job(2, 10), job(2, 11)]);
  expect([...sweep({ scene: 'pile' })]).toEqual([{ scene: 'pile', parameters: {}, settings: {} }]);
});
