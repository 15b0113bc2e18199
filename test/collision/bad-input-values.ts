// Shapes that cannot be, options and queries that mean nothing; and the world that they are tried on.

import {
  NEGATIVE,
  NOT_BOOLEANS,
  NOT_DIRECTIONS,
  NOT_OBJECTS,
  NOT_POSITIVE,
  NOT_ROTATIONS,
  NOT_VECTORS,
} from '../bindings/bad-input-values.ts';
import { boxMesh } from '../shapes/meshes.ts';
import {
  type Body,
  type BodyOptions,
  Box,
  Capsule,
  Compound,
  Cone,
  ConvexHull,
  type ConvexShape,
  Cylinder,
  type ErrorCode,
  HalfSpace,
  HeightField,
  type Shape,
  Sphere,
  Spline,
  TriangleMesh,
  World,
  type WorldOptions,
} from './package.ts';

const cube = boxMesh([-1, -1, -1], [1, 1, 1]);
const corners = cube.vertices;
const HEIGHTS = { heights: [0, 0, 0, 0, 0, 0], rows: 2, columns: 3, spacing: 1 };
const LINE = [0, 0, 0, 1, 0, 0];

export interface Subject {
  world: World;
  dynamic: Body;
  fixed: Body;
  removed: Body;
  foreign: Body;
  foreignWorld: World;
}

export async function makeSubject(settings: WorldOptions): Promise<Subject> {
  const options = { ...settings, substeps: 2 };
  const [world, foreignWorld] = [await World.create(options), await World.create(options)];
  world.addBody({ type: 'static', shape: new HalfSpace() });
  const fixed = world.addBody({ type: 'static', shape: new TriangleMesh(cube.vertices, cube.indices), position: [5, 0, 0] });
  const dynamic = world.addBody({ shape: new Box([0.5, 0.5, 0.5]), position: [5, 3, 0], angularVelocity: [1, 2, 3] });
  world.addBody({ shape: new ConvexHull(corners), position: [0, 5, 0], collisionGroup: 2 });
  const removed = world.addBody({ shape: new Sphere(1) });
  world.removeBody(removed);
  const foreign = foreignWorld.addBody({ shape: new Sphere(1) });
  return { world, dynamic, fixed, removed, foreign, foreignWorld };
}

export interface BadCall {
  what: string;
  name: string;
  codes: readonly ErrorCode[];
  act: (subject: Subject) => unknown;
}

const ARGUMENT: readonly ErrorCode[] = ['invalid-argument'];
const MESH: readonly ErrorCode[] = ['invalid-argument', 'open-mesh', 'degenerate-mesh'];

function rows(
  what: string,
  values: readonly [string, unknown][],
  act: (value: never, subject: Subject) => unknown,
  codes = ARGUMENT,
): BadCall[] {
  return values.map(([name, value]) => ({ what, name, codes, act: (subject) => act(value as never, subject) }));
}

const NOT_ROUNDINGS: [string, unknown][] = [...NEGATIVE, ['more than there is room for', 3]];
const NAN = Number.NaN;

const NOT_POINTS: [string, unknown][] = [
  ['none', []],
  ['three', corners.slice(0, 9)],
  ['numbers that are no multiple of three', corners.slice(1)],
  ['one point often', new Array(24).fill(1)],
  ['points on a line', [0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4]],
  ['points in a plane', [0, 0, 0, 1, 0, 0, 0, 0, 1, 1, 0, 1, 0.3, 0, 0.2]],
  ['points in a slanted plane', [1, 0, 0, 0, 1, 0, 0, 0, 1, 2, -1, 0, -1, 1, 1]],
  ['NaN', corners.with(4, NAN)],
  ['Infinity', corners.with(4, Infinity)],
  ['text', corners.map(String)],
  ['null', null],
  ['a number', 24],
];

