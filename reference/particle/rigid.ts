// The rigid bodies that particles meet or are attached to, within a step: poses at the start of a substep, velocities that impulses change, and
// where points will be at the substep's end.
import { BodyRecord, WorldRecord } from '../../bindings/core/layout.ts';
import type { SolverBodies } from '../../bindings/core/particle-stages.ts';
import type { StateMemory } from '../../bindings/core/state-memory.ts';
import type { Numbers } from './state.ts';

/** Numbers of a body in `Rigid.data`. */
const STRIDE = 40;
const POSITION = 0;
const ORIENTATION = 3;
const VELOCITY = 7;
const SPIN = 10;
const MASS = 13;
const INERTIA = 16;
/** Orientation at the end of the substep. */
const AHEAD = 22;
/** So many of them are what attachments need. */
export const BODY_COPY = 26;
/** Since the start of the step: displacement and turn. */
const START = 26;
const START_TURN = 29;

export class Rigid {
  /** Slots of the bodies that take part, in the order in which they were found. */
  readonly slots: number[] = [];
  private data = new Float64Array(16 * STRIDE);
  private readonly places = new Map<number, number>();
  private readonly pushed: boolean[] = [];
  /** Those that the solver moves; it does not look at others, static or at rest. */
  private readonly awake: boolean[] = [];
  private h = 0;
  /** A point, or a vector: the result of the last question. */
  x = 0;
  y = 0;
  z = 0;

  begin(): void {
    this.slots.length = 0;
    this.pushed.length = 0;
    this.awake.length = 0;
    this.places.clear();
  }

  /** Index of a body among those that take part. */
  enter({ f64, u32, world }: StateMemory, slot: number): number {
    const known = this.places.get(slot);
    if (known !== undefined) return known;
    const index = this.slots.length;
    this.slots.push(slot);
    this.pushed.push(false);
    const set = u32[(world + WorldRecord.awake) >>> 2];
    this.awake.push(set === 0 || ((u32[(set >>> 2) + (slot >>> 5)] >>> (slot & 31)) & 1) !== 0);
    this.places.set(slot, index);
    if ((index + 1) * STRIDE > this.data.length) {
      const larger = new Float64Array(2 * this.data.length);
      larger.set(this.data);
      this.data = larger;
    }
    const record = (u32[(world + WorldRecord.bodyBase) >>> 2] + slot * BodyRecord.size) >>> 3;
    const at = index * STRIDE;
    for (let k = 0; k < 7; k++) this.data[at + START + k] = f64[record + k];
    this.data.fill(0, at + VELOCITY, at + AHEAD);
    for (let k = 0; k < 3; k++) this.data[at + POSITION + k] = f64[record + k];
    for (let k = 0; k < 4; k++) this.data[at + ORIENTATION + k] = f64[record + 3 + k];
    this.turnAhead(at);
    return index;
  }

  /** Reads all bodies as they are at the start of a substep of `h` seconds. */
  beginSubstep(bodies: SolverBodies, h: number): void {
    const { data } = this;
    this.h = h;
    for (let index = 0; index < this.slots.length; index++) {
      const slot = this.slots[index];
      if (!this.awake[index]) continue;
      bodies.read(slot);
      const { values } = bodies;
      const from = bodies.place(slot);
      const at = index * STRIDE;
      this.pushed[index] = false;
      for (let k = 0; k < 3; k++) {
        data[at + POSITION + k] = data[at + START + k] + values[from + 8 + k];
        data[at + VELOCITY + k] = values[from + k];
        data[at + SPIN + k] = values[from + 4 + k];
        data[at + INERTIA + k] = values[from + 16 + k];
        data[at + INERTIA + 3 + k] = values[from + 20 + k];
      }
      data[at + MASS] = values[from + 19];
      data[at + MASS + 1] = values[from + 23];
      data[at + MASS + 2] = values[from + 3];
      const [tx, ty, tz, tw] = [values[from + 12], values[from + 13], values[from + 14], values[from + 15]];
      const q = at + START_TURN;
      turn(data, at + ORIENTATION, tx, ty, tz, tw, data[q], data[q + 1], data[q + 2], data[q + 3]);
      this.turnAhead(at);
    }
  }

  /** Gives the solver the velocities of those that were pushed. */
  endSubstep(bodies: SolverBodies): void {
    const { data } = this;
    for (let index = 0; index < this.slots.length; index++) {
      if (!this.pushed[index]) continue;
      const { values } = bodies;
      const to = bodies.place(this.slots[index]);
      const at = index * STRIDE;
      for (let k = 0; k < 3; k++) {
        values[to + k] = data[at + VELOCITY + k];
        values[to + 4 + k] = data[at + SPIN + k];
      }
      bodies.write(this.slots[index]);
    }
  }

  /** Writes what attachments need of a body. */
  copy(index: number, to: Numbers, at: number): void {
    const from = index * STRIDE;
    for (let k = 0; k < BODY_COPY; k++) to[at + k] = this.data[from + k];
  }

