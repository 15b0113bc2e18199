// The part of the package that the tests of collision call.
import type { WorldOptions } from '../../bindings/index.ts';

export {
  type Body,
  type BodyOptions,
  Box,
  Capsule,
  Compound,
  Cone,
  type Contact,
  ConvexHull,
  type ConvexShape,
  Cylinder,
  type ErrorCode,
  HalfSpace,
  HeightField,
  type Joint,
  type QueryFilter,
  type RayHit,
  type RayOptions,
  type Shape,
  Sphere,
  Spline,
  TriangleMesh,
  type Vec3,
  World,
  type WorldOptions,
} from '../../bindings/index.ts';

/** Worlds that collisions are tested in. */
export const PRECISIONS: { label: string; settings: WorldOptions; single: boolean }[] = [
  { label: 'wasm, single', settings: { precision: 'single' }, single: true },
  { label: 'wasm, double', settings: { precision: 'double' }, single: false },
];
export const REFERENCE: { label: string; settings: WorldOptions; single: boolean } = {
  label: 'reference',
  settings: { backend: 'reference' },
  single: false,
};
