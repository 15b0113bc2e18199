import { HolonomicError } from '../core/errors.ts';
import { MeshBlock, NO_VERTEX, TriangleRecord } from '../core/layout.ts';
import { BOX } from './builder.ts';
import { aligned, WideTree } from './wide.ts';

const MIX = [0x9e3779b1, 0x85ebca6b, 0xc2b2ae35, 0x27d4eb2f, 0x165667b1, 0x2c1b3c6d];

/** Places of keys in a table of a power of two, at most half full. */
class Table {
  readonly entries: Int32Array;
  private readonly mask: number;

  constructor(count: number) {
    let size = 16;
    while (size < 2 * count) size *= 2;
    this.entries = new Int32Array(size).fill(-1);
    this.mask = size - 1;
  }

  /** The place of a key's entry, or the empty one where it belongs. */
  find(hash: number, same: (entry: number) => boolean): number {
    let place = (hash ^ (hash >>> 15)) & this.mask;
    while (this.entries[place] >= 0 && !same(this.entries[place])) place = (place + 1) & this.mask;
    return place;
  }
}

/** For each vertex, the first one at the same position. */
function weld(vertices: Float64Array): Uint32Array {
  const count = vertices.length / 3;
  // Adding zero makes -0 and 0 the same.
  const positions = vertices.map((coordinate) => coordinate + 0);
  const words = new Int32Array(positions.buffer);
  const table = new Table(count);
  const first = new Uint32Array(count);
  for (let vertex = 0; vertex < count; vertex++) {
    let hash = 0;
    for (let k = 0; k < 6; k++) hash = Math.imul(hash ^ words[6 * vertex + k], MIX[k]) ^ (hash >>> 13);
    const place = table.find(hash, (other) => {
      for (let k = 0; k < 3; k++) if (positions[3 * other + k] !== positions[3 * vertex + k]) return false;
      return true;
    });
    if (table.entries[place] < 0) table.entries[place] = vertex;
    first[vertex] = table.entries[place];
  }
  return first;
}

/** Whether three corners are on one line, to double precision. */
function isDegenerate(v: Float64Array, a: number, b: number, c: number): boolean {
  const [ux, uy, uz] = [v[b] - v[a], v[b + 1] - v[a + 1], v[b + 2] - v[a + 2]];
  const [wx, wy, wz] = [v[c] - v[a], v[c + 1] - v[a + 1], v[c + 2] - v[a + 2]];
  const nx = uy * wz - uz * wy;
  const ny = uz * wx - ux * wz;
  const nz = ux * wy - uy * wx;
  const longest = Math.max(ux * ux + uy * uy + uz * uz, wx * wx + wy * wy + wz * wz);
  return !(nx * nx + ny * ny + nz * nz > 1e-28 * longest * longest);
}

/** The side of the same triangle that follows one. */
function next(side: number): number {
  return side % 3 === 2 ? side - 2 : side + 1;
}

/** For each side of each triangle, the one other side at its edge; negative where there is none or more than one. */
function pairSides(corners: Uint32Array): Int32Array {
  const sides = corners.length;
  const table = new Table(sides);
  /** The other side of an edge; -1: none yet; -2: the edge has more than two. */
  const twins = new Int32Array(sides).fill(-1);
  for (let side = 0; side < sides; side++) {
    const [a, b] = [corners[side], corners[next(side)]];
    const [low, high] = a < b ? [a, b] : [b, a];
    const place = table.find(Math.imul(low, MIX[0]) ^ Math.imul(high, MIX[1]), (other) => {
      const [c, d] = [corners[other], corners[next(other)]];
      return c < d ? c === low && d === high : d === low && c === high;
    });
    const other = table.entries[place];
    if (other < 0) table.entries[place] = side;
    else if (twins[other] === -1) {
      twins[other] = side;
      twins[side] = other;
    } else {
      if (twins[other] >= 0) twins[twins[other]] = -2;
      twins[other] = -2;
      twins[side] = -2;
    }
  }
  return twins;
}

/** The vertices that share an edge with each vertex: where their lists start, and the lists. */
function ringsOf(corners: Uint32Array, twins: Int32Array, vertexCount: number): { starts: Uint32Array; rings: Uint32Array } {
  const starts = new Uint32Array(vertexCount + 1);
  // An edge is seen from both of its ends by the triangles on its two sides, unless one is missing or turned over.
  const seenOnce = (side: number) => twins[side] < 0 || corners[twins[side]] === corners[side];
  for (let side = 0; side < corners.length; side++) {
    starts[corners[side] + 1]++;
    if (seenOnce(side)) starts[corners[next(side)] + 1]++;
  }
  for (let vertex = 0; vertex < vertexCount; vertex++) starts[vertex + 1] += starts[vertex];
  const ends = starts.slice();
  const rings = new Uint32Array(starts[vertexCount]);
  for (let side = 0; side < corners.length; side++) {
    const [a, b] = [corners[side], corners[next(side)]];
    rings[ends[a]++] = b;
    if (seenOnce(side)) rings[ends[b]++] = a;
  }
  return { starts, rings };
}

