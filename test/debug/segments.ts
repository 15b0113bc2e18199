// What the tests of debug drawing look at: segments by colour, and where they end.

import { subtract } from '../../bindings/core/geometry.ts';
import { type DebugLayer, type DebugLines, type DebugOptions, debugLines } from '../../bindings/debug/index.ts';
import type { Vec3, World } from '../../bindings/index.ts';
import { expectVector, norm } from '../bindings/backends.ts';

export { BACKENDS, expectRefusal, expectVector, norm } from '../bindings/backends.ts';

/** Size of the drawings. */
export const SIZE = 0.5;
/** Rounding to f32 of numbers up to ten. */
export const ROUNDING = 2e-6;

export interface Segment {
  from: Vec3;
  to: Vec3;
  color: number;
}

export function segmentsOf({ positions, colors, count }: DebugLines): Segment[] {
  return Array.from({ length: count }, (_, k) => {
    const numbers = Array.from(positions.subarray(6 * k, 6 * k + 6));
    const [red, green, blue] = colors.subarray(6 * k);
    return { from: numbers.slice(0, 3) as Vec3, to: numbers.slice(3) as Vec3, color: (red << 16) | (green << 8) | blue };
  });
}

export function draw(world: World, layer: DebugLayer, options: Partial<DebugOptions> = {}): Segment[] {
  return segmentsOf(debugLines(world, { layers: [layer], size: SIZE, ...options }));
}

export const ofColor = (segments: Segment[], color: number): Segment[] => segments.filter((segment) => segment.color === color);
export const pointsOf = (segments: Segment[]): Vec3[] => segments.flatMap(({ from, to }) => [from, to]);

/** Both ends of a segment. */
export function expectSegment({ from, to }: Segment, wantedFrom: Readonly<Vec3>, wantedTo: Readonly<Vec3>, tolerance = ROUNDING): void {
  expectVector(from, wantedFrom, tolerance);
  expectVector(to, wantedTo, tolerance);
}

export const lengthOf = ({ from, to }: Segment): number => norm(subtract(to, from));
export const unit = (v: Vec3): Vec3 => v.map((component) => component / norm(v)) as Vec3;
/** From a segment's start to its end. */
export const directionOf = ({ from, to }: Segment): Vec3 => unit(subtract(to, from));

/** The box that some points fill. */
export function boxOf(points: readonly Vec3[]): { low: Vec3; high: Vec3 } {
  const bound = (pick: (...values: number[]) => number) => [0, 1, 2].map((axis) => pick(...points.map((point) => point[axis]))) as Vec3;
  return { low: bound(Math.min), high: bound(Math.max) };
}
