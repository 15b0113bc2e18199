// What a world needs to know of a snapshot before it takes it.
import { withMemory } from '../core/errors.ts';
import type { Storage } from '../core/memory.ts';
import { checkState, readShapes } from './check-state.ts';
import { type Kind, packSnapshot, unpackSnapshot } from './header.ts';
import { relocate } from './relocate.ts';
import { type SnapshotShapes, SnapshotState } from './state.ts';

/** A state that is sound, its shapes by slot, and whether it is of the very world that reads it. */
interface SoundState {
  state: Uint8Array;
  shapes: SnapshotShapes;
  own: boolean;
}

/** `recall` finds the shapes of an own state. Changes nothing; throws `bad-snapshot` or `out-of-memory`. */
export function readSnapshot(world: Kind, storage: Storage, given: unknown, recall: (state: Uint8Array) => SnapshotShapes): SoundState {
  return withMemory('to look at this snapshot', () => {
    const { state, address, own, trusted } = unpackSnapshot(world, storage, given);
    storage.requireRoom(state.byteLength);
    if (own) return { state, own, shapes: recall(state) };
    const checked = new SnapshotState(state, storage.memory.world);
    relocate(checked, address);
    const shapes = trusted ? readShapes(checked) : checkState(checked, storage);
    return { state: checked.bytes, own, shapes };
  });
}

/** The state of a world behind a header. Throws `out-of-memory`. */
export function takeSnapshot(world: Kind, storage: Storage): Uint8Array {
  return withMemory('for this snapshot', () => packSnapshot(world, storage));
}
