export type { Out, Quat, QuatLike, Vec3, Vec3Like } from './arguments.ts';
export { Body } from './body.ts';
export type { BodyEvents, BodyOptions, BodyTypeName } from './body-options.ts';
export type { WorldEnergy } from './energy.ts';
export { type ErrorCode, HolonomicError } from './errors.ts';
export type { Events, WorldEvent, WorldEventType } from './events.ts';
export type { AnchorOptions, PointOptions } from './joints/anchors.ts';
export type { AxisOptions, FrameOptions } from './joints/axis.ts';
export { Axle, type AxleOptions } from './joints/axle.ts';
export { Ball, type BallMotorOptions, type BallOptions } from './joints/ball.ts';
export { Cone, type ConeJointOptions } from './joints/cone.ts';
export type { Coordinate, ScalarLoads } from './joints/coordinate.ts';
export type { CoordinateOptions } from './joints/coordinate-options.ts';
export type { CoupledJoint, CouplingOptions } from './joints/coupling.ts';
export { Cylindrical, type CylindricalOptions } from './joints/cylindrical.ts';
export { Distance, type DistanceOptions } from './joints/distance.ts';
export { Fixed, type FixedOptions } from './joints/fixed.ts';
export { Gear, type GearOptions } from './joints/gear.ts';
export { Grab, type GrabOptions } from './joints/grab.ts';
export { Hinge, type HingeOptions } from './joints/hinge.ts';
export { Joint } from './joints/joint.ts';
export type { JointOptions } from './joints/joint-options.ts';
export type { ConeOptions, LimitOptions, LimitSoftness } from './joints/limits.ts';
export type { JointBreak, JointLoads, Load, LoadOptions } from './joints/loads.ts';
export { MatrixSpring, type MatrixSpringOptions } from './joints/matrix-spring.ts';
export type { MotorOptions, SecondaryMotorOptions } from './joints/motor.ts';
export { Path, type PathOptions } from './joints/path.ts';
export { Planar, type PlanarOptions } from './joints/planar.ts';
export { Prismatic, type PrismaticOptions } from './joints/prismatic.ts';
export { Pulley, type PulleyOptions } from './joints/pulley.ts';
export { RackAndPinion, type RackAndPinionOptions } from './joints/rack-and-pinion.ts';
export { RevoluteSpherical, type RevoluteSphericalOptions } from './joints/revolute-spherical.ts';
export { Rope, type RopeOptions } from './joints/rope.ts';
export { Screw, type ScrewOptions } from './joints/screw.ts';
export { type AxesOptions, type FreedomOptions, SixDof, type SixDofOptions } from './joints/six-dof.ts';
export { SpringDamper, type SpringDamperOptions } from './joints/spring-damper.ts';
export { Universal, type UniversalOptions } from './joints/universal.ts';
export type { Precision, WasmSource } from './load.ts';
export type { Combine, Material, MaterialOptions } from './material.ts';
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
  ConeShape,
  ConvexHull,
  type ConvexShape,
  Cylinder,
  HalfSpace,
  HeightField,
  type HeightFieldOptions,
  Mesh,
  type MeshOptions,
  type RoundingOptions,
  type Shape,
  type ShapeTypeName,
  Sphere,
  Spline,
  type SplineOptions,
  type Triangulation,
} from './shapes/index.ts';
export { World } from './world.ts';
export type { SleepOptions, WorldOptions } from './world-options.ts';
