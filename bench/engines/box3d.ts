// Box3D, the single-threaded SIMD build of box3d.js, which is not on npm: README.md says where it is looked for. Quality: substeps of a step; hertz =
// stiffness of its joints and contacts, which are springs. It takes a quarter of the substeps' rate for joints at most, and an eighth for contacts.
import { followArrivals, type Members } from '../arrivals.ts';
import { followOrbits } from '../kinematics.ts';
import {
  type BodySpec,
  type ConvexShape,
  type Engine,
  isKinematic,
  type JointSpec,
  type MeshShape,
  type Muscle,
  product,
  type Quality,
  type Quat,
  type SceneData,
  shapesOf,
  surfaceOf,
  twistRange,
  type Vec3,
} from '../model.ts';

const DEFAULT_SUBSTEPS = 4;
const DAMPING_RATIO = 2; // the default; it is set together with the stiffness
const SPEED_LIMIT = 1000; // m/s; the default of 400 would brake what falls for long

const vector = ([x, y, z]: Vec3) => ({ x, y, z });
const quaternion = ([x, y, z, w]: Quat) => ({ v: { x, y, z }, s: w });

export const box3d: Engine = {
  name: 'box3d',
  defaults: `${DEFAULT_SUBSTEPS} substeps, joints of 60 Hz`,
  async load(importPackage = importInNode) {
    const { default: load } = await importPackage('box3d');
    const B = await load();
    return async (scene, quality) => {
      const definition = B.b3DefaultWorldDef();
      definition.gravity = vector(scene.gravity);
      definition.enableSleep = false;
      definition.workerCount = 1;
      definition.maximumLinearSpeed = SPEED_LIMIT;
      if (quality.hertz) definition.contactHertz = quality.hertz;
      const world = B.b3CreateWorld(definition);
      const shapes: Shared = { hulls: new Map(), meshes: new Map() };
      const bodies: any[] = [];
      const arrive = followArrivals(scene, {
        add(members) {
          for (const index of members.bodies) bodies[index] = addBody(B, world, scene, scene.bodies[index], shapes);
          addJoints(B, world, scene, members, bodies, quality);
        },
        remove(members) {
          for (const index of members.bodies) B.b3DestroyBody(bodies[index]);
        },
      });
      const moveKinematic = followOrbits(scene, (index, { position }) =>
        B.b3Body_SetTargetTransform(bodies[index], { p: vector(position), q: quaternion(scene.bodies[index].orientation) }, scene.dt, true),
      );
      const substeps = quality.substeps ?? DEFAULT_SUBSTEPS;
      return {
        step() {
          arrive();
          moveKinematic();
          B.b3World_Step(world, scene.dt, substeps);
        },
        read(poses) {
          for (const [index, body] of bodies.entries()) {
            if (!body) continue;
            const p = B.b3Body_GetPosition(body);
            const { v, s } = B.b3Body_GetRotation(body);
            poses.set(index, p.x, p.y, p.z, v.x, v.y, v.z, s);
          }
        },
        readVelocities(velocities) {
          for (const [index, body] of bodies.entries()) {
            if (!body) continue;
            const v = B.b3Body_GetLinearVelocity(body);
            const w = B.b3Body_GetAngularVelocity(body);
            velocities.set(index, [v.x, v.y, v.z], [w.x, w.y, w.z]);
          }
        },
        dispose() {
          B.b3DestroyWorld(world);
          for (const hull of shapes.hulls.values()) B.b3DestroyHull(hull);
          for (const mesh of shapes.meshes.values()) B.b3DestroyMesh(mesh);
        },
      };
    };
  },
};

async function importInNode() {
  const { findBox3D, MODULE } = await import('./find-box3d.ts');
  const file = findBox3D();
  if (!file) throw new Error(`Box3D is not on npm; set BOX3D to the folder of ${MODULE}`);
  const { pathToFileURL } = await import('node:url');
  return import(pathToFileURL(file).href);
}

/** What bodies share until the end. */
interface Shared {
  hulls: Map<ConvexShape, any>;
  meshes: Map<MeshShape, any>;
}

function addBody(B: any, world: any, scene: SceneData, spec: BodySpec, shapes: Shared): any {
  const { mass, inertia, position, orientation, linearVelocity, turning } = spec;
  const { b3_dynamicBody, b3_kinematicBody, b3_staticBody } = B.b3BodyType;
  const definition = B.b3DefaultBodyDef();
  definition.type = mass > 0 ? b3_dynamicBody : isKinematic(spec) ? b3_kinematicBody : b3_staticBody;
  definition.position = vector(position);
  definition.rotation = quaternion(orientation);
  if (linearVelocity) definition.linearVelocity = vector(linearVelocity);
  if (turning) definition.angularVelocity = vector(turning);
  definition.enableSleep = false;
  definition.allowFastRotation = true;
  const body = B.b3CreateBody(world, definition);
  for (const shape of shapesOf(spec)) addShape(B, body, shape, surfaceOf(scene), shapes);
  if (mass > 0) {
    const [x, y, z] = inertia;
    const tensor = { cx: vector([x, 0, 0]), cy: vector([0, y, 0]), cz: vector([0, 0, z]) };
    B.b3Body_SetMassData(body, { mass, center: vector([0, 0, 0]), inertia: tensor });
    // Or its inverse inertia in the world would be zero until the end of the first step.
    B.b3Body_SetTransform(body, definition.position, definition.rotation);
  }
  return body;
}

