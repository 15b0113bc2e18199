export type { Out, Quat, QuatLike, Vec3, Vec3Like } from './arguments.ts';
export { Body } from './body.ts';
export type { MassPropertiesOptions } from './body-mass.ts';
export type { BodyEvents, BodyOptions, BodyTypeName } from './body-options.ts';
export type { WorldEnergy } from './energy.ts';
export { type ErrorCode, HolonomicError } from './errors.ts';
export type { Events, WorldEvent, WorldEventType } from './events.ts';
export type { AnchorOptions, PointOptions } from './joints/anchors.ts';
export type { AxisOptions, FrameOptions } from './joints/axis.ts';
export { AxleJoint, type AxleJointOptions } from './joints/axle.ts';
export { BallJoint, type BallJointOptions, type BallMotorOptions } from './joints/ball.ts';
export { ConeJoint, type ConeJointOptions } from './joints/cone.ts';
export type { Coordinate, ScalarLoads } from './joints/coordinate.ts';
export type { CoordinateOptions } from './joints/coordinate-options.ts';
export type { CoupledJoint, CouplingOptions } from './joints/coupling.ts';
export { CylindricalJoint, type CylindricalJointOptions } from './joints/cylindrical.ts';
export { DistanceJoint, type DistanceJointOptions } from './joints/distance.ts';
export { FixedJoint, type FixedJointOptions } from './joints/fixed.ts';
export { GearJoint, type GearJointOptions } from './joints/gear.ts';
export { GrabJoint, type GrabJointOptions } from './joints/grab.ts';
export { HingeJoint, type HingeJointOptions } from './joints/hinge.ts';
export { Joint } from './joints/joint.ts';
export type { JointOptions } from './joints/joint-options.ts';
export type { ConeLimitOptions, LimitOptions, LimitSoftness } from './joints/limits.ts';
export type { JointBreak, JointLoads, Load, LoadOptions } from './joints/loads.ts';
export { MatrixSpringJoint, type MatrixSpringJointOptions } from './joints/matrix-spring.ts';
export type { MotorOptions, SecondaryMotorOptions } from './joints/motor.ts';
export { PathJoint, type PathJointOptions } from './joints/path.ts';
export { PlanarJoint, type PlanarJointOptions } from './joints/planar.ts';
export { PrismaticJoint, type PrismaticJointOptions } from './joints/prismatic.ts';
export { PulleyJoint, type PulleyJointOptions } from './joints/pulley.ts';
export { RackAndPinionJoint, type RackAndPinionJointOptions } from './joints/rack-and-pinion.ts';
export { RevoluteSphericalJoint, type RevoluteSphericalJointOptions } from './joints/revolute-spherical.ts';
export { RopeJoint, type RopeJointOptions } from './joints/rope.ts';
export { ScrewJoint, type ScrewJointOptions } from './joints/screw.ts';
export { type AxesOptions, type FreedomOptions, SixDofJoint, type SixDofJointOptions } from './joints/six-dof.ts';
export { SpringDamperJoint, type SpringDamperJointOptions } from './joints/spring-damper.ts';
export { UniversalJoint, type UniversalJointOptions } from './joints/universal.ts';
export type { Precision, WasmSource } from './load.ts';
export type { Combine, Material, MaterialOptions } from './material.ts';
export type { PairMaterial, PairMaterialOptions } from './pair-materials.ts';
export type { Bounds } from './queries/bounds.ts';
export type { Contact, ContactPoint } from './queries/contacts.ts';
export type { CastOptions, PointQueryOptions, QueryFilter, RayOptions, ShapePose } from './queries/options.ts';
export type { RayBatch, RayBatchOptions } from './queries/ray-batch.ts';
export type { BodyDistance, ClosestRayOptions, PointHit, RayHit, ShapeHit } from './queries/spatial-queries.ts';
export {
  Box,
  Capsule,
  Compound,
  type CompoundChild,
  type CompoundPart,
  Cone,
  ConvexHull,
  type ConvexShape,
  Cylinder,
  HalfSpace,
  HeightField,
  type HeightFieldOptions,
  type RoundingOptions,
  type Shape,
  type ShapeTypeName,
  Sphere,
  Spline,
  type SplineOptions,
  TriangleMesh,
  type TriangleMeshOptions,
  type Triangulation,
} from './shapes/index.ts';
export { World } from './world.ts';
export type { SleepOptions, SyncWorldOptions, WorldOptions } from './world-options.ts';