  /**
   * Displaces a body at the end of the substep by Δ = (Δc, Δθ), which it writes to `shift`: (1 + M⁻¹ A) Δ = M⁻¹ g, with A and g of `sums`: Σ s, Σ s r, the block
   * of Δθ, and g.
   */
  displace(index: number, sums: Float64Array, shift: Float64Array): void {
    const { data, h } = this;
    shift.fill(0);
    if (!this.isMoved(index)) return;
    const at = index * STRIDE;
    const [s, x, y, z, xx, yy, zz, xy, xz, yz] = sums;
    const response = [
      [data[at + MASS], 0, 0, 0, 0, 0],
      [0, data[at + MASS + 1], 0, 0, 0, 0],
      [0, 0, data[at + MASS + 2], 0, 0, 0],
      [0, 0, 0, data[at + INERTIA], data[at + INERTIA + 3], data[at + INERTIA + 4]],
      [0, 0, 0, data[at + INERTIA + 3], data[at + INERTIA + 1], data[at + INERTIA + 5]],
      [0, 0, 0, data[at + INERTIA + 4], data[at + INERTIA + 5], data[at + INERTIA + 2]],
    ];
    const wanted = [
      [s, 0, 0, 0, z, -y, sums[10]],
      [0, s, 0, -z, 0, x, sums[11]],
      [0, 0, s, y, -x, 0, sums[12]],
      [0, -z, y, xx, xy, xz, sums[13]],
      [z, 0, -x, xy, yy, yz, sums[14]],
      [-y, x, 0, xz, yz, zz, sums[15]],
    ];
    const rows = response.map((row, i) =>
      wanted[0].map((_, k) => row.reduce((sum, value, j) => sum + value * wanted[j][k], i === k ? 1 : 0)),
    );
    if (!eliminate(rows)) return;
    this.pushed[index] = true;
    for (let k = 0; k < 6; k++) {
      shift[k] = rows[k][6];
      data[at + VELOCITY + k] += shift[k] / h;
    }
    this.turnAhead(at);
  }

  /** Whether impulses move the body. */
  isMoved(index: number): boolean {
    const { data } = this;
    const at = index * STRIDE;
    return data[at + MASS] + data[at + MASS + 1] + data[at + MASS + 2] > 0 || data[at + INERTIA] + data[at + INERTIA + 1] > 0;
  }

  /** Takes a vector from the body's axes to those of the world, at the start of the substep or at its end: the result is x, y, z. */
  turned(index: number, ahead: boolean, lx: number, ly: number, lz: number): void {
    const { data } = this;
    const q = index * STRIDE + (ahead ? AHEAD : ORIENTATION);
    const [qx, qy, qz, qw] = [data[q], data[q + 1], data[q + 2], data[q + 3]];
    const tx = 2 * (qy * lz - qz * ly);
    const ty = 2 * (qz * lx - qx * lz);
    const tz = 2 * (qx * ly - qy * lx);
    this.x = lx + qw * tx + qy * tz - qz * ty;
    this.y = ly + qw * ty + qz * tx - qx * tz;
    this.z = lz + qw * tz + qx * ty - qy * tx;
  }

  /** A point of the world in the body's axes, from its centre of mass, as the body is at the start of the substep or at its end. */
  toLocal(index: number, ahead: boolean, px: number, py: number, pz: number): void {
    const { data, h } = this;
    const at = index * STRIDE;
    const step = ahead ? h : 0;
    const lx = px - data[at] - step * data[at + VELOCITY];
    const ly = py - data[at + 1] - step * data[at + VELOCITY + 1];
    const lz = pz - data[at + 2] - step * data[at + VELOCITY + 2];
    const q = at + (ahead ? AHEAD : ORIENTATION);
    const [qx, qy, qz, qw] = [-data[q], -data[q + 1], -data[q + 2], data[q + 3]];
    const tx = 2 * (qy * lz - qz * ly);
    const ty = 2 * (qz * lx - qx * lz);
    const tz = 2 * (qx * ly - qy * lx);
    this.x = lx + qw * tx + qy * tz - qz * ty;
    this.y = ly + qw * ty + qz * tx - qx * tz;
    this.z = lz + qw * tz + qx * ty - qy * tx;
  }

  /** Centre of mass, at the start of the substep or at its end. */
  center(index: number, axis: number, ahead: boolean): number {
    const at = index * STRIDE + axis;
    return this.data[at] + (ahead ? this.h * this.data[at + VELOCITY] : 0);
  }

  /** Velocity of the point at a lever: the result is x, y, z. */
  speedAt(index: number, rx: number, ry: number, rz: number): void {
    const { data } = this;
    const v = index * STRIDE + VELOCITY;
    const s = index * STRIDE + SPIN;
    this.x = data[v] + data[s + 1] * rz - data[s + 2] * ry;
    this.y = data[v + 1] + data[s + 2] * rx - data[s] * rz;
    this.z = data[v + 2] + data[s] * ry - data[s + 1] * rx;
  }

