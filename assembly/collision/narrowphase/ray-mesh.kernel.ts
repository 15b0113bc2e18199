// Rays against meshes and height fields. A corner is looked at in a frame whose third axis is the ray's, by a shear that is the same for
// all triangles that share it; there the signs of the edges' functions are exact or zero, so that no ray passes between two triangles:
// Woop, Benthin and Wald, "Watertight Ray/Triangle Intersection" (2013), in f64. Height fields are walked strip by strip along the
// axis in which the ray crosses more cells, after Amanatides and Woo, "A Fast Voxel Traversal Algorithm for Ray Tracing" (1987).
import { HeightFieldBlock } from '../shape/heightfield';
import { MeshBlock, TriangleRecord } from '../shape/mesh';
import { ShapeFlag, ShapeRecord } from '../shape/record';
import { visitRay } from '../shape/tree.kernel';
import { RayHit } from './ray-hit.kernel';

const NONE: u32 = 0xffffffff;
/** More than the rounding of where a ray crosses a line of the grid, in cells and relative to heights. */
const ROUNDING: f64 = 1e-9;

/** The ray that is being cast, and its nearest hit so far. */
// @ts-ignore: decorator
@unmanaged
class SkewedRay {
  /** Bytes to the coordinates: the third is the one along which the ray runs most, the first two keep the turning sense. */
  first: usize;
  second: usize;
  third: usize;
  block: usize;
  originFirst: f64;
  originSecond: f64;
  originThird: f64;
  skewFirst: f64;
  skewSecond: f64;
  scale: f64;
  oneSided: bool;
  part: u32;
  cornerA: usize;
  cornerB: usize;
  cornerC: usize;
}

const RAY: usize = scratch<SkewedRay>();
/** Corners of a cell: (row, column), (row, column + 1), (row + 1, column), (row + 1, column + 1); then those that were hit. */
const CELL: usize = scratch<f64>(4 * 3);
const HIT_CORNERS: usize = scratch<f64>(3 * 3);
const POINT: usize = 24;

function theRay(): SkewedRay {
  return changetype<SkewedRay>(RAY);
}

function skew(shape: ShapeRecord, ox: f64, oy: f64, oz: f64, dx: f64, dy: f64, dz: f64): void {
  const ray = theRay();
  const x = abs<f64>(dx);
  const y = abs<f64>(dy);
  const z = abs<f64>(dz);
  const third: usize = x >= y && x >= z ? 0 : y >= z ? 8 : 16;
  const scratch = HIT_CORNERS;
  store<f64>(scratch, dx);
  store<f64>(scratch, dy, 8);
  store<f64>(scratch, dz, 16);
  store<f64>(scratch, ox, 24);
  store<f64>(scratch, oy, 32);
  store<f64>(scratch, oz, 40);
  const along = load<f64>(scratch + third);
  const after: usize = third == 16 ? 0 : third + 8;
  const before: usize = 24 - third - after;
  const first = along < 0 ? before : after;
  const second = along < 0 ? after : before;
  ray.first = first;
  ray.second = second;
  ray.third = third;
  ray.originFirst = load<f64>(scratch + first, 24);
  ray.originSecond = load<f64>(scratch + second, 24);
  ray.originThird = load<f64>(scratch + third, 24);
  ray.skewFirst = load<f64>(scratch + first) / along;
  ray.skewSecond = load<f64>(scratch + second) / along;
  ray.scale = 1 / along;
  ray.block = shape.data;
  // The back of a closed mesh is seen from inside only.
  ray.oneSided = (shape.flags & (ShapeFlag.OneSided | ShapeFlag.Solid)) == ShapeFlag.OneSided;
  ray.part = NONE;
}

/** Where the ray meets a triangle given by the addresses of its corners, if that is not behind `limit`; else `limit`. */
function meet(a: usize, b: usize, c: usize, part: u32, limit: f64): f64 {
  const ray = theRay();
  const first = ray.first;
  const second = ray.second;
  const third = ray.third;
  const az = load<f64>(a + third) - ray.originThird;
  const bz = load<f64>(b + third) - ray.originThird;
  const cz = load<f64>(c + third) - ray.originThird;
  const ax = load<f64>(a + first) - ray.originFirst - ray.skewFirst * az;
  const bx = load<f64>(b + first) - ray.originFirst - ray.skewFirst * bz;
  const cx = load<f64>(c + first) - ray.originFirst - ray.skewFirst * cz;
  const ay = load<f64>(a + second) - ray.originSecond - ray.skewSecond * az;
  const by = load<f64>(b + second) - ray.originSecond - ray.skewSecond * bz;
  const cy = load<f64>(c + second) - ray.originSecond - ray.skewSecond * cz;
  const u = bx * cy - by * cx;
  const v = cx * ay - cy * ax;
  const w = ax * by - ay * bx;
  if ((u < 0 || v < 0 || w < 0) && (u > 0 || v > 0 || w > 0)) return limit;
  const sum = u + v + w;
  // Seen along the ray, a front runs clockwise.
  if (sum == 0 || (sum > 0 && ray.oneSided)) return limit;
  const t = ((u * az + v * bz + w * cz) * ray.scale) / sum;
  if (!(t >= 0 && t <= limit)) return limit;
  ray.part = part;
  ray.cornerA = a;
  ray.cornerB = b;
  ray.cornerC = c;
  return t;
}

