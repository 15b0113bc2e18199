export { compoundBlock, type PlacedChild } from './compound-block.ts';
export { heightFieldBlock } from './height-field-block.ts';
export { meshBlock } from './mesh-block.ts';
export { splineBlock } from './spline-block.ts';
