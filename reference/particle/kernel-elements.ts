// Elastic tetrahedra by the kernel of particles: bundles of LANES that share no particles.
import { ParticleElementRecord, ParticleSetRecord } from '../../bindings/core/layout.ts';
import type { StateMemory } from '../../bindings/core/state-memory.ts';
import { bundled } from './bundles.ts';
import type { Elements } from './elements.ts';
import type { Place } from './kernel-holds.ts';
import { type Holds, listOf } from './state.ts';

/** Where the numbers of a bundle are, in vectors of LANES: behind the addresses of four particles and their separations. */
const SLOPES = 13;
const SOFT = 22;
const DAMPING = 23;
const ROTATION = 24;
const LANE_BYTES = 16;
/** No compliance is less, and none more. */
const LEAST = 1e-30;
const NONE = 1e30;

export class KernelElements implements Holds {
  readonly count: number;
  /** The tetrahedron of each lane, -1 for idle ones. */
  private readonly lanes: Int32Array;
  private readonly bundles: number;
  private readonly at: number;
  private readonly damped: number;
  private lastH = 0;
  private isFirst = true;

  constructor(
    private readonly place: Place,
    private readonly elements: Elements,
  ) {
    const { kernels, lanes } = place.memory;
    this.count = elements.count;
    this.lanes = bundled(elements.count, lanes, (k) => elements.corners.subarray(4 * k, 4 * k + 4));
    this.bundles = this.lanes.length / lanes;
    this.at = place.memory.allocate(this.bundles * kernels.elementBytes());
    this.damped = elements.damping.some((time) => time > 0) ? 1 : 0;
  }

  /** Writes what does not change, once all of the memory is there. Behind the last of `particles` is one that is idle. */
  fill(particles: number): void {
    const { memory, u } = this.place;
    const { corners, rotations, slopes } = this.elements;
    this.lanes.forEach((k, at) => {
      const [bundle, lane] = this.bundleOf(at);
      for (let corner = 0; corner < 4; corner++)
        memory.allWords[(bundle >>> 2) + 4 * corner + lane] = u + memory.row * (k < 0 ? particles : corners[4 * k + corner] / 4);
      for (let i = 0; i < 9; i++) this.write(bundle, SLOPES + i, lane, k < 0 ? 0 : slopes[9 * k + i]);
      for (let i = 0; i < 4; i++) this.write(bundle, ROTATION + i, lane, k < 0 ? Number(i === 3) : rotations[4 * k + i]);
    });
  }

  beginStep(h: number): void {
    const { memory, start, u } = this.place;
    if (h !== this.lastH) this.scale(h);
    memory.kernels.packCorners(this.at, memory.kernels.elementBytes(), this.bundles, start, u);
  }

  private scale(h: number): void {
    const { compliance, damping } = this.elements;
    this.lastH = h;
    this.lanes.forEach((k, at) => {
      const [bundle, lane] = this.bundleOf(at);
      this.write(bundle, SOFT, lane, k < 0 ? 1 : Math.min(Math.max(compliance[k] / (h * h), LEAST), NONE));
      this.write(bundle, DAMPING, lane, k < 0 ? 0 : damping[k] / h);
    });
  }

  beginSubstep(): void {
    this.isFirst = true;
  }

  solve(): void {
    const { before, memory, u } = this.place;
    memory.kernels.elements(this.at, this.bundles, before - u, Number(this.isFirst), this.damped);
    this.isFirst = false;
  }

  finish(memory: StateMemory, record: number): number {
    const { first } = listOf(memory, record, ParticleSetRecord.elements, ParticleSetRecord.elementCount);
    const { all, lanes } = this.place.memory;
    this.lanes.forEach((k, at) => {
      if (k < 0) return;
      const [bundle, lane] = this.bundleOf(at);
      const from = this.place.memory.index(bundle + ROTATION * LANE_BYTES) + lane;
      const to = (first + k * ParticleElementRecord.size + ParticleElementRecord.x) >>> 3;
      for (let i = 0; i < 4; i++) memory.f64[to + i] = all[from + lanes * i];
    });
    return 0;
  }

  private bundleOf(at: number): [bundle: number, lane: number] {
    const { kernels, lanes } = this.place.memory;
    return [this.at + Math.floor(at / lanes) * kernels.elementBytes(), at % lanes];
  }
  private write(bundle: number, field: number, lane: number, value: number): void {
    const { memory } = this.place;
    memory.all[memory.index(bundle + field * LANE_BYTES) + lane] = value;
  }
}
