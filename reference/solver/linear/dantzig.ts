// A mixed linear complementarity problem by pivoting (Baraff 1994, after Cottle and Dantzig), as in the Open Dynamics Engine:
//   low <= z <= high;  v = A z - w:  v = 0 between the bounds, v >= 0 at low, v <= 0 at high.
// Row after row is driven to where it belongs, while those before stay where they belong: the rows of the set S, which hold (v = 0), answer by
// A_SS dz_S = -A_Sd dz_d, and rows change sets where one reaches a bound or wants off it. A is positive semidefinite; rows that depend on others
// go without impulse.
import { clamp } from '../../math/scalar.ts';
import { type BoundedRows, loadLimit } from './bounds.ts';
import { GrowingFactor } from './growing-factor.ts';

export interface DantzigOptions {
  /** Solves in all: from the second on friction is bounded by the loads of the last, in the first by its normals' without friction. */
  passes?: number;
  /** What was found for similar rows: if the same rows hold, they are solved at once, and friction is bounded as in a second pass. */
  start?: ArrayLike<number>;
  /** At most so many pivots a solve; otherwise in proportion to the rows. */
  mostPivots?: number;
}

export interface DantzigResult {
  z: Float64Array;
  pivots: number;
  /** Pivots ran out: the loads are within their bounds, but rows that come late may be without. Or something given was not finite. */
  failed: boolean;
  /** Rows that contradict others: no load meets them. */
  unmet: number;
}

/** Waits: driven, or still to come. Rests: v = 0 by others, with an impulse that stays. Fixed: not to be changed. */
const State = { Waits: 0, Holds: 1, Low: 2, High: 3, Rests: 4, Fixed: 5 } as const;
type State = (typeof State)[keyof typeof State];

/**
 * All rows are scaled to a diagonal of 1. The pivot of a row is (1, -x) A (1, -x), x the part of each row that holds in it: below this times the
 * square of the sum of |x| it is rounding, and the row depends on the others.
 */
const LEAST_PIVOT = 1e-14;
/** Of the sum that it is the difference of: a rate below is rounding. */
const LEAST_RATE = 1e-13;
/** Of the sum of what v is the difference of: less is rounding; and less of a row that depends on others is no contradiction. */
const ROUNDING = 1e-14;
const CONSISTENT = 1e-9;
/** Of the largest w, added to that sum. */
const SMALL = 1e-3;
/** Steps that differ by less are equal. */
const TIE = 1e-12;
const ROUNDS = 4;

export function solveDantzig(matrix: Float64Array, wanted: BoundedRows, options: DantzigOptions = {}): DantzigResult {
  const n = wanted.target.length;
  const scale = Float64Array.from({ length: n }, (_, i) => (matrix[i * n + i] > 0 ? 1 / Math.sqrt(matrix[i * n + i]) : 1));
  const scaled = matrix.map((value, at) => value * scale[Math.floor(at / n)] * scale[at % n]);
  const total: DantzigResult = { z: Float64Array.from(options.start ?? new Float64Array(n)), pivots: 0, failed: false, unmet: 0 };
  if (!wanted.target.every(Number.isFinite) || !matrix.every(Number.isFinite)) {
    const z = wanted.low.map((low, i) => clamp(0, low, wanted.high[i]));
    return { z, pivots: 0, failed: true, unmet: 0 };
  }
  let isKnown = options.start !== undefined;
  for (let pass = 0; pass < (options.passes ?? 1); pass++) {
    const loads = pass > 0 || isKnown ? total.z : null;
    const pivoting = new Pivoting(scaled, wanted, scale, options.mostPivots ?? 50 * n + 200);
    const done = (loads !== null && pivoting.guess(loads, pass > 0)) || pivoting.run(pass > 0 ? loads : null);
    total.z = pivoting.loads();
    total.pivots += pivoting.pivots;
    total.failed = !done;
    total.unmet = pivoting.contradicts.size;
    isKnown = true;
  }
  return total;
}

