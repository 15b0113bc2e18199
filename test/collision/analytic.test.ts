/** Contacts of spheres, capsules, triangles and half-spaces in closed form, and how they are carried through a step. */

import { beforeAll, describe, expect, it } from 'vitest';
import {
  bracketed,
  compileWithPlaces,
  cross,
  directionOf,
  dot,
  FREE,
  halfOf,
  type Kernels,
  minus,
  norm,
  type Place,
  plus,
  pointIn,
  randomOf,
  randomShape,
  type Shape,
  signedDistance,
  Type,
  UPRIGHT,
  unit,
  type Vector,
  writeShape,
} from './analytic-kernels.ts';
import { MANIFOLD_POINTS } from './compile-kernels.ts';

const ENTRY = `
export { capsuleCapsule, sphereBox, sphereCapsule, sphereConvex, sphereSphere, sphereTriangle } from './collision/narrowphase/spheres.kernel';
export { halfSpaceManifold } from './collision/narrowphase/half-space.kernel';
`;

interface Point {
  position: Vector;
  separation: number;
  id: number;
}

interface Contacts {
  normal: Vector;
  points: Point[];
}

let kernels: Kernels;
let a: Place;
let b: Place;
let out: Place;

beforeAll(async () => {
  let places: Place[];
  ({ kernels, places } = await compileWithPlaces(ENTRY, FREE, FREE + 16384, FREE + 20480));
  [out, a, b] = places;
});

function readContacts(): Contacts {
  const points = Array.from({ length: out.integer(24) }, (_, i) => {
    const at = MANIFOLD_POINTS + 40 * i;
    return { position: out.vector(at), separation: out.number(at + 24), id: out.integer(at + 32) };
  });
  return { normal: out.vector(0), points };
}

function contactsOf(name: string, shapeA: Shape, shapeB: Shape, margin = 10): Contacts {
  writeShape(a, shapeA);
  writeShape(b, shapeB);
  kernels.call[name](a.address, b.address, margin, out.address);
  return readContacts();
}

const sphere = (position: Vector, radius: number): Shape => ({ type: Type.Sphere, size: [0, 0, 0], radius, position, axes: UPRIGHT });

/** The distance of two segments: convex in both places, so golden sections within golden sections find it. */
function segmentDistance(p: Vector, u: Vector, q: Vector, v: Vector): number {
  const inner = (point: Vector) => {
    const t = Math.min(Math.max(dot(minus(point, q), v) / Math.max(dot(v, v), 1e-300), -1), 1);
    return norm(minus(point, plus(q, v, t)));
  };
  const [low, high] = bracketed((place) => inner(plus(p, u, place)), -1, 1, 90);
  return inner(plus(p, u, (low + high) / 2));
}

/** The surfaces are as far from a contact's middle as its separation says. */
function expectBetween(shapeA: Shape, shapeB: Shape, { normal, points }: Contacts, tolerance = 1e-9): void {
  expect(Math.abs(norm(normal) - 1)).toBeLessThan(1e-12);
  for (const { position, separation } of points) {
    expect(Math.abs(signedDistance(shapeA, plus(position, normal, -separation / 2)))).toBeLessThan(tolerance);
    expect(Math.abs(signedDistance(shapeB, plus(position, normal, separation / 2)))).toBeLessThan(tolerance);
  }
}

