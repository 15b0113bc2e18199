// A particle at a point of a body: C = x − (c + R l), of XPBD (Müller et al. 2020, eqs 2 to 9, with w = 1/m of the particle). All particles that a body holds
// are solved at once, for its displacement Δ = (Δc, Δθ) and what they pull with, so that a light body carries load from one to the other in one pass:
//
//   Δλ = (b + (1 + γ) J Δ) / D,  b = −C − α̃ λ − γ (ΔC in the substep),  D = (1 + γ) w + α̃,  J Δ = Δc + Δθ × r
//   (M + Σ (1 + γ) Jᵀ J / D + G) Δ = −Σ Jᵀ b / D
//
// G = (−λ·r) (1 − r̂ r̂ᵀ), where positive, is the geometric stiffness: what pulls at a lever also pulls back what turns it (Tournier et al. 2015, "Stable
// Constrained Dynamics"). Without it a light body swings up where the pull times r h² is more than its inertia.
import { norm } from '../../bindings/core/arguments.ts';
import { BodyFlag, BodyRecord, HoldFlag, ParticleAttachmentRecord, ParticleSetRecord, WorldRecord } from '../../bindings/core/layout.ts';
import type { StateMemory } from '../../bindings/core/state-memory.ts';
import type { Rigid } from './rigid.ts';
import { type Holds, listOf, type ParticleState } from './state.ts';

/**
 * Numbers of an attachment: its point from the body's centre of mass in its axes, compliance, damping, λ of the substep, the sum of those before it, and that of
 * the last; of the pass: lever, b, 1 / D and (1 + γ) / D.
 */
export const ATTACHMENT_NUMBERS = 22;
const COMPLIANCE = 3;
const DAMPING = 4;
const LAMBDA = 5;
const SUM = 8;
const PULL = 11;
const LEVER = 14;
const WANTED = 17;
const RESPONSE = 20;
const STIFFNESS = 21;
/** Of the body's response: what is rigid at both ends gives way by it. */
const LEAST = 1e-9;

/** Some attachments of one body, of each particle one at most. */
export interface AttachedRun {
  /** Number of the body in the step. */
  readonly entry: number;
  /** Places of the attachments in the order in which they lie. */
  readonly first: number;
  readonly count: number;
}

/** Attachments of a set, as the solver of bodies needs them. */
export interface AttachedRuns {
  readonly runs: readonly AttachedRun[];
  /** Adds what the attachments of a run want of their body. */
  gather(run: AttachedRun, state: ParticleState, h: number, first: boolean, sums: Float64Array): void;
  /** Moves the particles, the body having been displaced by `shift`, and turned. */
  apply(run: AttachedRun, state: ParticleState, shift: Float64Array): void;
}

