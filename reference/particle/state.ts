// The numbers of a set of particles that a step works on, apart from the world's memory: in that of the kernels of particles, where these solve.
import { ParticleSetRecord } from '../../bindings/core/layout.ts';
import type { StateMemory } from '../../bindings/core/state-memory.ts';

export type Numbers = Float64Array | Float32Array;

/** Four numbers a particle; one more particle than there are, which nothing moves. */
export class ParticleState {
  /** Displacement since the start of the step, to the end of the substep as far as it is known; and 1/kg. */
  readonly u: Numbers;
  /** The same at the start of the substep. */
  readonly before: Numbers;
  /** m/s, and 0. */
  readonly v: Numbers;
  /** Where the step began, and 0. */
  readonly start: Float64Array;
  readonly masses: Float64Array;
  readonly radii: Float64Array;

  constructor(
    readonly count: number,
    numbers: (length: number) => Numbers = (length) => new Float64Array(length),
    start?: Float64Array,
    masses?: Float64Array,
    radii?: Float64Array,
  ) {
    const room = 4 * (count + 1);
    this.u = numbers(room);
    this.before = numbers(room);
    this.v = numbers(room);
    this.start = start ?? new Float64Array(room);
    this.masses = masses ?? new Float64Array(count);
    this.radii = radii ?? new Float64Array(count);
  }

  read({ f64, u32 }: StateMemory, record: number): void {
    const list = (field: number) => (record + u32[(record + field) >>> 2]) >>> 3;
    const { before, count, start, u, v } = this;
    const positions = list(ParticleSetRecord.positions);
    const velocities = list(ParticleSetRecord.velocities);
    const inverseMasses = list(ParticleSetRecord.inverseMasses);
    u.fill(0);
    for (let k = 0; k < count; k++) {
      const p = 4 * k;
      const x = positions + 3 * k;
      const y = velocities + 3 * k;
      start[p] = f64[x];
      start[p + 1] = f64[x + 1];
      start[p + 2] = f64[x + 2];
      v[p] = f64[y];
      v[p + 1] = f64[y + 1];
      v[p + 2] = f64[y + 2];
      u[p + 3] = f64[inverseMasses + k];
    }
    before.set(u);
    const masses = list(ParticleSetRecord.masses);
    const radii = list(ParticleSetRecord.radii);
    this.masses.set(f64.subarray(masses, masses + count));
    this.radii.set(f64.subarray(radii, radii + count));
  }

  /** Writes the end of the step; false, and nothing, where a value is not finite. */
  write({ f64, u32 }: StateMemory, record: number): boolean {
    if (!this.isFinite) return false;
    const positions = (record + u32[(record + ParticleSetRecord.positions) >>> 2]) >>> 3;
    const velocities = (record + u32[(record + ParticleSetRecord.velocities) >>> 2]) >>> 3;
    const { count, start, u, v } = this;
    for (let k = 0; k < count; k++) {
      const p = 4 * k;
      const x = positions + 3 * k;
      const y = velocities + 3 * k;
      f64[x] = start[p] + u[p];
      f64[x + 1] = start[p + 1] + u[p + 1];
      f64[x + 2] = start[p + 2] + u[p + 2];
      f64[y] = v[p];
      f64[y + 1] = v[p + 1];
      f64[y + 2] = v[p + 2];
    }
    return true;
  }

  private get isFinite(): boolean {
    const { u, v } = this;
    // One that is not finite makes the sum so; four, so that none waits for another.
    let [a, b, c, d] = [0, 0, 0, 0];
    for (let k = 0; k < u.length; k += 4) {
      a += 0 * u[k] + 0 * v[k];
      b += 0 * u[k + 1] + 0 * v[k + 1];
      c += 0 * u[k + 2] + 0 * v[k + 2];
      d += 0 * u[k + 3] + 0 * v[k + 3];
    }
    return a + b + c + d === 0;
  }

  /** The square of the largest speed, the sum of those squares times the masses, and the sum of the masses. */
  get speeds(): readonly [most: number, sum: number, whole: number] {
    const { count, masses, v } = this;
    let [most, sum, whole] = [0, 0, 0];
    for (let k = 0; k < count; k++) {
      const p = 4 * k;
      const square = v[p] * v[p] + v[p + 1] * v[p + 1] + v[p + 2] * v[p + 2];
      if (square > most) most = square;
      sum += masses[k] * square;
      whole += masses[k];
    }
    return [most, sum, whole];
  }

  /** Boxes, lows and highs, around each `part` particles and where they may get at `faster` times their speeds, s, and `fall`, m; and that to `reach`. */
  enclose(part: number, faster: number, fall: number, boxes: Float64Array, reach: Float64Array): void {
    const { count, radii, start, u, v } = this;
    for (let first = 0, box = 0; first < count; first += part, box += 6) {
      let [lx, ly, lz, hx, hy, hz] = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
      const end = Math.min(first + part, count);
      for (let k = first; k < end; k++) {
        const [vx, vy, vz] = [v[4 * k], v[4 * k + 1], v[4 * k + 2]];
        const margin = radii[k] + fall + faster * Math.sqrt(vx * vx + vy * vy + vz * vz);
        reach[k] = margin;
        const x = start[4 * k] + u[4 * k];
        const y = start[4 * k + 1] + u[4 * k + 1];
        const z = start[4 * k + 2] + u[4 * k + 2];
        lx = Math.min(lx, x - margin);
        ly = Math.min(ly, y - margin);
        lz = Math.min(lz, z - margin);
        hx = Math.max(hx, x + margin);
        hy = Math.max(hy, y + margin);
        hz = Math.max(hz, z + margin);
      }
      boxes[box] = lx;
      boxes[box + 1] = ly;
      boxes[box + 2] = lz;
      boxes[box + 3] = hx;
      boxes[box + 4] = hy;
      boxes[box + 5] = hz;
    }
  }
}

/** The records of a list: where its first is, and how many there are. */
export function listOf({ u32 }: StateMemory, record: number, list: number, count: number): { first: number; count: number } {
  return { first: record + u32[(record + list) >>> 2], count: u32[(record + count) >>> 2] };
}

/** What holds particles, of one kind, and what a step does with it. */
export interface Holds {
  readonly count: number;
  /** Before the first iteration of a substep. */
  beginSubstep(): void;
  /** One pass over all of them, at the end of a substep of `h` seconds. */
  solve(state: ParticleState, h: number): void;
  /** Writes the mean loads of a step of so many substeps of `h` seconds, and breaks what was loaded too much; returns how many. */
  finish(memory: StateMemory, record: number, substeps: number, h: number): number;
}
