// Trees of all joints that an articulation knows.
import {
  BallJoint,
  type Body,
  Box,
  CylindricalJoint,
  FixedJoint,
  HingeJoint,
  type Joint,
  PlanarJoint,
  PrismaticJoint,
  type Quat,
  ScrewJoint,
  SixDofJoint,
  UniversalJoint,
  type Vec3,
  type World,
} from '../../bindings/index.ts';

type Make = (a: Body | null, b: Body, anchor: Vec3) => Joint;

export const JOINTS: Record<string, Make> = {
  hinge: (a, b, anchor) => new HingeJoint({ a, b, anchor, axis: [1, 2, -1] }),
  prismatic: (a, b, anchor) => new PrismaticJoint({ a, b, anchor, axis: [0.3, 1, 0.2] }),
  fixed: (a, b, anchor) => new FixedJoint({ a, b, anchor }),
  ball: (a, b, anchor) => new BallJoint({ a, b, anchor, axis: [1, 1, 0] }),
  cylindrical: (a, b, anchor) => new CylindricalJoint({ a, b, anchor, axis: [0, 1, 1] }),
  screw: (a, b, anchor) => new ScrewJoint({ a, b, anchor, axis: [1, 0, 1], lead: 0.4 }),
  universal: (a, b, anchor) => new UniversalJoint({ a, b, anchor, axisA: [1, 0, 0.2], axisB: [0, 1, 0] }),
  planar: (a, b, anchor) => new PlanarJoint({ a, b, anchor, normal: [1, 1, 1] }),
  sliding: (a, b, anchor) => new SixDofJoint({ a, b, anchor, axis: [1, 0, 1], linear: { x: 'free', z: 'free' }, angular: { x: 'free' } }),
  free: (a, b, anchor) =>
    new SixDofJoint({
      a,
      b,
      anchor,
      axis: [1, 0, 1],
      linear: { x: 'free', y: 'free', z: 'free' },
      angular: { x: 'free', y: 'free', z: 'free' },
    }),
};

/** A body that is skew in every respect. */
export function skewBody(world: World, k: number, position: Vec3): Body {
  const orientation: Quat = [0.1 * k, 0.3, -0.2, 0.8];
  return world.addBody({
    shape: new Box([0.1 + 0.02 * k, 0.2, 0.15]),
    mass: 1 + 0.3 * k,
    inertia: [0.03, 0.004, -0.002, 0.004, 0.05, 0.003, -0.002, 0.003, 0.04].map((entry) => entry * (1 + 0.1 * k)),
    centerOfMass: [0.05, -0.03, 0.02 * k],
    position,
    orientation,
    collides: false,
  });
}

/** A chain by the given joints, every second of which is turned round, with a branch at its middle. */
export function skewTree(world: World, names: readonly string[], floating: boolean): Body {
  const root = skewBody(world, 0, [0.2, 1, 0.1]);
  const bodies = [root];
  if (!floating) world.addJoint(new HingeJoint({ b: root, anchor: [0, 1, 0], axis: [0, 1, 0.3] }));
  for (const [k, name] of names.entries()) {
    const parent = bodies[k === names.length - 1 ? bodies.length >> 1 : bodies.length - 1];
    const place: Vec3 = [0.2 + 0.4 * (k + 1), 1 - 0.1 * k, 0.1 * k];
    const body = skewBody(world, k + 1, place);
    const anchor: Vec3 = [place[0] - 0.2, place[1] + 0.05, place[2]];
    world.addJoint(k % 2 ? JOINTS[name](body, parent, anchor) : JOINTS[name](parent, body, anchor));
    bodies.push(body);
  }
  return root;
}
