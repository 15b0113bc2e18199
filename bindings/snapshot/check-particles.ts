// Sets of particles: that their lists lie within their blocks, and name particles and bodies that there are.
import {
  ParticleAttachmentRecord,
  ParticleBendRecord,
  ParticleChainRecord,
  ParticleClusterPoint,
  ParticleClusterRecord,
  ParticleDistanceRecord,
  ParticleElementRecord,
  ParticleFlag,
  ParticleLengthPoint,
  ParticleLengthRecord,
  ParticleSetRecord,
  ParticleTetrahedronRecord,
  ParticleTriangleRecord,
  ParticleVolumeRecord,
  WorldRecord,
} from '../core/layout.ts';
import { countsAt, placesOf } from '../particle/places.ts';
import type { Blocks } from './blocks.ts';
import type { Slots } from './slots.ts';
import {
  isBound,
  isCoefficient,
  isFinite64,
  isNonNegative,
  isThreshold,
  range,
  requireNumbers,
  requireRotation,
  requireSound,
  type SnapshotState,
} from './state.ts';

const MOST_PARTICLES = 1 << 22;
/** No list is longer: the sum of their bytes does not wrap. */
const MOST_ENTRIES = 1 << 25;
const FLAGS = Object.values(ParticleFlag).reduce((all, flag) => all | flag, 0);
const NUMBERS = range(ParticleSetRecord.damping, ParticleSetRecord.reserved);
const isCompliance = (value: number): boolean => value >= 0 && (value <= 1e30 || value === Infinity);

export function checkParticles(state: SnapshotState, bodies: Slots, blocks: Blocks | null): void {
  const ids = new Set<number>();
  let set = state.field(WorldRecord.particleSets);
  requireSound(blocks !== null || set === 0, 'it has particles and no blocks');
  while (set !== 0) {
    requireSound(set % 8 === 0 && set + ParticleSetRecord.size <= state.end, 'a set of particles is where there is none');
    const read = (field: number) => state.u32[(set + field) >>> 2];
    blocks?.claim(set, read(ParticleSetRecord.bytes));
    const id = read(ParticleSetRecord.id);
    requireSound(id > 0 && id <= state.field(WorldRecord.particleSetCount) && !ids.has(id), 'a set of particles has the number of another');
    ids.add(id);
    new SetCheck(state, set, bodies).run();
    set = read(ParticleSetRecord.next);
  }
}

class SetCheck {
  private readonly particles: number;

  constructor(
    private readonly state: SnapshotState,
    private readonly set: number,
    private readonly bodies: Slots,
  ) {
    this.particles = this.read(ParticleSetRecord.particleCount);
  }

  run(): void {
    const { set, state } = this;
    const counts = countsAt(state, set);
    requireSound(this.particles >= 1 && this.particles <= MOST_PARTICLES, 'a set of particles has none, or too many');
    requireSound(
      [...counts.values()].every((count) => count <= MOST_ENTRIES),
      'a list of particles is too long',
    );
    const { bytes, places } = placesOf(counts);
    requireSound(bytes === this.read(ParticleSetRecord.bytes), 'the block of a set of particles has another size');
    for (const [field, place] of places) requireSound(this.read(field) === place, 'a list of particles is not where it belongs');
    requireSound((this.read(ParticleSetRecord.flags) & ~FLAGS) === 0, 'a set of particles has flags that there are not');
    requireNumbers(state, set, NUMBERS, isFinite64, 'a set of particles');
    this.checkParticles();
    this.checkHolds();
    this.checkLists();
  }

  private read(field: number): number {
    return this.state.u32[(this.set + field) >>> 2];
  }

