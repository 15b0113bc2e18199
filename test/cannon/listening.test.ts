// Who listens late is told what happens from then on, and worlds share shapes and materials.
import { describe, expect, test } from 'vitest';
import { type Cannon, ours, PACKAGES } from './packages.ts';
import { addBall, addBox, addFloor, type Body, newWorld, stepFor } from './programs/program.ts';

type Told = { bodyA: Body; bodyB: Body };
const C = ours as unknown as Cannon;

describe.each(PACKAGES)('$name', ({ name, cannon }) => {
  test('a listener that comes late is told of the end, and not of the beginning', () => {
    const world = newWorld(cannon);
    addFloor(cannon, world);
    const box = addBox(cannon, world, 0.5, [0, 0.5, 0]);
    stepFor(world, 0.5);
    const told: string[] = [];
    box.addEventListener('collide', () => told.push('collide'));
    for (const type of ['beginContact', 'endContact']) world.addEventListener(type, ({ bodyA }: Told) => bodyA && told.push(type));
    stepFor(world, 0.2);
    expect(told).toEqual([]);
    box.position.y = 5;
    stepFor(world, 0.1);
    expect([...new Set(told)]).toEqual(['endContact']);
  });

  test('the collision matrix answers without listeners', () => {
    const world = newWorld(cannon);
    const floor = addFloor(cannon, world);
    const [low, high] = [addBox(cannon, world, 0.5, [0, 0.49, 0]), addBox(cannon, world, 0.5, [3, 4, 0])];
    stepFor(world, 0.2);
    expect([low, high].map((box) => Boolean(world.collisionMatrix.get(floor, box)))).toEqual([true, false]);
    expect(Boolean(world.collisionMatrixPrevious.get(floor, low))).toBe(true);
  });

  test('a body that is removed in the middle of an event is gone, and its constraints do nothing', () => {
    const world = newWorld(cannon);
    addFloor(cannon, world);
    const [one, other] = [addBall(cannon, world, 0.5, [0, 1, 0]), addBall(cannon, world, 0.5, [2, 3, 0])];
    world.addConstraint(new cannon.DistanceConstraint(one, other));
    const removed: Body[] = [];
    one.addEventListener('collide', () => removed.push(one));
    stepFor(world, 2, () => {
      for (const body of removed.splice(0)) {
        for (const constraint of [...world.constraints]) world.removeConstraint(constraint);
        world.removeBody(body);
      }
    });
    expect([world.bodies.includes(one), world.bodies.length, other.position.y]).toEqual([false, 2, expect.closeTo(0.5, 2)]);
  });

  test('a kinematic body that is put somewhere each frame pushes others', () => {
    const world = newWorld(cannon, { gravity: new cannon.Vec3() });
    const paddle = addBox(cannon, world, 0.5, [0, 0, 0], { type: cannon.Body.KINEMATIC, mass: 0 });
    const ball = addBall(cannon, world, 0.5, [1.1, 0, 0]);
    stepFor(world, 1, (time) => {
      paddle.position.x = time;
      paddle.velocity.x = 0;
    });
    expect(ball.position.x - paddle.position.x).toBeGreaterThan(name === 'cannon-es' ? 0.9 : 0.95);
  });

  test('a ray asks single bodies, in a world and in none', () => {
    const world = newWorld(cannon);
    const [inside, alone] = [addBall(cannon, world, 1, [3, 0, 0]), new cannon.Body({ mass: 1, shape: new cannon.Sphere(1) })];
    alone.position.x = 6;
    alone.updateAABB();
    addBall(cannon, world, 1, [0, 0, 0]);
    const seen = [inside, alone].map((body) => {
      const result = new cannon.RaycastResult();
      new cannon.Ray(new cannon.Vec3(-5, 0.1, 0.2), new cannon.Vec3(20, 0.1, 0.2)).intersectBody(body, result);
      return [result.hasHit, result.body === body, Math.round(result.hitPointWorld.y * 100)];
    });
    expect(seen).toEqual([
      [true, true, 10],
      [true, true, 10],
    ]);
  });

  test('a step of no length moves nothing', () => {
    const world = newWorld(cannon);
    const ball = addBall(cannon, world, 1, [3, 0, 0]);
    world.step(0);
    expect([ball.position.toArray(), world.time, world.stepnumber]).toEqual([[3, 0, 0], 0, 1]);
    stepFor(world, 0.5);
    expect(ball.position.y).toBeLessThan(-1);
  });

  test('gravity, shapes and materials change, and two worlds share them', () => {
    const shape = new cannon.Sphere(0.5);
    const worlds = [-10, 10].map((y) => newWorld(cannon, { gravity: new cannon.Vec3(0, y, 0) }));
    const balls = worlds.map((world) => {
      const body = new cannon.Body({ mass: 1, shape: new cannon.Sphere(shape.radius), linearDamping: 0 });
      world.addBody(body);
      return body;
    });
    for (const world of worlds) stepFor(world, 0.5);
    worlds[0].gravity.set(0, 0, 0);
    for (const world of worlds) stepFor(world, 0.5);
    expect(balls.map(({ velocity }) => Math.round(velocity.y))).toEqual([-5, 10]);
  });
});

test('one shape serves bodies of two worlds', () => {
  const shape = new C.Box(new C.Vec3(0.5, 0.5, 0.5));
  const heights = [1, 2].map((height) => {
    const world = newWorld(C);
    addFloor(C, world, height);
    const body = new C.Body({ mass: 1, shape, position: new C.Vec3(0, height + 1, 0) });
    world.addBody(body);
    stepFor(world, 1.5);
    return Number(body.position.y.toFixed(2));
  });
  expect(heights).toEqual([1.5, 2.5]);
});
