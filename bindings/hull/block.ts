// The geometry block of a hull, as the kernels read it: see HullBlock in assembly/collision/shape/record.ts.
import type { Vec3 } from '../core/arguments.ts';
import { HullBlock } from '../core/layout.ts';
import { EdgeFaces, type Hull } from './polyhedron.ts';

const ALIGNMENT = 16;
/** In place of an offset: no point is outside that. See assembly/collision/narrowphase/polytope.kernel.ts. */
const LEAST_OFFSET = 1e30;

/** Bytes of a hull's block: head and lists, little endian; their number is a multiple of 16. */
export function hullBlock(hull: Hull): Uint8Array {
  const { vertices, faces, planes } = hull;
  const vertexCount = vertices.length / 3;
  const edges = edgesOf(faces);
  const neighbours = neighboursOf(edges, vertexCount);
  const words = {
    faces: ranges(faces).flatMap((start, face) => (face < faces.length ? [start, faces[face].length] : [])),
    corners: faces.flat(),
    edges: edges.flat(),
    neighbourStarts: ranges(neighbours),
    neighbours: neighbours.flat(),
  };
  const center = middleOf(vertices);
  const arms = vertices.map((coordinate, k) => coordinate - center[k % 3]);
  const doubles = HullBlock.size + vertices.byteLength + planes.byteLength;
  const firstLanes = Math.ceil(doubles / ALIGNMENT) * ALIGNMENT;
  const lanes = [inFours(planesFrom(planes, center), 4, [0, 0, 0, LEAST_OFFSET]), inFours(arms, 3, arms.slice(0, 3))];
  const firstWords = firstLanes + 4 * (lanes[0].length + lanes[1].length);
  const wordCount = Object.values(words).reduce((sum, list) => sum + list.length, 0);
  const bytes = new Uint8Array(Math.ceil((firstWords + 4 * wordCount) / ALIGNMENT) * ALIGNMENT);
  const view = new DataView(bytes.buffer);

  for (const [axis, coordinate] of center.entries()) view.setFloat64(HullBlock.centerX + 8 * axis, coordinate, true);
  view.setFloat64(HullBlock.reach, reachOf(arms), true);
  const head = (field: number, value: number) => view.setUint32(field, value, true);
  head(HullBlock.vertexCount, vertexCount);
  head(HullBlock.faceCount, faces.length);
  head(HullBlock.edgeCount, edges.length);
  head(HullBlock.largestFace, Math.max(...faces.map((corners) => corners.length)));
  head(HullBlock.vertices, HullBlock.size);
  head(HullBlock.planes, HullBlock.size + vertices.byteLength);
  for (const [k, value] of [...vertices, ...planes].entries()) view.setFloat64(HullBlock.size + 8 * k, value, true);
  head(HullBlock.planeLanes, firstLanes);
  head(HullBlock.vertexLanes, firstLanes + 4 * lanes[0].length);
  for (const [k, value] of lanes.flat().entries()) view.setFloat32(firstLanes + 4 * k, value, true);
  let place = firstWords;
  for (const [name, list] of Object.entries(words)) {
    head(HullBlock[name as keyof typeof words], place);
    for (const value of list) {
      view.setUint32(place, value, true);
      place += 4;
    }
  }
  return bytes;
}

/** Records of so many numbers, number by number of four records at a time; `rest` fills the last four. */
function inFours(numbers: Float64Array, size: number, rest: ArrayLike<number>): number[] {
  const count = numbers.length / size;
  const lanes: number[] = [];
  for (let first = 0; first < count; first += 4)
    for (let k = 0; k < size; k++)
      for (let one = first; one < first + 4; one++) lanes.push(one < count ? numbers[size * one + k] : rest[k]);
  return lanes;
}

/** Planes, their offsets from a point. */
function planesFrom(planes: Float64Array, [x, y, z]: Vec3): Float64Array {
  return planes.map((value, k) => (k % 4 < 3 ? value : value - planes[k - 3] * x - planes[k - 2] * y - planes[k - 1] * z));
}

/** The largest sum of the sizes of a vertex's coordinates. */
function reachOf(arms: Float64Array): number {
  let reach = 0;
  for (let k = 0; k < arms.length; k += 3) reach = Math.max(reach, Math.abs(arms[k]) + Math.abs(arms[k + 1]) + Math.abs(arms[k + 2]));
  return reach;
}

/** Where each list starts when all are put in a row, and where the last one ends. */
function ranges(lists: readonly (readonly number[])[]): number[] {
  const starts = [0];
  for (const { length } of lists) starts.push(starts[starts.length - 1] + length);
  return starts;
}

/** From the smaller vertex to the larger, the face on the left, and that on the right. */
function edgesOf(faces: Hull['faces']): number[][] {
  const sides = new EdgeFaces(faces);
  return faces.flatMap((corners, face) =>
    corners.flatMap((from, k) => {
      const to = corners[(k + 1) % corners.length];
      return from < to ? [[from, to, face, sides.of(to, from)!]] : [];
    }),
  );
}

function neighboursOf(edges: readonly number[][], vertexCount: number): number[][] {
  const neighbours = Array.from({ length: vertexCount }, (): number[] => []);
  for (const [a, b] of edges) {
    neighbours[a].push(b);
    neighbours[b].push(a);
  }
  for (const list of neighbours) list.sort((a, b) => a - b);
  return neighbours;
}

/** The mean of the vertices, taken from the first so that distant hulls keep their digits. */
function middleOf(vertices: Float64Array): Vec3 {
  const sum: Vec3 = [0, 0, 0];
  for (const [k, coordinate] of vertices.entries()) sum[k % 3] += coordinate - vertices[k % 3];
  return sum.map((total, axis) => vertices[axis] + total / (vertices.length / 3)) as Vec3;
}
