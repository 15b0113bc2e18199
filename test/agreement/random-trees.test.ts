// Random trees of joints that fall and swing: whatever is joined to whatever, energy must not appear. One-way sweeps over more than two
// colours, or joints that are not solved as one block, let such scenes gain it without bound (docs/stability.md).
import { describe, expect, it } from 'vitest';
import {
  BallJoint,
  type Body,
  Box,
  CylindricalJoint,
  DistanceJoint,
  FixedJoint,
  HingeJoint,
  type Joint,
  MatrixSpringJoint,
  PlanarJoint,
  PrismaticJoint,
  RopeJoint,
  ScrewJoint,
  SixDofJoint,
  SpringDamperJoint,
  UniversalJoint,
  World,
  type WorldOptions,
} from '../../bindings/index.ts';
import { noise } from './joints.ts';

const SEEDS = 20;
const FRAMES = 300;
/** Energy that may appear, as the height that all bodies would have to fall for it, m: that of round-off and of a coarse substep. */
const HEIGHT = 0.25;

const KINDS = ['ball', 'hinge', 'fixed', 'prismatic', 'distance'] as const;
/** Joints with limits, servos and friction, and those that are lists of rows. */
const ROWS = [
  'limited hinge',
  'limited ball',
  'sprung ball',
  'cylindrical',
  'universal',
  'planar',
  'screw',
  'six degrees of freedom',
  'spring and damper',
  'matrix spring',
  'rope',
] as const;
type Kind = (typeof KINDS)[number] | (typeof ROWS)[number];

function joinAt(kind: Kind, a: Body | null, b: Body, anchor: number[], axis: number[]): Joint {
  const options = { a, b, anchor };
  const limits = { lower: -0.3, upper: 0.3 };
  const [x, y, z] = axis;
  const apart = { a, b, anchorA: anchor.map((each) => each - 0.2), anchorB: anchor, frame: 'world' as const };
  switch (kind) {
    case 'ball':
      return new BallJoint(options);
    case 'hinge':
      return new HingeJoint({ ...options, axis });
    case 'fixed':
      return new FixedJoint(options);
    case 'prismatic':
      return new PrismaticJoint({ ...options, axis });
    case 'distance':
      return new DistanceJoint(apart);
    case 'limited hinge':
      return new HingeJoint({ ...options, axis, limits, friction: 0.5 });
    case 'limited ball':
      return new BallJoint({ ...options, axis, swing: { y: 0.5, z: 0.3 }, twist: limits });
    case 'sprung ball':
      return new BallJoint({ ...options, axis, motor: { target: [0, 0, 0, 1], stiffness: 20, damping: 1 } });
    case 'cylindrical':
      return new CylindricalJoint({ ...options, axis, translation: { limits } });
    case 'universal':
      return new UniversalJoint({ ...options, axisA: axis, axisB: [-y - z, x, x] });
    case 'planar':
      return new PlanarJoint({ ...options, normal: axis, y: { limits }, z: { limits } });
    case 'screw':
      return new ScrewJoint({ ...options, axis, lead: 0.2, translation: { limits } });
    case 'six degrees of freedom':
      return new SixDofJoint({
        ...options,
        axis,
        angular: { x: { limits }, y: { motor: { target: 0, stiffness: 30, damping: 1 }, limits } },
      });
    case 'spring and damper':
      return new SpringDamperJoint({ ...apart, stiffness: 500, damping: 2 });
    case 'matrix spring':
      return new MatrixSpringJoint({ ...options, stiffness: 800, damping: 5 });
    case 'rope':
      return new RopeJoint({ ...apart, length: 0.4 });
  }
}

/** Two to seven boxes, each joined to one of those before it or to the world, or to the last one where `chain`. */
async function randomTree(seed: number, kinds: readonly Kind[], chain: boolean, settings: WorldOptions): Promise<World> {
  const random = noise(seed * 7919);
  const between = (low: number, high: number) => low + ((random() + 1) / 2) * (high - low);
  const pick = <Item>(items: readonly Item[]) => items[Math.min(Math.floor(between(0, items.length)), items.length - 1)];
  const vector = (size: number) => [size * random(), size * random(), size * random()];
  const world = await World.create({ substeps: 20, ...settings });
  const bodies: (Body | null)[] = [null];
  const count = Math.floor(between(2, 7.99));
  for (let k = 0; k < count; k++) {
    const body = world.addBody({
      shape: new Box([between(0.2, 0.5), between(0.2, 0.5), between(0.2, 0.5)]),
      mass: between(0.5, 5),
      position: [k, 0.2 * random(), 0.2 * random()],
      orientation: [random(), random(), random(), between(0.1, 1)],
      angularVelocity: vector(1),
      collides: false,
    });
    const center = body.centerOfMass;
    const anchor = [center[0] - 0.5 + 0.2 * random(), center[1] + 0.2 * random(), center[2] + 0.2 * random()];
    const above = chain ? bodies[bodies.length - 1] : pick(bodies);
    world.addJoint(joinAt(pick(kinds), above, body, anchor, [between(0.1, 1), random(), random()]));
    bodies.push(body);
  }
  return world;
}

/** Largest energy gained at any time, as a height. */
function gainedHeight(world: World): number {
  const mass = [...world.bodies].reduce((sum, body) => sum + body.mass, 0);
  const start = world.totalEnergy;
  let most = start;
  for (let frame = 0; frame < FRAMES; frame++) {
    world.step(1 / 60);
    most = Math.max(most, world.totalEnergy);
  }
  return (most - start) / (9.81 * mass);
}

const SETS: { name: string; kinds: readonly Kind[]; chain: boolean }[] = [
  { name: 'chains of hinges', kinds: ['hinge'], chain: true },
  { name: 'chains of fixed joints', kinds: ['fixed'], chain: true },
  { name: 'chains of prismatic joints', kinds: ['prismatic'], chain: true },
  { name: 'trees of ball joints', kinds: ['ball'], chain: false },
  { name: 'trees of plain joints', kinds: KINDS, chain: false },
  { name: 'trees of joints of rows', kinds: ROWS, chain: false },
  { name: 'chains of joints of rows', kinds: ROWS, chain: true },
];

describe.each([
  ['single', 1],
  ['double', SEEDS + 1],
] as const)('%s precision', (precision, first) => {
  it.each(SETS)('$name gain no energy', async ({ kinds, chain }) => {
    for (let seed = first; seed < first + SEEDS; seed++) {
      const world = await randomTree(seed, kinds, chain, { precision });
      const gain = gainedHeight(world);
      expect(gain, `seed ${seed}`).toBeLessThan(HEIGHT);
      expect([...world.bodies].some((body) => body.frozen)).toBe(false);
      world.dispose();
    }
  });
});
