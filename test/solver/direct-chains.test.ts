// Chains that carry much more than they weigh: what they are off, what they bear, and that they gain no energy.
import { expect, test } from 'vitest';
import { BallJoint, type Body, HingeJoint, type Joint, UniversalJoint, type Vec3, type World } from '../../bindings/index.ts';
import { addBox, GRAVITY, largestError, onEachDirect, run } from './direct-worlds.ts';

const LINKS = 20;
const EDGES: Vec3 = [1, 0.1, 0.1];

type Make = (a: Body | null, b: Body, anchor: Vec3, index: number) => Joint;
const KINDS: Record<string, Make> = {
  balls: (a, b, anchor) => new BallJoint({ a, b, anchor }),
  hinges: (a, b, anchor) => new HingeJoint({ a, b, anchor, axis: [0, 0, 1] }),
  'crossed hinges': (a, b, anchor, index) => new HingeJoint({ a, b, anchor, axis: index % 2 ? [0, 1, 0] : [0, 0, 1] }),
  universals: (a, b, anchor) => new UniversalJoint({ a, b, anchor, axisA: [0, 0, 1], axisB: [0, 1, 0] }),
};

/** A chain along a direction, the last link `ratio` times as heavy. */
function chain(world: World, make: Make, ratio: number, [x, y]: [number, number]): Joint[] {
  const joints: Joint[] = [];
  let above: Body | null = null;
  for (let k = 0; k < LINKS; k++) {
    const place = (k + 0.5) as number;
    const turn = y === 0 ? [0, 0, 0, 1] : [0, 0, -Math.SQRT1_2, Math.SQRT1_2];
    const options = { orientation: turn as [number, number, number, number] };
    const body: Body = addBox(world, k === LINKS - 1 ? ratio : 1, EDGES, [x * place, y * place, 0], options);
    joints.push(world.addJoint(make(above, body, [x * k, y * k, 0], k)));
    above = body;
  }
  return joints;
}

onEachDirect((create) => {
  test('hanging, every joint bears what is below it, at 4 substeps and 1 000 000:1', async () => {
    const world = await create({ substeps: 4 });
    const joints = chain(world, KINDS.balls, 1e6, [0, -1]);
    run(world, 0.5);
    expect(largestError(world)).toBeLessThan(1e-12);
    joints.forEach((joint, k) => {
      expect(Math.abs(joint.force[1] / (GRAVITY * (1e6 + LINKS - 1 - k)) - 1)).toBeLessThan(1e-9);
    });
    world.dispose();
  });

  for (const [name, make] of Object.entries(KINDS)) {
    test.each([
      [1000, 4, 2e-6],
      [1000, 10, 2e-6],
      [1e6, 4, 1e-6],
      [1e6, 10, 1e-7],
    ])(`${name}, swinging from horizontal, 1:%d at %d substeps`, async (ratio, substeps, tolerance) => {
      const world = await create({ substeps });
      chain(world, make, ratio, [1, 0]);
      const start = world.totalEnergy;
      const range = ratio * GRAVITY * LINKS;
      let [error, gain, loss] = [0, 0, 0];
      run(world, 1.5, () => {
        const gained = (world.totalEnergy - start) / range;
        [error, gain, loss] = [Math.max(error, largestError(world)), Math.max(gain, gained), Math.max(loss, -gained)];
      });
      expect(error).toBeLessThan(tolerance);
      expect(gain).toBeLessThan(1e-3);
      expect(loss).toBeLessThan(1e-2);
      world.dispose();
    });
  }

  test.each([
    ['first-order', 1e-12],
    // Velocities between steps are extrapolated: to second order from the first one on, and no worse later.
    ['auto', 1e-6],
  ] as const)('a free chain between heavy ends keeps its momentum, linear and angular, %s', async (timeStepping, kept) => {
    const world = await create({ substeps: 4, gravity: [0, 0, 0], timeStepping });
    let above: Body | null = null;
    const bodies: Body[] = [];
    for (let k = 0; k < 10; k++) {
      const x = k - 4.5;
      const motion = { linearVelocity: [0, 2 * x, 0] as Vec3, angularVelocity: [0, 0.1 * k, 2] as Vec3 };
      const body: Body = addBox(world, k % 9 === 0 ? 1e4 : 1, EDGES, [x, 0, 0], motion);
      if (above) world.addJoint(new BallJoint({ a: above, b: body, anchor: [x - 0.5, 0, 0] }));
      above = body;
      bodies.push(body);
    }
    const momentum = () => {
      const sum = [0, 0, 0, 0, 0, 0];
      for (const body of bodies) {
        const spin = body.angularMomentum;
        const [p, v] = [body.position, body.linearVelocity];
        for (let k = 0; k < 3; k++) {
          const [i, j] = [(k + 1) % 3, (k + 2) % 3];
          sum[k] += body.mass * v[k];
          sum[3 + k] += spin[k] + body.mass * (p[i] * v[j] - p[j] * v[i]);
        }
      }
      return sum;
    };
    const before = momentum();
    const energy = world.totalEnergy;
    run(world, 2);
    const change = momentum().map((value, k) => Math.abs(value - before[k]) / Math.abs(before[5]));
    expect(Math.max(...change)).toBeLessThan(kept);
    expect(Math.abs(world.totalEnergy / energy - 1)).toBeLessThan(1e-3);
    world.dispose();
  });
});
