// The block of memory of a set of particles: its head, then its lists.

import { norm, type Vec3 } from '../core/arguments.ts';
import { rotate, subtract } from '../core/geometry.ts';
import {
  BodyRecord,
  HoldFlag,
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
  ParticleVolumeRecord,
} from '../core/layout.ts';
import type { StateMemory } from '../core/memory.ts';
import { readQuaternion, readVector } from '../core/records.ts';
import { writeAttachment } from './attach.ts';
import type { LengthPoint, Plan } from './holds.ts';
import { bendAngle, distanceOf, sixVolumes, surfaceVolume } from './measure.ts';
import { levelOrder } from './order.ts';
import { placesOf } from './places.ts';

/** The particles of a set. */
export interface Particles {
  positions: Float64Array;
  velocities: Float64Array;
  inverseMasses: Float64Array;
  masses: Float64Array;
  radii: Float64Array;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

export function countsOf(particles: Particles, plan: Plan, triangles: Uint32Array): Map<number, number> {
  const closed = sum(plan.volumes.map((volume) => volume.triangles.length / 3));
  return new Map<number, number>([
    [ParticleSetRecord.particleCount, particles.masses.length],
    [ParticleSetRecord.distanceCount, plan.distances.length],
    [ParticleSetRecord.chainCount, plan.chains.length],
    [ParticleSetRecord.bendCount, plan.bends.length],
    [ParticleSetRecord.tetrahedronCount, plan.tetrahedra.length],
    [ParticleSetRecord.elementCount, plan.elements.length],
    [ParticleSetRecord.volumeCount, plan.volumes.length],
    [ParticleSetRecord.lengthCount, plan.lengths.length],
    [ParticleSetRecord.lengthPointCount, sum(plan.lengths.map(({ points }) => points.length))],
    [ParticleSetRecord.clusterCount, plan.clusters.length],
    [ParticleSetRecord.clusterPointCount, sum(plan.clusters.map((cluster) => cluster.particles.length))],
    [ParticleSetRecord.attachmentCount, plan.attachments.length + plan.spareAttachments],
    [ParticleSetRecord.triangleCount, closed + triangles.length / 3],
  ]);
}

/** Writes heads and lists to a block of zeros. */
export class BlockWriter {
  private readonly places: Map<number, number>;

  constructor(
    private readonly memory: StateMemory,
    private readonly record: number,
    private readonly bodyRecord: (slot: number) => number,
    counts: ReadonlyMap<number, number>,
  ) {
    const { places, bytes } = placesOf(counts);
    this.places = places;
    const { u32, u8 } = memory;
    u8.fill(0, record, record + bytes);
    u32[(record + ParticleSetRecord.bytes) >>> 2] = bytes;
    for (const [field, count] of counts) u32[(record + field) >>> 2] = count;
    for (const [field, place] of places) u32[(record + field) >>> 2] = place;
  }

  write(particles: Particles, plan: Plan, triangles: Uint32Array): void {
    this.numbers(ParticleSetRecord.restPositions, particles.positions);
    this.numbers(ParticleSetRecord.positions, particles.positions);
    this.numbers(ParticleSetRecord.velocities, particles.velocities);
    this.numbers(ParticleSetRecord.inverseMasses, particles.inverseMasses);
    this.numbers(ParticleSetRecord.masses, particles.masses);
    this.numbers(ParticleSetRecord.radii, particles.radii);
    this.distances(plan, particles.positions);
    this.corners(plan, particles.positions);
    this.elements(plan);
    this.volumes(plan, triangles, particles.positions);
    this.lengths(plan, particles.positions);
    this.clusters(plan, particles);
    this.attachments(plan, particles.positions);
  }

  private at(list: number, index: number, size: number): number {
    return this.record + (this.places.get(list) as number) + index * size;
  }
  private f64(at: number, value: number): void {
    this.memory.f64[at >>> 3] = value;
  }
  private u32(at: number, value: number): void {
    this.memory.u32[at >>> 2] = value;
  }
  private numbers(list: number, values: Float64Array): void {
    this.memory.f64.set(values, this.at(list, 0, 0) >>> 3);
  }

