// A rod of a gram between weights that whirl: when it has been pulled straight it turns by a radian within a substep, and one iteration of Newton's method after the other
// may close its joints somewhere else. That gave the weights ten thousand times their energy.
import { describe, expect, test } from 'vitest';
import { type Body, DistanceJoint, type Vec3, World, type WorldOptions } from '../../bindings/index.ts';
import { fallingTree } from '../hostile/random-trees.ts';
import { addBox, DT, largestError } from './direct-worlds.ts';

const SETTINGS: [name: string, options: WorldOptions][] = [
  ['single', { precision: 'single' }],
  ['double', { precision: 'double' }],
  ['reference', { backend: 'reference' }],
];

/** Linear momentum, and angular momentum about the origin. */
function momenta(bodies: readonly Body[]): number[] {
  const sum = [0, 0, 0, 0, 0, 0];
  for (const { angularMomentum, linearVelocity: v, mass, position: x } of bodies)
    for (let k = 0; k < 3; k++) {
      const [i, j] = [(k + 1) % 3, (k + 2) % 3];
      sum[k] += mass * v[k];
      sum[3 + k] += angularMomentum[k] + mass * (x[i] * v[j] - x[j] * v[i]);
    }
  return sum;
}

function whirl(world: World, tilt: number): Body[] {
  const free = { linearDamping: 0, angularDamping: 0 };
  const a = addBox(world, 100, [0.3, 0.5, 0.4], [-0.5, 0, 0], { ...free, linearVelocity: [1, 0.5, 0], angularVelocity: [0, 3, 2] });
  const rod = addBox(world, 1e-3, [0.4, 0.1, 0.1], [0, 0.1, 0], free);
  const b = addBox(world, 150, [0.5, 0.3, 0.4], [0.5, 0, 0], { ...free, linearVelocity: [-1, 0, 0.5], angularVelocity: [2, 0, 3] });
  const [x, y] = [0.2 * Math.cos(tilt), 0.2 * Math.sin(tilt)];
  const link = (first: Body, anchorA: Vec3, second: Body, anchorB: Vec3) =>
    world.addJoint(new DistanceJoint({ a: first, b: second, anchorA, anchorB, frame: 'world' }));
  link(a, [-0.4, 0.2, 0], rod, [-x, -y, 0.05]);
  link(rod, [x, y, 0.05], b, [0.4, -0.2, 0.1]);
  return [a, rod, b];
}

describe.each(SETTINGS)('%s', (_, settings) => {
  test.each([4, 10, 20].flatMap((substeps) => [0.3, 0.7, 1.1, 1.5].map((tilt) => [substeps, tilt])))(
    'weights that whirl about a rod keep their momenta and gain no energy, %i substeps, tilt %f',
    async (substeps, tilt) => {
      const options = { jointSolver: 'direct', timeStepping: 'first-order', sleep: false, gravity: [0, 0, 0] } as const;
      const world = await World.create({ ...settings, ...options, substeps });
      const bodies = whirl(world, tilt);
      world.step(DT);
      const start = momenta(bodies);
      const energy = world.totalEnergy;
      for (let k = 0; k < 600; k++) {
        world.step(DT);
        // What a single substep may gain.
        expect(world.totalEnergy).toBeLessThan(1.03 * energy);
        expect(largestError(world)).toBeLessThan(substeps < 10 ? 2e-2 : 5e-3);
      }
      const change = momenta(bodies).map((value, k) => value - start[k]);
      expect(Math.hypot(...change)).toBeLessThan(2e-3 * Math.hypot(...start));
    },
  );
});

test.each([4, 10, 20, 40])('tree 102102, of links to 1:930 000 between ropes, gains no energy at %i substeps', async (substeps) => {
  for (const precision of ['single', 'double'] as const) {
    const { finite, gain } = await fallingTree(102102, substeps, { precision });
    expect(finite).toBe(true);
    expect(gain).toBeLessThan(0.1);
  }
});
