export { FixedStep, type FixedStepOptions } from './fixed-step.ts';
export { geometryOf, wireframeOf } from './geometry.ts';
export { createLines, updateLines } from './lines.ts';
export { createParticles, type DrawnParticles, type ParticleObjectOptions, updateParticles } from './particles.ts';
export { HolonomicPhysics, type HolonomicPhysicsObject, type HolonomicPhysicsOptions } from './physics.ts';
export { type BodySlot, type Poses, poseInstances, poseObject } from './poses.ts';
export { type ShapeOfOptions, shapeOf } from './shape.ts';