describe('spheres', () => {
  it('meet along the line of their centres', () => {
    const random = randomOf(1);
    for (let i = 0; i < 300; i++) {
      const [one, two] = [randomShape(random, Type.Sphere), randomShape(random, Type.Sphere)];
      const contacts = contactsOf('sphereSphere', one, two);
      const distance = norm(minus(two.position, one.position)) - one.radius - two.radius;
      expect(contacts.points.length).toBe(1);
      expect(Math.abs(contacts.points[0].separation - distance)).toBeLessThan(1e-12);
      expect(norm(minus(contacts.normal, unit(minus(two.position, one.position))))).toBeLessThan(1e-12);
      expectBetween(one, two, contacts);
      expect(contactsOf('sphereSphere', one, two, distance + 1e-9).points.length).toBe(1);
      expect(contactsOf('sphereSphere', one, two, distance - 1e-9).points.length).toBe(0);
    }
  });

  it('that coincide are pushed apart along y', () => {
    const contacts = contactsOf('sphereSphere', sphere([1, 2, 3], 0.5), sphere([1, 2, 3], 0.25));
    expect(contacts.normal.map((value) => value + 0)).toEqual([0, -1, 0]);
    expect(contacts.points).toEqual([{ position: [1, 1.875, 3], separation: -0.75, id: 0 }]);
  });

  it.each([
    ['sphereCapsule', Type.Capsule],
    ['sphereBox', Type.Box],
    ['sphereConvex', Type.Cylinder],
    ['sphereConvex', Type.Cone],
    ['sphereConvex', Type.Hull],
    ['sphereTriangle', Type.Triangle],
  ])('%s agrees with the distance of the centre from a shape of type %i', (name, type) => {
    const random = randomOf(2 + type);
    for (let i = 0; i < 600; i++) {
      const shape = randomShape(random, type, i % 2 && type !== Type.Triangle ? 0.1 : 0);
      const base = type === Type.Triangle ? shape.corners![0] : shape.position;
      const ball = sphere(plus(base, pointIn(random, i % 3 ? 1.5 : 0.4)), 0.3);
      const contacts = contactsOf(name, ball, shape);
      expect(contacts.points.length).toBe(1);
      const [{ position, separation }] = contacts.points;
      expect(Math.abs(separation - (signedDistance(shape, ball.position) - 0.3))).toBeLessThan(1e-9);
      expect(norm(minus(position, plus(ball.position, contacts.normal, 0.3 + separation / 2)))).toBeLessThan(1e-12);
      expectBetween(ball, shape, contacts);
    }
  });

  it('are pushed out of a box through the nearest face', () => {
    const box: Shape = { ...sphere([0, 0, 0], 0), type: Type.Box, size: [1, 2, 3] };
    const { normal, points } = contactsOf('sphereBox', sphere([0.5, 0, 1], 0.25), box);
    expect(normal.map((value) => value + 0)).toEqual([-1, 0, 0]);
    expect(points).toEqual([{ position: [0.625, 0, 1], separation: -0.75, id: 0 }]);
  });

  it('are across a capsule when their centre is on its axis', () => {
    const capsule: Shape = { ...sphere([0, 0, 0], 0.5), type: Type.Capsule, size: [0, 1, 0] };
    const { normal, points } = contactsOf('sphereCapsule', sphere([0, 0.3, 0], 0.25), capsule);
    expect(Math.abs(normal[1])).toBe(0);
    expect(norm(normal)).toBe(1);
    expect(points[0].separation).toBe(-0.75);
  });

  it('tell where on a triangle they are', () => {
    const corners: [Vector, Vector, Vector] = [
      [0, 0, 0],
      [0, 0, 2],
      [2, 0, 0],
    ];
    const triangle: Shape = { ...sphere([0, 0, 0], 0), type: Type.Triangle, corners };
    const idAt = (...centre: Vector) => contactsOf('sphereTriangle', sphere(centre, 0.5), triangle).points[0].id;
    expect(idAt(0.5, 0.3, 0.5)).toBe(0);
    expect(idAt(-0.1, 0.1, 1)).toBe(1);
    expect(idAt(1.5, 0.1, 1.5)).toBe(2);
    expect(idAt(1, 0.1, -0.2)).toBe(3);
    expect(idAt(-0.1, 0.1, -0.1)).toBe(4);
    expect(idAt(-0.1, 0.1, 2.1)).toBe(5);
    expect(idAt(2.1, 0.1, -0.1)).toBe(6);
    // In the plane and on the corners: in front, which is up here.
    for (const centre of [[0.5, 0, 0.5], ...corners] as Vector[]) {
      const { normal, points } = contactsOf('sphereTriangle', sphere(centre, 0.5), triangle);
      expect(normal.map((value) => value + 0)).toEqual([0, -1, 0]);
      expect(points[0].separation).toBe(-0.5);
    }
    expect(contactsOf('sphereTriangle', sphere([0.5, -0.1, 0.5], 0.5), triangle).normal[1]).toBe(1);
  });
});

