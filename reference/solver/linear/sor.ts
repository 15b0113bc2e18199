// Successive over-relaxation with bounds, as ODE's quickstep: z_i += relaxation (w_i - (A z)_i) / A_ii, row by row, then back within bounds, those of
// friction from the loads that its normals have at that moment. A z is never made: the rows change velocities, and those are what the next row
// sees. The order of rows is shuffled every eighth sweep by a generator of its own, so that the same calls give the same bits. With a
// relaxation of 1 and the order as it is, this is (projected) Gauss-Seidel.
import { type BoundedRows, loadLimit } from './bounds.ts';
import type { RowSystem } from './system.ts';

export interface SorOptions {
  sweeps: number;
  /** In (0, 2); 1.3 unless said otherwise. */
  relaxation?: number;
  /** Ends as soon as no row changes by more in a sweep. */
  tolerance?: number;
  start?: ArrayLike<number>;
  /** Shuffles rows; they stay in order without. */
  seed?: number;
}

export interface SorResult {
  z: Float64Array;
  sweeps: number;
  /** By how much a row changed in the last sweep, at most. */
  change: number;
}

const RELAXATION = 1.3;
const SHUFFLED_EVERY = 8;

export function solveSor(system: RowSystem, wanted: BoundedRows, options: SorOptions): SorResult {
  const { count, softness } = system;
  const { byLoads, target } = wanted;
  const { relaxation = RELAXATION, seed, sweeps, tolerance = 0 } = options;
  const diagonal = system.diagonal();
  const z = Float64Array.from(options.start ?? new Float64Array(count));
  const velocities = system.bodyVelocities();
  for (let row = 0; row < count; row++) system.push(row, z[row], velocities);
  const order = Uint32Array.from({ length: count }, (_, row) => row);
  const next = seed === undefined ? null : shuffler(seed);
  const result: SorResult = { z, sweeps: 0, change: 0 };
  while (result.sweeps < sweeps) {
    if (next && result.sweeps % SHUFFLED_EVERY === 0) shuffle(order, next);
    result.change = 0;
    for (const row of order) {
      if (!(diagonal[row] > 0)) continue;
      let [low, high] = [wanted.low[row], wanted.high[row]];
      const bound = byLoads?.[row];
      if (bound) {
        const most = loadLimit(bound, z);
        low = Math.max(low, -most);
        high = Math.min(high, most);
      }
      const speed = system.along(row, velocities) + softness[row] * z[row];
      const wish = z[row] + (relaxation * (target[row] - speed)) / diagonal[row];
      const change = Math.min(Math.max(wish, low), high) - z[row];
      z[row] += change;
      system.push(row, change, velocities);
      result.change = Math.max(result.change, Math.abs(change));
    }
    result.sweeps++;
    if (result.change <= tolerance) break;
  }
  return result;
}

export function solveGaussSeidel(system: RowSystem, wanted: BoundedRows, options: Omit<SorOptions, 'relaxation' | 'seed'>): SorResult {
  return solveSor(system, wanted, { ...options, relaxation: 1 });
}

/** Whole numbers from 0 up to `count` (xorshift of 32 bits; Marsaglia 2003). */
function shuffler(seed: number): (count: number) => number {
  let state = Math.imul(seed, 0x9e3779b1) >>> 0 || 1;
  return (count) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return Math.floor((state / 4294967296) * count);
  };
}

function shuffle(order: Uint32Array, next: (count: number) => number): void {
  for (let i = order.length - 1; i > 0; i--) {
    const k = next(i + 1);
    [order[i], order[k]] = [order[k], order[i]];
  }
}
