// Signed distances of points to shapes: against the oracles of collision and the kernels' own answers, by differences, and where features meet.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BodyRecord, ShapeRecord, WorldRecord } from '../../bindings/core/layout.ts';
import type { StateMemory } from '../../bindings/core/state-memory.ts';
import { pointShape, surfacePoint } from '../../reference/particle/point-shape.ts';
import { addShape, makeShape } from '../collision/api.ts';
import { noise, resized, SHAPES } from '../collision/arbitraries.ts';
import { ball, grid } from '../collision/mesh-shapes.ts';
import { solid } from '../collision/oracles/solid.ts';
import { ALL_TYPES, type ShapeSpec } from '../collision/oracles/spec.ts';
import { along, between, dot, length, rotate, scale, UPRIGHT, unit, type Vector, vectors } from '../collision/oracles/vector.ts';
import {
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
  type World,
} from '../collision/package.ts';
import { emptyWorld, withBodies } from '../collision/worlds.ts';

let world: World;
beforeAll(async () => {
  world = await emptyWorld({ precision: 'double' });
});
afterAll(() => world.dispose());

const memoryOf = (): StateMemory => (world as unknown as { memory: StateMemory }).memory;

/** The record of a body's shape. */
function recordOf(body: Body): number {
  const { u32, world: root } = memoryOf();
  const bodies = u32[(root + WorldRecord.bodyBase) >>> 2];
  const slot = u32[(bodies + body.index * BodyRecord.size + BodyRecord.shape) >>> 2] - 1;
  return u32[(root + WorldRecord.shapeBase) >>> 2] + slot * ShapeRecord.size;
}

type Ask = (point: Vector, reach?: number) => { distance: number; normal: Vector };

/** The question, to the shape of a body. */
function asking(body: Body): Ask {
  const out = surfacePoint();
  const record = recordOf(body);
  return ([x, y, z], reach = Infinity) => {
    pointShape(memoryOf(), record, x, y, z, reach, out);
    return { distance: out.distance, normal: [out.nx, out.ny, out.nz] };
  };
}

function withShape<Result>(shape: Shape, act: (ask: Ask, body: Body) => Result): Result {
  return withBodies(world, (keep) => {
    const { body } = keep({ body: world.addBody({ type: 'static', shape }) });
    return act(asking(body), body);
  });
}

const AXES = [0, 1, 2].map((axis): Vector => [Number(axis === 0), Number(axis === 1), Number(axis === 2)]);
const pointOf = (next: () => number, reach: number): Vector => [reach * next(), reach * next(), reach * next()];
const directionOf = (next: () => number): Vector => unit([next(), next(), next() + 1e-3]);

/** Runs for random shapes of a type with random numbers. */
function forShapes(type: ShapeSpec['type'], runs: number, act: (ask: Ask, next: () => number, spec: ShapeSpec, body: Body) => void): void {
  fc.assert(
    fc.property(SHAPES[type], fc.nat(1e6), (spec, seed) => {
      withShape(makeShape(spec), (ask, body) => act(ask, noise(seed), spec, body));
    }),
    { numRuns: runs, seed: 17, endOnFailure: true },
  );
}

