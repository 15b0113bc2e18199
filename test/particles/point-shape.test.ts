// Signed distances of points to shapes: against the oracles of collision, by differences, and against the kernels' own answers.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BodyRecord, ShapeRecord, WorldRecord } from '../../bindings/core/layout.ts';
import type { StateMemory } from '../../bindings/core/state-memory.ts';
import { pointShape, surfacePoint } from '../../reference/particle/point-shape.ts';
import { addShape } from '../collision/api.ts';
import { noise, SHAPES } from '../collision/arbitraries.ts';
import { ALL_TYPES } from '../collision/oracles/spec.ts';
import { UPRIGHT, type Vector } from '../collision/oracles/vector.ts';
import type { Body, World } from '../collision/package.ts';
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

const out = surfacePoint();
function ask(body: Body, [x, y, z]: Vector, reach = Infinity): { distance: number; normal: Vector } {
  pointShape(memoryOf(), recordOf(body), x, y, z, reach, out);
  return { distance: out.distance, normal: [out.nx, out.ny, out.nz] };
}

describe.each(ALL_TYPES)('%s', (type) => {
  test('the distance is that of the oracle and of the nearest query', () => {
    fc.assert(
      fc.property(SHAPES[type], fc.nat(1e6), (spec, seed) => {
        const next = noise(seed);
        withBodies(world, (keep) => {
          const { body, solid } = keep(addShape(world, spec, UPRIGHT));
          for (let k = 0; k < 8; k++) {
            const point: Vector = [1.6 * next(), 1.6 * next(), 1.6 * next()];
            const { distance, normal } = ask(body, point);
            expect(Math.abs(distance - solid.signedDistance(point))).toBeLessThan(1e-7);
            expect(Math.hypot(...normal)).toBeCloseTo(1, 12);
            const known = world.closestPoint([...point])!;
            expect(Math.abs(distance - known.distance)).toBeLessThan(1e-7);
          }
        });
      }),
      { numRuns: 60, seed: 17 },
    );
  });
});
