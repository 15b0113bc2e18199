import { init } from './world/engine.ts';

export { Body } from './body/body.ts';
export { BODY_SLEEP_STATES, BODY_TYPES, type BodyOptions, type BodySleepState, type BodyType } from './body/body-types.ts';
export { Broadphase, GridBroadphase, NaiveBroadphase, SAPBroadphase } from './collision/broadphase.ts';
export { ArrayCollisionMatrix, ObjectCollisionMatrix } from './collision/matrices.ts';
export { COLLISION_TYPES, type CollisionType, Narrowphase } from './collision/narrowphase.ts';
export { Ray } from './collision/ray.ts';
export { RAY_MODES, type RaycastCallback, type RayMode, type RayOptions } from './collision/ray-options.ts';
export { RaycastResult } from './collision/raycast-result.ts';
export { GSSolver, Solver, SplitSolver } from './collision/solver.ts';
export {
  ConeTwistConstraint,
  type ConeTwistConstraintOptions,
  Constraint,
  type ConstraintOptions,
  DistanceConstraint,
  HingeConstraint,
  type HingeConstraintOptions,
  LockConstraint,
  type LockConstraintOptions,
  PointToPointConstraint,
} from './constraint/index.ts';
export {
  ContactEquation,
  Equation,
  FrictionEquation,
  RotationalEquation,
  type RotationalEquationOptions,
  RotationalMotorEquation,
} from './equation/index.ts';
export { EventTarget } from './event-target.ts';
export { ContactMaterial, type ContactMaterialOptions, Material, type MaterialOptions } from './material.ts';
export { AABB } from './math/aabb.ts';
export { JacobianElement } from './math/jacobian-element.ts';
export { Quaternion } from './math/quaternion.ts';
export { Transform, type TransformOptions } from './math/transform.ts';
export { Mat3, Vec3 } from './math/vec3.ts';
export { Pool, Vec3Pool } from './pool.ts';
export {
  Box,
  ConvexPolyhedron,
  type ConvexPolyhedronContactPoint,
  Cylinder,
  Heightfield,
  type HeightfieldOptions,
  Particle,
  Plane,
  SHAPE_TYPES,
  Shape,
  type ShapeOptions,
  type ShapeType,
  Sphere,
  Trimesh,
} from './shape/index.ts';
export { RaycastVehicle, type RaycastVehicleOptions } from './vehicle/raycast-vehicle.ts';
export { RigidVehicle, type RigidVehicleOptions } from './vehicle/rigid-vehicle.ts';
export { SPHSystem } from './vehicle/sph-system.ts';
export { Spring, type SpringOptions } from './vehicle/spring.ts';
export { WheelInfo, type WheelInfoOptions } from './vehicle/wheel-info.ts';
export { type EngineOptions, init } from './world/engine.ts';
export { World, type WorldOptions } from './world/world.ts';

// Worlds are made at once: what they need is loaded with the module. Where it cannot be, the first world says why.
await init().catch(() => {});