describe.each(ALL_TYPES)('%s', (type) => {
  test('the distance is that of the oracle and of the nearest query', () => {
    fc.assert(
      fc.property(SHAPES[type], fc.nat(1e6), (spec, seed) => {
        const next = noise(seed);
        withBodies(world, (keep) => {
          const { body } = keep(addShape(world, spec, UPRIGHT));
          const ask = asking(body);
          const truth = solid(spec);
          for (let k = 0; k < 8; k++) {
            const point = pointOf(next, 1.6);
            const { distance, normal } = ask(point);
            // The oracle samples its curves.
            expect(Math.abs(distance - truth.signedDistance(point))).toBeLessThan(type === 'spline' ? 1e-7 : 1e-12);
            expect(length(normal)).toBeCloseTo(1, 13);
            const known = world.closestPoint([...point])!;
            // The kernels iterate from outside round solids.
            expect(Math.abs(distance - known.distance)).toBeLessThan(1e-8);
            expect(between(along(point, normal, -distance), known.point as Vector)).toBeLessThan(distance > 1e-3 ? 1e-6 : Infinity);
          }
        });
      }),
      { numRuns: 60, seed: 17, endOnFailure: true },
    );
  });

  test('the normal is the gradient of the distance', () => {
    const step = 1e-6;
    let smooth = 0;
    let asked = 0;
    forShapes(type, 40, (ask, next) => {
      for (let k = 0; k < 8; k++) {
        const point = pointOf(next, 1.6);
        const { distance, normal } = ask(point);
        const ways = AXES.map((axis) => [-step, step].map((way) => ask(along(point, axis, way)).distance - distance));
        asked++;
        // A point about as near to two places of the surface has no gradient.
        if (ways.some(([before, after]) => Math.abs(before + after) > 1e-3 * step)) continue;
        smooth++;
        for (let axis = 0; axis < 3; axis++)
          expect(Math.abs((ways[axis][1] - ways[axis][0]) / (2 * step) - normal[axis])).toBeLessThan(1e-3);
      }
    });
    expect(smooth).toBeGreaterThan(0.95 * asked);
  });

  test('the distance of two points differs by no more than they are apart, and is zero at the foot', () => {
    forShapes(type, 40, (ask, next) => {
      for (let k = 0; k < 8; k++) {
        const a = pointOf(next, 1.6);
        const b = along(a, directionOf(next), 10 ** (3 * next() - 3));
        expect(Math.abs(ask(a).distance - ask(b).distance)).toBeLessThan(between(a, b) * (1 + 1e-12) + 1e-13);
        const { distance, normal } = ask(a);
        const foot = ask(along(a, normal, -distance)).distance;
        // Inside a compound, the way out of the deepest child may end in another.
        expect(type === 'compound' && distance < 0 ? Math.max(foot, 0) : Math.abs(foot)).toBeLessThan(1e-12);
      }
    });
  });

  test('what is within reach is answered with the same bits, what is beyond it perhaps not', () => {
    forShapes(type, 40, (ask, next) => {
      for (let k = 0; k < 8; k++) {
        const point = pointOf(next, 2);
        const sure = ask(point);
        expect(ask(point, Math.max(sure.distance, 0) * (1 + 1e-12) + 1e-12)).toEqual(sure);
        expect([sure.distance, Infinity]).toContain(ask(point, 0.5 * Math.abs(sure.distance)).distance);
      }
    });
  });

  test('the distance grows with the shape', () => {
    for (const factor of [1e-4, 1e5]) {
      forShapes(type, 20, (ask, next, spec) => {
        withShape(makeShape(resized(spec, factor)), (askLarge) => {
          for (let k = 0; k < 4; k++) {
            const point = pointOf(next, 1.6);
            const [small, large] = [ask(point), askLarge(scale(point, factor))];
            expect(Math.abs(large.distance / factor - small.distance)).toBeLessThan(1e-11);
          }
        });
      });
    }
  });
});

/** All points whose coordinates are among these numbers. */
const lattice = (values: readonly number[]): Vector[] => values.flatMap((x) => values.flatMap((y) => values.map((z): Vector => [x, y, z])));

