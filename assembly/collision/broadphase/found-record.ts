// What of the contacts of each active pair is asked first, noted while the pair is at hand: its bodies, its manifold and what kind that is. Records of pairs, bodies
// and manifolds lie all over memory; these lie in a row.

/** Bits of FoundRecord.traits; the number of points is in those from `Points` on. */
export const enum Trait {
  /** A body is dynamic and not frozen; whether it sleeps may change while contacts are found. */
  FreeA = 1,
  FreeB = 2,
  /** There are more manifolds behind the first one, of which the other bits do not tell. */
  Several = 4,
  /** Contacts are to be found anew in each substep; or are if the body that moves has contacts with nothing else. */
  Turns = 8,
  TurnsAlone = 16,
  /** Surfaces are apart that have not pushed each other. */
  Idle = 32,
  /** Some point was not there before. */
  Fresh = 64,
  /** The two touched before, and events have told so. */
  Told = 128,
  /** So they still do, and there is nothing more to tell. */
  Quiet = 256,
  /** Points go along with bodies that turn, if the body that moves has contacts with two others at most. */
  GoesAlong = 512,
  /** Contacts felt joints when they were last solved. */
  Felt = 1024,
  Points = 2048,
}

/**
 * Of an active pair.
 * @layout
 */
// @ts-ignore: decorator
@unmanaged
export class FoundRecord {
  bodyA: u32;
  bodyB: u32;
  /** Slot plus one of the first manifold that may push; 0 without one. */
  manifold: u32;
  /** Trait */
  traits: u32;
}
