// Contacts that are found again within a step are those of a world whose bodies are there, and keep what they bear.
import { describe, expect, test } from 'vitest';
import { BodyRecord, ManifoldPointRecord, ManifoldRecord } from '../../bindings/core/layout.ts';
import { type Body, Box, Capsule, Cone, Cylinder, type Quat, type Shape, Sphere, type Vec3, type World } from '../../bindings/index.ts';
import { manifoldRecord } from '../../bindings/query/pairs.ts';
import { openScene } from '../../scenes/open.ts';
import { ragdollStairs } from '../../scenes/ragdoll-stairs.ts';
import { randomNumbers } from '../../scenes/random.ts';
import { turn } from '../../scenes/turn.ts';
import { BACKENDS } from '../bindings/backends.ts';
import { onEachKernel } from './worlds.ts';

interface Pose {
  position: Vec3;
  orientation: Quat;
}

const BALL = new Sphere(0.5);
const ROD = new Capsule(0.3, 0.6);
const PAIRS: [name: string, first: Shape, second: Shape][] = [
  ['two balls', BALL, new Sphere(0.3)],
  ['a ball and a capsule', BALL, ROD],
  ['a capsule and a ball', ROD, BALL],
  ['a ball and a box', BALL, new Box([0.4, 0.5, 0.6])],
  ['a box and a ball', new Box([0.4, 0.5, 0.6]), BALL],
  ['a ball and a cylinder', BALL, new Cylinder(0.4, 0.5)],
  ['a ball and a cone', BALL, new Cone(0.5, 0.5)],
  ['two capsules', ROD, new Capsule(0.2, 0.5)],
];
const sum = (v: Vec3, w: Vec3): Vec3 => [v[0] + w[0], v[1] + w[1], v[2] + w[2]];

const RUNS = 40;
const LOAD = 12.5;