class Pivoting {
  pivots = 0;
  readonly contradicts = new Set<number>();
  private readonly n: number;
  private readonly w: Float64Array;
  private readonly z: Float64Array;
  private readonly v: Float64Array;
  private readonly low: Float64Array;
  private readonly high: Float64Array;
  private readonly state: Uint8Array;
  /** S, in the order of the factor. */
  private readonly holding: number[] = [];
  private readonly factor: GrowingFactor;
  private readonly column: Float64Array;
  private readonly change: Float64Array;
  private readonly rate: Float64Array;
  /** Rows whose pivot was rounding: they do not stop the row that is driven now. */
  private readonly passed: Uint8Array;
  /** 1 and the sum of the parts that the rows that hold have in the row that the factor was asked about last. */
  private reach = 1;
  private readonly largest: number;

  constructor(
    private readonly a: Float64Array,
    private readonly wanted: BoundedRows,
    private readonly scale: Float64Array,
    private readonly mostPivots: number,
  ) {
    const n = scale.length;
    this.n = n;
    this.w = wanted.target.map((value, i) => value * scale[i]);
    this.low = wanted.low.map((value, i) => value / scale[i]);
    this.high = wanted.high.map((value, i) => value / scale[i]);
    this.largest = this.w.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    this.z = new Float64Array(n);
    this.v = new Float64Array(n);
    this.state = new Uint8Array(n);
    this.factor = new GrowingFactor(n);
    this.column = new Float64Array(n);
    this.change = new Float64Array(n);
    this.rate = new Float64Array(n);
    this.passed = new Uint8Array(n);
  }

  loads(): Float64Array {
    const { scale, wanted } = this;
    return this.z.map((value, i) => clamp(value * scale[i], wanted.low[i], wanted.high[i]));
  }

  /** Bounds of a row that follow others, from these loads, in the units of the problem. */
  private boundByLoads(row: number, loads: Float64Array): void {
    const bound = this.wanted.byLoads?.[row];
    if (!bound) return;
    const most = loadLimit(bound, loads) / this.scale[row];
    this.low[row] = Math.max(this.wanted.low[row] / this.scale[row], -most);
    this.high[row] = Math.min(this.wanted.high[row] / this.scale[row], most);
  }

  private boundAll(loads: Float64Array): void {
    for (let row = 0; row < this.n; row++) this.boundByLoads(row, loads);
  }

  /**
   * Takes the sets that these loads belong to, and if `isLast`, the bounds that follow them. Returns whether they are the solution; otherwise all is
   * as before.
   */
  guess(loads: Float64Array, isLast: boolean): boolean {
    const { factor, high, holding, low, n, state, z } = this;
    this.boundAll(loads);
    for (let i = 0; i < n; i++) {
      const load = loads[i] / this.scale[i];
      if (low[i] >= high[i]) state[i] = State.Fixed;
      else if (load <= low[i] * (1 - TIE)) state[i] = State.Low;
      else state[i] = load >= high[i] * (1 - TIE) ? State.High : State.Holds;
    }
    for (let i = 0; i < n; i++) if (state[i] === State.Holds && !this.enter(i)) state[i] = State.Rests;
    this.place();
    if (!isLast && this.wanted.byLoads) {
      this.boundAll(this.loads());
      this.place();
    }
    let isRight = true;
    for (let i = 0; i < n && isRight; i++) isRight = z[i] >= low[i] && z[i] <= high[i] && !this.isWrong(i);
    if (isRight) return true;
    z.fill(0);
    state.fill(State.Waits);
    holding.length = 0;
    while (factor.size > 0) factor.remove(factor.size - 1);
    return false;
  }

  /** Rows at a bound go there, and those that hold follow. */
  private place(): void {
    const { high, low, state, z } = this;
    for (let i = 0; i < this.n; i++) {
      if (state[i] === State.Low) z[i] = low[i];
      else if (state[i] === State.High) z[i] = high[i];
      else if (state[i] !== State.Holds) z[i] = clamp(0, low[i], high[i]);
    }
    this.polish(false);
  }

