// One scene with every joint, for the tests of determinism: in Node, and as it stands in a browser. It imports nothing and computes its
// numbers by operations that are rounded alike everywhere.
import type { Body, Joint, World, WorldOptions } from '../../bindings/index.ts';

export const STEPS = 120;

type Api = typeof import('../../bindings/index.ts');

/** A row of pairs of bodies: the upper one on a joint to the world, the lower one on the same to it, with limits, motors and friction. */
function buildPairs(api: Api, world: World): void {
  const Y = [0, 1, 0];
  const Z = [0, 0, 1];
  const limits = { lower: -0.2, upper: 0.3 };
  const soft = { ...limits, compliance: 1e-3, damping: 1 };
  const servo = { target: 0.1, stiffness: 50, damping: 2 };
  type Ends = { a: Body | null; b: Body; anchor: number[] };
  const points = ({ a, b, anchor: [x, y, z] }: Ends) => ({
    a,
    b,
    anchorA: [x, y, z],
    anchorB: [x + 0.1, y - 0.2, z],
    frame: 'world' as const,
  });
  const joins: ((ends: Ends) => Joint)[] = [
    (ends) => new api.BallJoint({ ...ends, axis: Y, swing: { y: 0.4, z: 0.3 }, twist: limits, friction: 0.1 }),
    (ends) =>
      new api.HingeJoint({ ...ends, axis: Z, limits: { ...limits, restitution: 0.5 }, motor: { ...servo, maxTorque: 20 }, friction: 1 }),
    (ends) => new api.HingeJoint({ ...ends, axis: Z, motor: { velocity: 9, maxTorque: 30 } }),
    (ends) => new api.PrismaticJoint({ ...ends, axis: Y, limits: soft, motor: { velocity: 1, maxForce: 50 } }),
    (ends) => new api.CylindricalJoint({ ...ends, axis: Y, translation: { limits }, rotation: { viscousDamping: 1 } }),
    (ends) => new api.UniversalJoint({ ...ends, axisA: [1, 0, 0], axisB: Z, first: { limits }, second: { motor: servo } }),
    (ends) => new api.PlanarJoint({ ...ends, normal: Z, y: { motor: servo }, z: { limits } }),
    (ends) => new api.ScrewJoint({ ...ends, axis: Y, lead: 0.3 }),
    (ends) => new api.SixDofJoint({ ...ends, axis: Y, linear: { x: { limits: soft } }, angular: { x: 'free', y: { motor: servo } } }),
    (ends) => new api.RopeJoint({ ...points(ends), length: 0.3 }),
    (ends) => new api.SpringDamperJoint({ ...points(ends), stiffness: 900, damping: 4, quadraticStiffness: 100 }),
    (ends) => new api.RevoluteSphericalJoint({ ...points(ends), axis: Z }),
    (ends) => new api.MatrixSpringJoint({ ...ends, stiffness: 700, damping: 10 }),
    ({ b, anchor }) => new api.GrabJoint({ b, anchor, frequency: 4, maxForce: 300 }),
    (ends) => new api.PathJoint({ ...ends, points: pathPoints(ends.anchor), orientation: 'follow', friction: 1 }),
  ];
  for (const [k, join] of joins.entries()) {
    let above: Body | null = null;
    for (let row = 0; row < 2; row++) {
      const position = [2 * k, 10 - row, 4];
      const b = world.addBody({ shape: new api.Box([0.2, 0.4, 0.1]), density: 300, position, angularVelocity: [0.1, k / 7, 0.3] });
      world.addJoint(join({ a: above, b, anchor: [2 * k, 10.5 - row, 4] }));
      above = b;
    }
  }
  const [first, second, third] = [0, 1, 2].map((k) => {
    const b = world.addBody({ mass: 1 + k, inertia: [1 + k, 2, 1.5], position: [k, 14, 4], angularVelocity: [0, 0, k] });
    return world.addJoint(new api.HingeJoint({ b, anchor: [k, 14.3, 4], axis: Z }));
  });
  const b = world.addBody({ mass: 2, position: [0, 15, 4] });
  const rack = world.addJoint(new api.PrismaticJoint({ b, anchor: [0, 15, 4], axis: Y }));
  world.addJoint(new api.GearJoint({ first, second, ratio: -1.5 }));
  world.addJoint(new api.RackAndPinionJoint({ pinion: second, rack, radius: 0.4 }));
  const [left, right] = [4, 5].map((x) => world.addBody({ mass: x, position: [x, 14, 4] }));
  const anchors = { anchorA: [0, 0, 0], anchorB: [0, 0, 0], pointA: [4, 16, 4], pointB: [5, 16, 4] };
  world.addJoint(new api.PulleyJoint({ a: left, b: right, ...anchors, ratio: 1.5 }));
  const turner = world.addBody({ mass: 1, position: [8, 14, 4], angularVelocity: [0.2, 0.1, 0] });
  world.addJoint(new api.AxleJoint({ a: third.b, b: turner, axis: Z }));
  const swinger = world.addBody({ mass: 1, position: [9, 14, 4], angularVelocity: [2, 0.1, 0], linearVelocity: [0, 1, 0] });
  world.addJoint(new api.ConeJoint({ b: swinger, axis: Z, angle: 0.5 }));
}

