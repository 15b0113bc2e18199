// A line through any number of points that is no longer than its length (Waterson 10.1, eq 134, as an inequality): C = Σ |xᵢ − xᵢ₊₁| − L ≤ 0;
// or that is no shorter either, C = 0, λ of any sign.
//
//   J₁ = d̂₁,  Jᵢ = d̂ᵢ − d̂ᵢ₋₁,  J_N = −d̂_N₋₁  with dᵢ = xᵢ − xᵢ₊₁;   Δλ = (−C − α̃ λ − γ J·(x − x₀)) / ((1 + γ) Σ wᵢ |Jᵢ|² + α̃),  λ ≤ 0
//
// A point may be one of a body; there Jᵢ acts at its lever.
import {
  BodyFlag,
  BodyRecord,
  BodyType,
  HoldFlag,
  ParticleLengthPoint,
  ParticleLengthRecord,
  ParticleSetRecord,
  WorldRecord,
} from '../../bindings/core/layout.ts';
import type { StateMemory } from '../../bindings/core/state-memory.ts';
import type { Rigid } from './rigid.ts';
import { type Holds, listOf, type ParticleState } from './state.ts';

/** Of Σ w |J|² beside the largest it can be: a straight line between points that do not move cannot be made shorter. */
const NOTHING = 1e-12;
const TINY = 1e-300;

interface Line {
  start: number;
  end: number;
  rest: number;
  compliance: number;
  damping: number;
  lambda: number;
  sum: number;
  isBroken: boolean;
  pushes: boolean;
}

export class Lengths implements Holds {
  readonly count: number;
  private readonly lines: Line[] = [];
  private readonly particles: Uint32Array;
  /** Slot plus one, and the number of the body in the step. */
  private readonly slots: Uint32Array;
  private readonly entries: Uint32Array;
  private readonly locals: Float64Array;
  /** Of the points of a line: where they are, where they were, their levers, and their gradients. */
  private readonly at: Float64Array;
  private readonly before: Float64Array;
  private readonly levers: Float64Array;
  private readonly gradients: Float64Array;

  constructor(
    memory: StateMemory,
    record: number,
    private readonly rigid: Rigid,
  ) {
    const { first, count } = listOf(memory, record, ParticleSetRecord.lengths, ParticleSetRecord.lengthCount);
    const points = listOf(memory, record, ParticleSetRecord.lengthPoints, ParticleSetRecord.lengthPointCount);
    const { f64, u32 } = memory;
    this.count = count;
    for (let k = 0; k < count; k++) {
      const at = first + k * ParticleLengthRecord.size;
      const start = u32[(at + ParticleLengthRecord.firstPoint) >>> 2];
      this.lines.push({
        start,
        end: start + u32[(at + ParticleLengthRecord.pointCount) >>> 2],
        rest: f64[(at + ParticleLengthRecord.rest) >>> 3],
        compliance: f64[(at + ParticleLengthRecord.compliance) >>> 3],
        damping: f64[(at + ParticleLengthRecord.damping) >>> 3],
        lambda: 0,
        sum: 0,
        pushes: (u32[(at + ParticleLengthRecord.flags) >>> 2] & HoldFlag.Pushes) !== 0,
        isBroken: (u32[(at + ParticleLengthRecord.flags) >>> 2] & HoldFlag.Broken) !== 0,
      });
    }
    this.particles = new Uint32Array(points.count);
    this.slots = new Uint32Array(points.count);
    this.entries = new Uint32Array(points.count);
    this.locals = new Float64Array(3 * points.count);
    for (let k = 0; k < points.count; k++) {
      const at = points.first + k * ParticleLengthPoint.size;
      this.particles[k] = 4 * u32[(at + ParticleLengthPoint.particle) >>> 2];
      this.slots[k] = u32[(at + ParticleLengthPoint.body) >>> 2];
      for (let axis = 0; axis < 3; axis++) this.locals[3 * k + axis] = f64[((at + ParticleLengthPoint.x) >>> 3) + axis];
    }
    this.at = new Float64Array(3 * points.count);
    this.before = new Float64Array(3 * points.count);
    this.levers = new Float64Array(3 * points.count);
    this.gradients = new Float64Array(3 * points.count);
  }

  beginStep(memory: StateMemory): void {
    for (const { end, isBroken, start } of this.lines)
      for (let k = start; k < end; k++) if (!isBroken && this.slots[k] > 0) this.entries[k] = this.rigid.enter(memory, this.slots[k] - 1);
  }

  *bodies(): Generator<number> {
    for (const { end, isBroken, start } of this.lines)
      for (let k = start; k < end; k++) if (!isBroken && this.slots[k] > 0) yield this.slots[k] - 1;
  }

  beginSubstep(): void {
    for (const line of this.lines) {
      line.sum += line.lambda;
      line.lambda = 0;
    }
  }

  solve(state: ParticleState, h: number): void {
    for (const line of this.lines) if (!line.isBroken) this.solveLine(line, state, h);
  }