describe('where features meet', () => {
  const cube = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((k) => [k & 1 ? 1 : -1, k & 2 ? 1 : -1, k & 4 ? 1 : -1]);
  const cubeFaces = [0, 6, 2, 0, 4, 6, 1, 3, 7, 1, 7, 5, 0, 1, 5, 0, 5, 4, 2, 6, 7, 2, 7, 3, 0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6];
  const shapes: [string, Shape][] = [
    ['sphere', new Sphere(1)],
    ['capsule', new Capsule(0.5, 1)],
    ['box', new Box([1, 1, 1])],
    ['rounded box', new Box([1, 1, 1], { rounding: 0.25 })],
    ['cylinder', new Cylinder(1, 1)],
    ['cone', new Cone(1, 1)],
    ['rounded cone', new Cone(1, 1, { rounding: 0.25 })],
    ['hull', new ConvexHull(cube)],
    ['half-space', new HalfSpace([0, 0, 1])],
    ['spline', new Spline([-1, 0, 0, 0, 0, 0, 1, 0, 0], { radius: 0.5 })],
    ['solid mesh', new TriangleMesh(cube, cubeFaces)],
    ['one-sided mesh', new TriangleMesh(cube, cubeFaces, { solid: false, oneSided: true })],
    ['height field', new HeightField({ heights: new Array(9).fill(0), rows: 3, columns: 3, spacing: 1 })],
    [
      'compound',
      new Compound([
        { shape: new Box([1, 1, 0.5]), position: [0, 0, 0.5] },
        { shape: new Box([1, 1, 0.5]), position: [0, 0, -0.5] },
      ]),
    ],
  ];

  test.each(shapes)('%s: on axes, edges, corners and centres there is a distance and a unit normal', (_, shape) => {
    withShape(shape, (ask) => {
      const values = [-2, -1, -1 + 1e-15, -1e-17, 0, 1e-170, 0.5, 0.75, 1 - 1e-16, 1, 1 + 1e-15];
      const worst = { unit: 0, growth: 0, query: 0 };
      for (const point of lattice(values)) {
        const { distance, normal } = ask(point);
        // Along the normal it grows as fast as it can; between the children of the compound there is no way out.
        const growth = Math.abs(ask(along(point, normal, 0.125)).distance - distance - 0.125);
        if (shape.type !== 'compound' || Math.abs(point[2]) >= 1) worst.growth = Math.max(worst.growth, growth);
        // The cube as a one-sided surface has an inside here, and the query tells none.
        const known = Math.abs(world.closestPoint([...point])!.distance);
        if (shape.type !== 'compound') worst.query = Math.max(worst.query, Math.abs(Math.abs(distance) - known));
        worst.unit = Math.max(worst.unit, Math.abs(length(normal) - 1));
      }
      expect(worst.unit).toBeLessThan(1e-15);
      expect(worst.growth).toBeLessThan(1e-14);
      // The query iterates from outside round solids.
      expect(worst.query).toBeLessThan(1e-8);
    });
  });

  test('a hull and a solid mesh of a cube are the box', () => {
    const [box, hull, mesh] = [new Box([1, 1, 1]), new ConvexHull(cube), new TriangleMesh(cube, cubeFaces)];
    const next = noise(3);
    const points = [...lattice([-1.5, -1, -0.25, 0.5, 1, 2]), ...Array.from({ length: 500 }, () => pointOf(next, 1.5))];
    withShape(box, (asked) =>
      withShape(hull, (first) =>
        withShape(mesh, (second) => {
          for (const point of points) {
            const { distance, normal } = asked(point);
            for (const other of [first(point), second(point)]) {
              expect(other.distance).toBeCloseTo(distance, 13);
              // On a surface at an edge all normals between those of the faces are right.
              if (Math.abs(distance) > 0 && distance > 0) expect(between(other.normal, normal)).toBeLessThan(1e-12);
            }
          }
        }),
      ),
    );
  });

  test('a curve is nearest at its very middle', () => {
    for (const forth of [1, 4, 8, -6, 12])
      for (const aside of [1, 3, 12]) {
        const tangents = [forth, aside, 0, forth, -aside, 0];
        const spec: ShapeSpec = { type: 'spline', points: [-1, 0, 0, 1, 0, 0], tangents, radius: 0.1, closed: false };
        withShape(makeShape(spec), (ask) => {
          for (let y = -2; y <= 4; y += 0.25) expect(ask([0, y, 0.125]).distance).toBeCloseTo(solid(spec).signedDistance([0, y, 0.125]), 7);
        });
      }
  });

  test('mirrored points have the same distance and mirrored normals', () => {
    const next = noise(11);
    for (const [name, shape] of shapes.filter(([name]) => ['sphere', 'capsule', 'box', 'rounded box', 'cylinder'].includes(name)))
      withShape(shape, (ask) => {
        for (let k = 0; k < 200; k++) {
          const [x, y, z] = pointOf(next, 1.5);
          const { distance, normal } = ask([x, y, z]);
          expect(ask([-x, -y, -z]), name).toEqual({ distance, normal: normal.map((value) => 0 - value) });
        }
      });
  });

  test('a hull of many corners is between its planes and its corners', () => {
    const next = noise(5);
    const points = Array.from({ length: 200 }, () => scale(directionOf(next), 1 + 0.02 * next()));
    const hull = new ConvexHull(points.flat());
    withShape(hull, (ask) => {
      for (let k = 0; k < 500; k++) {
        const point = scale(directionOf(next), 1.5 + 0.6 * next());
        const { distance, normal } = ask(point);
        // Outside, no corner is beyond the plane across the foot.
        const foot = along(point, normal, -distance);
        const beyond = Math.max(...points.map((corner) => dot(corner, normal))) - dot(foot, normal);
        expect(beyond).toBeLessThan(1e-12);
        if (distance > 0) expect(beyond).toBeGreaterThan(-1e-12);
      }
    });
  });
});

