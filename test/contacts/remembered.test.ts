// Points of a contact that is found anew keep what they bore when other features meet at the same place.
import { describe, expect, test } from 'vitest';
import { MANIFOLD_BYTES, ManifoldPointRecord, ManifoldRecord, NarrowphaseRecord, WorldRecord } from '../../bindings/core/layout.ts';
import type { StateMemory } from '../../bindings/core/memory.ts';
import { Box, World } from '../../bindings/index.ts';

/** How many points there are, and how many of them were not there in the step before. */
function pointsOf(world: World): { all: number; fresh: number } {
  const { u32, world: root } = (world as unknown as { memory: StateMemory }).memory;
  const narrowphase = u32[(root + WorldRecord.narrowphase) >>> 2];
  const base = u32[(narrowphase + NarrowphaseRecord.manifoldBase) >>> 2];
  let all = 0;
  let fresh = 0;
  for (let slot = 0; slot < u32[(narrowphase + NarrowphaseRecord.manifoldCount) >>> 2]; slot++) {
    const record = base + slot * MANIFOLD_BYTES;
    const count = u32[(record + ManifoldRecord.count) >>> 2];
    all += count;
    for (let k = 0; k < count; k++) {
      if (!u32[(record + ManifoldRecord.size + k * ManifoldPointRecord.size + ManifoldPointRecord.age) >>> 2]) fresh++;
    }
  }
  return { all, fresh };
}

describe.each(['single', 'double'] as const)('%s precision', (precision) => {
  // Flush bricks: which of two edges that lie in each other clips the other is a matter of rounding. Of a wall of 900 a fifth of all points were new in each step.
  test('a wall of flush bricks that settles has no new points', async () => {
    const world = await World.create({ precision, sleep: false, substeps: 4 });
    world.addBody({ type: 'static', shape: new Box([40, 1, 40]), position: [0, -1, 0], friction: 0.5 });
    const shape = new Box([0.5, 0.25, 0.25]);
    for (let row = 0; row < 30; row++)
      for (let i = 0; i < 12; i++)
        world.addBody({ shape, mass: 1, friction: 0.5, position: [i - 6 + (row & 1 ? 0.5 : 0), 0.25 + 0.5 * row, 0] });
    for (let frame = 0; frame < 20; frame++) world.step(1 / 60);
    let points = 0;
    let fresh = 0;
    for (let frame = 0; frame < 20; frame++) {
      world.step(1 / 60);
      const now = pointsOf(world);
      points += now.all;
      fresh += now.fresh;
    }
    expect(points).toBeGreaterThan(20 * 3000);
    expect(fresh).toBeLessThan(0.002 * points);
    world.dispose();
  });

  // What goes on with the same features has its points written over, and what they bear stays.
  test.each([0, 0.3])(
    'a box that slides and turns with friction %s has no new points, and they bear its weight in each step',
    async (friction) => {
      const world = await World.create({ precision, sleep: false });
      world.addBody({ type: 'static', shape: new Box([50, 1, 50]), position: [0, -1, 0], friction });
      const box = world.addBody({ shape: new Box([0.5, 0.25, 0.4]), mass: 2, position: [0, 0.25, 0], friction });
      for (let frame = 0; frame < 30; frame++) world.step(1 / 60);
      box.linearVelocity = [7, 0, 2];
      box.angularVelocity = [0, 3, 0];
      for (let frame = 0; frame < 60; frame++) {
        world.step(1 / 60);
        expect(pointsOf(world)).toEqual({ all: 4, fresh: 0 });
        const [{ points }] = world.contacts();
        const force = points.reduce((sum, point) => sum + point.force, 0);
        expect(Math.abs(force - 2 * 9.81)).toBeLessThan(0.02 * 2 * 9.81);
      }
      expect(Math.abs(box.position[1] - 0.25)).toBeLessThan(2e-3);
      world.dispose();
    },
  );

  test('a box that lands has new points, once', async () => {
    const world = await World.create({ precision, sleep: false });
    world.addBody({ type: 'static', shape: new Box([5, 1, 5]), position: [0, -1, 0] });
    world.addBody({ shape: new Box([0.5, 0.5, 0.5]), mass: 1, position: [0, 0.6, 0] });
    let fresh = 0;
    for (let frame = 0; frame < 60; frame++) {
      world.step(1 / 60);
      fresh += pointsOf(world).fresh;
    }
    expect(pointsOf(world).all).toBe(4);
    expect(fresh).toBe(4);
    world.dispose();
  });
});
