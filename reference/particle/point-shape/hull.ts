// Signed distance of a point to a convex hull. Inside, the nearest face is the one whose plane is highest. From outside, a face is never
// nearer than its plane, and the nearest point is on a face that the point is above: mostly on the one with the highest plane, as the edges
// at a corner next to the nearest place tell, else on the nearest of those polygons.
import { HullBlock, ShapeRecord } from '../../../bindings/core/layout.ts';
import type { StateMemory } from '../../../bindings/core/state-memory.ts';
import { NEAR, type SurfacePoint, setFar, setSurface } from './surface-point.ts';

/** Squared cosine of the angle to an edge below which the way to the point counts as square to it. */
const SQUARE = 1e-24;

/** The least way so far to the point from a side of a face, and an end of that side: the nearest place, if that is an end. */
const nearest = { square: Infinity, x: 0.5, y: 0.5, z: 0.5, vertex: 0 };

export function pointHull(memory: StateMemory, shape: number, x: number, y: number, z: number, reach: number, out: SurfacePoint): void {
  const { f64, u32 } = memory;
  if (isFarFromBox(f64, shape, x, y, z, reach)) {
    setFar(out);
    return;
  }
  const block = u32[(shape + ShapeRecord.data) >>> 2];
  const radius = f64[(shape + ShapeRecord.radius) >>> 3];
  const first = (block + u32[(block + HullBlock.planes) >>> 2]) >>> 3;
  const count = u32[(block + HullBlock.faceCount) >>> 2];
  let highest = -Infinity;
  let face = 0;
  for (let k = 0, plane = first; k < count; k++, plane += 4) {
    const level = f64[plane] * x + f64[plane + 1] * y + f64[plane + 2] * z - f64[plane + 3];
    if (level <= highest) continue;
    highest = level;
    face = k;
  }
  const plane = first + 4 * face;
  if (highest - radius > reach) {
    setFar(out);
    return;
  }
  setSurface(out, highest - radius, f64[plane], f64[plane + 1], f64[plane + 2]);
  if (highest <= 0) return;
  nearest.square = Infinity;
  if (isOver(memory, block, face, plane, x, y, z)) return;
  if (!isNearest(memory, block)) measureOthers(memory, block, first, face, x, y, z);
  const distance = Math.sqrt(nearest.square);
  if (distance <= NEAR * f64[(shape + ShapeRecord.reach) >>> 3]) return;
  setSurface(out, distance - radius, nearest.x / distance, nearest.y / distance, nearest.z / distance);
}

function isFarFromBox(f64: Float64Array, shape: number, x: number, y: number, z: number, reach: number): boolean {
  const low = (shape + ShapeRecord.lowX) >>> 3;
  const high = (shape + ShapeRecord.highX) >>> 3;
  const dx = Math.max(f64[low] - x, x - f64[high], 0);
  const dy = Math.max(f64[low + 1] - y, y - f64[high + 1], 0);
  const dz = Math.max(f64[low + 2] - z, z - f64[high + 2], 0);
  return dx * dx + dy * dy + dz * dz > reach * reach;
}

/** Whether no edge at the vertex next to the nearest place leads towards the point: then none does farther away, as the hull is convex. */
function isNearest({ f64, u32 }: StateMemory, block: number): boolean {
  const { x, y, z, vertex } = nearest;
  const vertices = (block + u32[(block + HullBlock.vertices) >>> 2]) >>> 3;
  const starts = ((block + u32[(block + HullBlock.neighbourStarts) >>> 2]) >>> 2) + vertex;
  const neighbours = (block + u32[(block + HullBlock.neighbours) >>> 2]) >>> 2;
  const from = vertices + 3 * vertex;
  for (let k = u32[starts]; k < u32[starts + 1]; k++) {
    const to = vertices + 3 * u32[neighbours + k];
    const ex = f64[to] - f64[from];
    const ey = f64[to + 1] - f64[from + 1];
    const ez = f64[to + 2] - f64[from + 2];
    const towards = ex * x + ey * y + ez * z;
    if (towards > 0 && towards * towards > SQUARE * nearest.square * (ex * ex + ey * ey + ez * ez)) return false;
  }
  return true;
}

/** Compares the other faces that the point is above. It is over none of them but for round-off: then the highest plane would not be the first. */
function measureOthers(memory: StateMemory, block: number, first: number, face: number, x: number, y: number, z: number): void {
  const { f64, u32 } = memory;
  const count = u32[(block + HullBlock.faceCount) >>> 2];
  for (let k = 0, plane = first; k < count; k++, plane += 4) {
    const level = f64[plane] * x + f64[plane + 1] * y + f64[plane + 2] * z - f64[plane + 3];
    if (k === face || level <= 0 || level * level >= nearest.square) continue;
    if (!isOver(memory, block, k, plane, x, y, z)) continue;
    nearest.square = level * level;
    nearest.x = level * f64[plane];
    nearest.y = level * f64[plane + 1];
    nearest.z = level * f64[plane + 2];
  }
}

/** Whether the nearest point of the face's plane is in the face; if not, `nearest` becomes the way from its sides if that is shorter. */
function isOver({ f64, u32 }: StateMemory, block: number, face: number, plane: number, x: number, y: number, z: number): boolean {
  const range = ((block + u32[(block + HullBlock.faces) >>> 2]) >>> 2) + 2 * face;
  const corners = ((block + u32[(block + HullBlock.corners) >>> 2]) >>> 2) + u32[range];
  const vertices = (block + u32[(block + HullBlock.vertices) >>> 2]) >>> 3;
  const count = u32[range + 1];
  const nx = f64[plane];
  const ny = f64[plane + 1];
  const nz = f64[plane + 2];
  let last = u32[corners + count - 1];
  let over = true;
  for (let k = 0; k < count; k++) {
    const from = last;
    const start = vertices + 3 * from;
    last = u32[corners + k];
    const end = vertices + 3 * last;
    const ux = f64[end] - f64[start];
    const uy = f64[end + 1] - f64[start + 1];
    const uz = f64[end + 2] - f64[start + 2];
    const px = x - f64[start];
    const py = y - f64[start + 1];
    const pz = z - f64[start + 2];
    if ((uy * pz - uz * py) * nx + (uz * px - ux * pz) * ny + (ux * py - uy * px) * nz >= 0) continue;
    over = false;
    const along = (ux * px + uy * py + uz * pz) / (ux * ux + uy * uy + uz * uz);
    const t = Math.min(Math.max(along, 0), 1);
    const dx = px - t * ux;
    const dy = py - t * uy;
    const dz = pz - t * uz;
    const square = dx * dx + dy * dy + dz * dz;
    if (square >= nearest.square) continue;
    nearest.square = square;
    nearest.x = dx;
    nearest.y = dy;
    nearest.z = dz;
    nearest.vertex = t < 0.5 ? from : last;
  }
  return over;
}
