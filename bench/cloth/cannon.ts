// Particles of cannon-es between distance constraints, as in its own example of a cloth. Its broad phases compare particles with each other, which no cloth
// needs: here each is a pair with the sphere, and with nothing else.
import { type ClothEngine, massOf, startOf } from './model.ts';

const PACKAGE = 'cannon-es';
const DEFAULT_ITERATIONS = 10;

export const cannonCloth: ClothEngine = {
  name: 'cannon-es',
  async load() {
    const C: any = await import(PACKAGE);

    class WithTheFirst extends C.Broadphase {
      collisionPairs({ bodies }: any, first: any[], second: any[]): void {
        for (let k = 1; k < bodies.length; k++) {
          first.push(bodies[0]);
          second.push(bodies[k]);
        }
      }
    }

    return async (scene, { iterations = DEFAULT_ITERATIONS }) => {
      const world = new C.World({ gravity: new C.Vec3(...scene.gravity), allowSleep: false, broadphase: new WithTheFirst() });
      world.solver.iterations = iterations;
      world.defaultContactMaterial.friction = scene.friction;
      // Its particles have no size.
      world.addBody(new C.Body({ mass: 0, shape: new C.Sphere(scene.radius + scene.thickness / 2) }));
      const shape = new C.Particle();
      const particles = Array.from({ length: scene.side ** 2 }, (_, k) => {
        const [x, z] = startOf(scene, k);
        const body = new C.Body({ mass: massOf(scene), shape, position: new C.Vec3(x, scene.height, z), linearDamping: 0 });
        world.addBody(body);
        return body;
      });
      const rest = scene.size / (scene.side - 1);
      const hold = (a: number, b: number) => world.addConstraint(new C.DistanceConstraint(particles[a], particles[b], rest));
      for (let k = 0; k < particles.length; k++) {
        if ((k + 1) % scene.side > 0) hold(k, k + 1);
        if (k + scene.side < particles.length) hold(k, k + scene.side);
      }
      return {
        step: () => world.step(scene.dt),
        read(positions) {
          for (const [k, { position }] of particles.entries()) positions.set([position.x, position.y, position.z], 3 * k);
        },
        dispose: () => {},
      };
    };
  },
};
