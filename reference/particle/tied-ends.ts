// Lines whose ends are attached to bodies. To a line such an end weighs what its particle and the body do together: P answers at the point of the body to
// an impulse there, α̃ is the attachment's, and
//
//   D = P + α̃ / (1 + γ),   B = w (w + D)⁻¹,   W = D B
//
// of a pull F the particle moves by W F, and the body gets B F through the attachment, which stays as closed as it was. As if the end weighed what its
// particle does, a line would pull a light end to where it fits, and the attachment would put it back at a heavy body: each substep both find the whole
// error again, and the one that is solved first counts on what the other undoes. That stretches a line, and gains energy.
//
// Of several such ends of a set at one body each has its share of the body, so that together they do not move it too far.
import { BodyFlag, BodyRecord, BodyType, WorldRecord } from '../../bindings/core/layout.ts';
import type { StateMemory } from '../../bindings/core/state-memory.ts';
import type { Attachments } from './attachments.ts';
import type { Distances } from './distances.ts';
import type { Rigid } from './rigid.ts';
import type { Numbers, ParticleState } from './state.ts';

/** Numbers of an end: what W n has across the link, and twice by how much W is more across it than along it. */
export const TIP = 4;

/** Of the mass of a particle: bodies that are lighter than so many times that are left to attachments. */
const UNLIKE = 10;

interface Tie {
  particle: number;
  attachment: number;
  /** The particle beside it. */
  next: number;
  isLast: boolean;
  entry: number;
  mass: number;
  lever: number[];
  /** B, W, the share of W that the line knows of, and what goes to the body. */
  passed: number[];
  answer: number[];
  along: number;
  impulse: number[];
}

export class TiedEnds {
  private readonly ties: Tie[][] = [];
  private readonly all: Tie[];
  private active: Tie[] = [];
  private readonly shares = new Map<number, number>();
  private readonly mobility = new Float64Array(6);
  private known: Map<number, Set<number>> | null = null;

  constructor(
    private readonly attachments: Attachments,
    private readonly rigid: Rigid,
    private readonly distances: Distances,
    private readonly starts: Uint32Array,
    private readonly ends: Uint32Array,
  ) {
    const { a, b } = distances;
    const known = new Map<number, number>();
    // One that several bodies hold is left to its attachments.
    attachments.particles.forEach((particle, k) => {
      if (!attachments.isBroken[k]) known.set(particle, known.has(particle) ? -1 : k);
    });
    // So is one that several lines go through, as in cloth: each would count on the body to answer it alone.
    const lines = new Map<number, number>();
    starts.forEach((start, line) => {
      if (ends[line] === start) return;
      for (const particle of [a[start], ...b.subarray(start, ends[line])]) lines.set(particle, (lines.get(particle) ?? 0) + 1);
    });
    starts.forEach((start, line) => {
      const found: Tie[] = [];
      this.ties.push(found);
      const end = ends[line] - 1;
      if (known.size === 0 || end < start || a[start] === b[end]) return;
      for (const isLast of [false, true]) {
        const particle = isLast ? b[end] : a[start];
        const attachment = known.get(particle) ?? -1;
        if (attachment < 0 || lines.get(particle) !== 1) continue;
        const next = isLast ? a[end] : b[start];
        const rest = { entry: 0, mass: 0, lever: [0, 0, 0], passed: [], answer: [], along: 0, impulse: [0, 0, 0] };
        found.push({ particle, attachment, next, isLast, ...rest });
      }
    });
    this.all = this.ties.flat();
  }

  get any(): boolean {
    return this.active.length > 0;
  }

  /**
   * By the slot of each body that a line ends at: the particles held at it, and all that such lines link to it. Those do not meet it if it can move: the
   * line would pull it one way and its contacts push it the other, and what neither closes would come back as speed.
   */
  get spared(): ReadonlyMap<number, ReadonlySet<number>> {
    this.known ??= this.findSpared();
    return this.known;
  }

  /** To be called when something broke. */
  forget(): void {
    this.known = null;
  }

  private findSpared(): Map<number, Set<number>> {
    const { attachments, distances } = this;
    const found = new Map<number, Set<number>>();
    this.ties.forEach((ties, line) => {
      const [start, end] = [this.starts[line], this.ends[line]];
      for (const { attachment, isLast } of ties) {
        if (attachments.isBroken[attachment]) continue;
        const slot = attachments.slots[attachment];
        const particles = found.get(slot) ?? new Set(attachments.held.get(slot));
        found.set(slot, particles);
        for (let k = isLast ? end - 1 : start; k >= start && k < end && !distances.isBroken[k]; k += isLast ? -1 : 1)
          particles.add(distances.a[k] >>> 2).add(distances.b[k] >>> 2);
      }
    });
    return found;
  }

  beginStep(memory: StateMemory): void {
    const { attachments, rigid, shares } = this;
    if (this.all.length === 0) return;
    shares.clear();
    this.active = this.all.filter(({ attachment }) => !attachments.isBroken[attachment]);
    for (const tie of this.active) {
      tie.entry = rigid.enter(memory, attachments.slots[tie.attachment]);
      shares.set(tie.entry, (shares.get(tie.entry) ?? 0) + 1);
    }
    this.ties.forEach((ties, line) => {
      if (ties.length > 0) this.distances.keepsLoad.fill(this.rests(memory, ties) ? 1 : 0, this.starts[line], this.ends[line]);
    });
  }

