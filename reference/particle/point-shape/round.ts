// Signed distance of a point to the convex shapes with a closed form, by the regions of their surfaces: Ericson, "Real-Time Collision
// Detection" (2005), section 5.1. For a convex core K and a ball B of radius r, d(x, K + rB) = d(x, K) - r inside and out.
import { ShapeRecord } from '../../../bindings/core/layout.ts';
import type { StateMemory } from '../../../bindings/core/state-memory.ts';
import { LEAST_SQUARE, type SurfacePoint, setSurface } from './surface-point.ts';

export function pointSphere({ f64 }: StateMemory, shape: number, x: number, y: number, z: number, out: SurfacePoint): void {
  const radius = f64[(shape + ShapeRecord.radius) >>> 3];
  const square = x * x + y * y + z * z;
  if (square < LEAST_SQUARE) {
    setSurface(out, -radius, 0, 1, 0);
    return;
  }
  const length = Math.sqrt(square);
  setSurface(out, length - radius, x / length, y / length, z / length);
}

/** Around the segment from -halfHeight to halfHeight on the y axis. */
export function pointCapsule({ f64 }: StateMemory, shape: number, x: number, y: number, z: number, out: SurfacePoint): void {
  const radius = f64[(shape + ShapeRecord.radius) >>> 3];
  const halfHeight = f64[(shape + ShapeRecord.sizeY) >>> 3];
  const up = y > halfHeight ? y - halfHeight : y < -halfHeight ? y + halfHeight : 0;
  const square = x * x + up * up + z * z;
  if (square < LEAST_SQUARE) {
    setSurface(out, -radius, 1, 0, 0);
    return;
  }
  const length = Math.sqrt(square);
  setSurface(out, length - radius, x / length, up / length, z / length);
}

export function pointBox({ f64 }: StateMemory, shape: number, x: number, y: number, z: number, out: SurfacePoint): void {
  const radius = f64[(shape + ShapeRecord.radius) >>> 3];
  const size = (shape + ShapeRecord.sizeX) >>> 3;
  const sizeX = f64[size];
  const sizeY = f64[size + 1];
  const sizeZ = f64[size + 2];
  const wayX = x - Math.min(Math.max(x, -sizeX), sizeX);
  const wayY = y - Math.min(Math.max(y, -sizeY), sizeY);
  const wayZ = z - Math.min(Math.max(z, -sizeZ), sizeZ);
  const square = wayX * wayX + wayY * wayY + wayZ * wayZ;
  if (square > LEAST_SQUARE) {
    const length = Math.sqrt(square);
    setSurface(out, length - radius, wayX / length, wayY / length, wayZ / length);
    return;
  }
  const beyondX = Math.abs(x) - sizeX;
  const beyondY = Math.abs(y) - sizeY;
  const beyondZ = Math.abs(z) - sizeZ;
  if (beyondY >= beyondX && beyondY >= beyondZ) setSurface(out, beyondY - radius, 0, y < 0 ? -1 : 1, 0);
  else if (beyondX >= beyondZ) setSurface(out, beyondX - radius, x < 0 ? -1 : 1, 0, 0);
  else setSurface(out, beyondZ - radius, 0, 0, z < 0 ? -1 : 1);
}

/** Takes a normal of the half plane through the y axis and the point to space. On the axis, that is the half plane of x. */
function turnOut(out: SurfacePoint, distance: number, across: number, up: number, x: number, z: number, axial: number): void {
  if (axial > 0) setSurface(out, distance, (across * x) / axial, up, (across * z) / axial);
  else setSurface(out, distance, across, up, 0);
}

/** Distance from the y axis; 0 where it has no direction. */
function fromAxis(x: number, z: number): number {
  const square = x * x + z * z;
  return square < LEAST_SQUARE ? 0 : Math.sqrt(square);
}

export function pointCylinder({ f64 }: StateMemory, shape: number, x: number, y: number, z: number, out: SurfacePoint): void {
  const radius = f64[(shape + ShapeRecord.radius) >>> 3];
  const size = (shape + ShapeRecord.sizeX) >>> 3;
  const axial = fromAxis(x, z);
  const signY = y < 0 ? -1 : 1;
  const across = axial - f64[size];
  const up = signY * y - f64[size + 1];
  if (across > 0 && up > 0 && across * across + up * up > LEAST_SQUARE) {
    const length = Math.sqrt(across * across + up * up);
    turnOut(out, length - radius, across / length, (signY * up) / length, x, z, axial);
  } else if (up >= across) {
    setSurface(out, up - radius, 0, signY, 0);
  } else {
    turnOut(out, across - radius, 1, 0, x, z, axial);
  }
}

/** The triangle of the axis, the base's rim and the tip, turned about the axis. */
export function pointCone({ f64 }: StateMemory, shape: number, x: number, y: number, z: number, out: SurfacePoint): void {
  const radius = f64[(shape + ShapeRecord.radius) >>> 3];
  const size = (shape + ShapeRecord.sizeX) >>> 3;
  const base = f64[size];
  const height = 2 * f64[size + 1];
  const slant = Math.sqrt(base * base + height * height);
  const axial = fromAxis(x, z);
  // From the rim, from the tip, and how far across the side.
  const across = axial - base;
  const up = y - f64[size + 2] + 0.5 * height;
  const above = y - f64[size + 2] - 0.5 * height;
  const level = (across * height + up * base) / slant;
  if (across > 0 && up * height <= across * base && across * across + up * up > LEAST_SQUARE) {
    const length = Math.sqrt(across * across + up * up);
    turnOut(out, length - radius, across / length, up / length, x, z, axial);
  } else if (above * height >= axial * base && axial * axial + above * above > LEAST_SQUARE) {
    const length = Math.sqrt(axial * axial + above * above);
    turnOut(out, length - radius, axial / length, above / length, x, z, axial);
  } else if (level > -up) {
    turnOut(out, level - radius, height / slant, base / slant, x, z, axial);
  } else {
    setSurface(out, -up - radius, 0, -1, 0);
  }
}

/** All behind the plane through the origin. */
export function pointHalfSpace({ f64 }: StateMemory, shape: number, x: number, y: number, z: number, out: SurfacePoint): void {
  const normal = (shape + ShapeRecord.sizeX) >>> 3;
  const nx = f64[normal];
  const ny = f64[normal + 1];
  const nz = f64[normal + 2];
  setSurface(out, nx * x + ny * y + nz * z, nx, ny, nz);
}
