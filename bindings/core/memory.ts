import type { Blocks } from '../snapshot/blocks.ts';
import type { Packed, Packing } from '../snapshot/packing.ts';
import type { Digest } from '../snapshot/seal.ts';
import type { SnapshotState } from '../snapshot/state.ts';
import type { ParticleStages } from './particle-stages.ts';
import type { StateMemory } from './state-memory.ts';

export type { StateMemory } from './state-memory.ts';

/**
 * Collision and queries of a world, in the kernels. What may need memory throws `out-of-memory` when there is none, and then nothing has
 * changed; but for the stages of a step, which do what they have memory for, and say what is missing in WorldRecord.lacks.
 */
export interface CollisionKernels {
  /** Makes room for one more body's box and one more pair, so that placing a body or ignoring a pair next cannot fail. */
  reservePlace(): void;
  allocateBlock(bytes: number): number;
  releaseBlock(block: number): void;
  /** Finds pairs and contacts as a step of `dt` seconds does. */
  detect(dt: number): void;
  /** What follows once a step of `dt` seconds has moved the bodies: swept bodies stop, events report what happened, islands fall asleep. */
  settle(dt: number): void;
  /** Puts the contacts that were found in the order in which they are solved in a step of `dt` seconds. Throws `out-of-memory`. */
  prepareContacts(dt: number, steps: boolean): void;
  /** Chooses how many substeps a step of `dt` seconds has, where the world does that. */
  chooseSubsteps(dt: number): void;
  /** Finds the contacts of a pair again where the records of its bodies are, within a step. */
  renewPair(pair: number): void;
  /** Brings a body's box to its pose. */
  placeBody(slot: number): void;
  /** The same for a body that was set somewhere else and is otherwise as it was. */
  moveBody(slot: number): void;
  /** To be called when the groups, the type or the shape of a body changed. */
  refilterBody(slot: number): void;
  /** To be called when other groups meet. */
  refilterAll(): void;
  removeBody(slot: number): void;
  /** Counts one reason more or less for which two bodies do not collide. */
  ignorePair(a: number, b: number, change: 1 | -1): void;
  ignoredCount(a: number, b: number): number;
  /** To be called when a body was added, changed or removed: wakes it and those that fell asleep with it. */
  wakeBody(slot: number): void;
  /** Wakes what has contact points with a body, or what is near it. */
  wakeNeighbours(slot: number, touching: boolean): void;
  wakeAll(): void;
  /** Counts a body, and what touches it or is joined to it, as at rest for long enough to fall asleep. */
  sleepBody(slot: number): void;
  /** Asks what the QueryRecord says. */
  query(kind: 'Ray' | 'Cast' | 'Overlap' | 'Nearest'): void;
  queryBetween(a: number, b: number): void;
  queryRays(rays: number, count: number, out: number): void;
}

/** Where a world's state lies. */
export interface Storage {
  readonly memory: StateMemory;
  /** Null where there is no WebAssembly: then bodies pass through each other, and queries throw. */
  readonly collision: CollisionKernels | null;
  /** What moves the particles, once there have been some. */
  particles: ParticleStages | null;
  /** Makes room for at least so many body slots, keeping what is there. Throws a HolonomicError when memory is exhausted. */
  reserveBodies(count: number): void;
  reserveJoints(count: number): void;
  reserveCoordinates(count: number): void;
  reservePoints(count: number): void;
  reserveShapes(count: number): void;
  /** A copy of all state behind so many bytes of room. Throws what the engine throws where it has no memory. */
  save(room?: number): Uint8Array<ArrayBuffer>;
  /** Throws `out-of-memory` if the world may not take as much as a state of so many bytes needs. */
  requireRoom(bytes: number): void;
  /**
   * Puts a state back that has been checked, or that `save` of the same kind of backend has made. Throws `out-of-memory`, and then nothing
   * has changed.
   */
  load(bytes: Uint8Array): void;
  /** What packs states, for snapshots; null where there are no kernels, and snapshots hold all. */
  readonly packing: Packing | null;
  /** The state for a snapshot behind so many bytes of room, packed, without what need not last; null where nothing packs. */
  pack(room: number): Packed | null;
  /** As `load`, of such a state. */
  unpack(state: Packed): void;
  /** Hashes bytes to fewer, by a key that nobody knows and by one that all know. */
  readonly digest: Digest;
  /** The blocks of memory of a state; null where there are none, and all lies where its sizes say. Throws `bad-snapshot`. */
  findBlocks(state: SnapshotState): Blocks | null;
  dispose(): void;
}

/** What a backend does; all else is shared. */
export interface Backend extends Storage {
  /** Advances the world by `dt` seconds. */
  step(dt: number): void;
  /** Milliseconds spent in each stage of the last step, if profiling is on. */
  profile(): Record<string, number>;
}
