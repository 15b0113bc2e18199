// Queries where they are easily wrong: ties, starts in contact, insides of meshes, exact limits, far away, nothing there, very much there.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  type Body,
  type BodyOptions,
  Box,
  Capsule,
  Compound,
  ConvexHull,
  Cylinder,
  HalfSpace,
  HeightField,
  PRECISIONS,
  REFERENCE,
  Sphere,
  Spline,
  TriangleMesh,
  type Vec3,
  type World,
} from './package.ts';
import { emptyWorld, slotted } from './worlds.ts';

/** A cube of two metres as triangles. */
function cubeMesh(options: { solid?: boolean; oneSided?: boolean } = {}): TriangleMesh {
  const { positions, indices } = new Box([1, 1, 1]).triangulate();
  return new TriangleMesh(positions, indices, options);
}
/** Slots: a comparison of bodies that fails would print their worlds. */
const slotsOf = (found: readonly Body[]): number[] => found.map(({ index }) => index);
function expectNear(values: ArrayLike<number>, wanted: Vec3, digits = 6): void {
  for (let k = 0; k < 3; k++) expect(values[k]).toBeCloseTo(wanted[k], digits);
}

describe.each([...PRECISIONS, REFERENCE])('$label', ({ settings }) => {
  let world: World;
  let bodies: Body[] = [];
  beforeAll(async () => {
    world = await emptyWorld(settings);
  });
  afterAll(() => world.dispose());
  afterEach(() => {
    for (const body of bodies) if (body.alive) world.removeBody(body);
    bodies = [];
  });
  const add = (options: BodyOptions): Body => {
    const body = world.addBody({ type: 'static', ...options });
    bodies.push(body);
    return body;
  };

  test('an empty world', () => {
    expect(world.castRay([0, 0, 0], [1, 0, 0])).toBeNull();
    expect(world.castRayAll([0, 0, 0], [1, 0, 0])).toEqual([]);
    expect(world.castRayAny([0, 0, 0], [1, 0, 0])).toBe(false);
    expect(world.castRays([0, 0, 0, 1, 0, 0])).toMatchObject({ distances: new Float64Array([Infinity]), bodies: new Int32Array([-1]) });
    expect(world.castRays([]).distances.length).toBe(0);
    expect(world.castShape(new Sphere(1), { translation: [1, 0, 0] })).toBeNull();
    expect(slotsOf(world.overlap(new Box([1, 1, 1])))).toEqual([]);
    expect(slotsOf(world.bodiesAt([0, 0, 0]))).toEqual([]);
    expect(world.closestPoint([0, 0, 0])).toBeNull();
  });

  test('thousands of bodies at one place are all found, and the lowest slot counts', () => {
    const shape = new Sphere(1);
    for (let k = 0; k < 3000; k++) add({ shape, position: [0, 0, 0] });
    const slots = bodies.map(({ index }) => index).sort((a, b) => a - b);
    const all = world.castRayAll([-5, 0, 0], [1, 0, 0]);
    expect(all.map(({ body }) => body.index)).toEqual(slots);
    expect(all.every(({ distance }) => distance === all[0].distance)).toBe(true);
    expect(world.overlap(new Sphere(0.1)).map(({ index }) => index)).toEqual(slots);
    expect(world.bodiesAt([0.5, 0, 0]).length).toBe(3000);
    const lowest = { index: slots[0] };
    expect(world.castRay([-5, 0, 0], [1, 0, 0])?.body.index).toBe(lowest.index);
    expect(world.castRay([0, 0, 0], [1, 0, 0])?.body.index).toBe(lowest.index);
    expect(world.castRays([-5, 0, 0, 1, 0, 0]).bodies[0]).toBe(slots[0]);
    expect(world.closestPoint([4, 0, 0])?.body.index).toBe(lowest.index);
    expect(world.closestPoint([0.5, 0, 0])?.body.index).toBe(lowest.index);
    expect(world.castShape(shape, { position: [-5, 0, 0], translation: [9, 0, 0] })?.body.index).toBe(lowest.index);
    expect(world.castShape(shape, { translation: [9, 0, 0] })?.body.index).toBe(lowest.index);
    const filtered = { filter: ({ index }: Body) => index > slots[2000] };
    expect(world.castRay([-5, 0, 0], [1, 0, 0], filtered)?.body.index).toBe(slots[2001]);
  });

  test('closestPoint inside several bodies: the one it is deepest in', () => {
    const large = add({ shape: new Sphere(2), position: [0, 0, 0] });
    const small = add({ shape: new Sphere(1), position: [0.5, 0, 0] });
    const hit = world.closestPoint([0.5, 0, 0])!;
    expect(hit.body.index).toBe(large.index);
    expect(hit.distance).toBeCloseTo(-1.5, 9);
    expectNear(hit.normal, [1, 0, 0]);
    expect(world.closestPoint([0.5, 0, 0], { exclude: large })?.body.index).toBe(small.index);
    expect(world.closestPoint([0.5, 0, 0], { filter: () => true })?.distance).toBe(hit.distance);
  });

  test('closestPoint with maxDistance exactly at the distance finds it', () => {
    const ball = add({ shape: new Sphere(1) });
    const box = add({ shape: new Box([1, 1, 1]), position: [10, 0, 0] });
    expect(world.closestPoint([-3, 0, 0], { maxDistance: 2 })?.body.index).toBe(ball.index);
    expect(world.closestPoint([-3, 0, 0], { maxDistance: 2 - 1e-9 })).toBeNull();
    expect(world.closestPoint([10, 5, 0], { maxDistance: 4 })?.body.index).toBe(box.index);
    expect(world.closestPoint([10, 5, 0], { maxDistance: 4 - 1e-9 })).toBeNull();
    expect(world.closestPoint([10, 0, 0], { maxDistance: 0 })?.distance).toBeCloseTo(-1, 9);
    expect(world.closestPoint([10, 5, 0], { maxDistance: 0 })).toBeNull();
  });

  test('a body wholly inside a solid mesh overlaps it, a surface it does not', () => {
    const inside = new Sphere(0.25);
    const far = new ConvexHull([9, 9, 9, 9.2, 9, 9, 9, 9.2, 9, 9, 9, 9.2]);
    const two = new Compound([
      { shape: inside, position: [5, 0, 0] },
      { shape: inside, position: [0.2, 0, 0] },
    ]);
    for (const oneSided of [false, true]) {
      const mesh = add({ shape: cubeMesh({ oneSided }) });
      expect(slotsOf(world.overlap(inside))).toEqual(slotsOf([mesh]));
      // Neither the origin of the hull nor that of the compound tells.
      expect(slotsOf(world.overlap(far, { position: [-9, -9, -9] }))).toEqual(slotsOf([mesh]));
      expect(slotsOf(world.overlap(far))).toEqual([]);
      expect(slotsOf(world.overlap(two))).toEqual(slotsOf([mesh]));
      expect(slotsOf(world.overlap(two, { position: [3, 0, 0] }))).toEqual([]);
      expect(slotsOf(world.bodiesAt([0.9, 0.9, 0.9]))).toEqual(slotsOf([mesh]));
      expect(slotted(world.closestPoint([0.5, 0.1, 0]))).toMatchObject({ body: mesh.index, distance: expect.closeTo(-0.5, 6) });
      const ball = add({ type: 'dynamic', shape: inside, position: [0.5, 0, 0] });
      const { distance, pointA, pointB, normal } = world.distanceBetween(ball, mesh);
      expect(distance).toBeCloseTo(-0.25, 6);
      expectNear(pointA, [0.75, 0, 0]);
      expectNear(pointB, [1, 0, 0]);
      expectNear(normal, [-1, 0, 0]);
      expectNear(world.distanceBetween(mesh, ball).normal, [1, 0, 0]);
      const cast = world.castShape(inside, { position: [0.5, 0, 0], translation: [4, 0, 0], exclude: ball })!;
      expect(slotted(cast)).toMatchObject({ body: mesh.index, fraction: 0 });
      expectNear(cast.normal, [1, 0, 0]);
      for (const body of [mesh, ball]) world.removeBody(body);
    }
    add({ shape: cubeMesh({ solid: false }) });
    expect(slotsOf(world.overlap(inside))).toEqual([]);
    expect(world.castShape(inside, { translation: [3, 0, 0] })?.fraction).toBeCloseTo(0.25, 6);
  });

  test('a shape wholly inside a convex body, and the other way round', () => {
    const hull = add({ shape: new ConvexHull([-2, -2, -2, 6, -2, -2, -2, 6, -2, -2, -2, 6]) });
    expect(slotsOf(world.overlap(new Box([0.1, 0.1, 0.1])))).toEqual(slotsOf([hull]));
    expect(slotsOf(world.overlap(new Cylinder(40, 40)))).toEqual(slotsOf([hull]));
    expect(world.castShape(new Cylinder(40, 40), { translation: [1, 0, 0] })?.fraction).toBe(0);
  });

  test('rays from inside a solid mesh start in it, hollow ones leave it', () => {
    for (const oneSided of [false, true]) {
      const mesh = add({ shape: cubeMesh({ oneSided }) });
      const other = add({ shape: new Sphere(0.1), position: [0.5, 0, 0] });
      const hit = world.castRay([0.1, 0.2, 0], [1, 0, 0], { maxDistance: 0.5 })!;
      expect(slotted(hit)).toMatchObject({ body: mesh.index, distance: 0 });
      expectNear(hit.normal, [-1, 0, 0]);
      expect(world.castRay([0.1, 0.2, 0], [1, 0, 0], { hollow: true })?.distance).toBeCloseTo(0.9, 6);
      expect(world.castRay([0.1, 0.2, 0], [1, 0, 0], { hollow: true, maxDistance: 0.5 })).toBeNull();
      expect(world.castRay([0.1, 0, 0], [1, 0, 0], { exclude: mesh })?.body.index).toBe(other.index);
      expect(world.castRay([-3, 0.2, 0], [1, 0, 0])?.distance).toBeCloseTo(2, 6);
      for (const body of [mesh, other]) world.removeBody(body);
    }
    add({ shape: cubeMesh({ solid: false }) });
    expect(world.castRay([0.1, 0.2, 0], [1, 0, 0])?.distance).toBeCloseTo(0.9, 6);
  });

  const FLOORS: [string, () => BodyOptions][] = [
    ['a half-space', () => ({ shape: new HalfSpace() })],
    ['a box', () => ({ shape: new Box([20, 1, 20]), position: [0, -1, 0] })],
    ['a mesh', () => ({ shape: new TriangleMesh([-20, 0, -20, -20, 0, 20, 20, 0, 20, 20, 0, -20], [0, 1, 2, 0, 2, 3], { solid: false }) })],
    ['a height field', () => ({ shape: new HeightField({ heights: [0, 0, 0, 0], rows: 2, columns: 2, spacing: 40 }) })],
  ];
  const MOVERS: [string, Sphere | Box | Cylinder | Capsule | Compound][] = [
    ['sphere', new Sphere(1)],
    ['box', new Box([1, 1, 1])],
    ['rounded box', new Box([1, 1, 1], { rounding: 0.2 })],
    ['cylinder', new Cylinder(1, 1)],
    ['capsule', new Capsule(0.5, 0.5)],
    [
      'compound',
      new Compound([
        { shape: new Sphere(0.5), position: [0, -0.5, 0] },
        { shape: new Box([1, 0.5, 1]), position: [0, 0.5, 0] },
      ]),
    ],
  ];
  describe.each(FLOORS)('over %s', (_, floor) => {
    test.each(MOVERS)('a %s in contact, overlapping, apart', (_name, shape) => {
      add(floor());
      const cast = (y: number, translation: Vec3) => world.castShape(shape, { position: [0.3, y, 0.4], translation });
      // In contact: along the surface and away from it nothing is met, into it at once.
      expect(cast(1, [5, 0, 3])).toBeNull();
      expect(cast(1, [0, 5, 0])).toBeNull();
      expect(cast(1, [0, 0, 0])).toBeNull();
      const into = cast(1, [1, -1, 0])!;
      expect(into.fraction).toBeLessThan(1e-9);
      expectNear(into.normal, [0, 1, 0]);
      // In it: at once, with the way out, wherever it goes.
      for (const translation of [
        [5, 0, 3],
        [0, 5, 0],
        [0, -5, 0],
        [0, 0, 0],
      ] as Vec3[]) {
        const inside = cast(0.9, translation)!;
        expect(inside.fraction).toBe(0);
        expectNear(inside.normal, [0, 1, 0]);
      }
      // Above it: past, and down to it, also at the very end of the way.
      expect(cast(1 + 1e-6, [5, 0, 3])).toBeNull();
      expect(cast(2, [0, 0, 0])).toBeNull();
      for (const [translation, fraction] of [
        [[3, -2, 1], 0.5],
        [[0, -1, 0], 1],
      ] as [Vec3, number][]) {
        const hit = cast(2, translation)!;
        expect(hit.fraction).toBeCloseTo(fraction, 8);
        expectNear(hit.normal, [0, 1, 0]);
        expect(hit.point[1]).toBeCloseTo(0, 6);
      }
      expect(cast(2, [0, -0.999999, 0])).toBeNull();
    });
  });

  test('casts past a ball: missed and met by a micrometre', () => {
    const ball = add({ shape: new Sphere(1) });
    const past = (shape: Sphere | Box | Capsule, y: number) => world.castShape(shape, { position: [-5, y, 0], translation: [10, 0, 0] });
    for (const shape of [new Sphere(0.5), new Capsule(0.5, 0.5), new Box([0.5, 0.5, 0.5])]) {
      const reach = shape instanceof Capsule ? 2 : 1.5;
      expect(past(shape, reach + 1e-6)).toBeNull();
      expect(past(shape, reach - 1e-6)?.body.index).toBe(ball.index);
    }
  });

  test('far away the answers are those near the origin', () => {
    const at: Vec3 = [1e6, -1e6, 1e6];
    const shifted = (x: number, y: number, z: number): Vec3 => [at[0] + x, at[1] + y, at[2] + z];
    const box = add({ shape: new Box([1, 1, 1]), position: at });
    const wall = add({ shape: cubeMesh(), position: shifted(5, 0, 0) });
    const rail = add({ shape: new Spline([-1, 0, 0, 0, 0.5, 0, 1, 0, 0], { radius: 0.2 }), position: shifted(0, 5, 0) });
    const ball = add({ type: 'dynamic', shape: new Sphere(0.5), position: shifted(-4, 0, 0) });
    expect(slotted(world.castRay(shifted(-2, 0.3, 0.2), [1, 0, 0]))).toMatchObject({ body: box.index, distance: expect.closeTo(1, 8) });
    expect(slotted(world.castRay(shifted(8, 0.3, 0.2), [-1, 0, 0]))).toMatchObject({ body: wall.index, distance: expect.closeTo(2, 6) });
    expect(slotted(world.castRay(shifted(0, 8, 0), [0, -1, 0]))).toMatchObject({ body: rail.index, distance: expect.closeTo(2.3, 8) });
    const cast = world.castShape(new Capsule(0.5, 0.5), { position: shifted(-3, 0, 0), translation: [4, 0, 0], exclude: ball })!;
    expect(cast.body.index).toBe(box.index);
    expect(cast.fraction).toBeCloseTo(3 / 8, 8);
    expect(slotsOf(world.overlap(new Sphere(0.5), { position: shifted(1.4999, 0, 0) }))).toEqual(slotsOf([box]));
    expect(slotsOf(world.overlap(new Sphere(0.5), { position: shifted(1.5001, 0, 0) }))).toEqual([]);
    expect(slotted(world.closestPoint(shifted(0, 7, 0)))).toMatchObject({ body: rail.index, distance: expect.closeTo(1.3, 6) });
    expect(world.distanceBetween(ball, box).distance).toBeCloseTo(2.5, 8);
    expect(slotsOf(world.bodiesAt(shifted(0.9, 0.9, 0.9)))).toEqual(slotsOf([box]));
    // From here to there.
    const way: Vec3 = [at[0], at[1] - 0.25, at[2]];
    expect(world.castRay([0, 0, 0], way)?.body.index).toBe(box.index);
  });
});
