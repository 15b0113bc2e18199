// Random shapes, poses and scenes.
import fc from 'fast-check';
import { hullFaces } from './oracles/polytope.ts';
import type { CompoundSpec, ConvexSpec, FixedSpec, ShapeSpec, ShapeTypeName } from './oracles/spec.ts';
import { type Pose, type Quaternion, unit, unitQuaternion, type Vector, vectors } from './oracles/vector.ts';

const STEPS = 2 ** 30;
/** Spread evenly, as fc.double is not: it is even over floating-point numbers, most of which are next to zero. */
export const between = (min: number, max: number): fc.Arbitrary<number> =>
  fc.integer({ min: 0, max: STEPS }).map((step) => min + ((max - min) * step) / STEPS);
export const component = between(-1, 1);
export const vector = (reach: number): fc.Arbitrary<Vector> =>
  fc.tuple(between(-reach, reach), between(-reach, reach), between(-reach, reach));
export const direction: fc.Arbitrary<Vector> = vector(1)
  .filter((v) => Math.hypot(...v) > 0.1)
  .map(unit);
export const orientation: fc.Arbitrary<Quaternion> = fc
  .tuple(component, component, component, component)
  .filter((q) => Math.hypot(...q) > 0.1)
  .map(unitQuaternion);
/** Also those along the axes, where features meet edge on. */
export const anyOrientation: fc.Arbitrary<Quaternion> = fc.oneof(
  { weight: 3, arbitrary: orientation },
  { weight: 1, arbitrary: fc.constantFrom<Quaternion>([0, 0, 0, 1], [0, 0, Math.SQRT1_2, Math.SQRT1_2], [0.5, 0.5, 0.5, 0.5]) },
);
export const pose = (reach: number): fc.Arbitrary<Pose> => fc.record({ position: vector(reach), orientation: anyOrientation });

/** A length about one. */
const length = between(0.2, 1);
/** None, or a part of the least length that it has to fit into. */
const part = fc.oneof(fc.constant(0), between(0.01, 0.4));

/** Numbers from -1 to 1, the same for the same seed (mulberry32). */
export function noise(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2147483648 - 1;
  };
}

/** A tetrahedron about the origin, dented, and points about it: a hull that is not flat. */
const hullPoints = fc.tuple(fc.nat(1e6), fc.integer({ min: 0, max: 8 })).map(([seed, more]) => {
  const next = noise(seed);
  const tetrahedron = [0.8, 0.8, 0.8, 0.8, -0.8, -0.8, -0.8, 0.8, -0.8, -0.8, -0.8, 0.8];
  const others = Array.from({ length: 3 * more }, () => next());
  return [...tetrahedron.map((coordinate) => coordinate + 0.3 * next()), ...others];
});

const CONVEX: Record<ConvexSpec['type'], fc.Arbitrary<ConvexSpec>> = {
  sphere: fc.record({ type: fc.constant('sphere' as const), radius: length }),
  capsule: fc.record({ type: fc.constant('capsule' as const), radius: length, halfHeight: length }),
  box: fc
    .tuple(length, length, length, part)
    .map(([x, y, z, r]) => ({ type: 'box', halfExtents: [x, y, z], rounding: r * Math.min(x, y, z) })),
  cylinder: fc
    .tuple(length, length, part)
    .map(([radius, halfHeight, r]) => ({ type: 'cylinder', radius, halfHeight, rounding: r * Math.min(radius, halfHeight) })),
  cone: fc.tuple(length, length, part).map(([radius, halfHeight, r]) => {
    const inscribed = (2 * halfHeight * radius) / (radius + Math.hypot(radius, 2 * halfHeight));
    return { type: 'cone', radius, halfHeight, rounding: r * inscribed };
  }),
  convexHull: fc.tuple(hullPoints, part).map(([points, r]) => ({ type: 'convexHull', points, rounding: r * 0.2 })),
};
export const convex: fc.Arbitrary<ConvexSpec> = fc.oneof(...Object.values(CONVEX));

const compound: fc.Arbitrary<CompoundSpec> = fc
  .array(fc.tuple(convex, pose(0.6)), { minLength: 1, maxLength: 3 })
  .map((children) => ({ type: 'compound', children: children.map(([shape, at]) => ({ shape, ...at })) }));

