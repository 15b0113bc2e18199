export type { SnapshotShapes } from './check-state.ts';
export { readSnapshot, takeSnapshot } from './read.ts';
export { SnapshotState } from './state.ts';