function addShape(
  B: any,
  body: any,
  shape: ConvexShape | MeshShape,
  surface: ReturnType<typeof surfaceOf>,
  { hulls, meshes }: Shared,
): void {
  const definition = B.b3DefaultShapeDef();
  Object.assign(definition.baseMaterial, surface);
  switch (shape.type) {
    case 'sphere':
      B.b3CreateSphereShape(body, definition, { center: vector([0, 0, 0]), radius: shape.radius });
      break;
    case 'capsule': {
      const { radius, halfHeight } = shape;
      B.b3CreateCapsuleShape(body, definition, { center1: vector([0, -halfHeight, 0]), center2: vector([0, halfHeight, 0]), radius });
      break;
    }
    case 'box':
      B.b3CreateBoxShape(body, definition, ...shape.halfExtents);
      break;
    case 'hull':
      if (!hulls.has(shape)) hulls.set(shape, B.b3CreateHull(shape.points));
      B.b3CreateHullShape(body, definition, hulls.get(shape));
      break;
    case 'mesh':
      if (!meshes.has(shape)) meshes.set(shape, B.b3CreateMesh(shape.vertices, shape.indices));
      B.b3CreateMeshShape(body, definition, meshes.get(shape), vector([1, 1, 1]));
      break;
    default:
      throw new Error(`Box3D: ${shape.type} is not among the shapes of the benchmarks`);
  }
}

function addJoints(B: any, world: any, scene: SceneData, { balls, hinges, apart }: Members, bodies: any[], { hertz }: Quality): void {
  /** What every joint has; its own axis, along `axis` in the world, is Z in its frames. */
  const describe = (definition: any, { a, b, anchorA, anchorB }: JointSpec, axis: Vec3) => {
    const frame = (body: number, anchor: Vec3) => ({ p: vector(anchor), q: quaternion(frameAbout(scene, body, axis)) });
    const { base } = definition;
    base.bodyIdA = bodies[a];
    base.bodyIdB = bodies[b];
    base.localFrameA = frame(a, anchorA);
    base.localFrameB = frame(b, anchorB);
    base.collideConnected = false;
    if (hertz) Object.assign(base, { constraintHertz: hertz, constraintDampingRatio: DAMPING_RATIO });
    return definition;
  };
  for (const ball of balls) {
    const { limits } = ball;
    const definition = describe(B.b3DefaultSphericalJointDef(), ball, limits?.axis ?? [0, 0, 1]);
    if (limits) {
      const { lower, upper } = twistRange(limits.twist);
      Object.assign(definition, { enableConeLimit: true, coneAngle: limits.swing });
      Object.assign(definition, { enableTwistLimit: true, lowerTwistAngle: lower, upperTwistAngle: upper });
    }
    if (ball.muscle) Object.assign(definition, springOf(scene, ball, ball.muscle));
    B.b3CreateSphericalJoint(world, definition);
  }
  for (const hinge of hinges) {
    const definition = describe(B.b3DefaultRevoluteJointDef(), hinge, hinge.axis);
    Object.assign(definition, { enableLimit: true, lowerAngle: hinge.lower, upperAngle: hinge.upper });
    if (hinge.muscle) Object.assign(definition, springOf(scene, hinge, hinge.muscle));
    B.b3CreateRevoluteJoint(world, definition);
  }
  for (const [a, b] of apart) {
    const definition = B.b3DefaultFilterJointDef();
    definition.base.bodyIdA = bodies[a];
    definition.base.bodyIdB = bodies[b];
    B.b3CreateFilterJoint(world, definition);
  }
}

/** The spring of a muscle by the frequency with which it swings its two bodies alone, across their length. Nothing bounds its torque. */
function springOf({ bodies }: SceneData, { a, b }: JointSpec, { damping, stiffness }: Muscle): object {
  const ease = [a, b].reduce((sum, body) => {
    const [, middle, most] = bodies[body].inertia.toSorted((one, other) => one - other);
    return most > 0 ? sum + 2 / (middle + most) : sum;
  }, 0);
  const angular = Math.sqrt(stiffness * ease);
  return { enableSpring: true, hertz: angular / (2 * Math.PI), dampingRatio: (damping * ease) / (2 * angular) };
}

/** The orientation, in a body, of a frame whose Z is an axis in the world: the same frame for all bodies. */
function frameAbout({ bodies }: SceneData, body: number, axis: Vec3): Quat {
  const [x, y, z, w] = bodies[body].orientation;
  return product([-x, -y, -z, w], zTurnedTo(axis));
}

/** The shortest turn. */
function zTurnedTo([x, y, z]: Vec3): Quat {
  const w = 1 + z;
  if (w < 1e-9) return [1, 0, 0, 0];
  const size = Math.hypot(x, y, w);
  return [-y / size, x / size, 0, w / size];
}