  /** Lines first, each in one piece; the others by levels. */
  private distances({ chains, distances }: Plan, x: Float64Array): void {
    const chained = new Set<number>();
    const order: number[] = [];
    chains.forEach(({ bend, first, count }, k) => {
      const at = this.at(ParticleSetRecord.chains, k, ParticleChainRecord.size);
      this.u32(at + ParticleChainRecord.firstDistance, order.length);
      this.u32(at + ParticleChainRecord.distanceCount, count);
      this.f64(at + ParticleChainRecord.bendCompliance, bend.compliance);
      this.f64(at + ParticleChainRecord.bendDamping, bend.damping);
      for (let link = first; link < first + count; link++) {
        order.push(link);
        chained.add(link);
      }
    });
    const others = distances.map((_, index) => index).filter((index) => !chained.has(index));
    for (const k of levelOrder(others.length, (index) => [distances[others[index]].a, distances[others[index]].b])) order.push(others[k]);
    order.forEach((number, place) => {
      const one = distances[number];
      const at = this.at(ParticleSetRecord.distances, place, ParticleDistanceRecord.size);
      this.u32(at + ParticleDistanceRecord.a, one.a);
      this.u32(at + ParticleDistanceRecord.b, one.b);
      this.u32(at + ParticleDistanceRecord.number, number);
      this.f64(at + ParticleDistanceRecord.rest, one.rest ?? distanceOf(x, one.a, one.b));
      this.f64(at + ParticleDistanceRecord.stretchCompliance, one.compliance);
      this.f64(at + ParticleDistanceRecord.compressCompliance, one.compress);
      this.f64(at + ParticleDistanceRecord.damping, one.damping);
      this.f64(at + ParticleDistanceRecord.maxStrain, one.maxStrain);
      this.f64(at + ParticleDistanceRecord.breakForce, one.breakForce);
    });
  }

  private corners({ bends, tetrahedra }: Plan, x: Float64Array): void {
    levelOrder(bends.length, (index) => bends[index].corners).forEach((number, place) => {
      const { compliance, corners, damping, rest } = bends[number];
      const at = this.at(ParticleSetRecord.bends, place, ParticleBendRecord.size);
      for (const [k, corner] of corners.entries()) this.u32(at + ParticleBendRecord.a + 4 * k, corner);
      this.u32(at + ParticleBendRecord.number, number);
      this.f64(at + ParticleBendRecord.rest, rest ?? bendAngle(x, corners));
      this.f64(at + ParticleBendRecord.compliance, compliance);
      this.f64(at + ParticleBendRecord.damping, damping);
    });
    levelOrder(tetrahedra.length, (index) => tetrahedra[index].corners).forEach((number, place) => {
      const { compliance, corners, damping } = tetrahedra[number];
      const at = this.at(ParticleSetRecord.tetrahedra, place, ParticleTetrahedronRecord.size);
      for (const [k, corner] of corners.entries()) this.u32(at + ParticleTetrahedronRecord.a + 4 * k, corner);
      this.u32(at + ParticleTetrahedronRecord.number, number);
      this.f64(at + ParticleTetrahedronRecord.rest, sixVolumes(x, corners));
      this.f64(at + ParticleTetrahedronRecord.compliance, compliance);
      this.f64(at + ParticleTetrahedronRecord.damping, damping);
    });
  }

  private elements({ elements }: Plan): void {
    levelOrder(elements.length, (index) => elements[index].corners).forEach((number, place) => {
      const { corners, damping, shearModulus } = elements[number];
      const at = this.at(ParticleSetRecord.elements, place, ParticleElementRecord.size);
      for (const [k, corner] of corners.entries()) this.u32(at + ParticleElementRecord.a + 4 * k, corner);
      this.u32(at + ParticleElementRecord.number, number);
      this.f64(at + ParticleElementRecord.shearModulus, shearModulus);
      this.f64(at + ParticleElementRecord.damping, damping);
      this.f64(at + ParticleElementRecord.w, 1);
    });
  }

  private volumes({ volumes }: Plan, triangles: Uint32Array, x: Float64Array): void {
    let first = triangles.length / 3;
    const list = this.at(ParticleSetRecord.triangles, 0, 0) >>> 2;
    this.memory.u32.set(triangles, list);
    volumes.forEach((volume, k) => {
      const at = this.at(ParticleSetRecord.volumes, k, ParticleVolumeRecord.size);
      this.memory.u32.set(volume.triangles, list + 3 * first);
      this.u32(at + ParticleVolumeRecord.firstTriangle, first);
      this.u32(at + ParticleVolumeRecord.triangleCount, volume.triangles.length / 3);
      this.u32(at + ParticleVolumeRecord.number, k);
      this.f64(at + ParticleVolumeRecord.rest, surfaceVolume(x, volume.triangles));
      this.f64(at + ParticleVolumeRecord.inflation, volume.inflation);
      this.f64(at + ParticleVolumeRecord.compliance, volume.compliance);
      this.f64(at + ParticleVolumeRecord.damping, volume.damping);
      first += volume.triangles.length / 3;
    });
  }