  /** `loads`: those that bound rows that follow others; otherwise those that there are when such a row's turn comes, after all others. */
  run(loads: Float64Array | null): boolean {
    const { high, low, n, wanted, z } = this;
    const rank = (i: number) => (wanted.byLoads?.[i] ? 2 : wanted.low[i] === -Infinity && wanted.high[i] === Infinity ? 0 : 1);
    const order = Array.from({ length: n }, (_, i) => i).sort((p, q) => rank(p) - rank(q) || p - q);
    for (const row of order) z[row] = clamp(0, low[row], high[row]);
    for (const row of order) {
      this.boundByLoads(row, loads ?? this.loads());
      z[row] = clamp(z[row], low[row], high[row]);
      if (!this.drive(row)) return false;
    }
    for (let round = 0; round < ROUNDS; round++) {
      this.polish(true);
      let isRight = true;
      for (const row of order) {
        if (!this.isWrong(row)) continue;
        isRight = false;
        if (!this.drive(row)) return false;
      }
      if (isRight) break;
    }
    return true;
  }

  /** Takes a row to where it belongs. */
  private drive(d: number): boolean {
    const { change, factor, high, holding, low, passed, rate, state, v, z } = this;
    passed.fill(0);
    if (low[d] >= high[d]) {
      state[d] = State.Fixed;
      return true;
    }
    state[d] = State.Waits;
    for (let stalled = 0; ; ) {
      v[d] = this.residual(d);
      const noise = ROUNDING * this.magnitude(d);
      const sign = v[d] < 0 ? 1 : -1;
      const isNone = Math.abs(v[d]) <= noise;
      if (z[d] >= high[d] && (sign > 0 || isNone)) return this.settle(d, State.High);
      if (z[d] <= low[d] && (sign < 0 || isNone)) return this.settle(d, State.Low);
      const pivot = this.respond(d, sign);
      const depends = this.isRounding(pivot);
      if (depends && Math.abs(v[d]) <= CONSISTENT * this.magnitude(d)) return this.settle(d, State.Rests);
      if (isNone) return this.join(d);
      if (++this.pivots > this.mostPivots) return false;

      const own = depends ? Infinity : Math.abs(v[d]) / pivot;
      const bound = sign > 0 ? high[d] - z[d] : z[d] - low[d];
      let step = Math.min(own, bound);
      let who = d;
      let weight = Infinity;
      const isCareful = stalled > this.n;
      const stop = (row: number, at: number, size: number) => {
        const tie = step < Infinity ? TIE * step : 0;
        if (at >= step - tie && (at > step + tie || who === d || (isCareful ? row > who : size <= weight))) return;
        step = at;
        who = row;
        weight = size;
      };
      for (let k = 0; k < holding.length; k++) {
        const row = holding[k];
        const size = Math.abs(change[k]);
        if (size <= LEAST_RATE * this.reach) continue;
        stop(row, Math.max(0, change[k] > 0 ? high[row] - z[row] : z[row] - low[row]) / size, size);
      }
      this.findRates(d, sign);
      for (let row = 0; row < this.n; row++) {
        const at = state[row];
        if (passed[row] || rate[row] === 0 || (at !== State.Low && at !== State.High && at !== State.Rests)) continue;
        if (at === State.Low ? rate[row] > 0 : at === State.High && rate[row] < 0) continue;
        const size = Math.abs(rate[row]);
        stop(row, at === State.Rests ? 0 : Math.max(0, at === State.Low ? v[row] : -v[row]) / size, size);
      }
      if (step === Infinity) {
        this.contradicts.add(d);
        return this.settle(d, State.Fixed);
      }
      stalled = step > 0 ? 0 : stalled + 1;
      this.advance(d, sign, step);
      if (who === d) {
        if (step === own) return this.join(d);
        z[d] = sign > 0 ? high[d] : low[d];
        v[d] = this.residual(d);
        return this.settle(d, sign > 0 ? State.High : State.Low);
      }
      if (state[who] === State.Holds) {
        const index = holding.indexOf(who);
        const isHigh = change[index] > 0;
        z[who] = isHigh ? high[who] : low[who];
        state[who] = isHigh ? State.High : State.Low;
        v[who] = 0;
        holding.splice(index, 1);
        factor.remove(index);
      } else if (this.enter(who)) state[who] = State.Holds;
      else passed[who] = 1;
    }
  }

