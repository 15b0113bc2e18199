// Cloth on a sphere: how far it stretches, whether it comes to rest, and whether it passes through itself; threads that are taut, and that are bent.
import { describe, expect, test } from 'vitest';
import { Box, HalfSpace, Sphere, World } from '../../bindings/index.ts';
import { Cloth, ParticleSet } from '../../bindings/particle/index.ts';

const H = 1 / 60;
const RADIUS = 0.3;
const THICKNESS = 0.01;
const BACKENDS = ['wasm', 'reference'] as const;

/** The maximum stretch of the threads of a square of n × n particles, 1 m wide. */
function maximumStretch(x: ArrayLike<number>, n: number): number {
  let most = 0;
  for (let k = 0; k < n * n; k++)
    for (const next of [(k + 1) % n > 0 ? k + 1 : -1, k + n]) {
      if (next < 0 || next >= n * n) continue;
      const length = Math.hypot(x[3 * k] - x[3 * next], x[3 * k + 1] - x[3 * next + 1], x[3 * k + 2] - x[3 * next + 2]);
      most = Math.max(most, length * (n - 1) - 1);
    }
  return most;
}

/** m: how far the deepest particle is in the sphere. */
function depth(x: ArrayLike<number>): number {
  let most = 0;
  for (let k = 0; k < x.length; k += 3) most = Math.max(most, RADIUS + THICKNESS / 2 - Math.hypot(x[k], x[k + 1], x[k + 2]));
  return most;
}

test.each(BACKENDS)('cloth tears through under a ball that is too heavy for it, and holds a light one: %s', async (backend) => {
  for (const [mass, breakForce] of [
    [0.5, 3],
    [0.05, 20],
  ]) {
    const world = await World.create({ backend });
    const cloth = world.addParticles(
      new Cloth({ columns: 12, rows: 12, position: [0, 1, 0], pinned: [0, 11, 132, 143], breakForce, damping: 1 }),
    );
    const ball = world.addBody({ shape: new Sphere(0.15), mass, position: [0, 1.2, 0] });
    let torn = 0;
    for (let k = 0; k < 240; k++) {
      world.step(H);
      torn += cloth.brokenCount;
    }
    expect(torn > 0).toBe(mass > 0.1);
    if (mass > 0.1) expect(ball.position[1]).toBeLessThan(-10);
    else expect(ball.position[1]).toBeGreaterThan(0);
    world.dispose();
  }
});

test('cloth without diagonals shears freely', async () => {
  const sheared = async (shearCompliance: number) => {
    const world = await World.create({ sleep: false });
    const pinned = Array.from({ length: 8 }, (_, k) => k);
    const upright = { orientation: [Math.SQRT1_2, 0, 0, Math.SQRT1_2] as const, pinned, columns: 8, rows: 8 };
    const cloth = world.addParticles(new Cloth({ ...upright, shearCompliance, damping: 2, wind: [3, 0, 0], airDrag: 0 }));
    cloth.velocities.fill(0.2);
    for (let k = 0; k < 60; k++) world.step(H);
    return cloth;
  };
  const [free, held] = [await sheared(Infinity), await sheared(0.1)];
  expect(() => free.tension(112)).toThrow('112');
  expect(held.tension(112)).toBeTypeOf('number');
  for (const x of free.positions) expect(x).toBeGreaterThan(-3);
});

describe('cloth that has fallen on a sphere', () => {
  const fall = async (backend: (typeof BACKENDS)[number], precision: 'single' | 'double', n: number, substeps: number) => {
    const world = await World.create({ backend, precision, substeps });
    world.addBody({ type: 'static', shape: new Sphere(RADIUS) });
    const cloth = world.addParticles(new Cloth({ columns: n, rows: n, position: [0, 0.4, 0], thickness: THICKNESS, damping: 2 }));
    for (let k = 0; k < 600 && !cloth.asleep; k++) world.step(H);
    return cloth;
  };

  test('of 100 x 100 particles sleeps, stretched by less than 2 %, and stays out of the sphere', async () => {
    const cloth = await fall('wasm', 'single', 100, 10);
    expect(cloth.asleep).toBe(true);
    expect(maximumStretch(cloth.positions, 100)).toBeLessThan(0.02);
    expect(depth(cloth.positions)).toBeLessThan(0.1 * THICKNESS);
  }, 120_000);

  test.each([
    ['wasm', 'single'],
    ['wasm', 'double'],
    ['reference', 'double'],
  ] as const)('does so with 6 substeps, too, where it is coarser (%s, %s)', async (backend, precision) => {
    const cloth = await fall(backend, precision, 30, 6);
    expect(cloth.asleep).toBe(true);
    expect(maximumStretch(cloth.positions, 30)).toBeLessThan(0.02);
    expect(depth(cloth.positions)).toBeLessThan(0.1 * THICKNESS);
  });
});

