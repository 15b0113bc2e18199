// Vectors, shapes and forces, which no engine is needed for: the same numbers as in cannon-es for random arguments.
import { expect, test } from 'vitest';
import { CALLS } from './calls.ts';
import { PACKAGES } from './packages.ts';

const ROUNDS = 20;

/** xorshift, from -2 to 2. */
function drawFrom(seed: number): () => number {
  let state = seed * 2654435761 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return ((state >>> 0) / 2 ** 32) * 4 - 2;
  };
}

/** Numbers to ten digits, of objects what lies in them. */
function shown(value: unknown): unknown {
  if (typeof value === 'number') return Math.abs(value) < 1e-9 ? 0 : Math.abs(value) > 1e300 ? String(value) : Number(value.toPrecision(9));
  if (typeof value === 'string') return value.split(',').map((part) => (part === '' ? '' : shown(Number(part))));
  if (ArrayBuffer.isView(value)) return Array.from(value as Float32Array, (entry) => Math.round(entry * 1e5) / 1e5);
  if (Array.isArray(value)) return value.map(shown);
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, shown(each)]));
  return value;
}

test.each(Object.keys(CALLS))('%s', (name) => {
  for (let round = 1; round <= ROUNDS; round++) {
    const [theirs, ours] = PACKAGES.map(({ cannon }) => shown(CALLS[name](cannon, drawFrom(round))));
    expect(ours).toEqual(theirs);
  }
});
