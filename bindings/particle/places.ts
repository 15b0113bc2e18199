// Where the lists of a set of particles are in its block.
import {
  ParticleAttachmentRecord,
  ParticleBendRecord,
  ParticleChainRecord,
  ParticleClusterPoint,
  ParticleClusterRecord,
  ParticleDistanceRecord,
  ParticleElementRecord,
  ParticleLengthPoint,
  ParticleLengthRecord,
  ParticleSetRecord,
  ParticleTetrahedronRecord,
  ParticleTriangleRecord,
  ParticleVolumeRecord,
} from '../core/layout.ts';
import type { StateMemory } from '../core/state-memory.ts';

/** Lists of a set: where their place and their count are in its head, and how large an entry is. */
const LISTS = [
  { place: ParticleSetRecord.restPositions, size: 24, count: ParticleSetRecord.particleCount },
  { place: ParticleSetRecord.positions, size: 24, count: ParticleSetRecord.particleCount },
  { place: ParticleSetRecord.velocities, size: 24, count: ParticleSetRecord.particleCount },
  { place: ParticleSetRecord.inverseMasses, size: 8, count: ParticleSetRecord.particleCount },
  { place: ParticleSetRecord.masses, size: 8, count: ParticleSetRecord.particleCount },
  { place: ParticleSetRecord.radii, size: 8, count: ParticleSetRecord.particleCount },
  { place: ParticleSetRecord.distances, size: ParticleDistanceRecord.size, count: ParticleSetRecord.distanceCount },
  { place: ParticleSetRecord.chains, size: ParticleChainRecord.size, count: ParticleSetRecord.chainCount },
  { place: ParticleSetRecord.bends, size: ParticleBendRecord.size, count: ParticleSetRecord.bendCount },
  { place: ParticleSetRecord.tetrahedra, size: ParticleTetrahedronRecord.size, count: ParticleSetRecord.tetrahedronCount },
  { place: ParticleSetRecord.elements, size: ParticleElementRecord.size, count: ParticleSetRecord.elementCount },
  { place: ParticleSetRecord.volumes, size: ParticleVolumeRecord.size, count: ParticleSetRecord.volumeCount },
  { place: ParticleSetRecord.lengths, size: ParticleLengthRecord.size, count: ParticleSetRecord.lengthCount },
  { place: ParticleSetRecord.lengthPoints, size: ParticleLengthPoint.size, count: ParticleSetRecord.lengthPointCount },
  { place: ParticleSetRecord.clusters, size: ParticleClusterRecord.size, count: ParticleSetRecord.clusterCount },
  { place: ParticleSetRecord.clusterPoints, size: ParticleClusterPoint.size, count: ParticleSetRecord.clusterPointCount },
  { place: ParticleSetRecord.attachments, size: ParticleAttachmentRecord.size, count: ParticleSetRecord.attachmentCount },
  { place: ParticleSetRecord.triangles, size: ParticleTriangleRecord.size, count: ParticleSetRecord.triangleCount },
] as const;

/** Where each list of a set with these counts is, in bytes from its head, and how many bytes all take. */
export function placesOf(counts: ReadonlyMap<number, number>): { places: Map<number, number>; bytes: number } {
  const places = new Map<number, number>();
  let bytes: number = ParticleSetRecord.size;
  for (const { place, size, count } of LISTS) {
    places.set(place, bytes);
    bytes += Math.ceil((size * (counts.get(count) ?? 0)) / 8) * 8;
  }
  return { places, bytes };
}

/** The counts in a head. */
export function countsAt({ u32 }: StateMemory, record: number): Map<number, number> {
  return new Map(LISTS.map(({ count }) => [count, u32[(record + count) >>> 2]]));
}
