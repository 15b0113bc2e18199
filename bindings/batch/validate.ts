import { resolveParameters } from '../../scenes/scene.ts';
import { HolonomicError } from '../core/errors.ts';
import { checkJob, errorOf, type Job } from './job.ts';
import { loadScene } from './scene-source.ts';

/** The `key` of a job's outcome: the same for jobs that come to the same result, in every process. Throws `invalid-argument` for what is no job. */
export function keyOfJob(job: Job): string {
  return checkJob(job).key;
}

/** Throws `invalid-argument` for what is no job or not one of its scene, `bad-scene` where that does not load. Batches find it out by themselves. */
export async function validateJob(job: Job): Promise<void> {
  const { parameters, scene, seed } = checkJob(job);
  const loaded = await loadScene(scene);
  try {
    resolveParameters(loaded, { ...parameters, ...(seed !== undefined && { seed }) });
  } catch (error) {
    const { code, message } = errorOf(error, 'bad-scene');
    throw new HolonomicError(code, message, { cause: error });
  }
}
