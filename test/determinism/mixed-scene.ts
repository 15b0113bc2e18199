// One scene with every joint, for the tests of determinism: in Node, and as it stands in a browser. It imports nothing and computes its
// numbers by operations that are rounded alike everywhere.
import type { Body, World, WorldOptions } from '../../bindings/index.ts';

export const STEPS = 120;

/**
 * Hashes of the scene after all steps. They change with every change to the kernels' arithmetic, and with nothing else: not with the
 * machine, the engine or the build. To renew them: run `npx vitest run test/determinism/hash.test.ts`, check that the two lines it prints
 * as received come from a change you meant to make, and put them here.
 */
export const PINNED = {
  single: '81482b469fc88cb6',
  double: '4953849df1613e4c',
} as const;

type Api = typeof import('../../bindings/index.ts');

/** A grid of bodies of all shapes, linked in turn by all joints, hung from the world and stirred by two kinematic bodies. */
export function buildMixedScene({ Ball, Box, Capsule, Cylinder, Distance, Fixed, Hinge, Prismatic, Sphere }: Api, world: World): void {
  // Sizes of many digits: in them even the volume of a sphere shows whether every engine computes the same.
  const shapeOf = (k: number) => {
    const size = 0.1 + k / 301;
    if (k % 4 === 0) return new Box([0.3, size, 0.2]);
    if (k % 4 === 1) return new Sphere(size);
    return k % 4 === 2 ? new Capsule(size, 0.2) : new Cylinder(size, 0.1);
  };
  const bodies: Body[] = [];
  for (let k = 0; k < 40; k++) {
    bodies.push(
      world.addBody({
        shape: shapeOf(k),
        density: 500 + 100 * (k % 7),
        position: [k % 8, -((k / 8) | 0), (k % 3) / 10],
        orientation: [k % 5, 1, k % 2, 4],
        angularVelocity: [k % 3, 1, -(k % 2)],
        linearDamping: (k % 4) / 10,
        angularDamping: (k % 3) / 10,
        gravityScale: 1 - (k % 2) / 4,
        lockRotation: [false, k % 11 === 10, false],
        centerOfMass: k % 6 === 5 ? [0.05, 0, 0.02] : undefined,
      }),
    );
  }
  const link = (a: Body | null, b: Body, k: number) => {
    const [x, y, z] = b.position;
    const ends = { a, b, anchor: [x - 0.5, y + 0.1, z] };
    const damping = { linear: (k % 2) / 2, angular: (k % 3) / 2 };
    if (k % 5 === 0) return new Ball({ ...ends, compliance: (k % 4) * 1e-6, damping });
    if (k % 5 === 1) return new Hinge({ ...ends, axis: [1, k % 3, 2], limits: { lower: -0.3, upper: 0.2 }, damping });
    if (k % 5 === 2) return new Fixed({ ...ends, angularCompliance: 1e-4 });
    if (k % 5 === 3) return new Prismatic({ ...ends, axis: [k % 2, 1, 1], target: { offset: 0.05, compliance: 1e-5 } });
    return new Distance({ a, b, anchorA: [0, 0, 0], anchorB: [0.1, 0, 0], min: 0.5, max: 1.2 });
  };
  for (let k = 0; k < 40; k++) {
    world.addJoint(link(k % 8 === 0 ? null : bodies[k - 1], bodies[k], k));
    if (k >= 8) world.addJoint(link(bodies[k - 8], bodies[k], k + 3));
  }
  for (const k of [7, 39]) {
    const [x, y, z] = bodies[k].position;
    const stirrer = world.addBody({
      type: 'kinematic',
      position: [x + 1, y, z],
      angularVelocity: [0, k / 10, 1],
      linearVelocity: [0, 0.1, 0],
    });
    world.addJoint(new Ball({ a: bodies[k], b: stirrer, anchor: [x + 0.5, y, z] }));
  }
}

/** Builds the scene, steps it, and changes it on the way: bodies and joints come and go. Returns the hash after every step. */
export async function hashesOfMixedScene(api: Api, options: WorldOptions, steps = STEPS): Promise<string[]> {
  const world = await api.World.create(options);
  buildMixedScene(api, world);
  const hashes: string[] = [];
  for (let k = 0; k < steps; k++) {
    const bodies = [...world.bodies];
    if (k === 30) world.removeBody(bodies[20]);
    if (k === 40) world.addJoint(new api.Distance({ b: bodies[11], anchorA: [3, 3, 0], anchorB: [0, 0, 0] }));
    if (k === 50) world.addBody({ shape: new api.Sphere(0.5), linearVelocity: [1, 2, 3] });
    if (k === 60) [...world.joints][5].enabled = false;
    if (k % 10 === 0) bodies[3].applyForce([10, 20, 30], [3, 0, 0.25]);
    world.step(1 / 60);
    hashes.push(world.hash());
  }
  world.dispose();
  return hashes;
}
