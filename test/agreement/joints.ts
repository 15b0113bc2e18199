// Small worlds with every joint and option that two computations of it can be compared on.
import {
  BallJoint,
  type Body,
  Box,
  DistanceJoint,
  FixedJoint,
  HingeJoint,
  type Joint,
  type JointOptions,
  PrismaticJoint,
  World,
  type WorldOptions,
} from '../../bindings/index.ts';

export const JOINTS = ['ball', 'hinge', 'fixed', 'prismatic', 'distance'] as const;
export type JointName = (typeof JOINTS)[number];

/** Numbers from -1 to 1 that are the same in every run (mulberry32). */
export function noise(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2147483648 - 1;
  };
}

function makeJoint(name: JointName, x: number, axis: number[], bodies: { a: Body | null; b: Body }, extra: object): Joint {
  const anchor = [x, 0, 0];
  const options = { ...bodies, ...extra } as JointOptions;
  switch (name) {
    case 'ball':
      return new BallJoint({ ...options, anchor });
    case 'hinge':
      return new HingeJoint({ ...options, anchor, axis });
    case 'fixed':
      return new FixedJoint({ ...options, anchor });
    case 'prismatic':
      return new PrismaticJoint({ ...options, anchor, axis: [1, axis[0], axis[1]] });
    case 'distance':
      return new DistanceJoint({ ...options, anchorA: anchor, anchorB: [x + 0.3, 0.1, 0], frame: 'world' });
  }
}

/** Eight boxes of different sizes in a row, thrown about, each joined to the one before and the first to the world. */
export async function chainOf(name: JointName, settings: WorldOptions, extra: object = {}): Promise<World> {
  const world = await World.create({ substeps: 20, ...settings });
  const random = noise(7);
  let previous: Body | null = null;
  for (let k = 0; k < 8; k++) {
    const size = [0.15 + 0.1 * random(), 0.4 + 0.1 * random(), 0.15 + 0.05 * random()];
    const body: Body = world.addBody({
      shape: new Box(size),
      position: [0.8 * k + 0.4, 0.1 * random(), 0.1 * random()],
      linearVelocity: [0.2 * random(), 0.2 * random(), 0.2 * random()],
      angularVelocity: [2 * random(), 2 * random(), 2 * random()],
      centerOfMass: [0.02, 0.03, 0.01],
      collides: false,
    });
    world.addJoint(makeJoint(name, 0.8 * k, [0.3 * random(), 0.2, 1], { a: previous, b: body }, extra));
    previous = body;
  }
  return world;
}

/** Largest difference between two worlds' body positions, m, and orientations (components of the quaternions, up to sign). */
export function largestDifference(one: World, other: World): number {
  const others = [...other.bodies];
  let largest = 0;
  for (const [index, body] of [...one.bodies].entries()) {
    const twin = others[index];
    for (let k = 0; k < 3; k++) largest = Math.max(largest, Math.abs(body.position[k] - twin.position[k]));
    const q = body.orientation;
    const p = twin.orientation;
    const sign = Math.sign(q.reduce((sum, component, k) => sum + component * p[k], 0));
    for (let k = 0; k < 4; k++) largest = Math.max(largest, Math.abs(q[k] - sign * p[k]));
  }
  return largest;
}

/** Largest speed of any point that matters, m/s: of the centres of mass, or of the turning of a body of a metre. */
export function largestSpeed(world: World): number {
  let largest = 0;
  for (const body of world.bodies) largest = Math.max(largest, Math.hypot(...body.linearVelocity), Math.hypot(...body.angularVelocity));
  return largest;
}