  /** n·M⁻¹n + (r × n)·I⁻¹(r × n): what a unit impulse along n at the lever r does to the speed of its point along n. */
  inverseMass(index: number, rx: number, ry: number, rz: number, nx: number, ny: number, nz: number): number {
    const { data } = this;
    const at = index * STRIDE;
    const [tx, ty, tz] = [ry * nz - rz * ny, rz * nx - rx * nz, rx * ny - ry * nx];
    const i = at + INERTIA;
    return (
      data[at + MASS] * nx * nx +
      data[at + MASS + 1] * ny * ny +
      data[at + MASS + 2] * nz * nz +
      data[i] * tx * tx +
      data[i + 1] * ty * ty +
      data[i + 2] * tz * tz +
      2 * (data[i + 3] * tx * ty + data[i + 4] * tx * tz + data[i + 5] * ty * tz)
    );
  }

  /** What a unit impulse at a lever does to the velocity of its point: xx, yy, zz, xy, xz and yz of a matrix. */
  answerAt(index: number, rx: number, ry: number, rz: number, to: Float64Array): void {
    const { data } = this;
    const at = index * STRIDE;
    const [a, b, c, d, e, f] = data.subarray(at + INERTIA, at + INERTIA + 6);
    to[0] = data[at + MASS] + b * rz * rz - 2 * f * ry * rz + c * ry * ry;
    to[1] = data[at + MASS + 1] + a * rz * rz - 2 * e * rx * rz + c * rx * rx;
    to[2] = data[at + MASS + 2] + a * ry * ry - 2 * d * rx * ry + b * rx * rx;
    to[3] = -d * rz * rz + e * ry * rz + f * rx * rz - c * rx * ry;
    to[4] = d * ry * rz - e * ry * ry - b * rx * rz + f * rx * ry;
    to[5] = -a * ry * rz + e * rx * ry + d * rx * rz - f * rx * rx;
  }

  /** An impulse, N s, at a lever from the centre of mass. */
  push(index: number, rx: number, ry: number, rz: number, px: number, py: number, pz: number): void {
    const { data } = this;
    const at = index * STRIDE;
    this.pushed[index] = true;
    data[at + VELOCITY] += data[at + MASS] * px;
    data[at + VELOCITY + 1] += data[at + MASS + 1] * py;
    data[at + VELOCITY + 2] += data[at + MASS + 2] * pz;
    const [tx, ty, tz] = [ry * pz - rz * py, rz * px - rx * pz, rx * py - ry * px];
    const i = at + INERTIA;
    data[at + SPIN] += data[i] * tx + data[i + 3] * ty + data[i + 4] * tz;
    data[at + SPIN + 1] += data[i + 3] * tx + data[i + 1] * ty + data[i + 5] * tz;
    data[at + SPIN + 2] += data[i + 4] * tx + data[i + 5] * ty + data[i + 2] * tz;
    this.turnAhead(at);
  }

  /** cay(h ω) q: the orientation at the end of the substep. */
  private turnAhead(at: number): void {
    const { data, h } = this;
    const x = 0.5 * h * data[at + SPIN];
    const y = 0.5 * h * data[at + SPIN + 1];
    const z = 0.5 * h * data[at + SPIN + 2];
    const scale = 1 / Math.sqrt(1 + x * x + y * y + z * z);
    const q = at + ORIENTATION;
    turn(data, at + AHEAD, x * scale, y * scale, z * scale, scale, data[q], data[q + 1], data[q + 2], data[q + 3]);
  }
}

/** The product of two quaternions, to a place. */
function turn(
  to: Float64Array,
  at: number,
  ax: number,
  ay: number,
  az: number,
  aw: number,
  bx: number,
  by: number,
  bz: number,
  bw: number,
): void {
  to[at] = aw * bx + ax * bw + ay * bz - az * by;
  to[at + 1] = aw * by - ax * bz + ay * bw + az * bx;
  to[at + 2] = aw * bz + ax * by - ay * bx + az * bw;
  to[at + 3] = aw * bw - ax * bx - ay * by - az * bz;
}

/** Solves a system of rows with its right side behind each, in place; false where there is no solution. */
function eliminate(rows: number[][]): boolean {
  const n = rows.length;
  for (let k = 0; k < n; k++) {
    let best = k;
    for (let i = k + 1; i < n; i++) if (Math.abs(rows[i][k]) > Math.abs(rows[best][k])) best = i;
    [rows[k], rows[best]] = [rows[best], rows[k]];
    const pivot = rows[k];
    for (let i = k + 1; i < n; i++) {
      const share = rows[i][k] / pivot[k];
      for (let j = k; j <= n; j++) rows[i][j] -= share * pivot[j];
    }
  }
  for (let k = n - 1; k >= 0; k--) {
    for (let j = k + 1; j < n; j++) rows[k][n] -= rows[k][j] * rows[j][n];
    rows[k][n] /= rows[k][k];
  }
  return rows.every((row) => Number.isFinite(row[n]));
}