const pathPoints = ([x, y, z]: number[]) => [
  [x, y, z],
  [x + 1, y - 0.5, z + 0.5],
  [x + 1, y - 1.5, z],
  [x, y - 3, z - 1],
];

/** A grid of bodies of all shapes, linked in turn by joints, hung from the world and stirred by two kinematic bodies; and pairs. */
export function buildMixedScene(api: Api, world: World): void {
  const { BallJoint, Box, Capsule, Cylinder, DistanceJoint, FixedJoint, HingeJoint, PrismaticJoint, Sphere } = api;
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
    if (k % 5 === 0) return new BallJoint({ ...ends, compliance: (k % 4) * 1e-6, damping });
    if (k % 5 === 1) return new HingeJoint({ ...ends, axis: [1, k % 3, 2], limits: { lower: -0.3, upper: 0.2 }, damping });
    if (k % 5 === 2) return new FixedJoint({ ...ends, angularCompliance: 1e-4 });
    if (k % 5 === 3) return new PrismaticJoint({ ...ends, axis: [k % 2, 1, 1], target: { offset: 0.05, compliance: 1e-5 } });
    return new DistanceJoint({ a, b, anchorA: a ? [0, 0, 0] : [x - 1, y, z], anchorB: [0.1, 0, 0], minLength: 0.5, maxLength: 1.2 });
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
    world.addJoint(new BallJoint({ a: bodies[k], b: stirrer, anchor: [x + 0.5, y, z] }));
  }
  buildPairs(api, world);
}

/** Builds the scene, steps it, and changes it on the way: bodies and joints come and go. Returns the hash after every step. */
export async function hashesOfMixedScene(api: Api, options: WorldOptions, steps = STEPS): Promise<string[]> {
  const world = await api.World.create(options);
  buildMixedScene(api, world);
  const hashes: string[] = [];
  for (let k = 0; k < steps; k++) {
    const bodies = [...world.bodies];
    if (k === 30) world.removeBody(bodies[20]);
    if (k === 40) world.addJoint(new api.DistanceJoint({ b: bodies[11], anchorA: [3, 3, 0], anchorB: [0, 0, 0] }));
    if (k === 50) world.addBody({ shape: new api.Sphere(0.5), linearVelocity: [1, 2, 3] });
    if (k === 60) [...world.joints][5].enabled = false;
    if (k % 10 === 0) bodies[3].applyForce([10, 20, 30], [3, 0, 0.25]);
    world.step(1 / 60);
    hashes.push(world.hash());
  }
  world.dispose();
  return hashes;
}
