// One set of particles through a step.

import { norm } from '../../bindings/core/arguments.ts';
import { ParticleFlag, ParticleSetRecord } from '../../bindings/core/layout.ts';
import type { SolverBodies } from '../../bindings/core/particle-stages.ts';
import type { StateMemory } from '../../bindings/core/state-memory.ts';
import { Air } from './air.ts';
import { isAtRest } from './at-rest.ts';
import { Attachments } from './attachments.ts';
import { Bends } from './bends.ts';
import { Chains } from './chains.ts';
import { Clusters } from './clusters.ts';
import { type ContactSettings, ParticleContacts } from './contacts.ts';
import { Distances } from './distances.ts';
import { Elements } from './elements.ts';
import { Embodied } from './embodied.ts';
import { FaceContacts } from './faces.ts';
import type { KernelAttachments } from './kernel-attachments.ts';
import type { ParticleModule } from './kernels.ts';
import { Lengths } from './lengths.ts';
import { follow, predict } from './motion.ts';
import { Boxes, nearBodies } from './nearby.ts';
import type { Rigid } from './rigid.ts';
import { SetKernels } from './set-kernels.ts';
import { type Holds, ParticleState } from './state.ts';
import { Tetrahedra } from './tetrahedra.ts';
import type { TiedEnds } from './tied-ends.ts';
import { Volumes } from './volumes.ts';

/** Of a damper's time constant over a substep: from there on it is strong. */
const STRONG = 1;
/** How many times the speed at which it counts as at rest a set wakes what it meets. */
export const WAKING = 2;
/** A particle of a set at rest may be so many times as fast as the set: what trembles in a fold keeps nothing awake. */
export const ODD = 5;

export class ParticleSolver {
  readonly state: ParticleState;
  readonly boxes: Boxes;
  private readonly contacts: ParticleContacts;
  private readonly faces: FaceContacts;
  private readonly version: number;
  private readonly holds: readonly Holds[];
  private readonly attachments: Attachments;
  private readonly lengths: Lengths;
  private readonly distances: Distances;
  private readonly clusters: Clusters;
  private readonly embodied: Embodied;
  private readonly ties: TiedEnds;
  private readonly air: Air;
  private readonly kernels: SetKernels | null;
  /** Loads that the next step needs are in the memory of the kernels. */
  private isRecalled = false;
  /** A value was not finite, and may be in what is kept from step to step. */
  private isSpoilt = false;
  private gravity: readonly number[] = [0, 0, 0];
  private keep = 1;
  /** Of the dampers of a set with rigid distances, the longest time constant, s. */
  private readonly dampingTime: number;

  constructor(
    memory: StateMemory,
    public record: number,
    private readonly rigid: Rigid,
    private readonly module: ParticleModule | null,
    /** Contacts with bodies that do not move that there is room for. */
    private readonly contactRoom = 0,
  ) {
    const { u32 } = memory;
    this.version = u32[(record + ParticleSetRecord.version) >>> 2];
    const count = u32[(record + ParticleSetRecord.particleCount) >>> 2];
    this.contacts = new ParticleContacts(rigid);
    this.faces = new FaceContacts(memory, record, rigid);
    this.attachments = new Attachments(memory, record, rigid);
    this.lengths = new Lengths(memory, record, rigid);
    this.embodied = new Embodied(memory, record);
    this.distances = new Distances(memory, record);
    this.clusters = new Clusters(memory, record);
    const contacts = Math.max(contactRoom, 2 * count);
    const chains = new Chains(memory, record, this.distances, this.attachments, rigid);
    this.ties = chains.ties;
    const bends = new Bends(memory, record);
    const tetrahedra = new Tetrahedra(memory, record);
    const elements = new Elements(memory, record);
    const { attachments, clusters, distances } = this;
    const volumes = new Volumes(memory, record);
    this.dampingTime = distances.anyRigid
      ? Math.max(
          longestTime(distances.stretch, distances.damping),
          longestTime(bends.compliance, bends.damping),
          longestTime(chains.bendCompliances, chains.bendDampings),
        )
      : 0;
    const holds = { attachments, bends, chains, clusters, distances, elements, tetrahedra, volumes };
    this.kernels = module ? new SetKernels(module, count, contacts, rigid, holds) : null;
    this.state = this.kernels?.state ?? new ParticleState(count);
    this.boxes = this.kernels?.boxes ?? new Boxes(count);
    const swept = this.kernels?.holds ?? [this.distances, bends, tetrahedra, chains];
    const all = [
      this.lengths,
      ...swept,
      this.kernels?.elements ?? elements,
      this.kernels?.volumes ?? volumes,
      this.kernels?.clusters ?? clusters,
      this.attached,
    ];
    this.holds = all.filter((hold) => hold.count > 0);
    this.air = new Air(memory, record);
  }

  /** Whether what the set is, apart from where, is as it was. */
  isOf({ u32 }: StateMemory, record: number): boolean {
    return !this.isSpoilt && record === this.record && u32[(record + ParticleSetRecord.version) >>> 2] === this.version;
  }

  /** The same set with room for twice as many contacts. */
  roomier(memory: StateMemory): ParticleSolver {
    return new ParticleSolver(memory, this.record, this.rigid, this.module, 2 * Math.max(this.contactRoom, 2 * this.state.count));
  }

  get attached(): KernelAttachments | Attachments {
    return this.kernels?.attachments ?? this.attachments;
  }

  /** Some of its lines end at bodies. */
  get isTied(): boolean {
    return this.ties.any;
  }

  /** Slots of the bodies that the set hangs on. */
  *bodies(): Generator<number> {
    yield* this.attachments.bodies();
    yield* this.lengths.bodies();
    yield* this.embodied.slots;
  }

