import type { Vec3 } from '../bindings/index.ts';

/** Distance to a surface, negative inside. It has to be exact near the surface only to the first order. */
export type DistanceField = (x: number, y: number, z: number) => number;

interface Surface {
  vertices: number[];
  indices: number[];
}

/** Steps of Newton's method that take a vertex to the surface. */
const STEPS = 3;

/**
 * The surface of a solid in a box as triangles, from a grid of cells: a vertex in each cell that the surface passes through, a quadrilateral
 * around each edge of the grid that it crosses (Gibson 1998, "Constrained elastic surface nets"). Closed, if the solid lies within the box
 * and nothing of it, nor between its parts, is thinner than two cells. Only arithmetic and roots, which all engines round alike.
 */
export function surfaceNet(distance: DistanceField, low: Vec3, high: Vec3, cell: number): Surface {
  const [nx, ny, nz] = low.map((bound, axis) => Math.ceil((high[axis] - bound) / cell) + 1);
  const at = (i: number, j: number, k: number) => (k * ny + j) * nx + i;
  const strides = [1, nx, nx * ny];
  const corner = (i: number, j: number, k: number): Vec3 => [low[0] + i * cell, low[1] + j * cell, low[2] + k * cell];
  const field = new Float64Array(nx * ny * nz);
  for (let k = 0; k < nz; k++) for (let j = 0; j < ny; j++) for (let i = 0; i < nx; i++) field[at(i, j, k)] = distance(...corner(i, j, k));

  const vertices: number[] = [];
  const vertexOf = new Int32Array(field.length).fill(-1);
  for (let k = 0; k + 1 < nz; k++)
    for (let j = 0; j + 1 < ny; j++)
      for (let i = 0; i + 1 < nx; i++) {
        const start = at(i, j, k);
        const crossing = meanCrossing(field, start, strides);
        if (!crossing) continue;
        vertexOf[start] = vertices.length / 3;
        const [x, y, z] = corner(i, j, k);
        vertices.push(...onSurface(distance, [x + cell * crossing[0], y + cell * crossing[1], z + cell * crossing[2]], cell));
      }

  const indices: number[] = [];
  for (let k = 1; k + 1 < nz; k++)
    for (let j = 1; j + 1 < ny; j++)
      for (let i = 1; i + 1 < nx; i++)
        for (let axis = 0; axis < 3; axis++) {
          const start = at(i, j, k);
          const inside = field[start] < 0;
          if (inside === field[start + strides[axis]] < 0) continue;
          const [u, v] = [strides[(axis + 1) % 3], strides[(axis + 2) % 3]];
          const around = [start - u - v, start - v, start, start - u].map((index) => vertexOf[index]);
          pushQuad(indices, vertices, inside ? around : around.reverse());
        }
  return { vertices, indices };
}

/** Mean of the points where a cell's edges cross the surface, in the cell; null where none does. */
function meanCrossing(field: Float64Array, start: number, strides: readonly number[]): Vec3 | null {
  const mean: Vec3 = [0, 0, 0];
  let count = 0;
  for (let from = 0; from < 8; from++)
    for (let axis = 0; axis < 3; axis++) {
      if (from & (1 << axis)) continue;
      const bits = [from & 1, (from >> 1) & 1, from >> 2];
      const index = start + bits.reduce((sum, bit, k) => sum + bit * strides[k], 0);
      const [a, b] = [field[index], field[index + strides[axis]]];
      if (a < 0 === b < 0) continue;
      for (let k = 0; k < 3; k++) mean[k] += k === axis ? a / (a - b) : bits[k];
      count++;
    }
  return count === 0 ? null : [mean[0] / count, mean[1] / count, mean[2] / count];
}

function onSurface(distance: DistanceField, start: Vec3, cell: number): Vec3 {
  const point: Vec3 = [...start];
  const step = cell / 64;
  for (let round = 0; round < STEPS; round++) {
    const gradient = point.map((_, axis) => {
      const [ahead, behind]: [Vec3, Vec3] = [[...point], [...point]];
      ahead[axis] += step;
      behind[axis] -= step;
      return (distance(...ahead) - distance(...behind)) / (2 * step);
    });
    const square = gradient.reduce((sum, slope) => sum + slope * slope, 0);
    const excess = distance(...point);
    for (let axis = 0; axis < 3; axis++) point[axis] -= (excess * gradient[axis]) / square;
  }
  return point;
}

/** Two triangles, along the shorter diagonal. */
function pushQuad(indices: number[], vertices: readonly number[], [a, b, c, d]: number[]): void {
  const square = (p: number, q: number) =>
    [0, 1, 2].reduce((sum, axis) => {
      const side = vertices[3 * p + axis] - vertices[3 * q + axis];
      return sum + side * side;
    }, 0);
  if (square(a, c) <= square(b, d)) indices.push(a, b, c, a, c, d);
  else indices.push(b, c, d, b, d, a);
}