const HULLS: BadCall[] = [
  ...rows('hull points', NOT_POINTS, (points) => new ConvexHull(points), ['invalid-argument', 'degenerate-hull']),
  ...rows('hull rounding', NEGATIVE, (rounding) => new ConvexHull(corners, { rounding })),
  ...rows('hull options', NOT_OBJECTS.slice(1), (options) => new ConvexHull(corners, options)),
];

const SIZES: BadCall[] = [
  ...rows('sphere radius', NOT_POSITIVE, (radius) => new Sphere(radius)),
  ...[Capsule, Cylinder, Cone].flatMap((Kind) => [
    ...rows(`${Kind?.name} radius`, NOT_POSITIVE, (radius) => new Kind(radius, 1)),
    ...rows(`${Kind?.name} half height`, NOT_POSITIVE, (halfHeight) => new Kind(1, halfHeight)),
  ]),
  ...[Cylinder, Cone].flatMap((Kind) => rows(`${Kind?.name} rounding`, NOT_ROUNDINGS, (rounding) => new Kind(1, 1, { rounding }))),
  ...rows('box extents', NOT_VECTORS, (extents) => new Box(extents)),
  ...rows('box extent', NOT_POSITIVE, (extent) => new Box([1, extent, 1])),
  ...rows('box rounding', NOT_ROUNDINGS, (rounding) => new Box([1, 2, 3], { rounding })),
  ...rows('box options', [['a misspelt name', { roundig: 0.1 }]], (options) => new Box([1, 2, 3], options)),
  ...rows('half-space normal', NOT_DIRECTIONS, (normal) => new HalfSpace(normal)),
];

const inverted = cube.indices.toReversed();
const MESHES: BadCall[] = [
  ...rows('mesh with NaN', [['', corners.with(3, NAN)]], (vertices) => new TriangleMesh(vertices, cube.indices), MESH),
  ...rows('surface with NaN', [['', corners.with(3, NAN)]], (vertices) => new TriangleMesh(vertices, cube.indices, { solid: false }), MESH),
  ...rows(
    'mesh indices',
    [
      ['out of range', cube.indices.with(5, 8)],
      ['negative', cube.indices.with(5, -1)],
      ['halves', cube.indices.with(5, 0.5)],
      ['NaN', cube.indices.with(5, NAN)],
      ['none', []],
      ['no multiple of three', cube.indices.slice(1)],
      ['a hole', cube.indices.slice(3)],
      ['inside out', inverted],
      ['one triangle turned', [...cube.indices.slice(3), ...cube.indices.slice(0, 3).toReversed()]],
      ['a triangle twice', [...cube.indices, ...cube.indices.slice(0, 3)]],
    ],
    (indices) => new TriangleMesh(corners, indices),
    MESH,
  ),
  ...rows(
    'surface indices',
    [
      ['out of range', cube.indices.with(5, 8)],
      ['none', []],
    ],
    (indices) => new TriangleMesh(corners, indices, { solid: false }),
    MESH,
  ),
  ...rows('mesh solid', NOT_BOOLEANS, (solid) => new TriangleMesh(corners, cube.indices, { solid })),
  ...rows('mesh oneSided', NOT_BOOLEANS, (oneSided) => new TriangleMesh(corners, cube.indices, { oneSided })),
];

const FIELDS: BadCall[] = [
  ...rows(
    'heights',
    [
      ['too few', [0, 0, 0, 0, 0]],
      ['too many', new Array(7).fill(0)],
      ['NaN', [0, NAN, 0, 0, 0, 0]],
      ['Infinity', [0, 0, 0, Infinity, 0, 0]],
      ['none', []],
      ['null', null],
    ],
    (heights) => new HeightField({ ...HEIGHTS, heights }),
  ),
  ...rows(
    'rows',
    [...NOT_POSITIVE, ['one', 1], ['two and a half', 2.5], ['three', 3]],
    (count) => new HeightField({ ...HEIGHTS, rows: count }),
  ),
  ...rows('columns', [...NOT_POSITIVE, ['one', 1], ['four', 4]], (columns) => new HeightField({ ...HEIGHTS, columns })),
  ...rows(
    'spacing',
    [
      ['0', 0],
      ['-1', -1],
      ['NaN', NAN],
      ['one of two zero', [1, 0]],
      ['three', [1, 1, 1]],
      ['NaN in it', [1, NAN]],
      ['null', null],
    ],
    (spacing) => new HeightField({ ...HEIGHTS, spacing }),
  ),
  ...rows('height field options', NOT_OBJECTS, (options) => new HeightField(options)),
];

