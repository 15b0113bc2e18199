// One set of particles through a step.
import { ParticleFlag, ParticleSetRecord } from '../../bindings/core/layout.ts';
import type { StateMemory } from '../../bindings/core/state-memory.ts';
import { Air } from './air.ts';
import { Attachments } from './attachments.ts';
import { Bends } from './bends.ts';
import { Chains } from './chains.ts';
import { Clusters } from './clusters.ts';
import { type ContactSettings, ParticleContacts } from './contacts.ts';
import { Distances } from './distances.ts';
import { Lengths } from './lengths.ts';
import { Boxes, nearBodies } from './nearby.ts';
import type { Rigid } from './rigid.ts';
import { type Holds, ParticleState } from './state.ts';
import { Tetrahedra } from './tetrahedra.ts';
import { Volumes } from './volumes.ts';

export class ParticleSolver {
  readonly state: ParticleState;
  readonly boxes: Boxes;
  readonly contacts: ParticleContacts;
  private readonly version: number;
  private readonly holds: readonly Holds[];
  private readonly attachments: Attachments;
  private readonly lengths: Lengths;
  private readonly distances: Distances;
  private readonly air: Air;
  private gravity: readonly number[] = [0, 0, 0];
  private keep = 1;

  constructor(
    memory: StateMemory,
    public record: number,
    rigid: Rigid,
  ) {
    const { u32 } = memory;
    this.version = u32[(record + ParticleSetRecord.version) >>> 2];
    this.state = new ParticleState(u32[(record + ParticleSetRecord.particleCount) >>> 2]);
    this.boxes = new Boxes(this.state.count);
    this.contacts = new ParticleContacts(rigid);
    this.attachments = new Attachments(memory, record, rigid);
    this.lengths = new Lengths(memory, record, rigid);
    this.distances = new Distances(memory, record);
    const all = [
      this.lengths,
      new Chains(memory, record, this.distances),
      this.distances,
      new Bends(memory, record),
      new Tetrahedra(memory, record),
      new Volumes(memory, record),
      new Clusters(memory, record),
      this.attachments,
    ];
    this.holds = all.filter(({ count }) => count > 0);
    this.air = new Air(memory, record);
  }

  /** Whether what the set is, apart from where, is as it was. */
  isOf({ u32 }: StateMemory, record: number): boolean {
    return record === this.record && u32[(record + ParticleSetRecord.version) >>> 2] === this.version;
  }

  /** Slots of the bodies that the set hangs on. */
  *bodies(): Generator<number> {
    yield* this.attachments.bodies();
    yield* this.lengths.bodies();
  }

  beginStep(memory: StateMemory, gravity: readonly number[], dt: number, h: number): void {
    const { record, state } = this;
    const { f64 } = memory;
    state.read(memory, record);
    const scale = f64[(record + ParticleSetRecord.gravityScale) >>> 3];
    this.gravity = gravity.map((g) => g * scale);
    this.keep = 1 / (1 + h * f64[(record + ParticleSetRecord.damping) >>> 3]);
    this.boxes.enclose(state, dt, Math.hypot(...this.gravity));
    this.distances.beginStep(memory, record, h);
    this.attachments.beginStep(memory);
    this.lengths.beginStep(memory);
    this.contacts.beginStep(memory, state, nearBodies(memory, record, this.boxes));
  }

  /** Forces act, and the particles go where they would be alone. */
  predict(memory: StateMemory, settings: ContactSettings): void {
    const { gravity, keep, state } = this;
    const { before, u, v } = state;
    const { h } = settings;
    this.air.blow(state, h);
    before.set(u);
    for (let p = 0; p < u.length; p += 4) {
      if (u[p + 3] > 0) {
        v[p] = keep * v[p] + h * gravity[0];
        v[p + 1] = keep * v[p + 1] + h * gravity[1];
        v[p + 2] = keep * v[p + 2] + h * gravity[2];
      }
      u[p] += h * v[p];
      u[p + 1] += h * v[p + 1];
      u[p + 2] += h * v[p + 2];
    }
    for (const hold of this.holds) hold.beginSubstep();
    this.contacts.beginSubstep(memory, state, settings);
  }

  /** One pass over all that holds the particles. */
  hold({ h }: ContactSettings): void {
    for (const hold of this.holds) hold.solve(this.state, h);
  }

  /** Velocities from the way made in the substep. */
  finishSubstep(settings: ContactSettings): void {
    const { before, u, v } = this.state;
    const inverse = 1 / settings.h;
    for (let p = 0; p < u.length; p += 4) {
      if (u[p + 3] === 0) continue;
      v[p] = (u[p] - before[p]) * inverse;
      v[p + 1] = (u[p + 1] - before[p + 1]) * inverse;
      v[p + 2] = (u[p + 2] - before[p + 2]) * inverse;
    }
    this.contacts.bounce(this.state, settings);
  }

  /** Writes the step of `dt` seconds in substeps of `h`; whether all is finite. */
  finishStep(memory: StateMemory, dt: number, h: number): boolean {
    const { record, state } = this;
    const { u32 } = memory;
    if (!state.isFinite) {
      u32[(record + ParticleSetRecord.flags) >>> 2] |= ParticleFlag.Frozen;
      return false;
    }
    state.write(memory, record);
    let broken = 0;
    for (const hold of this.holds) broken += hold.finish(memory, record, Math.max(Math.round(dt / h), 1), h);
    u32[(record + ParticleSetRecord.brokenCount) >>> 2] = broken;
    return true;
  }

  /** Square of the speed of the fastest particle. */
  get fastest(): number {
    const { v } = this.state;
    let most = 0;
    for (let k = 0; k < v.length; k += 4) most = Math.max(most, v[k] * v[k] + v[k + 1] * v[k + 1] + v[k + 2] * v[k + 2]);
    return most;
  }
}
