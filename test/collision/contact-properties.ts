// What must be true of the contacts of any pair of bodies, by the oracles.
import { expect } from 'vitest';
import { asVector, type Placed } from './api.ts';
import { type Convex, extent, moved } from './oracles/convex.ts';
import { overlapAlong, type Separation, separation } from './oracles/separation.ts';
import { separationOf, sizeOf } from './oracles/solid.ts';
import { along, dot, length, negate, scale, subtract, type Vector } from './oracles/vector.ts';
import type { Contact, World } from './package.ts';

/** An overlap deeper than this part of the smaller body's size is never missed. */
export const NEVER_MISSED = 1e-3;
/** Of the deepest separation beside the oracle's, as parts of the smaller size and of the depth: a face is preferred to an edge. */
export const NORMAL_SLACK = { size: 0.02, depth: 0.15 };
/**
 * A point so far beyond the sides of a face, beside its width, still counts as on it: it keeps the corners of aligned boxes. Faces lean up to
 * 5.1 degrees from the normal, edges that lie level up to 5.7, and are at most twice as wide as the smaller body's size: then its depth is
 * up to 1e-4 * tan(5.7 degrees) * 2 of the size too large.
 */
export const CLIP_SLACK = 2e-5;
/**
 * Separating axes of faces are preferred to those of edges that are better by less than a thousandth of half the least width of the smaller
 * core. With a face's axis that is off by the angle t, the least distance d found is up to 2 d (1 - cos t) / sin p too large, p being the angle
 * at which the edges pass, and d (1 - cos t) is that preference.
 */
export const AXIS_SLACK = 2e-3;
/** What may be left of an overlap after the second body moved by the depth: points are clipped to faces, the whole solids are not. */
export const REMAINING = { size: 0.02, depth: 0.1 };

export interface Found {
  /** From the first body to the second. */
  normal: Vector;
  points: { position: Vector; separation: number; id: number }[];
}

/** The manifolds of two bodies, turned so that normals point from the first to the second. */
export function manifoldsOf(contacts: readonly Contact[], first: Placed, second: Placed): Found[] {
  const found: Found[] = [];
  for (const { a, b, normal, points } of contacts) {
    const forth = a === first.body && b === second.body;
    if (!forth && !(a === second.body && b === first.body)) continue;
    const n = asVector(normal);
    found.push({
      normal: forth ? n : negate(n),
      points: points.map(({ position, separation: gap, id }) => ({ position: asVector(position), separation: gap, id })),
    });
  }
  return found;
}

export function detect(world: World, first: Placed, second: Placed): Found[] {
  world.detectCollisions();
  return manifoldsOf(world.contacts(), first, second);
}

const deepest = (found: readonly Found[]): number =>
  Math.min(Infinity, ...found.flatMap(({ points }) => points.map(({ separation: gap }) => gap)));

/** Numbers that are numbers, unit normals, four points at most, ids that differ. */
export function expectWellFormed(found: readonly Found[]): void {
  for (const { normal, points } of found) {
    expect(Math.abs(length(normal) - 1)).toBeLessThan(1e-6);
    expect(points.length).toBeGreaterThanOrEqual(1);
    expect(points.length).toBeLessThanOrEqual(4);
    for (const { position, separation: gap } of points) expect([...position, gap].every(Number.isFinite)).toBe(true);
    expect(new Set(points.map(({ id }) => id)).size).toBe(points.length);
  }
}

/** Round-off of a pose so far from the origin, and of results stored in the world's precision. */
export function roundOff(first: Placed, second: Placed, single: boolean): number {
  const far = Math.max(...first.body.position.map(Math.abs), ...second.body.position.map(Math.abs));
  const size = Math.max(sizeOf(first.solid), sizeOf(second.solid));
  return (single ? 2e-6 : 1e-9) * size + (single ? 1e-7 : 1e-15) * far;
}

/** Checks the contacts of a pair against the oracle; the bodies are where their `solid` says. */
export function expectTrue(found: readonly Found[], first: Placed, second: Placed, single: boolean): Separation {
  const size = Math.min(sizeOf(first.solid), sizeOf(second.solid));
  const tolerance = (1e-5 + CLIP_SLACK) * size + roundOff(first, second, single);
  // of meshes and height fields the surface: what is wholly inside touches nothing
  const wanted = separationOf(first.solid, second.solid);
  expectWellFormed(found);
  const least = deepest(found);
  if (wanted.distance < -NEVER_MISSED * size - tolerance) expect(least, 'a deep overlap was missed').toBeLessThan(0);
  if (wanted.distance > tolerance) expect(least, 'an overlap that is none').toBeGreaterThan(-tolerance);
  const [a, b] = [only(first.solid.parts), only(second.solid.parts)];
  if (!a || !b || !found.length) return wanted;
  expect(found.length).toBe(1);
  const [{ normal, points }] = found;
  // no point is deeper than the solids along the normal
  const overlap = overlapAlong(a, b, normal);
  expect(-least).toBeLessThanOrEqual(overlap + tolerance);
  for (const point of points) expectBetweenSurfaces(a, b, normal, point, tolerance);
  if (wanted.distance > 0) {
    const axes = a.flat && b.flat && a.radius + b.radius === 0 ? AXIS_SLACK * size : 0;
    expect(least).toBeLessThanOrEqual(wanted.distance + tolerance + 0.02 * wanted.distance + axes);
    return wanted;
  }
  expect(overlap, 'another direction is far shallower').toBeLessThanOrEqual(
    -wanted.distance * (1 + NORMAL_SLACK.depth) + NORMAL_SLACK.size * size + tolerance,
  );
  const apart = moved(b, scale(normal, -least + tolerance));
  const left = -separation(a, apart).distance;
  expect(left, 'moving by the depth does not end the overlap').toBeLessThanOrEqual(
    REMAINING.size * size + REMAINING.depth * -least + tolerance,
  );
  return wanted;
}

const only = (parts: readonly Convex[]): Convex | null => (parts.length === 1 ? parts[0] : null);

/** A point's two ends, half its separation along the normal either way, lie inside the slab of each solid. */
function expectBetweenSurfaces(
  a: Convex,
  b: Convex,
  normal: Vector,
  { position, separation: gap }: Found['points'][number],
  tolerance: number,
): void {
  const [onA, onB] = [along(position, normal, -gap / 2), along(position, normal, gap / 2)];
  expect(dot(normal, onA)).toBeLessThanOrEqual(extent(a, normal) + tolerance);
  expect(dot(normal, onB)).toBeGreaterThanOrEqual(-extent(b, negate(normal)) - tolerance);
}

/** The same contacts of the same pair when the other body was added first. */
export function expectSame(found: readonly Found[], swapped: readonly Found[], tolerance: number): void {
  expectWellFormed(swapped);
  expect(Math.abs(deepest(swapped) - deepest(found)) || 0).toBeLessThanOrEqual(tolerance);
  expect(swapped.length).toBe(found.length);
  if (found.length !== 1) return;
  expect(length(subtract(found[0].normal, swapped[0].normal))).toBeLessThan(1e-4);
  expect(swapped[0].points.length).toBe(found[0].points.length);
}
