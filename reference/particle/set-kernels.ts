// The memory of kernels for one set: its state, and its constraints in bundles.
import type { StateMemory } from '../../bindings/core/state-memory.ts';
import type { Attachments } from './attachments.ts';
import type { Bends } from './bends.ts';
import type { Chains } from './chains.ts';
import type { Clusters } from './clusters.ts';
import type { Distances } from './distances.ts';
import type { Elements } from './elements.ts';
import { KernelAttachments } from './kernel-attachments.ts';
import { KernelClusters } from './kernel-clusters.ts';
import { KernelElements } from './kernel-elements.ts';
import { type KernelSolved, kernelBundles } from './kernel-holds.ts';
import { KernelVolumes } from './kernel-volumes.ts';
import { KernelMemory, type ParticleModule } from './kernels.ts';
import type { Rigid } from './rigid.ts';
import { type Holds, ParticleState } from './state.ts';
import { StillContacts } from './still-contacts.ts';
import type { Tetrahedra } from './tetrahedra.ts';
import type { Volumes } from './volumes.ts';

/** What kernels can solve. */
export interface SetHolds {
  attachments: Attachments;
  bends: Bends;
  chains: Chains;
  clusters: Clusters;
  distances: Distances;
  elements: Elements;
  tetrahedra: Tetrahedra;
  volumes: Volumes;
}

export class SetKernels {
  readonly state: ParticleState;
  private readonly solved: KernelSolved;
  readonly attachments: KernelAttachments;
  readonly clusters: KernelClusters;
  readonly volumes: KernelVolumes;
  readonly elements: KernelElements;
  readonly contacts: StillContacts;
  private readonly memory: KernelMemory;
  private readonly gravity: number;
  private readonly u: number;
  private readonly before: number;
  private readonly v: number;

  constructor(
    module: ParticleModule,
    private readonly count: number,
    contacts: number,
    rigid: Rigid,
    { attachments, clusters, elements, volumes, ...holds }: SetHolds,
  ) {
    const memory = new KernelMemory(module);
    this.memory = memory;
    const row = module.isSingle ? 16 : 32;
    this.gravity = memory.allocate(row);
    this.u = memory.allocate(row * (count + 1));
    this.before = memory.allocate(row * (count + 1));
    this.v = memory.allocate(row * (count + 1));
    const start = memory.allocate(32 * (count + 1));
    const place = { memory, u: this.u, before: this.before, start };
    this.solved = kernelBundles(place, holds);
    this.volumes = new KernelVolumes(place, volumes);
    this.elements = new KernelElements(place, elements);
    this.clusters = new KernelClusters(place, clusters);
    this.attachments = new KernelAttachments(place, attachments, rigid);
    this.contacts = new StillContacts(memory, contacts, this.u, this.before, this.v);
    // Nothing grows from here on, and views stay what they are.
    for (const bundles of this.solved.bundles) bundles.fill(this.u, count);
    this.elements.fill(count);
    this.volumes.fill();
    this.attachments.fill();
    const places = [this.u, this.before, this.v];
    this.state = new ParticleState(
      count,
      () => memory.numbers(places.shift() as number, 4 * (count + 1)),
      memory.doubles(start, 4 * (count + 1)),
    );
  }

  beginStep(world: StateMemory, record: number, h: number, recalls: boolean): void {
    for (const bundles of this.solved.bundles) bundles.beginStep(world, record, h, recalls);
    for (const bends of this.solved.bends) bends.beginStep(h);
    if (this.elements.count > 0) this.elements.beginStep(h);
    if (this.clusters.count > 0) this.clusters.beginStep(this.state, h);
  }

  get holds(): readonly Holds[] {
    return this.solved.holds;
  }

  predict(h: number, keep: number, gravity: readonly number[]): void {
    this.memory.numbers(this.gravity, 3).set(gravity);
    this.memory.kernels.predict(this.u, this.before, this.v, this.count, h, keep, this.gravity);
  }

  finish(h: number): void {
    this.memory.kernels.finish(this.u, this.before, this.v, this.count, h);
  }
}
