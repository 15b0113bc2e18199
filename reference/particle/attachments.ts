// A particle at a point of a body: C = x − (c + R l), of XPBD as one block of three (Müller et al. 2020, eqs 2 to 9, with w = 1/m of the particle). The impulse on
// the body is λ / h. K = 1/m 1 + M⁻¹ − [r]× I⁻¹ [r]× is solved whole.
import { norm } from '../../bindings/core/arguments.ts';
import { BodyFlag, BodyRecord, HoldFlag, ParticleAttachmentRecord, ParticleSetRecord, WorldRecord } from '../../bindings/core/layout.ts';
import type { StateMemory } from '../../bindings/core/state-memory.ts';
import type { Rigid } from './rigid.ts';
import { type Holds, listOf, type ParticleState } from './state.ts';

/** Numbers of an attachment: its point from the body's centre of mass in its axes, compliance, damping, λ of the substep and the sum of those before. */
export const ATTACHMENT_NUMBERS = 11;
const COMPLIANCE = 3;
const DAMPING = 4;
const LAMBDA = 5;
const SUM = 8;

export class Attachments implements Holds {
  readonly count: number;
  /** Of each: index of its particle's first number, slot of its body, and the body's number in the step; 1 where it is broken. */
  readonly particles: Uint32Array;
  readonly slots: Uint32Array;
  readonly entries: Uint32Array;
  readonly isBroken: Uint8Array;
  private numbers: Float64Array;
  private stride = ATTACHMENT_NUMBERS;
  private known: ReadonlyMap<number, ReadonlySet<number>> | null = null;

  constructor(
    memory: StateMemory,
    record: number,
    private readonly rigid: Rigid,
  ) {
    const { first, count } = listOf(memory, record, ParticleSetRecord.attachments, ParticleSetRecord.attachmentCount);
    const { f64, u32 } = memory;
    this.count = count;
    this.particles = new Uint32Array(count);
    this.slots = new Uint32Array(count);
    this.entries = new Uint32Array(count);
    this.isBroken = new Uint8Array(count);
    this.numbers = new Float64Array(count * ATTACHMENT_NUMBERS);
    for (let k = 0; k < count; k++) {
      const at = first + k * ParticleAttachmentRecord.size;
      this.particles[k] = 4 * u32[(at + ParticleAttachmentRecord.particle) >>> 2];
      this.slots[k] = u32[(at + ParticleAttachmentRecord.body) >>> 2];
      this.isBroken[k] = u32[(at + ParticleAttachmentRecord.flags) >>> 2] & HoldFlag.Broken ? 1 : 0;
      const to = k * ATTACHMENT_NUMBERS;
      for (let axis = 0; axis < 3; axis++) this.numbers[to + axis] = f64[((at + ParticleAttachmentRecord.x) >>> 3) + axis];
      this.numbers[to + COMPLIANCE] = f64[(at + ParticleAttachmentRecord.compliance) >>> 3];
      this.numbers[to + DAMPING] = f64[(at + ParticleAttachmentRecord.damping) >>> 3];
    }
  }

  /** Has the numbers lie elsewhere from now on, so many from one attachment to the next. */
  moveTo(numbers: Float64Array, stride: number): void {
    for (let k = 0; k < this.count; k++)
      for (let i = 0; i < ATTACHMENT_NUMBERS; i++) numbers[k * stride + i] = this.numbers[k * this.stride + i];
    this.numbers = numbers;
    this.stride = stride;
  }

  /** Says which bodies take part in the step. */
  beginStep(memory: StateMemory): void {
    for (let k = 0; k < this.count; k++) if (!this.isBroken[k]) this.entries[k] = this.rigid.enter(memory, this.slots[k]);
  }

  /** The particles that are held at each body, by its slot. */
  get held(): ReadonlyMap<number, ReadonlySet<number>> {
    this.known ??= this.findHeld();
    return this.known;
  }

  private findHeld(): Map<number, Set<number>> {
    const found = new Map<number, Set<number>>();
    for (let k = 0; k < this.count; k++) {
      if (this.isBroken[k]) continue;
      const known = found.get(this.slots[k]);
      if (known) known.add(this.particles[k] >>> 2);
      else found.set(this.slots[k], new Set([this.particles[k] >>> 2]));
    }
    return found;
  }

  /** Slots of the bodies that the set hangs on. */
  *bodies(): Generator<number> {
    for (let k = 0; k < this.count; k++) if (!this.isBroken[k]) yield this.slots[k];
  }

  beginSubstep(): void {
    const { numbers, stride } = this;
    for (let k = 0; k < this.count; k++) {
      for (let i = k * stride + LAMBDA; i < k * stride + SUM; i++) {
        numbers[i + SUM - LAMBDA] += numbers[i];
        numbers[i] = 0;
      }
    }
  }

  solve(state: ParticleState, h: number): void {
    for (let k = 0; k < this.count; k++) if (!this.isBroken[k]) this.solveOne(k, state, h);
  }

