// What a solver is to a step: it advances bodies by substeps, and leaves in joints and contacts what it did to them.
import type { StateMemory } from '../../bindings/core/memory.ts';
import type { Body } from '../body/body.ts';
import type { Contacts } from '../contact/contacts.ts';
import type { Joint } from '../joint/joint.ts';
import type { Substep } from './substep.ts';

/** Milliseconds spent in the stages of a step. */
export interface Profile extends Record<string, number> {
  bodies: number;
  prepare: number;
  solve: number;
  velocities: number;
}

/** What there is to advance, read from the records. */
export interface Scene {
  readonly memory: StateMemory;
  /** One a slot. */
  readonly bodies: readonly Body[];
  /** Those that are enabled and move something, in the order in which they are solved. */
  readonly joints: readonly Joint[];
  /** Null where nothing collides. */
  readonly contacts: Contacts | null;
  /** Moves the particles through a substep, and pushes the bodies that they meet: to be called once the forces of the substep have acted. */
  readonly particles: () => void;
  /** Milliseconds, or always 0 while nobody asks for a profile. */
  readonly clock: () => number;
  readonly profile: Profile;
}

export interface Formulation {
  /** Before joints start their step. */
  begin(scene: Scene, substep: Substep): void;
  substep(scene: Scene, substep: Substep, iterations: number): void;
  /** When all is written back. */
  finish(scene: Scene): void;
}
