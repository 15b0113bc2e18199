/** What went wrong, for programs; the message explains it to people. */
export type ErrorCode =
  | 'invalid-argument'
  | 'removed-handle'
  | 'foreign-handle'
  | 'already-added'
  | 'open-mesh'
  | 'degenerate-mesh'
  | 'degenerate-hull'
  | 'unsupported-shape'
  | 'out-of-memory'
  | 'broken-world'
  | 'bad-snapshot'
  | 'bad-module'
  | 'unsupported'
  | 'busy'
  | 'disposed'
  /** Of `holonomic/batch`: a scene that does not load; a scene that throws; a job that takes too long; a cancelled job; a worker that died. */
  | 'bad-scene'
  | 'scene-threw'
  | 'timeout'
  | 'cancelled'
  | 'worker-died';

/** Every error that Holonomic throws on purpose. It is thrown before any state changes, unless a method says otherwise. */
export class HolonomicError extends Error {
  override readonly name = 'HolonomicError';
  constructor(
    readonly code: ErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** Runs what makes copies and lists; where the engine has no memory for one, that is `out-of-memory`. */
export function withMemory<Result>(what: string, act: () => Result): Result {
  try {
    return act();
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    const error = new HolonomicError('out-of-memory', `The engine has no memory ${what}; dispose of other worlds first.`);
    error.cause = cause;
    throw error;
  }
}

export function removedHandle(kind: 'body' | 'joint' | 'set of particles'): HolonomicError {
  return new HolonomicError('removed-handle', `This ${kind} has been removed from its world.`);
}
