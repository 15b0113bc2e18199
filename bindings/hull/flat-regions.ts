// Merging the triangles of a hull into flat faces. A face grows from its largest triangle over all neighbours within the tolerance of
// that triangle's plane. A vertex that is no corner of such a face, seen straight on, is within the tolerance of the others and can go;
// then the hull is made again. When no vertex goes, the corners of each face are in convex position, and the only simple polygon
// through points in convex position is convex: all faces are convex polygons.
import type { Vec3 } from '../core/arguments.ts';
import { anyNormal, cross, dot, normalized, subtract } from '../core/geometry.ts';
import type { Lattice } from './lattice.ts';
import { type Facet, heightAbove } from './quickhull.ts';

/** Faces that must meet in a vertex. */
const FACES_AT_VERTEX = 3;

interface Region {
  readonly facets: Facet[];
  readonly vertices: readonly number[];
}

/** Which vertices go. Those that make one superfluous are kept, so that two neighbours never go on account of each other. */
class Selection {
  private readonly needed = new Set<number>();
  readonly removed = new Set<number>();

  remove(vertex: number, others: readonly number[]): void {
    if (this.needed.has(vertex) || others.some((other) => this.removed.has(other))) return;
    this.removed.add(vertex);
    for (const other of others) this.needed.add(other);
  }
}

/** The faces of a hull as lists of vertices counter-clockwise from outside, or else the vertices to leave out. */
export function findFaces(facets: readonly Facet[], lattice: Lattice): { faces: number[][] } | { superfluous: ReadonlySet<number> } {
  const selection = new Selection();
  removeFromSlivers(facets, lattice, selection);
  if (selection.removed.size > 0) return { superfluous: selection.removed };
  const regions = growRegions(facets, lattice);
  const facesAt = new Map<number, number>();
  for (const region of regions) {
    const kept = region.vertices.filter((vertex) => !selection.removed.has(vertex));
    const corners = convexPolygon(kept, region.facets[0].normal as Vec3, lattice);
    const used = new Set(corners);
    for (const vertex of kept) if (!used.has(vertex)) selection.remove(vertex, corners);
    for (const vertex of region.vertices) facesAt.set(vertex, (facesAt.get(vertex) ?? 0) + 1);
  }
  if (selection.removed.size === 0) removeFromEdges(facets, facesAt, selection);
  if (selection.removed.size > 0) return { superfluous: selection.removed };
  return { faces: regions.map(boundaryOf) };
}

/** A triangle lower than the tolerance has a vertex on its longest edge, as good as. */
function removeFromSlivers(facets: readonly Facet[], { places, tolerance }: Lattice, selection: Selection): void {
  for (const { corners } of facets) {
    const a = placeOf(places, corners[0]);
    const b = placeOf(places, corners[1]);
    const c = placeOf(places, corners[2]);
    const edges = [subtract(c, b), subtract(a, c), subtract(b, a)]; // each across from the corner of its number
    const squares = edges.map((edge) => dot(edge, edge));
    const longest = squares.indexOf(Math.max(squares[0], squares[1], squares[2]));
    const area = cross(edges[0], edges[1]);
    if (dot(area, area) > tolerance * tolerance * squares[longest]) continue;
    selection.remove(
      corners[longest],
      corners.filter((_, corner) => corner !== longest),
    );
  }
}

/** A vertex between two faces is on their common edge. */
function removeFromEdges(facets: readonly Facet[], facesAt: ReadonlyMap<number, number>, selection: Selection): void {
  for (const [vertex, count] of facesAt) {
    if (count >= FACES_AT_VERTEX) continue;
    const around = new Set(facets.filter(({ corners }) => corners.includes(vertex)).flatMap(({ corners }) => corners));
    around.delete(vertex);
    selection.remove(vertex, [...around]);
  }
}

function placeOf(places: Float64Array, point: number): Vec3 {
  return [places[3 * point], places[3 * point + 1], places[3 * point + 2]];
}

