import assert from 'node:assert/strict';
import {
  BallJoint,
  type Body,
  Box,
  CylindricalJoint,
  DistanceJoint,
  FixedJoint,
  HalfSpace,
  HingeJoint,
  type Joint,
  PlanarJoint,
  PrismaticJoint,
  RopeJoint,
  SixDofJoint,
  UniversalJoint,
  type Vec3,
  World,
  type WorldOptions,
} from '../../bindings/index.ts';
import { randomNumbers } from '../../scenes/random.ts';
import type { Campaign } from './campaign.ts';

const SECONDS = 10;
const DT = 1 / 60;
const LIGHTEST = 1e-3;
const HEAVIEST = 1e6;
/** J/kg: at most, over the last second. At one moment a body that sways may be at rest; some creep under their weight at 0.001. */
const REST = 1e-2;

const BACKENDS: WorldOptions[] = [{ precision: 'single' }, { precision: 'double' }, { backend: 'reference' }];

/** Substeps and iterations. */
const SPLITS: [number, number][] = [
  [10, 1],
  [1, 10],
  [20, 1],
  [4, 4],
];

type Random = () => number;

/** A joint of any type between bodies where they are. */
function randomJoint(random: Random, a: Body | null, b: Body): Joint {
  const vector = (size: number): Vec3 => [size * (random() - 0.5), size * (random() - 0.5), size * (random() - 0.5)];
  const anchor = b.position.map((x) => x + random() - 0.5) as Vec3;
  const axis = vector(1);
  const limits = random() < 0.3 ? { lower: 0.5, upper: 1 } : undefined;
  const link = { a, b, anchorA: vector(1), anchorB: vector(1) };
  const makers: (() => Joint)[] = [
    () => new BallJoint({ a, b, anchor }),
    () => new FixedJoint({ a, b, anchor }),
    () => new HingeJoint({ a, b, anchor, axis, limits }),
    () => new HingeJoint({ a, b, anchor, axis, target: { angle: 1 } }),
    () => new HingeJoint({ a, b, anchor, axis, motor: { target: 1 } }),
    () => new PrismaticJoint({ a, b, anchor, axis, limits }),
    () => new CylindricalJoint({ a, b, anchor, axis }),
    () => new UniversalJoint({ a, b, anchor, axisA: axis, axisB: [axis[1], -axis[0], 0.1] }),
    () => new PlanarJoint({ a, b, anchor, normal: axis }),
    () => new SixDofJoint({ a, b, anchor, axis, angular: { x: 'free' } }),
    () => new DistanceJoint({ ...link, length: 3 * random() }),
    () => new RopeJoint({ ...link, length: random() }),
  ];
  return makers[Math.floor(makers.length * random())]();
}

/** Puts a body somewhere near and turns it in any way. */
function scatter(random: Random, body: Body, position: readonly number[]): void {
  body.position = position.map((x) => x + 3 * (random() - 0.5)) as Vec3;
  const q = [0, 1, 2, 3].map(() => random() - 0.5);
  const size = Math.hypot(...q);
  body.orientation = [q[0] / size, q[1] / size, q[2] / size, q[3] / size];
}

/** Two or three bodies in a row, free or at the world, each held by a fixed joint and one or two that were made elsewhere. */
export const contradictoryJoints: Campaign = {
  name: 'contradictory-joints',
  description: 'bodies whose joints cannot all hold come to rest',
  cases: 8,
  async run(seed) {
    const random = randomNumbers(seed);
    const settings = BACKENDS[Math.floor(BACKENDS.length * random())];
    const [substeps, iterations] = SPLITS[Math.floor(SPLITS.length * random())];
    const pulled = random() < 0.5;
    const place = ['free', 'ground', 'world'][Math.floor(3 * random())];
    const world = await World.create({ ...settings, gravity: [0, pulled ? -9.81 : 0, 0], substeps, iterations, sleep: false });
    if (place === 'ground') world.addBody({ type: 'static', shape: new HalfSpace(), position: [0, -0.6, 0] });
    const mass = LIGHTEST * (HEAVIEST / LIGHTEST) ** random();
    const shape = place === 'ground' ? new Box([0.5, 0.5, 0.5]) : undefined;
    const inertia: Vec3 | undefined = shape ? undefined : [mass / 6, mass / 6, mass / 6];
    const bodies: Body[] = [];
    for (let k = 0; k < 2 + Math.floor(2 * random()); k++) bodies.push(world.addBody({ mass, inertia, shape, position: [2 * k, 0, 0] }));
    const label = `${JSON.stringify(settings)}, ${substeps} × ${iterations}, ${mass} kg, ${place}${pulled ? ', pulled' : ''}`;
    for (const [k, body] of bodies.entries()) {
      if (k === 0 && place !== 'world') continue;
      // The first joint leaves nothing free; the others are of any type, and made elsewhere.
      const other = k === 0 ? null : bodies[k - 1];
      world.addJoint(new FixedJoint({ a: other, b: body, anchor: body.position }));
      const { position, orientation } = body;
      for (let joint = 0; joint < 1 + random(); joint++) {
        scatter(random, body, position);
        world.addJoint(randomJoint(random, other, body));
      }
      body.position = position;
      body.orientation = orientation;
    }
    const total = mass * bodies.length;
    let most = 0;
    for (let time = 0; time < SECONDS; time += DT) {
      world.step(DT);
      if (time < SECONDS - 1) continue;
      // Less that of the fall of all.
      const fall = place === 'free' ? Math.hypot(...world.linearMomentum) ** 2 / (2 * total) : 0;
      most = Math.max(most, (world.kineticEnergy - fall) / total);
    }
    assert.equal(world.frozenCount, 0, label);
    assert(most < REST, `${most} J/kg are left: ${label}`);
    world.dispose();
  },
};
