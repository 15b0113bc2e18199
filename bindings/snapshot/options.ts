import { options } from '../core/arguments.ts';

export interface SnapshotOptions {
  /** An earlier whole snapshot; the new one then contains only what has changed since. */
  since?: Uint8Array;
}

/** What the options name. Throws `invalid-argument`. */
export function readSince(given: SnapshotOptions | undefined): unknown {
  return given === undefined ? undefined : options<SnapshotOptions>(given, 'The options of a snapshot', ['since']).since;
}
