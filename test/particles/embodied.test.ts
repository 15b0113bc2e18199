// Particles that are ends of joints.
import { describe, expect, test } from 'vitest';
import { BallJoint, Box, DistanceJoint, PulleyJoint, RopeJoint, SpringDamperJoint, type Vec3, World } from '../../bindings/index.ts';
import { Cloth, ParticleSet, particleSets, Rope } from '../../bindings/particle/index.ts';
import { BACKENDS, expectRefusal } from '../bindings/backends.ts';

const H = 1 / 60;
const run = (world: World, steps: number) => {
  for (let k = 0; k < steps; k++) world.step(H);
};
const at = ({ positions: x }: ParticleSet, k: number): Vec3 => [x[3 * k], x[3 * k + 1], x[3 * k + 2]];
const point = (x: number[], more = {}) =>
  new ParticleSet({ positions: x, spareAttachments: 1, collisionMask: 0, canSleep: false, ...more });

describe.each(BACKENDS)('$label', ({ settings }) => {
  test('a particle on a spring swings as one of its mass does', async () => {
    const world = await World.create({ ...settings, gravity: [0, 0, 0] });
    const set = world.addParticles(point([1.1, 0, 0], { masses: 0.5 }));
    // ω = √(k / m) = 4 rad/s
    world.addJoint(
      new SpringDamperJoint({ a: null, b: set.body(0), anchorA: [0, 0, 0], anchorB: [0, 0, 0], stiffness: 8, damping: 0, restLength: 1 }),
    );
    const lowest = { time: 0, x: Infinity };
    for (let k = 1; k < 70; k++) {
      world.step(H);
      const [x] = at(set, 0);
      if (x < lowest.x) Object.assign(lowest, { time: k * H, x });
    }
    expect(lowest.time).toBeCloseTo(Math.PI / 4, 1);
    expect(lowest.x).toBeCloseTo(0.9, 2);
  });

  test('it falls like others, and what joins it to others moves no centre of mass', async () => {
    const world = await World.create(settings);
    const set = world.addParticles(point([0, 0, 0], { masses: 2 }));
    const free = world.addParticles(point([5, 0, 0]));
    const body = world.addBody({
      shape: new Box([0.1, 0.1, 0.1]),
      mass: 4,
      position: [1, 0, 0],
      linearVelocity: [0, 3, 1],
      linearDamping: 0,
    });
    world.addJoint(new BallJoint({ a: set.body(0), b: body, anchor: [0, 0, 0] }));
    run(world, 60);
    const center = at(set, 0).map((x, axis) => (2 * x + 4 * body.position[axis]) / 6);
    const fall = at(free, 0)[1];
    const expected = [4 / 6, fall + 2, 4 / 6];
    for (const [axis, x] of center.entries())
      expect(Math.abs(x - expected[axis])).toBeLessThan(settings.precision === 'single' ? 1e-5 : 1e-9);
    expect(Math.hypot(...at(set, 0).map((x, axis) => x - body.position[axis]))).toBeCloseTo(1, 4);
  });

  test('joints connect particles of different sets', async () => {
    const world = await World.create({ ...settings, substeps: 20 });
    const cloth = world.addParticles(
      new Cloth({
        columns: 5,
        rows: 5,
        size: [1, 1],
        position: [0, 2, 0],
        pinned: [0, 4, 20, 24],
        damping: 3,
        spareAttachments: 1,
        collisionMask: 0,
      }),
    );
    const rope = world.addParticles(
      new Rope({ from: [0, 2, 0], to: [0, 1, 0], segments: 8, damping: 3, spareAttachments: 2, collisionMask: 0 }),
    );
    const load = world.addBody({ shape: new Box([0.05, 0.05, 0.05]), mass: 0.1, position: [0, 0.6, 0] });
    const held = world.addJoint(new BallJoint({ a: cloth.body(12), b: rope.body(0), anchor: at(rope, 0) }));
    world.addJoint(new RopeJoint({ a: rope.body(8), b: load, anchorA: [0, 0, 0], anchorB: [0, 0.05, 0], length: 0.35 }));
    run(world, 240);
    expect(Math.hypot(...at(cloth, 12).map((x, axis) => x - at(rope, 0)[axis]))).toBeLessThan(1e-3);
    expect(at(rope, 8)[1] - load.position[1]).toBeGreaterThan(0.35);
    expect(at(rope, 8)[1] - load.position[1]).toBeLessThan(0.402);
    const weight = 9.81 * (0.1 + rope.masses.reduce((sum, mass) => sum + mass, 0));
    expect(Math.abs(Math.hypot(...held.force) / weight - 1)).toBeLessThan(0.1);
  });

  test('goes to sleep with what holds it, and a pinned one stays', async () => {
    const world = await World.create(settings);
    const set = world.addParticles(point([0, 1, 0], { canSleep: true, damping: 3 }));
    const body = set.body(0);
    world.addJoint(new DistanceJoint({ a: null, b: body, anchorA: [0, 2, 0], anchorB: [0, 0, 0] }));
    run(world, 120);
    expect([set.asleep, body.isSleeping]).toEqual([true, true]);
    expect(at(set, 0)[1]).toBeCloseTo(1, 4);
    set.translate([0, 0.5, 0]);
    run(world, 1);
    expect([set.asleep, body.isSleeping]).toEqual([false, false]);
    set.pin(0);
    run(world, 30);
    const pinned = at(set, 0);
    run(world, 30);
    expect(at(set, 0)).toEqual(pinned);
  });

  test('is in snapshots, goes with its set, and leaves the particle where it is removed', async () => {
    const world = await World.create(settings);
    const set = world.addParticles(point([0, 1, 0]));
    const body = set.body(0);
    expect(set.body(0)).toBe(body);
    world.addJoint(new DistanceJoint({ a: null, b: body, anchorA: [1, 1, 0], anchorB: [0, 0, 0] }));
    run(world, 10);
    const snapshot = world.snapshot();
    run(world, 10);
    const hash = world.hash();
    const other = await World.create(settings);
    other.restore(snapshot);
    const [restored] = particleSets(other);
    run(other, 10);
    expect(other.hash()).toBe(hash);
    expect(restored.body(0).position).toEqual(body.position);
    world.removeBody(body);
    run(world, 60);
    expect(at(set, 0)[1]).toBeLessThan(-1);
    const again = set.body(0);
    world.removeParticles(set);
    expect(again.alive).toBe(false);
  });

  test('goes when the particle is detached', async () => {
    const world = await World.create(settings);
    const set = world.addParticles(point([0, 1, 0]));
    const body = set.body(0);
    world.addJoint(new BallJoint({ a: null, b: body, anchor: [0, 1, 0] }));
    run(world, 10);
    expect(at(set, 0)[1]).toBeCloseTo(1, 6);
    set.detach(0);
    expect([body.alive, world.jointCount, world.bodyCount]).toEqual([false, 0, 0]);
    run(world, 60);
    expect(at(set, 0)[1]).toBeLessThan(-1);
    expect(set.body(0).alive).toBe(true);
  });
});

test('takes an attachment, and refuses what is no particle', async () => {
  const world = await World.create();
  const set = world.addParticles(point([0, 0, 0, 1, 0, 0]));
  const before = world.hash();
  expectRefusal(() => set.body(2), 'invalid-argument');
  set.body(0);
  expect(world.hash()).not.toBe(before);
  const after = world.hash();
  expectRefusal(() => set.body(1), 'unsupported');
  expect(world.hash()).toBe(after);
});

test('a pulley over particles shares its rope', async () => {
  const world = await World.create({ substeps: 20 });
  const [left, right] = [point([-1, 0, 0]), point([1, 0, 0], { masses: 1.2 })].map((set) => world.addParticles(set));
  world.addJoint(
    new PulleyJoint({ a: left.body(0), b: right.body(0), anchorA: [0, 0, 0], anchorB: [0, 0, 0], pointA: [-1, 1, 0], pointB: [1, 1, 0] }),
  );
  run(world, 30);
  expect(at(left, 0)[1] + at(right, 0)[1]).toBeCloseTo(0, 4);
  // a = g (m₂ − m₁) / (m₂ + m₁)
  expect(at(left, 0)[1]).toBeCloseTo((9.81 * (0.2 / 2.2) * 0.25) / 2, 2);
});
