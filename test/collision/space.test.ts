// Who meets whom, when that changes, and that queries, snapshots and the reference backend follow.
import { describe, expect, test } from 'vitest';
import {
  BallJoint,
  type Body,
  Box,
  Capsule,
  Compound,
  Cone,
  ConvexHull,
  Cylinder,
  HalfSpace,
  HeightField,
  type Shape,
  Sphere,
  Spline,
  TriangleMesh,
  World,
} from '../../bindings/index.ts';
import { BACKENDS } from '../bindings/backends.ts';

const TETRAHEDRON = { vertices: [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1], indices: [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3] };

/** One of each kind, with all options. */
const SHAPES: Record<string, () => Shape> = {
  sphere: () => new Sphere(0.4),
  box: () => new Box([0.3, 0.4, 0.5]),
  'rounded box': () => new Box([0.3, 0.4, 0.5], { rounding: 0.1 }),
  capsule: () => new Capsule(0.3, 0.2),
  cylinder: () => new Cylinder(0.3, 0.4),
  'rounded cylinder': () => new Cylinder(0.3, 0.4, { rounding: 0.1 }),
  cone: () => new Cone(0.4, 0.5),
  'rounded cone': () => new Cone(0.4, 0.5, { rounding: 0.05 }),
  hull: () => new ConvexHull(TETRAHEDRON.vertices),
  'rounded hull': () => new ConvexHull(TETRAHEDRON.vertices, { rounding: 0.1 }),
  compound: () =>
    new Compound([
      { shape: new Sphere(0.3), position: [0.3, 0, 0] },
      { shape: new ConvexHull(TETRAHEDRON.vertices), position: [-0.3, 0, 0], orientation: [0, 0.6, 0, 0.8] },
    ]),
  'half-space': () => new HalfSpace([0.6, 0.8, 0]),
  mesh: () => new TriangleMesh(TETRAHEDRON.vertices, TETRAHEDRON.indices),
  surface: () => new TriangleMesh(TETRAHEDRON.vertices, TETRAHEDRON.indices.slice(3), { solid: false, oneSided: true }),
  'height field': () => new HeightField({ heights: [0, 0.1, 0.2, 0, 0.3, 0.1], rows: 2, columns: 3, spacing: [0.5, 0.7] }),
  spline: () => new Spline([-1, 0, 0, 0, 0.2, 0, 1, 0, 0], { radius: 0.1 }),
  'closed spline': () => new Spline([2, 0, 0, 1, 0, 1, 0, 0, 0, 1, 0, -1], { radius: 0.1, closed: true }),
};

const isStatic = (shape: Shape) => !shape.mayMove;
const pairs = (world: World) => {
  world.detectCollisions();
  return world.collisionPairs().map(([a, b]) => [a.index, b.index]);
};

