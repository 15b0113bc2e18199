// Closed surfaces by the kernel of particles.
import type { StateMemory } from '../../bindings/core/state-memory.ts';
import type { Place } from './kernel-holds.ts';
import type { Holds, Numbers, ParticleState } from './state.ts';
import type { Volumes } from './volumes.ts';

/** Words and numbers of a record. */
const PARTICLES = 0;
const TRIANGLES = 1;
const ROWS = 2;
const CORNERS = 3;
const POINTS = 4;
const GRADIENTS = 5;
const REST = 3;
const COMPLIANCE = 4;
const DAMPING = 5;
const LAMBDA = 6;
const SUM = 7;
const POINT_BYTES = 32;

export class KernelVolumes implements Holds {
  readonly count: number;
  private readonly at: number;
  private readonly bytes: number;
  private readonly lists: { rows: number; corners: number; points: number; gradients: number }[];
  private numbers: Numbers = new Float64Array(0);
  private isFirst = true;

  constructor(
    private readonly place: Place,
    private readonly all: Volumes,
  ) {
    const { memory } = place;
    this.count = all.count;
    this.bytes = memory.kernels.volumeBytes();
    this.at = memory.allocate(this.count * this.bytes);
    this.lists = all.volumes.map(({ corners, particles }) => ({
      rows: memory.allocate(4 * particles.length),
      corners: memory.allocate(4 * corners.length),
      points: memory.allocate(POINT_BYTES * particles.length),
      gradients: memory.allocate(POINT_BYTES * particles.length),
    }));
  }

  /** Writes what does not change, once all of the memory is there. */
  fill(): void {
    const { memory, u } = this.place;
    const { allWords } = memory;
    this.numbers = memory.doubles(this.at, (this.count * this.bytes) >>> 3);
    this.all.volumes.forEach(({ compliance, corners, damping, particles, rest }, k) => {
      const { corners: list, gradients, points, rows } = this.lists[k];
      const at = (this.at + k * this.bytes) >>> 2;
      allWords[at + PARTICLES] = particles.length;
      allWords[at + TRIANGLES] = corners.length / 3;
      allWords[at + ROWS] = rows;
      allWords[at + CORNERS] = list;
      allWords[at + POINTS] = points;
      allWords[at + GRADIENTS] = gradients;
      const places = new Map<number, number>();
      particles.forEach((p, i) => {
        places.set(p, i);
        allWords[(rows >>> 2) + i] = u + memory.row * (p >>> 2);
      });
      corners.forEach((p, i) => {
        allWords[(list >>> 2) + i] = POINT_BYTES * (places.get(p) as number);
      });
      const to = (k * this.bytes) >>> 3;
      this.numbers[to + REST] = rest;
      this.numbers[to + COMPLIANCE] = compliance;
      this.numbers[to + DAMPING] = damping;
    });
  }

  beginSubstep(): void {
    this.isFirst = true;
  }

  solve(_: ParticleState, h: number): void {
    const { before, memory, start, u } = this.place;
    memory.kernels.volumes(this.at, this.count, start, u, before - u, h, this.isFirst ? 1 : 0);
    this.isFirst = false;
  }

  finish(memory: StateMemory, record: number, substeps: number, h: number): number {
    for (const [k, volume] of this.all.volumes.entries()) {
      const at = (k * this.bytes) >>> 3;
      volume.sum = this.numbers[at + SUM];
      volume.lambda = this.numbers[at + LAMBDA];
      this.numbers[at + SUM] = 0;
      this.numbers[at + LAMBDA] = 0;
    }
    return this.all.finish(memory, record, substeps, h);
  }
}
