// Shape casts at single bodies of every type, against overlap queries along the way, the distance where they stop, and rays of the oracles.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addShape, asVector, makeShape } from './api.ts';
import { anyOrientation, between, convex, direction, orientation, SHAPES, vector } from './arbitraries.ts';
import { traceRay } from './oracles/solid.ts';
import { ALL_TYPES, type ShapeSpec } from './oracles/spec.ts';
import { along, length, ORIGIN, type Quaternion, scale, type Vector } from './oracles/vector.ts';
import { type Body, Cone, Cylinder, PRECISIONS, REFERENCE, type Shape, Sphere, type World } from './package.ts';
import { SKIN } from './scene.ts';
import { emptyWorld, withBodies } from './worlds.ts';

const SAMPLES = 48;
/** m: how far before what it aims at a cast starts. */
const APPROACH = 4;
/** m: what single precision makes of a place. */
const ROUNDING = 1e-5;

const WAYS: Vector[] = [
  [1, 0, 0],
  [1, 0, 0.3],
  [1, -0.5, 0.2],
  [0.1, -1, 0.05],
];

interface Cast {
  position: Vector;
  orientation: Quaternion;
  translation: Vector;
}

const placeAt = ({ position, orientation: turn, translation }: Cast, fraction: number) => ({
  position: along(position, translation, fraction),
  orientation: turn,
});

/** The way is free up to where the cast stops, and the shape touches the body there. Returns whether it stops. */
function check(world: World, target: Body, shape: Shape, cast: Cast): boolean {
  const hit = world.castShape(shape, cast);
  const end = hit?.fraction ?? Infinity;
  for (let i = 0; i <= SAMPLES && i / SAMPLES < end - 1e-6; i++)
    if (world.overlap(shape, placeAt(cast, i / SAMPLES)).length) expect.fail(`overlaps at ${i / SAMPLES}, is hit at ${end}`);
  if (!hit) return false;
  expect(hit.body.index).toBe(target.index);
  expect(length(asVector(hit.normal))).toBeCloseTo(1, 6);
  if (end === 0) expect(world.overlap(shape, placeAt(cast, 0)).length).toBe(1);
  else
    withBodies(world, (keep) => {
      const { body } = keep({ body: world.addBody({ type: 'kinematic', shape, ...placeAt(cast, end) }) });
      expect(Math.abs(world.distanceBetween(body, target).distance)).toBeLessThan(ROUNDING);
    });
  return true;
}

describe.each([...PRECISIONS.map((each) => ({ ...each, runs: 300 })), { ...REFERENCE, runs: 40 }])('$label', ({ settings, runs }) => {
  let world: World;
  beforeAll(async () => {
    world = await emptyWorld(settings);
  });
  afterAll(() => world.dispose());

  /** Random casts, of which the check tells whether they hit: enough do, and of many not all. */
  function forCasts<Mover>(
    target: fc.Arbitrary<ShapeSpec>,
    mover: fc.Arbitrary<Mover>,
    numRuns: number,
    act: (spec: ShapeSpec, turned: Quaternion, mover: Mover, aim: Vector, way: Vector) => boolean,
  ): void {
    let hits = 0;
    const property = fc.property(target, anyOrientation, mover, vector(1), direction, (...input) => {
      if (act(...input)) hits++;
    });
    fc.assert(property, { seed: 45, numRuns, endOnFailure: true });
    expect(hits).toBeGreaterThan(numRuns / 4);
    if (numRuns > 50) expect(hits).toBeLessThan(numRuns);
  }

  // Onto splines all but balls are cast as if these were polylines.
  test.each(ALL_TYPES.filter((type) => type !== 'spline'))('convex shapes onto %s: the way is free as far as the fraction says', (type) => {
    forCasts(SHAPES[type], fc.tuple(convex, orientation), runs, (spec, turned, [shape, turn], aim, way) =>
      withBodies(world, (keep) => {
        const { body } = keep(addShape(world, spec, { position: ORIGIN, orientation: turned }));
        const cast = { position: along(aim, way, -APPROACH), orientation: turn, translation: scale(way, 2 * APPROACH) };
        return check(world, body, makeShape(shape), cast);
      }),
    );
  });

  test.each(ALL_TYPES)('balls onto %s: their middles are rays to the surface, thickened by their radius', (type) => {
    const some = type === 'spline' ? Math.ceil(runs / 4) : runs;
    forCasts(SHAPES[type], between(0.01, 1), some, (spec, turned, radius, aim, way) =>
      withBodies(world, (keep) => {
        const { solid } = keep(addShape(world, spec, { position: ORIGIN, orientation: turned }));
        const position = along(aim, way, -APPROACH);
        if (solid.signedDistance(position) < radius + 1e-3) return true;
        const hit = world.castShape(new Sphere(radius), { position, translation: scale(way, 2 * APPROACH) });
        const distance = hit ? 2 * APPROACH * hit.fraction : Infinity;
        const [first, last] = [SKIN, -SKIN].map(
          (skin) => traceRay(solid, position, way, 2 * APPROACH, radius + skin)?.distance ?? Infinity,
        );
        expect(distance).toBeGreaterThanOrEqual(first - SKIN);
        expect(distance).toBeLessThanOrEqual(last + SKIN);
        return hit !== null;
      }),
    );
  });

  test.each([
    ['cone', new Cone(0.4, 0.5)],
    ['rounded cone', new Cone(0.4, 0.5, { rounding: 0.05 })],
    ['cylinder', new Cylinder(0.4, 0.5)],
    ['rounded cylinder', new Cylinder(0.4, 0.5, { rounding: 0.1 })],
  ])('balls onto an upright %s, and it onto balls', (_, shape) => {
    const ball = new Sphere(0.3);
    let hits = 0;
    for (const [target, mover] of [
      [shape, ball],
      [ball, shape],
    ])
      withBodies(world, (keep) => {
        keep({ body: world.addBody({ type: 'static', shape: target }) });
        for (let i = -8; i <= 8; i++)
          for (let j = -8; j <= 8; j++)
            for (const way of WAYS) {
              const aim: Vector = [i * 0.025, j * 0.0375, (i + j) * 0.015];
              if (!world.overlap(mover, { position: aim }).length) continue;
              const position = along(aim, way, -2);
              const fraction = world.castShape(mover, { position, translation: scale(way, 4) })?.fraction;
              expect(fraction, `a cast from ${position} by 4 × ${way}`).toBeLessThan(0.5);
              hits++;
            }
      });
    expect(hits).toBeGreaterThan(2000);
  });
});