export class Attachments implements AttachedRuns, Holds {
  readonly count: number;
  /** Of each: index of its particle's first number, slot of its body, and the body's number in the step; 1 where it is broken. */
  readonly particles: Uint32Array;
  readonly slots: Uint32Array;
  readonly entries: Uint32Array;
  readonly isBroken: Uint8Array;
  private readonly isNewRun: Uint8Array;
  private numbers: Float64Array;
  private stride = ATTACHMENT_NUMBERS;
  /** Place of each in the order in which they lie, and the other way round. */
  readonly places: Uint32Array;
  readonly order: Uint32Array;
  runs: AttachedRun[] = [];
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
    this.isNewRun = new Uint8Array(count);
    this.numbers = new Float64Array(count * ATTACHMENT_NUMBERS);
    this.places = new Uint32Array(count);
    this.order = new Uint32Array(count);
    for (let k = 0; k < count; k++) {
      const at = first + k * ParticleAttachmentRecord.size;
      this.particles[k] = 4 * u32[(at + ParticleAttachmentRecord.particle) >>> 2];
      this.slots[k] = u32[(at + ParticleAttachmentRecord.body) >>> 2];
      // A body that is the particle itself holds it in another way: embodied.ts.
      this.isBroken[k] = u32[(at + ParticleAttachmentRecord.flags) >>> 2] & (HoldFlag.Broken | HoldFlag.Embodied) ? 1 : 0;
    }
    this.sort();
    for (let k = 0; k < count; k++) {
      const at = first + k * ParticleAttachmentRecord.size;
      const to = this.places[k] * ATTACHMENT_NUMBERS;
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

  /** Those of one body come one behind the other; of several of one particle at one body each comes in a run of its own. */
  private sort(): void {
    const turns = new Map<number, Map<number, number>>();
    const turn = Array.from(this.slots, (slot, k) => {
      const known = turns.get(slot) ?? new Map<number, number>();
      turns.set(slot, known);
      const before = known.get(this.particles[k]) ?? 0;
      known.set(this.particles[k], before + 1);
      return before;
    });
    const order = Array.from(this.slots, (_, k) => k).sort((a, b) => this.slots[a] - this.slots[b] || turn[a] - turn[b] || a - b);
    this.order.set(order);
    order.forEach((k, place) => {
      this.places[k] = place;
      this.isNewRun[place] = place === 0 || this.slots[order[place - 1]] !== this.slots[k] || turn[order[place - 1]] !== turn[k] ? 1 : 0;
    });
  }

  /** Says which bodies take part in the step; what was pulled with in the last tells how taut the attachments are. */
  beginStep(memory: StateMemory, record: number, h: number): void {
    const { isBroken, isNewRun, numbers, order, stride } = this;
    const { first } = listOf(memory, record, ParticleSetRecord.attachments, ParticleSetRecord.attachmentCount);
    this.runs = [];
    for (let place = 0; place < this.count; ) {
      const start = place;
      do place++;
      while (place < this.count && !isNewRun[place]);
      const taking = order.subarray(start, place);
      if (taking.every((k) => isBroken[k])) continue;
      const entry = this.rigid.enter(memory, this.slots[taking[0]]);
      this.runs.push({ entry, first: start, count: place - start });
    }
    for (let k = 0; k < this.count; k++) {
      const force = (first + k * ParticleAttachmentRecord.size + ParticleAttachmentRecord.forceX) >>> 3;
      const at = this.places[k] * stride + LAMBDA;
      for (let axis = 0; axis < 3; axis++) {
        numbers[at + axis] = h * h * memory.f64[force + axis];
        // The first substep adds the one to the other.
        numbers[at + SUM - LAMBDA + axis] = -numbers[at + axis];
      }
    }
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

  /** Where one acts on its body, in the body's axes, and what it yields by in a substep. */
  tie(k: number, h: number): { local: readonly number[]; yields: number } {
    const { numbers, places, stride } = this;
    const at = places[k] * stride;
    const compliance = numbers[at + COMPLIANCE];
    return {
      local: [numbers[at], numbers[at + 1], numbers[at + 2]],
      yields: compliance / (h * h + h * compliance * numbers[at + DAMPING]),
    };
  }

  /** Passes on to its body what a line pulled with. */
  pull(k: number, impulse: readonly number[]): void {
    const at = this.places[k] * this.stride + LAMBDA;
    for (let axis = 0; axis < 3; axis++) this.numbers[at + axis] -= impulse[axis];
  }

  /** Slots of the bodies that the set hangs on. */
  *bodies(): Generator<number> {
    for (let k = 0; k < this.count; k++) if (!this.isBroken[k]) yield this.slots[k];
  }

  /** They are solved with those of other sets at the same bodies: see `held.ts`. */
  beginSubstep(): void {}
  solve(): void {}

  gather(run: AttachedRun, { before, start, u }: ParticleState, h: number, first: boolean, sums: Float64Array): void {
    const { numbers, order, rigid, stride } = this;
    const body = run.entry;
    for (let place = run.first; place < run.first + run.count; place++) {
      const k = order[place];
      const at = place * stride;
      numbers.fill(0, at + LEVER, at + STIFFNESS + 1);
      if (first) this.turnOver(at);
      if (this.isBroken[k]) continue;
      const p = this.particles[k];
      const [lx, ly, lz, compliance] = [numbers[at], numbers[at + 1], numbers[at + 2], numbers[at + COMPLIANCE]];
      rigid.turned(body, false, lx, ly, lz);
      const was = [0, 1, 2].map((axis) => rigid.center(body, axis, false) + (axis === 0 ? rigid.x : axis === 1 ? rigid.y : rigid.z));
      rigid.turned(body, true, lx, ly, lz);
      const r = [rigid.x, rigid.y, rigid.z];
      const [rx, ry, rz] = r;
      const mass = u[p + 3];
      const scaled = compliance / (h * h);
      const gamma = (compliance * numbers[at + DAMPING]) / h;
      const own = rigid.inverseMass(body, rx, ry, rz, 1, 0, 0) + rigid.inverseMass(body, rx, ry, rz, 0, 1, 0);
      const response = 1 / Math.max((1 + gamma) * mass + scaled, LEAST * (own + rigid.inverseMass(body, rx, ry, rz, 0, 0, 1)));
      // What is infinitely soft, and what cannot move.
      if (response === 0 || !(response < Infinity)) continue;
      const stiffness = (1 + gamma) * response;
      let pull = 0;
      for (let axis = 0; axis < 3; axis++) {
        const end = rigid.center(body, axis, true) + r[axis];
        const moved = u[p + axis] - before[p + axis] - (end - was[axis]);
        numbers[at + LEVER + axis] = r[axis];
        numbers[at + WANTED + axis] = -(start[p + axis] + u[p + axis] - end) - scaled * numbers[at + LAMBDA + axis] - gamma * moved;
        pull -= r[axis] * numbers[at + (first ? PULL : LAMBDA) + axis];
      }
      numbers[at + RESPONSE] = response;
      numbers[at + STIFFNESS] = stiffness;
      const square = rx * rx + ry * ry + rz * rz;
      const across = stiffness + (square > 0 ? Math.max(pull, 0) / square : 0);
      const [bx, by, bz] = [response * numbers[at + WANTED], response * numbers[at + WANTED + 1], response * numbers[at + WANTED + 2]];
      const more = [stiffness, stiffness * rx, stiffness * ry, stiffness * rz];
      more.push(across * (ry * ry + rz * rz), across * (rx * rx + rz * rz), across * (rx * rx + ry * ry));
      more.push(-across * rx * ry, -across * rx * rz, -across * ry * rz);
      more.push(-bx, -by, -bz, rz * by - ry * bz, rx * bz - rz * bx, ry * bx - rx * by);
      for (let k = 0; k < more.length; k++) sums[k] += more[k];
    }
  }

  apply(run: AttachedRun, { u }: ParticleState, [cx, cy, cz, tx, ty, tz]: Float64Array): void {
    const { numbers, order, stride } = this;
    for (let place = run.first; place < run.first + run.count; place++) {
      const at = place * stride;
      const p = this.particles[order[place]];
      const [rx, ry, rz, response, stiffness] = [LEVER, LEVER + 1, LEVER + 2, RESPONSE, STIFFNESS].map((k) => numbers[at + k]);
      const shift = [cx + ty * rz - tz * ry, cy + tz * rx - tx * rz, cz + tx * ry - ty * rx];
      for (let axis = 0; axis < 3; axis++) {
        const change = response * numbers[at + WANTED + axis] + stiffness * shift[axis];
        numbers[at + LAMBDA + axis] += change;
        u[p + axis] += u[p + 3] * change;
      }
    }
  }

  /** What a substep pulled with is added up, and kept for the next one. */
  private turnOver(at: number): void {
    const { numbers } = this;
    for (let i = at + LAMBDA; i < at + SUM; i++) {
      numbers[i + SUM - LAMBDA] += numbers[i];
      numbers[i + PULL - LAMBDA] = numbers[i];
      numbers[i] = 0;
    }
  }

  finish(memory: StateMemory, record: number, substeps: number, h: number): number {
    const { first } = listOf(memory, record, ParticleSetRecord.attachments, ParticleSetRecord.attachmentCount);
    const { f64, u32, world } = memory;
    const base = u32[(world + WorldRecord.bodyBase) >>> 2];
    let broken = 0;
    for (let k = 0; k < this.count; k++) {
      const at = first + k * ParticleAttachmentRecord.size;
      const from = this.places[k] * this.stride + SUM;
      this.turnOver(from - SUM);
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