function growRegions(facets: readonly Facet[], lattice: Lattice): Region[] {
  const taken = new Set<Facet>();
  const regions: Region[] = [];
  const areas = new Map(facets.map((facet) => [facet, areaOf(facet, lattice)]));
  for (const seed of [...facets].sort((a, b) => areas.get(b)! - areas.get(a)!)) {
    if (taken.has(seed)) continue;
    taken.add(seed);
    const region = [seed];
    const vertices = new Set(seed.corners);
    for (let k = 0; k < region.length; k++) {
      for (const neighbour of region[k].neighbours) {
        if (taken.has(neighbour) || !isFlatWith(seed, neighbour, lattice)) continue;
        taken.add(neighbour);
        region.push(neighbour);
        for (const corner of neighbour.corners) vertices.add(corner);
      }
    }
    regions.push({ facets: region, vertices: [...vertices] });
  }
  return regions;
}

function areaOf({ corners }: Facet, { places }: Lattice): number {
  const [a, b, c] = corners.map((corner) => placeOf(places, corner));
  const area = cross(subtract(b, a), subtract(c, a));
  return dot(area, area);
}

function isFlatWith(seed: Facet, other: Facet, lattice: Lattice): boolean {
  return (
    dot(seed.normal as Vec3, other.normal as Vec3) > 0 &&
    other.corners.every((corner) => Math.abs(heightAbove(seed, lattice, corner)) <= lattice.tolerance)
  );
}

/** The corners of points seen along a normal (Andrew's monotone chain), without those within the tolerance of the line between their neighbours. */
function convexPolygon(points: readonly number[], normal: Vec3, { places, tolerance }: Lattice): number[] {
  if (points.length <= 3) return [...points];
  const along = normalized(normal);
  const right = anyNormal(along);
  const up = cross(along, right);
  const flat = points.map((point) => {
    const place = placeOf(places, point);
    return { point, x: dot(place, right), y: dot(place, up) };
  });
  type Flat = (typeof flat)[number];
  const turn = (a: Flat, b: Flat, c: Flat) => (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
  flat.sort((a, b) => a.x - b.x || a.y - b.y || a.point - b.point);
  const chain = (list: readonly Flat[]) => {
    const kept: Flat[] = [];
    for (const next of list) {
      while (kept.length > 1 && turn(kept[kept.length - 2], kept[kept.length - 1], next) <= 0) kept.pop();
      kept.push(next);
    }
    return kept.slice(0, -1);
  };
  const polygon = [...chain(flat), ...chain([...flat].reverse())];
  const sharpness = (k: number) => {
    const before = polygon[k === 0 ? polygon.length - 1 : k - 1];
    const after = polygon[k + 1 === polygon.length ? 0 : k + 1];
    const [x, y] = [after.x - before.x, after.y - before.y];
    return turn(before, polygon[k], after) / Math.sqrt(x * x + y * y);
  };
  while (polygon.length > 3) {
    let [bluntest, least] = [0, sharpness(0)];
    for (let k = 1; k < polygon.length; k++) {
      const value = sharpness(k);
      if (value < least) [bluntest, least] = [k, value];
    }
    if (least > tolerance) break;
    polygon.splice(bluntest, 1);
  }
  return polygon.map(({ point }) => point);
}

/** The vertices around a region. */
function boundaryOf({ facets }: Region): number[] {
  const inside = new Set(facets);
  const following = new Map<number, number>();
  for (const { corners, neighbours } of facets) {
    for (const [edge, neighbour] of neighbours.entries()) {
      if (!inside.has(neighbour)) following.set(corners[edge], corners[(edge + 1) % 3]);
    }
  }
  const [first] = following.keys();
  const loop = [first];
  for (let next = following.get(first)!; next !== first && loop.length < following.size; next = following.get(next)!) loop.push(next);
  return loop;
}