describe('capsules', () => {
  const upright = (position: Vector, radius: number, half: number): Shape => ({
    ...sphere(position, radius),
    type: Type.Capsule,
    size: [0, half, 0],
  });

  it('meet at the nearest points of their axes', () => {
    const random = randomOf(20);
    for (let i = 0; i < 1000; i++) {
      const [one, two] = [randomShape(random, Type.Capsule), randomShape(random, Type.Capsule)];
      const contacts = contactsOf('capsuleCapsule', one, two);
      const distance = segmentDistance(one.position, halfOf(one), two.position, halfOf(two));
      const least = Math.min(...contacts.points.map((point) => point.separation));
      expect(Math.abs(least - (distance - one.radius - two.radius))).toBeLessThan(contacts.points.length === 2 ? 0.05 : 1e-8);
      if (contacts.points.length === 1) expectBetween(one, two, contacts, 1e-8);
    }
  });

  it('nearly parallel or crossing ones meet exactly', () => {
    const random = randomOf(21);
    for (let i = 0; i < 500; i++) {
      const one = { ...randomShape(random, Type.Capsule), position: [0, 0, 0] as const };
      const axis = unit(plus(one.axes[1], directionOf(random), 10 ** -(2 + (i % 12))));
      const z = unit(cross(axis, directionOf(random)));
      const two: Shape = { ...one, position: pointIn(random, 1.5), axes: [cross(axis, z), axis, z] };
      const contacts = contactsOf('capsuleCapsule', one, two);
      const distance = segmentDistance(one.position, halfOf(one), two.position, halfOf(two));
      const least = Math.min(...contacts.points.map((point) => point.separation));
      expect(Math.abs(least - (distance - 2 * one.radius))).toBeLessThan(contacts.points.length === 2 ? 0.02 : 1e-7);
    }
  });

  it('side by side have two points, whose ids tell the ends', () => {
    const { normal, points } = contactsOf('capsuleCapsule', upright([0, 0, 0], 0.5, 1), upright([0.75, 0.5, 0], 0.5, 1));
    expect(normal).toEqual([1, 0, 0]);
    expect(points).toEqual([
      { position: [0.375, -0.5, 0], separation: -0.25, id: 3 },
      { position: [0.375, 1, 0], separation: -0.25, id: 2 },
    ]);
    const same = contactsOf('capsuleCapsule', upright([0, 0, 0], 0.5, 1), upright([0, 0, 0], 0.5, 1));
    expect(same.points.map((point) => [point.separation, point.id])).toEqual([
      [-1, 1],
      [-1, 2],
    ]);
    expect(Math.abs(same.normal[1])).toBe(0);
  });

  it('end to end, crossing, or without length have one', () => {
    const one = upright([0, 0, 0], 0.5, 1);
    const above = contactsOf('capsuleCapsule', one, upright([0, 2.9, 0], 0.5, 1));
    expect(above.points.length).toBe(1);
    expect(above.normal).toEqual([0, 1, 0]);
    expect(above.points[0].separation).toBeCloseTo(-0.1, 12);
    const lying: Shape = { ...one, axes: [[0, 1, 0], [1, 0, 0], [0, 0, -1]] }; // biome-ignore format: axes
    const crossing = contactsOf('capsuleCapsule', one, lying);
    expect(crossing.normal.map(Math.abs)).toEqual([0, 0, 1]);
    expect(crossing.points.map((point) => point.separation)).toEqual([-1]);
    const short = contactsOf('capsuleCapsule', upright([0, 0, 0], 0.5, 0), upright([1, 0, 0], 0.5, 0));
    expect(short).toEqual({ normal: [1, 0, 0], points: [{ position: [0.5, 0, 0], separation: 0, id: 0 }] });
  });
});

describe('half-spaces', () => {
  const plane = (normal: Vector, offset: number, shape: Shape, margin: number): Contacts => {
    writeShape(b, shape);
    kernels.call['halfSpaceManifold'](...normal, offset, b.address, margin, out.address);
    return readContacts();
  };

  it.each([Type.Sphere, Type.Capsule, Type.Box, Type.Cylinder, Type.Cone, Type.Hull])(
    'find the lowest point of a shape of type %i',
    (type) => {
      const random = randomOf(30 + type);
      for (let i = 0; i < 400; i++) {
        const shape = randomShape(random, type, i % 2 ? 0.1 : 0);
        const normal = directionOf(random);
        // The support by the distance of a point far away: the nearest is the lowest.
        const far = plus(shape.position, normal, -1e5);
        const lowest = dot(normal, far) + signedDistance(shape, far);
        const offset = lowest + 0.02;
        const contacts = plane(normal, offset, shape, 0.05);
        expect(contacts.normal).toEqual(normal);
        expect(contacts.points.length).toBeGreaterThan(0);
        expect(contacts.points.length).toBeLessThanOrEqual(4);
        const least = Math.min(...contacts.points.map((point) => point.separation));
        expect(Math.abs(least + 0.02)).toBeLessThan(1e-4);
        for (const { position, separation } of contacts.points) {
          expect(separation).toBeLessThanOrEqual(0.05);
          expect(Math.abs(dot(position, normal) - offset - separation / 2)).toBeLessThan(1e-9);
          expect(Math.abs(signedDistance(shape, plus(position, normal, separation / 2)))).toBeLessThan(shape.size[0] * 0.08 + 1e-9);
        }
        expect(plane(normal, lowest - 0.1, shape, 0.05).points.length).toBe(0);
      }
    },
  );

  it('have four points under a box, two under a capsule and one under a sphere', () => {
    const box: Shape = { ...sphere([0, 0.9, 0], 0), type: Type.Box, size: [1, 1, 1] };
    const { points } = plane([0, 1, 0], 0, box, 0.1);
    expect(points.map((point) => point.separation + 0).every((value) => Math.abs(value + 0.1) < 1e-12)).toBe(true);
    expect(new Set(points.map((point) => point.id)).size).toBe(4);
    const lying: Shape = { ...sphere([0, 0.4, 0], 0.5), type: Type.Capsule, size: [0, 1, 0], axes: [[0, -1, 0], [1, 0, 0], [0, 0, 1]] }; // biome-ignore format: axes
    expect(plane([0, 1, 0], 0, lying, 0.1).points.length).toBe(2);
    expect(plane([0, 1, 0], 0, sphere([0, 0.4, 0], 0.5), 0.1).points.length).toBe(1);
  });
});
