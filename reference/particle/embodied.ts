// Particles that are bodies as well, so that joints hold them. A substep takes place and velocity of such a particle from its body, as joints left
// them; what holds and touches the set then changes the velocity, and the body goes on with that into the joints.
import { BodyFlag, BodyRecord, HoldFlag, ParticleAttachmentRecord, ParticleSetRecord, WorldRecord } from '../../bindings/core/layout.ts';
import type { SolverBodies } from '../../bindings/core/particle-stages.ts';
import type { StateMemory } from '../../bindings/core/state-memory.ts';
import { listOf, type ParticleState } from './state.ts';

/** Of a solver body: where its displacement since the start of the step is. */
const DISPLACEMENT = 8;

export class Embodied {
  /** Of each: number of its particle, and slot of its body. */
  private readonly particles: number[] = [];
  readonly slots: number[] = [];
  /** Whether the solver of bodies moves it in this step. */
  private readonly moves: boolean[] = [];

  constructor(memory: StateMemory, record: number) {
    const { u32 } = memory;
    const { first, count } = listOf(memory, record, ParticleSetRecord.attachments, ParticleSetRecord.attachmentCount);
    for (let at = first; at < first + count * ParticleAttachmentRecord.size; at += ParticleAttachmentRecord.size) {
      const flags = u32[(at + ParticleAttachmentRecord.flags) >>> 2];
      if (!(flags & HoldFlag.Embodied) || flags & HoldFlag.Broken) continue;
      this.particles.push(u32[(at + ParticleAttachmentRecord.particle) >>> 2]);
      this.slots.push(u32[(at + ParticleAttachmentRecord.body) >>> 2]);
    }
  }

  get count(): number {
    return this.slots.length;
  }

  /** Starts where the bodies are; what a sleeping one is does not move. */
  beginStep(memory: StateMemory, { before, start, u, v }: ParticleState): void {
    const { f64, u32, world } = memory;
    const awake = u32[(world + WorldRecord.awake) >>> 2] >>> 2;
    this.slots.forEach((slot, k) => {
      const record = bodyAt(memory, slot);
      const p = 4 * this.particles[k];
      const isAsleep = (u32[(record + BodyRecord.flags) >>> 2] & BodyFlag.Asleep) !== 0;
      this.moves[k] = !isAsleep && (awake === 0 || ((u32[awake + (slot >>> 5)] >>> (slot & 31)) & 1) !== 0);
      for (let axis = 0; axis < 3; axis++) {
        start[p + axis] = f64[((record + BodyRecord.positionX) >>> 3) + axis];
        v[p + axis] = isAsleep ? 0 : f64[((record + BodyRecord.velocityX) >>> 3) + axis];
      }
      if (!this.moves[k]) before[p + 3] = u[p + 3] = 0;
    });
  }

  beginSubstep(bodies: SolverBodies, { u, v }: ParticleState): void {
    this.slots.forEach((slot, k) => {
      if (!this.moves[k]) return;
      bodies.read(slot);
      const { values } = bodies;
      const from = bodies.place(slot);
      const p = 4 * this.particles[k];
      for (let axis = 0; axis < 3; axis++) {
        u[p + axis] = values[from + DISPLACEMENT + axis];
        v[p + axis] = values[from + axis];
      }
    });
  }

  endSubstep(bodies: SolverBodies, { v }: ParticleState): void {
    this.slots.forEach((slot, k) => {
      if (!this.moves[k]) return;
      bodies.read(slot);
      const to = bodies.place(slot);
      for (let axis = 0; axis < 3; axis++) bodies.values[to + axis] = v[4 * this.particles[k] + axis];
      bodies.write(slot);
    });
  }

  /** The step ends where the bodies are. */
  finish(memory: StateMemory, record: number): void {
    const { f64, u32 } = memory;
    const list = (field: number) => (record + u32[(record + field) >>> 2]) >>> 3;
    const [positions, velocities] = [list(ParticleSetRecord.positions), list(ParticleSetRecord.velocities)];
    this.slots.forEach((slot, k) => {
      const body = bodyAt(memory, slot);
      for (let axis = 0; axis < 3; axis++) {
        f64[positions + 3 * this.particles[k] + axis] = f64[((body + BodyRecord.positionX) >>> 3) + axis];
        f64[velocities + 3 * this.particles[k] + axis] = f64[((body + BodyRecord.velocityX) >>> 3) + axis];
      }
    });
  }
}

const bodyAt = ({ u32, world }: StateMemory, slot: number): number => u32[(world + WorldRecord.bodyBase) >>> 2] + slot * BodyRecord.size;
