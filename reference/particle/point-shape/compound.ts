// A compound is the union of its children: of the nearest, or, inside, of the one that the point is deepest in.
import { Bvh, ChildFlag, ChildRecord, ShapeRecord, WorldRecord } from '../../../bindings/core/layout.ts';
import type { StateMemory } from '../../../bindings/core/state-memory.ts';
import { pointConvex } from './convex.ts';
import { nearestParts } from './nearest-parts.ts';
import { type SurfacePoint, setFar, setSurface, surfacePoint } from './surface-point.ts';

const child = surfacePoint();
const best = surfacePoint();
/** The children's block, and where the point is. */
const asked = { parts: 0, x: 0.5, y: 0.5, z: 0.5 };

export function pointCompound(memory: StateMemory, shape: number, x: number, y: number, z: number, reach: number, out: SurfacePoint): void {
  const block = memory.u32[(shape + ShapeRecord.data) >>> 2];
  asked.parts = block + memory.u32[(block + Bvh.parts) >>> 2];
  asked.x = x;
  asked.y = y;
  asked.z = z;
  setFar(best);
  nearestParts(memory, block, x, y, z, reach * reach, measureChild);
  if (best.distance > reach) setFar(out);
  else setSurface(out, best.distance, best.nx, best.ny, best.nz);
}

function measureChild(memory: StateMemory, part: number, limit: number): number {
  const { f64, u32, world } = memory;
  const record = asked.parts + part * ChildRecord.size;
  if (u32[(record + ChildRecord.flags) >>> 2] & ChildFlag.Sensor) return limit;
  const at = (record + ChildRecord.positionX) >>> 3;
  const qx = f64[at + 3];
  const qy = f64[at + 4];
  const qz = f64[at + 5];
  const qw = f64[at + 6];
  const shape = u32[(world + WorldRecord.shapeBase) >>> 2] + u32[(record + ChildRecord.shape) >>> 2] * ShapeRecord.size;
  // Into the child's frame: t = 2 v × q, v + w t + t × q.
  const px = asked.x - f64[at];
  const py = asked.y - f64[at + 1];
  const pz = asked.z - f64[at + 2];
  let tx = 2 * (py * qz - pz * qy);
  let ty = 2 * (pz * qx - px * qz);
  let tz = 2 * (px * qy - py * qx);
  const x = px + qw * tx + (ty * qz - tz * qy);
  const y = py + qw * ty + (tz * qx - tx * qz);
  const z = pz + qw * tz + (tx * qy - ty * qx);
  pointConvex(memory, shape, x, y, z, Math.sqrt(limit), child);
  if (!(child.distance < best.distance)) return limit;
  const { distance, nx, ny, nz } = child;
  tx = 2 * (qy * nz - qz * ny);
  ty = 2 * (qz * nx - qx * nz);
  tz = 2 * (qx * ny - qy * nx);
  setSurface(best, distance, nx + qw * tx + (qy * tz - qz * ty), ny + qw * ty + (qz * tx - qx * tz), nz + qw * tz + (qx * ty - qy * tx));
  return distance > 0 ? Math.min(limit, distance * distance) : 0;
}