  private lengths({ lengths }: Plan, x: Float64Array): void {
    let first = 0;
    lengths.forEach((one, k) => {
      const at = this.at(ParticleSetRecord.lengths, k, ParticleLengthRecord.size);
      this.u32(at + ParticleLengthRecord.firstPoint, first);
      this.u32(at + ParticleLengthRecord.pointCount, one.points.length);
      this.u32(at + ParticleLengthRecord.number, k);
      this.u32(at + ParticleLengthRecord.flags, one.pushes ? HoldFlag.Pushes : 0);
      this.f64(at + ParticleLengthRecord.compliance, one.compliance);
      this.f64(at + ParticleLengthRecord.damping, one.damping);
      this.f64(at + ParticleLengthRecord.breakForce, one.breakForce);
      let [length, last] = [0, null as Vec3 | null];
      for (const point of one.points) {
        const place = this.lengthPoint(point, first++, x);
        if (last) length += norm(subtract(place, last));
        last = place;
      }
      this.f64(at + ParticleLengthRecord.rest, one.rest ?? length);
    });
  }

  /** Writes a point, and returns where it is. */
  private lengthPoint(point: LengthPoint, index: number, x: Float64Array): Vec3 {
    const at = this.at(ParticleSetRecord.lengthPoints, index, ParticleLengthPoint.size);
    if ('particle' in point) {
      this.u32(at + ParticleLengthPoint.particle, point.particle);
      return [x[3 * point.particle], x[3 * point.particle + 1], x[3 * point.particle + 2]];
    }
    const { center, orientation, position } = this.pose(point.body.index);
    const local = subtract(point.point, center);
    this.u32(at + ParticleLengthPoint.body, point.body.index + 1);
    for (const [axis, value] of local.entries()) this.f64(at + ParticleLengthPoint.x + 8 * axis, value);
    const lever = rotate(orientation, local);
    return [position[0] + lever[0], position[1] + lever[1], position[2] + lever[2]];
  }

  private clusters({ clusters }: Plan, { masses, positions: x }: Particles): void {
    let first = 0;
    levelOrder(clusters.length, (index) => clusters[index].particles).forEach((number, place) => {
      const { compliance, particles } = clusters[number];
      const at = this.at(ParticleSetRecord.clusters, place, ParticleClusterRecord.size);
      this.u32(at + ParticleClusterRecord.firstPoint, first);
      this.u32(at + ParticleClusterRecord.pointCount, particles.length);
      this.u32(at + ParticleClusterRecord.number, number);
      this.f64(at + ParticleClusterRecord.w, 1);
      this.f64(at + ParticleClusterRecord.compliance, compliance);
      const whole = sum(Array.from(particles, (p) => masses[p]));
      const center = [0, 1, 2].map((axis) => sum(Array.from(particles, (p) => masses[p] * x[3 * p + axis])) / whole);
      for (const p of particles) {
        const point = this.at(ParticleSetRecord.clusterPoints, first++, ParticleClusterPoint.size);
        for (let axis = 0; axis < 3; axis++) this.f64(point + ParticleClusterPoint.x + 8 * axis, x[3 * p + axis] - center[axis]);
        this.u32(point + ParticleClusterPoint.particle, p);
      }
    });
  }

  private attachments({ attachments, spareAttachments }: Plan, x: Float64Array): void {
    attachments.forEach((one, k) => {
      const place: Vec3 = [x[3 * one.particle], x[3 * one.particle + 1], x[3 * one.particle + 2]];
      const at = this.at(ParticleSetRecord.attachments, k, ParticleAttachmentRecord.size);
      writeAttachment(this.memory, at, this.bodyRecord(one.body.index), place, one);
    });
    for (let k = attachments.length; k < attachments.length + spareAttachments; k++)
      this.u32(this.at(ParticleSetRecord.attachments, k, ParticleAttachmentRecord.size) + ParticleAttachmentRecord.flags, HoldFlag.Broken);
  }

  private pose(slot: number): { center: Vec3; orientation: [number, number, number, number]; position: Vec3 } {
    const record = this.bodyRecord(slot);
    return {
      center: readVector(this.memory, record + BodyRecord.centerX),
      orientation: readQuaternion(this.memory, record + BodyRecord.orientationX),
      position: readVector(this.memory, record + BodyRecord.positionX),
    };
  }
}
