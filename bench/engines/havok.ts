// Havok. It has no iteration setting; quality: substeps = world steps of a fraction of dt.
import { followArrivals } from '../arrivals.ts';
import { followOrbits } from '../kinematics.ts';
import {
  type BallSpec,
  type BodySpec,
  type ConvexShape,
  type Engine,
  type HingeSpec,
  isKinematic,
  type JointSpec,
  localDirection,
  type MeshShape,
  type Muscle,
  normalTo,
  type Pair,
  shapesOf,
  surfaceOf,
  twistRange,
  type Vec3,
} from '../model.ts';

const PACKAGE = '@babylonjs/havok';
const SPEED_LIMIT = 500; // m/s and rad/s; the default would brake a whipping chain
const ORIGIN: Vec3 = [0, 0, 0];

export const havok: Engine = {
  name: 'havok',
  defaults: 'none to set',
  async load(importPackage = importInNode) {
    const { default: load } = await importPackage(PACKAGE);
    const H = await load();

    const check = (result: any, what: string): any => {
      const [status, value] = Array.isArray(result) ? result : [result, undefined];
      if (status !== H.Result.RESULT_OK) throw new Error(`Havok: ${what} failed`);
      return value;
    };

    const shapeOf = (shape: ConvexShape | MeshShape, { friction, restitution }: ReturnType<typeof surfaceOf>): any => {
      const made = check(createShape(H, shape), 'shape');
      const combine = H.MaterialCombine.GEOMETRIC_MEAN;
      H.HP_Shape_SetMaterial(made, [friction, friction, restitution, combine, combine]);
      return made;
    };

    return async (scene, quality) => {
      const substeps = quality.substeps ?? 1;
      const step = scene.dt / substeps;
      const world = check(H.HP_World_Create(), 'world');
      H.HP_World_SetGravity(world, scene.gravity);
      H.HP_World_SetIdealStepTime(world, step);
      H.HP_World_SetSpeedLimit(world, SPEED_LIMIT, SPEED_LIMIT);

      const shapes = new Map<ConvexShape | MeshShape, any>();
      const shared = (shape: ConvexShape | MeshShape) => {
        if (!shapes.has(shape)) shapes.set(shape, shapeOf(shape, surfaceOf(scene)));
        return shapes.get(shape);
      };
      const containers: any[] = [];
      const contained = (parts: readonly (ConvexShape | MeshShape)[]) => {
        const container = check(H.HP_Shape_CreateContainer(), 'container');
        for (const part of parts) check(H.HP_Shape_AddChild(container, shared(part), [ORIGIN, [0, 0, 0, 1], [1, 1, 1]]), 'part');
        containers.push(container);
        return container;
      };
      const addBody = (spec: BodySpec) => {
        const { mass, inertia, position, orientation, linearVelocity, turning } = spec;
        const body = check(H.HP_Body_Create(), 'body');
        const collides = shapesOf(spec);
        if (collides.length) H.HP_Body_SetShape(body, collides.length > 1 ? contained(collides) : shared(collides[0]));
        H.HP_Body_SetQTransform(body, [position, orientation]);
        const { DYNAMIC, KINEMATIC, STATIC } = H.MotionType;
        H.HP_Body_SetMotionType(body, mass > 0 ? DYNAMIC : isKinematic(spec) ? KINEMATIC : STATIC);
        if (mass > 0) {
          const perUnitMass = inertia.map((moment) => moment / mass); // measured: an impulse turns the body by mass times this
          check(H.HP_Body_SetMassProperties(body, [ORIGIN, mass, perUnitMass, [0, 0, 0, 1]]), 'mass');
          H.HP_Body_SetLinearDamping(body, 0);
          H.HP_Body_SetAngularDamping(body, 0);
        }
        H.HP_World_AddBody(world, body, false);
        if (linearVelocity) H.HP_Body_SetLinearVelocity(body, linearVelocity);
        if (turning) H.HP_Body_SetAngularVelocity(body, turning);
        if (mass > 0) H.HP_Body_SetActivationControl(body, H.ActivationControl.ALWAYS_ACTIVE);
        return body;
      };

      const bodies: any[] = [];
      const joints = new Map<JointSpec | Pair, any>();
      const axes = H.ConstraintAxis;
      const modes = H.ConstraintAxisLimitMode;
      const limit = (joint: any, axis: any, lower: number, upper: number) => {
        H.HP_Constraint_SetAxisMode(joint, axis, modes.LIMITED);
        H.HP_Constraint_SetAxisMinLimit(joint, axis, lower);
        H.HP_Constraint_SetAxisMaxLimit(joint, axis, upper);
      };
      const drive = (joint: any, { damping, maxTorque, stiffness }: Muscle, driven: any[]) => {
        for (const axis of driven) {
          check(H.HP_Constraint_SetAxisMotorType(joint, axis, H.ConstraintMotorType.SPRING_FORCE), 'motor');
          check(H.HP_Constraint_SetAxisMotorStiffness(joint, axis, stiffness), 'motor');
          check(H.HP_Constraint_SetAxisMotorDamping(joint, axis, damping), 'motor');
          check(H.HP_Constraint_SetAxisMotorMaxForce(joint, axis, maxTorque), 'motor');
        }
      };
      /** Joins two points; `axis` is the joint's X, and `bound` says what rotations it leaves. */
      const join = (spec: JointSpec, axis: Vec3, bound: (joint: any) => void) => {
        const { a, b, anchorA, anchorB } = spec;
        const joint = check(H.HP_Constraint_Create(), 'joint');
        const frame = (body: BodySpec) => [localDirection(body, axis), localDirection(body, normalTo(axis))];
        H.HP_Constraint_SetParentBody(joint, bodies[a]);
        H.HP_Constraint_SetChildBody(joint, bodies[b]);
        H.HP_Constraint_SetAnchorInParent(joint, anchorA, ...frame(scene.bodies[a]));
        H.HP_Constraint_SetAnchorInChild(joint, anchorB, ...frame(scene.bodies[b]));
        for (const locked of [axes.LINEAR_X, axes.LINEAR_Y, axes.LINEAR_Z]) H.HP_Constraint_SetAxisMode(joint, locked, modes.LOCKED);
        bound(joint);
        H.HP_Constraint_SetCollisionsEnabled(joint, 0);
        check(H.HP_Constraint_SetEnabled(joint, 1), 'joint');
        joints.set(spec, joint);
      };
      /** A joint that locks no axis. */
      const keepApart = (pair: Pair) => {
        const joint = check(H.HP_Constraint_Create(), 'joint');
        H.HP_Constraint_SetParentBody(joint, bodies[pair[0]]);
        H.HP_Constraint_SetChildBody(joint, bodies[pair[1]]);
        H.HP_Constraint_SetCollisionsEnabled(joint, 0);
        check(H.HP_Constraint_SetEnabled(joint, 1), 'joint');
        joints.set(pair, joint);
      };
      const joinBall = (ball: BallSpec) =>
        join(ball, ball.limits?.axis ?? [1, 0, 0], (joint) => {
          if (ball.muscle) drive(joint, ball.muscle, [axes.ANGULAR_X, axes.ANGULAR_Y, axes.ANGULAR_Z]);
          if (!ball.limits) return;
          const { swing, twist } = ball.limits;
          const { lower, upper } = twistRange(twist);
          limit(joint, axes.ANGULAR_X, lower, upper);
          limit(joint, axes.ANGULAR_Y, -swing, swing);
          limit(joint, axes.ANGULAR_Z, -swing, swing);
        });
      const joinHinge = (hinge: HingeSpec) =>
        join(hinge, hinge.axis, (joint) => {
          for (const axis of [axes.ANGULAR_Y, axes.ANGULAR_Z]) H.HP_Constraint_SetAxisMode(joint, axis, modes.LOCKED);
          limit(joint, axes.ANGULAR_X, hinge.lower, hinge.upper);
          if (hinge.muscle) drive(joint, hinge.muscle, [axes.ANGULAR_X]);
        });
      const takeAway = (body: any) => {
        H.HP_World_RemoveBody(world, body);
        H.HP_Body_Release(body);
      };
      const arrive = followArrivals(scene, {
        add(members) {
          for (const index of members.bodies) bodies[index] = addBody(scene.bodies[index]);
          for (const ball of members.balls) joinBall(ball);
          for (const hinge of members.hinges) joinHinge(hinge);
          for (const pair of members.apart) keepApart(pair);
        },
        remove(members) {
          for (const joint of [...members.balls, ...members.hinges, ...members.apart]) H.HP_Constraint_Release(joints.get(joint));
          for (const index of members.bodies) takeAway(bodies[index]);
        },
      });

      const moveKinematic = followOrbits(scene, (index, { velocity }) => H.HP_Body_SetLinearVelocity(bodies[index], velocity));

      return {
        step() {
          arrive();
          moveKinematic();
          for (let i = 0; i < substeps; i++) H.HP_World_Step(world, step);
        },
        read(poses) {
          for (const [index, body] of bodies.entries()) {
            if (!body) continue;
            const [p, q] = check(H.HP_Body_GetQTransform(body), 'transform');
            poses.set(index, p[0], p[1], p[2], q[0], q[1], q[2], q[3]);
          }
        },
        readVelocities(velocities) {
          for (const [index, body] of bodies.entries()) {
            if (!body) continue;
            const linear = check(H.HP_Body_GetLinearVelocity(body), 'velocity');
            velocities.set(index, linear, check(H.HP_Body_GetAngularVelocity(body), 'velocity'));
          }
        },
        dispose() {
          for (const joint of joints.values()) H.HP_Constraint_Release(joint);
          for (const body of bodies) if (body) takeAway(body);
          for (const shape of [...containers, ...shapes.values()]) H.HP_Shape_Release(shape);
          H.HP_World_Release(world);
        },
      };
    };
  },
};