const SPLINES: BadCall[] = [
  ...rows('spline radius', NOT_POSITIVE, (radius) => new Spline(LINE, { radius })),
  ...rows(
    'spline points',
    [
      ['none', []],
      ['one', [0, 0, 0]],
      ['five numbers', LINE.slice(1)],
      ['NaN', LINE.with(2, NAN)],
      ['null', null],
    ],
    (points) => new Spline(points, { radius: 0.1 }),
  ),
  ...rows(
    'spline tangents',
    [
      ['too few', [1, 0, 0]],
      ['NaN', LINE.with(1, NAN)],
    ],
    (tangents) => new Spline(LINE, { radius: 0.1, tangents }),
  ),
  ...rows('spline closed', NOT_BOOLEANS, (closed) => new Spline([...LINE, 0, 1, 0], { radius: 0.1, closed })),
];

const fixedShapes = (): [string, Shape][] => [
  ['a half-space', new HalfSpace()],
  ['a surface', new TriangleMesh(corners, cube.indices, { solid: false })],
  ['a solid mesh', new TriangleMesh(corners, cube.indices)],
  ['a height field', new HeightField(HEIGHTS)],
  ['a spline', new Spline(LINE, { radius: 0.1 })],
];

const lazily = (count: number, make: (shape: Shape, subject: Subject) => unknown, what: string, codes: readonly ErrorCode[]): BadCall[] =>
  Array.from({ length: count }, (_, i) => ({ what, name: `shape ${i}`, codes, act: (subject) => make(fixedShapes()[i][1], subject) }));

const COMPOUNDS: BadCall[] = [
  ...rows(
    'children',
    [
      ['none', []],
      ['null', null],
      ['a shape', 5],
      ['null in it', [null]],
      ['no shape', [{}]],
    ],
    (children) => new Compound(children),
  ),
  ...rows('child position', NOT_VECTORS, (position) => new Compound([{ shape: new Sphere(1), position }])),
  ...rows('child orientation', NOT_ROTATIONS, (orientation) => new Compound([{ shape: new Sphere(1), orientation }])),
  ...lazily(5, (shape) => new Compound([{ shape: shape as ConvexShape }]), 'a child that is not convex', [
    'invalid-argument',
    'unsupported-shape',
  ]),
];

/** No sets of 32 groups. */
export const NOT_BITS: [string, unknown][] = [
  ['NaN', NAN],
  ['half', 0.5],
  ['negative', -1],
  ['33 bits', 2 ** 32],
  ['text', '1'],
  ['null', null],
];

const MASS = { mass: 1, inertia: [1, 1, 1] } as unknown as BodyOptions;
const BODIES: BadCall[] = [
  ...lazily(5, (shape, { world }) => world.addBody({ ...MASS, shape }), 'a dynamic body with a shape for static ones', [
    'invalid-argument',
    'unsupported-shape',
  ]),
  ...rows('collisionGroup', NOT_BITS, (collisionGroup, { world }) => world.addBody({ collisionGroup })),
  ...rows('collisionMask', NOT_BITS, (collisionMask, { world }) => world.addBody({ collisionMask })),
  ...rows('collides', NOT_BOOLEANS, (collides, { world }) => world.addBody({ collides })),
];

export const SHAPES_AND_BODIES: BadCall[] = [...HULLS, ...SIZES, ...MESHES, ...FIELDS, ...SPLINES, ...COMPOUNDS, ...BODIES];
export { rows };
