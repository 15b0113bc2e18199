// PhysX 5, by physx-js-webidl: projected Gauss-Seidel (PGS) and in small steps (TGS). Quality: iterations = position iterations, beside one of velocity.
import fs from 'node:fs';
import { createRequire } from 'node:module';
import type { ConvexShape } from '../collision/model.ts';
import { turnAbout } from '../contacts/scenes.ts';
import {
  type BodySpec,
  type Engine,
  FRICTION,
  normalTo,
  product,
  type Quat,
  RESTITUTION,
  requireNoMuscles,
  type SceneData,
  shapesOf,
  type Vec3,
} from '../model.ts';

const PACKAGE = 'physx-js-webidl';
const ITERATIONS = 4;
const SPEED_LIMIT = 500; // rad/s
/** Capsules lie along X: their axis, turned to Y. */
const UPRIGHT: Quat = [0, 0, Math.SQRT1_2, Math.SQRT1_2];
/** Which collide with which: those of one group with themselves. Joints keep their two bodies apart. */
const ALL = 1;

interface Kit {
  P: any;
  physics: any;
  tolerances: any;
}

let kit: Promise<Kit> | null = null;

/** The package is made for pages: it starts where it finds a window and no process. */
async function start(): Promise<Kit> {
  const require = createRequire(import.meta.url);
  const wasmBinary = fs.readFileSync(require.resolve(PACKAGE).replace(/[^/]*$/, 'physx-js-webidl.wasm'));
  const { default: load }: any = await import(PACKAGE);
  const scope = globalThis as any;
  const { process } = scope;
  scope.window = scope;
  scope.process = undefined;
  const loading = load({ wasmBinary, locateFile: (name: string) => name });
  scope.process = process;
  const P = await loading;
  delete scope.window;
  const top = P.PxTopLevelFunctions.prototype ?? P.PxTopLevelFunctions;
  const foundation = top.CreateFoundation(P.PHYSICS_VERSION, new P.PxDefaultAllocator(), new P.PxDefaultErrorCallback());
  const tolerances = new P.PxTolerancesScale();
  const physics = top.CreatePhysics(P.PHYSICS_VERSION, foundation, tolerances);
  top.InitExtensions(physics);
  return { P: Object.assign(P, { top }), physics, tolerances };
}

function makePhysx(solver: 'PGS' | 'TGS'): Engine {
  return {
    name: `physx ${solver.toLowerCase()}`,
    defaults: `${ITERATIONS} position iterations, 1 velocity iteration`,
    async load() {
      kit ??= start();
      const { P, physics, tolerances } = await kit;
      return async (scene, quality) => {
        requireNoMuscles(scene);
        const description = new P.PxSceneDesc(tolerances);
        description.gravity = vector(P, scene.gravity);
        description.cpuDispatcher = P.top.DefaultCpuDispatcherCreate(0);
        description.filterShader = P.top.DefaultFilterShader();
        if (solver === 'TGS') description.solverType = P.PxSolverTypeEnum.eTGS;
        const world = physics.createScene(description);
        const bodies = addBodies({ P, physics, tolerances }, world, scene, quality.iterations ?? ITERATIONS);
        addJoints(P, physics, scene, bodies);
        const { dt } = scene;
        const driven = scene.bodies.flatMap((spec, index) => (spec.turning ? [{ spec, body: bodies[index], time: 0 }] : []));
        return {
          step() {
            for (const drive of driven) {
              drive.time += dt;
              moveTo(P, drive.body, drive.spec, drive.time);
            }
            world.simulate(dt);
            world.fetchResults(true);
          },
          read(poses) {
            for (const [index, body] of bodies.entries()) {
              const { p, q } = body.getGlobalPose();
              poses.set(index, p.x, p.y, p.z, q.x, q.y, q.z, q.w);
            }
          },
          readVelocities(velocities) {
            for (const [index, body] of bodies.entries()) {
              if (scene.bodies[index].mass === 0) continue;
              const v = body.getLinearVelocity();
              const linear: Vec3 = [v.x, v.y, v.z];
              const w = body.getAngularVelocity();
              velocities.set(index, linear, [w.x, w.y, w.z]);
            }
          },
          dispose() {
            for (const body of bodies) {
              world.removeActor(body);
              body.release();
            }
            world.release();
            P.destroy(description);
          },
        };
      };
    },
  };
}