function meetPart(triangle: u32, limit: f64): f64 {
  const block = theRay().block;
  const mesh = changetype<MeshBlock>(block);
  const record = changetype<TriangleRecord>(block + <usize>mesh.parts + <usize>triangle * offsetof<TriangleRecord>());
  const vertices = block + <usize>mesh.vertices;
  return meet(vertices + <usize>record.a * POINT, vertices + <usize>record.b * POINT, vertices + <usize>record.c * POINT, record.part, limit);
}

class Corner {
  position: vec3<f64>;
}

/** Fills the hit from the triangle that was met last; false when there was none. */
function report(distance: f64, dx: f64, dy: f64, dz: f64, hit: RayHit): bool {
  const ray = theRay();
  if (ray.part == NONE) return false;
  const a = changetype<Corner>(ray.cornerA).position;
  const n = cross(changetype<Corner>(ray.cornerB).position - a, changetype<Corner>(ray.cornerC).position - a);
  const d = vec3<f64>(dx, dy, dz);
  const outward = dot(n, d) > 0 ? -1.0 : 1.0;
  hit.normal = normalizeOr(outward * n, -1 * d);
  hit.distance = distance;
  hit.part = ray.part;
  hit.behind = outward < 0 ? 1 : 0;
  return true;
}

/** The nearest point of a mesh on a ray (unit direction, the shape's frame) no farther than `limit`. */
export function rayMesh(
  shape: ShapeRecord, ox: f64, oy: f64, oz: f64, dx: f64, dy: f64, dz: f64, limit: f64, hit: RayHit,
): bool {
  skew(shape, ox, oy, oz, dx, dy, dz);
  const distance = visitRay(shape.data, ox, oy, oz, dx, dy, dz, limit, 0, 0, 0, meetPart);
  return report(distance, dx, dy, dz, hit);
}

function setCorner(place: usize, field: HeightFieldBlock, row: i32, column: i32): void {
  const at = CELL + place * POINT;
  const index = <usize>row * <usize>field.columns + <usize>column;
  store<f64>(at, <f64>column * field.spacingX - field.halfX);
  store<f64>(at, load<f64>(changetype<usize>(field) + <usize>field.heights + 8 * index), 8);
  store<f64>(at, <f64>row * field.spacingZ - field.halfZ, 16);
}

/** Both triangles of a cell, unless the ray's heights there are all above or all below it. */
function meetCell(field: HeightFieldBlock, row: i32, column: i32, low: f64, high: f64, limit: f64): f64 {
  setCorner(0, field, row, column);
  setCorner(1, field, row, column + 1);
  setCorner(2, field, row + 1, column);
  setCorner(3, field, row + 1, column + 1);
  const a = load<f64>(CELL, 8);
  const b = load<f64>(CELL, POINT + 8);
  const c = load<f64>(CELL, 2 * POINT + 8);
  const d = load<f64>(CELL, 3 * POINT + 8);
  if (max<f64>(max<f64>(a, b), max<f64>(c, d)) < low || min<f64>(min<f64>(a, b), min<f64>(c, d)) > high) return limit;
  const part = 2 * (<u32>row * (field.columns - 1) + <u32>column);
  const ray = theRay();
  let before = ray.part;
  let distance = meet(CELL, CELL + 2 * POINT, CELL + POINT, part, limit);
  distance = meet(CELL + 3 * POINT, CELL + POINT, CELL + 2 * POINT, part + 1, distance);
  if (ray.part != before) {
    // The cell's corners are about to be overwritten by those of the next.
    memory.copy(HIT_CORNERS, ray.cornerA, POINT);
    memory.copy(HIT_CORNERS + POINT, ray.cornerB, POINT);
    memory.copy(HIT_CORNERS + 2 * POINT, ray.cornerC, POINT);
    ray.cornerA = HIT_CORNERS;
    ray.cornerB = HIT_CORNERS + POINT;
    ray.cornerC = HIT_CORNERS + 2 * POINT;
  }
  return distance;
}

