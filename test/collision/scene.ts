// A random scene of all shapes and its solids, and the bounds that the oracles put on what a query may answer.
import fc from 'fast-check';
import { addShape, isFixed, type Placed } from './api.ts';
import { anyShape, bounded, pose } from './arbitraries.ts';
import { box, type Solid, traceRay } from './oracles/solid.ts';
import type { ShapeSpec } from './oracles/spec.ts';
import { dot, length, type Pose, subtract, type Vector } from './oracles/vector.ts';
import type { World } from './package.ts';

export type SceneInput = [ShapeSpec, Pose][];

/** About eight bodies in a cube of eight metres; half-spaces are rare. */
export const scenes = (reach = 4, withHalfSpaces = true): fc.Arbitrary<SceneInput> =>
  fc.array(fc.tuple(withHalfSpaces ? anyShape : bounded, pose(reach)), { minLength: 4, maxLength: 12 });

/** The bodies, each of its own group: bit number i mod 32. */
export function build(world: World, input: SceneInput): Placed[] {
  const placed = input.map(([spec, at], i) => addShape(world, spec, at, { collisionGroup: 1 << (i % 31) }));
  world.detectCollisions();
  return placed;
}

export const clear = (world: World, placed: readonly Placed[]): void => {
  for (const { body } of placed) if (body.alive) world.removeBody(body);
};

/** A hit of a ray lies between those of the solid swollen and shrunk by this, m. */
export const SKIN = 2e-5;

export interface RayBounds {
  first: number;
  last: number;
}

/** Solids far from a ray need no tracing: the ball around the box says so. */
function mayHit(solid: Solid, origin: Vector, direction: Vector): boolean {
  const { low, high } = box(solid);
  if (![...low, ...high].every(Number.isFinite)) return true;
  const middle: Vector = [(low[0] + high[0]) / 2, (low[1] + high[1]) / 2, (low[2] + high[2]) / 2];
  const radius = length(subtract(high, low)) / 2 + 1e-3;
  const away = subtract(middle, origin);
  const t = Math.max(0, dot(away, direction));
  return length([away[0] - direction[0] * t, away[1] - direction[1] * t, away[2] - direction[2] * t]) <= radius;
}

export function rayBounds({ solid }: Placed, origin: Vector, direction: Vector, limit: number): RayBounds {
  if (!mayHit(solid, origin, direction)) return { first: Infinity, last: Infinity };
  const first = traceRay(solid, origin, direction, limit, SKIN)?.distance ?? Infinity;
  if (first === Infinity) return { first, last: Infinity };
  return { first, last: traceRay(solid, origin, direction, limit, -SKIN)?.distance ?? Infinity };
}

/** Dynamic bodies and the others never meet in pairs of two that cannot move. */
export const canCollide = (a: Placed, b: Placed): boolean => !isFixed(a.spec) || !isFixed(b.spec);
