// Signed distance of a point to a convex hull. Inside, the nearest face is the one whose plane is highest. From outside, a face is never
// nearer than its plane, and the nearest point is on a face that the point is above: the nearest of those polygons, highest plane first.
import { HullBlock, ShapeRecord } from '../../../bindings/core/layout.ts';
import type { StateMemory } from '../../../bindings/core/state-memory.ts';
import { NEAR, type SurfacePoint, setFar, setSurface } from './surface-point.ts';

const nearest = { square: Infinity, x: 0.5, y: 0.5, z: 0.5 };

export function pointHull(memory: StateMemory, shape: number, x: number, y: number, z: number, reach: number, out: SurfacePoint): void {
  const { f64, u32 } = memory;
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
  for (let k = 0, other = first; k < count; k++, other += 4) {
    const level = f64[other] * x + f64[other + 1] * y + f64[other + 2] * z - f64[other + 3];
    if (k === face || level <= 0 || level * level >= nearest.square) continue;
    if (!isOver(memory, block, k, other, x, y, z)) continue;
    // As high above this face as above the highest, but for round-off.
    setSurface(out, level - radius, f64[other], f64[other + 1], f64[other + 2]);
    return;
  }
  const distance = Math.sqrt(nearest.square);
  if (distance <= NEAR * f64[(shape + ShapeRecord.reach) >>> 3]) return;
  setSurface(out, distance - radius, nearest.x / distance, nearest.y / distance, nearest.z / distance);
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
  let start = vertices + 3 * u32[corners + count - 1];
  let over = true;
  for (let k = 0; k < count; k++) {
    const end = vertices + 3 * u32[corners + k];
    const ux = f64[end] - f64[start];
    const uy = f64[end + 1] - f64[start + 1];
    const uz = f64[end + 2] - f64[start + 2];
    const px = x - f64[start];
    const py = y - f64[start + 1];
    const pz = z - f64[start + 2];
    start = end;
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
  }
  return over;
}
