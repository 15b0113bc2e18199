// Ropes against the catenary: y = a cosh(x / a), H = w a.
import { describe, expect, test } from 'vitest';
import { Box, World } from '../../bindings/index.ts';
import { Rope, type RopeOptions } from '../../bindings/particle/index.ts';

const H = 1 / 60;
const WEIGHT = 0.1 * 9.81;

/** The catenary of a length between the origin and (span, drop): points by their way along it, and its tension. */
function catenary(span: number, drop: number, length: number) {
  let [low, high] = [1e-9, 700];
  for (let k = 0; k < 200; k++) {
    const s = (low + high) / 2;
    if (Math.sinh(s) / s < Math.sqrt(length * length - drop * drop) / span) low = s;
    else high = s;
  }
  const a = span / (2 * low);
  const start = Math.asinh(drop / (2 * a * Math.sinh(low))) - low;
  const at = (way: number) => Math.asinh(Math.sinh(start) + way / a);
  return {
    point: (way: number) => [a * (at(way) - start), a * (Math.cosh(at(way)) - Math.cosh(start))],
    tension: (way: number) => WEIGHT * a * Math.cosh(at(way)),
  };
}

/** Span, drop from end to end, length, and pieces. */
const SPANS = [
  [2, 0, 2.02, 20],
  [2, 0, 2.2, 20],
  [2, 0, 3, 20],
  [2, -1, 3, 20],
  [10, 2, 12, 40],
  [0.2, 0, 0.25, 20],
  [2, 0, 6, 60],
  [1, -4, 6, 60],
] as const;

describe.each(['double', 'single'] as const)('%s', (precision) => {
  test.each(SPANS)(
    '%d m across and %d m up, a rope of %d m in %d pieces hangs along the catenary',
    async (span, drop, length, segments) => {
      const world = await World.create({ precision });
      const rope = world.addParticles(
        new Rope({ from: [0, 5, 0], to: [span, 5 + drop, 0], length, segments, pinned: [0, segments], damping: 3, canSleep: false }),
      );
      // Blown aside and let go.
      for (let k = 1; k < segments; k++) rope.velocities[3 * k + 2] = Math.sqrt(length);
      let aside = 0;
      for (let k = 0; k < 30; k++) {
        world.step(H);
        aside = Math.max(aside, ...rope.positions.filter((_, axis) => axis % 3 === 2));
      }
      expect(aside).toBeGreaterThan(0.01 * length);
      for (let k = 0; k < 900; k++) world.step(H);
      const { point, tension } = catenary(span, drop, length);
      let [off, whole, load] = [0, 0, 0];
      for (let k = 0; k <= segments; k++) {
        const [x, y] = point((length * k) / segments);
        const at = rope.positions.subarray(3 * k, 3 * k + 3);
        off = Math.max(off, Math.hypot(at[0] - x, at[1] - 5 - y, at[2]));
        if (k === 0) continue;
        whole += Math.hypot(...[0, 1, 2].map((axis) => at[axis] - rope.positions[3 * k - 3 + axis]));
        const expected = tension((length * (k - 0.5)) / segments);
        load = Math.max(load, Math.abs(rope.tension(k - 1) / expected - 1));
      }
      expect(off / length).toBeLessThan(1e-3);
      expect(Math.abs(whole / length - 1)).toBeLessThan(1e-3);
      expect(load).toBeLessThan(0.2);
      world.dispose();
    },
  );

  test('the more pieces, the nearer: of second order', async () => {
    const off = async (segments: number) => {
      const world = await World.create({ precision });
      const rope = world.addParticles(new Rope({ from: [0, 5, 0], to: [2, 5, 0], length: 3, segments, pinned: [0, segments], damping: 3 }));
      for (let k = 0; k < 200; k++) world.step(H);
      const { point } = catenary(2, 0, 3);
      return Math.abs(rope.positions[3 * (segments / 2) + 1] - 5 - point(1.5)[1]);
    };
    const [coarse, fine] = [await off(10), await off(20)];
    expect(coarse / fine).toBeGreaterThan(3);
  });
});

test('a rope begins where it hangs, with the length that it is to have', async () => {
  const cases: RopeOptions[] = [
    { from: [0, 5, 0], to: [2, 5, 0], length: 3 },
    { from: [0, 5, 0], to: [1, 2, 3], length: 9, segments: 33 },
    { from: [0, 5, 0], to: [1, 2, 3], length: 9, segments: 3 },
    { from: [1, 2, 3], to: [0, 5, 0], length: Math.sqrt(19) * (1 + 1e-6) },
    { from: [0, 5, 0], to: [0, 5, 0], length: 3 },
  ];
  for (const options of cases) {
    const world = await World.create({ precision: 'double' });
    const rope = world.addParticles(new Rope({ ...options, pinned: [0, options.segments ?? 20], canSleep: false }));
    const before = rope.positions.slice();
    const piece = (options.length as number) / (rope.count - 1);
    for (let k = 3; k < before.length; k += 3)
      expect(Math.hypot(before[k] - before[k - 3], before[k + 1] - before[k - 2], before[k + 2] - before[k - 1]) / piece).toBeCloseTo(1, 9);
    for (let k = 0; k < 30; k++) world.step(H);
    const moved = rope.positions.reduce((most, x, k) => Math.max(most, Math.abs(x - before[k])), 0);
    expect(moved).toBeLessThan(2e-3 * (options.length as number));
    world.dispose();
  }
});

test.each(['wasm', 'reference'] as const)('a slack rope has the tension 0, not -0 (%s)', async (backend) => {
  const world = await World.create({ backend, precision: 'double', gravity: [0, 0, 0] });
  const rope = world.addParticles(new Rope({ from: [0, 0, 0], to: [1, 0, 0], length: 2, segments: 4, pinned: [0, 4] }));
  world.step(H);
  expect([rope.meanTension, rope.tension(0)]).toEqual([0, 0]);
  world.dispose();
});

test.each(['wasm', 'reference'] as const)(
  'a rope at rest stays and carries its load; it sleeps behind it, not before (%s)',
  async (backend) => {
    for (const canSleep of [false, true]) {
      const world = await World.create({ backend, precision: 'double' });
      const load = world.addBody({ shape: new Box([0.1, 0.1, 0.1]), mass: 20, canSleep });
      const rope = world.addParticles(new Rope({ from: [0, 3, 0], to: { body: load, point: [0, 0.2, 0] }, pinned: [0] }));
      for (let k = 0; k < 180; k++) {
        world.step(H);
        expect(Math.abs(load.position[1])).toBeLessThan(1e-5);
        // Also once the load sleeps, and the rope does not yet.
        expect(rope.meanTension / ((20 + 0.1 * 1.4) * 9.81)).toBeCloseTo(1, 1);
      }
      expect([load.isSleeping, rope.asleep]).toEqual([canSleep, canSleep]);
      world.dispose();
    }
  },
);
