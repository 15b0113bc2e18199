// What a job is, what comes of it, and how the former is checked before it runs.
import type { Measures } from '../../scenes/scene.ts';
import { describe, finite, integer, options } from '../core/arguments.ts';
import { type ErrorCode, HolonomicError } from '../core/errors.ts';
import { OPTION_NAMES, type OptionName, readWorldOptions, type WorldOptions } from '../world/world-options.ts';
import { contentKey } from './content-key.ts';

/** Options of a job's world, without those that do not affect the result or belong to the limits. */
export type JobSettings = Omit<WorldOptions, 'maxMemory' | 'wasm' | 'profiling'>;

/** Limits of a run of a job. */
export interface JobLimits {
  /** Wall-clock time, s. */
  time?: number;
  /** Memory of the world and of other allocations of the scene, bytes. At least 1 MiB. */
  memory?: number;
}

/** A run of a scene. The same job gives the same bits everywhere. */
export interface Job {
  /** Name of a scene of the package, or the URL of a module that exports one as `default` or `scene`. */
  scene: string;
  /** Parameters of the scene that differ from their defaults. */
  parameters?: Readonly<Record<string, number | string>>;
  /** Parameter `seed` of the scene. */
  seed?: number;
  /** Options of the world that differ from those of the scene and the defaults. */
  settings?: Readonly<JobSettings>;
  /** Number of steps; by default that of the scene. */
  steps?: number;
  /** Number of steps between samples of the measures. */
  every?: number;
  /** Snapshot of the same job to continue from; that job may have had fewer or more steps. */
  from?: Uint8Array;
  /** Whether the result contains a snapshot of the last state. */
  snapshot?: boolean;
  limits?: JobLimits;
}

export interface JobSample {
  step: number;
  measures: Measures;
}

/** A job and its identity: what it says but for limits and snapshots, and a hash of that. */
interface JobIdentity {
  /** 128 bits in hexadecimal, equal for jobs with the same result. */
  key: string;
  /** Index among the given jobs, from 0. */
  index: number;
  scene: string;
  parameters: Record<string, number | string>;
  seed?: number;
  settings: JobSettings;
}

/** The result of a job. All but `ms` and `attempts` are the same wherever it runs. */
export interface JobResult extends JobIdentity {
  status: 'done';
  steps: number;
  measures: Measures;
  samples: JobSample[];
  /** `world.hash()` of the last state: of its poses and velocities, to the last bit. */
  hash: string;
  /** The last state, if the job requested it and the scene can continue from one. */
  snapshot?: Uint8Array;
  /** Wall-clock time of the last attempt, ms. */
  ms: number;
  attempts: number;
}

/** The error of a failed job, for programs and for people. */
export interface JobError {
  code: ErrorCode;
  message: string;
}

/** A job that has no result. */
export interface JobFailure extends JobIdentity {
  status: 'failed';
  error: JobError;
  /** Number of steps after which a cancelled run stopped. */
  step?: number;
  /** Its state there, if `keep` was set and the scene can continue from one. */
  snapshot?: Uint8Array;
  ms: number;
  attempts: number;
}

export type JobOutcome = JobResult | JobFailure;

const NAMES: readonly (keyof Job)[] = [
  ...(['scene', 'parameters', 'seed', 'settings', 'steps', 'every'] as const),
  ...(['from', 'snapshot', 'limits'] as const),
];
const NOT_OF_JOBS: readonly OptionName[] = ['maxMemory', 'wasm', 'profiling'];
export const JOB_SETTING_NAMES = OPTION_NAMES.filter((name) => !NOT_OF_JOBS.includes(name)) as (keyof JobSettings)[];
const MOST_STEPS = 1e9;
const LEAST_MEMORY = 0x100000;
const MOST_MEMORY = 0x100000000;

/** A job that has been checked, and says all that a run has to know as plain data. */
export interface CheckedJob {
  key: string;
  scene: string;
  parameters: Record<string, number | string>;
  seed: number | undefined;
  settings: JobSettings;
  steps: number | undefined;
  every: number;
  from: Uint8Array | undefined;
  snapshot: boolean;
  limits: JobLimits;
}

