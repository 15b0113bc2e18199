// Distance of a point to a height field: from the nearest triangle, in rings of cells around the one below the point.
import { HeightFieldBlock, ShapeFlag, ShapeRecord } from '../../../bindings/core/layout.ts';
import type { StateMemory } from '../../../bindings/core/state-memory.ts';
import { type SurfacePoint, setFar } from './surface-point.ts';
import { corners, measureTriangle, nearest, setNearest } from './triangle.ts';

/** The field and the point asked about. Cells are counted from 0, places are those of the field's frame. */
const grid = {
  /** Place of the first height, in doubles. */
  heights: 0,
  columns: 0,
  cellsX: 0,
  cellsZ: 0,
  spacingX: 0.5,
  spacingZ: 0.5,
  halfX: 0.5,
  halfZ: 0.5,
  x: 0.5,
  y: 0.5,
  z: 0.5,
  /** Square of the distance that a cell must not be beyond. */
  limit: 0.5,
};

export function pointHeightField(
  memory: StateMemory,
  shape: number,
  x: number,
  y: number,
  z: number,
  reach: number,
  out: SurfacePoint,
): void {
  const { f64, u32 } = memory;
  const block = u32[(shape + ShapeRecord.data) >>> 2];
  readGrid(memory, block);
  grid.x = x;
  grid.y = y;
  grid.z = z;
  grid.limit = reach * reach;
  nearest.square = Infinity;
  const column = cellAt(x + grid.halfX, grid.spacingX, grid.cellsX);
  const row = cellAt(z + grid.halfZ, grid.spacingZ, grid.cellsZ);
  const gap = Math.max(y - f64[(block + HeightFieldBlock.highest) >>> 3], f64[(block + HeightFieldBlock.lowest) >>> 3] - y, 0);
  for (let ring = 0; ; ring++) {
    const least = ringDistance(column, row, ring);
    if (least * least + gap * gap > grid.limit || least === Infinity) break;
    measureRing(f64, column, row, ring);
  }
  if (nearest.square > reach * reach) {
    setFar(out);
    return;
  }
  const behind = (u32[(shape + ShapeRecord.flags) >>> 2] & ShapeFlag.OneSided) !== 0 && y < heightIn(f64, column, row);
  if (behind && (Math.abs(x) > grid.halfX || Math.abs(z) > grid.halfZ)) setFar(out);
  else setNearest(out, f64[(shape + ShapeRecord.reach) >>> 3], behind);
}

function readGrid({ f64, u32 }: StateMemory, block: number): void {
  grid.heights = (block + u32[(block + HeightFieldBlock.heights) >>> 2]) >>> 3;
  grid.columns = u32[(block + HeightFieldBlock.columns) >>> 2];
  grid.cellsX = grid.columns - 1;
  grid.cellsZ = u32[(block + HeightFieldBlock.rows) >>> 2] - 1;
  grid.spacingX = f64[(block + HeightFieldBlock.spacingX) >>> 3];
  grid.spacingZ = f64[(block + HeightFieldBlock.spacingZ) >>> 3];
  grid.halfX = f64[(block + HeightFieldBlock.halfX) >>> 3];
  grid.halfZ = f64[(block + HeightFieldBlock.halfZ) >>> 3];
}

function cellAt(place: number, spacing: number, cells: number): number {
  return Math.min(Math.max(Math.floor(place / spacing), 0), cells - 1);
}

/** How far the cells of a ring are from the point at least, seen from above; infinite where there are none. */
function ringDistance(column: number, row: number, ring: number): number {
  if (ring === 0) return 0;
  const { x, z, halfX, halfZ, spacingX, spacingZ } = grid;
  const right = column + ring < grid.cellsX ? (column + ring) * spacingX - halfX - x : Infinity;
  const left = column - ring >= 0 ? x + halfX - (column - ring + 1) * spacingX : Infinity;
  const front = row + ring < grid.cellsZ ? (row + ring) * spacingZ - halfZ - z : Infinity;
  const back = row - ring >= 0 ? z + halfZ - (row - ring + 1) * spacingZ : Infinity;
  return Math.max(Math.min(right, left, front, back), 0);
}

function measureRing(f64: Float64Array, column: number, row: number, ring: number): void {
  const firstRow = Math.max(row - ring, 0);
  const lastRow = Math.min(row + ring, grid.cellsZ - 1);
  const firstColumn = Math.max(column - ring, 0);
  const lastColumn = Math.min(column + ring, grid.cellsX - 1);
  for (let r = firstRow; r <= lastRow; r++) {
    if (r === row - ring || r === row + ring) {
      for (let c = firstColumn; c <= lastColumn; c++) measureCell(f64, c, r);
      continue;
    }
    if (column - ring >= 0) measureCell(f64, column - ring, r);
    if (column + ring < grid.cellsX) measureCell(f64, column + ring, r);
  }
}

/** Its two triangles, if its box is near enough. */
function measureCell(f64: Float64Array, column: number, row: number): void {
  const at = grid.heights + row * grid.columns + column;
  const a = f64[at];
  const b = f64[at + 1];
  const c = f64[at + grid.columns];
  const d = f64[at + grid.columns + 1];
  const lowX = column * grid.spacingX - grid.halfX - grid.x;
  const highX = (column + 1) * grid.spacingX - grid.halfX - grid.x;
  const lowZ = row * grid.spacingZ - grid.halfZ - grid.z;
  const highZ = (row + 1) * grid.spacingZ - grid.halfZ - grid.z;
  const y = grid.y;
  const dx = Math.max(lowX, -highX, 0);
  const dy = Math.max(Math.min(a, b, c, d) - y, y - Math.max(a, b, c, d), 0);
  const dz = Math.max(lowZ, -highZ, 0);
  if (dx * dx + dy * dy + dz * dz > grid.limit) return;
  corners[0] = lowX;
  corners[1] = a - y;
  corners[2] = lowZ;
  corners[3] = lowX;
  corners[4] = c - y;
  corners[5] = highZ;
  corners[6] = highX;
  corners[7] = b - y;
  corners[8] = lowZ;
  measureTriangle(0);
  corners[0] = highX;
  corners[1] = d - y;
  corners[2] = highZ;
  corners[3] = highX;
  corners[4] = b - y;
  corners[5] = lowZ;
  corners[6] = lowX;
  corners[7] = c - y;
  corners[8] = highZ;
  measureTriangle(0);
  grid.limit = Math.min(grid.limit, nearest.square);
}

/** Of the surface over a cell, at the place in the cell that is nearest to that of the point. */
function heightIn(f64: Float64Array, column: number, row: number): number {
  const at = grid.heights + row * grid.columns + column;
  const u = Math.min(Math.max((grid.x + grid.halfX) / grid.spacingX - column, 0), 1);
  const v = Math.min(Math.max((grid.z + grid.halfZ) / grid.spacingZ - row, 0), 1);
  const b = f64[at + 1];
  const c = f64[at + grid.columns];
  if (u + v <= 1) return f64[at] + u * (b - f64[at]) + v * (c - f64[at]);
  const d = f64[at + grid.columns + 1];
  return d + (1 - u) * (c - d) + (1 - v) * (b - d);
}
