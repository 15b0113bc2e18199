export { geometryOf, wireframeOf } from './geometry.ts';
export { createLines, updateLines } from './lines.ts';
export { createParticles, type DrawnParticles, type ParticleObjectOptions, updateParticles } from './particles.ts';
export { type BodySlot, type Poses, poseInstances, poseObject } from './poses.ts';
export { type ShapeOfOptions, shapeOf } from './shape.ts';