describe('sides of surfaces', () => {
  test('a dented solid has its inside where the oracle has it, however deep', () => {
    const next = noise(29);
    for (let run = 0; run < 12; run++) {
      const { vertices, indices } = ball(4, () => 0.65 + 0.35 * next());
      const spec: ShapeSpec = { type: 'mesh', vertices: [...vertices], indices: [...indices], solid: true };
      const corners = vectors(vertices);
      withBodies(world, (keep) => {
        const { body } = keep(addShape(world, spec, UPRIGHT, { type: 'static' }));
        const ask = asking(body);
        const truth = solid(spec);
        for (let k = 0; k < 60; k++) {
          const point = k % 2 ? pointOf(next, 1) : along(corners[(7 * k) % corners.length], directionOf(next), 0.1 * next());
          expect(ask(point).distance).toBeCloseTo(truth.signedDistance(point), 12);
          if (truth.signedDistance(point) < 0) expect(ask(point, 1e-9)).toEqual(ask(point));
        }
      });
    }
  });

  test('two wedges that share an edge are two solids', () => {
    // Thin wedges along z, side by side: most of what is around the edge is outside, and the mean of all four faces' normals does not tell.
    const wedge = (x: number, low: number, high: number): Vector[] => [
      [0, 0, -1],
      [x, low, -1],
      [x, high, -1],
      [0, 0, 1],
      [x, low, 1],
      [x, high, 1],
    ];
    const corners = [...wedge(1, -0.1, 0.1), ...wedge(0.9, 0.3, 0.5)];
    const faces = [0, 2, 1, 3, 4, 5, 0, 1, 4, 0, 4, 3, 1, 2, 5, 1, 5, 4, 2, 0, 3, 2, 3, 5];
    const mesh = new TriangleMesh(corners.flat(), [...faces, ...faces.map((vertex) => vertex + 6)]);
    withShape(mesh, (ask) => {
      for (let k = 0; k < 24; k++) {
        const angle = (Math.PI * (2 * k + 1)) / 24;
        const point: Vector = [0.2 * Math.cos(angle), 0.2 * Math.sin(angle), 0.1];
        const inside = Math.abs(angle) < 0.09 || Math.abs(angle - 0.42) < 0.08;
        expect(ask(point).distance < 0, `${angle}`).toBe(inside);
      }
    });
  });

  const waves = (x: number, z: number) => 0.2 * Math.sin(3 * x) * Math.cos(2 * z);
  const sheet = grid(9, 9, 0.25, waves);
  const heights = Array.from({ length: 81 }, (_, k) => waves((k % 9) * 0.25 - 1, Math.floor(k / 9) * 0.25 - 1));
  const field = { heights, rows: 9, columns: 9, spacing: 0.25 };

  test.each([false, true])('a height field is the mesh of its triangles (one-sided: %s)', (oneSided) => {
    const next = noise(8);
    withShape(new TriangleMesh(sheet.vertices, sheet.indices, { solid: false, oneSided }), (askMesh) =>
      withShape(new HeightField({ ...field, oneSided }), (askField) => {
        let inside = 0;
        for (let k = 0; k < 1000; k++) {
          const [x, y, z] = pointOf(next, 0.99);
          const point: Vector = [x, 0.6 * y, z];
          const [a, b] = [askMesh(point, 0.3), askField(point, 0.3)];
          if (a.distance < 0) inside++;
          // From behind, near the border, a place of the border can be the nearest: there the mesh says that nothing is near.
          if (oneSided && a.distance === Infinity && b.distance < 0 && Math.max(Math.abs(x), Math.abs(z)) > 0.7) continue;
          const far = [a, b].map(({ distance }) => (Math.abs(distance) > 0.3 ? Infinity : distance));
          if (far[0] === Infinity) expect(far[1]).toBe(Infinity);
          else expect(far[1]).toBeCloseTo(far[0], 12);
          if (far[0] < Infinity && Math.abs(a.distance) > 1e-6) expect(length(a.normal)).toBeCloseTo(1, 12);
        }
        if (oneSided) expect(inside).toBeGreaterThan(50);
        else expect(inside).toBe(0);
      }),
    );
  });

  test.each([
    ['mesh', new TriangleMesh(sheet.vertices, sheet.indices, { solid: false, oneSided: true })],
    ['height field', new HeightField({ ...field, oneSided: true })],
  ] as [string, Shape][])('behind the front of a one-sided %s a point is inside as deep as the reach', (_, shape) => {
    withShape(shape, (ask) => {
      const { distance, normal } = ask([0.1, -0.2, 0.1], 0.5);
      expect(distance).toBeLessThan(-0.1);
      expect(normal[1]).toBeGreaterThan(0.5);
      expect(Math.abs(ask(along([0.1, -0.2, 0.1], normal, -distance)).distance)).toBeLessThan(1e-13);
      expect(ask([0.1, -0.2, 0.1], 0.1).distance).toBe(Infinity);
      // Beside the border: near from the front, nothing from behind.
      expect(ask([1.2, waves(1, 0) + 0.2, 0], 0.5).distance).toBeGreaterThan(0);
      expect(ask([1.2, waves(1, 0) - 0.3, 0], 0.5).distance).toBe(Infinity);
    });
  });

  test('without a solid or a front, the normal is on the side of the point', () => {
    const next = noise(9);
    withShape(new TriangleMesh(sheet.vertices, sheet.indices, { solid: false }), (ask) => {
      for (let k = 0; k < 200; k++) {
        const point = pointOf(next, 0.9);
        const { distance, normal } = ask(point);
        expect(distance).toBeGreaterThanOrEqual(0);
        expect(ask(along(point, normal, 0.01)).distance).toBeLessThan(distance + 0.01 + 1e-12);
        expect(ask(along(point, normal, -0.5 * distance)).distance).toBeCloseTo(0.5 * distance, 12);
      }
    });
  });
});

test('children of compounds count at their poses, and sensors do not', () => {
  const orientation = [0.1, 0.3, 0.3, 0.9] as const;
  const box = new Box([0.5, 0.25, 0.125]);
  const compound = new Compound([
    { shape: box, position: [1, 2, 3], orientation: [...orientation] },
    { shape: new Sphere(5), sensor: true },
  ]);
  const next = noise(2);
  withShape(box, (askBox) =>
    withShape(compound, (ask) => {
      for (let k = 0; k < 100; k++) {
        const point = pointOf(next, 1);
        const { distance, normal } = askBox(point);
        const turned = rotate(orientation, point);
        const placed = ask([turned[0] + 1, turned[1] + 2, turned[2] + 3]);
        expect(placed.distance).toBeCloseTo(distance, 13);
        expect(between(placed.normal, rotate(orientation, normal))).toBeLessThan(1e-12);
      }
    }),
  );
});