  private settle(row: number, state: State): boolean {
    this.state[row] = state;
    return true;
  }

  /** Adds the row that the factor was asked about last. */
  private join(row: number): boolean {
    this.factor.append();
    this.holding.push(row);
    this.v[row] = 0;
    return this.settle(row, State.Holds);
  }

  /** Returns whether the row does not depend on those that hold. */
  private enter(row: number): boolean {
    const pivot = this.remainder(row);
    this.factor.solveColumn(this.column);
    this.reach = reachOf(this.column, this.holding.length);
    return !this.isRounding(pivot) && this.join(row);
  }

  private isRounding(pivot: number): boolean {
    return !(pivot > LEAST_PIVOT * this.reach * this.reach);
  }

  private remainder(row: number): number {
    const { a, column, factor, holding, n } = this;
    for (let k = 0; k < holding.length; k++) column[k] = a[row * n + holding[k]];
    return factor.remainder(column, a[row * n + row]);
  }

  /** How the rows that hold change as row d does by `sign`, and how fast v of d does. */
  private respond(d: number, sign: number): number {
    const pivot = this.remainder(d);
    this.factor.solveColumn(this.change);
    this.reach = reachOf(this.change, this.holding.length);
    for (let k = 0; k < this.holding.length; k++) this.change[k] *= -sign;
    return pivot;
  }

  /** How v of the rows that do not hold changes; 0 where it is rounding. */
  private findRates(d: number, sign: number): void {
    const { a, change, holding, n, rate, state } = this;
    for (let row = 0; row < n; row++) {
      if (state[row] === State.Holds || state[row] === State.Waits || state[row] === State.Fixed) continue;
      let sum = sign * a[row * n + d];
      let size = Math.abs(sum);
      for (let k = 0; k < holding.length; k++) {
        const part = a[row * n + holding[k]] * change[k];
        sum += part;
        size += Math.abs(part);
      }
      rate[row] = Math.abs(sum) > LEAST_RATE * size ? sum : 0;
    }
  }

  private advance(d: number, sign: number, step: number): void {
    const { change, holding, n, rate, state, v, z } = this;
    if (step === 0) return;
    z[d] += sign * step;
    for (let k = 0; k < holding.length; k++) z[holding[k]] += step * change[k];
    for (let row = 0; row < n; row++) if (state[row] === State.Low || state[row] === State.High) v[row] += step * rate[row];
  }

  private residual(row: number): number {
    const { a, n, z } = this;
    let sum = -this.w[row];
    for (let j = 0; j < n; j++) sum += a[row * n + j] * z[j];
    return sum;
  }

  /** The sum of what v is the difference of. */
  private magnitude(row: number): number {
    const { a, n, z } = this;
    let sum = Math.abs(this.w[row]) + SMALL * this.largest;
    for (let j = 0; j < n; j++) sum += Math.abs(a[row * n + j] * z[j]);
    return sum;
  }

  /** Takes away what rounding has left in the rows that hold. */
  private polish(isBounded: boolean): void {
    const { column, factor, high, holding, low, z } = this;
    for (let round = 0; round < 2; round++) {
      for (let k = 0; k < holding.length; k++) column[k] = -this.residual(holding[k]);
      factor.solve(column);
      for (let k = 0; k < holding.length; k++) {
        const row = holding[k];
        z[row] = isBounded ? clamp(z[row] + column[k], low[row], high[row]) : z[row] + column[k];
      }
    }
  }

  /** Whether a row that does not hold wants off its bound. */
  private isWrong(row: number): boolean {
    const state = this.state[row];
    if (state === State.Holds) return false;
    if (state === State.Fixed) return this.low[row] < this.high[row] && !this.contradicts.has(row);
    const v = this.residual(row);
    this.v[row] = v;
    const rounding = 1e-12 * this.magnitude(row);
    if (state === State.Rests) return Math.abs(v) > CONSISTENT * this.magnitude(row);
    return state === State.Low ? v < -rounding : v > rounding;
  }
}

function reachOf(parts: Float64Array, count: number): number {
  let sum = 1;
  for (let k = 0; k < count; k++) sum += Math.abs(parts[k]);
  return sum;
}
