// Is a triangle mesh closed, and does it enclose a volume.
import { norm } from '../core/arguments.ts';
import { type ErrorCode, HolonomicError } from '../core/errors.ts';
import { boundingBox, diagonalize, type MassProperties, meshProperties, momentProblem } from './mass-properties.ts';
import { type MeshTriangles, mergedIndices, vertexAt } from './mesh-triangles.ts';

/** Parts of the cube of the mesh's diagonal; less is what round-off leaves of a flat mesh. */
const NO_VOLUME = 1e-13;

function fail(code: ErrorCode, message: string): never {
  throw new HolonomicError(code, message);
}

/** A mesh may be closed as it is indexed, or once vertices at the same place count as one. */
export function requireClosed(mesh: MeshTriangles, instead = '; with solid: false the mesh may be open'): void {
  if (!findOpenEdge(mesh.indices)) return;
  const open = findOpenEdge(mergedIndices(mesh));
  if (open) fail('open-mesh', `The mesh must be closed, each edge between two triangles. ${whatIsOpen(mesh, open, instead)}`);
}

interface OpenEdge {
  from: number;
  to: number;
  /** Triangles along the edge, and triangles against it. */
  forward: number;
  backward: number;
}

function whatIsOpen({ vertices }: MeshTriangles, { from, to, forward, backward }: OpenEdge, instead: string): string {
  const [start, end] = [from, to].map((vertex) => `(${vertexAt(vertices, vertex).join(', ')})`);
  const edge = `the edge from ${start} to ${end}`;
  if (forward + backward === 1)
    return `There is a hole: only one triangle is at ${edge}. Close the hole, or merge vertices that should be one${instead}.`;
  if (forward + backward === 2)
    return `One of the two triangles at ${edge} is flipped: both run along it in the same direction. Swap two indices of the one that is not counter-clockwise seen from outside.`;
  return `There are ${forward + backward} triangles at ${edge}. Remove those that are inside, or separate the vertices of parts that touch there.`;
}

/** The first edge that is not shared by two triangles in opposite directions. */
function findOpenEdge(indices: Uint32Array): OpenEdge | undefined {
  const vertices = indices.reduce((highest, index) => Math.max(highest, index), 0) + 1;
  const edges = sortedEdges(indices, vertices);
  for (let start = 0, end = 0; start < edges.length; start = end) {
    const key = Math.floor(edges[start] / 2);
    let backward = 0;
    for (end = start; end < edges.length && Math.floor(edges[end] / 2) === key; end++) backward += edges[end] % 2;
    const forward = end - start - backward;
    if (forward !== 1 || backward !== 1) return { from: Math.floor(key / vertices), to: key % vertices, forward, backward };
  }
  return undefined;
}

/** Every side of every triangle as one number, so that sides along the same edge come to lie together; odd ones run backward. */
function sortedEdges(indices: Uint32Array, vertices: number): Float64Array {
  const edges: number[] = [];
  const add = (from: number, to: number) => edges.push(2 * (Math.min(from, to) * vertices + Math.max(from, to)) + (from < to ? 0 : 1));
  for (let corner = 0; corner < indices.length; corner += 3) {
    const [a, b, c] = indices.subarray(corner, corner + 3);
    if (a === b || b === c || c === a) continue; // no area: what it does to its edges cancels out
    add(a, b);
    add(b, c);
    add(c, a);
  }
  return Float64Array.from(edges).sort();
}

/** Of a closed mesh; throws if it encloses nothing, or less than nothing. */
export function solidProperties({ vertices, indices }: MeshTriangles): MassProperties {
  const properties = meshProperties(vertices, indices);
  const [low, high] = boundingBox(vertices);
  const diagonal = norm(low.map((bound, axis) => high[axis] - bound));
  if (!(Math.abs(properties.volume) > NO_VOLUME * diagonal * diagonal * diagonal))
    fail('degenerate-mesh', 'The mesh is flat and encloses no volume; give it thickness, or pass solid: false.');
  if (properties.volume < 0)
    fail(
      'open-mesh',
      'The mesh is inside out: its triangles must run counter-clockwise seen from outside. Swap two indices of every triangle.',
    );
  const problem = momentProblem(diagonalize(properties.inertia).moments);
  if (problem) fail('degenerate-mesh', 'The mesh crosses itself: the inertia of its inside is impossible. Remove the intersections.');
  return properties;
}
