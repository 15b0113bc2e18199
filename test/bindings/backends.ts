import { expect } from 'vitest';
import { type ErrorCode, HolonomicError, type Vec3, type WorldOptions } from '../../bindings/index.ts';

/** Every way to compute a world. */
export const BACKENDS: { label: string; settings: WorldOptions }[] = [
  { label: 'wasm, single', settings: { precision: 'single' } },
  { label: 'wasm, double', settings: { precision: 'double' } },
  { label: 'reference', settings: { backend: 'reference' } },
];

/** Round-off of a quantity of size one after a step. */
export const roundOff = (label: string): number => (label === 'wasm, single' ? 2e-6 : 1e-12);

export function expectVector(actual: ArrayLike<number>, wanted: ArrayLike<number>, tolerance: number): void {
  const difference = Math.max(...Array.from(wanted, (component, axis) => Math.abs(actual[axis] - component)));
  const text = `[${Array.from(actual).join(', ')}] within ${tolerance} of [${Array.from(wanted).join(', ')}]`;
  expect(actual.length, text).toBe(wanted.length);
  expect(difference, text).toBeLessThanOrEqual(tolerance);
}

export function expectRelative(actual: number, wanted: number, tolerance: number): void {
  expect(Math.abs(actual / wanted - 1), `${actual} within ${tolerance} of ${wanted}, relative`).toBeLessThanOrEqual(tolerance);
}

/** What is wrong with how `act` refuses: it is to throw a HolonomicError with the code, and a message that is a sentence. */
export function wrongRefusal(act: () => unknown, code: ErrorCode): string | null {
  let thrown: unknown;
  try {
    const result = act();
    thrown = `nothing, and it returned ${String(result)}`;
  } catch (error) {
    thrown = error;
  }
  if (!(thrown instanceof HolonomicError)) return `expected the error ${code}, but got ${String(thrown)}`;
  if (thrown.code !== code) return `expected the error ${code}, but got ${thrown.code}: ${thrown.message}`;
  return /\w+ .*\.$/s.test(thrown.message) ? null : `no sentence: ${thrown.message}`;
}

export function expectRefusal(act: () => unknown, code: ErrorCode): void {
  expect(wrongRefusal(act, code)).toBeNull();
}

export const cross = (a: Readonly<Vec3>, b: Readonly<Vec3>): Vec3 => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
export const norm = (v: ArrayLike<number>): number => Math.hypot(...Array.from(v));