  private checkParticles(): void {
    const numbers = (list: number, count: number, test: (value: number) => boolean) => {
      const start = (this.set + this.read(list)) >>> 3;
      requireSound(this.state.f64.subarray(start, start + count).every(test), 'a particle is out of range');
    };
    for (const list of [ParticleSetRecord.restPositions, ParticleSetRecord.positions, ParticleSetRecord.velocities])
      numbers(list, 3 * this.particles, isFinite64);
    numbers(ParticleSetRecord.inverseMasses, this.particles, isNonNegative);
    numbers(ParticleSetRecord.masses, this.particles, (mass) => mass > 0 && mass < Infinity);
    numbers(ParticleSetRecord.radii, this.particles, isNonNegative);
  }

  private each(list: number, count: number, size: number, check: (at: number) => void): void {
    const first = this.set + this.read(list);
    for (let k = 0; k < this.read(count); k++) check(first + k * size);
  }

  private requireParticles(at: number, fields: readonly number[]): void {
    for (const field of fields) requireSound(this.state.u32[(at + field) >>> 2] < this.particles, 'particles are held that there are not');
  }

  private checkHolds(): void {
    const { state } = this;
    const corners = [0, 4, 8, 12];
    this.each(ParticleSetRecord.distances, ParticleSetRecord.distanceCount, ParticleDistanceRecord.size, (at) => {
      this.requireParticles(at, [ParticleDistanceRecord.a, ParticleDistanceRecord.b]);
      requireNumbers(state, at, [ParticleDistanceRecord.rest], isNonNegative, 'a distance of particles');
      requireNumbers(
        state,
        at,
        [ParticleDistanceRecord.stretchCompliance, ParticleDistanceRecord.compressCompliance],
        isCompliance,
        'a distance of particles',
      );
      requireNumbers(state, at, [ParticleDistanceRecord.damping], isCoefficient, 'a distance of particles');
      requireNumbers(
        state,
        at,
        [ParticleDistanceRecord.maxStrain, ParticleDistanceRecord.breakForce],
        isThreshold,
        'a distance of particles',
      );
      requireNumbers(state, at, [ParticleDistanceRecord.tension], isBound, 'a distance of particles');
    });
    this.each(ParticleSetRecord.bends, ParticleSetRecord.bendCount, ParticleBendRecord.size, (at) => {
      this.requireParticles(at, corners);
      requireNumbers(state, at, [ParticleBendRecord.rest], isFinite64, 'a bend');
      requireNumbers(state, at, [ParticleBendRecord.compliance], isCompliance, 'a bend');
      requireNumbers(state, at, [ParticleBendRecord.damping], isCoefficient, 'a bend');
    });
    this.each(ParticleSetRecord.tetrahedra, ParticleSetRecord.tetrahedronCount, ParticleTetrahedronRecord.size, (at) => {
      this.requireParticles(at, corners);
      requireNumbers(state, at, [ParticleTetrahedronRecord.rest], isFinite64, 'a tetrahedron');
      requireNumbers(state, at, [ParticleTetrahedronRecord.compliance], isCompliance, 'a tetrahedron');
      requireNumbers(state, at, [ParticleTetrahedronRecord.damping], isCoefficient, 'a tetrahedron');
    });
    this.each(ParticleSetRecord.elements, ParticleSetRecord.elementCount, ParticleElementRecord.size, (at) => {
      this.requireParticles(at, corners);
      const isModulus = (value: number) => value > 0 && value < Infinity;
      requireNumbers(state, at, [ParticleElementRecord.shearModulus], isModulus, 'an elastic tetrahedron');
      requireNumbers(state, at, [ParticleElementRecord.damping], isNonNegative, 'an elastic tetrahedron');
      requireRotation(state, at + ParticleElementRecord.x, 'the rotation of an elastic tetrahedron');
    });
    this.each(ParticleSetRecord.attachments, ParticleSetRecord.attachmentCount, ParticleAttachmentRecord.size, (at) => {
      this.requireParticles(at, [ParticleAttachmentRecord.particle]);
      this.requireBody(state.u32[(at + ParticleAttachmentRecord.body) >>> 2], at + ParticleAttachmentRecord.flags);
      requireNumbers(state, at, range(ParticleAttachmentRecord.x, ParticleAttachmentRecord.z), isFinite64, 'an attachment');
      requireNumbers(state, at, [ParticleAttachmentRecord.compliance], isCompliance, 'an attachment');
      requireNumbers(state, at, [ParticleAttachmentRecord.damping], isCoefficient, 'an attachment');
    });
    this.each(ParticleSetRecord.triangles, ParticleSetRecord.triangleCount, ParticleTriangleRecord.size, (at) =>
      this.requireParticles(at, [0, 4, 8]),
    );
  }

