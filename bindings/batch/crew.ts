// The threads that run groups of jobs, whatever they are made of.
import type { ErrorCode } from '../core/errors.ts';
import type { FromThread, Group } from './messages.ts';

/** A group that runs. */
export interface Run {
  /** Resolves when all its jobs have had their outcome; rejects with a `ThreadDeath` when the thread has ended before. */
  readonly done: Promise<void>;
  /** Asks for it to end at the next step; `keep`: with a snapshot of what is running. */
  stop(keep: boolean): void;
  /** Ends the thread. */
  kill(death: ThreadDeath): void;
}

export interface Crew {
  run(group: Group, listen: (message: FromThread) => void): Run;
  /** Bytes of the process, where that can be known. */
  memory?(): number;
  /** Ends all threads. */
  close(): Promise<void>;
}

/** Why a thread has ended. */
export class ThreadDeath extends Error {
  override readonly name = 'ThreadDeath';
  constructor(
    readonly code: ErrorCode,
    message: string,
  ) {
    super(message);
  }
}

export interface CrewOptions {
  workers: number;
  /** Bytes that the heap of a thread may take. */
  memory: number;
}
