/** What went wrong, for programs; the message says it for people. */
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
  | 'disposed';

/** Every error that Holonomic throws on purpose. It is thrown before any state changes. */
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

export function removedHandle(kind: 'body' | 'joint'): HolonomicError {
  return new HolonomicError('removed-handle', `This ${kind} has been removed from its world.`);
}