  private solveLine(line: Line, state: ParticleState, h: number): void {
    const { at, before, entries, gradients, levers, particles, rigid, slots } = this;
    const { u } = state;
    const { start, end } = line;
    for (let k = start; k < end; k++) this.place(k, state);
    gradients.fill(0, 3 * start, 3 * end);
    let length = 0;
    for (let k = 3 * start; k < 3 * (end - 1); k += 3) {
      const [dx, dy, dz] = [at[k] - at[k + 3], at[k + 1] - at[k + 4], at[k + 2] - at[k + 5]];
      const part = Math.sqrt(dx * dx + dy * dy + dz * dz);
      length += part;
      const inverse = part > 0 ? 1 / part : 0;
      gradients[k] += dx * inverse;
      gradients[k + 1] += dy * inverse;
      gradients[k + 2] += dz * inverse;
      gradients[k + 3] -= dx * inverse;
      gradients[k + 4] -= dy * inverse;
      gradients[k + 5] -= dz * inverse;
    }
    const error = length - line.rest;
    // A slack line pulls at nothing.
    if (error <= 0 && line.lambda === 0 && !line.pushes) return;
    let sum = 0;
    let most = TINY;
    let speed = 0;
    for (let k = start; k < end; k++) {
      const [gx, gy, gz] = [gradients[3 * k], gradients[3 * k + 1], gradients[3 * k + 2]];
      const square = gx * gx + gy * gy + gz * gz;
      const mobility =
        slots[k] > 0
          ? rigid.inverseMass(entries[k], levers[3 * k], levers[3 * k + 1], levers[3 * k + 2], gx, gy, gz)
          : u[particles[k] + 3] * square;
      sum += mobility;
      if (slots[k] === 0) most = Math.max(most, u[particles[k] + 3]);
      for (let axis = 3 * k; axis < 3 * k + 3; axis++) speed += gradients[axis] * (at[axis] - before[axis]);
    }
    if (!(sum > NOTHING * most)) return;
    const scaled = line.compliance / (h * h);
    const gamma = (line.compliance * line.damping) / h;
    const wanted = (-error - scaled * line.lambda - gamma * speed) / ((1 + gamma) * sum + scaled);
    const change = line.pushes ? wanted : Math.min(line.lambda + wanted, 0) - line.lambda;
    line.lambda += change;
    for (let k = start; k < end; k++) {
      const [gx, gy, gz] = [change * gradients[3 * k], change * gradients[3 * k + 1], change * gradients[3 * k + 2]];
      if (slots[k] > 0) {
        rigid.push(entries[k], levers[3 * k], levers[3 * k + 1], levers[3 * k + 2], gx / h, gy / h, gz / h);
        continue;
      }
      const p = particles[k];
      const mass = u[p + 3];
      u[p] += mass * gx;
      u[p + 1] += mass * gy;
      u[p + 2] += mass * gz;
    }
  }

  /** Where a point is at the end of the substep and was at its start. */
  private place(k: number, { before: ago, start, u }: ParticleState): void {
    const { at, before, levers, locals, rigid } = this;
    if (this.slots[k] === 0) {
      const p = this.particles[k];
      for (let axis = 0; axis < 3; axis++) {
        at[3 * k + axis] = start[p + axis] + u[p + axis];
        before[3 * k + axis] = start[p + axis] + ago[p + axis];
      }
      return;
    }
    const body = this.entries[k];
    for (const ahead of [false, true]) {
      rigid.turned(body, ahead, locals[3 * k], locals[3 * k + 1], locals[3 * k + 2]);
      const lever = [rigid.x, rigid.y, rigid.z];
      const to = ahead ? at : before;
      for (let axis = 0; axis < 3; axis++) {
        to[3 * k + axis] = rigid.center(body, axis, ahead) + lever[axis];
        levers[3 * k + axis] = lever[axis];
      }
    }
  }

  finish(memory: StateMemory, record: number, substeps: number, h: number): number {
    const { first } = listOf(memory, record, ParticleSetRecord.lengths, ParticleSetRecord.lengthCount);
    const { f64, u32 } = memory;
    this.beginSubstep();
    let broken = 0;
    this.lines.forEach((line, k) => {
      const at = first + k * ParticleLengthRecord.size;
      const tension = -line.sum / (substeps * h * h);
      const breaks = !line.isBroken && tension > f64[(at + ParticleLengthRecord.breakForce) >>> 3];
      line.sum = 0;
      if (breaks || !this.rests(memory, line)) f64[(at + ParticleLengthRecord.tension) >>> 3] = line.isBroken ? 0 : tension;
      if (!breaks) return;
      u32[(at + ParticleLengthRecord.flags) >>> 2] |= HoldFlag.Broken;
      line.isBroken = true;
      broken += 1;
    });
    return broken;
  }

  /** Whether the bodies that pull at a line sleep: it then bears what it bore when they fell asleep, as attachments do. */
  private rests({ u32, world }: StateMemory, line: Line): boolean {
    let rests = false;
    for (let k = line.start; k < line.end && !line.isBroken; k++) {
      if (this.slots[k] === 0) continue;
      const body = u32[(world + WorldRecord.bodyBase) >>> 2] + (this.slots[k] - 1) * BodyRecord.size;
      const flags = u32[(body + BodyRecord.flags) >>> 2];
      if (flags & BodyFlag.Asleep) rests = true;
      else if ((flags & BodyFlag.TypeMask) >>> BodyFlag.TypeShift === BodyType.Dynamic) return false;
    }
    return rests;
  }
}