const vector = (P: any, [x, y, z]: Vec3): any => new P.PxVec3(x, y, z);

/** Calls `use` with a pose that lives until then. */
function withPose<Result>(P: any, position: Vec3, [x, y, z, w]: Quat, use: (pose: any) => Result): Result {
  const p = vector(P, position);
  const q = new P.PxQuat(x, y, z, w);
  const pose = new P.PxTransform(p, q);
  const result = use(pose);
  for (const temporary of [pose, q, p]) P.destroy(temporary);
  return result;
}

/** Where a body that turns by itself is after some time. */
function moveTo(
  P: any,
  body: any,
  { position, orientation, linearVelocity = [0, 0, 0], turning = [0, 0, 0] }: BodySpec,
  time: number,
): void {
  const place = position.map((at, axis) => at + linearVelocity[axis] * time) as unknown as Vec3;
  withPose(P, place, product(turnAbout(turning, Math.hypot(...turning) * time), orientation), (pose) => body.setKinematicTarget(pose));
}

function geometryOf({ P, tolerances }: Kit, shape: ConvexShape): any {
  if (shape.type === 'box') return new P.PxBoxGeometry(...shape.halfExtents);
  if (shape.type === 'sphere') return new P.PxSphereGeometry(shape.radius);
  if (shape.type === 'capsule') return new P.PxCapsuleGeometry(shape.radius, shape.halfHeight);
  if (shape.type === 'hull') return new P.PxConvexMeshGeometry(convexMesh(P, tolerances, shape));
  throw new Error(`a ${shape.type} is not made here`);
}

const meshes = new WeakMap<ConvexShape, any>();

function convexMesh(P: any, tolerances: any, shape: Extract<ConvexShape, { type: 'hull' }>): any {
  const known = meshes.get(shape);
  if (known) return known;
  const count = shape.points.length / 3;
  const points = new P.PxArray_PxVec3(count);
  for (let k = 0; k < count; k++) {
    const point = vector(P, shape.points.slice(3 * k, 3 * k + 3) as unknown as Vec3);
    points.set(k, point);
    P.destroy(point);
  }
  const description = new P.PxConvexMeshDesc();
  description.flags.raise(P.PxConvexFlagEnum.eCOMPUTE_CONVEX);
  description.points.count = count;
  description.points.stride = 12;
  description.points.data = points.begin();
  const parameters = new P.PxCookingParams(tolerances);
  const mesh = P.top.CreateConvexMesh(parameters, description);
  for (const temporary of [parameters, description, points]) P.destroy(temporary);
  meshes.set(shape, mesh);
  return mesh;
}

function addBodies(made: Kit, world: any, scene: SceneData, iterations: number): any[] {
  const { P, physics } = made;
  const flags = new P.PxShapeFlags(P.PxShapeFlagEnum.eSIMULATION_SHAPE);
  const material = physics.createMaterial(FRICTION, FRICTION, RESTITUTION);
  return scene.bodies.map((spec) => {
    const { mass, inertia, position, orientation, linearVelocity, turning } = spec;
    const moves = mass > 0;
    const body = withPose(P, position, orientation, (pose) =>
      moves || turning ? physics.createRigidDynamic(pose) : physics.createRigidStatic(pose),
    );
    if (turning) body.setRigidBodyFlag(P.PxRigidBodyFlagEnum.eKINEMATIC, true);
    for (const shape of shapesOf(spec)) {
      const geometry = geometryOf(made, shape);
      const solid = physics.createShape(geometry, material, true, flags);
      P.destroy(geometry);
      if (shape.type === 'capsule') withPose(P, [0, 0, 0], UPRIGHT, (pose) => solid.setLocalPose(pose));
      const filter = new P.PxFilterData(ALL, ALL, 0, 0);
      solid.setSimulationFilterData(filter);
      P.destroy(filter);
      body.attachShape(solid);
      solid.release();
    }
    if (moves) {
      body.setMass(mass);
      const moments = vector(P, inertia);
      body.setMassSpaceInertiaTensor(moments);
      P.destroy(moments);
      body.setLinearDamping(0);
      body.setAngularDamping(0);
      body.setSleepThreshold(0);
      body.setStabilizationThreshold(0);
      body.setMaxAngularVelocity(SPEED_LIMIT);
      body.setSolverIterationCounts(iterations, 1);
    }
    world.addActor(body);
    if (linearVelocity && !turning) {
      const start = vector(P, linearVelocity);
      body.setLinearVelocity(start);
      P.destroy(start);
    }
    return body;
  });
}

