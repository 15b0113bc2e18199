// Rapier, SIMD build. Quality: iterations = numSolverIterations, substeps = world steps of a fraction of dt.
import type { Engine, Vec3 } from '../model.ts';

const PACKAGE = '@dimforge/rapier3d-simd-compat';
const vector = ([x, y, z]: Vec3) => ({ x, y, z });
const IDENTITY = { x: 0, y: 0, z: 0, w: 1 };

export const rapier: Engine = {
  name: 'rapier-simd',
  defaults: '4 solver iterations, 1 internal iteration',
  async load() {
    const { default: R }: any = await import(PACKAGE);
    await quietly(() => R.init());
    return async (scene, quality) => {
      const world = new R.World(vector(scene.gravity));
      const substeps = quality.substeps ?? 1;
      world.timestep = scene.dt / substeps;
      if (quality.iterations) world.integrationParameters.numSolverIterations = quality.iterations;

      const bodies = scene.bodies.map(({ mass, inertia, position, orientation: [x, y, z, w] }) => {
        const description = mass > 0 ? R.RigidBodyDesc.dynamic() : R.RigidBodyDesc.fixed();
        description
          .setTranslation(...position)
          .setRotation({ x, y, z, w })
          .setCanSleep(false);
        if (mass > 0) description.setAdditionalMassProperties(mass, vector([0, 0, 0]), vector(inertia), IDENTITY);
        return world.createRigidBody(description);
      });
      for (const { a, b, anchorA, anchorB } of scene.balls) {
        const joint = world.createImpulseJoint(R.JointData.spherical(vector(anchorA), vector(anchorB)), bodies[a], bodies[b], true);
        joint.setContactsEnabled(false);
      }
      return {
        step() {
          for (let i = 0; i < substeps; i++) world.step();
        },
        read(poses) {
          for (const [index, body] of bodies.entries()) {
            const p = body.translation();
            const q = body.rotation();
            poses.set(index, p.x, p.y, p.z, q.x, q.y, q.z, q.w);
          }
        },
        dispose: () => world.free(),
      };
    };
  },
};

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
