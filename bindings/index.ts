export { Body } from './body/body.ts';
export type { MassPropertiesOptions } from './body/body-mass.ts';
export type { BodyEvents, BodyOptions, BodyTypeName } from './body/body-options.ts';
export type { WorldEnergy } from './body/energy.ts';
export type { Combine, Material, MaterialOptions } from './body/material.ts';
export type { PairMaterial, PairMaterialOptions } from './body/pair-materials.ts';
export type { Out, Quat, QuatLike, Vec3, Vec3Like } from './core/arguments.ts';
export { type ErrorCode, HolonomicError } from './core/errors.ts';
export type { Precision, WasmSource } from './core/load.ts';
export type { Events, WorldEvent, WorldEventType } from './event/events.ts';
export type { AnchorOptions, PointOptions } from './joint/anchors.ts';
export { AngularDriveJoint, type AngularDriveJointOptions } from './joint/angular-drive.ts';
export type { AxisOptions, FrameOptions } from './joint/axis.ts';
export { AxleJoint, type AxleJointOptions } from './joint/axle.ts';
export { BallJoint, type BallJointOptions, type BallMotorOptions } from './joint/ball.ts';
export { ConeJoint, type ConeJointOptions } from './joint/cone.ts';
export type { Coordinate } from './joint/coordinate.ts';
export type { CoordinateOptions } from './joint/coordinate-options.ts';
export type { CoupledJoint, CouplingOptions } from './joint/coupling.ts';
export { CustomJoint, type CustomJointOptions } from './joint/custom.ts';
export type { CustomRow } from './joint/custom-row.ts';
export { CylindricalJoint, type CylindricalJointOptions } from './joint/cylindrical.ts';
export { DistanceJoint, type DistanceJointOptions } from './joint/distance.ts';
export { FixedJoint, type FixedJointOptions } from './joint/fixed.ts';
export type { ForceLaw } from './joint/force-law.ts';
export { GearJoint, type GearJointOptions } from './joint/gear.ts';
export { GrabJoint, type GrabJointOptions } from './joint/grab.ts';
export { HingeJoint, type HingeJointOptions } from './joint/hinge.ts';
export { Joint } from './joint/joint.ts';
export type { JointBreak } from './joint/joint-break.ts';
export type { JointOptions } from './joint/joint-options.ts';
export type { ConeLimitOptions, LimitOptions, LimitSoftness } from './joint/limits.ts';
export type { JointLoads, Load, LoadOptions, ScalarLoads } from './joint/loads.ts';
export { MatrixSpringJoint, type MatrixSpringJointOptions } from './joint/matrix-spring.ts';
export type { MotorOptions, SecondaryMotorOptions } from './joint/motor.ts';
export { PathJoint, type PathJointOptions } from './joint/path.ts';
export { PlanarJoint, type PlanarJointOptions } from './joint/planar.ts';
export { PrismaticJoint, type PrismaticJointOptions } from './joint/prismatic.ts';
export { PulleyJoint, type PulleyJointOptions } from './joint/pulley.ts';
export { RackAndPinionJoint, type RackAndPinionJointOptions } from './joint/rack-and-pinion.ts';
export { RevoluteSphericalJoint, type RevoluteSphericalJointOptions } from './joint/revolute-spherical.ts';
export { RopeJoint, type RopeJointOptions } from './joint/rope.ts';
export type { RowOptions } from './joint/row-options.ts';
export { ScrewJoint, type ScrewJointOptions } from './joint/screw.ts';
export { type AxesOptions, type FreedomOptions, SixDofJoint, type SixDofJointOptions } from './joint/six-dof.ts';
export { SpringDamperJoint, type SpringDamperJointOptions } from './joint/spring-damper.ts';
export { UniversalJoint, type UniversalJointOptions } from './joint/universal.ts';
export { WheelJoint, type WheelJointOptions } from './joint/wheel.ts';
export type { Bounds } from './query/bounds.ts';
export type { Contact, ContactPoint } from './query/contacts.ts';
export type { CastOptions, PointQueryOptions, QueryFilter, RayOptions, ShapePose } from './query/options.ts';
export type { RayBatch, RayBatchOptions } from './query/ray-batch.ts';
export type { BodyDistance, ClosestRayOptions, PointHit, RayHit, ShapeHit } from './query/spatial-queries.ts';
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
} from './shape/index.ts';
export type { JointIslands } from './world/joint-islands.ts';
export { World } from './world/world.ts';
export type { SleepOptions, SyncWorldOptions, WorldOptions } from './world/world-options.ts';
