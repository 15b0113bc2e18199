export { checkState, readShapes, type SnapshotShapes } from './check-state.ts';
export { packSnapshot, unpackSnapshot } from './header.ts';
export { SnapshotState } from './state.ts';
