// cannon-es, plain JavaScript. Quality: iterations of its Gauss-Seidel solver, substeps = world steps of a fraction of dt.
import type { Engine, Vec3 } from '../model.ts';

const PACKAGE = 'cannon-es';

export const cannon: Engine = {
  name: 'cannon-es',
  defaults: '10 iterations, tolerance 1e-7',
  async load() {
    const C: any = await import(PACKAGE);

    /** The scenes are about joints: nothing collides, and no time is spent on finding that out. */
    class NoPairs extends C.Broadphase {
      collisionPairs(): void {}
    }

    return async (scene, quality) => {
      const vector = (v: Vec3) => new C.Vec3(...v);
      const world = new C.World({ gravity: vector(scene.gravity), allowSleep: false, broadphase: new NoPairs() });
      if (quality.iterations) world.solver.iterations = quality.iterations;
      const substeps = quality.substeps ?? 1;
      const step = scene.dt / substeps;

      const bodies = scene.bodies.map(({ mass, inertia, position, orientation }) => {
        const body = new C.Body({
          mass,
          position: vector(position),
          quaternion: new C.Quaternion(...orientation),
          linearDamping: 0,
          angularDamping: 0,
        });
        world.addBody(body);
        if (mass > 0) {
          body.inertia.set(...inertia);
          body.invInertia.set(1 / inertia[0], 1 / inertia[1], 1 / inertia[2]);
          body.updateSolveMassProperties();
          body.updateInertiaWorld(true);
        }
        return body;
      });
      for (const { a, b, anchorA, anchorB } of scene.balls) {
        const joint = new C.PointToPointConstraint(bodies[a], vector(anchorA), bodies[b], vector(anchorB));
        joint.collideConnected = false;
        world.addConstraint(joint);
      }
      return {
        step() {
          for (let i = 0; i < substeps; i++) world.step(step);
        },
        read(poses) {
          for (const [index, body] of bodies.entries()) {
            const { position: p, quaternion: q } = body;
            poses.set(index, p.x, p.y, p.z, q.x, q.y, q.z, q.w);
          }
        },
        dispose() {},
      };
    };
  },
};