/** Corners of the triangles that have an area, as welded vertices, and the number each of them had. */
function soundTriangles(vertices: Float64Array, indices: Uint32Array): { corners: Uint32Array; parts: Uint32Array } {
  const welded = weld(vertices);
  const corners = new Uint32Array(indices.length);
  const parts = new Uint32Array(indices.length / 3);
  let count = 0;
  for (let part = 0; part < parts.length; part++) {
    const [a, b, c] = [welded[indices[3 * part]], welded[indices[3 * part + 1]], welded[indices[3 * part + 2]]];
    if (isDegenerate(vertices, 3 * a, 3 * b, 3 * c)) continue;
    corners.set([a, b, c], 3 * count);
    parts[count++] = part;
  }
  return { corners: corners.slice(0, 3 * count), parts: parts.slice(0, count) };
}

function boxesOf(vertices: Float64Array, corners: Uint32Array): Float64Array {
  const boxes = new Float64Array((corners.length / 3) * BOX);
  for (let triangle = 0; triangle < corners.length / 3; triangle++) {
    const [a, b, c] = [3 * corners[3 * triangle], 3 * corners[3 * triangle + 1], 3 * corners[3 * triangle + 2]];
    for (let axis = 0; axis < 3; axis++) {
      boxes[triangle * BOX + axis] = Math.min(vertices[a + axis], vertices[b + axis], vertices[c + axis]);
      boxes[triangle * BOX + axis + 3] = Math.max(vertices[a + axis], vertices[b + axis], vertices[c + axis]);
    }
  }
  return boxes;
}

/**
 * The geometry block of a mesh. Vertices at equal positions count as one. Triangles without an area are left out, as nothing can touch
 * them; the others keep their numbers.
 */
export function meshBlock(vertices: Float64Array, indices: Uint32Array): Uint8Array {
  const { corners, parts } = soundTriangles(vertices, indices);
  if (!parts.length) throw new HolonomicError('degenerate-mesh', 'A mesh needs at least one triangle whose corners are not on one line.');
  const tree = new WideTree(boxesOf(vertices, corners), parts.length);
  const names = new Int32Array(vertices.length / 3).fill(-1);
  const used: number[] = [];
  const ordered = new Uint32Array(corners.length);
  for (let side = 0; side < corners.length; side++) {
    const vertex = corners[3 * tree.order[(side / 3) | 0] + (side % 3)];
    if (names[vertex] < 0) names[vertex] = used.push(vertex) - 1;
    ordered[side] = names[vertex];
  }
  const twins = pairSides(ordered);
  const { starts, rings } = ringsOf(ordered, twins, used.length);

  const partsPlace = MeshBlock.size + tree.bytes;
  const verticesPlace = partsPlace + TriangleRecord.size * parts.length;
  const startsPlace = verticesPlace + 24 * used.length;
  const ringsPlace = startsPlace + 4 * starts.length;
  const block = new Uint8Array(aligned(ringsPlace + 4 * rings.length));
  const view = new DataView(block.buffer);
  tree.write(view, MeshBlock.size, partsPlace, true);
  view.setUint32(MeshBlock.vertexCount, used.length, true);
  view.setUint32(MeshBlock.vertices, verticesPlace, true);
  view.setUint32(MeshBlock.ringStarts, startsPlace, true);
  view.setUint32(MeshBlock.rings, ringsPlace, true);
  for (let triangle = 0; triangle < parts.length; triangle++) {
    const at = partsPlace + TriangleRecord.size * triangle;
    for (let k = 0; k < 3; k++) {
      const twin = twins[3 * triangle + k];
      view.setUint32(at + TriangleRecord.a + 4 * k, ordered[3 * triangle + k], true);
      view.setUint32(at + TriangleRecord.acrossAB + 4 * k, twin < 0 ? NO_VERTEX : ordered[next(next(twin))], true);
    }
    view.setUint32(at + TriangleRecord.part, parts[tree.order[triangle]], true);
  }
  for (let vertex = 0; vertex < used.length; vertex++)
    for (let k = 0; k < 3; k++) view.setFloat64(verticesPlace + 24 * vertex + 8 * k, vertices[3 * used[vertex] + k], true);
  for (let k = 0; k < starts.length; k++) view.setUint32(startsPlace + 4 * k, starts[k], true);
  for (let k = 0; k < rings.length; k++) view.setUint32(ringsPlace + 4 * k, rings[k], true);
  return block;
}
