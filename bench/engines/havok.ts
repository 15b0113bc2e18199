// Havok. It has no iteration setting; quality: substeps = world steps of a fraction of dt.
import type { ConvexShape } from '../collision/model.ts';
import {
  type BodySpec,
  type Engine,
  FRICTION,
  type JointSpec,
  localDirection,
  type Muscle,
  normalTo,
  RESTITUTION,
  shapesOf,
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

    const shapeOf = (shape: ConvexShape, friction: number): any => {
      const made = check(createShape(H, shape), 'shape');
      const combine = H.MaterialCombine.GEOMETRIC_MEAN;
      H.HP_Shape_SetMaterial(made, [friction, friction, RESTITUTION, combine, combine]);
      return made;
    };

    return async (scene, quality) => {
      const substeps = quality.substeps ?? 1;
      const step = scene.dt / substeps;
      const world = check(H.HP_World_Create(), 'world');
      H.HP_World_SetGravity(world, scene.gravity);
      H.HP_World_SetIdealStepTime(world, step);
      H.HP_World_SetSpeedLimit(world, SPEED_LIMIT, SPEED_LIMIT);

      const shapes = new Map<ConvexShape, any>();
      const shared = (shape: ConvexShape) => {
        if (!shapes.has(shape)) shapes.set(shape, shapeOf(shape, scene.friction ?? FRICTION));
        return shapes.get(shape);
      };
      const containers: any[] = [];
      const contained = (parts: readonly ConvexShape[]) => {
        const container = check(H.HP_Shape_CreateContainer(), 'container');
        for (const part of parts) check(H.HP_Shape_AddChild(container, shared(part), [ORIGIN, [0, 0, 0, 1], [1, 1, 1]]), 'part');
        containers.push(container);
        return container;
      };
      const bodies = scene.bodies.map((spec) => {
        const { mass, inertia, position, orientation, linearVelocity, turning } = spec;
        const body = check(H.HP_Body_Create(), 'body');
        const collides = shapesOf(spec);
        if (collides.length) H.HP_Body_SetShape(body, collides.length > 1 ? contained(collides) : shared(collides[0]));
        H.HP_Body_SetQTransform(body, [position, orientation]);
        const { DYNAMIC, KINEMATIC, STATIC } = H.MotionType;
        H.HP_Body_SetMotionType(body, mass > 0 ? DYNAMIC : turning ? KINEMATIC : STATIC);
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
      });

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
      const join = ({ a, b, anchorA, anchorB }: JointSpec, axis: Vec3, bound: (joint: any) => void) => {
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
        return joint;
      };
      const joints = [
        ...scene.balls.map((ball) =>
          join(ball, ball.limits?.axis ?? [1, 0, 0], (joint) => {
            if (ball.muscle) drive(joint, ball.muscle, [axes.ANGULAR_X, axes.ANGULAR_Y, axes.ANGULAR_Z]);
            if (!ball.limits) return;
            const { swing, twist } = ball.limits;
            limit(joint, axes.ANGULAR_X, -twist, twist);
            limit(joint, axes.ANGULAR_Y, -swing, swing);
            limit(joint, axes.ANGULAR_Z, -swing, swing);
          }),
        ),
        ...(scene.hinges ?? []).map((hinge) =>
          join(hinge, hinge.axis, (joint) => {
            for (const axis of [axes.ANGULAR_Y, axes.ANGULAR_Z]) H.HP_Constraint_SetAxisMode(joint, axis, modes.LOCKED);
            limit(joint, axes.ANGULAR_X, hinge.lower, hinge.upper);
            if (hinge.muscle) drive(joint, hinge.muscle, [axes.ANGULAR_X]);
          }),
        ),
      ];

      return {
        step() {
          for (let i = 0; i < substeps; i++) H.HP_World_Step(world, step);
        },
        read(poses) {
          for (const [index, body] of bodies.entries()) {
            const [p, q] = check(H.HP_Body_GetQTransform(body), 'transform');
            poses.set(index, p[0], p[1], p[2], q[0], q[1], q[2], q[3]);
          }
        },
        readVelocities(velocities) {
          for (const [index, body] of bodies.entries()) {
            const linear = check(H.HP_Body_GetLinearVelocity(body), 'velocity');
            velocities.set(index, linear, check(H.HP_Body_GetAngularVelocity(body), 'velocity'));
          }
        },
        dispose() {
          for (const joint of joints) H.HP_Constraint_Release(joint);
          for (const body of bodies) {
            H.HP_World_RemoveBody(world, body);
            H.HP_Body_Release(body);
          }
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

function createShape(H: any, shape: ConvexShape): any {
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
