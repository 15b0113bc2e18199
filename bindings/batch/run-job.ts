// A job from its start, or a snapshot, to its end: the same bits wherever it runs.
import { type OpenScene, openIn } from '../../scenes/open.ts';
import type { Scene } from '../../scenes/scene.ts';
import { type ErrorCode, HolonomicError } from '../core/errors.ts';
import { World } from '../world/world.ts';
import type { WorldOptions } from '../world/world-options.ts';
import { breathe } from './breathe.ts';
import {
  type CheckedJob,
  checkJob,
  errorOf,
  identityOf,
  type Job,
  type JobLimits,
  type JobOutcome,
  type JobResult,
  type JobSample,
} from './job.ts';
import { packRun, unpackRun } from './job-snapshot.ts';
import { resumeWorld } from './resume-world.ts';
import { loadScene } from './scene-source.ts';
import type { WorldPlaces } from './world-places.ts';

/** ms that a run goes on before it looks whether anybody wants something of it. */
const BREATH = 20;

/** Control and progress of a run. */
export interface RunControl {
  /** Whether to stop after the current step; 'keep': with a snapshot. */
  stop?(): false | 'stop' | 'keep';
  /** Called from time to time with the number of finished steps. */
  onStep?(step: number, steps: number): void;
  /** Whether a snapshot is wanted now. If the scene cannot continue from one, `onSnapshot` is not called. */
  wantsSnapshot?(step: number): boolean;
  onSnapshot?(snapshot: Uint8Array, step: number): void;
}

/** The same for a thread that runs many jobs. */
export interface ThreadControl extends RunControl {
  /** Throws `out-of-memory` where the scene has taken too much. */
  requireMemory?(limits: JobLimits): void;
  /** Where worlds are made; each has a memory of its own without it. */
  places?: WorldPlaces;
}

/** Runs a job in this thread, without protection from its scene. Throws the errors of the job and of its scene. */
export async function runJob(job: Job, control: RunControl = {}): Promise<JobResult> {
  const outcome = await outcomeOf(checkJob(job), 0, control);
  if (outcome.status === 'failed') throw new HolonomicError(outcome.error.code, outcome.error.message);
  return outcome;
}

/** The same, where what is wrong is an outcome, too. */
export async function outcomeOf(job: CheckedJob, index: number, control: ThreadControl): Promise<JobOutcome> {
  const start = performance.now();
  const end = () => ({ ms: performance.now() - start, attempts: 1 });
  let opened: OpenScene | null = null;
  let options: WorldOptions = {};
  let sound = false;
  let otherwise: ErrorCode = 'bad-scene';
  try {
    const scene = await loadScene(job.scene);
    options = { ...scene.settings, ...job.settings, ...(job.limits.memory !== undefined && { maxMemory: job.limits.memory }) };
    otherwise = 'scene-threw';
    opened = await open(scene, job, options, control);
    const outcome = await run(opened, job, index, control);
    sound = true;
    return { ...outcome, ...end() };
  } catch (error) {
    return { ...identityOf(job, index), status: 'failed', error: memoryError(error) ?? errorOf(error, otherwise), ...end() };
  } finally {
    if (opened) close(opened, options, control, sound);
  }
}

async function open(scene: Scene, job: CheckedJob, settings: WorldOptions, { places, requireMemory }: ThreadControl): Promise<OpenScene> {
  const create = (options: WorldOptions) => (places ? places.create(options) : World.create(options));
  const parameters = { ...job.parameters, ...(job.seed !== undefined && { seed: job.seed }) };
  const opened = await openIn(create, scene, { parameters, settings });
  requireMemory?.(job.limits);
  return opened;
}

type Unfinished =
  | Omit<Extract<JobOutcome, { status: 'done' }>, 'ms' | 'attempts'>
  | Omit<Extract<JobOutcome, { status: 'failed' }>, 'ms' | 'attempts'>;

async function run(opened: OpenScene, job: CheckedJob, index: number, control: ThreadControl): Promise<Unfinished> {
  const steps = job.steps ?? opened.scene.frames;
  const samples: JobSample[] = [];
  const snapshot = () => packRun(job, { step: opened.frame, samples, recorded: opened.recorded(), world: opened.world.snapshot() });
  if (job.from && opened.isResumable) {
    const state = unpackRun(job, job.from);
    // One that is further on than wanted is of no use.
    if (state.step <= steps) {
      resumeWorld(opened.world, state.world);
      opened.resume(state.step, state.recorded);
      samples.push(...state.samples);
    }
  }
  let next = performance.now() + BREATH;
  while (opened.frame < steps) {
    opened.step();
    const { frame } = opened;
    if (job.every > 0 && frame % job.every === 0) samples.push({ step: frame, measures: opened.measures() });
    if (performance.now() < next) continue;
    await breathe();
    next = performance.now() + BREATH;
    control.requireMemory?.(job.limits);
    control.onStep?.(frame, steps);
    const stop = frame < steps && (control.stop?.() ?? false);
    if (stop) {
      const error = { code: 'cancelled', message: `The job was cancelled after ${frame} of ${steps} steps.` } as const;
      const kept = stop === 'keep' && opened.isResumable ? { snapshot: snapshot() } : {};
      return { ...identityOf(job, index), status: 'failed', error, step: frame, ...kept };
    }
    if (frame < steps && opened.isResumable && control.wantsSnapshot?.(frame)) control.onSnapshot?.(snapshot(), frame);
  }
  return {
    ...identityOf(job, index),
    status: 'done',
    steps,
    measures: opened.measures(),
    samples,
    hash: opened.world.hash(),
    ...(job.snapshot && opened.isResumable && { snapshot: snapshot() }),
  };
}

/** What scenes leave behind must not make a result fail, nor end a worker. */
function close(opened: OpenScene, options: WorldOptions, { places }: ThreadControl, sound: boolean): void {
  try {
    places?.release(opened.world, options, sound);
    opened.dispose();
  } catch {
    // Its worlds are let go all the same.
  }
}

/** Engines say it in different words. */
function memoryError(error: unknown): { code: ErrorCode; message: string } | null {
  if (!(error instanceof RangeError) || !/alloc|memory|array (buffer )?length/i.test(error.message)) return null;
  return { code: 'out-of-memory', message: `The scene asked for more memory than there is: ${error.message}.` };
}
