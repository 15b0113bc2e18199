// What the answers of queries tell: parts and children, arrays to write to, arguments, splines, and worlds put back.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { asVector, makeShape, solidOf } from './api.ts';
import { noise } from './arbitraries.ts';
import { separationOf, solid } from './oracles/solid.ts';
import type { ShapeSpec } from './oracles/spec.ts';
import { length, type Pose, unitQuaternion, type Vector } from './oracles/vector.ts';
import {
  type Body,
  type BodyOptions,
  Box,
  Compound,
  PRECISIONS,
  type RayHit,
  REFERENCE,
  Sphere,
  type Vec3,
  type World,
} from './package.ts';
import { emptyWorld, slotted } from './worlds.ts';

const BEAD: ShapeSpec = { type: 'sphere', radius: 0.25 };

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

  test('the child is that of the body, whatever is cast', () => {
    const pair = new Compound([
      { shape: new Sphere(0.5), position: [-2, 0, 0] },
      { shape: new Sphere(0.5), position: [2, 0, 0] },
    ]);
    const compound = add({ shape: pair });
    const plain = add({ shape: new Sphere(0.5), position: [2, 20, 0] });
    const down = (x: number, y: number) => world.castShape(pair, { position: [x, y, 0], translation: [0, -5, 0] });
    expect(slotted(down(0, 3))).toMatchObject({ body: compound.index, fraction: expect.closeTo(0.4, 8) });
    expect(slotted(down(4, 3))).toMatchObject({ body: compound.index, child: 1 });
    expect(slotted(down(-4, 3))).toMatchObject({ body: compound.index, child: 0 });
    expect(slotted(down(0, 23))).toMatchObject({ body: plain.index, child: -1 });
    expect(world.castRay([2, 3, 0], [0, -1, 0])).toMatchObject({ child: 1, part: 0 });
    expect(world.castRay([2, 23, 0], [0, -1, 0])).toMatchObject({ child: -1 });
    expect(slotted(world.closestPoint([3, 0, 0]))).toMatchObject({ body: compound.index, child: 1 });
    expect(slotted(world.closestPoint([2, 21, 0]))).toMatchObject({ body: plain.index, child: -1 });
  });

  test('compounds cast at all kinds of bodies touch where the oracle says', () => {
    const next = noise(77);
    const specs: ShapeSpec[] = [
      { type: 'box', halfExtents: [0.6, 0.4, 0.5], rounding: 0.1 },
      { type: 'cylinder', radius: 0.5, halfHeight: 0.6 },
      { type: 'cone', radius: 0.6, halfHeight: 0.5 },
      { type: 'halfSpace', normal: [0.6, 0.8, 0] },
      {
        type: 'compound',
        children: [{ shape: { type: 'capsule', radius: 0.3, halfHeight: 0.5 }, position: [0.5, 0, 0], orientation: [0, 0, 0, 1] }],
      },
    ];
    const mover: ShapeSpec = {
      type: 'compound',
      children: [
        { shape: { type: 'box', halfExtents: [0.3, 0.2, 0.4] }, position: [0.5, 0, 0], orientation: unitQuaternion([1, 2, 3, 4]) },
        { shape: { type: 'sphere', radius: 0.3 }, position: [-0.6, 0.1, 0], orientation: [0, 0, 0, 1] },
        { shape: { type: 'cylinder', radius: 0.2, halfHeight: 0.5 }, position: [0, -0.5, 0.2], orientation: unitQuaternion([3, 0, 1, 2]) },
      ],
    };
    let hits = 0;
    for (let run = 0; run < 60; run++) {
      const spec = specs[run % specs.length];
      const body = add({ shape: makeShape(spec), orientation: unitQuaternion([next(), next(), next(), 1]) });
      const target = solidOf(spec, body);
      const start: Pose = { position: [4 + next(), 4 + next(), next()], orientation: unitQuaternion([next(), next(), 1, next()]) };
      const way: Vector = [-8 + next(), -8 + next(), next()];
      const moved = (t: number) => {
        const [x, y, z] = start.position;
        return solid(mover, { ...start, position: [x + t * way[0], y + t * way[1], z + t * way[2]] });
      };
      if (separationOf(target, moved(0)).distance > 0.01) {
        const hit = world.castShape(makeShape(mover), { ...start, translation: [...way] as Vec3 });
        for (let t = 0; t < (hit?.fraction ?? 1) - 1e-3; t += 0.05) expect(separationOf(target, moved(t)).distance).toBeGreaterThan(-1e-4);
        if (hit) {
          hits++;
          expect(Math.abs(separationOf(target, moved(hit.fraction)).distance)).toBeLessThan(1e-5);
          expect(Math.abs(target.signedDistance(asVector(hit.point)))).toBeLessThan(1e-5);
          expect(length(asVector(hit.normal))).toBeCloseTo(1, 9);
          expect(hit.child).toBe(spec.type === 'compound' ? 0 : -1);
        }
      }
      world.removeBody(body);
    }
    expect(hits).toBeGreaterThan(30);
  });

  test('splines are measured by their curve, not by a polyline', () => {
    const spec: ShapeSpec = {
      type: 'spline',
      points: [-1, 0, 0, 0, 0.7, 0, 1, 0, 0.3],
      tangents: [1, 2, 0, 1, -1, 1, 1, 0, 0],
      radius: 0.3,
      closed: false,
    };
    const rail = add({ shape: makeShape(spec) });
    const target = solidOf(spec, rail);
    const others: ShapeSpec[] = [
      BEAD,
      { type: 'capsule', radius: 0.2, halfHeight: 0.5 },
      { type: 'box', halfExtents: [0.3, 0.5, 0.4] },
      { type: 'cylinder', radius: 0.4, halfHeight: 0.3, rounding: 0.1 },
      { type: 'convexHull', points: [0.5, 0, 0, -0.5, 0.1, 0, 0, 0.6, 0, 0, 0, 0.5, 0.1, 0, -0.5] },
    ];
    const next = noise(5);
    for (let run = 0; run < 60; run++) {
      const spec2 = others[run % others.length];
      const body = add({
        type: 'dynamic',
        shape: makeShape(spec2),
        position: [1.8 * next(), 1.8 * next(), 1.8 * next()],
        orientation: unitQuaternion([next(), next(), next(), next()]),
      });
      const wanted = separationOf(target, solidOf(spec2, body)).distance;
      const { distance, pointA, pointB } = world.distanceBetween(rail, body);
      if (wanted > -0.25) {
        expect(distance).toBeCloseTo(wanted, 7);
        expect(target.signedDistance(asVector(pointA))).toBeCloseTo(0, 7);
        expect(solidOf(spec2, body).signedDistance(asVector(pointB))).toBeCloseTo(0, 7);
      } else expect(distance).toBeLessThan(-0.2);
      expect(world.overlap(makeShape(spec2), { position: body.position, orientation: body.orientation, exclude: body })).toEqual(
        wanted < 0 ? [rail] : [],
      );
      const found = world.closestPoint(body.position, { exclude: body })!;
      expect(found.distance).toBeCloseTo(target.signedDistance(asVector(body.position)), 7);
      expect([0, 1]).toContain(found.part);
      world.removeBody(body);
    }
  });

  test('balls cast onto splines: exactly', () => {
    const spec: ShapeSpec = {
      type: 'spline',
      points: [-1, 0, 0, 0, 0.7, 0, 1, 0, 0.3],
      tangents: [1, 2, 0, 1, -1, 1, 1, 0, 0],
      radius: 0.3,
      closed: false,
    };
    const target = solidOf(spec, add({ shape: makeShape(spec) }));
    const next = noise(6);
    let hits = 0;
    for (let run = 0; run < 60; run++) {
      const position: Vec3 = [1.2 * next(), 4, next()];
      const translation: Vec3 = [next(), -8, next()];
      const at = (t: number): Vector => [
        position[0] + t * translation[0],
        position[1] + t * translation[1],
        position[2] + t * translation[2],
      ];
      const hit = world.castShape(new Sphere(0.25), { position, translation });
      for (let t = 0; t < (hit?.fraction ?? 1) - 1e-9; t += 0.01) expect(target.signedDistance(at(t))).toBeGreaterThan(0.25 - 1e-9);
      if (!hit) continue;
      hits++;
      expect(target.signedDistance(at(hit.fraction))).toBeCloseTo(0.25, 8);
      expect(target.signedDistance(asVector(hit.point))).toBeCloseTo(0, 8);
      expect([0, 1]).toContain(hit.part);
    }
    expect(hits).toBeGreaterThan(20);
    const inside = world.castShape(new Sphere(0.25), { position: [-1, 0.1, 0], translation: [0, 1, 0] })!;
    expect(inside.fraction).toBe(0);
    expect(length(asVector(inside.normal))).toBeCloseTo(1, 9);
    expect(world.castShape(new Sphere(0.25), { position: [-1, 0.1, 0], translation: [0, 0, 0] })?.fraction).toBe(0);
    expect(world.castShape(new Sphere(0.25), { position: [-1, 2, 0], translation: [0, 0, 0] })).toBeNull();
  });

  test('batches are single rays, bit for bit, over thousands', () => {
    const next = noise(9);
    const ball = new Sphere(0.4);
    for (let k = 0; k < 200; k++) add({ shape: k % 2 ? ball : new Box([0.3, 0.4, 0.5]), position: [6 * next(), 6 * next(), 6 * next()] });
    const rays = Float64Array.from({ length: 6 * 5000 }, (_, k) => (k % 6 < 3 ? 8 : 1e3) * next());
    const { distances, bodies: found, normals } = world.castRays(rays);
    for (let k = 0; k < 5000; k++) {
      const hit = world.castRay(rays.subarray(6 * k, 6 * k + 3), rays.subarray(6 * k + 3, 6 * k + 6));
      expect(Object.is(distances[k], hit?.distance ?? Infinity)).toBe(true);
      expect(found[k]).toBe(hit?.body.index ?? -1);
      expect([...normals.subarray(3 * k, 3 * k + 3)]).toEqual(hit ? [...hit.normal] : [0, 0, 0]);
    }
  });

  test('castRay writes to a hit of before', () => {
    const a = add({ shape: new Sphere(1) });
    const b = add({ shape: new Sphere(1), position: [10, 0, 0] });
    const out = world.castRay([0, 5, 0], [0, -1, 0]) as RayHit;
    const { point, normal } = out;
    expect(out.body.index).toBe(a.index);
    expect(world.castRay([10, 5, 0], [0, -1, 0], { out })).toBe(out);
    expect(slotted(out)).toEqual(slotted(world.castRay([10, 5, 0], [0, -1, 0])));
    expect(out.body.index).toBe(b.index);
    expect(out.normal).toBe(normal);
    expect(out.point).toBe(point);
    expect(world.castRay([0, 5, 0], [0, -1, 0], { out, filter: () => true })).toBe(out);
    expect(out.body.index).toBe(a.index);
    expect(out.normal).toBe(normal);
    expect(world.castRay([50, 5, 0], [0, -1, 0], { out })).toBeNull();
    expect(out.body.index).toBe(a.index);
    expect(() => world.castRay([0, 5, 0], [0, -1, 0], { out: {} as RayHit })).toThrow('out must be a hit');
    expect(() => world.castRayAny([0, 5, 0], [0, -1, 0], { out } as object)).toThrow("no option 'out'");
  });

  test('vectors may have a method named length', () => {
    class Vector3 {
      x = 0;
      y = 5;
      z = 0;
      length(): number {
        return 5;
      }
    }
    const ball = add({ shape: new Sphere(1) });
    expect(world.castRay(new Vector3(), [0, -1, 0])?.body.index).toBe(ball.index);
  });

  test('a filter may ask queries', () => {
    const a = add({ shape: new Sphere(1) });
    const b = add({ shape: new Sphere(1), position: [0, -5, 0] });
    const filter = (body: Body) => world.castRayAll([0, 9, 0], [0, -1, 0]).length === 2 && world.bodiesAt([0, 0, 0])[0] !== body;
    expect(world.castRay([0, 5, 0], [0, -1, 0], { filter })?.body.index).toBe(b.index);
    expect(world.castRayAll([0, 5, 0], [0, -1, 0]).map(({ body }) => body.index)).toEqual([a.index, b.index]);
  });

  test('right after a snapshot is put back', async () => {
    const ball = add({ type: 'dynamic', shape: new Sphere(1) });
    const box = add({ shape: new Box([1, 1, 1]), position: [5, 0, 0] });
    const snapshot = world.snapshot();
    const before = world.castRayAll([-9, 0, 0], [1, 0, 0]);
    expect(before.map(({ body }) => body.index)).toEqual([ball.index, box.index]);
    ball.position = [0, 50, 0];
    expect(world.castRayAll([-9, 0, 0], [1, 0, 0]).length).toBe(1);
    world.restore(snapshot);
    expect(world.castRayAll([-9, 0, 0], [1, 0, 0]).map(slotted)).toEqual(before.map(slotted));
    expect(slotted(world.closestPoint([0, 2, 0]))).toMatchObject({ body: ball.index, distance: expect.closeTo(1, 8) });
    expect(world.castShape(new Sphere(1), { position: [0, 9, 0], translation: [0, -9, 0] })?.body.index).toBe(ball.index);
    expect(world.bodiesAt([0, 50, 0])).toEqual([]);
  });
});
