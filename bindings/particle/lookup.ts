// Where sets of particles are in a world's memory, and what holds the particles of one.
import { HolonomicError } from '../core/errors.ts';
import {
  HoldFlag,
  ParticleAttachmentRecord,
  ParticleChainRecord,
  ParticleDistanceRecord,
  ParticleLengthRecord,
  ParticleSetRecord,
  ParticleVolumeRecord,
  WorldRecord,
} from '../core/layout.ts';
import type { StateMemory } from '../core/state-memory.ts';

/** A list of what holds particles: what users call one, where the list and its count are in the head of a set, and how large an entry is. */
export interface HoldList {
  readonly what: string;
  readonly list: number;
  readonly counter: number;
  readonly size: number;
}
/** A list in the order in which it is solved, whose entries know the order in which they were given. */
export interface NumberedList extends HoldList {
  readonly number: number;
}

export const DISTANCES: NumberedList = {
  what: 'distance',
  list: ParticleSetRecord.distances,
  counter: ParticleSetRecord.distanceCount,
  ...ParticleDistanceRecord,
};
export const LENGTHS: NumberedList = {
  what: 'line',
  list: ParticleSetRecord.lengths,
  counter: ParticleSetRecord.lengthCount,
  ...ParticleLengthRecord,
};
export const VOLUMES: NumberedList = {
  what: 'volume',
  list: ParticleSetRecord.volumes,
  counter: ParticleSetRecord.volumeCount,
  ...ParticleVolumeRecord,
};
export const ATTACHMENTS: HoldList = {
  what: 'attachment',
  list: ParticleSetRecord.attachments,
  counter: ParticleSetRecord.attachmentCount,
  ...ParticleAttachmentRecord,
};

/** Where the address of the first set is. */
export const firstLink = ({ world }: StateMemory): number => world + WorldRecord.particleSets;

/** Where the address of one more set is to be written. */
export function lastLink(memory: StateMemory): number {
  let link = firstLink(memory);
  while (memory.u32[link >>> 2] !== 0) link = memory.u32[link >>> 2] + ParticleSetRecord.next;
  return link;
}

/** Address of the set of a number; 0: it is gone. */
export function findSet(memory: StateMemory, id: number): number {
  const { u32 } = memory;
  let record = u32[firstLink(memory) >>> 2];
  while (record !== 0 && u32[(record + ParticleSetRecord.id) >>> 2] !== id) record = u32[(record + ParticleSetRecord.next) >>> 2];
  return record;
}

/** Address of an entry of a list, by its place there. Throws `invalid-argument`. */
export function entryAt({ u32 }: StateMemory, record: number, index: number, { counter, list, size, what }: HoldList): number {
  const count = u32[(record + counter) >>> 2];
  if (!Number.isInteger(index) || index < 0 || index >= count)
    throw new HolonomicError('invalid-argument', `This set has ${count} of ${what}s, numbered from 0, but was asked for ${index}.`);
  return record + u32[(record + list) >>> 2] + index * size;
}

/** The same by the order in which they were given. */
export function numberedAt(memory: StateMemory, record: number, index: number, list: NumberedList): number {
  const place = entryAt(memory, record, index, list);
  const { u32 } = memory;
  const first = record + u32[(record + list.list) >>> 2];
  const end = first + u32[(record + list.counter) >>> 2] * list.size;
  for (let at = first; at < end; at += list.size) if (u32[(at + list.number) >>> 2] === index) return at;
  return place;
}

/** Numbers of the particles along each line of distances. */
export function readLines({ u32 }: StateMemory, record: number): Uint32Array[] {
  const word = (at: number) => u32[at >>> 2];
  const distances = record + word(record + ParticleSetRecord.distances);
  return Array.from({ length: word(record + ParticleSetRecord.chainCount) }, (_, k) => {
    const chain = record + word(record + ParticleSetRecord.chains) + k * ParticleChainRecord.size;
    const first = distances + word(chain + ParticleChainRecord.firstDistance) * ParticleDistanceRecord.size;
    return Uint32Array.from({ length: word(chain + ParticleChainRecord.distanceCount) + 1 }, (_, link) =>
      link === 0
        ? word(first + ParticleDistanceRecord.a)
        : word(first + (link - 1) * ParticleDistanceRecord.size + ParticleDistanceRecord.b),
    );
  });
}

/** Two numbers of particles for each distance that has torn. */
export function readBrokenPairs({ u32 }: StateMemory, record: number): Uint32Array {
  const first = record + u32[(record + ParticleSetRecord.distances) >>> 2];
  const end = first + u32[(record + ParticleSetRecord.distanceCount) >>> 2] * ParticleDistanceRecord.size;
  const pairs: number[] = [];
  for (let at = first; at < end; at += ParticleDistanceRecord.size)
    if (u32[(at + ParticleDistanceRecord.flags) >>> 2] & HoldFlag.Broken)
      pairs.push(u32[(at + ParticleDistanceRecord.a) >>> 2], u32[(at + ParticleDistanceRecord.b) >>> 2]);
  return Uint32Array.from(pairs);
}
