// Static and dynamic friction of boxes against Coulomb's law.
import { describe, expect, test } from 'vitest';
import type { MaterialOptions } from '../../bindings/body/material.ts';
import {
  type Body,
  Box,
  Compound,
  ConvexHull,
  Cylinder,
  HalfSpace,
  type Shape,
  TriangleMesh,
  type Vec3,
  type World,
} from '../../bindings/index.ts';
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

/** Seconds until a disc is at rest that slides and spins on its face under a uniform pressure, by sums over the face. */
function restOfDisc(speed: number, spin: number, radius: number, friction: number): number {
  const [rings, sectors, dt] = [24, 48, 5e-4];
  let [v, surface, time] = [speed, spin * radius, 0];
  for (; v + surface > 2e-3; time += dt) {
    let [force, torque] = [0, 0];
    for (let k = 0; k < rings * sectors; k++) {
      const r = (Math.floor(k / sectors) + 0.5) / rings;
      const angle = (2 * Math.PI * ((k % sectors) + 0.5)) / sectors;
      const [x, y] = [v - surface * r * Math.sin(angle), surface * r * Math.cos(angle)];
      const weight = (2 * r) / (rings * sectors * Math.hypot(x, y));
      force += weight * x;
      torque += weight * r * (y * Math.cos(angle) - x * Math.sin(angle));
    }
    v = Math.max(v - dt * friction * GRAVITY * force, 0);
    surface = Math.max(surface - 2 * dt * friction * GRAVITY * torque, 0);
  }
  return time;
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

    test('that spins on its face is slowed by μ m g at the mean distance of the face from its middle', async () => {
      const world = await create();
      addFloor(world);
      const friction = 0.3;
      const box = world.addBody({ shape: SLED, mass: 2, position: [0, HALF_HEIGHT, 0], angularVelocity: [0, 12, 0], friction });
      settle(world, 5);
      const before = box.angularVelocity[1];
      settle(world, 30);
      // Of a square with the side a: a (√2 + ln(1 + √2)) / 6.
      const torque = friction * 2 * GRAVITY * ((Math.SQRT2 + Math.log(1 + Math.SQRT2)) / 6);
      expectRelative((box.angularVelocity[1] - before) / (30 * DT), -torque / box.inertia[1], 0.01);
    });
  });

  describe('a disc on its face', () => {
    const [radius, friction] = [0.5, 0.5];
    const grid = Array.from({ length: 49 }, (_, k) => [(k % 7) - 3.1, 0, Math.floor(k / 7) - 3.1]).flat();
    const triangles = Array.from({ length: 36 }, (_, k) => Math.floor(k / 6) * 7 + (k % 6)).flatMap((k) => [
      k,
      k + 7,
      k + 1,
      k + 1,
      k + 7,
      k + 8,
    ]);
    const ground: Record<string, () => Shape> = {
      'half-space': () => new HalfSpace(),
      box: () => new Box([3, 1, 3]),
      mesh: () => new TriangleMesh(grid, triangles, { solid: false }),
    };

    /** Seconds until the disc is at rest. */
    async function duration(floor: Shape, speed: number, spin: number): Promise<number> {
      const world = await create({ sleep: false });
      world.addBody({ type: 'static', shape: floor, position: [0, floor instanceof Box ? -1 : 0, 0], friction });
      const shape = new Cylinder(radius, 0.02);
      const motion = { linearVelocity: [speed, 0, 0], angularVelocity: [0, spin, 0] };
      const disc = world.addBody({ shape, position: [-1, 0.02, 0], friction, ...motion });
      for (let step = 0; step < 480; step++) {
        world.step(1 / 240);
        if (Math.hypot(...disc.linearVelocity) + radius * Math.hypot(...disc.angularVelocity) < 2e-3) return world.time;
      }
      return Number.POSITIVE_INFINITY;
    }

    // Over triangles the points are found anew as it turns, and share the weight unequally: it stops sooner.
    test.each([
      ['half-space', 0.01],
      ['box', 0.01],
      ['mesh', 0.16],
    ])('that spins on a %s stops after 3 ω R / (4 μ g)', async (name, tolerance) => {
      expectRelative(await duration(ground[name](), 0, 10), (3 * 10 * radius) / (4 * friction * GRAVITY), tolerance);
    });

    test.each([
      [2, 10],
      [4, 4],
      [0.5, 10],
    ])('slides at %s m/s and spins at %s rad/s as a uniform pressure lets it, and ends both at once', async (speed, spin) => {
      expectRelative(await duration(new HalfSpace(), speed, spin), restOfDisc(speed, spin, radius, friction), 0.01);
    });

    // The farthest of the 16 corners stay, though others are a little deeper now and then.
    test.each<[string, Shape]>([
      ['half-space', new HalfSpace()],
      ['box', new Box([20, 1, 20])],
    ])('a table turns on a %s against friction at the outer corners of its four feet', async (_, shape) => {
      const world = await create();
      addFloor(world, { shape, position: [0, shape instanceof Box ? -1 : 0, 0] });
      const foot = new Box([0.05, 0.1, 0.05]);
      const places = [1, -1].flatMap((x) => [1, -1].map((z) => [0.4 * x, -0.1, 0.4 * z]));
      const children = [
        { shape: new Box([0.5, 0.05, 0.5]), position: [0, 0.05, 0] },
        ...places.map((position) => ({ shape: foot, position })),
      ];
      const table = world.addBody({ shape: new Compound(children), mass: 2, position: [0, 0.2, 0], angularVelocity: [0, 12, 0], friction });
      settle(world, 5);
      for (let k = 0; k < 30; k++) {
        const before = table.angularVelocity[1];
        settle(world, 1);
        const deceleration = (before - table.angularVelocity[1]) / DT;
        expectRelative(deceleration, (friction * 2 * GRAVITY * Math.hypot(0.45, 0.45)) / table.inertia[1], 0.01);
      }
    });
  });

  /** A flat square of so many squares of `size` m, of two triangles each. */
  function flatMesh(squares: number, size: number): TriangleMesh {
    const place = (k: number) => (k - squares / 2) * size;
    const row = squares + 1;
    const vertices = Array.from({ length: row * row }, (_, k) => [place(Math.floor(k / row)), 0, place(k % row)]).flat();
    const corners = Array.from({ length: squares * squares }, (_, k) => Math.floor(k / squares) * row + (k % squares));
    return new TriangleMesh(
      vertices,
      corners.flatMap((k) => [k, k + 1, k + row, k + 1, k + row + 1, k + row]),
      { solid: false },
    );
  }

  test.each([0, 1, 2, 3, 4, 5])(
    'a hull that slides straight over the triangles of a flat mesh does not begin to spin: shot %d',
    async (shot) => {
      const world = await create();
      world.addBody({ type: 'static', shape: flatMesh(40, 2), friction: 0.3 });
      const rim = Array.from({ length: 6 }, (_, k) => [0.3 * Math.cos((k * Math.PI) / 3), 0.3 * Math.sin((k * Math.PI) / 3)]);
      const hull = new ConvexHull(rim.flatMap(([x, z]) => [x, -0.1, z, x, 0.1, z]));
      const way = 0.1 * shot;
      const puck = world.addBody({
        shape: hull,
        mass: 5,
        friction: 0.3,
        position: [-4 - 0.13 * shot, 0.1, 0.17 + 0.07 * shot],
        orientation: turn([0, 1, 0], 0.4 * shot),
        linearVelocity: [5 * Math.cos(way), 0, 5 * Math.sin(way)],
      });
      let turned = 0;
      for (let frame = 0; frame < 110; frame++) {
        world.step(DT);
        turned += puck.angularVelocity[1] * DT;
      }
      expect(Math.hypot(...puck.linearVelocity)).toBeLessThan(1e-3);
      expect(Math.abs(turned)).toBeLessThan(0.15);
    },
  );

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
