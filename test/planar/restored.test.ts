// Bodies of the plane that snapshots bring back: in the world that took them, and in others, where they have to be known by what they are.
import { describe, expect, test } from 'vitest';
import { Box, World } from '../../bindings/index.ts';
import { type Body2D, Capsule2D, Circle, HalfPlane, Polygon, World2D } from '../../bindings/planar/index.ts';

const H = 1 / 60;
const wedge = () =>
  new Polygon([
    [0.1, 0.2],
    [1 / 3, 0.7],
    [-0.5, Math.PI / 7],
    [0.01, 0.9],
  ]);

async function filled(): Promise<{ world: World2D; bodies: Body2D[] }> {
  const world = await World2D.create();
  const bodies = [
    world.addBody({ type: 'static', shape: new HalfPlane([1, 2]) }),
    world.addBody({ shape: new Circle(0.25), position: [0, 3], mass: 2 }),
    world.addBody({ shape: new Capsule2D(0.2, 0.3), position: [0.2, 4], angle: 0.4 }),
    world.addBody({ shape: wedge(), position: [1, 3], density: 3, lockRotation: true }),
    world.addBody({ type: 'kinematic', shape: Polygon.box(1, 0.1), position: [9, 0] }),
    world.addBody({ position: [7, 2], mass: 3, inertia: 0.7 }),
  ];
  world.addHinge({ a: bodies[1], b: bodies[2], anchor: [0.1, 3.5] });
  for (let k = 0; k < 30; k++) world.step(H);
  return { world, bodies };
}

const summary = (body: Body2D) => {
  const { type, position, angle, mass, inertia, lockRotation, shape } = body;
  const { area, squaredRadius, centroid } = shape ?? {};
  return { type, position, angle, mass, inertia, lockRotation, area, squaredRadius, centroid, ...shape, solid: null };
};

describe('bodies of the plane after a snapshot', () => {
  test('are those that were there, also if they had been removed', async () => {
    const { world, bodies } = await filled();
    const saved = world.world.snapshot();
    world.removeBody(bodies[1]);
    world.removeBody(bodies[3]);
    const later = world.addBody({ shape: new Circle(1) });
    expect([...world.bodies].includes(later)).toBe(true);
    world.world.restore(saved);
    expect([...world.bodies]).toEqual(bodies);
    expect([...world.bodies].every((body, k) => body === bodies[k] && body.alive)).toBe(true);
    expect(later.alive).toBe(false);
    // In a slot that has had another body.
    world.world.restore(saved);
    const next = world.addBody({ shape: new Circle(2), position: [20, 5] });
    expect([...world.bodies].at(-1)).toBe(next);
  });

  test('are the same in another world, with their shapes, and go on like the first ones', async () => {
    const { world, bodies } = await filled();
    const other = await World2D.create();
    const stranger = other.addBody({ shape: new Circle(3) });
    other.world.restore(world.world.snapshot());
    const restored = [...other.bodies];
    expect(stranger.alive).toBe(false);
    expect(restored.map(summary)).toEqual(bodies.map(summary));
    expect(restored.map(({ shape }) => shape?.constructor)).toEqual(bodies.map(({ shape }) => shape?.constructor));
    expect([...other.bodies].every((body, k) => body === restored[k])).toBe(true);
    for (let k = 0; k < 60; k++) for (const each of [world, other]) each.step(H);
    expect(other.world.hash()).toBe(world.world.hash());
    // They take joints, changes and removal.
    other.addHinge({ a: restored[4], b: restored[5], anchor: restored[5].position });
    restored[3].setMassProperties({ density: 5 });
    expect(restored[3].mass).toBeCloseTo(5 * wedge().area, 12);
    other.removeBody(restored[1]);
    expect([...other.bodies]).toEqual(restored.filter((_, k) => k !== 1));
    other.step(H);
    for (const body of other.bodies) expect(body.body.position[2]).toBe(0);
  });

  test('are found behind events, contacts and hits', async () => {
    const world = await World2D.create();
    const floor = world.addBody({ type: 'static', shape: new HalfPlane([0, 1]) });
    const ball = world.addBody({ shape: new Circle(0.5), position: [0, 0.5], mass: 2 });
    world.step(H);
    const named = (of: World2D) => [...of.world.events].map(({ type, a, b }) => [type, of.bodyOf(a), of.bodyOf(b)]);
    expect(named(world)).toEqual([['contact-begin', floor, ball]]);
    expect(world.world.contacts().map(({ a, b }) => [world.bodyOf(a), world.bodyOf(b)])).toEqual([[floor, ball]]);
    expect(world.bodyOf(world.world.castRay([0, 5, 0], [0, -10, 0])?.body ?? null)).toBe(ball);
    expect(ball.contactForce()[1]).toBeCloseTo(2 * 9.81, 2);
    const other = await World2D.create();
    other.world.restore(world.world.snapshot());
    expect(named(other)).toEqual([['contact-begin', ...other.bodies]]);
    expect(other.bodyOf(ball.body)).toBeNull();
    world.removeBody(ball);
    expect(named(world).at(-1)).toEqual(['contact-end', floor, ball]);
    expect(world.bodyOf(null)).toBeNull();
  });

  test('do not count bodies of space', async () => {
    const space = await World.create();
    space.addBody({ shape: new Box([1, 1, 1]) });
    space.addBody({ shape: new Box([1, 1, 1]), lockTranslation: [false, false, true], lockRotation: [true, true, false] });
    const world = await World2D.create();
    world.world.restore(space.snapshot());
    expect([...world.bodies]).toEqual([]);
  });
});
