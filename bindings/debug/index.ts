export { debugLines } from './debug-lines.ts';
export { islandsOf } from './islands.ts';
export { DEBUG_LAYERS, type DebugLayer } from './layers.ts';
export type { DebugOptions } from './options.ts';
export type { DebugLines } from './pen.ts';
