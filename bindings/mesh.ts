// Reading a triangle mesh: are the numbers sound, is it closed, does it enclose a volume.
import { describe, norm, type Vec3 } from './arguments.ts';
import { type ErrorCode, HolonomicError } from './errors.ts';
import { boundingBox, diagonalize, type MassProperties, meshProperties, momentProblem } from './mass-properties.ts';

export interface SolidMesh {
  readonly vertices: Float64Array;
  readonly indices: Uint32Array;
  readonly properties: MassProperties;
}

/** Parts of the cube of the mesh's diagonal; less is what round-off leaves of a flat mesh. */
const NO_VOLUME = 1e-13;

/** Copies and checks a mesh; see `Mesh` for what it throws. */
export function readMesh(vertices: ArrayLike<number>, indices: ArrayLike<number>): SolidMesh {
  const points = readNumbers(vertices, 'vertices', 'three coordinates a vertex');
  const corners = readNumbers(indices, 'indices', 'three vertices a triangle');
  const count = points.length / 3;
  const wrong = corners.findIndex((index) => !Number.isInteger(index) || index < 0 || index >= count);
  if (wrong >= 0) fail('invalid-argument', `indices[${wrong}] must be a whole number from 0 to ${count - 1}, but is ${corners[wrong]}.`);
  const mesh = { vertices: points, indices: Uint32Array.from(corners) };
  requireClosed(mesh.vertices, mesh.indices);
  return { ...mesh, properties: solidProperties(mesh.vertices, mesh.indices) };
}

function fail(code: ErrorCode, message: string): never {
  throw new HolonomicError(code, message);
}

function readNumbers(list: unknown, name: string, meaning: string): Float64Array {
  const given = list as ArrayLike<unknown> | null | undefined;
  if (typeof given !== 'object' || given === null || !Number.isInteger(given.length))
    fail('invalid-argument', `${name} must be a list of numbers, ${meaning}.`);
  if (given.length === 0 || given.length % 3 !== 0)
    fail('invalid-argument', `${name} must hold ${meaning}, but its length is ${given.length}.`);
  return Float64Array.from(given, (value, k) => {
    if (typeof value === 'number' && Number.isFinite(value)) return value;
    return fail('invalid-argument', `${name}[${k}] must be a finite number, but is ${describe(value)}.`);
  });
}

/** A mesh may be closed as it is indexed, or once vertices at the same place count as one. */
function requireClosed(vertices: Float64Array, indices: Uint32Array): void {
  if (!findOpenEdge(indices)) return;
  const open = findOpenEdge(mergedIndices(vertices, indices));
  if (!open) return;
  const [from, to] = [open.from, open.to].map((vertex) => `(${vertices.slice(3 * vertex, 3 * vertex + 3).join(', ')})`);
  const along = open.forward === 1 ? '1 triangle runs' : `${open.forward} triangles run`;
  fail(
    'open-mesh',
    `The mesh must be closed, each edge between two triangles, but ${along} along the edge from ${from} to ${to} and ${open.backward} ` +
      'back along it. Close the hole, or merge vertices that should be one.',
  );
}

/** Indices that name the first of all vertices at the same place. */
function mergedIndices(vertices: Float64Array, indices: Uint32Array): Uint32Array {
  const first = new Map<string, number>();
  const merged = new Uint32Array(vertices.length / 3);
  for (let vertex = 0; vertex < merged.length; vertex++) {
    const [x, y, z] = vertices.subarray(3 * vertex, 3 * vertex + 3);
    const place = `${x} ${y} ${z}`;
    if (!first.has(place)) first.set(place, vertex);
    merged[vertex] = first.get(place)!;
  }
  return indices.map((vertex) => merged[vertex]);
}

interface OpenEdge {
  from: number;
  to: number;
  /** Triangles along the edge, and triangles against it. */
  forward: number;
  backward: number;
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

function solidProperties(vertices: Float64Array, indices: Uint32Array): MassProperties {
  const properties = meshProperties(vertices, indices);
  const [low, high] = boundingBox(vertices);
  const diagonal = norm(low.map((bound, axis) => high[axis] - bound));
  if (!(Math.abs(properties.volume) > NO_VOLUME * diagonal * diagonal * diagonal))
    fail('degenerate-mesh', 'The mesh is flat: it encloses no volume.');
  if (properties.volume < 0)
    fail(
      'open-mesh',
      'The mesh is inside out: its triangles must run counter-clockwise seen from outside. Swap two indices of every triangle.',
    );
  const problem = momentProblem(diagonalize(properties.inertia).moments as Vec3);
  if (problem) fail('degenerate-mesh', 'The mesh crosses itself: no distribution of mass has the inertia that it encloses.');
  return properties;
}
