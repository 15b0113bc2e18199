// The package as it is published: threads run its files.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as Bullmq from '../../bindings/batch/bullmq/index.ts';
import type * as Batch from '../../bindings/batch/index.ts';
import { DIST, ensureDist } from '../package/dist.ts';

export async function loadBatch(): Promise<typeof Batch> {
  await ensureDist();
  return import(/* @vite-ignore */ pathToFileURL(path.join(DIST, 'batch.js')).href);
}

export async function loadBullmq(): Promise<typeof Bullmq> {
  await ensureDist();
  return import(/* @vite-ignore */ pathToFileURL(path.join(DIST, 'batch-bullmq.js')).href);
}

/** URL of a scene for these tests. */
export const sceneUrl = (name: string): string => pathToFileURL(path.join(import.meta.dirname, 'scenes', `${name}.mjs`)).href;
