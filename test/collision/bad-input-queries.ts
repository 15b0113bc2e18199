// Bad input to the queries of a world, and to what pairs of bodies take.
import { NEGATIVE, NOT_BOOLEANS, NOT_DIRECTIONS, NOT_OBJECTS, NOT_ROTATIONS, NOT_VECTORS } from '../bindings/bad-input-values.ts';
import { type BadCall, NOT_BITS, rows, type Subject } from './bad-input-values.ts';
import { type Body, HalfSpace, type QueryFilter, Sphere, type World } from './package.ts';

const UP = [0, 1, 0];
const DOWN = [0, -1, 0];
const HIGH = [5, 9, 0];
const ball = () => new Sphere(0.5);
const NAN = Number.NaN;

const FILTERS: [string, unknown][] = [
  ['a number', 5],
  ['null', null],
  ['an object', {}],
  ['text', 'body'],
];
const EXCLUDED: [string, unknown][] = [
  ['a number', 5],
  ['text', 'body'],
  ['null', null],
  ['an object', {}],
  ['null in it', [null]],
];
const MISSPELT: [string, unknown][] = [['a misspelt name', { maxDistence: 1, mask2: 1 }]];
/** maxDistance may be infinite. */
const NOT_DISTANCES = NEGATIVE.filter(([name]) => name !== 'Infinity');

type Query = (world: World, options: QueryFilter) => unknown;
const QUERIES: Record<string, Query> = {
  castRay: (world, options) => world.castRay(HIGH, DOWN, options),
  castRayAll: (world, options) => world.castRayAll(HIGH, DOWN, options),
  castRayAny: (world, options) => world.castRayAny(HIGH, DOWN, options),
  castShape: (world, options) => world.castShape(ball(), { position: HIGH, translation: DOWN, ...options }),
  overlap: (world, options) => world.overlap(ball(), { position: HIGH, ...options }),
  bodiesAt: (world, options) => world.bodiesAt(HIGH, options),
  closestPoint: (world, options) => world.closestPoint(HIGH, options),
};

/** What all queries take. */
const COMMON: BadCall[] = Object.entries(QUERIES).flatMap(([name, query]) => [
  ...rows(`${name} mask`, NOT_BITS, (mask, { world }) => query(world, { mask })),
  ...rows(`${name} filter`, FILTERS, (filter, { world }) => query(world, { filter })),
  ...rows(`${name} exclude`, EXCLUDED, (exclude, { world }) => query(world, { exclude })),
  ...rows(`${name} options`, MISSPELT, (options, { world }) => query(world, options)),
  {
    what: `${name} exclude`,
    name: 'a removed body',
    codes: ['removed-handle'],
    act: ({ world, removed }) => query(world, { exclude: removed }),
  },
  {
    what: `${name} exclude`,
    name: 'a foreign body',
    codes: ['foreign-handle'],
    act: ({ world, foreign }) => query(world, { exclude: [foreign] }),
  },
]);

const RAYS: BadCall[] = (['castRay', 'castRayAll', 'castRayAny'] as const).flatMap((name) => [
  ...rows(`${name} origin`, NOT_VECTORS, (origin, { world }) => world[name](origin, DOWN)),
  ...rows(`${name} direction`, NOT_DIRECTIONS, (direction, { world }) => world[name](HIGH, direction)),
  ...rows(`${name} maxDistance`, NOT_DISTANCES, (maxDistance, { world }) => world[name](HIGH, DOWN, { maxDistance })),
  ...rows(`${name} hollow`, NOT_BOOLEANS, (hollow, { world }) => world[name](HIGH, DOWN, { hollow })),
  ...rows(`${name} options`, NOT_OBJECTS, (options, { world }) => world[name](HIGH, DOWN, options)),
]);

