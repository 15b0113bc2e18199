// Havok. It has no iteration setting; quality: substeps = world steps of a fraction of dt.
import fs from 'node:fs';
import { createRequire } from 'node:module';
import type { Engine, Vec3 } from '../model.ts';

const PACKAGE = '@babylonjs/havok';
const SPEED_LIMIT = 500; // m/s and rad/s; the default would brake a whipping chain
const ORIGIN: Vec3 = [0, 0, 0];

export const havok: Engine = {
  name: 'havok',
  defaults: 'none to set',
  async load() {
    const require = createRequire(import.meta.url);
    const wasmBinary = fs.readFileSync(require.resolve(`${PACKAGE}/lib/esm/HavokPhysics.wasm`)); // its loader fetches a file URL, which Node does not
    const { default: load }: any = await import(PACKAGE);
    const H = await load({ wasmBinary });

    const check = (result: any, what: string): any => {
      const [status, value] = Array.isArray(result) ? result : [result, undefined];
      if (status !== H.Result.RESULT_OK) throw new Error(`Havok: ${what} failed`);
      return value;
    };

    return async (scene, quality) => {
      const substeps = quality.substeps ?? 1;
      const step = scene.dt / substeps;
      const world = check(H.HP_World_Create(), 'world');
      H.HP_World_SetGravity(world, scene.gravity);
      H.HP_World_SetIdealStepTime(world, step);
      H.HP_World_SetSpeedLimit(world, SPEED_LIMIT, SPEED_LIMIT);

      const bodies = scene.bodies.map(({ mass, inertia, position, orientation }) => {
        const body = check(H.HP_Body_Create(), 'body');
        H.HP_Body_SetQTransform(body, [position, orientation]);
        H.HP_Body_SetMotionType(body, mass > 0 ? H.MotionType.DYNAMIC : H.MotionType.STATIC);
        if (mass > 0) {
          const perUnitMass = inertia.map((moment) => moment / mass); // measured: an impulse turns the body by mass times this
          check(H.HP_Body_SetMassProperties(body, [ORIGIN, mass, perUnitMass, [0, 0, 0, 1]]), 'mass');
          H.HP_Body_SetLinearDamping(body, 0);
          H.HP_Body_SetAngularDamping(body, 0);
        }
        H.HP_World_AddBody(world, body, false);
        if (mass > 0) H.HP_Body_SetActivationControl(body, H.ActivationControl.ALWAYS_ACTIVE);
        return body;
      });

      const axes = H.ConstraintAxis;
      const joints = scene.balls.map(({ a, b, anchorA, anchorB }) => {
        const joint = check(H.HP_Constraint_Create(), 'joint');
        H.HP_Constraint_SetParentBody(joint, bodies[a]);
        H.HP_Constraint_SetChildBody(joint, bodies[b]);
        H.HP_Constraint_SetAnchorInParent(joint, anchorA, [1, 0, 0], [0, 1, 0]);
        H.HP_Constraint_SetAnchorInChild(joint, anchorB, [1, 0, 0], [0, 1, 0]);
        for (const axis of [axes.LINEAR_X, axes.LINEAR_Y, axes.LINEAR_Z]) {
          H.HP_Constraint_SetAxisMode(joint, axis, H.ConstraintAxisLimitMode.LOCKED);
        }
        H.HP_Constraint_SetCollisionsEnabled(joint, 0);
        check(H.HP_Constraint_SetEnabled(joint, 1), 'joint');
        return joint;
      });

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
        dispose() {
          for (const joint of joints) H.HP_Constraint_Release(joint);
          for (const body of bodies) {
            H.HP_World_RemoveBody(world, body);
            H.HP_Body_Release(body);
          }
          H.HP_World_Release(world);
        },
      };
    };
  },
};
