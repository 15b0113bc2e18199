// The geometry block of a hull, as the kernels read it: see HullBlock in assembly/collision/shape/record.ts.
import type { Vec3 } from '../core/arguments.ts';
import { HullBlock } from '../core/layout.ts';
import { EdgeFaces, type Hull } from './polyhedron.ts';

const ALIGNMENT = 16;

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
  const doubles = HullBlock.size + vertices.byteLength + planes.byteLength;
  const wordCount = Object.values(words).reduce((sum, list) => sum + list.length, 0);
  const bytes = new Uint8Array(Math.ceil((doubles + 4 * wordCount) / ALIGNMENT) * ALIGNMENT);
  const view = new DataView(bytes.buffer);

  for (const [axis, coordinate] of middleOf(vertices).entries()) view.setFloat64(HullBlock.centerX + 8 * axis, coordinate, true);
  const head = (field: number, value: number) => view.setUint32(field, value, true);
  head(HullBlock.vertexCount, vertexCount);
  head(HullBlock.faceCount, faces.length);
  head(HullBlock.edgeCount, edges.length);
  head(HullBlock.largestFace, Math.max(...faces.map((corners) => corners.length)));
  head(HullBlock.vertices, HullBlock.size);
  head(HullBlock.planes, HullBlock.size + vertices.byteLength);
  for (const [k, value] of [...vertices, ...planes].entries()) view.setFloat64(HullBlock.size + 8 * k, value, true);
  let place: number = doubles;
  for (const [name, list] of Object.entries(words)) {
    head(HullBlock[name as keyof typeof words], place);
    for (const value of list) {
      view.setUint32(place, value, true);
      place += 4;
    }
  }
  return bytes;
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
