import assert from 'node:assert/strict';
import { BallJoint, type Body, Box, Capsule, DistanceJoint, HalfSpace, HingeJoint, Sphere, World } from '../../bindings/index.ts';
import { randomNumbers } from '../../scenes/random.ts';
import type { Campaign } from './campaign.ts';

const STEPS = 60;
/** m/s: what falls from where the scene is highest, and then some. */
const FASTEST = 40;

/** A heap beside a chain with a loop; options of XPBD that the kernels do not have come and go between steps. */
export const beyondKernels: Campaign = {
  name: 'beyond-kernels',
  description: 'sweeps, velocity pass, normals and the solver of the kernels come and go between steps, and a restored world goes on alike',
  cases: 12,
  async run(seed) {
    const random = randomNumbers(seed);
    const one = <Value>(values: readonly Value[]): Value => values[Math.floor(values.length * random())];
    const precision = one(['single', 'double'] as const);
    const contacts = one(['soft', 'position'] as const);
    await World.load({ precision, solver: 'pgs' });
    const options = {
      precision,
      contacts,
      jointSolver: one(['auto', 'sweeps', 'direct'] as const),
      projection: one(['block', 'scalar'] as const),
    };
    const world = await World.create({ ...options, substeps: 2 + Math.floor(8 * random()), iterations: 1 + Math.floor(3 * random()) });
    world.addBody({ type: 'static', shape: new HalfSpace() });
    for (let k = 0; k < 6; k++) {
      const shape = one([new Sphere(0.25), new Box([0.25, 0.2, 0.3]), new Capsule(0.2, 0.2)]);
      world.addBody({ shape, position: [0.2 * random(), 0.5 + 0.8 * k, 0.2 * random()], restitution: random(), friction: random() });
    }
    const links: Body[] = [];
    for (let k = 0; k < 5; k++) {
      const b = world.addBody({ shape: new Box([0.2, 0.05, 0.05]), position: [3 + 0.5 * k, 3, 0] });
      const anchor = [2.75 + 0.5 * k, 3, 0];
      const place = { a: links.at(-1) ?? null, b, anchor };
      world.addJoint(k % 2 ? new HingeJoint({ ...place, axis: [0, 0, 1], limits: { lower: -1, upper: 1 } }) : new BallJoint(place));
      links.push(b);
    }
    if (random() < 0.5)
      world.addJoint(
        new DistanceJoint({ a: links[0], b: links[4], anchorA: [0, 0, 0], anchorB: [0, 0, 0], frame: 'local', maxLength: 2.2 }),
      );
    const twin = await World.create({ precision });
    for (let step = 0; step < STEPS; step++) {
      if (random() < 0.2) world.sweep = one(['gauss-seidel', 'symmetric', 'jacobi']);
      // What pushes bodies apart stays as speed without it, and may be any: not where they have got into each other.
      if (random() < 0.1) world.velocityPass = random() < 0.8;
      if (random() < 0.2) world.contactNormals = one(['auto', 'current']);
      if (random() < 0.1) world.relaxation = 0.5 + 0.6 * random();
      if (random() < 0.1) world.solver = one(['xpbd', 'xpbd', 'pgs']);
      if (random() < 0.05) world.addBody({ shape: new Sphere(0.1), position: [-2, 1 + 0.3 * step, 0] });
      const isCompared = random() < 0.1;
      if (isCompared) twin.restore(world.snapshot());
      world.step(1 / 60);
      assert.equal(world.frozenCount, 0, `step ${step} freezes bodies`);
      for (const { linearVelocity } of world.bodies) {
        const speed = Math.hypot(...linearVelocity);
        assert(speed < FASTEST, `step ${step} leaves a body at ${speed} m/s`);
      }
      if (!isCompared) continue;
      twin.step(1 / 60);
      assert.equal(twin.hash(), world.hash(), `step ${step} is another one in a restored world`);
    }
    twin.dispose();
    world.dispose();
  },
};
