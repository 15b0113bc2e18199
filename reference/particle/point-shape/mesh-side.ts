// On which side of a mesh a point is whose nearest place is on an edge or at a vertex. From there the point sees the triangle that is turned
// least away from it: at a vertex first the edge, and around the edge the triangle. Its front tells the side. Sums of normals weighted by
// angles say the same (Baerentzen and Aanaes, "Signed Distance Computation Using the Angle Weighted Pseudonormal", 2005), but not
// where an edge has four triangles, as solids do that touch.
import { MeshBlock, NO_VERTEX, TriangleRecord } from '../../../bindings/core/layout.ts';
import type { StateMemory } from '../../../bindings/core/state-memory.ts';
import { nearestParts } from './nearest-parts.ts';
import { CORNER, FACE, nearest, SIDE } from './triangle.ts';

const feature = {
  block: 0,
  /** The vertex, or the edge's vertices. */
  a: 0,
  b: NO_VERTEX,
  /** Cosines of the angles to the edge and to the triangle that are turned least away, times the distance. */
  along: -Infinity,
  across: -Infinity,
  /** Above 0 in front of that triangle. */
  side: 0.5,
  /** Whether the surface ends there. */
  border: false,
};

/** Of what is told last by isBehind: whether the nearest place is where the surface ends. */
export const isAtBorder = (): boolean => feature.border;

/** Whether the point is behind the mesh where it is nearest, which `nearest` tells. */
export function isBehind(memory: StateMemory, block: number): boolean {
  const { f64, u32 } = memory;
  const { region, part, x, y, z, nx, ny, nz } = nearest;
  feature.border = false;
  if (region === FACE) return x * nx + y * ny + z * nz < 0;
  const record = (block + u32[(block + MeshBlock.parts) >>> 2] + part * TriangleRecord.size) >>> 2;
  const first = region < CORNER ? region - SIDE : region - CORNER;
  feature.block = block;
  feature.a = u32[record + first];
  feature.b = region < CORNER ? u32[record + ((first + 1) % 3)] : NO_VERTEX;
  feature.along = -Infinity;
  feature.across = -Infinity;
  const vertex = ((block + u32[(block + MeshBlock.vertices) >>> 2]) >>> 3) + 3 * feature.a;
  nearestParts(memory, block, f64[vertex], f64[vertex + 1], f64[vertex + 2], 0, turnTo);
  return feature.side < 0;
}

/** Compares a triangle that may be at the feature with what is turned least away so far. */
function turnTo(memory: StateMemory, part: number, limit: number): number {
  const { u32 } = memory;
  const { block, a, b } = feature;
  const record = (block + u32[(block + MeshBlock.parts) >>> 2] + part * TriangleRecord.size) >>> 2;
  const k = u32[record] === a ? 0 : u32[record + 1] === a ? 1 : 2;
  if (u32[record + k] !== a) return limit;
  const next = (k + 1) % 3;
  const last = (k + 2) % 3;
  const across = record + (TriangleRecord.acrossAB >>> 2);
  if (b === NO_VERTEX || b === u32[record + next]) compare(memory, u32[record + next], u32[record + last], 1, u32[across + k]);
  if (b === NO_VERTEX || b === u32[record + last]) compare(memory, u32[record + last], u32[record + next], -1, u32[across + last]);
  return limit;
}

/** The triangle at the edge from the vertex to another; `turn` is 1 where that edge runs counter-clockwise. */
function compare({ f64, u32 }: StateMemory, end: number, third: number, turn: number, beyond: number): void {
  if (beyond === NO_VERTEX) feature.border = true;
  const vertices = (feature.block + u32[(feature.block + MeshBlock.vertices) >>> 2]) >>> 3;
  const a = vertices + 3 * feature.a;
  const e = vertices + 3 * end;
  const t = vertices + 3 * third;
  let ex = f64[e] - f64[a];
  let ey = f64[e + 1] - f64[a + 1];
  let ez = f64[e + 2] - f64[a + 2];
  const length = Math.sqrt(ex * ex + ey * ey + ez * ez);
  ex /= length;
  ey /= length;
  ez /= length;
  let mx = f64[t] - f64[a];
  let my = f64[t + 1] - f64[a + 1];
  let mz = f64[t + 2] - f64[a + 2];
  const share = mx * ex + my * ey + mz * ez;
  mx -= share * ex;
  my -= share * ey;
  mz -= share * ez;
  const { x, y, z } = nearest;
  // Both triangles of an edge give the same bits.
  const along = feature.b === NO_VERTEX ? x * ex + y * ey + z * ez : 0;
  const across = (x * mx + y * my + z * mz) / Math.sqrt(mx * mx + my * my + mz * mz);
  if (along < feature.along || (along === feature.along && across <= feature.across)) return;
  feature.along = along;
  feature.across = across;
  feature.side = turn * (x * (ey * mz - ez * my) + y * (ez * mx - ex * mz) + z * (ex * my - ey * mx));
}
