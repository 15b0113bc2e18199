export { Cloth, type ClothOptions } from './cloth.ts';
export type { ParticleOptions, ParticleSetOptions } from './particle-options.ts';
export { ParticleSet, particleSets } from './particle-set.ts';
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
} from './plan.ts';
export { Rope, type RopeOptions } from './rope.ts';
export { SoftBody, type SoftBodyKind, type SoftBodyOptions } from './soft-body.ts';
