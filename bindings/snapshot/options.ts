import { options } from '../core/arguments.ts';

export interface SnapshotOptions {
  /** A whole snapshot of before, of which only what changed is told. */
  since?: Uint8Array;
}

/** What the options name. Throws `invalid-argument`. */
export function readSince(given: SnapshotOptions | undefined): unknown {
  return given === undefined ? undefined : options<SnapshotOptions>(given, 'The options of a snapshot', ['since']).since;
}
