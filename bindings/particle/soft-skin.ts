// Vertices that go along with particles: each where a fixed mixture of some of them is.
import type { CellLattice } from './soft-lattice.ts';

export class Skin {
  constructor(
    /** Particles of a vertex, and as many weights. */
    private readonly each: number,
    private readonly particles: Uint32Array,
    private readonly weights: Float64Array,
  ) {}

  get count(): number {
    return this.particles.length / this.each;
  }

  write(out: Float32Array | Float64Array, positions: Float64Array): void {
    const { each, particles, weights } = this;
    for (let at = 0, k = 0; k < particles.length; at += 3) {
      let [x, y, z] = [0, 0, 0];
      for (const end = k + each; k < end; k++) {
        const p = 3 * particles[k];
        const weight = weights[k];
        x += weight * positions[p];
        y += weight * positions[p + 1];
        z += weight * positions[p + 2];
      }
      out[at] = x;
      out[at + 1] = y;
      out[at + 2] = z;
    }
  }
}

export const ownSkin = (particles: Uint32Array): Skin => new Skin(1, particles, new Float64Array(particles.length).fill(1));

/** Trilinear in the cell where a vertex is; in the nearest one for those outside. */
export function latticeSkin(lattice: CellLattice, vertices: Float64Array): Skin {
  const { cells, corners, counts, low, places, size } = lattice;
  const [nx, ny] = counts;
  const count = vertices.length / 3;
  const particles = new Uint32Array(8 * count);
  const weights = new Float64Array(8 * count);
  const middle = new Float64Array(3 * cells.length);
  cells.forEach((cell, place) => {
    middle.set([(cell % nx) + 0.5, (Math.floor(cell / nx) % ny) + 0.5, Math.floor(cell / (nx * ny)) + 0.5], 3 * place);
  });
  for (let vertex = 0; vertex < count; vertex++) {
    const at = [0, 1, 2].map((axis) => (vertices[3 * vertex + axis] - low[axis]) / size);
    const [i, j, k] = at.map((value, axis) => Math.min(Math.max(Math.floor(value), 0), counts[axis] - 1));
    let place = places[(k * ny + j) * nx + i];
    if (place < 0) place = nearest(middle, at);
    const from = at.map((value, axis) => value - (middle[3 * place + axis] - 0.5));
    for (let corner = 0; corner < 8; corner++) {
      particles[8 * vertex + corner] = corners[8 * place + corner];
      weights[8 * vertex + corner] = [0, 1, 2].reduce((weight, axis) => weight * ((corner >>> axis) & 1 ? from[axis] : 1 - from[axis]), 1);
    }
  }
  return new Skin(8, particles, weights);
}

/** The cell that a point is farthest in, or least outside of. */
function nearest(middle: Float64Array, [x, y, z]: readonly number[]): number {
  let [best, least] = [0, Infinity];
  for (let place = 0; 3 * place < middle.length; place++) {
    const away = (value: number, axis: number) => Math.max(Math.abs(value - middle[3 * place + axis]) - 0.5, 0);
    const [dx, dy, dz] = [away(x, 0), away(y, 1), away(z, 2)];
    const square = dx * dx + dy * dy + dz * dz;
    if (square < least) [best, least] = [place, square];
  }
  return best;
}

/** Barycentric in the tetrahedron where a vertex is, or that it is least outside of. */
export function tetrahedronSkin(positions: Float64Array, tetrahedra: Uint32Array, vertices: Float64Array): Skin {
  const count = vertices.length / 3;
  const particles = new Uint32Array(4 * count);
  const weights = new Float64Array(4 * count);
  const known = new Map<string, number>();
  for (let k = 0; k < tetrahedra.length; k++) known.set(placeOf(positions, tetrahedra[k]), k);
  const inverses = inversesOf(positions, tetrahedra);
  const found = new Float64Array(4);
  for (let vertex = 0; vertex < count; vertex++) {
    const corner = known.get(placeOf(vertices, vertex));
    let [best, most] = [0, -Infinity];
    if (corner !== undefined) best = corner >>> 2;
    else
      for (let k = 0; 4 * k < tetrahedra.length && most < 0; k++) {
        barycentric(found, positions, tetrahedra, inverses, k, vertices, vertex);
        const least = Math.min(found[0], found[1], found[2], found[3]);
        if (least > most) [best, most] = [k, least];
      }
    barycentric(found, positions, tetrahedra, inverses, best, vertices, vertex);
    particles.set(tetrahedra.subarray(4 * best, 4 * best + 4), 4 * vertex);
    if (corner === undefined) weights.set(found, 4 * vertex);
    else weights[4 * vertex + (corner & 3)] = 1;
  }
  return new Skin(4, particles, weights);
}

const placeOf = (x: Float64Array, point: number): string => `${x[3 * point]} ${x[3 * point + 1]} ${x[3 * point + 2]}`;

/** Rows of the inverse of the three sides of each tetrahedron from its first corner. */
function inversesOf(x: Float64Array, tetrahedra: Uint32Array): Float64Array {
  const inverses = new Float64Array((9 * tetrahedra.length) / 4);
  for (let k = 0; 4 * k < tetrahedra.length; k++) {
    const o = 3 * tetrahedra[4 * k];
    const side = (number: number) => [0, 1, 2].map((axis) => x[3 * tetrahedra[4 * k + number] + axis] - x[o + axis]);
    const [a, b, c] = [side(1), side(2), side(3)];
    const cross = (p: number[], q: number[]) => [p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]];
    const rows = [cross(b, c), cross(c, a), cross(a, b)];
    const six = a[0] * rows[0][0] + a[1] * rows[0][1] + a[2] * rows[0][2];
    inverses.set(
      rows.flat().map((value) => value / six),
      9 * k,
    );
  }
  return inverses;
}

function barycentric(
  out: Float64Array,
  x: Float64Array,
  tetrahedra: Uint32Array,
  inverses: Float64Array,
  tetrahedron: number,
  vertices: Float64Array,
  vertex: number,
): void {
  const o = 3 * tetrahedra[4 * tetrahedron];
  const [dx, dy, dz] = [vertices[3 * vertex] - x[o], vertices[3 * vertex + 1] - x[o + 1], vertices[3 * vertex + 2] - x[o + 2]];
  for (let row = 0; row < 3; row++) {
    const at = 9 * tetrahedron + 3 * row;
    out[row + 1] = inverses[at] * dx + inverses[at + 1] * dy + inverses[at + 2] * dz;
  }
  out[0] = 1 - out[1] - out[2] - out[3];
}
