// Sensors: what enters and leaves them, and that they push nobody.
import { describe, expect, test } from 'vitest';
import {
  type Body,
  type BodyOptions,
  type BodyTypeName,
  Compound,
  HalfSpace,
  HeightField,
  type Shape,
  Sphere,
  Spline,
  TriangleMesh,
  type Vec3,
  type World,
} from '../../bindings/index.ts';
import { addFloor, ball, box, cubeMesh, DT, isOfTwo, PRECISIONS, run, summary } from './worlds.ts';

const SHAPES: [string, () => Shape][] = [
  ['sphere', ball],
  ['box', box],
  ['mesh', cubeMesh],
  ['compound', () => new Compound([{ shape: box() }, { shape: ball(), position: [0, 2, 0] }])],
];

/** Half of what a shape takes of the x axis. */
const HALF: Record<string, number> = { sphere: 0.5, box: 0.5, mesh: 1, compound: 0.5 };

const cases = SHAPES.flatMap(([name, shape]) =>
  (['static', 'kinematic', 'dynamic'] as BodyTypeName[])
    .filter((type) => name !== 'mesh' || type !== 'dynamic')
    .flatMap((type) => (['dynamic', 'kinematic'] as BodyTypeName[]).map((visitor) => ({ name, shape, type, visitor }))),
);

/** Lets a small ball fly along x through a sensor in the origin; the positions at the start of the steps with events. */
function passThrough(world: World, sensor: Body, visitor: Body, steps: number): [string, number][] {
  return Array.from({ length: steps }).flatMap(() => {
    const [x] = visitor.position;
    world.step(DT);
    return [...world.events].filter(isOfTwo).map(({ type, a, b }): [string, number] => {
      expect([a === sensor, b === visitor]).toEqual([true, true]);
      return [type, x];
    });
  });
}

