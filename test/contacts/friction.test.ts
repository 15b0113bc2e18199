// Static and dynamic friction of boxes against Coulomb's law.
import { describe, expect, test } from 'vitest';
import type { MaterialOptions } from '../../bindings/body/material.ts';
import { type Body, Box, type Vec3, type World } from '../../bindings/index.ts';
import { conveyor } from '../../scenes/conveyor.ts';
import { incline } from '../../scenes/incline.ts';
import { turn } from '../../scenes/turn.ts';
import { expectRelative } from '../joints/worlds.ts';
import { acceleration, addFloor, addSlope, along, DT, GRAVITY, onEachKernel, settle, times } from './worlds.ts';

const HALF_HEIGHT = 0.1;
/** Low enough to slide without tipping. */
const SLED = new Box([0.5, HALF_HEIGHT, 0.5]);

/** A sled at rest on a slope, and the way down. */
function addSled(world: World, angle: number, material: MaterialOptions): { sled: Body; downhill: Vec3 } {
  const { downhill, normal } = addSlope(world, angle);
  const orientation = turn([0, 0, 1], -angle);
  return { sled: world.addBody({ shape: SLED, position: times(HALF_HEIGHT, normal), orientation, material }), downhill };
}

onEachKernel(({ create, measure }) => {
  describe('a box on a slope', () => {
    test.each([0.2, 0.5, 1])('just below the angle of static friction %s sticks: no creep over a minute', async (friction) => {
      const world = await create();
      const { sled, downhill } = addSled(world, Math.atan(0.98 * friction), { friction });
      const start = along(sled.position, downhill);
      settle(world, 60);
      const settled = along(sled.position, downhill);
      settle(world, 3540);
      expect(Math.abs(along(sled.position, downhill) - start)).toBeLessThan(1e-4);
      expect(Math.abs(along(sled.position, downhill) - settled), 'after the first second').toBeLessThan(1e-8);
    });

    test('sticks by static friction, and slides by dynamic friction beyond it', async () => {
      const material = { staticFriction: 0.6, dynamicFriction: 0.4 };
      // A slope that is level at first, as seen by gravity, and is tilted slowly.
      const tilt = async (ratio: number) => {
        const world = await create();
        const { sled, downhill } = addSled(world, 0, material);
        const angle = Math.atan(ratio * 0.6);
        for (let frame = 0; frame < 120; frame++) {
          const now = Math.min(1, frame / 60) * angle;
          world.gravity = [GRAVITY * Math.sin(now), -GRAVITY * Math.cos(now), 0];
          world.step(DT);
        }
        return { world, sled, downhill, angle };
      };
      const sticking = await tilt(0.99);
      const start = sticking.sled.position[0];
      settle(sticking.world, 600);
      expect(Math.abs(sticking.sled.position[0] - start)).toBeLessThan(1e-6);
      const { world, sled, downhill, angle } = await tilt(1.01);
      expectRelative(acceleration(world, sled, downhill, 60), GRAVITY * (Math.sin(angle) - 0.4 * Math.cos(angle)), 0.01);
    });

    test('with less dynamic friction sticks where it is put down at rest', async () => {
      const world = await create();
      const { sled, downhill } = addSled(world, Math.atan(0.98 * 0.6), { staticFriction: 0.6, dynamicFriction: 0.4 });
      const start = along(sled.position, downhill);
      settle(world, 600);
      expect(Math.abs(along(sled.position, downhill) - start)).toBeLessThan(1e-3);
    });

    test('that is pushed slides on where static friction would hold it', async () => {
      const angle = Math.atan(0.5);
      const world = await create();
      const { sled, downhill } = addSled(world, angle, { staticFriction: 0.6, dynamicFriction: 0.4 });
      sled.linearVelocity = times(0.5, downhill);
      settle(world, 10);
      expectRelative(acceleration(world, sled, downhill, 60), GRAVITY * (Math.sin(angle) - 0.4 * Math.cos(angle)), 0.01);
    });

    test.each([10, 20, 35])('slopes of %s° in the scene: every box slides as it should, or sticks', async (slope) => {
      const measures = await measure(incline, { slope });
      expect(measures.slidingError).toBeLessThan(0.01);
      expect(measures.creep).toBeLessThan(1e-4);
    });
  });

  describe('a sliding box', () => {
    test.each([0.1, 0.3, 0.8])('is slowed by μ g at μ = %s, and stops after v² / (2 μ g)', async (friction) => {
      const world = await create();
      addFloor(world);
      const speed = 4;
      const sled = world.addBody({ shape: SLED, position: [0, HALF_HEIGHT, 0], linearVelocity: [speed, 0, 0], friction });
      settle(world, 5);
      expectRelative(acceleration(world, sled, [1, 0, 0], 15), -friction * GRAVITY, 0.01);
      settle(world, Math.ceil(speed / (friction * GRAVITY * DT)));
      expectRelative(sled.position[0], (speed * speed) / (2 * friction * GRAVITY), 0.01);
      const rest = sled.position;
      settle(world, 60);
      expect(Math.hypot(...sled.position.map((component, axis) => component - rest[axis]))).toBeLessThan(1e-5);
    });

    test('is slowed alike in all directions, and goes straight', async () => {
      const friction = 0.4;
      for (let k = 0; k < 16; k++) {
        const angle = (k * Math.PI) / 8;
        const way: Vec3 = [Math.cos(angle), 0, Math.sin(angle)];
        const world = await create();
        addFloor(world);
        const sled = world.addBody({ shape: SLED, position: [0, HALF_HEIGHT, 0], linearVelocity: times(3, way), friction });
        expectRelative(acceleration(world, sled, way, 30), -friction * GRAVITY, 0.01);
        expect(Math.abs(along(sled.position, [-way[2], 0, way[0]])), `aside at ${k}`).toBeLessThan(0.01 * along(sled.position, way));
        world.dispose();
      }
    });

    test('that spins on its corners is slowed by μ m g at their distance', async () => {
      const world = await create();
      addFloor(world);
      const friction = 0.3;
      const box = world.addBody({ shape: SLED, mass: 2, position: [0, HALF_HEIGHT, 0], angularVelocity: [0, 12, 0], friction });
      settle(world, 5);
      const before = box.angularVelocity[1];
      settle(world, 30);
      const torque = friction * 2 * GRAVITY * Math.hypot(0.5, 0.5);
      expectRelative((box.angularVelocity[1] - before) / (30 * DT), -torque / box.inertia[1], 0.01);
    });
  });

  describe('a belt', () => {
    test('carries boxes up to its speed in v / (μ g)', async () => {
      const measures = await measure(conveyor);
      expect(measures.speedError).toBeLessThan(1e-3);
      expect(measures.lagError).toBeLessThan(0.01);
    });

    test('has its surface’s velocity in its own axes', async () => {
      const world = await create();
      const material: MaterialOptions = { friction: 1, surfaceVelocity: [1.5, 0, 0] };
      const orientation = turn([0, 1, 0], Math.PI / 2);
      world.addBody({ type: 'static', shape: new Box([20, 1, 20]), position: [0, -1, 0], orientation, material });
      const sled = world.addBody({ shape: SLED, position: [0, HALF_HEIGHT, 0] });
      settle(world, 120);
      expect(sled.linearVelocity[0]).toBeCloseTo(0, 4);
      expect(sled.linearVelocity[2]).toBeCloseTo(-1.5, 4);
    });
  });
});
