export {
  type ChoiceParameter,
  defineScene,
  type Measures,
  type NumberParameter,
  type ParameterSchema,
  type ParameterSchemas,
  type ParameterValues,
  type Recorded,
  type Scene,
  type SceneInstance,
  type SceneSettings,
} from '../../scenes/scene.ts';
export type { BatchOptions, BatchProgress } from './batch-options.ts';
export type { Job, JobError, JobFailure, JobLimits, JobOutcome, JobResult, JobSample, JobSettings } from './job.ts';
export { readNdjson, toCsv, toNdjson, type WrittenOutcome } from './output.ts';
export { runBatch } from './run-batch.ts';
export { type RunControl, runJob } from './run-job.ts';
export { loadScene } from './scene-source.ts';
export { type Dimension, grid, halton, type Point, type PointValue, type Range, random, range } from './spaces.ts';
export { type SweepOptions, sweep } from './sweep.ts';
export { keyOfJob, validateJob } from './validate.ts';
