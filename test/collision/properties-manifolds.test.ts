// Contact points keep their ids while a box slides and turns slowly on what it lies on; boxes against exact clipping in fractions.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addShape, asVector, type Placed } from './api.ts';
import { detect, type Found, manifoldsOf } from './contact-properties.ts';
import { axes, clipFaces, type ExactBox, fraction, toNumber } from './oracles/clip-boxes.ts';
import type { ShapeSpec } from './oracles/spec.ts';
import { between, dot, type Quaternion, toWorld, UPRIGHT, unitQuaternion, type Vector } from './oracles/vector.ts';
import { PRECISIONS, REFERENCE, type World } from './package.ts';
import { emptyWorld } from './worlds.ts';

const WORLDS = [...PRECISIONS, REFERENCE];
/** Part of the detections that must see the ids of the detection before. */
const KEPT = 0.95;
const FRAMES = 600;
/** Points so far beyond the sides of a face, as a part of its width, still count as on it: it keeps the corners of boxes that are aligned. */
const SLACK = fraction(1n, 10_000n);
/** The world's contact margin, m. */
const MARGIN = fraction(1n, 50n);
/** What is left of round-off in single precision for boxes of a few metres, m. */
const NEAR = 1e-5;

function plane(cells: number, size: number): ShapeSpec {
  const vertices: number[] = [];
  const indices: number[] = [];
  for (let row = 0; row <= cells; row++)
    for (let column = 0; column <= cells; column++) {
      vertices.push((column / cells - 0.5) * size, 0, (row / cells - 0.5) * size);
      if (row === cells || column === cells) continue;
      const a = row * (cells + 1) + column;
      indices.push(a, a + cells + 1, a + 1, a + 1, a + cells + 1, a + cells + 2);
    }
  return { type: 'mesh', vertices, indices, solid: false };
}

const GROUNDS: [string, ShapeSpec, height: number][] = [
  ['a box', { type: 'box', halfExtents: [4, 0.5, 4] }, 0.5],
  ['a mesh', plane(8, 8), 0],
  ['a height field', { type: 'heightField', heights: new Array(81).fill(0), rows: 9, columns: 9, spacing: [1, 1] }, 0],
];

const MOTIONS: [string, (frame: number) => { position: Vector; orientation: Quaternion }][] = [
  ['slides', (frame) => ({ position: [-0.5 + frame / 600, 0, 0.1 + frame / 900], orientation: [0, 0, 0, 1] })],
  ['turns', (frame) => ({ position: [0.13, 0, 0.21], orientation: [0, Math.sin(frame / 1200), 0, Math.cos(frame / 1200)] })],
  [
    'slides and turns',
    (frame) => ({ position: [-0.4 + frame / 800, 0, 0.1], orientation: [0, Math.sin(frame / 2000), 0, Math.cos(frame / 2000)] }),
  ],
];

const ids = (found: readonly Found[]): string =>
  found
    .flatMap(({ points }) => points.map(({ id }) => id))
    .sort((a, b) => a - b)
    .join();