/** A closed mesh: the hull of points, its faces cut into triangles. */
const mesh: fc.Arbitrary<FixedSpec> = fc.tuple(hullPoints, fc.boolean()).map(([points, solid]) => {
  const vertices: number[] = [];
  const indices: number[] = [];
  const numbers = new Map<string, number>();
  const vertex = (corner: Vector): number => {
    const key = corner.join();
    if (!numbers.has(key)) numbers.set(key, vertices.push(...corner) / 3 - 1);
    return numbers.get(key)!;
  };
  for (const { corners } of hullFaces(vectors(points)))
    for (let i = 2; i < corners.length; i++) indices.push(vertex(corners[0]), vertex(corners[i - 1]), vertex(corners[i]));
  return { type: 'mesh', vertices, indices, solid };
});

const heightField: fc.Arbitrary<FixedSpec> = fc
  .tuple(fc.array(between(-0.3, 0.3), { minLength: 12, maxLength: 12 }), between(0.3, 0.8), between(0.3, 0.8))
  .map(([heights, x, z]) => ({ type: 'heightField', heights, rows: 3, columns: 4, spacing: [x, z] }));

const spline: fc.Arbitrary<FixedSpec> = fc
  .tuple(vector(0.3), vector(0.3), fc.array(vector(0.5), { minLength: 3, maxLength: 3 }), between(0.1, 0.3), fc.boolean())
  .map(([first, second, tangents, radius, closed]) => ({
    type: 'spline',
    points: [-1 + first[0], first[1], first[2], second[0], 0.5 + second[1], second[2], 1, 0, 0],
    tangents: tangents.flatMap(([x, y, z], i) => (closed && i === 2 ? [-1, y - 0.5, z] : [1 + x, y, z])),
    radius,
    closed,
  }));

const halfSpace: fc.Arbitrary<FixedSpec> = direction.map(([x, y, z]) => ({ type: 'halfSpace', normal: [x, y, z] }));

export const SHAPES: Record<ShapeTypeName, fc.Arbitrary<ShapeSpec>> = { ...CONVEX, compound, mesh, heightField, spline, halfSpace };
export const bounded: fc.Arbitrary<ShapeSpec> = fc.oneof(convex, convex, compound, mesh, heightField, spline);
export const anyShape: fc.Arbitrary<ShapeSpec> = fc.oneof({ weight: 10, arbitrary: bounded }, { weight: 1, arbitrary: halfSpace });

const scaled = (values: readonly number[], factor: number): number[] => values.map((value) => value * factor);

/** The same shape, so many times as large. */
export function resized<Spec extends ShapeSpec>(shape: Spec, factor: number): Spec;
export function resized(shape: ShapeSpec, factor: number): ShapeSpec {
  const rounding = 'rounding' in shape ? { rounding: (shape.rounding ?? 0) * factor } : {};
  switch (shape.type) {
    case 'sphere':
      return { ...shape, radius: shape.radius * factor };
    case 'capsule':
    case 'cylinder':
    case 'cone':
      return { ...shape, radius: shape.radius * factor, halfHeight: shape.halfHeight * factor, ...rounding };
    case 'box': {
      const [x, y, z] = shape.halfExtents;
      return { ...shape, halfExtents: [x * factor, y * factor, z * factor], ...rounding };
    }
    case 'convexHull':
      return { ...shape, points: scaled(shape.points, factor), ...rounding };
    case 'mesh':
      return { ...shape, vertices: scaled(shape.vertices, factor) };
    case 'heightField':
      return { ...shape, heights: scaled(shape.heights, factor), spacing: [shape.spacing[0] * factor, shape.spacing[1] * factor] };
    case 'spline':
      return { ...shape, points: scaled(shape.points, factor), tangents: scaled(shape.tangents, factor), radius: shape.radius * factor };
    case 'halfSpace':
      return shape;
    case 'compound':
      return {
        ...shape,
        children: shape.children.map(({ shape: child, position: [x, y, z], orientation: turn }) => ({
          shape: resized(child, factor),
          position: [x * factor, y * factor, z * factor] as const,
          orientation: turn,
        })),
      };
  }
}

/** Sizes of a millimetre to a kilometre. */
export const size = between(-3, 3).map((exponent) => 10 ** exponent);
