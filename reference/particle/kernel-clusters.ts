// Clusters by the kernel of particles: bundles of LANES that share no particles, each with the points of its clusters behind it.
import { ParticleClusterRecord, ParticleSetRecord } from '../../bindings/core/layout.ts';
import type { StateMemory } from '../../bindings/core/state-memory.ts';
import { bundled } from './bundles.ts';
import { type Clusters, growthOf, shareOf, weight } from './clusters.ts';
import type { Place } from './kernel-holds.ts';
import { type Holds, listOf, type ParticleState } from './state.ts';

/** Where the numbers of a bundle are: in vectors of LANES behind a head of one; and those of a point. */
const ROTATION = 0;
const SHARE = 4;
const SCALE = 5;
const LEAST = 6;
const GROWTH = 8;
const PLACE = 3;
const WEIGHT = 6;
const LANE_BYTES = 16;
const NONE = { least: 0, middle: [0, 0, 0], scale: 0, whole: 0 };

export class KernelClusters implements Holds {
  readonly count: number;
  /** The cluster of each lane, -1 for idle ones. */
  private readonly lanes: Int32Array;
  /** Addresses of the bundles, and points of each. */
  private readonly bundles: Uint32Array;
  private readonly points: Uint32Array;
  private readonly work: number;
  private readonly masses: Float64Array;
  private readonly least: Float64Array;
  private lastH = 0;

  constructor(
    private readonly place: Place,
    private readonly clusters: Clusters,
  ) {
    const { memory } = place;
    const { kernels, lanes } = memory;
    this.masses = new Float64Array(clusters.count);
    this.least = new Float64Array(clusters.count);
    // A stranger's snapshot may have some without points.
    this.lanes = bundled(clusters.count, lanes, (k) => (this.particlesOf(k).length > 0 ? this.particlesOf(k) : null));
    this.count = this.lanes.length;
    this.points = new Uint32Array(this.lanes.length / lanes);
    this.lanes.forEach((k, lane) => {
      if (k < 0) return;
      const bundle = Math.floor(lane / lanes);
      this.points[bundle] = Math.max(this.points[bundle], this.particlesOf(k).length);
    });
    const sizes = Array.from(this.points, (points) => kernels.clusterBytes() + points * kernels.clusterPointBytes());
    let next = memory.allocate(sizes.reduce((sum, size) => sum + size, 0));
    this.bundles = Uint32Array.from(sizes, (size) => {
      next += size;
      return next - size;
    });
    this.work = memory.allocate(kernels.clusterWorkBytes() * this.points.reduce((most, points) => Math.max(most, points), 0));
  }

  private particlesOf(k: number): Uint32Array {
    return this.clusters.particles.subarray(this.clusters.starts[k], this.clusters.starts[k + 1]);
  }

  /** Writes what does not change but with the set's version, once all of the memory is there. */
  fill({ count, masses, u }: ParticleState): void {
    const { memory, u: first } = this.place;
    const { allWords, kernels, lanes, row } = memory;
    this.lanes.forEach((k, at) => {
      const [bundle, lane] = [Math.floor(at / lanes), at % lanes];
      const head = this.bundles[bundle];
      allWords[head >>> 2] = this.points[bundle];
      const particles = k < 0 ? new Uint32Array(0) : this.particlesOf(k);
      const { least, middle, scale, whole: mass } = k < 0 ? NONE : this.clusters.sizeOf(k, masses, u);
      if (k >= 0) [this.masses[k], this.least[k]] = [mass, least];
      this.write(head, SCALE, lane, scale);
      this.write(head, LEAST, lane, least);
      for (let axis = 0; axis < 4; axis++)
        this.write(head, ROTATION + axis, lane, k < 0 ? (axis === 3 ? 1 : 0) : this.clusters.rotations[4 * k + axis]);
      for (let i = 0; i < this.points[bundle]; i++) {
        const point = head + kernels.clusterBytes() + i * kernels.clusterPointBytes();
        const p = i < particles.length ? particles[i] : 4 * count;
        allWords[(point >>> 2) + lane] = first + row * (p >>> 2);
        if (i >= particles.length) continue;
        this.write(point, WEIGHT, lane, weight(masses, u, p) / mass);
        const at = 3 * (this.clusters.starts[k] + i);
        for (let axis = 0; axis < 3; axis++) this.write(point, PLACE + axis, lane, this.clusters.places[at + axis] - middle[axis]);
      }
    });
  }

  beginStep(state: ParticleState, h: number): void {
    const { memory, start, u } = this.place;
    if (this.lastH === 0) this.fill(state);
    if (this.lastH !== h) this.scale(h);
    memory.kernels.packClusters(this.bundles[0], this.bundles.length, start, u);
  }

  private scale(h: number): void {
    const { starts, compliance } = this.clusters;
    const { lanes } = this.place.memory;
    this.lastH = h;
    this.lanes.forEach((k, at) => {
      const share = k < 0 ? 0 : shareOf(compliance[k], this.masses[k], starts[k + 1] - starts[k], h);
      const head = this.bundles[Math.floor(at / lanes)];
      this.write(head, SHARE, at % lanes, share);
      this.write(head, GROWTH, at % lanes, k < 0 ? 0 : growthOf(this.least[k], h));
    });
  }

  beginSubstep(): void {}

  solve(): void {
    this.place.memory.kernels.clusters(this.bundles[0], this.bundles.length, this.work);
  }

  finish(memory: StateMemory, record: number): number {
    const { first } = listOf(memory, record, ParticleSetRecord.clusters, ParticleSetRecord.clusterCount);
    const { all, lanes } = this.place.memory;
    this.lanes.forEach((k, at) => {
      if (k < 0) return;
      const from = this.numbers(this.bundles[Math.floor(at / lanes)]) + (at % lanes);
      const to = (first + k * ParticleClusterRecord.size + ParticleClusterRecord.x) >>> 3;
      for (let axis = 0; axis < 4; axis++) memory.f64[to + axis] = all[from + lanes * (ROTATION + axis)];
    });
    return 0;
  }

  /** Of `all`: the first number behind a head. */
  private numbers(at: number): number {
    return this.place.memory.index(at + LANE_BYTES);
  }
  private write(at: number, field: number, lane: number, value: number): void {
    const { all, lanes } = this.place.memory;
    all[this.numbers(at) + lanes * field + lane] = value;
  }
}