/** A job with everything checked that can be without its scene. Throws `invalid-argument`. */
export function checkJob(given: Job): CheckedJob {
  const o = options<Job>(given, 'A job', NAMES);
  if (typeof o.scene !== 'string' || o.scene === '')
    throw bad(`scene must be the name of a scene or the URL of a module, but is ${describe(o.scene)}.`);
  const parameters = plainValues(o.parameters);
  const settings = checkSettings(o.settings);
  const seed = o.seed === undefined ? undefined : integer(o.seed, 'seed', 0, Number.MAX_SAFE_INTEGER);
  if (seed !== undefined && 'seed' in parameters) throw bad("Pass the seed of a job as 'seed' or among its parameters, not both.");
  const steps = o.steps === undefined ? undefined : integer(o.steps, 'steps', 0, MOST_STEPS);
  const every = o.every === undefined ? 0 : integer(o.every, 'every', 1, MOST_STEPS);
  const { from, snapshot = false } = o;
  if (from !== undefined && !(from instanceof Uint8Array))
    throw bad(`from must be the snapshot of an earlier result, but is ${describe(from)}.`);
  if (typeof snapshot !== 'boolean') throw bad(`snapshot must be true or false, but is ${describe(snapshot)}.`);
  const checked = { scene: o.scene, parameters, seed, settings, steps, every };
  return { ...checked, key: contentKey(checked), from, snapshot, limits: checkLimits(o.limits) };
}

/** Throws `invalid-argument`. */
export function checkLimits(given: JobLimits | undefined): JobLimits {
  if (given === undefined) return {};
  const { time, memory } = options<JobLimits>(given, 'limits', ['time', 'memory']);
  if (time !== undefined && finite(time, 'limits.time') <= 0) throw bad(`limits.time must be greater than 0 s, but is ${time}.`);
  if (memory !== undefined) integer(memory, 'limits.memory', LEAST_MEMORY, MOST_MEMORY);
  return { ...(time !== undefined && { time }), ...(memory !== undefined && { memory }) };
}

/** What a job and its outcome have in common. */
export function identityOf({ key, scene, parameters, seed, settings }: CheckedJob, index: number): JobIdentity {
  return { key, index, scene, parameters, ...(seed !== undefined && { seed }), settings };
}

/** What is said of an error that a job has failed by. */
export function errorOf(error: unknown, otherwise: ErrorCode): JobError {
  if (error instanceof HolonomicError) return { code: error.code, message: error.message };
  const named = error as { name?: unknown; message?: unknown } | null;
  const message = typeof named?.message === 'string' ? named.message : String(error);
  // Recognized by its name: scenes may come from another copy of the sources.
  return { code: named?.name === 'SceneError' ? 'invalid-argument' : otherwise, message };
}

function checkSettings(given: unknown): JobSettings {
  if (given === undefined) return {};
  const o = options<JobSettings>(given as JobSettings, 'settings', JOB_SETTING_NAMES);
  const settings = Object.fromEntries(
    JOB_SETTING_NAMES.filter((name) => o[name] !== undefined).map((name) => [name, name === 'gravity' ? gravityOf(o) : o[name]]),
  ) as JobSettings;
  readWorldOptions(settings);
  return settings;
}

/** As numbers that travel. */
function gravityOf({ gravity }: JobSettings): number[] {
  const given = gravity as ArrayLike<number> & { x?: number; y?: number; z?: number };
  return given.x === undefined ? Array.from(given) : [given.x, given.y!, given.z!];
}

function plainValues(given: unknown): Record<string, number | string> {
  if (given === undefined) return {};
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw bad(`parameters must be an object like { count: 100 }, but is ${describe(given)}.`);
  const values = { ...(given as Record<string, unknown>) };
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined) delete values[name];
    else if (typeof value !== 'string' && !(typeof value === 'number' && Number.isFinite(value)))
      throw bad(`Parameter '${name}' must be a finite number or a word, but is ${describe(value)}.`);
  }
  return values as Record<string, number | string>;
}

function bad(message: string): HolonomicError {
  return new HolonomicError('invalid-argument', message);
}
