// A lattice of cubes inside a closed mesh: those whose middles are inside, and others where those would not hang together over faces.
import { HolonomicError } from '../core/errors.ts';
import { boundingBox } from '../shape/mass-properties.ts';

/** Of all cubes in the box around a mesh. */
const MOST_CELLS = 1 << 22;
/** Parts of a cell by which a side may be off a whole number of them. */
const NEARLY = 1e-9;

export interface CellLattice {
  /** m: side of a cell. */
  size: number;
  /** Cells along each axis. */
  counts: readonly number[];
  /** m: the corner where all coordinates are smallest. */
  low: readonly number[];
  /** Numbers of the cells that there are, x first, and where each is in that list; -1 for those outside. */
  cells: Uint32Array;
  places: Int32Array;
  /** Eight particles a cell: bit 0 of the corner is x, bit 1 y, bit 2 z. */
  corners: Uint32Array;
  /** x y z of the particles. */
  positions: Float64Array;
}

/** Throws `invalid-argument` where there is no cell, or where there are too many. */
export function cellLattice(vertices: Float64Array, triangles: Uint32Array, size: number | null, along: number): CellLattice {
  const [lowest, highest] = boundingBox(vertices);
  const sides = lowest.map((low, axis) => highest[axis] - low);
  const cell = size ?? Math.max(...sides) / along;
  const counts = sides.map((side) => Math.max(1, Math.ceil(side / cell - NEARLY)));
  const [nx, ny, nz] = counts;
  if (!(nx * ny * nz <= MOST_CELLS))
    throw new HolonomicError('invalid-argument', `The lattice would have ${counts.join(' × ')} cells; make them larger.`);
  const low = lowest.map((bound, axis) => bound + (sides[axis] - counts[axis] * cell) / 2);
  const inside = joined(insideCells(vertices, triangles, low, counts, cell), counts, () =>
    touchedCells(vertices, triangles, low, counts, cell),
  );
  const places = new Int32Array(inside.length).fill(-1);
  const cells: number[] = [];
  inside.forEach((is, number) => {
    if (is) places[number] = cells.push(number) - 1;
  });
  if (cells.length === 0)
    throw new HolonomicError(
      'invalid-argument',
      `No cell of ${cell} m has its centre inside the mesh; use smaller cells, by a larger resolution.`,
    );
  return { size: cell, counts, low, cells: Uint32Array.from(cells), places, ...cornersOf(cells, counts, low, cell) };
}

/**
 * Which middles the surface goes around. For each line of cells along x, where it meets triangles; a line through an edge or a corner
 * meets one of the triangles there: edges reach from their lower end in z up to, and not onto, the upper one.
 */
function insideCells(
  x: Float64Array,
  triangles: Uint32Array,
  low: readonly number[],
  [nx, ny, nz]: readonly number[],
  size: number,
): Uint8Array {
  const turns = new Int32Array(nx * ny * nz);
  const middle = (axis: number, cell: number) => low[axis] + (cell + 0.5) * size;
  for (let k = 0; k < triangles.length; k += 3) {
    const [a, b, c] = [3 * triangles[k], 3 * triangles[k + 1], 3 * triangles[k + 2]];
    const range = (axis: number, count: number) => {
      const [first, last] = [Math.min(x[a + axis], x[b + axis], x[c + axis]), Math.max(x[a + axis], x[b + axis], x[c + axis])];
      return [Math.max(0, Math.ceil((first - low[axis]) / size - 1)), Math.min(count - 1, Math.floor((last - low[axis]) / size))];
    };
    const [firstY, lastY] = range(1, ny);
    const [firstZ, lastZ] = range(2, nz);
    for (let row = firstZ; row <= lastZ; row++)
      for (let column = firstY; column <= lastY; column++) {
        const [py, pz] = [middle(1, column), middle(2, row)];
        const turn = crossing(x, a, b, py, pz) + crossing(x, b, c, py, pz) + crossing(x, c, a, py, pz);
        if (turn === 0) continue;
        const at = (row * ny + column) * nx;
        const plane = placeOnPlane(x, a, b, c, py, pz);
        for (let cell = 0; cell < nx && middle(0, cell) < plane; cell++) turns[at + cell] += turn;
      }
  }
  return Uint8Array.from(turns, (turn) => (turn === 0 ? 0 : 1));
}