onEachKernel(({ create }) => {
  const empty = () => create({ gravity: [0, 0, 0], contactMargin: 0.02 });
  const add = (world: World, shape: Shape, pose: Pose): Body => world.addBody({ shape, mass: 1, ...pose });

  /** The contacts that two shapes have in a world of their own. */
  async function contactsAt(shapes: readonly Shape[], poses: readonly Pose[]) {
    const world = await empty();
    shapes.forEach((shape, k) => {
      add(world, shape, poses[k]);
    });
    world.detectCollisions();
    const found = world
      .contacts()
      .map(({ normal, points }) => ({ normal, points: points.map(({ position, separation }) => [...position, separation]) }));
    world.dispose();
    return found;
  }

  /** Moves a body's record alone, as a step does before contacts are found again in it. */
  function shift(world: World, body: Body, by: Vec3): void {
    const { f64 } = world.memory;
    const at = (world.bodyOffset(body.index) + BodyRecord.positionX) >>> 3;
    for (const axis of [0, 1, 2]) f64[at + axis] += by[axis];
  }

  const firstManifold = (world: World) => manifoldRecord(world.memory, 0);
  const pointField = (world: World, field: number, k = 0) =>
    firstManifold(world) + ManifoldRecord.size + k * ManifoldPointRecord.size + field;

  /** Two bodies that have one contact, whose first point bears a load. */
  async function loaded(shapes: readonly Shape[], poses: readonly Pose[]) {
    const world = await empty();
    const bodies = shapes.map((shape, k) => add(world, shape, poses[k]));
    world.detectCollisions();
    if (world.contacts().length) world.memory.f64[pointField(world, ManifoldPointRecord.force) >>> 3] = LOAD;
    return { world, bodies };
  }

  describe.each(PAIRS)('%s', (_, first, second) => {
    test('are where they are in a world of their own, and bear what they bore', async () => {
      const random = randomNumbers(7);
      const wide = () => random() - 0.5;
      let compared = 0;
      for (let run = 0; run < RUNS; run++) {
        const shapes = [first, second];
        const turned = () => turn([wide(), wide(), wide()], 6 * random());
        const distance = 0.6 + 0.7 * random();
        const way = [wide(), wide(), wide()];
        const size = Math.hypot(...way) / distance;
        const poses: Pose[] = [
          { position: [0.1, 0.2, 0.3], orientation: turned() },
          { position: [0.1 + way[0] / size, 0.2 + way[1] / size, 0.3 + way[2] / size], orientation: turned() },
        ];
        const { world, bodies } = await loaded(shapes, poses);
        const before = world.contacts();
        if (before.length === 1) {
          const ways = poses.map((): Vec3 => [0.01 * wide(), 0.01 * wide(), 0.01 * wide()]);
          const later = poses.map(({ position, orientation }, k): Pose => ({ position: sum(position, ways[k]), orientation }));
          bodies.forEach((body, k) => {
            shift(world, body, ways[k]);
          });
          const age = world.memory.u32[pointField(world, ManifoldPointRecord.age) >>> 2];
          world.live.collision!.renewPair(0);
          const expected = await contactsAt(shapes, later);
          const [now] = world.contacts();
          const isSame = expected.length === 1 && expected[0].points.length === before[0].points.length;
          if (isSame && expected[0].normal.every((x, axis) => Math.abs(x - before[0].normal[axis]) < 0.2)) {
            compared++;
            for (const axis of [0, 1, 2]) expect(now.normal[axis]).toBeCloseTo(expected[0].normal[axis], 10);
            const points = now.points.map(({ position, separation }) => [...position, separation]);
            points.flat().forEach((value, k) => {
              expect(value).toBeCloseTo(expected[0].points.flat()[k], 10);
            });
            expect(world.memory.f64[pointField(world, ManifoldPointRecord.force) >>> 3]).toBe(LOAD);
            expect(world.memory.u32[pointField(world, ManifoldPointRecord.age) >>> 2]).toBe(age);
          }
        }
        world.dispose();
      }
      expect(compared).toBeGreaterThan(RUNS / 5);
    });

    test('bear nothing once the bodies have parted', async () => {
      const poses: Pose[] = [0, 0.55].map((y) => ({ position: [0, y, 0], orientation: [0, 0, 0, 1] }));
      const { world, bodies } = await loaded([first, second], poses);
      expect(world.contacts()).toHaveLength(1);
      shift(world, bodies[1], [0, 5, 0]);
      world.live.collision!.renewPair(0);
      expect(world.memory.f64[pointField(world, ManifoldPointRecord.force) >>> 3]).toBe(0);
      expect(world.memory.f64[pointField(world, ManifoldPointRecord.separation) >>> 3]).toBeGreaterThan(1);
      world.dispose();
    });
  });

  test('a ball that is on another side of the other bears nothing', async () => {
    const poses: Pose[] = [0, 0.75].map((y) => ({ position: [0, y, 0], orientation: [0, 0, 0, 1] }));
    const { world, bodies } = await loaded([BALL, new Sphere(0.3)], poses);
    const [{ normal }] = world.contacts();
    shift(world, bodies[1], [0.75, -0.75, 0]);
    world.live.collision!.renewPair(0);
    expect(world.memory.f64[pointField(world, ManifoldPointRecord.force) >>> 3]).toBe(0);
    const { f64 } = world.memory;
    const now = [0, 1, 2].map((axis) => f64[((firstManifold(world) + ManifoldRecord.normalX) >>> 3) + axis]);
    expect(now).toEqual([...normal]);
    world.dispose();
  });
});

test.each(BACKENDS)('a step tells of no point that is no more ($label)', async ({ settings }) => {
  const open = await openScene(ragdollStairs, { settings });
  for (let frame = 0; frame < 50; frame++) {
    open.step();
    for (const { points } of open.world.contacts()) for (const { separation } of points) expect(separation).toBeLessThan(1);
  }
  open.dispose();
});
