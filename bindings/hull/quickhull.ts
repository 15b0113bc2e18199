// Quickhull [Barber, Dobkin & Huhdanpaa 1996]: a tetrahedron grows by the point farthest outside of a facet, which replaces the facets
// that it sees by a fan over their horizon. Each point outside waits at one facet that it sees (its conflict list) until it is added or
// within the tolerance of all facets. Sight is decided exactly, so that what is seen is always a disk and the hull always closed and
// convex; facets stay triangles here, and are merged in flat-regions.ts.
import { degenerate, type Lattice } from './lattice.ts';
import { squaredDistance } from './triangle-distance.ts';

const SPLIT = 0x4000000; // 2^26

/** A triangle, counter-clockwise from outside. */
export interface Facet {
  readonly corners: readonly number[];
  /** Across the edges from each corner to the next. */
  readonly neighbours: Facet[];
  /** Normal in cells: whole numbers `high * SPLIT + low`, exact. */
  readonly high: readonly number[];
  readonly low: readonly number[];
  /** Normal in metres, as long as twice the area times the densities of all axes. */
  readonly normal: readonly number[];
  readonly inverseLength: number;
  /** Points that see this facet and wait. */
  outside: number[];
  farthest: number;
  farthestHeight: number;
  removed: boolean;
}

function facet({ cells, density }: Lattice, a: number, b: number, c: number): Facet {
  // No lists taken apart here and below: that is slow until it is compiled, and most hulls are made only once.
  const x = cells[3 * a];
  const y = cells[3 * a + 1];
  const z = cells[3 * a + 2];
  const ux = cells[3 * b] - x;
  const uy = cells[3 * b + 1] - y;
  const uz = cells[3 * b + 2] - z;
  const vx = cells[3 * c] - x;
  const vy = cells[3 * c + 1] - y;
  const vz = cells[3 * c + 2] - z;
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const high = [Math.floor(nx / SPLIT), Math.floor(ny / SPLIT), Math.floor(nz / SPLIT)];
  const normal = [nx * density[0], ny * density[1], nz * density[2]];
  return {
    corners: [a, b, c],
    neighbours: [],
    high,
    low: [nx - high[0] * SPLIT, ny - high[1] * SPLIT, nz - high[2] * SPLIT],
    normal,
    inverseLength: 1 / Math.sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]),
    outside: [],
    farthest: -1,
    farthestHeight: 0,
    removed: false,
  };
}

/** How far above a facet's plane a point is, in metres; its sign is exact. */
export function heightAbove({ corners, high, low, inverseLength }: Facet, { cells }: Lattice, point: number): number {
  const origin = 3 * corners[0];
  const x = cells[3 * point] - cells[origin];
  const y = cells[3 * point + 1] - cells[origin + 1];
  const z = cells[3 * point + 2] - cells[origin + 2];
  return ((high[0] * x + high[1] * y + high[2] * z) * SPLIT + (low[0] * x + low[1] * y + low[2] * z)) * inverseLength;
}

/** The facets of the hull of all points that are farther than the tolerance outside of the others. Throws `degenerate-hull`. */
export function quickhull(lattice: Lattice): Facet[] {
  const facets = tetrahedron(lattice);
  const everything = Array.from({ length: lattice.cells.length / 3 }, (_, point) => point);
  assign(lattice, everything, facets);
  const fan: Facet[] = []; // by the first vertex of their horizon edge
  for (let next = 0; next < facets.length; next++) {
    if (facets[next].removed || facets[next].outside.length === 0) continue;
    for (const added of addFarthest(lattice, facets[next], fan)) facets.push(added);
  }
  return facets.filter(({ removed }) => !removed);
}

/** Gives each point to a facet that it is clearly outside of; those inside, or as good as on the hull, are dropped. */
function assign(lattice: Lattice, points: readonly number[], facets: readonly Facet[]): void {
  for (const point of points) {
    let best: Facet | undefined;
    let highest = 0;
    for (const candidate of facets) {
      const height = heightAbove(candidate, lattice, point);
      if (!(height > highest)) continue;
      best = candidate;
      highest = height;
      if (height > lattice.tolerance) break;
    }
    if (best && (highest > lattice.tolerance || isBeyondEdge(lattice, point, best))) wait(best, point, highest);
  }
}

function wait(facet: Facet, point: number, height: number): void {
  facet.outside.push(point);
  if (!(height > facet.farthestHeight)) return;
  facet.farthest = point;
  facet.farthestHeight = height;
}

