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
import { allocateState, KernelState, type StatePlaces } from './kernel-state.ts';
import { KernelVolumes } from './kernel-volumes.ts';
import { KernelMemory, type ParticleModule } from './kernels.ts';
import { Boxes, partsOf } from './nearby.ts';
import type { Rigid } from './rigid.ts';
import type { Holds } from './state.ts';
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
  readonly state: KernelState;
  readonly boxes: Boxes;
  private readonly solved: KernelSolved;
  readonly attachments: KernelAttachments;
  readonly clusters: KernelClusters;
  readonly volumes: KernelVolumes;
  readonly elements: KernelElements;
  readonly contacts: StillContacts;
  private readonly memory: KernelMemory;
  private readonly gravity: number;
  private readonly places: StatePlaces;

  constructor(
    module: ParticleModule,
    private readonly count: number,
    contacts: number,
    rigid: Rigid,
    { attachments, clusters, elements, volumes, ...holds }: SetHolds,
  ) {
    const memory = new KernelMemory(module);
    this.memory = memory;
    this.gravity = memory.allocate(memory.row);
    const places = allocateState(memory, count);
    this.places = places;
    const place = { memory, u: places.u, before: places.before, start: places.start };
    this.solved = kernelBundles(place, holds);
    this.volumes = new KernelVolumes(place, volumes);
    this.elements = new KernelElements(place, elements);
    this.clusters = new KernelClusters(place, clusters);
    this.attachments = new KernelAttachments(place, attachments, rigid);
    this.contacts = new StillContacts(memory, contacts, places, count);
    // Nothing grows from here on, and views stay what they are.
    for (const bundles of this.solved.bundles) bundles.fill(places.u, count);
    this.elements.fill(count);
    this.volumes.fill();
    this.attachments.fill();
    this.contacts.fill();
    this.state = new KernelState(memory, places, count);
    this.boxes = new Boxes(count, memory.doubles(places.boxes, 6 * partsOf(count)), memory.doubles(places.reach, count));
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
    const { before, u, v } = this.places;
    this.memory.kernels.predict(u, before, v, this.count, h, keep, this.gravity);
  }

  finish(h: number): void {
    const { before, u, v } = this.places;
    this.memory.kernels.finish(u, before, v, this.count, h);
  }
}
