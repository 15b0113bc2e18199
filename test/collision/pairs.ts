// Random pairs of shapes next to each other.
import fc from 'fast-check';
import { anyOrientation, between, direction, resized, SHAPES, vector } from './arbitraries.ts';
import { sizeOf, solid } from './oracles/solid.ts';
import type { ShapeSpec, ShapeTypeName } from './oracles/spec.ts';
import { add, negate, type Pose, scale, type Vector } from './oracles/vector.ts';

export interface PairInput {
  a: ShapeSpec;
  b: ShapeSpec;
  poseA: Pose;
  poseB: Pose;
}

/** Two shapes near contact: apart by up to a tenth of their size, or as deep as half of it in each other. */
export function pairs(first: ShapeTypeName, second: ShapeTypeName, sizes: fc.Arbitrary<number>, reach: number): fc.Arbitrary<PairInput> {
  const shapes = fc.tuple(SHAPES[first], SHAPES[second], sizes, between(0.3, 3));
  return fc
    .tuple(shapes, anyOrientation, anyOrientation, direction, between(-0.5, 0.1), vector(0.3), vector(reach))
    .map(([[one, other, large, relative], turnA, turnB, way, gap, aside, middle]) => {
      const [a, b] = [resized(one, large), resized(other, large * relative)];
      const [still, turned] = [
        solid(a, { position: [0, 0, 0], orientation: turnA }),
        solid(b, { position: [0, 0, 0], orientation: turnB }),
      ];
      const smaller = Math.min(sizeOf(still), sizeOf(turned));
      // along the normal of a half-space nothing else is finite
      const n: Vector = b.type === 'halfSpace' ? negate(turnedNormal(turned)) : way;
      const distance = still.extent(n) + turned.extent(negate(n)) + gap * smaller;
      const offset = add(scale(n, distance), scale(aside, smaller));
      return { a, b, poseA: { position: middle, orientation: turnA }, poseB: { position: add(middle, offset), orientation: turnB } };
    });
}

/** Outward normal of a half-space through the origin: the slope of its distance. */
function turnedNormal({ signedDistance }: ReturnType<typeof solid>): Vector {
  return [signedDistance([1, 0, 0]), signedDistance([0, 1, 0]), signedDistance([0, 0, 1])];
}