describe.each(BACKENDS)('$label', ({ settings }) => {
  const create = () => World.create({ ...settings, gravity: [0, 0, 0] });
  const two = async (first: object = {}, second: object = {}) => {
    const world = await create();
    const [a, b] = [first, second].map((options, k) => world.addBody({ shape: new Sphere(0.5), position: [0.9 * k, 0, 0], ...options }));
    return { world, a, b };
  };

  test('two overlapping balls meet in one point, midway', async () => {
    const { world, a, b } = await two();
    world.detectCollisions();
    const [contact, ...others] = world.contacts();
    expect(others).toEqual([]);
    expect([contact.a, contact.b]).toEqual([a, b]);
    expect(contact.normal.map((component) => component + 0)).toEqual([1, 0, 0]);
    expect(contact.points.map(({ separation }) => separation)).toEqual([expect.closeTo(-0.1, 12)]);
    expect(contact.points[0].position).toEqual([expect.closeTo(0.45, 12), expect.closeTo(0, 12), expect.closeTo(0, 12)]);
  });

  test('a step finds contacts by itself, where the bodies are at its start', async () => {
    const { world } = await two();
    expect(world.contacts()).toEqual([]);
    world.step(1 / 60);
    expect(world.contacts().length).toBe(1);
  });

  test.each([
    ['static bodies', { type: 'static' }, { type: 'static' }],
    ['a static and a kinematic one', { type: 'static' }, { type: 'kinematic' }],
    ['groups of which one is in no mask', { collisionGroup: 2 }, { collisionMask: 1 }],
    ['groups the other way round', { collisionMask: 4 }, { collisionGroup: 8 }],
    ['a body that does not collide', { collides: false }, {}],
    ['a body without a shape', { shape: undefined }, {}],
  ])('%s do not meet', async (_, first, second) => {
    const { world } = await two(first, second);
    expect(pairs(world)).toEqual([]);
    expect(world.contacts()).toEqual([]);
  });

  test.each([
    ['groups in each other’s masks', { collisionGroup: 0x80000000, collisionMask: 2 }, { collisionGroup: 2, collisionMask: 0x80000000 }],
    ['a kinematic and a dynamic body', { type: 'kinematic' }, {}],
    ['a static and a dynamic body', {}, { type: 'static' }],
  ])('%s meet', async (_, first, second) => {
    const { world } = await two(first, second);
    expect(pairs(world)).toEqual([[1, 2]]);
  });

  test('what is changed counts at once', async () => {
    const { world, a, b } = await two();
    expect(pairs(world)).toEqual([[1, 2]]);
    const without = (change: () => void, back: () => void) => {
      change();
      expect(pairs(world)).toEqual([]);
      expect(world.contacts()).toEqual([]);
      back();
      expect(pairs(world)).toEqual([[1, 2]]);
      expect(world.contacts().length).toBe(1);
    };
    const set = (body: Body, values: Partial<Body>) => () => void Object.assign(body, values);
    without(set(a, { collisionMask: 2 }), set(a, { collisionMask: 1 }));
    without(set(b, { collisionGroup: 0 }), set(b, { collisionGroup: 3 }));
    without(set(b, { collides: false }), set(b, { collides: true }));
    without(set(b, { position: [5, 0, 0] }), set(b, { position: [0.9, 0, 0] }));
    without(
      () => world.ignoreCollisions(a, b),
      () => world.allowCollisions(b, a),
    );
    a.type = 'static';
    without(set(b, { type: 'static' }), set(b, { type: 'dynamic' }));
    expect(a.shape).toBeInstanceOf(Sphere);
    expect([a.collisionGroup, a.collisionMask, a.collides]).toEqual([1, 1, true]);
  });

  test('ignoring counts once, however often it is asked for', async () => {
    const { world, a, b } = await two();
    world.ignoreCollisions(a, b);
    world.ignoreCollisions(b, a);
    expect(pairs(world)).toEqual([]);
    world.allowCollisions(a, b);
    expect(pairs(world)).toEqual([[1, 2]]);
    world.allowCollisions(a, b);
    expect(pairs(world)).toEqual([[1, 2]]);
  });

  test('bodies that a joint connects do not meet while it does', async () => {
    const { world, a, b } = await two();
    const joint = world.addJoint(new BallJoint({ a, b, anchor: [0.45, 0, 0] }));
    expect(pairs(world)).toEqual([]);
    joint.collideConnected = true;
    expect(pairs(world)).toEqual([[1, 2]]);
    joint.collideConnected = false;
    expect(pairs(world)).toEqual([]);
    joint.enabled = false;
    expect(pairs(world)).toEqual([[1, 2]]);
    joint.enabled = true;
    world.ignoreCollisions(a, b);
    world.removeJoint(joint);
    expect(pairs(world)).toEqual([]);
    world.allowCollisions(a, b);
    expect(pairs(world)).toEqual([[1, 2]]);
  });

  test('they do once the joint breaks', async () => {
    const world = await World.create({ ...settings, gravity: [0, -10, 0] });
    const post = world.addBody({ type: 'static', shape: new Sphere(0.5) });
    const bob = world.addBody({ shape: new Sphere(0.5), mass: 1, position: [0, -0.9, 0] });
    const joint = world.addJoint(new BallJoint({ a: post, b: bob, anchor: [0, -0.4, 0], breakForce: 5 }));
    expect(pairs(world)).toEqual([]);
    world.step(1 / 60);
    expect(joint.broken).toBe(true);
    expect(pairs(world)).toEqual([[1, 2]]);
  });

  test('removed bodies leave no pair, no contact and no ignored pair behind', async () => {
    const { world, a, b } = await two();
    world.detectCollisions();
    world.ignoreCollisions(a, b);
    world.removeBody(b);
    expect(pairs(world)).toEqual([]);
    const again = world.addBody({ shape: new Sphere(0.5), position: [0.9, 0, 0] });
    expect(again.index).toBe(b.index);
    expect(pairs(world)).toEqual([[1, 2]]);
  });

  test.each(Object.keys(SHAPES))('%s: a dynamic ball meets it, queries find it, a snapshot brings it back', async (name) => {
    const world = await create();
    const shape = SHAPES[name]();
    const target = world.addBody({ type: 'static', shape, position: [0, 1, 0], orientation: [0, 0.28, 0, 0.96] });
    const ball = world.addBody({ shape: new Sphere(0.2), position: [0, 1.2, 0] });
    world.detectCollisions();
    const state = () => ({
      contacts: world.contacts().map(({ normal, points }) => ({ normal, points })),
      ray: world.castRay([0.05, 5, 0.03], [0, -1, 0], { exclude: ball })?.distance,
      distance: world.distanceBetween(target, ball).distance,
    });
    const before = state();
    expect(before.ray).toBeGreaterThan(2);
    expect(before.distance).toBeLessThan(1);
    const saved = world.snapshot();
    world.removeBody(target);
    expect(world.castRay([0.05, 5, 0.03], [0, -1, 0], { exclude: ball })).toBeNull();
    world.restore(saved);
    expect(target.shape).toBe(shape);
    expect(state()).toEqual(before);

    const other = await create();
    other.restore(saved);
    const [copy] = other.bodies;
    expect(copy.shape?.type).toBe(shape.type);
    expect(other.castRay([0.05, 5, 0.03], [0, -1, 0])?.distance).toBeDefined();
    const rebuilt = await create();
    rebuilt.addBody({ type: 'static', shape: copy.shape as Shape, position: [0, 1, 0], orientation: [0, 0.28, 0, 0.96] });
    const ray = rebuilt.castRay([0.05, 5, 0.03], [0, -1, 0]);
    expect(ray?.distance).toBeCloseTo(before.ray!, 9);
  });

  test.each(Object.keys(SHAPES).filter((name) => isStatic(SHAPES[name]())))(
    'a dynamic body refuses %s, unless it does not collide',
    async (name) => {
      const world = await create();
      const shape = SHAPES[name]();
      const add = (options: object) => world.addBody({ shape, mass: 1, inertia: [1, 1, 1], ...options });
      expect(() => add({})).toThrow(
        expect.objectContaining({ code: 'unsupported-shape', message: expect.stringMatching(/static or kinematic/) }),
      );
      expect(world.bodyCount).toBe(0);
      const ghost = add({ collides: false });
      expect(() => {
        ghost.collides = true;
      }).toThrow(expect.objectContaining({ code: 'unsupported-shape' }));
      expect(ghost.collides).toBe(false);
      const still = add({ type: 'kinematic' });
      expect(() => {
        still.type = 'dynamic';
      }).toThrow(expect.objectContaining({ code: 'unsupported-shape' }));
      expect(still.type).toBe('kinematic');
    },
  );

  test('queries see bodies where steps and setters put them', async () => {
    const world = await create();
    const ball = world.addBody({ shape: new Sphere(0.5), linearVelocity: [600, 0, 0] });
    const at = (x: number) => world.bodiesAt([x, 0, 0]).length;
    expect([at(0), at(10)]).toEqual([1, 0]);
    world.step(1 / 60);
    expect([at(0), at(10)]).toEqual([0, 1]);
    ball.position = [-7, 0, 0];
    expect([at(10), at(-7)]).toEqual([0, 1]);
    const { body, ...hit } = world.castRay([-7, 5, 0], [0, -2, 0])!;
    expect(body).toBe(ball); // toMatchObject would go through all of its world
    expect(hit).toMatchObject({ distance: 4.5, normal: [0, 1, 0], part: 0, child: -1 });
  });

  test('filters choose among what queries find', async () => {
    const world = await create();
    const balls = [1, 2, 3].map((x) => world.addBody({ shape: new Sphere(0.4), position: [x, 0, 0], collisionGroup: 1 << x }));
    const ray = (options: object) => world.castRay([0, 0, 0], [1, 0, 0], options)?.body ?? null;
    expect(ray({})).toBe(balls[0]);
    expect(ray({ mask: 8 })).toBe(balls[2]);
    expect(ray({ mask: 0 })).toBeNull();
    expect(ray({ exclude: balls[0] })).toBe(balls[1]);
    expect(ray({ exclude: balls.slice(0, 2) })).toBe(balls[2]);
    expect(ray({ filter: (body: Body) => body === balls[1] })).toBe(balls[1]);
    expect(ray({ maxDistance: 0.5 })).toBeNull();
    expect(world.castRayAll([0, 0, 0], [1, 0, 0], { exclude: balls[1] }).map(({ body }) => body)).toEqual([balls[0], balls[2]]);
    expect(world.castRayAny([0, 0, 0], [1, 0, 0], { filter: () => false })).toBe(false);
    expect(world.closestPoint([2.1, 0, 0], { exclude: balls[1] })?.body).toBe(balls[2]);
    expect(world.overlap(new Box([1, 1, 1]), { position: [2, 0, 0], mask: 2 + 8 })).toEqual([balls[0], balls[2]]);
    expect(world.castShape(new Sphere(0.1), { translation: [9, 0, 0], filter: (body) => body !== balls[0] })?.body).toBe(balls[1]);
  });

  test('a body in several places of a hollow ray', async () => {
    const world = await create();
    world.addBody({ type: 'static', shape: new Box([1, 1, 1]) });
    expect(world.castRay([0, 0, 0], [1, 0, 0])).toMatchObject({ distance: 0, normal: [-1, 0, 0] });
    expect(world.castRay([0, 0, 0], [1, 0, 0], { hollow: true })).toMatchObject({ distance: 1, normal: [1, 0, 0] });
  });

  test('a solid mesh holds points, a surface none', async () => {
    const world = await create();
    const solid = world.addBody({ type: 'static', shape: new TriangleMesh(TETRAHEDRON.vertices, TETRAHEDRON.indices) });
    world.addBody({ type: 'static', shape: new TriangleMesh(TETRAHEDRON.vertices, TETRAHEDRON.indices, { solid: false }) });
    expect(world.bodiesAt([0.2, 0.2, 0.2])).toEqual([solid]);
    expect(world.bodiesAt([0.6, 0.6, 0.6])).toEqual([]);
    const near = world.closestPoint([0.1, 0.3, 0.3], { filter: (body) => body === solid });
    expect(near?.distance).toBeCloseTo(-0.1, 12);
    expect(near?.normal).toEqual([-1, expect.closeTo(0, 12), expect.closeTo(0, 12)]);
    expect(world.overlap(new Sphere(0.01), { position: [0.2, 0.2, 0.2] })).toEqual([solid]);
  });

  test('shapes are held once, and go with their last user', async () => {
    const world = await create();
    const shape = new ConvexHull(TETRAHEDRON.vertices);
    const bodies = Array.from({ length: 5 }, (_, k) => world.addBody({ shape, position: [3 * k, 0, 0] }));
    expect(world.shapes.count).toBe(1);
    const both = world.addBody({ shape: new Compound([{ shape }, { shape: new Sphere(1), position: [1, 0, 0] }]) });
    expect(world.shapes.count).toBe(3);
    for (const body of bodies) world.removeBody(body);
    expect(world.shapes.count).toBe(3);
    world.removeBody(both);
    expect(world.shapes.count).toBe(0);
  });
});

test('the reference has the contacts of the kernels', async () => {
  const worlds = await Promise.all(
    [{ precision: 'double' as const }, { backend: 'reference' as const }].map((settings) => World.create({ ...settings, sleep: false })),
  );
  const [kernels, reference] = worlds.map((world) => {
    world.addBody({ type: 'static', shape: new HalfSpace() });
    for (const [k, name] of ['box', 'capsule', 'hull', 'compound'].entries())
      world.addBody({ shape: SHAPES[name](), position: [3 * k, 0.6, 0], linearVelocity: [0, -0.5, 0], angularVelocity: [0.1, 0.2, 0.3] });
    return Array.from({ length: 60 }, () => {
      world.step(1 / 60);
      return world.contacts().flatMap(({ b, points }) => points.map(({ separation, id }) => ({ body: b.index, separation, id })));
    });
  });
  expect(kernels.some((points) => points.length > 6)).toBe(true);
  for (const [step, points] of kernels.entries()) {
    expect(reference[step].map(({ body, id }) => [body, id])).toEqual(points.map(({ body, id }) => [body, id]));
    for (const [k, { separation }] of points.entries()) expect(reference[step][k].separation).toBeCloseTo(separation, 9);
  }
});
