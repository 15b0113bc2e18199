// Signed distance of a point to the shapes with a closed form, by the regions of their surfaces (Ericson 2005, 5.1), in f64 in both builds: as
// reference/particle/point-shape/round.ts has it, to the bit.
import { ShapeType } from '../collision/shape/record';

/** A square of a length below this, m², has lost digits. */
const LEAST_SQUARE: f64 = 1e-280;

/** What `findSurface` found: the distance, m, and the outward normal, in the shape's frame. */
export const FOUND: usize = scratch<f64>(4);

function set(distance: f64, x: f64, y: f64, z: f64): void {
  store<f64>(FOUND, distance);
  store<f64>(FOUND, x, 8);
  store<f64>(FOUND, y, 16);
  store<f64>(FOUND, z, 24);
}

/** A point that is this way, whose square is given, from the core of a shape that is rounded by `radius`. */
function setBeyond(square: f64, radius: f64, x: f64, y: f64, z: f64): void {
  const length = sqrt<f64>(square);
  set(length - radius, x / length, y / length, z / length);
}

/** Whether `findSurface` has the shape. */
export function hasSurface(type: u32): bool {
  return type == ShapeType.Sphere || type == ShapeType.Capsule || type == ShapeType.Box || type == ShapeType.HalfSpace;
}

/** The surface seen from a point in the shape's frame; the sizes are those of its record. */
export function findSurface(type: u32, radius: f64, sizeX: f64, sizeY: f64, sizeZ: f64, x: f64, y: f64, z: f64): void {
  if (type == ShapeType.Sphere) sphere(radius, x, y, z);
  else if (type == ShapeType.Capsule) capsule(radius, sizeY, x, y, z);
  else if (type == ShapeType.Box) box(radius, sizeX, sizeY, sizeZ, x, y, z);
  else set(sizeX * x + sizeY * y + sizeZ * z, sizeX, sizeY, sizeZ);
}

function sphere(radius: f64, x: f64, y: f64, z: f64): void {
  const square = x * x + y * y + z * z;
  if (square < LEAST_SQUARE) set(-radius, 0, 1, 0);
  else setBeyond(square, radius, x, y, z);
}

function capsule(radius: f64, halfHeight: f64, x: f64, y: f64, z: f64): void {
  const up: f64 = y > halfHeight ? y - halfHeight : y < -halfHeight ? y + halfHeight : 0;
  const square = x * x + up * up + z * z;
  if (square < LEAST_SQUARE) set(-radius, 1, 0, 0);
  else setBeyond(square, radius, x, up, z);
}

function box(radius: f64, sizeX: f64, sizeY: f64, sizeZ: f64, x: f64, y: f64, z: f64): void {
  const wayX = x - min<f64>(max<f64>(x, -sizeX), sizeX);
  const wayY = y - min<f64>(max<f64>(y, -sizeY), sizeY);
  const wayZ = z - min<f64>(max<f64>(z, -sizeZ), sizeZ);
  const square = wayX * wayX + wayY * wayY + wayZ * wayZ;
  if (square > LEAST_SQUARE) {
    setBeyond(square, radius, wayX, wayY, wayZ);
    return;
  }
  const beyondX = abs<f64>(x) - sizeX;
  const beyondY = abs<f64>(y) - sizeY;
  const beyondZ = abs<f64>(z) - sizeZ;
  if (beyondY >= beyondX && beyondY >= beyondZ) set(beyondY - radius, 0, y < 0 ? -1 : 1, 0);
  else if (beyondX >= beyondZ) set(beyondX - radius, x < 0 ? -1 : 1, 0, 0);
  else set(beyondZ - radius, 0, 0, z < 0 ? -1 : 1);
}
