// A snapshot of a job: that of its world, and what the run has come to besides, so that it goes on as if it had never stopped.
import { HolonomicError } from '../core/errors.ts';
import { contentKey } from './content-key.ts';
import type { CheckedJob, JobSample } from './job.ts';
import { type Plain, readPlain, writePlain } from './plain-data.ts';

const MAGIC = 0x424f4c48; // "HLOB"
const VERSION = 1;
/** Magic, version, bytes of the text, bytes of the world. */
const HEADER = 16;

/** What goes with the state of the world. */
export interface RunState {
  /** Steps that are done. */
  step: number;
  samples: JobSample[];
  /** What the scene has recorded for its measures. */
  recorded: Plain;
  world: Uint8Array;
}

/** What has to be the same for a run to go on: all but how far. */
function originOf({ scene, parameters, seed, settings, every }: CheckedJob): string {
  return contentKey({ scene, parameters, seed, settings, every });
}

export function packRun(job: CheckedJob, { step, samples, recorded, world }: RunState): Uint8Array {
  const text = new TextEncoder().encode(writePlain({ origin: originOf(job), step, samples, recorded }));
  const start = Math.ceil((HEADER + text.length) / 8) * 8; // worlds are read where they lie
  const bytes = new Uint8Array(start + world.length);
  new Uint32Array(bytes.buffer, 0, HEADER / 4).set([MAGIC, VERSION, text.length, world.length]);
  bytes.set(text, HEADER);
  bytes.set(world, start);
  return bytes;
}

/** Throws `bad-snapshot` for what is no snapshot of this job. */
export function unpackRun(job: CheckedJob, given: Uint8Array): RunState {
  const refuse = (why: string): never => {
    throw new HolonomicError('bad-snapshot', why);
  };
  if (given.byteLength < HEADER) return refuse('These bytes are no snapshot of a job.');
  const bytes = given.slice(); // in a buffer of its own, aligned
  const [magic, version, length, rest] = new Uint32Array(bytes.buffer, 0, HEADER / 4);
  if (magic !== MAGIC) return refuse('These bytes are no snapshot of a job.');
  if (version !== VERSION) return refuse('This snapshot of a job belongs to another version of Holonomic.');
  const start = Math.ceil((HEADER + length) / 8) * 8;
  if (start + rest !== bytes.byteLength) return refuse('This snapshot of a job is damaged or cut short.');
  const { origin, step, samples, recorded } =
    readText(bytes.subarray(HEADER, HEADER + length)) ?? refuse('This snapshot of a job is damaged.');
  if (origin !== originOf(job))
    return refuse('This snapshot belongs to another job; scene, parameters, seed, settings and every have to be the same.');
  if (!Number.isSafeInteger(step) || step < 0 || !Array.isArray(samples)) return refuse('This snapshot of a job is damaged.');
  return { step, samples, recorded, world: bytes.subarray(start) };
}

function readText(bytes: Uint8Array): (Omit<RunState, 'world'> & { origin: string }) | null {
  try {
    return readPlain(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as Omit<RunState, 'world'> & { origin: string };
  } catch {
    return null;
  }
}
