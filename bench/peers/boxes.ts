// Stacks and walls of the suites of other engines: what they are is in their sources, which each scene names.

import type { ConvexShape } from '../collision/model.ts';
import { COMMON, floor, solid, topDrift } from '../contacts/scenes.ts';
import type { BodySpec, SceneData, Vec3 } from '../model.ts';

const cube = (half: number): ConvexShape => ({ type: 'box', halfExtents: [half, half, half] });
const CUBE = cube(0.5);
const BOX3D = { ...COMMON, gravity: [0, -10, 0] as Vec3, warmup: 0 };

/** Rows of cubes of 1 m that touch, from `base` down to one; the middle of the lowest row is at `x`, `z`. */
function rows(base: number, x: number, z: number, mass: number): BodySpec[] {
  const bodies: BodySpec[] = [];
  for (let row = 0; row < base; row++)
    for (let k = row; k < base; k++) bodies.push(solid(CUBE, mass, [x + (row + 1) / 2 + (k - row) - base / 2, row + 0.5, z]));
  return bodies;
}

/** Box3D, shared/benchmarks.c: large_pyramid. */
export function largePyramid(base = 100): SceneData {
  const bodies = [floor(400), ...rows(base, 0, 0, 100)];
  return {
    ...BOX3D,
    name: 'large-pyramid',
    description: `Box3D: ${base} rows of cubes, ${bodies.length - 1} in all`,
    bodies,
    measure: topDrift(bodies),
  };
}

/** Box3D, shared/benchmarks.c: many_pyramids. */
export function manyPyramids(count = 14, base = 10): SceneData {
  const bodies = [floor(90)];
  for (let row = 0; row < count; row++)
    for (let column = 0; column < count; column++)
      bodies.push(...rows(base, -76 + 11 * column, -76 + (row * 152) / Math.max(1, count - 1), 100));
  return {
    ...BOX3D,
    name: 'many-pyramids',
    description: `Box3D: ${count} × ${count} pyramids of ${base} rows, ${bodies.length - 1} cubes`,
    bodies,
  };
}

/** Jolt, PerformanceTest: Pyramid. Layers of squares that start half a metre above each other. */
export function widePyramid(layers = 15): SceneData {
  const bodies = [floor(50)];
  for (let i = 0; i < layers; i++)
    for (let j = i >> 1; j < layers - ((i + 1) >> 1); j++)
      for (let k = i >> 1; k < layers - ((i + 1) >> 1); k++) {
        const place = (index: number) => -layers + 2 * index + (i & 1 ? 1 : 0);
        bodies.push(solid(cube(1), 8000, [place(j), 1 + 2.5 * i, place(k)]));
      }
  return {
    ...COMMON,
    warmup: 0,
    name: 'wide-pyramid',
    description: `Jolt: a pyramid of ${layers} layers of squares, ${bodies.length - 1} cubes`,
    bodies,
  };
}

/** js-physics-benchmarks: pyramid. Squares of cubes on each other, on which a heavy cube falls. */
export function struckPyramid(height = 6): SceneData {
  const bodies = [floor(50)];
  for (let y = 0; y < height; y++) {
    const reach = height - 1 - y;
    for (let x = -reach; x <= reach; x++) for (let z = -reach; z <= reach; z++) bodies.push(solid(CUBE, 1, [x, y + 0.5, z]));
  }
  const blocks = bodies.length - 1;
  bodies.push(solid(cube(1), 10, [0, 20, 0]));
  return {
    ...COMMON,
    warmup: 0,
    name: 'struck-pyramid',
    description: `js-physics-benchmarks: ${blocks} cubes, and one of 10 kg that falls on them`,
    bodies,
  };
}

/** js-physics-benchmarks: stable-stacking at its highest. */
export function stableStacking(height = 50): SceneData {
  const bodies = [floor(10), ...Array.from({ length: height }, (_, i) => solid(CUBE, 100, [0, 0.5 + 1.1 * i, 0]))];
  return {
    ...COMMON,
    warmup: 0,
    name: 'stable-stacking',
    description: `js-physics-benchmarks: ${height} cubes, each dropped on the one below`,
    bodies,
    measure: topDrift(bodies),
  };
}

/** PEEL: HighMassRatio. */
export function highMassRatio(): SceneData {
  const bodies = [floor(400)];
  for (const [k, top] of [100, 200, 300].entries())
    for (let row = 0; row < 10; row++)
      for (let i = 0; i < 10 - row; i++) bodies.push(solid(cube(1), row === 9 ? top : 1, [2 * (i - (9 - row) / 2), 1 + 2 * row, 8 * k]));
  return {
    ...COMMON,
    warmup: 0,
    name: 'mass-ratio',
    description: 'PEEL: three pyramids of 1 kg cubes, with 100, 200 and 300 kg on top',
    bodies,
    measure: topDrift(bodies),
  };
}

/** Rapier, debug_cube_high_mass_ratio3: a cube on four levels of crossed sticks of a two-hundredth of its mass. */
export function cubeOnSticks(): SceneData {
  const stick = (along: 0 | 2): ConvexShape => ({ type: 'box', halfExtents: along === 0 ? [1, 0.2, 0.2] : [0.2, 0.2, 1] });
  const bodies = [floor(10)];
  for (let level = 0; level < 4; level++)
    for (const side of [-0.8, 0.8]) {
      bodies.push(solid(stick(0), 0.32, [0, 0.2 + 0.8 * level, side]));
      bodies.push(solid(stick(2), 0.32, [side, 0.6 + 0.8 * level, 0]));
    }
  bodies.push(solid(cube(2), 64, [0, 5.2, 0]));
  return {
    ...COMMON,
    warmup: 0,
    name: 'cube-on-sticks',
    description: 'Rapier: a cube of 64 kg on 16 sticks of 0.32 kg',
    bodies,
    measure: topDrift(bodies),
  };
}

/** A wall of bricks, each row shifted by half a brick, and a ball that flies into it. */
export function wallAndBall(columns = 30, height = 30): SceneData {
  const brick: ConvexShape = { type: 'box', halfExtents: [0.5, 0.25, 0.25] };
  const bodies = [floor(60)];
  for (let row = 0; row < height; row++)
    for (let i = 0; i < columns; i++) bodies.push(solid(brick, 1, [i - columns / 2 + (row & 1 ? 0.5 : 0), 0.25 + 0.5 * row, 0]));
  bodies.push({ ...solid({ type: 'sphere', radius: 1 }, 100, [0, 5, 12]), linearVelocity: [0, 2, -20] });
  return {
    ...COMMON,
    warmup: 0,
    name: 'wall',
    description: `a wall of ${columns} × ${height} bricks and a ball of 100 kg at 20 m/s`,
    bodies,
  };
}