/** Whether an edge passes a point of the plane of y and z on its side of greater y: 1 up, -1 down. */
function crossing(x: Float64Array, from: number, to: number, y: number, z: number): number {
  const up = x[from + 2] <= z && z < x[to + 2];
  if (!up && !(x[to + 2] <= z && z < x[from + 2])) return 0;
  // From the lower end, so that both triangles of an edge find the same.
  const [p, q] = up ? [from, to] : [to, from];
  const at = x[p + 1] + ((z - x[p + 2]) / (x[q + 2] - x[p + 2])) * (x[q + 1] - x[p + 1]);
  if (!(at > y)) return 0;
  return up ? 1 : -1;
}

/** x of the plane of a triangle where y and z are these. */
function placeOnPlane(x: Float64Array, a: number, b: number, c: number, y: number, z: number): number {
  const [uy, uz, vy, vz] = [x[b + 1] - x[a + 1], x[b + 2] - x[a + 2], x[c + 1] - x[a + 1], x[c + 2] - x[a + 2]];
  const area = uy * vz - uz * vy;
  const [dy, dz] = [y - x[a + 1], z - x[a + 2]];
  const [s, t] = [(dy * vz - dz * vy) / area, (uy * dz - uz * dy) / area];
  return x[a] + s * (x[b] - x[a]) + t * (x[c] - x[a]);
}

/** Cells beside a cell, -1 where the lattice ends. */
function besides(cell: number, [nx, ny, nz]: readonly number[]): number[] {
  const [i, j, k] = [cell % nx, Math.floor(cell / nx) % ny, Math.floor(cell / (nx * ny))];
  return [
    i > 0 ? cell - 1 : -1,
    i + 1 < nx ? cell + 1 : -1,
    j > 0 ? cell - nx : -1,
    j + 1 < ny ? cell + nx : -1,
    k > 0 ? cell - nx * ny : -1,
    k + 1 < nz ? cell + nx * ny : -1,
  ];
}

/** Numbers the parts that hang together over faces, from 1; returns how many cells each has. */
function partsOf(inside: Uint8Array, counts: readonly number[], part: Uint32Array): number[] {
  const sizes = [0];
  const stack: number[] = [];
  for (let start = 0; start < inside.length; start++) {
    if (!inside[start] || part[start] > 0) continue;
    const number = sizes.push(0) - 1;
    part[start] = number;
    stack.push(start);
    for (let cell = stack.pop(); cell !== undefined; cell = stack.pop()) {
      sizes[number]++;
      for (const next of besides(cell, counts)) {
        if (next < 0 || !inside[next] || part[next] > 0) continue;
        part[next] = number;
        stack.push(next);
      }
    }
  }
  return sizes;
}

/**
 * Parts that hang together over edges and corners alone would fold there, and others fall off: cells near the surface join them to the largest, as
 * few as there can be. What they do not reach is left out.
 */
function joined(inside: Uint8Array, counts: readonly number[], touched: () => Uint8Array): Uint8Array {
  const part = new Uint32Array(inside.length);
  const sizes = partsOf(inside, counts, part);
  if (sizes.length <= 2) return inside;
  const largest = sizes.indexOf(Math.max(...sizes));
  const near = touched();
  const whole = inside.map((_, cell) => (part[cell] === largest ? 1 : 0));
  for (;;) {
    const end = wayOut(whole, inside, near, counts);
    if (!end) return whole;
    for (const cell of end) whole[cell] = 1;
    // All of the part that it led to.
    const [other] = end;
    for (let cell = 0; cell < whole.length; cell++) if (part[cell] === part[other]) whole[cell] = 1;
  }
}

/** The shortest way from the whole, over cells near the surface, to a cell inside that is not of it, which comes first; null if there is none. */
function wayOut(whole: Uint8Array, inside: Uint8Array, near: Uint8Array, counts: readonly number[]): number[] | null {
  const from = new Int32Array(whole.length).fill(-1);
  const queue: number[] = [];
  whole.forEach((is, cell) => {
    if (!is) return;
    from[cell] = cell;
    queue.push(cell);
  });
  for (let head = 0; head < queue.length; head++) {
    for (const next of besides(queue[head], counts)) {
      if (next < 0 || from[next] >= 0 || !(near[next] || inside[next])) continue;
      from[next] = queue[head];
      if (!inside[next]) {
        queue.push(next);
        continue;
      }
      const way: number[] = [];
      for (let cell = next; !whole[cell]; cell = from[cell]) way.push(cell);
      return way;
    }
  }
  return null;
}

