// Rapier, SIMD build. Quality: iterations = numSolverIterations, substeps = world steps of a fraction of dt, reduced = its multibodies, which are
// trees. Its ball joints have no limits.
import { followArrivals, type Members } from '../arrivals.ts';
import { describe } from '../collision/rapier.ts';
import { followOrbits } from '../kinematics.ts';
import {
  type BodySpec,
  type Engine,
  frameAlong,
  inFrameOf,
  isKinematic,
  localDirection,
  type Quat,
  type SceneData,
  shapesOf,
  surfaceOf,
  type Vec3,
} from '../model.ts';

const PACKAGE = '@dimforge/rapier3d-simd-compat';
const vector = ([x, y, z]: Vec3) => ({ x, y, z });
const quaternion = ([x, y, z, w]: Quat) => ({ x, y, z, w });
const IDENTITY = { x: 0, y: 0, z: 0, w: 1 };

export const rapier: Engine = {
  name: 'rapier-simd',
  defaults: '4 solver iterations, 1 internal iteration',
  async load(importPackage = (name) => import(name)) {
    const { default: R } = await importPackage(PACKAGE);
    await quietly(() => R.init());
    return async (scene, quality) => {
      const world = new R.World(vector(scene.gravity));
      const substeps = quality.substeps ?? 1;
      world.timestep = scene.dt / substeps;
      if (quality.iterations) world.integrationParameters.numSolverIterations = quality.iterations;

      const bodies: any[] = [];
      const arrive = followArrivals(scene, {
        add(members) {
          for (const index of members.bodies) bodies[index] = addBody(R, world, scene, scene.bodies[index]);
          addJoints(R, world, scene, members, bodies, quality.reduced);
        },
        remove(members) {
          for (const index of members.bodies) world.removeRigidBody(bodies[index]);
        },
      });
      const moveKinematic = followOrbits(scene, (index, { velocity }) => bodies[index].setLinvel(vector(velocity), true));
      return {
        step() {
          arrive();
          moveKinematic();
          for (let i = 0; i < substeps; i++) world.step();
        },
        read(poses) {
          for (const [index, body] of bodies.entries()) {
            if (!body) continue;
            const p = body.translation();
            const q = body.rotation();
            poses.set(index, p.x, p.y, p.z, q.x, q.y, q.z, q.w);
          }
        },
        readVelocities(velocities) {
          for (const [index, body] of bodies.entries()) {
            if (!body) continue;
            const v = body.linvel();
            const w = body.angvel();
            velocities.set(index, [v.x, v.y, v.z], [w.x, w.y, w.z]);
          }
        },
        dispose: () => world.free(),
      };
    };
  },
};

function addBody(R: any, world: any, scene: SceneData, spec: BodySpec): any {
  const { mass, inertia, position, orientation, linearVelocity, turning } = spec;
  const still = isKinematic(spec) ? R.RigidBodyDesc.kinematicVelocityBased() : R.RigidBodyDesc.fixed();
  const description = mass > 0 ? R.RigidBodyDesc.dynamic() : still;
  description
    .setTranslation(...position)
    .setRotation(quaternion(orientation))
    .setCanSleep(false);
  if (mass > 0) description.setAdditionalMassProperties(mass, vector([0, 0, 0]), vector(inertia), IDENTITY);
  if (linearVelocity) description.setLinvel(...linearVelocity);
  if (turning) description.setAngvel(vector(turning));
  const body = world.createRigidBody(description);
  const { friction, restitution } = surfaceOf(scene);
  for (const shape of shapesOf(spec))
    world.createCollider(describe(R, shape).setDensity(0).setFriction(friction).setRestitution(restitution), body);
  return body;
}

function addJoints(R: any, world: any, scene: SceneData, members: Members, bodies: any[], reduced = false): void {
  const add = (data: any, a: number, b: number) => {
    const joint = reduced
      ? world.createMultibodyJoint(data, bodies[a], bodies[b], true)
      : world.createImpulseJoint(data, bodies[a], bodies[b], true);
    joint.setContactsEnabled(false);
    return joint;
  };
  /** Frames of both bodies that are the same in the world at the start. */
  const align = (joint: any, a: number, b: number, frame: Quat) => {
    joint.setFrameX1(quaternion(inFrameOf(scene.bodies[a], frame)));
    joint.setFrameX2(quaternion(inFrameOf(scene.bodies[b], frame)));
  };
  // A ball joint comes back from the world as a joint without motors (0.20).
  const motors = R.SphericalImpulseJoint.prototype;
  for (const { a, b, anchorA, anchorB, muscle } of members.balls) {
    const joint = add(R.JointData.spherical(vector(anchorA), vector(anchorB)), a, b);
    if (!muscle) continue;
    align(joint, a, b, [0, 0, 0, 1]);
    for (const axis of [R.JointAxis.AngX, R.JointAxis.AngY, R.JointAxis.AngZ]) {
      motors.configureMotorModel.call(joint, axis, R.MotorModel.ForceBased);
      motors.configureMotorPosition.call(joint, axis, 0, muscle.stiffness, muscle.damping);
      motors.setMotorMaxForce.call(joint, axis, muscle.maxTorque);
    }
  }
  for (const { a, b, anchorA, anchorB, axis, lower, upper, muscle } of members.hinges) {
    const local = vector(localDirection(scene.bodies[a], axis));
    const joint = add(R.JointData.revolute(vector(anchorA), vector(anchorB), local), a, b);
    if (!reduced) align(joint, a, b, frameAlong(axis)); // or the axis would be the same in bodies that are turned differently
    joint.setLimits(lower, upper);
    if (!muscle) continue;
    joint.configureMotorModel(R.MotorModel.ForceBased);
    joint.configureMotorPosition(0, muscle.stiffness, muscle.damping);
    joint.setMotorMaxForce(muscle.maxTorque);
  }
  // A joint that locks no axis.
  const free = R.JointData.generic(vector([0, 0, 0]), vector([0, 0, 0]), vector([1, 0, 0]), 0);
  for (const [a, b] of members.apart) world.createImpulseJoint(free, bodies[a], bodies[b], true).setContactsEnabled(false);
}

/** Runs a loader whose own library warns about how it calls itself. */
async function quietly(load: () => Promise<unknown>): Promise<void> {
  const { warn } = console;
  console.warn = () => {};
  try {
    await load();
  } finally {
    console.warn = warn;
  }
}