/** Part of a ray in a slab, in two numbers behind one another. */
class Span {
  enters: f64;
  leaves: f64;
}
const SPAN: usize = scratch<Span>();

function cutToSlab(o: f64, d: f64, low: f64, high: f64): void {
  const span = changetype<Span>(SPAN);
  const inverse = 1 / copysign<f64>(max<f64>(abs<f64>(d), 1e-300), d);
  const a = (low - o) * inverse;
  const b = (high - o) * inverse;
  span.enters = max<f64>(span.enters, min<f64>(a, b));
  span.leaves = min<f64>(span.leaves, max<f64>(a, b));
}

/** A number of cells as an index from 0 to `last`. */
function cellOf(place: f64, last: i32): i32 {
  return <i32>min<f64>(max<f64>(floor<f64>(place), 0), <f64>last);
}

/** The nearest point of a height field on a ray (unit direction, the shape's frame) no farther than `limit`. */
export function rayHeightField(
  shape: ShapeRecord, ox: f64, oy: f64, oz: f64, dx: f64, dy: f64, dz: f64, limit: f64, hit: RayHit,
): bool {
  const field = changetype<HeightFieldBlock>(shape.data);
  const margin = ROUNDING * (abs<f64>(field.lowest) + abs<f64>(field.highest) + field.halfX + field.halfZ);
  const span = changetype<Span>(SPAN);
  span.enters = 0;
  span.leaves = limit;
  cutToSlab(ox, dx, -field.halfX - margin, field.halfX + margin);
  cutToSlab(oy, dy, field.lowest - margin, field.highest + margin);
  cutToSlab(oz, dz, -field.halfZ - margin, field.halfZ + margin);
  const enters = span.enters;
  const leaves = span.leaves;
  if (!(enters <= leaves)) return false;
  skew(shape, ox, oy, oz, dx, dy, dz);

  // Along the axis in which it crosses more cells the ray goes from strip to strip, a cell wide; counted in cells from the corner.
  const alongX = abs<f64>(dx) * field.spacingZ >= abs<f64>(dz) * field.spacingX;
  const perX = 1 / field.spacingX;
  const perZ = 1 / field.spacingZ;
  const lastColumn = <i32>field.columns - 2;
  const lastRow = <i32>field.rows - 2;
  const start = alongX ? (ox + field.halfX) * perX : (oz + field.halfZ) * perZ;
  const speed = alongX ? dx * perX : dz * perZ;
  const sideStart = alongX ? (oz + field.halfZ) * perZ : (ox + field.halfX) * perX;
  const sideSpeed = alongX ? dz * perZ : dx * perX;
  const lastStrip = alongX ? lastColumn : lastRow;
  const lastSide = alongX ? lastRow : lastColumn;
  const step: i32 = speed < 0 ? -1 : 1;
  const slack = ROUNDING * (1 + abs<f64>(start) + <f64>max<i32>(lastStrip, lastSide));
  const a = start + enters * speed - <f64>step * slack;
  const b = start + leaves * speed + <f64>step * slack;
  const end = cellOf(b, lastStrip);
  let distance = limit;
  for (let strip = cellOf(a, lastStrip); (end - strip) * step >= 0; strip += step) {
    // The ray over this strip: from t to u.
    const entry = <f64>(step > 0 ? strip : strip + 1) - <f64>step * slack;
    const exit = <f64>(step > 0 ? strip + 1 : strip) + <f64>step * slack;
    const t = abs<f64>(speed) > 1e-300 ? max<f64>(enters, (entry - start) / speed) : enters;
    const u = abs<f64>(speed) > 1e-300 ? min<f64>(leaves, (exit - start) / speed) : leaves;
    const side = sideStart + t * sideSpeed;
    const otherSide = sideStart + u * sideSpeed;
    const from = cellOf(min<f64>(side, otherSide) - slack, lastSide);
    const to = cellOf(max<f64>(side, otherSide) + slack, lastSide);
    const low = oy + min<f64>(t * dy, u * dy) - margin;
    const high = oy + max<f64>(t * dy, u * dy) + margin;
    for (let cell = from; cell <= to; cell++)
      distance = meetCell(field, alongX ? cell : strip, alongX ? strip : cell, low, high, distance);
    if (theRay().part != NONE) break;
  }
  return report(distance, dx, dy, dz, hit);
}
