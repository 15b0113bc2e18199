// Loops: redundant joints share their loads, mechanisms do not drift, and a target out of reach is a stretch.
import { expect, test } from 'vitest';
import { BallJoint, type Body, FixedJoint, HingeJoint, PrismaticJoint, type Vec3, type World } from '../../bindings/index.ts';
import { addBox, GRAVITY, largestError, onEachDirect, run } from './direct-worlds.ts';

const Z: Vec3 = [0, 0, 1];

/** A bar of 1 kg between two points. */
function bar(world: World, [ax, ay]: Vec3, [bx, by]: Vec3): Body {
  const angle = Math.atan2(by - ay, bx - ax);
  const middle: Vec3 = [(ax + bx) / 2, (ay + by) / 2, 0];
  const orientation: [number, number, number, number] = [0, 0, Math.sin(angle / 2), Math.cos(angle / 2)];
  return addBox(world, 1, [Math.hypot(bx - ax, by - ay), 0.05, 0.05], middle, { orientation });
}

/** m: what all bodies would have to fall for the energy gained. */
function gainedHeight(world: World, seconds: number): number {
  const weight = GRAVITY * [...world.bodies].reduce((sum, body) => sum + body.mass, 0);
  const start = world.totalEnergy;
  let most = start;
  run(world, seconds, () => {
    most = Math.max(most, world.totalEnergy);
  });
  return (most - start) / weight;
}

onEachDirect((create) => {
  test.each([
    ['fixed to the ground', (b: Body, anchor: Vec3) => new FixedJoint({ b, anchor })],
    ['on balls', (b: Body, anchor: Vec3) => new BallJoint({ b, anchor })],
  ])('the legs of a table, %s, bear the same', async (_, foot) => {
    const world = await create({ substeps: 10 });
    const top = addBox(world, 20, [1, 0.1, 1], [0, 1, 0]);
    const feet = [-0.5, 0.5].flatMap((x) =>
      [-0.5, 0.5].map((z) => {
        const leg = addBox(world, 1, [0.1, 1, 0.1], [x, 0.5, z]);
        world.addJoint(new FixedJoint({ a: top, b: leg, anchor: [x, 1, z] }));
        return world.addJoint(foot(leg, [x, 0, z]));
      }),
    );
    run(world, 2);
    for (const joint of feet) expect(Math.abs(joint.force[1] / (6 * GRAVITY) - 1)).toBeLessThan(1e-6);
    expect(largestError(world)).toBeLessThan(1e-9);
    world.dispose();
  });

  test('a four-bar linkage swings without drift', async () => {
    const world = await create({ substeps: 10 });
    const points: Vec3[] = [
      [0, 0, 0],
      [0.8, 0.6, 0],
      [2.3, 0.6, 0],
      [2, 0, 0],
    ];
    const [crank, rod, rocker] = [0, 1, 2].map((k) => bar(world, points[k], points[k + 1]));
    world.addJoint(new HingeJoint({ b: crank, anchor: points[0], axis: Z }));
    world.addJoint(new HingeJoint({ a: crank, b: rod, anchor: points[1], axis: Z }));
    world.addJoint(new HingeJoint({ b: rocker, anchor: points[3], axis: Z }));
    world.addJoint(new HingeJoint({ a: rod, b: rocker, anchor: points[2], axis: Z }));
    expect(gainedHeight(world, 5)).toBeLessThan(0.01);
    expect(largestError(world)).toBeLessThan(1e-5);
    world.dispose();
  });

  test('a slider-crank swings without drift', async () => {
    const world = await create({ substeps: 10 });
    const points: Vec3[] = [
      [0, 0, 0],
      [0.3, 0.5, 0],
      [1.4, 0, 0],
    ];
    const [crank, rod] = [bar(world, points[0], points[1]), bar(world, points[1], points[2])];
    const slider = addBox(world, 1, [0.2, 0.2, 0.2], points[2]);
    world.addJoint(new HingeJoint({ b: crank, anchor: points[0], axis: Z }));
    world.addJoint(new HingeJoint({ a: crank, b: rod, anchor: points[1], axis: Z }));
    world.addJoint(new HingeJoint({ a: rod, b: slider, anchor: points[2], axis: Z }));
    world.addJoint(new PrismaticJoint({ b: slider, anchor: points[2], axis: [1, 0, 0] }));
    expect(gainedHeight(world, 5)).toBeLessThan(0.005);
    expect(largestError(world)).toBeLessThan(1e-5);
    world.dispose();
  });

  test.each([4, 20])('an arm whose target leaves its reach stretches, rests, and comes back, at %d substeps', async (substeps) => {
    const world = await create({ substeps });
    let a: Body | null = null;
    for (let k = 0; k < 6; k++) {
      const b: Body = addBox(world, 1, [0.5, 0.1, 0.1], [0.5 * k + 0.25, 0, 0]);
      const limits = { lower: -1.5, upper: 1.5 };
      world.addJoint(new HingeJoint({ a, b, anchor: [0.5 * k, 0, 0], axis: k % 2 ? [0, 1, 0] : Z, limits }));
      a = b;
    }
    const hand = world.addBody({ type: 'kinematic', position: [3, 0, 0] });
    const target = world.addJoint(new BallJoint({ a: hand, b: a as Body, anchor: [3, 0, 0] }));
    const path = (out: number): Vec3 => [2.5 + 2 * out, 1 + 1.5 * out, 0.5];
    // To within reach, out of it in a second, and back.
    for (let k = 1; k <= 300; k++) {
      const seconds = k / 60;
      const out = seconds < 1 ? 0 : seconds < 2 ? seconds - 1 : seconds < 3.5 ? 1 : Math.max(4.5 - seconds, 0);
      const from = Math.min(seconds, 1);
      hand.moveTo(path(out).map((x, axis) => x * from + (1 - from) * [3, 0, 0][axis]) as Vec3);
      world.step(1 / 60);
      if (k !== 205) continue;
      const optimum = Math.hypot(...path(1)) - 3;
      expect(Math.abs(target.positionError / optimum - 1)).toBeLessThan(0.01);
      expect(Math.max(...[...world.bodies].map((body) => Math.hypot(...body.angularVelocity)))).toBeLessThan(1e-3);
    }
    expect(largestError(world)).toBeLessThan(1e-3);
    world.dispose();
  });
});