  /** What is broken may name a body that is gone. */
  private requireBody(slot: number, flags: number): void {
    requireSound((this.state.u32[flags >>> 2] & 1) !== 0 || this.bodies.isAlive(slot), 'particles are held by a body that there is not');
  }

  private checkLists(): void {
    const { state } = this;
    const within = (at: number, counter: number) => {
      const [first, count] = [state.u32[at >>> 2], state.u32[(at + 4) >>> 2]];
      requireSound(count <= this.read(counter) && first <= this.read(counter) - count, 'a list of held particles ends beyond them');
    };
    this.each(ParticleSetRecord.chains, ParticleSetRecord.chainCount, ParticleChainRecord.size, (at) => {
      within(at, ParticleSetRecord.distanceCount);
      requireNumbers(state, at, [ParticleChainRecord.bendCompliance], isCompliance, 'a line of particles');
      requireNumbers(state, at, [ParticleChainRecord.bendDamping], isCoefficient, 'a line of particles');
    });
    this.each(ParticleSetRecord.volumes, ParticleSetRecord.volumeCount, ParticleVolumeRecord.size, (at) => {
      within(at, ParticleSetRecord.triangleCount);
      requireNumbers(state, at, [ParticleVolumeRecord.rest], isFinite64, 'a volume');
      requireNumbers(state, at, [ParticleVolumeRecord.inflation, ParticleVolumeRecord.damping], isNonNegative, 'a volume');
      requireNumbers(state, at, [ParticleVolumeRecord.compliance], isCompliance, 'a volume');
    });
    this.each(ParticleSetRecord.clusters, ParticleSetRecord.clusterCount, ParticleClusterRecord.size, (at) => {
      within(at, ParticleSetRecord.clusterPointCount);
      requireRotation(state, at + ParticleClusterRecord.x, 'the rotation of a cluster');
      requireNumbers(state, at, [ParticleClusterRecord.compliance], isCompliance, 'a cluster');
    });
    this.each(ParticleSetRecord.clusterPoints, ParticleSetRecord.clusterPointCount, ParticleClusterPoint.size, (at) => {
      this.requireParticles(at, [ParticleClusterPoint.particle]);
      requireNumbers(state, at, range(ParticleClusterPoint.x, ParticleClusterPoint.z), isFinite64, 'a cluster');
    });
    const points = this.set + this.read(ParticleSetRecord.lengthPoints);
    this.each(ParticleSetRecord.lengths, ParticleSetRecord.lengthCount, ParticleLengthRecord.size, (at) => {
      within(at, ParticleSetRecord.lengthPointCount);
      requireNumbers(state, at, [ParticleLengthRecord.rest], isNonNegative, 'a line of particles');
      requireNumbers(state, at, [ParticleLengthRecord.compliance], isCompliance, 'a line of particles');
      requireNumbers(state, at, [ParticleLengthRecord.damping], isCoefficient, 'a line of particles');
      const first = state.u32[at >>> 2];
      for (let k = first; k < first + state.u32[(at + 4) >>> 2]; k++) {
        const point = points + k * ParticleLengthPoint.size;
        this.requireParticles(point, [ParticleLengthPoint.particle]);
        requireNumbers(state, point, range(ParticleLengthPoint.x, ParticleLengthPoint.z), isFinite64, 'a point of a line');
        const body = state.u32[(point + ParticleLengthPoint.body) >>> 2];
        if (body > 0) this.requireBody(body - 1, at + ParticleLengthRecord.flags);
      }
    });
  }
}