  /** Whether the bodies that pull at a line sleep: it then bears what it bore when they fell asleep, as attachments do. */
  private rests({ u32, world }: StateMemory, ties: readonly Tie[]): boolean {
    let rests = false;
    for (const { attachment } of ties) {
      if (this.attachments.isBroken[attachment]) continue;
      const flags =
        u32[(u32[(world + WorldRecord.bodyBase) >>> 2] + this.attachments.slots[attachment] * BodyRecord.size + BodyRecord.flags) >>> 2];
      if (flags & BodyFlag.Asleep) rests = true;
      else if ((flags & BodyFlag.TypeMask) >>> BodyFlag.TypeShift === BodyType.Dynamic) return false;
    }
    return rests;
  }

  /** Has the ends of a line weigh what they do, and writes what its first and last link are to know of them, each number `stride` behind the one before. */
  enter(line: number, state: ParticleState, h: number, to: Numbers, first: number, last: number, stride: number): void {
    if (this.ties[line].length > 0) for (let k = 0; k < TIP; k++) to[first + k * stride] = to[last + k * stride] = 0;
    for (const tie of this.ties[line]) {
      const place = tie.isLast ? last : first;
      tie.mass = 0;
      const mass = state.u[tie.particle + 3];
      if (this.attachments.isBroken[tie.attachment] || mass === 0) continue;
      if (!this.weigh(tie, mass, h)) continue;
      tie.mass = mass;
      const { next, particle } = tie;
      const { start, u } = state;
      const n = [0, 1, 2].map((axis) => start[particle + axis] + u[particle + axis] - start[next + axis] - u[next + axis]);
      const length = Math.hypot(n[0], n[1], n[2]);
      for (let axis = 0; axis < 3; axis++) n[axis] = (length > 0 ? n[axis] / length : 0) * (tie.isLast ? -1 : 1);
      const y = times(tie.answer, n);
      tie.along = length > 0 ? n[0] * y[0] + n[1] * y[1] + n[2] * y[2] : tie.answer[0];
      const [xx, yy, zz, xy, xz, yz] = tie.answer;
      let [off, square] = [0, xx * xx + yy * yy + zz * zz + 2 * (xy * xy + xz * xz + yz * yz)];
      for (let axis = 0; axis < 3; axis++) {
        const side = length > 0 ? y[axis] - tie.along * n[axis] : 0;
        off += side * side;
        to[place + axis * stride] += side;
      }
      // The larger of the two that W has across the link.
      square -= 2 * off + tie.along * tie.along;
      const half = (xx + yy + zz - tie.along) / 2;
      to[place + 3 * stride] += 2 * (half + Math.sqrt(Math.max(square / 2 - half * half, 0)) - tie.along);
      u[particle + 3] = tie.along;
    }
  }

  /** Hands on what the first and last link pulled with. */
  leave(line: number, { u }: ParticleState, from: Numbers, first: number, last: number, stride: number): void {
    for (const tie of this.ties[line]) {
      if (tie.mass === 0) continue;
      const place = tie.isLast ? last : first;
      const sign = tie.isLast ? -1 : 1;
      const pull = [0, 1, 2].map((axis) => sign * from[place + axis * stride]);
      const moved = times(tie.answer, pull);
      const p = tie.particle;
      for (let axis = 0; axis < 3; axis++) u[p + axis] += moved[axis] - tie.along * pull[axis];
      u[p + 3] = tie.mass;
      tie.impulse = times(tie.passed, pull);
      this.attachments.pull(tie.attachment, tie.impulse);
    }
  }

  /** Pushes the bodies, once all lines are through. */
  push(h: number): void {
    const { attachments, rigid } = this;
    for (const { attachment, entry, impulse, lever, mass } of this.active) {
      if (mass === 0 || attachments.isBroken[attachment] || !rigid.isMoved(entry)) continue;
      rigid.push(entry, lever[0], lever[1], lever[2], impulse[0] / h, impulse[1] / h, impulse[2] / h);
    }
  }

  /** False where the body is no heavier than what the line and its attachment keep in step by turns. */
  private weigh(tie: Tie, w: number, h: number): boolean {
    const { attachments, mobility, rigid } = this;
    const { local, yields } = attachments.tie(tie.attachment, h);
    rigid.turned(tie.entry, true, local[0], local[1], local[2]);
    tie.lever = [rigid.x, rigid.y, rigid.z];
    rigid.answerAt(tie.entry, rigid.x, rigid.y, rigid.z, mobility);
    const share = this.shares.get(tie.entry) ?? 1;
    if (Math.max(mobility[0], mobility[1], mobility[2]) * share * UNLIKE > w) return false;
    const D = Array.from(mobility, (value, k) => share * value + (k < 3 ? yields : 0));
    tie.passed = inverse([D[0] + w, D[1] + w, D[2] + w, D[3], D[4], D[5]]).map((value) => w * value);
    tie.answer = product(D, tie.passed);
    return true;
  }
}

/** Symmetric: xx, yy, zz, xy, xz, yz. */
function times([xx, yy, zz, xy, xz, yz]: ArrayLike<number> & Iterable<number>, [x, y, z]: readonly number[]): number[] {
  return [xx * x + xy * y + xz * z, xy * x + yy * y + yz * z, xz * x + yz * y + zz * z];
}

function inverse([xx, yy, zz, xy, xz, yz]: readonly number[]): number[] {
  const [a, b, c] = [yy * zz - yz * yz, xz * yz - xy * zz, xy * yz - xz * yy];
  const scale = 1 / (xx * a + xy * b + xz * c);
  return [a, xx * zz - xz * xz, xx * yy - xy * xy, b, c, xy * xz - xx * yz].map((value) => scale * value);
}

/** Of two that commute. */
function product(a: readonly number[], b: readonly number[]): number[] {
  const x = times(a, [b[0], b[3], b[4]]);
  const y = times(a, [b[3], b[1], b[5]]);
  return [x[0], y[1], times(a, [b[4], b[5], b[2]])[2], x[1], x[2], y[2]];
}
