// PhysX 5, by physx-js-webidl: projected Gauss-Seidel (PGS) and in small steps (TGS). Quality: iterations = position iterations, beside one of velocity.
import fs from 'node:fs';
import { createRequire } from 'node:module';
import { followArrivals, type Members } from '../arrivals.ts';
import { orientationAt, positionAt } from '../kinematics.ts';
import {
  type BodySpec,
  type ConvexShape,
  type Engine,
  frameAlong,
  inFrameOf,
  isKinematic,
  type JointSpec,
  type MeshShape,
  type Pair,
  type Quat,
  requireNoMuscles,
  type SceneData,
  shapesOf,
  surfaceOf,
  twistRange,
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
        const bodies: any[] = [];
        const joints = new Map<JointSpec | Pair, any>();
        const addBody = bodyMaker({ P, physics, tolerances }, world, scene, quality.iterations ?? ITERATIONS);
        const takeAway = (body: any) => {
          world.removeActor(body);
          body.release();
        };
        const arrive = followArrivals(scene, {
          add(members) {
            for (const index of members.bodies) bodies[index] = addBody(scene.bodies[index]);
            addJoints(P, physics, scene, members, bodies, joints);
          },
          remove(members) {
            for (const joint of [...members.balls, ...members.hinges, ...members.apart]) joints.get(joint).release();
            for (const index of members.bodies) takeAway(bodies[index]);
          },
        });
        const { dt } = scene;
        const driven = scene.bodies.flatMap((spec, index) => (isKinematic(spec) ? [{ spec, body: bodies[index], time: 0 }] : []));
        return {
          step() {
            arrive();
            for (const drive of driven) {
              drive.time += dt;
              moveTo(P, drive.body, drive.spec, drive.time);
            }
            world.simulate(dt);
            world.fetchResults(true);
          },
          read(poses) {
            for (const [index, body] of bodies.entries()) {
              if (!body) continue;
              const { p, q } = body.getGlobalPose();
              poses.set(index, p.x, p.y, p.z, q.x, q.y, q.z, q.w);
            }
          },
          readVelocities(velocities) {
            for (const [index, body] of bodies.entries()) {
              if (!body || scene.bodies[index].mass === 0) continue;
              const v = body.getLinearVelocity();
              const linear: Vec3 = [v.x, v.y, v.z];
              const w = body.getAngularVelocity();
              velocities.set(index, linear, [w.x, w.y, w.z]);
            }
          },
          dispose() {
            for (const body of bodies) if (body) takeAway(body);
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

/** Moves a body to where it is after some time. */
function moveTo(P: any, body: any, spec: BodySpec, time: number): void {
  withPose(P, positionAt(spec, time), orientationAt(spec, time), (pose) => body.setKinematicTarget(pose));
}

function geometryOf({ P, tolerances }: Kit, shape: ConvexShape | MeshShape): any {
  if (shape.type === 'box') return new P.PxBoxGeometry(...shape.halfExtents);
  if (shape.type === 'sphere') return new P.PxSphereGeometry(shape.radius);
  if (shape.type === 'capsule') return new P.PxCapsuleGeometry(shape.radius, shape.halfHeight);
  if (shape.type === 'hull') return new P.PxConvexMeshGeometry(convexMesh(P, tolerances, shape));
  if (shape.type === 'mesh') return new P.PxTriangleMeshGeometry(triangleMesh(P, tolerances, shape));
  throw new Error(`a ${shape.type} is not made here`);
}

const meshes = new WeakMap<ConvexShape | MeshShape, any>();

/** Points as PhysX takes them, one after the other in a list of numbers. */
function pointsOf(P: any, numbers: readonly number[]): any {
  const points = new P.PxArray_PxVec3(numbers.length / 3);
  for (let k = 0; k < numbers.length / 3; k++) {
    const point = vector(P, numbers.slice(3 * k, 3 * k + 3) as unknown as Vec3);
    points.set(k, point);
    P.destroy(point);
  }
  return points;
}

function triangleMesh(P: any, tolerances: any, shape: MeshShape): any {
  const known = meshes.get(shape);
  if (known) return known;
  const points = pointsOf(P, shape.vertices);
  const indices = new P.PxArray_PxU32(shape.indices.length);
  for (const [k, index] of shape.indices.entries()) indices.set(k, index);
  const description = new P.PxTriangleMeshDesc();
  description.points.count = shape.vertices.length / 3;
  description.points.stride = 12;
  description.points.data = points.begin();
  description.triangles.count = shape.indices.length / 3;
  description.triangles.stride = 12;
  description.triangles.data = indices.begin();
  const parameters = new P.PxCookingParams(tolerances);
  const mesh = P.top.CreateTriangleMesh(parameters, description);
  for (const temporary of [parameters, description, points, indices]) P.destroy(temporary);
  meshes.set(shape, mesh);
  return mesh;
}

function convexMesh(P: any, tolerances: any, shape: Extract<ConvexShape, { type: 'hull' }>): any {
  const known = meshes.get(shape);
  if (known) return known;
  const points = pointsOf(P, shape.points);
  const description = new P.PxConvexMeshDesc();
  description.flags.raise(P.PxConvexFlagEnum.eCOMPUTE_CONVEX);
  description.points.count = shape.points.length / 3;
  description.points.stride = 12;
  description.points.data = points.begin();
  const parameters = new P.PxCookingParams(tolerances);
  const mesh = P.top.CreateConvexMesh(parameters, description);
  for (const temporary of [parameters, description, points]) P.destroy(temporary);
  meshes.set(shape, mesh);
  return mesh;
}

function bodyMaker(made: Kit, world: any, scene: SceneData, iterations: number): (spec: BodySpec) => any {
  const { friction, restitution } = surfaceOf(scene);
  const { P, physics } = made;
  const flags = new P.PxShapeFlags(P.PxShapeFlagEnum.eSIMULATION_SHAPE);
  const material = physics.createMaterial(friction, friction, restitution);
  return (spec) => {
    const { mass, inertia, position, orientation, linearVelocity } = spec;
    const moves = mass > 0;
    const kinematic = isKinematic(spec);
    const body = withPose(P, position, orientation, (pose) =>
      moves || kinematic ? physics.createRigidDynamic(pose) : physics.createRigidStatic(pose),
    );
    if (kinematic) body.setRigidBodyFlag(P.PxRigidBodyFlagEnum.eKINEMATIC, true);
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
    if (linearVelocity && !kinematic) {
      const start = vector(P, linearVelocity);
      body.setLinearVelocity(start);
      P.destroy(start);
    }
    return body;
  };
}

function addJoints(
  P: any,
  physics: any,
  scene: SceneData,
  { balls, hinges, apart }: Members,
  bodies: any[],
  joints: Map<JointSpec | Pair, any>,
): void {
  const upright: Quat = [0, 0, 0, 1];
  const join = (create: (...values: any[]) => any, a: number, b: number, anchorA: Vec3, anchorB: Vec3, axis?: Vec3) => {
    const frame = axis ? frameAlong(axis) : upright;
    return withPose(P, anchorA, axis ? inFrameOf(scene.bodies[a], frame) : upright, (poseA) =>
      withPose(P, anchorB, axis ? inFrameOf(scene.bodies[b], frame) : upright, (poseB) =>
        create(physics, bodies[a], poseA, bodies[b], poseB),
      ),
    );
  };
  const createD6 = P.top.D6JointCreate.bind(P.top);
  for (const ball of balls) {
    const { a, b, anchorA, anchorB, limits } = ball;
    const create = limits ? createD6 : P.top.SphericalJointCreate.bind(P.top);
    const joint = join(create, a, b, anchorA, anchorB, limits?.axis);
    joints.set(ball, joint);
    if (!limits) continue;
    const { eTWIST, eSWING1, eSWING2 } = P.PxD6AxisEnum;
    for (const axis of [eTWIST, eSWING1, eSWING2]) joint.setMotion(axis, P.PxD6MotionEnum.eLIMITED);
    const { lower, upper } = twistRange(limits.twist);
    const twist = new P.PxJointAngularLimitPair(lower, upper);
    joint.setTwistLimit(twist);
    const swing = new P.PxJointLimitCone(limits.swing, limits.swing);
    joint.setSwingLimit(swing);
    for (const temporary of [twist, swing]) P.destroy(temporary);
  }
  for (const hinge of hinges) {
    const { a, b, anchorA, anchorB, axis, lower, upper } = hinge;
    const joint = join(P.top.RevoluteJointCreate.bind(P.top), a, b, anchorA, anchorB, axis);
    const limit = new P.PxJointAngularLimitPair(lower, upper);
    joint.setLimit(limit);
    joint.setRevoluteJointFlag(P.PxRevoluteJointFlagEnum.eLIMIT_ENABLED, true);
    P.destroy(limit);
    joints.set(hinge, joint);
  }
  for (const pair of apart) {
    const joint = join(createD6, pair[0], pair[1], [0, 0, 0], [0, 0, 0]);
    const { eX, eY, eZ, eTWIST, eSWING1, eSWING2 } = P.PxD6AxisEnum;
    for (const axis of [eX, eY, eZ, eTWIST, eSWING1, eSWING2]) joint.setMotion(axis, P.PxD6MotionEnum.eFREE);
    joints.set(pair, joint);
  }
}

export const physxPgs = makePhysx('PGS');
export const physxTgs = makePhysx('TGS');