const ray = Float64Array.of(...HIGH, ...DOWN);
const BATCHES: BadCall[] = [
  ...rows(
    'castRays rays',
    [
      ['null', null],
      ['five numbers', ray.slice(1)],
      ['NaN', ray.with(2, NAN)],
      ['Infinity', ray.with(2, Infinity)],
      ['no direction', ray.with(4, 0)],
    ],
    (given, { world }) => world.castRays(given),
  ),
  ...rows('castRays maxDistance', NOT_DISTANCES, (maxDistance, { world }) => world.castRays(ray, { maxDistance })),
  ...rows('castRays mask', NOT_BITS, (mask, { world }) => world.castRays(ray, { mask })),
  ...rows(
    'castRays out',
    [
      ['null', null],
      ['an empty object', {}],
      ['too short', { distances: new Float64Array(0), bodies: new Int32Array(0), normals: new Float64Array(0) }],
      ['of single precision', { distances: new Float32Array(1), bodies: new Int32Array(1), normals: new Float32Array(3) }],
    ],
    (out, { world }) => world.castRays(ray, { out }),
  ),
];

const NOT_SHAPES: [string, unknown][] = [
  ['null', null],
  ['undefined', undefined],
  ['a number', 1],
  ['text', 'sphere'],
  ['an object', { type: 'sphere', radius: 1 }],
];
const SHAPES: BadCall[] = [
  ...rows('castShape shape', NOT_SHAPES, (shape, { world }) => world.castShape(shape, { position: HIGH, translation: DOWN })),
  ...rows('castShape position', NOT_VECTORS, (position, { world }) => world.castShape(ball(), { position, translation: DOWN })),
  ...rows('castShape orientation', NOT_ROTATIONS, (orientation, { world }) =>
    world.castShape(ball(), { position: HIGH, orientation, translation: DOWN }),
  ),
  ...rows('castShape translation', NOT_VECTORS, (translation, { world }) => world.castShape(ball(), { position: HIGH, translation })),
  ...rows('castShape options', NOT_OBJECTS, (options, { world }) => world.castShape(ball(), options)),
  ...rows('overlap shape', NOT_SHAPES, (shape, { world }) => world.overlap(shape, { position: HIGH })),
  ...rows('overlap position', NOT_VECTORS, (position, { world }) => world.overlap(ball(), { position })),
  ...rows('overlap orientation', NOT_ROTATIONS, (orientation, { world }) => world.overlap(ball(), { position: HIGH, orientation })),
  {
    what: 'castShape shape',
    name: 'a half-space',
    codes: ['invalid-argument', 'unsupported-shape'],
    act: ({ world }) => world.castShape(new HalfSpace(), { position: HIGH, translation: DOWN }),
  },
  {
    what: 'overlap shape',
    name: 'a half-space',
    codes: ['invalid-argument', 'unsupported-shape'],
    act: ({ world }) => world.overlap(new HalfSpace(), { position: HIGH }),
  },
];

const POINTS: BadCall[] = [
  ...rows('bodiesAt point', NOT_VECTORS, (point, { world }) => world.bodiesAt(point)),
  ...rows('closestPoint point', NOT_VECTORS, (point, { world }) => world.closestPoint(point)),
  ...rows('closestPoint maxDistance', NOT_DISTANCES, (maxDistance, { world }) => world.closestPoint(UP, { maxDistance })),
];

const NOT_BODIES: [string, unknown][] = [
  ['null', null],
  ['undefined', undefined],
  ['a number', 0],
  ['an object', {}],
];
const PAIRS: BadCall[] = (['distanceBetween', 'ignoreCollisions', 'allowCollisions'] as const).flatMap((name) => {
  const call = (world: World, a: Body, b: Body): unknown => world[name](a, b);
  const special = (title: string, codes: BadCall['codes'], act: (subject: Subject) => unknown): BadCall => ({
    what: name,
    name: title,
    codes,
    act,
  });
  return [
    ...rows(`${name} first`, NOT_BODIES, (body, { world, dynamic }) => call(world, body, dynamic)),
    ...rows(`${name} second`, NOT_BODIES, (body, { world, dynamic }) => call(world, dynamic, body)),
    special('a removed body', ['removed-handle'], ({ world, dynamic, removed }) => call(world, dynamic, removed)),
    special('a removed body first', ['removed-handle'], ({ world, dynamic, removed }) => call(world, removed, dynamic)),
    special('a foreign body', ['foreign-handle'], ({ world, dynamic, foreign }) => call(world, foreign, dynamic)),
    special('a body and itself', ['invalid-argument'], ({ world, dynamic }) => call(world, dynamic, dynamic)),
  ];
});

export const QUERY_CALLS: BadCall[] = [...COMMON, ...RAYS, ...BATCHES, ...SHAPES, ...POINTS, ...PAIRS];
