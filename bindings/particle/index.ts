export { Cloth, type ClothOptions } from './cloth.ts';
export type { ParticleEvent } from './events.ts';
export type {
  AttachmentOptions,
  BendOptions,
  BodyPoint,
  ClusterOptions,
  DistanceOptions,
  HoldOptions,
  LengthOptions,
  TetrahedronOptions,
  VolumeOptions,
} from './holds.ts';
export type { ParticleOptions, ParticleSetOptions } from './particle-options.ts';
export { ParticleSet, particleSets } from './particle-set.ts';
export { Rope, type RopeOptions } from './rope.ts';
export { SoftBody, type SoftBodyKind, type SoftBodyOptions } from './soft-body.ts';
