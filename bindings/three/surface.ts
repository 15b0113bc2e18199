// Surfaces whose vertices move: positions and normals are written in place.
import { BufferAttribute, BufferGeometry, DynamicDrawUsage } from 'three';

/** Triangles of so many vertices, to be given positions by `writeSurface`. */
export function surfaceGeometry(triangles: Uint32Array, vertices: number): BufferGeometry {
  const geometry = new BufferGeometry();
  for (const name of ['position', 'normal'])
    geometry.setAttribute(name, new BufferAttribute(new Float32Array(3 * vertices), 3).setUsage(DynamicDrawUsage));
  geometry.setIndex(new BufferAttribute(triangles.slice(), 1));
  return geometry;
}

/** Draws these triangles, which are at most as many as the geometry was made with. */
export function layTriangles(geometry: BufferGeometry, triangles: Uint32Array): void {
  const index = geometry.index!;
  (index.array as Uint32Array).set(triangles);
  index.needsUpdate = true;
  geometry.setDrawRange(0, triangles.length);
}

/**
 * Takes the positions that are in the geometry already where none are given. Normals are the mean of those of the triangles that are drawn,
 * by their areas.
 */
export function writeSurface(geometry: BufferGeometry, positions?: ArrayLike<number>): void {
  const { position, normal } = geometry.attributes as Record<'position' | 'normal', BufferAttribute>;
  const x = position.array as Float32Array;
  const n = normal.array as Float32Array;
  if (positions) for (let k = 0; k < x.length; k++) x[k] = positions[k];
  const corners = geometry.index!.array;
  n.fill(0);
  const end = Math.min(corners.length, geometry.drawRange.count);
  for (let k = 0; k < end; k += 3) {
    const [a, b, c] = [3 * corners[k], 3 * corners[k + 1], 3 * corners[k + 2]];
    const [ux, uy, uz] = [x[b] - x[a], x[b + 1] - x[a + 1], x[b + 2] - x[a + 2]];
    const [vx, vy, vz] = [x[c] - x[a], x[c + 1] - x[a + 1], x[c + 2] - x[a + 2]];
    const [nx, ny, nz] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
    for (let corner = k; corner < k + 3; corner++) {
      const at = 3 * corners[corner];
      n[at] += nx;
      n[at + 1] += ny;
      n[at + 2] += nz;
    }
  }
  for (let k = 0; k < n.length; k += 3) {
    const length = Math.sqrt(n[k] * n[k] + n[k + 1] * n[k + 1] + n[k + 2] * n[k + 2]) || 1;
    n[k] /= length;
    n[k + 1] /= length;
    n[k + 2] /= length;
  }
  position.needsUpdate = true;
  normal.needsUpdate = true;
  geometry.boundingBox = null;
  geometry.boundingSphere = null;
}