describe.each(WORLDS)('$label', ({ settings }) => {
  let world: World;
  beforeAll(async () => {
    world = await emptyWorld(settings);
  });
  afterAll(() => world.dispose());

  describe.each(GROUNDS)('a box on %s', (_, spec, height) => {
    test.each(MOTIONS)('that %s keeps the ids of its contacts', (_motion, at) => {
      const ground = addShape(world, spec, UPRIGHT, { type: 'static' });
      const cube = addShape(world, { type: 'box', halfExtents: [0.4, 0.3, 0.5] }, UPRIGHT);
      const corners = [-0.4, 0.4].flatMap((x) => [-0.5, 0.5].map((z): Vector => [x, 0, z]));
      let kept = 0;
      let last = '';
      for (let frame = 0; frame <= FRAMES; frame++) {
        const { position, orientation } = at(frame);
        cube.body.position = [position[0], height + 0.3 - 0.002, position[2]];
        cube.body.orientation = [...orientation];
        const found = detect(world, ground, cube);
        const points = found.flatMap((each) => each.points);
        expect(points.length).toBeGreaterThanOrEqual(4);
        for (const { normal } of found) expect(normal[1], 'no inner edge catches').toBeGreaterThan(0.9999);
        for (const { separation } of points) expect(separation).toBeCloseTo(-0.002, 4);
        for (const corner of corners) {
          const at = toWorld({ position: [position[0], height, position[2]], orientation }, corner);
          expect(Math.min(...points.map((point) => between(point.position, at))), 'a point at each corner').toBeLessThan(2e-3);
        }
        const now = ids(found);
        if (frame && now === last) kept++;
        last = now;
      }
      for (const { body } of [ground, cube]) world.removeBody(body);
      expect(kept / FRAMES).toBeGreaterThanOrEqual(KEPT);
    });
  });

  test('boxes at rational poses: the points of exact clipping', () => {
    const whole = fc.integer({ min: -3, max: 3 }).map(BigInt);
    const quarter = fc.integer({ min: 2, max: 8 }).map((n) => fraction(n, 4n));
    const quaternion = fc.tuple(whole, whole, whole, whole).filter((q) => q.some((each) => each !== 0n));
    const upright = fc.tuple(whole, whole).map(([y, w]): [bigint, bigint, bigint, bigint] => [0n, y, 0n, w === 0n ? 1n : w]);
    const shapes = fc.tuple(quarter, quarter, quarter, fc.oneof(upright, upright, quaternion));
    const inputs = fc.tuple(
      shapes,
      shapes,
      fc.integer({ min: -4, max: 4 }),
      fc.integer({ min: -4, max: 4 }),
      fc.integer({ min: 0, max: 8 }),
    );
    let compared = 0;
    const property = fc.property(inputs, ([one, other, x, z, depth]) => {
      const makeBox = ([a, b, c, q]: typeof one, position: ExactBox['position']): ExactBox => ({
        halfExtents: [a, b, c],
        position,
        quaternion: q,
      });
      const below = makeBox(one, [fraction(0n), fraction(0n), fraction(0n)]);
      const high = toNumber(one[1]) + toNumber(other[1]);
      const above = makeBox(other, [fraction(x, 8n), fraction(Math.round(high * 64) - depth, 64n), fraction(z, 8n)]);
      const [a, b] = [below, above].map((each) => addExact(world, each));
      try {
        world.detectCollisions();
        for (const found of manifoldsOf(world.contacts(), a, b)) compared += compareExact(found, below, above) ? 1 : 0;
      } finally {
        for (const { body } of [a, b]) world.removeBody(body);
      }
    });
    fc.assert(property, { seed: 60, numRuns: 300, endOnFailure: true });
    expect(compared).toBeGreaterThan(100);
  });
});

function addExact(world: World, { halfExtents, position, quaternion }: ExactBox): Placed {
  const at = position.map(toNumber) as unknown as Vector;
  const spec: ShapeSpec = { type: 'box', halfExtents: halfExtents.map(toNumber) as [number, number, number] };
  return addShape(world, spec, { position: at, orientation: unitQuaternion(quaternion.map(Number)) });
}

/** Every point of a manifold with a face's normal is among those of exact clipping, and the deepest of those is in the manifold. */
function compareExact({ normal, points }: Found, a: ExactBox, b: ExactBox): boolean {
  const [below, above] = [a, b].map((box) => axes(box).map((axis) => asVector(axis.map(toNumber))));
  const candidates = ([a, b] as const).flatMap((reference, k) => {
    const outward = k === 0 ? normal : (normal.map((each) => -each) as unknown as Vector);
    return [0, 1, 2].flatMap((axis) =>
      ([1, -1] as const)
        .filter((side) => dot(k === 0 ? below[axis] : above[axis], outward) * side > 1 - 1e-9)
        .flatMap((side) => [0, 1, 2].map((choice) => clipFaces(reference, axis, side, k === 0 ? b : a, MARGIN, SLACK, choice))),
    );
  });
  if (!candidates.length) return false; // two edges meet
  const fits = candidates.some((exact) => {
    const all = exact.map(({ position, separation }) => ({ at: asVector(position.map(toNumber)), separation: toNumber(separation) }));
    if (!all.length) return false;
    const depth = Math.min(...all.map(({ separation }) => separation));
    const least = Math.min(...points.map(({ separation }) => separation));
    const among = points.every(({ position, separation }) =>
      all.some((each) => between(each.at, position) < NEAR && Math.abs(each.separation - separation) < NEAR),
    );
    return among && Math.abs(depth - least) < NEAR;
  });
  expect(fits, 'points that exact clipping does not have').toBe(true);
  return true;
}
