// What a world needs to know of a snapshot before it takes it.
import { withMemory } from '../core/errors.ts';
import type { Storage } from '../core/memory.ts';
import { checkState, readShapes } from './check-state.ts';
import { type Kind, packSnapshot, shortenSnapshot, unpackSnapshot } from './header.ts';
import { expand, wordsOf } from './packing.ts';
import { relocate } from './relocate.ts';
import { type SnapshotShapes, SnapshotState } from './state.ts';

/** A state that is sound: what puts it into the world, its shapes by slot, and whether it is of the very world that reads it. */
interface SoundState {
  load(): void;
  shapes: SnapshotShapes;
  own: boolean;
  /** Its shapes as those that the world knows by their slots and generations, whoever took it. */
  recall(): SnapshotShapes;
}

/** Finds the shapes of an own state: `read` gives a word of it by its address, `whole` all of it. */
export type Recall = (read: (address: number) => number, whole: () => SnapshotState) => SnapshotShapes;

/** `since`: the snapshot that this one contains the changes since. Changes nothing; throws `bad-snapshot` or `out-of-memory`. */
export function readSnapshot(world: Kind, storage: Storage, given: unknown, since: unknown, recall: Recall): SoundState {
  return withMemory('to look at this snapshot', () => {
    const { state, isPacked, address, own, trusted } = unpackSnapshot(world, storage, given, since);
    storage.requireRoom(state.length);
    const start = storage.memory.world;
    if (own && isPacked) {
      const word = wordsOf(state);
      const known = () =>
        recall(
          (at) => word(at - start),
          () => new SnapshotState(expand(state), start),
        );
      return { load: () => storage.unpack(state), own, shapes: known(), recall: known };
    }
    const whole = new SnapshotState(isPacked ? expand(state) : state.bytes, start);
    const load = () => storage.load(whole.bytes);
    const known = () =>
      recall(
        (at) => whole.u32[at >>> 2],
        () => whole,
      );
    if (own) return { load, own, shapes: known(), recall: known };
    relocate(whole, address);
    return { load, own, shapes: trusted ? readShapes(whole) : checkState(whole, storage), recall: known };
  });
}

/** The state of a world behind a header; or how it differs from that in another snapshot. Throws `out-of-memory`, `bad-snapshot`. */
export function takeSnapshot(world: Kind, storage: Storage, since?: unknown): Uint8Array {
  return withMemory('for this snapshot', () => {
    const whole = packSnapshot(world, storage);
    return since === undefined ? whole : shortenSnapshot(whole, since, world, storage);
  });
}