describe.each(PRECISIONS)('$label', ({ create }) => {
  test.each(cases)('a $visitor ball passes through a $type $name', async ({ name, shape, type, visitor }) => {
    // A dynamic sensor falls asleep meanwhile.
    const world = await create({ gravity: [0, 0, 0], sleep: true });
    const radius = 0.2;
    const flying: BodyOptions = { type: visitor, shape: new Sphere(radius), position: [-3, 0.013, 0.017], linearVelocity: [4, 0, 0] };
    const first = visitor === 'dynamic' ? world.addBody(flying) : null;
    const sensor = world.addBody({ type, shape: shape(), sensor: true });
    const body = first ?? world.addBody(flying);
    const told = passThrough(world, sensor, body, 100);
    expect(told.map(([event]) => event)).toEqual(['sensor-enter', 'sensor-leave']);
    const reach = HALF[name] + radius;
    const [enter, leave] = told.map(([, x]) => x);
    // The first steps that start within the sensor, and outside of it again.
    expect(enter).toBeGreaterThan(-reach - 0.01);
    expect(enter).toBeLessThan(-reach + 4 * DT + 0.01);
    expect(leave).toBeGreaterThan(reach - 0.01);
    expect(leave).toBeLessThan(reach + 4 * DT + 0.01);
    expect(body.linearVelocity).toEqual([4, 0, 0]);
    expect(sensor.linearVelocity).toEqual([0, 0, 0]);
  });

  test.each<[string, () => Shape]>([
    ['half-space', () => new HalfSpace()],
    ['height field', () => new HeightField({ heights: new Array(9).fill(0), rows: 3, columns: 3, spacing: [2, 2] })],
    ['surface', () => new TriangleMesh([-9, 0, -9, 9, 0, -9, 0, 0, 9], [0, 2, 1], { solid: false })],
    ['spline', () => new Spline([0, 0, -2, 0, 0, 0, 0, 0, 2], { radius: 0.2 })],
  ])('a ball falls through a %s', async (name, shape) => {
    const world = await create();
    const sensor = world.addBody({ type: 'static', shape: shape(), sensor: true });
    const centered = name === 'height field' ? ([0.1, 2, 0.1] as const) : ([0.05, 2, 0.05] as const);
    const body = world.addBody({ shape: ball(), position: centered });
    const told = run(world, 90).flat();
    const pair = `${sensor.index} ${body.index}`;
    const passed = name === 'half-space' ? [] : [`sensor-leave ${pair}`];
    expect(summary(told)).toEqual([`sensor-enter ${pair}`, ...passed]);
    expect(body.linearVelocity[1]).toBeLessThan(-9);
  });

  test('what is wholly inside a solid mesh stays in it', async () => {
    const world = await create({ gravity: [0, 0, 0] });
    const sensor = world.addBody({ type: 'static', shape: cubeMesh(), sensor: true });
    const body = world.addBody({ shape: new Sphere(0.1) });
    expect(summary(run(world, 30).flat())).toEqual([`sensor-enter ${sensor.index} ${body.index}`]);
    body.position = [5, 0, 0];
    expect(summary(run(world, 2).flat())).toEqual([`sensor-leave ${sensor.index} ${body.index}`]);
  });

  test('static bodies are felt by sensors that move, and sensors never by each other', async () => {
    const world = await create({ gravity: [0, 0, 0] });
    const wall = world.addBody({ type: 'static', shape: box() });
    world.addBody({ type: 'static', shape: box(), sensor: true });
    const kinematic = world.addBody({ type: 'kinematic', shape: ball(), sensor: true });
    const dynamic = world.addBody({ type: 'dynamic', shape: ball(), sensor: true });
    expect(summary(run(world, 5).flat()).sort()).toEqual(
      [kinematic, dynamic].map(({ index }) => `sensor-enter ${index} ${wall.index}`).sort(),
    );
  });

  test.each(['sensor', 'visitor'])('none are reported if the %s reports none', async (silent) => {
    const world = await create({ gravity: [0, 0, 0] });
    const events = (name: string) => (name === silent ? 'none' : 'changes');
    world.addBody({ type: 'static', shape: box(), sensor: true, events: events('sensor') });
    const body = world.addBody({ shape: ball(), events: events('visitor') });
    expect(run(world, 5).flat()).toEqual([]);
    body.position = [5, 0, 0];
    expect(run(world, 5).flat()).toEqual([]);
  });

  test('what has just fallen asleep feels a static sensor that is put around it', async () => {
    let asleep = 0;
    for (let k = 0; k < 60; k++) {
      const world = await create({ gravity: [0, -2, 0], sleep: { timeUntilSleep: 0.05 } });
      const aside = (n: number): Vec3 => [0, 1, 2].map((axis) => ((k * (17 * n + 5 * axis + 3)) % 29) / 29) as Vec3;
      const body = world.addBody({ shape: new Sphere(0.5), position: aside(0) });
      for (const n of [1, 2, 3]) world.addBody({ type: n === 2 ? 'static' : 'kinematic', shape: new Sphere(0.5), position: aside(n) });
      for (let step = 0; step < 60 && !body.isSleeping; step++) world.step(DT);
      if (body.isSleeping) {
        asleep++;
        const [x, y, z] = body.position;
        const sensor = world.addBody({ type: 'static', sensor: true, shape: new Sphere(0.5), position: [x, y + 0.3, z] });
        sensor.events = 'changes';
        world.step(DT);
        const felt = [...world.events].filter(isOfTwo).filter(({ type, a, b }) => type === 'sensor-enter' && (a === body || b === body));
        expect(felt, `arrangement ${k}`).toHaveLength(1);
      }
      world.dispose();
    }
    expect(asleep).toBeGreaterThan(10);
  });

  test('meshes that move do not feel meshes: neither has an overlap', async () => {
    const world = await create({ gravity: [0, 0, 0] });
    world.addBody({ type: 'kinematic', shape: cubeMesh(), sensor: true });
    world.addBody({ type: 'kinematic', shape: cubeMesh() });
    expect(run(world, 3).flat()).toEqual([]);
  });

  test('a dynamic sensor falls through the floor and bears nothing', async () => {
    const world = await create();
    const floor = addFloor(world);
    const sensor = world.addBody({ shape: box(), position: [0, 1, 0], sensor: true });
    const rider = world.addBody({ shape: ball(), position: [0, 2, 0] });
    const told = run(world, 120);
    expect(sensor.position[1]).toBeLessThan(-10);
    expect(rider.position[1]).toBeCloseTo(0.5, 2);
    expect(sensor.contactForce()).toEqual([0, 0, 0]);
    expect(world.contacts().every(({ a, b }) => !a.sensor && !b.sensor)).toBe(true);
    expect(summary(told.flat())).toContain(`sensor-enter ${sensor.index} ${floor.index}`);
  });

  test('a body becomes a sensor and a solid again', async () => {
    const world = await create();
    const plate = world.addBody({ type: 'static', shape: box() });
    const body = world.addBody({ shape: ball(), position: [0, 1, 0] });
    run(world, 10);
    plate.sensor = true;
    expect(plate.sensor).toBe(true);
    const pair = `${plate.index} ${body.index}`;
    expect(summary(world.events)).toEqual([`contact-end ${pair}`]);
    expect(run(world, 3).map(summary)).toEqual([[`contact-end ${pair}`, `sensor-enter ${pair}`], [], []]);
    plate.sensor = false;
    expect(summary(world.events)).toEqual([`sensor-leave ${pair}`]);
    expect(summary(run(world, 1)[0])).toEqual([`sensor-leave ${pair}`, `contact-begin ${pair}`]);
  });

  test('queries pass over sensors unless asked for them', async () => {
    const world = await create();
    const sensor = world.addBody({ type: 'static', shape: ball(), sensor: true });
    const behind = world.addBody({ type: 'static', shape: ball(), position: [3, 0, 0] });
    const sensors = true;
    expect(world.castRay([-5, 0, 0], [1, 0, 0])?.body === behind).toBe(true);
    expect(world.castRay([-5, 0, 0], [1, 0, 0], { sensors })?.body === sensor).toBe(true);
    expect([...world.castRays([-5, 0, 0, 1, 0, 0]).bodies]).toEqual([behind.index]);
    expect([...world.castRays([-5, 0, 0, 1, 0, 0], { sensors }).bodies]).toEqual([sensor.index]);
    expect(world.bodiesAt([0, 0, 0]).length).toBe(0);
    expect(world.bodiesAt([0, 0, 0], { sensors }).length).toBe(1);
    expect(world.overlap(box()).length).toBe(0);
    expect(world.overlap(box(), { sensors })).toHaveLength(1);
    expect(world.closestPoint([0, 0, 0])?.body === behind).toBe(true);
    expect(world.castShape(ball(), { position: [-5, 0, 0], translation: [10, 0, 0] })?.body === behind).toBe(true);
    expect(() => world.castRay([0, 0, 0], [1, 0, 0], { sensors: 1 as never })).toThrow(/sensors/);
  });
});