/** How many edges of the mesh pass through triangles that they share no corner with. */
function crossings(x: ArrayLike<number>, triangles: ArrayLike<number>): number {
  const at = (k: number) => [x[3 * k], x[3 * k + 1], x[3 * k + 2]];
  const minus = (a: number[], b: number[]) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
  const volume = (a: number[], b: number[], c: number[]) =>
    a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
  let found = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    const corners = [triangles[t], triangles[t + 1], triangles[t + 2]];
    const [a, b, c] = corners.map(at);
    const low = [0, 1, 2].map((axis) => Math.min(a[axis], b[axis], c[axis]));
    const high = [0, 1, 2].map((axis) => Math.max(a[axis], b[axis], c[axis]));
    for (let s = 0; s < triangles.length; s += 3)
      for (let side = 0; side < 3; side++) {
        const [i, j] = [triangles[s + side], triangles[s + ((side + 1) % 3)]];
        // Each edge once, or twice where two triangles turn it the same way.
        if (i > j || corners.includes(i) || corners.includes(j)) continue;
        if ([0, 1, 2].some((axis) => Math.max(x[3 * i + axis], x[3 * j + axis]) < low[axis])) continue;
        if ([0, 1, 2].some((axis) => Math.min(x[3 * i + axis], x[3 * j + axis]) > high[axis])) continue;
        const [p, q] = [at(i), at(j)];
        const [u, v] = [minus(b, a), minus(c, a)];
        const way = minus(q, p);
        if (volume(u, v, minus(p, a)) * volume(u, v, minus(q, a)) >= 0) continue;
        const signs = [volume(way, minus(a, p), minus(b, p)), volume(way, minus(b, p), minus(c, p)), volume(way, minus(c, p), minus(a, p))];
        if (signs.every((sign) => sign > 0) || signs.every((sign) => sign < 0)) found += 1;
      }
  }
  return found;
}

describe('cloth that falls on its edge, and in folds', () => {
  const n = 30;
  const crumple = async (selfCollision: boolean) => {
    const world = await World.create({ precision: 'single' });
    world.addBody({ type: 'static', shape: new HalfSpace(), friction: 0.3 });
    world.addBody({ type: 'static', shape: new Box([0.4, 0.4, 0.4]), position: [0.1, -0.15, 0.05] });
    const spacing = 1 / (n - 1);
    const tilt = 0.1;
    const cloth = world.addParticles(
      new Cloth({
        columns: n,
        rows: n,
        position: [0, 0.75, 0],
        orientation: [Math.sin(Math.PI / 4 + tilt), 0, 0, Math.cos(Math.PI / 4 + tilt)],
        thickness: spacing,
        bendCompliance: 1e5,
        selfCollision,
        damping: 0.5,
      }),
    );
    let most = 0;
    for (let k = 0; k < 150; k++) {
      world.step(H);
      if (k % 15 === 14) most = Math.max(most, crossings(cloth.positions, cloth.triangles));
    }
    return most;
  };

  test('does not pass through itself where it keeps a thickness of its spacing', async () => {
    expect(await crumple(true)).toBe(0);
  }, 60_000);

  test('does so without: the test would see it', async () => {
    expect(await crumple(false)).toBeGreaterThan(0);
  }, 60_000);
});