/** The turn that takes X to a unit vector and Y to one across it. */
function frameAlong(x: Vec3): Quat {
  const y = normalTo(x);
  const z: Vec3 = [x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0]];
  const w = Math.sqrt(Math.max(0, 1 + x[0] + y[1] + z[2])) / 2;
  if (w > 1e-3) return [(y[2] - z[1]) / (4 * w), (z[0] - x[2]) / (4 * w), (x[1] - y[0]) / (4 * w), w];
  const a = Math.sqrt(Math.max(0, 1 + x[0] - y[1] - z[2])) / 2;
  if (a > 1e-3) return [a, (x[1] + y[0]) / (4 * a), (z[0] + x[2]) / (4 * a), (y[2] - z[1]) / (4 * a)];
  const b = Math.sqrt(Math.max(0, 1 - x[0] + y[1] - z[2])) / 2;
  if (b > 1e-3) return [(x[1] + y[0]) / (4 * b), b, (y[2] + z[1]) / (4 * b), (z[0] - x[2]) / (4 * b)];
  const c = Math.sqrt(Math.max(0, 1 - x[0] - y[1] + z[2])) / 2;
  return [(z[0] + x[2]) / (4 * c), (y[2] + z[1]) / (4 * c), c, (x[1] - y[0]) / (4 * c)];
}

/** A turn of the world as a body sees it, at the start. */
function inFrameOf({ orientation: [x, y, z, w] }: BodySpec, turn: Quat): Quat {
  return product([-x, -y, -z, w], turn);
}

function addJoints(P: any, physics: any, scene: SceneData, bodies: any[]): void {
  const upright: Quat = [0, 0, 0, 1];
  const join = (create: (...values: any[]) => any, a: number, b: number, anchorA: Vec3, anchorB: Vec3, axis?: Vec3) => {
    const frame = axis ? frameAlong(axis) : upright;
    return withPose(P, anchorA, axis ? inFrameOf(scene.bodies[a], frame) : upright, (poseA) =>
      withPose(P, anchorB, axis ? inFrameOf(scene.bodies[b], frame) : upright, (poseB) =>
        create(physics, bodies[a], poseA, bodies[b], poseB),
      ),
    );
  };
  for (const { a, b, anchorA, anchorB, limits } of scene.balls) {
    if (!limits) {
      join(P.top.SphericalJointCreate.bind(P.top), a, b, anchorA, anchorB);
      continue;
    }
    const joint = join(P.top.D6JointCreate.bind(P.top), a, b, anchorA, anchorB, limits.axis);
    const { eTWIST, eSWING1, eSWING2 } = P.PxD6AxisEnum;
    for (const axis of [eTWIST, eSWING1, eSWING2]) joint.setMotion(axis, P.PxD6MotionEnum.eLIMITED);
    const twist = new P.PxJointAngularLimitPair(-limits.twist, limits.twist);
    joint.setTwistLimit(twist);
    const swing = new P.PxJointLimitCone(limits.swing, limits.swing);
    joint.setSwingLimit(swing);
    for (const temporary of [twist, swing]) P.destroy(temporary);
  }
  for (const { a, b, anchorA, anchorB, axis, lower, upper } of scene.hinges ?? []) {
    const joint = join(P.top.RevoluteJointCreate.bind(P.top), a, b, anchorA, anchorB, axis);
    const limit = new P.PxJointAngularLimitPair(lower, upper);
    joint.setLimit(limit);
    joint.setRevoluteJointFlag(P.PxRevoluteJointFlagEnum.eLIMIT_ENABLED, true);
    P.destroy(limit);
  }
}

export const physxPgs = makePhysx('PGS');
export const physxTgs = makePhysx('TGS');