  private solveOne(k: number, { before, start, u }: ParticleState, h: number): void {
    const { numbers, rigid } = this;
    const [body, p, at] = [this.entries[k], this.particles[k], k * this.stride];
    const [lx, ly, lz, compliance] = [numbers[at], numbers[at + 1], numbers[at + 2], numbers[at + COMPLIANCE]];
    rigid.turned(body, false, lx, ly, lz);
    const [bx, by, bz] = [
      rigid.center(body, 0, false) + rigid.x,
      rigid.center(body, 1, false) + rigid.y,
      rigid.center(body, 2, false) + rigid.z,
    ];
    rigid.turned(body, true, lx, ly, lz);
    const [rx, ry, rz] = [rigid.x, rigid.y, rigid.z];
    const end = [rigid.center(body, 0, true) + rx, rigid.center(body, 1, true) + ry, rigid.center(body, 2, true) + rz];
    const mass = u[p + 3];
    const scaled = compliance / (h * h);
    const gamma = (compliance * numbers[at + DAMPING]) / h;
    const diagonal = (nx: number, ny: number, nz: number) => mass + rigid.inverseMass(body, rx, ry, rz, nx, ny, nz);
    const xx = diagonal(1, 0, 0);
    const yy = diagonal(0, 1, 0);
    const zz = diagonal(0, 0, 1);
    if (!(xx + yy + zz > 0)) return;
    // Off the diagonal by polarisation: K(a + b) = K(a) + K(b) + 2 K(a, b).
    const half = Math.SQRT1_2;
    const xy = diagonal(half, half, 0) - 0.5 * (xx + yy);
    const xz = diagonal(half, 0, half) - 0.5 * (xx + zz);
    const yz = diagonal(0, half, half) - 0.5 * (yy + zz);
    const ago = [bx, by, bz];
    const wanted = [0, 1, 2].map((axis) => {
      const moved = u[p + axis] - before[p + axis] - (end[axis] - ago[axis]);
      return -(start[p + axis] + u[p + axis] - end[axis]) - scaled * numbers[at + LAMBDA + axis] - gamma * moved;
    });
    const more = 1 + gamma;
    const [dx, dy, dz] = solveSymmetric(
      more * xx + scaled,
      more * yy + scaled,
      more * zz + scaled,
      more * xy,
      more * xz,
      more * yz,
      wanted,
    );
    numbers[at + LAMBDA] += dx;
    numbers[at + LAMBDA + 1] += dy;
    numbers[at + LAMBDA + 2] += dz;
    u[p] += mass * dx;
    u[p + 1] += mass * dy;
    u[p + 2] += mass * dz;
    rigid.push(body, rx, ry, rz, -dx / h, -dy / h, -dz / h);
  }

  finish(memory: StateMemory, record: number, substeps: number, h: number): number {
    const { first } = listOf(memory, record, ParticleSetRecord.attachments, ParticleSetRecord.attachmentCount);
    const { f64, u32, world } = memory;
    const base = u32[(world + WorldRecord.bodyBase) >>> 2];
    this.beginSubstep();
    let broken = 0;
    for (let k = 0; k < this.count; k++) {
      const at = first + k * ParticleAttachmentRecord.size;
      const from = k * this.stride + SUM;
      const force = [0, 1, 2].map((axis) => this.numbers[from + axis] / (substeps * h * h));
      this.numbers.fill(0, from, from + 3);
      // What a body that sleeps pulls with is what it pulled with when it fell asleep.
      const asleep = u32[(base + this.slots[k] * BodyRecord.size + BodyRecord.flags) >>> 2] & BodyFlag.Asleep;
      if (asleep && !this.isBroken[k]) continue;
      for (let axis = 0; axis < 3; axis++) f64[((at + ParticleAttachmentRecord.forceX) >>> 3) + axis] = this.isBroken[k] ? 0 : force[axis];
      if (this.isBroken[k] || !(norm(force) > f64[(at + ParticleAttachmentRecord.breakForce) >>> 3])) continue;
      u32[(at + ParticleAttachmentRecord.flags) >>> 2] |= HoldFlag.Broken;
      this.isBroken[k] = 1;
      this.known = null;
      broken += 1;
    }
    return broken;
  }
}

/** Solves a symmetric, positive definite system of three. */
function solveSymmetric(xx: number, yy: number, zz: number, xy: number, xz: number, yz: number, b: number[]): number[] {
  const a = yy * zz - yz * yz;
  const c = xz * yz - xy * zz;
  const d = xy * yz - xz * yy;
  const inverse = 1 / (xx * a + xy * c + xz * d);
  const e = xx * zz - xz * xz;
  const f = xy * xz - xx * yz;
  const g = xx * yy - xy * xy;
  if (!Number.isFinite(inverse)) return [0, 0, 0];
  return [
    inverse * (a * b[0] + c * b[1] + d * b[2]),
    inverse * (c * b[0] + e * b[1] + f * b[2]),
    inverse * (d * b[0] + f * b[1] + g * b[2]),
  ];
}
