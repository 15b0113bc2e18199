// Vertices and triangles of a geometry.
import { Box3, type BufferGeometry, Vector3 } from 'three';
import { sineAndCosine } from '../core/trigonometry.ts';
import { HolonomicError } from '../index.ts';

/** Vertices that are nearer to each other are one, in parts of the geometry's extent; round-off leaves such at seams. */
const WELD = 1e-6;
/** Directions to look into for the vertices of a hull that has too many. */
const DIRECTIONS = 256;

/** The positions of a geometry's vertices, of any kind of attribute. Throws `invalid-argument`. */
export function pointsOf(geometry: BufferGeometry): Vector3[] {
  const attribute = geometry.getAttribute('position');
  if (!attribute || attribute.count === 0)
    throw new HolonomicError('invalid-argument', 'The geometry has no positions; pass one whose attribute position is filled.');
  return Array.from({ length: attribute.count }, (_, vertex) => {
    const point = new Vector3().fromBufferAttribute(attribute, vertex);
    if (!point.toArray().every(Number.isFinite))
      throw new HolonomicError('invalid-argument', `Position ${vertex} of the geometry is not finite: [${point.toArray().join(', ')}].`);
    return point;
  });
}

/** Three vertices a triangle. */
export function cornersOf(geometry: BufferGeometry): number[] {
  const { index } = geometry;
  if (index) return Array.from({ length: index.count }, (_, corner) => index.getX(corner));
  return Array.from({ length: geometry.getAttribute('position').count }, (_, corner) => corner);
}

export function listOf(points: readonly Vector3[]): number[] {
  return points.flatMap((point) => point.toArray());
}

const extentOf = (points: readonly Vector3[]) => new Box3().setFromPoints([...points]).getSize(new Vector3());

/** Triangles in which vertices at about the same place are one. */
export function weldedTriangles(points: readonly Vector3[], corners: readonly number[]): { vertices: number[]; indices: number[] } {
  const cell = WELD * extentOf(points).length();
  const numbers = new Map<string, number>();
  const kept: Vector3[] = [];
  const welded = points.map((point) => {
    const place = point
      .toArray()
      .map((value) => Math.round(value / cell))
      .join(' ');
    const number = numbers.get(place) ?? kept.push(point) - 1;
    numbers.set(place, number);
    return number;
  });
  return { vertices: listOf(kept), indices: corners.map((corner) => welded[corner]) };
}

/** Of many points, those that are farthest out in directions that are spread evenly (on a Fibonacci lattice) if their bounds are a cube. */
export function farthestPoints(points: readonly Vector3[]): Vector3[] {
  const extent = extentOf(points);
  const golden = Math.PI * (3 - Math.sqrt(5));
  const found = Array.from({ length: DIRECTIONS }, (_, k) => {
    const height = 1 - (2 * k + 1) / DIRECTIONS;
    const radius = Math.sqrt(1 - height * height);
    const { sine, cosine } = sineAndCosine(golden * k);
    const direction = new Vector3(radius * sine, height, radius * cosine).divide(extent);
    return points.reduce((best, point) => (point.dot(direction) > best.dot(direction) ? point : best));
  });
  return [...new Set(found)];
}
