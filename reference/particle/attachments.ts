// A particle at a point of a body: C = x − (c + R l), of XPBD as one block of three (Müller et al. 2020, eqs 2 to 9, with w = 1/m of the particle). The impulse on
// the body is λ / h. K = 1/m 1 + M⁻¹ − [r]× I⁻¹ [r]× is solved whole.
import { norm } from '../../bindings/core/arguments.ts';
import { HoldFlag, ParticleAttachmentRecord, ParticleSetRecord } from '../../bindings/core/layout.ts';
import type { StateMemory } from '../../bindings/core/state-memory.ts';
import type { Rigid } from './rigid.ts';
import { type Holds, listOf, type ParticleState } from './state.ts';

interface Attachment {
  particle: number;
  slot: number;
  body: number;
  local: [number, number, number];
  compliance: number;
  damping: number;
  lambda: [number, number, number];
  sum: [number, number, number];
  isBroken: boolean;
}

export class Attachments implements Holds {
  readonly count: number;
  private readonly attachments: Attachment[] = [];

  constructor(
    memory: StateMemory,
    record: number,
    private readonly rigid: Rigid,
  ) {
    const { first, count } = listOf(memory, record, ParticleSetRecord.attachments, ParticleSetRecord.attachmentCount);
    const { f64, u32 } = memory;
    this.count = count;
    for (let k = 0; k < count; k++) {
      const at = first + k * ParticleAttachmentRecord.size;
      this.attachments.push({
        particle: 4 * u32[(at + ParticleAttachmentRecord.particle) >>> 2],
        slot: u32[(at + ParticleAttachmentRecord.body) >>> 2],
        body: 0,
        local: [0, 8, 16].map((axis) => f64[(at + ParticleAttachmentRecord.x + axis) >>> 3]) as [number, number, number],
        compliance: f64[(at + ParticleAttachmentRecord.compliance) >>> 3],
        damping: f64[(at + ParticleAttachmentRecord.damping) >>> 3],
        lambda: [0, 0, 0],
        sum: [0, 0, 0],
        isBroken: (u32[(at + ParticleAttachmentRecord.flags) >>> 2] & HoldFlag.Broken) !== 0,
      });
    }
  }

  /** Says which bodies take part in the step. */
  beginStep(memory: StateMemory): void {
    for (const one of this.attachments) if (!one.isBroken) one.body = this.rigid.enter(memory, one.slot);
  }

  /** Slots of the bodies that the set hangs on. */
  *bodies(): Generator<number> {
    for (const { isBroken, slot } of this.attachments) if (!isBroken) yield slot;
  }

  beginSubstep(): void {
    for (const { lambda, sum } of this.attachments) {
      for (let axis = 0; axis < 3; axis++) {
        sum[axis] += lambda[axis];
        lambda[axis] = 0;
      }
    }
  }

  solve(state: ParticleState, h: number): void {
    for (const one of this.attachments) if (!one.isBroken) this.solveOne(one, state, h);
  }

  private solveOne(one: Attachment, { before, start, u }: ParticleState, h: number): void {
    const { rigid } = this;
    const { body, compliance, lambda, local, particle: p } = one;
    rigid.turned(body, false, local[0], local[1], local[2]);
    const [bx, by, bz] = [
      rigid.center(body, 0, false) + rigid.x,
      rigid.center(body, 1, false) + rigid.y,
      rigid.center(body, 2, false) + rigid.z,
    ];
    rigid.turned(body, true, local[0], local[1], local[2]);
    const [rx, ry, rz] = [rigid.x, rigid.y, rigid.z];
    const end = [rigid.center(body, 0, true) + rx, rigid.center(body, 1, true) + ry, rigid.center(body, 2, true) + rz];
    const mass = u[p + 3];
    const scaled = compliance / (h * h);
    const gamma = (compliance * one.damping) / h;
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
      return -(start[p + axis] + u[p + axis] - end[axis]) - scaled * lambda[axis] - gamma * moved;
    });
    const k = 1 + gamma;
    const [dx, dy, dz] = solveSymmetric(k * xx + scaled, k * yy + scaled, k * zz + scaled, k * xy, k * xz, k * yz, wanted);
    lambda[0] += dx;
    lambda[1] += dy;
    lambda[2] += dz;
    u[p] += mass * dx;
    u[p + 1] += mass * dy;
    u[p + 2] += mass * dz;
    rigid.push(body, rx, ry, rz, -dx / h, -dy / h, -dz / h);
  }

  finish(memory: StateMemory, record: number, substeps: number, h: number): number {
    const { first } = listOf(memory, record, ParticleSetRecord.attachments, ParticleSetRecord.attachmentCount);
    const { f64, u32 } = memory;
    this.beginSubstep();
    let broken = 0;
    this.attachments.forEach((one, k) => {
      const at = first + k * ParticleAttachmentRecord.size;
      const force = one.sum.map((sum) => sum / (substeps * h * h));
      one.sum.fill(0);
      for (let axis = 0; axis < 3; axis++) f64[((at + ParticleAttachmentRecord.forceX) >>> 3) + axis] = one.isBroken ? 0 : force[axis];
      if (one.isBroken || !(norm(force) > f64[(at + ParticleAttachmentRecord.breakForce) >>> 3])) return;
      u32[(at + ParticleAttachmentRecord.flags) >>> 2] |= HoldFlag.Broken;
      one.isBroken = true;
      broken += 1;
    });
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