  /** Slots of the bodies that move and that it touched in the step. */
  *touched(): Generator<number> {
    yield* this.contacts.touched();
    yield* this.faces.touched();
  }

  /** Slots of all bodies that it touches. */
  *met(): Generator<number> {
    yield* this.touched();
    if (this.kernels) yield* this.kernels.contacts.touched();
  }

  /** False where there is no room for all contacts: then `roomier` makes one that has. `rouse` is told of bodies asleep that it will meet. */
  beginStep(memory: StateMemory, gravity: readonly number[], dt: number, h: number, rouse: (slot: number) => void): boolean {
    const { record, state } = this;
    const { f64 } = memory;
    state.read(memory, record);
    this.embodied.beginStep(memory, state);
    const scale = f64[(record + ParticleSetRecord.gravityScale) >>> 3];
    this.gravity = gravity.map((g) => g * scale);
    this.keep = 1 / (1 + h * f64[(record + ParticleSetRecord.damping) >>> 3]);
    this.boxes.enclose(state, dt, norm(this.gravity));
    if (this.kernels) this.kernels.beginStep(memory, record, h, !this.isRecalled);
    else {
      this.distances.beginStep(memory, record, h);
      this.clusters.beginStep(state);
    }
    this.isRecalled = true;
    this.attached.beginStep(memory, record, h);
    this.ties.beginStep(memory);
    this.lengths.beginStep(memory, record, h);
    const slow = WAKING * f64[(record + ParticleSetRecord.sleepSpeed) >>> 3];
    const speed = Math.sqrt(state.speeds[0]);
    const rests = isAtRest(memory, { record });
    const near = nearBodies(memory, record, this.boxes, speed > slow && !rests ? speed * dt : 0, this.faces.count > 0, rouse);
    for (const body of near)
      body.held = (body.isDynamic ? this.ties.spared.get(body.slot) : null) ?? this.attachments.held.get(body.slot) ?? null;
    const { kernels } = this;
    this.faces.beginStep(memory, state, near, this.boxes.reach);
    this.contacts.beginStep(memory, state, kernels ? near.filter(({ isStill }) => !isStill) : near, this.boxes.reach);
    return (
      kernels === null ||
      kernels.contacts.beginStep(
        memory,
        near.filter(({ isStill }) => isStill),
      )
    );
  }

  /** Forces act, and the particles go where they would be alone. */
  predict(memory: StateMemory, bodies: SolverBodies, settings: ContactSettings): void {
    const { gravity, keep, state } = this;
    const { h } = settings;
    this.embodied.beginSubstep(bodies, state);
    this.air.blow(state, h);
    if (this.kernels) this.kernels.predict(h, keep, gravity);
    else predict(state, h, keep, gravity);
    if (this.dampingTime > STRONG * h) this.distances.closeRigid(state);
    for (const hold of this.holds) hold.beginSubstep();
    this.contacts.beginSubstep(memory, state, settings);
    this.kernels?.contacts.beginSubstep(memory, state, settings);
    this.faces.beginSubstep(memory, state, settings);
  }

  /** One pass over the lengths of lines. */
  limit({ h }: ContactSettings): void {
    this.lengths.solve(this.state, h);
  }

  /** One pass over all else that holds the particles. */
  hold({ h }: ContactSettings): void {
    for (const hold of this.holds) if (hold !== this.lengths) hold.solve(this.state, h);
  }

  /** One pass over all contacts with bodies. */
  touch(settings: ContactSettings): void {
    this.faces.solve(this.state, settings);
    this.contacts.solve(this.state, settings);
    this.kernels?.contacts.solve();
  }

  /** Velocities from the way made in the substep. */
  finishSubstep(settings: ContactSettings): void {
    if (this.kernels) this.kernels.finish(settings.h);
    else follow(this.state, settings.h);
    this.contacts.bounce(this.state, settings);
    this.kernels?.contacts.bounce(settings);
  }

  /** Gives the bodies that particles are the velocities of these. */
  endSubstep(bodies: SolverBodies): void {
    this.embodied.endSubstep(bodies, this.state);
  }

  /** Writes the step of `dt` seconds in substeps of `h`; whether all is finite. */
  finishStep(memory: StateMemory, dt: number, h: number): boolean {
    const { record, state } = this;
    const { u32 } = memory;
    if (!state.write(memory, record)) {
      this.isSpoilt = true;
      u32[(record + ParticleSetRecord.flags) >>> 2] |= ParticleFlag.Frozen;
      return false;
    }
    this.embodied.finish(memory, record);
    let broken = 0;
    for (const hold of this.holds) broken += hold.finish(memory, record, Math.max(Math.round(dt / h), 1), h);
    if (broken > 0) this.ties.forget();
    u32[(record + ParticleSetRecord.brokenCount) >>> 2] = broken;
    return true;
  }

  /** m/s: the root of the mean square speed, weighted by masses; more where a particle is much faster. */
  get pace(): number {
    const [most, sum, whole] = this.state.speeds;
    return Math.max(Math.sqrt(sum / whole), Math.sqrt(most) / ODD);
  }

  /** Reads where the particles of a set that sleeps are: nothing moves them in the step. */
  stand(memory: StateMemory): void {
    const { boxes, record, state } = this;
    state.read(memory, record);
    for (let k = 0; k < state.count; k++) state.u[4 * k + 3] = 0;
    boxes.enclose(state, 0, 0);
  }
}

/** Of dampers beside compliances, the longest time constant, s. */
function longestTime(compliances: Float64Array, dampings: Float64Array): number {
  return compliances.reduce((most, compliance, k) => (compliance < Infinity ? Math.max(most, compliance * dampings[k]) : most), 0);
}