/** Cells in the boxes around triangles. */
function touchedCells(
  x: Float64Array,
  triangles: Uint32Array,
  low: readonly number[],
  counts: readonly number[],
  size: number,
): Uint8Array {
  const [nx, ny, nz] = counts;
  const touched = new Uint8Array(nx * ny * nz);
  for (let k = 0; k < triangles.length; k += 3) {
    const ranges = counts.map((count, axis) => {
      const places = [0, 1, 2].map((corner) => (x[3 * triangles[k + corner] + axis] - low[axis]) / size);
      const limit = (place: number) => Math.min(Math.max(Math.floor(place), 0), count - 1);
      return [limit(Math.min(...places)), limit(Math.max(...places))];
    });
    for (let row = ranges[2][0]; row <= ranges[2][1]; row++)
      for (let column = ranges[1][0]; column <= ranges[1][1]; column++) {
        const at = (row * ny + column) * nx;
        touched.fill(1, at + ranges[0][0], at + ranges[0][1] + 1);
      }
  }
  return touched;
}

function cornersOf(cells: readonly number[], [nx, ny]: readonly number[], low: readonly number[], size: number) {
  const known = new Map<number, number>();
  const corners = new Uint32Array(8 * cells.length);
  const positions: number[] = [];
  cells.forEach((cell, place) => {
    const at = [cell % nx, Math.floor(cell / nx) % ny, Math.floor(cell / (nx * ny))];
    for (let corner = 0; corner < 8; corner++) {
      const [i, j, k] = at.map((first, axis) => first + ((corner >>> axis) & 1));
      const key = (k * (ny + 1) + j) * (nx + 1) + i;
      let particle = known.get(key);
      if (particle === undefined) {
        particle = known.size;
        known.set(key, particle);
        positions.push(low[0] + i * size, low[1] + j * size, low[2] + k * size);
      }
      corners[8 * place + corner] = particle;
    }
  });
  return { corners, positions: Float64Array.from(positions) };
}

/** Corners of the faces of a cell, counter-clockwise from outside, and the way to the cell beyond. */
const FACES = [
  { corners: [0, 4, 6, 2], axis: 0, way: -1 },
  { corners: [1, 3, 7, 5], axis: 0, way: 1 },
  { corners: [0, 1, 5, 4], axis: 1, way: -1 },
  { corners: [2, 6, 7, 3], axis: 1, way: 1 },
  { corners: [0, 2, 3, 1], axis: 2, way: -1 },
  { corners: [4, 5, 7, 6], axis: 2, way: 1 },
] as const;

/** Triangles of the faces that have no cell beyond them. */
export function latticeSurface({ cells, corners, counts, places }: CellLattice): Uint32Array {
  const [nx, ny] = counts;
  const triangles: number[] = [];
  cells.forEach((cell, place) => {
    const at = [cell % nx, Math.floor(cell / nx) % ny, Math.floor(cell / (nx * ny))];
    for (const { axis, corners: face, way } of FACES) {
      const beyond = at[axis] + way;
      if (beyond >= 0 && beyond < counts[axis] && places[cell + way * [1, nx, nx * ny][axis]] >= 0) continue;
      const [a, b, c, d] = face.map((corner) => corners[8 * place + corner]);
      triangles.push(a, b, c, a, c, d);
    }
  });
  return Uint32Array.from(triangles);
}

/** Five tetrahedra of a cell: one in its middle, one at each corner that it leaves. By turns mirrored, so that the faces of neighbours are cut alike. */
const EVEN = [0, 6, 5, 3, 1, 0, 5, 3, 2, 0, 3, 6, 4, 0, 6, 5, 7, 3, 5, 6] as const;

export function latticeTetrahedra({ cells, corners, counts: [nx, ny] }: CellLattice): Uint32Array {
  const tetrahedra = new Uint32Array(20 * cells.length);
  cells.forEach((cell, place) => {
    const odd = ((cell % nx) + (Math.floor(cell / nx) % ny) + Math.floor(cell / (nx * ny))) % 2;
    // Bit 0 turned around is the mirror image at a plane across x, and two corners exchanged put it right again.
    for (let k = 0; k < 20; k++) tetrahedra[20 * place + k] = corners[8 * place + (odd ? EVEN[k & 2 ? k ^ 1 : k] ^ 1 : EVEN[k])];
  });
  return tetrahedra;
}