/** Is a point that is close to the planes of all facets it sees far from the facets themselves, beyond the sharp edge of a thin hull? */
function isBeyondEdge(lattice: Lattice, point: number, start: Facet): boolean {
  const seen = new Set([start]);
  for (const { corners, neighbours } of seen) {
    if (squaredDistance(lattice.places, corners, point) <= lattice.tolerance * lattice.tolerance) return false;
    for (const neighbour of neighbours) if (!seen.has(neighbour) && heightAbove(neighbour, lattice, point) > 0) seen.add(neighbour);
  }
  return true;
}

/** Adds the farthest point of a facet; returns the new facets. */
function addFarthest(lattice: Lattice, start: Facet, fan: Facet[]): Facet[] {
  const apex = start.farthest;
  const seen = [start];
  start.removed = true;
  const added: Facet[] = [];
  for (let k = 0; k < seen.length; k++) {
    for (let edge = 0; edge < 3; edge++) {
      const neighbour = seen[k].neighbours[edge];
      if (neighbour.removed || heightAbove(neighbour, lattice, apex) <= 0) continue;
      neighbour.removed = true;
      seen.push(neighbour);
    }
  }
  for (const { corners, neighbours } of seen) {
    for (let edge = 0; edge < 3; edge++) {
      const outer = neighbours[edge];
      if (outer.removed) continue;
      const from = corners[edge];
      const to = corners[(edge + 1) % 3];
      const made = facet(lattice, from, to, apex);
      made.neighbours[0] = outer;
      outer.neighbours[outer.corners.indexOf(to)] = made;
      fan[from] = made;
      added.push(made);
    }
  }
  for (const made of added) {
    made.neighbours[1] = fan[made.corners[1]];
    made.neighbours[1].neighbours[2] = made;
  }
  for (const { outside } of seen) {
    assign(
      lattice,
      outside.filter((point) => point !== apex),
      added,
    );
  }
  return added;
}

function tetrahedron(lattice: Lattice): Facet[] {
  const { cells, places, density, tolerance } = lattice;
  const count = cells.length / 3;
  const axis = density.indexOf(Math.min(...density));
  const [a] = farthestPoint(count, (point) => -cells[3 * point + axis]);
  const [b] = farthestPoint(count, (point) => cells[3 * point + axis]);
  const [c, width] = farthestPoint(count, (point) => distanceFromLine(places, a, b, point));
  if (!(width > tolerance))
    throw degenerate('All points of the convex hull are on one line. Pass points that enclose a volume, or use a Capsule.');
  const base = facet(lattice, a, b, c);
  const [d, thickness] = farthestPoint(count, (point) => Math.abs(heightAbove(base, lattice, point)));
  if (!(thickness > tolerance)) throw flat();
  const [p, q] = heightAbove(base, lattice, d) > 0 ? [c, b] : [b, c];
  const facets = [facet(lattice, a, p, q), facet(lattice, p, a, d), facet(lattice, q, p, d), facet(lattice, a, q, d)];
  for (const one of facets) {
    for (let edge = 0; edge < 3; edge++) {
      const [from, to] = [one.corners[edge], one.corners[(edge + 1) % 3]];
      one.neighbours[edge] = facets.find((other) => other !== one && other.corners.includes(from) && other.corners.includes(to))!;
    }
  }
  return facets;
}

export function flat(): Error {
  return degenerate(
    'All points of the convex hull are in one plane, or nearly so: it encloses no volume. Give it thickness, or use a Box, or a TriangleMesh ' +
      'with solid: false.',
  );
}

/** The first point with the largest measure, and that. */
function farthestPoint(count: number, measure: (point: number) => number): [point: number, measure: number] {
  let best = 0;
  let largest = measure(0);
  for (let point = 1; point < count; point++) {
    const value = measure(point);
    if (value > largest) [best, largest] = [point, value];
  }
  return [best, largest];
}

function distanceFromLine(places: Float64Array, a: number, b: number, point: number): number {
  const [ux, uy, uz] = [0, 1, 2].map((axis) => places[3 * b + axis] - places[3 * a + axis]);
  const [vx, vy, vz] = [0, 1, 2].map((axis) => places[3 * point + axis] - places[3 * a + axis]);
  const [x, y, z] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
  return Math.sqrt((x * x + y * y + z * z) / (ux * ux + uy * uy + uz * uz));
}