describe.each(BACKENDS)('lines (%s)', (backend) => {
  /** A line of n links along x. */
  const line = (n: number) => Array.from({ length: n + 1 }, (_, k) => k);

  test('that are taut stay calm and short, with few substeps', async () => {
    const world = await World.create({ backend, precision: 'double', substeps: 2 });
    const n = 30;
    const set = world.addParticles(
      new ParticleSet({
        positions: line(n).flatMap((k) => [0.01 * k, 0, 0]),
        masses: line(n).map((k) => (k === n ? 1 : 1e-4)),
        pinned: [0],
        distances: [{ line: line(n) }],
        damping: 1,
        canSleep: false,
      }),
    );
    let [stretch, fastest] = [0, 0];
    for (let k = 0; k < 900; k++) {
      world.step(H);
      const x = set.positions;
      for (let link = 0; link < n; link++) {
        const length = Math.hypot(x[3 * link] - x[3 * link + 3], x[3 * link + 1] - x[3 * link + 4], x[3 * link + 2] - x[3 * link + 5]);
        stretch = Math.max(stretch, length / 0.01 - 1);
      }
      if (k > 840) fastest = set.velocities.reduce((most, v) => Math.max(most, Math.abs(v)), fastest);
    }
    expect(stretch).toBeLessThan(0.02);
    expect(fastest).toBeLessThan(0.05);
  });

  test('that resist being bent hang as beams do', async () => {
    const world = await World.create({ backend, precision: 'double', substeps: 10 });
    const [n, length, mass, compliance] = [20, 1, 0.02, 10];
    const spacing = length / n;
    const set = world.addParticles(
      new ParticleSet({
        positions: line(n).flatMap((k) => [spacing * k, 0, 0]),
        masses: mass,
        pinned: [0, 1],
        distances: [{ line: line(n), bendCompliance: compliance / 100 }],
        gravityScale: 0.02,
        damping: 3,
        canSleep: false,
      }),
    );
    for (let k = 0; k < 900; k++) world.step(H);
    // Free from particle 1 on: each load turns all joints behind it by compliance times its moment.
    let drop = 0;
    for (let load = 2; load <= n; load++)
      for (let joint = 1; joint < load; joint++)
        drop += (compliance / 100) * mass * 9.81 * 0.02 * spacing * (load - joint) * spacing * (n - joint);
    expect(drop).toBeLessThan(0.1);
    expect(-set.positions[3 * n + 1]).toBeGreaterThan(0.97 * drop);
    expect(-set.positions[3 * n + 1]).toBeLessThan(1.03 * drop);
  });

  test('that resist being bent neither gain momentum nor turn by themselves', async () => {
    const world = await World.create({ backend, precision: 'double', gravity: [0, 0, 0] });
    const n = 12;
    const positions = line(n).flatMap((k) => [0.1 * k, 0.05 * Math.sin(k), 0.03 * Math.cos(2 * k)]);
    const set = world.addParticles(
      new ParticleSet({
        positions,
        masses: line(n).map((k) => 0.1 + 0.05 * (k % 3)),
        distances: [{ line: line(n), bendCompliance: 1, damping: 1e-3 }],
        canSleep: false,
      }),
    );
    for (let k = 0; k < 120; k++) world.step(H);
    const momentum = [0, 1, 2].map((axis) => line(n).reduce((sum, k) => sum + (0.1 + 0.05 * (k % 3)) * set.velocities[3 * k + axis], 0));
    for (const part of momentum) expect(Math.abs(part)).toBeLessThan(1e-12);
    const x = set.positions;
    const ends = [0, 1, 2].map((axis) => x[3 * n + axis] - x[axis]);
    expect(Math.hypot(...ends)).toBeGreaterThan(Math.hypot(1.2, 0.05 * Math.sin(12)));
  });
});

test.each([
  ['pairs with a bendCompliance of lines', { pairs: [0, 1], bendCompliance: 1 }, /needs a line/],
  ['a line that turns back', { line: [0, 1, 0], bendCompliance: 1 }, /turn back at particle 1/],
  ['a bendCompliance below 0', { line: [0, 1, 2], bendCompliance: -1 }, /bendCompliance/],
])('%s is refused', (_, distances, message) => {
  expect(() => new ParticleSet({ positions: [0, 0, 0, 1, 0, 0, 2, 0, 0], distances: [distances] })).toThrow(message);
});
