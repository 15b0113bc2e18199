// cannon-es, plain JavaScript, and holonomic/cannon, which has its exports. Quality: iterations of its Gauss-Seidel solver, substeps = world
// steps of a fraction of dt. It has no capsules,
// for which three spheres stand, and no limits of hinges.
import type { ConvexShape } from '../collision/model.ts';
import {
  type Engine,
  hasContacts,
  type JointSpec,
  localDirection,
  requireNoMuscles,
  requirePlainBodies,
  type SceneData,
  surfaceOf,
  twistRange,
  type Vec3,
} from '../model.ts';

const PACKAGES = { 'cannon-es': 'cannon-es', 'holonomic/cannon': new URL('../../dist/cannon.js', import.meta.url).href };
/** Bodies above which its own default, every pair, is no sensible choice. */
const MANY = 500;

const engineOf = (name: keyof typeof PACKAGES, defaults: string): Engine => ({
  name,
  defaults,
  async load() {
    const C: any = await import(PACKAGES[name]);

    /** For scenes in which nothing collides: no time is spent on finding that out. */
    class NoPairs extends C.Broadphase {
      collisionPairs(): void {}
    }

    const vector = (v: Vec3) => new C.Vec3(...v);
    const broadPhaseOf = (scene: SceneData) => {
      if (!hasContacts(scene)) return new NoPairs();
      return scene.bodies.length > MANY ? new C.SAPBroadphase() : new C.NaiveBroadphase();
    };

    return async (scene, quality) => {
      requireNoMuscles(scene);
      requirePlainBodies(scene);
      const world = new C.World({ gravity: vector(scene.gravity), allowSleep: false, broadphase: broadPhaseOf(scene) });
      Object.assign(world.defaultContactMaterial, surfaceOf(scene));
      if (quality.iterations) world.solver.iterations = quality.iterations;
      const substeps = quality.substeps ?? 1;
      const step = scene.dt / substeps;

      const bodies = scene.bodies.map(({ mass, inertia, position, orientation, shape }) => {
        const body = new C.Body({
          mass,
          position: vector(position),
          quaternion: new C.Quaternion(...orientation),
          linearDamping: 0,
          angularDamping: 0,
        });
        if (shape) addShape(C, body, shape);
        world.addBody(body);
        if (mass > 0) {
          body.inertia.set(...inertia);
          body.invInertia.set(1 / inertia[0], 1 / inertia[1], 1 / inertia[2]);
          body.updateSolveMassProperties();
          body.updateInertiaWorld(true);
        }
        return body;
      });
      const add = (joint: any) => {
        joint.collideConnected = false;
        world.addConstraint(joint);
      };
      /** What a joint with an axis takes. */
      const options = ({ a, b, anchorA, anchorB }: JointSpec, axis: Vec3) => ({
        pivotA: vector(anchorA),
        pivotB: vector(anchorB),
        axisA: vector(localDirection(scene.bodies[a], axis)),
        axisB: vector(localDirection(scene.bodies[b], axis)),
      });
      for (const ball of scene.balls) {
        const { a, b, anchorA, anchorB, limits } = ball;
        if (limits) {
          const twistAngle = Math.max(limits.swing, twistRange(limits.twist).upper); // its equation of the twist bounds the swing, too
          add(new C.ConeTwistConstraint(bodies[a], bodies[b], { ...options(ball, limits.axis), angle: limits.swing, twistAngle }));
        } else add(new C.PointToPointConstraint(bodies[a], vector(anchorA), bodies[b], vector(anchorB)));
      }
      for (const hinge of scene.hinges ?? []) add(new C.HingeConstraint(bodies[hinge.a], bodies[hinge.b], options(hinge, hinge.axis)));
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
        readVelocities(velocities) {
          for (const [index, { velocity: v, angularVelocity: w }] of bodies.entries())
            velocities.set(index, [v.x, v.y, v.z], [w.x, w.y, w.z]);
        },
        dispose() {},
      };
    };
  },
});

export const cannon = engineOf('cannon-es', '10 iterations, tolerance 1e-7');
export const cannonHere = engineOf('holonomic/cannon', '10 substeps');

function addShape(C: any, body: any, shape: ConvexShape): void {
  switch (shape.type) {
    case 'sphere':
      body.addShape(new C.Sphere(shape.radius));
      break;
    case 'capsule':
      for (const y of [-shape.halfHeight, 0, shape.halfHeight]) body.addShape(new C.Sphere(shape.radius), new C.Vec3(0, y, 0));
      break;
    case 'box':
      body.addShape(new C.Box(new C.Vec3(...shape.halfExtents)));
      break;
    default:
      throw new Error(`cannon-es: ${shape.type} is not among the shapes of the benchmarks`);
  }
}
