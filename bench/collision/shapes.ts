// The shapes and scenes that are measured.
import type { Quat, Vec3 } from '../model.ts';
import type { BenchShape, PlacedShape } from './model.ts';

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export function random(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

export function randomDirection(next: () => number): Vec3 {
  for (;;) {
    const v = [next() * 2 - 1, next() * 2 - 1, next() * 2 - 1];
    const size = Math.hypot(...v);
    if (size > 0.1 && size < 1) return [v[0] / size, v[1] / size, v[2] / size];
  }
}

const IDENTITY: Quat = [0, 0, 0, 1];
export const LYING: Quat = [0, 0, Math.SQRT1_2, Math.SQRT1_2];

/** Corners of a prism with 12 sides, its caps smaller than its middle. */
function gem(): number[] {
  return [
    [-0.5, 0.4],
    [0, 0.55],
    [0.5, 0.4],
  ].flatMap(([y, radius]) =>
    Array.from({ length: 12 }, (_, k) => [radius * Math.cos((k * Math.PI) / 6), y, radius * Math.sin((k * Math.PI) / 6)]).flat(),
  );
}

/** A rolling ground about the origin, with its top at zero in the middle. */
const ground = (x: number, z: number) => 0.05 * (Math.cos(1.7 * x) * Math.cos(1.3 * z) - 1);

/** A square of triangles about the origin, of so many cells along each side. */
export function grid(cells: number, size: number, height: (x: number, z: number) => number): { vertices: number[]; indices: number[] } {
  const vertices: number[] = [];
  const indices: number[] = [];
  for (let row = 0; row <= cells; row++)
    for (let column = 0; column <= cells; column++) {
      const [x, z] = [(column / cells - 0.5) * size, (row / cells - 0.5) * size];
      vertices.push(x, height(x, z), z);
      if (row === cells || column === cells) continue;
      const a = row * (cells + 1) + column;
      const [b, c, d] = [a + 1, a + cells + 1, a + cells + 2];
      indices.push(a, c, b, b, c, d);
    }
  return { vertices, indices };
}

const SAMPLES = 16;
const SPACING = 4 / (SAMPLES - 1);

export const SHAPES = {
  sphere: { type: 'sphere', radius: 0.5 },
  capsule: { type: 'capsule', radius: 0.25, halfHeight: 0.5 },
  box: { type: 'box', halfExtents: [0.5, 0.5, 0.5] },
  cylinder: { type: 'cylinder', radius: 0.5, halfHeight: 0.5 },
  cone: { type: 'cone', radius: 0.5, halfHeight: 0.5 },
  hull: { type: 'hull', points: gem() },
  compound: {
    type: 'compound',
    children: [
      { shape: { type: 'box', halfExtents: [0.5, 0.25, 0.5] }, position: [-0.5, 0.25, 0] },
      { shape: { type: 'box', halfExtents: [0.5, 0.25, 0.5] }, position: [0.5, 0.25, 0] },
      { shape: { type: 'box', halfExtents: [0.25, 0.25, 0.25] }, position: [0, -0.25, 0] },
    ],
  },
  halfSpace: { type: 'halfSpace' },
  mesh: { type: 'mesh', ...grid(15, 4, ground) },
  heightField: {
    type: 'heightField',
    samples: SAMPLES,
    spacing: SPACING,
    heights: Array.from({ length: SAMPLES * SAMPLES }, (_, i) =>
      ground(((i % SAMPLES) - (SAMPLES - 1) / 2) * SPACING, (Math.floor(i / SAMPLES) - (SAMPLES - 1) / 2) * SPACING),
    ),
  },
  spline: { type: 'spline', radius: 0.2, points: [-2, -0.3, 0, -1, -0.2, 0, 0, -0.2, 0, 1, -0.2, 0, 2, -0.3, 0] },
} satisfies Record<string, BenchShape>;
export type ShapeName = keyof typeof SHAPES;

/** How far a shape reaches above its origin where it is upright, and below it as the first of a pair. */
const TOPS: Record<ShapeName, number> = {
  sphere: 0.5,
  capsule: 0.75,
  box: 0.5,
  cylinder: 0.5,
  cone: 0.5,
  hull: 0.5,
  compound: 0.5,
  halfSpace: 0,
  mesh: 0,
  heightField: 0,
  spline: 0,
};
const BOTTOMS: Partial<Record<ShapeName, number>> = {
  sphere: 0.5,
  capsule: 0.25,
  box: 0.5,
  cylinder: 0.5,
  cone: 0.5,
  hull: 0.5,
  compound: 0.5,
};

export const PAIRS: [ShapeName, ShapeName][] = [
  ['sphere', 'sphere'],
  ['sphere', 'box'],
  ['capsule', 'sphere'],
  ['capsule', 'box'],
  ['box', 'box'],
  ['cylinder', 'box'],
  ['cylinder', 'cylinder'],
  ['cone', 'box'],
  ['hull', 'box'],
  ['hull', 'hull'],
  ['box', 'compound'],
  ['sphere', 'halfSpace'],
  ['box', 'halfSpace'],
  ['sphere', 'mesh'],
  ['box', 'mesh'],
  ['hull', 'mesh'],
  ['sphere', 'heightField'],
  ['box', 'heightField'],
  ['sphere', 'spline'],
  ['box', 'spline'],
];

/** A pair that overlaps by 1 cm at rest, or is half a cell apart. */
export function pair([first, second]: [ShapeName, ShapeName], count: number, touching: boolean) {
  const orientation = first === 'capsule' ? LYING : IDENTITY;
  const height = TOPS[second] + (BOTTOMS[first] ?? 0.5) + (touching ? -0.01 : 3);
  return { first: SHAPES[first], second: SHAPES[second], orientation, count, height };
}

/** Bodies of every convex kind and compounds in a cube. */
export function mixedScene(count: number, size: number): PlacedShape[] {
  const next = random(1);
  const names: ShapeName[] = ['sphere', 'capsule', 'box', 'cylinder', 'cone', 'hull', 'compound'];
  return Array.from({ length: count }, (_, i) => {
    const [x, y, z] = randomDirection(next);
    const turn = Math.PI * next();
    const sine = Math.sin(turn / 2);
    return {
      shape: SHAPES[names[i % names.length]],
      position: [(next() - 0.5) * size, (next() - 0.5) * size, (next() - 0.5) * size],
      orientation: [x * sine, y * sine, z * sine, Math.cos(turn / 2)],
    };
  });
}

/** Rays from a sphere around the origin to points of a box about it: most of them hit what is there. */
export function raysAt(count: number, from: number, extents: Vec3): Float64Array {
  const next = random(2);
  const rays = new Float64Array(6 * count);
  for (let i = 0; i < count; i++) {
    const away = randomDirection(next);
    const origin = [away[0] * from, Math.abs(away[1]) * from, away[2] * from];
    const way = extents.map((extent, axis) => (next() * 2 - 1) * extent - origin[axis]);
    const length = Math.hypot(...way);
    for (let axis = 0; axis < 3; axis++) {
      rays[6 * i + axis] = origin[axis];
      rays[6 * i + 3 + axis] = way[axis] / length;
    }
  }
  return rays;
}

/** A rolling ground of 2 × 224² = 100 352 triangles, 100 m wide. */
export const largeMesh = (): BenchShape => ({ type: 'mesh', ...grid(224, 100, (x, z) => 3 * Math.sin(0.2 * x) * Math.cos(0.17 * z)) });

/** Boxes on a grid that drift too slowly to meet while they are measured. */
export function driftingBoxes(count: number): { position: Vec3; velocity: Vec3 }[] {
  const next = random(3);
  const side = Math.ceil(Math.cbrt(count));
  return Array.from({ length: count }, (_, i) => {
    const [x, y, z] = randomDirection(next);
    return {
      position: [(i % side) * 4, (Math.floor(i / side) % side) * 4, Math.floor(i / (side * side)) * 4],
      velocity: [0.5 * x, 0.5 * y, 0.5 * z],
    };
  });
}
