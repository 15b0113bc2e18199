// Closed meshes for soft bodies, and what is measured of particles.
import type { Vec3 } from '../bindings/index.ts';
import type { ParticleSet } from '../bindings/particle/index.ts';
import { hypotenuse } from './trigonometry.ts';

export interface ClosedMesh {
  positions: number[];
  triangles: number[];
}

/** A box whose faces are squares of so many pieces a side, with vertices of their own, so that edges are sharp. */
export function boxMesh(half: Vec3, pieces: number): ClosedMesh {
  const positions: number[] = [];
  const triangles: number[] = [];
  for (let axis = 0; axis < 3; axis++)
    for (const side of [-1, 1]) {
      const [u, v] = side > 0 ? [(axis + 1) % 3, (axis + 2) % 3] : [(axis + 2) % 3, (axis + 1) % 3];
      const first = positions.length / 3;
      for (let row = 0; row <= pieces; row++)
        for (let column = 0; column <= pieces; column++) {
          const point = [0, 0, 0];
          point[axis] = side * half[axis];
          point[u] = ((2 * column) / pieces - 1) * half[u];
          point[v] = ((2 * row) / pieces - 1) * half[v];
          positions.push(...point);
          if (row === pieces || column === pieces) continue;
          const a = first + row * (pieces + 1) + column;
          triangles.push(a, a + 1, a + pieces + 2, a, a + pieces + 2, a + pieces + 1);
        }
    }
  return { positions, triangles };
}

/** A ball: the faces of a cube, pushed out to a sphere, whose vertices are shared. */
export function ballMesh(radius: number, pieces: number): ClosedMesh {
  const { positions, triangles } = boxMesh([1, 1, 1], pieces);
  const known = new Map<string, number>();
  const shared: number[] = [];
  const numbers = Array.from({ length: positions.length / 3 }, (_, k) => {
    const [x, y, z] = positions.slice(3 * k, 3 * k + 3);
    const key = `${x + 0} ${y + 0} ${z + 0}`;
    const number = known.get(key) ?? known.size;
    if (!known.has(key)) {
      // Spread evenly over the sphere.
      const [a, b, c] = [x * x, y * y, z * z];
      shared.push(
        radius * x * Math.sqrt(1 - b / 2 - c / 2 + (b * c) / 3),
        radius * y * Math.sqrt(1 - c / 2 - a / 2 + (c * a) / 3),
        radius * z * Math.sqrt(1 - a / 2 - b / 2 + (a * b) / 3),
      );
    }
    known.set(key, number);
    return number;
  });
  return { positions: shared, triangles: triangles.map((vertex) => numbers[vertex]) };
}

/** m: height of the lowest particle. */
export function lowest(sets: readonly ParticleSet[]): number {
  let least = Number.POSITIVE_INFINITY;
  for (const { positions } of sets) for (let k = 1; k < positions.length; k += 3) least = Math.min(least, positions[k]);
  return least;
}

/** m/s: mean over all particles. */
export function meanParticleSpeed(sets: readonly ParticleSet[]): number {
  let [sum, count] = [0, 0];
  for (const { velocities: v } of sets)
    for (let k = 0; k < v.length; k += 3, count++) sum += hypotenuse(hypotenuse(v[k], v[k + 1]), v[k + 2]);
  return sum / count;
}

/** Mean of how much longer pairs of particles are than `lengths`, in parts of these. */
export function meanStretch({ positions: x }: ParticleSet, pairs: readonly number[], length: number): number {
  let sum = 0;
  for (let k = 0; k < pairs.length; k += 2) {
    const [a, b] = [3 * pairs[k], 3 * pairs[k + 1]];
    sum += Math.abs(hypotenuse(hypotenuse(x[a] - x[b], x[a + 1] - x[b + 1]), x[a + 2] - x[b + 2]) / length - 1);
  }
  return (2 * sum) / pairs.length;
}

/** Pairs along the threads of a rectangle of cloth. */
export function threadsOf(columns: number, rows: number): number[] {
  const pairs: number[] = [];
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const at = row * columns + column;
      if (column + 1 < columns) pairs.push(at, at + 1);
      if (row + 1 < rows) pairs.push(at, at + columns);
    }
  return pairs;
}

/** m³: what a closed surface encloses. */
export function enclosedVolume(x: ArrayLike<number>, triangles: readonly number[]): number {
  let six = 0;
  for (let k = 0; k < triangles.length; k += 3) {
    const [a, b, c] = [3 * triangles[k], 3 * triangles[k + 1], 3 * triangles[k + 2]];
    six += x[a] * (x[b + 1] * x[c + 2] - x[b + 2] * x[c + 1]);
    six += x[a + 1] * (x[b + 2] * x[c] - x[b] * x[c + 2]);
    six += x[a + 2] * (x[b] * x[c + 1] - x[b + 1] * x[c]);
  }
  return six / 6;
}
