export { readSince, type SnapshotOptions } from './options.ts';
export { readSnapshot, takeSnapshot } from './read.ts';
