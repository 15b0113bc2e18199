// Clusters keep part of their volume: what is pressed goes no further, and what is turned inside out comes back.
import { describe, expect, test } from 'vitest';
import { Box, HalfSpace, World } from '../../bindings/index.ts';
import { ParticleSet } from '../../bindings/particle/index.ts';
import { BACKENDS } from '../bindings/backends.ts';

const H = 1 / 60;
const SIDE = 0.2;
const CORNERS = [0, 1, 2, 3, 4, 5, 6, 7];

const cube = () =>
  new ParticleSet({
    positions: CORNERS.flatMap((k) => [0, 1, 2].map((axis) => ((k >> axis) & 1 ? 0.5 : -0.5) * SIDE)),
    masses: 0.1,
    radii: 0.01,
    gravityScale: 0,
    clusters: [{ particles: CORNERS, compliance: 0.05 }],
    canSleep: false,
  });

/** Volume of the affine shape that fits the corners best, over that at rest. */
function volume({ positions: x }: ParticleSet): number {
  const edge = (axis: number) =>
    [0, 1, 2].map((c) => CORNERS.reduce((sum, k) => sum + ((k >> axis) & 1 ? 1 : -1) * x[3 * k + c], 0) / 4 / SIDE);
  const [a, b, c] = [edge(0), edge(1), edge(2)];
  return a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
}

describe.each(BACKENDS)('$label', ({ settings }) => {
  test('what is pressed keeps two fifths of its volume', async () => {
    const world = await World.create(settings);
    world.addBody({ type: 'static', shape: new HalfSpace() });
    const set = world.addParticles(cube());
    set.translate([0, 0.11, 0]);
    // 50 N on four springs of 20 N/m: nothing else stops it.
    const load = world.addBody({ shape: new Box([0.3, 0.05, 0.3]), mass: 5, position: [0, 0.28, 0], lockRotation: [true, true, true] });
    let least = 1;
    for (let k = 0; k < 120; k++) {
      world.step(H);
      least = Math.min(least, volume(set));
    }
    // The load comes down 2 cm.
    expect(least).toBeGreaterThan(0.3);
    expect(volume(set)).toBeGreaterThan(0.38);
    expect(volume(set)).toBeLessThan(0.45);
    expect(load.position[1]).toBeGreaterThan(0.07);
    world.dispose();
  });

  test('what is turned inside out comes back, and takes no momentum from anywhere', async () => {
    const world = await World.create({ ...settings, gravity: [0, 0, 0] });
    const set = world.addParticles(cube());
    // Through itself along y, and sheared, moving on.
    for (const k of CORNERS) {
      set.positions[3 * k] += 0.3 * set.positions[3 * k + 1];
      set.positions[3 * k + 1] *= -0.3;
      set.velocities[3 * k] = 1;
    }
    expect(volume(set)).toBeLessThan(0);
    for (let k = 0; k < 90; k++) world.step(H);
    expect(volume(set)).toBeGreaterThan(0.39);
    for (const axis of [0, 1, 2]) {
      const mean = CORNERS.reduce((sum, k) => sum + set.velocities[3 * k + axis] / 8, 0);
      expect(Math.abs(mean - (axis === 0 ? 1 : 0))).toBeLessThan(1e-4);
    }
    world.dispose();
  });
});