/** Its own loader fetches a file URL, which Node does not. */
async function importInNode(name: string) {
  const [{ readFileSync }, { createRequire }, module] = await Promise.all([import('node:fs'), import('node:module'), import(name)]);
  const wasmBinary = readFileSync(createRequire(import.meta.url).resolve(`${name}/lib/esm/HavokPhysics.wasm`));
  return { default: () => module.default({ wasmBinary }) };
}

function createShape(H: any, shape: ConvexShape | MeshShape): any {
  const upright = [0, 0, 0, 1];
  switch (shape.type) {
    case 'sphere':
      return H.HP_Shape_CreateSphere(ORIGIN, shape.radius);
    case 'capsule':
      return H.HP_Shape_CreateCapsule([0, -shape.halfHeight, 0], [0, shape.halfHeight, 0], shape.radius);
    case 'box':
      return H.HP_Shape_CreateBox(
        ORIGIN,
        upright,
        shape.halfExtents.map((half) => 2 * half),
      );
    case 'mesh': {
      const { indices, vertices } = shape;
      const points = H._malloc(4 * vertices.length);
      const triangles = H._malloc(4 * indices.length);
      H.HEAPF32.set(vertices, points / 4);
      H.HEAP32.set(indices, triangles / 4);
      const mesh = H.HP_Shape_CreateMesh(points, vertices.length / 3, triangles, indices.length / 3);
      for (const buffer of [points, triangles]) H._free(buffer);
      return mesh;
    }
    case 'hull': {
      const points = H._malloc(4 * shape.points.length);
      H.HEAPF32.set(shape.points, points / 4);
      const hull = H.HP_Shape_CreateConvexHull(points, shape.points.length / 3);
      H._free(points);
      return hull;
    }
    default:
      throw new Error(`Havok: ${shape.type} is not among the shapes of the benchmarks`);
  }
}
