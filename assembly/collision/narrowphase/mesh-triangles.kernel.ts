// The triangles of meshes and height fields: which may overlap a box, their corners, and those of their neighbours.
import { Convex } from '../shape/convex.kernel';
import { HeightFieldBlock } from '../shape/heightfield';
import { MeshBlock, NO_VERTEX, TriangleRecord } from '../shape/mesh';
import { ShapeRecord, ShapeType } from '../shape/record';
import { visitOverlaps } from '../shape/tree.kernel';

/** Bytes of a corner. */
export const POINT: usize = 24;

function setVertex(at: usize, x: f64, y: f64, z: f64): void {
  store<f64>(at, x);
  store<f64>(at, y, 8);
  store<f64>(at, z, 16);
}

/** Vertex (row, column) of a height field; false beyond its border. */
function fieldVertex(field: HeightFieldBlock, row: i32, column: i32, at: usize): bool {
  if (<u32>row >= field.rows || <u32>column >= field.columns) return false;
  const index = <usize>(<u32>row * field.columns + <u32>column);
  const height = load<f64>(changetype<usize>(field) + <usize>field.heights + 8 * index);
  setVertex(at, <f64>column * field.spacingX - field.halfX, height, <f64>row * field.spacingZ - field.halfZ);
  return true;
}

/**
 * A vertex of a height field's triangle, and of its neighbours. The second triangle of a cell is the first one turned half around: with
 * their first vertex at (row, column) the others are `rows` and `columns` away, times 1 or -1.
 */
export function triangleVertex(field: HeightFieldBlock, triangle: u32, rows: i32, columns: i32, at: usize): bool {
  const cells = field.columns - 1;
  const cell = triangle >> 1;
  const second = <i32>(triangle & 1);
  const sign = 1 - 2 * second;
  return fieldVertex(field, <i32>(cell / cells) + second + sign * rows, <i32>(cell % cells) + second + sign * columns, at);
}

export function recordOf(shape: ShapeRecord, triangle: u32): TriangleRecord {
  const mesh = changetype<MeshBlock>(<usize>shape.data);
  return changetype<TriangleRecord>(<usize>shape.data + <usize>mesh.parts + <usize>triangle * offsetof<TriangleRecord>());
}

export function meshVertex(shape: ShapeRecord, vertex: u32, at: usize): bool {
  if (vertex == NO_VERTEX) return false;
  const from = <usize>shape.data + <usize>changetype<MeshBlock>(<usize>shape.data).vertices + <usize>vertex * POINT;
  setVertex(at, load<f64>(from), load<f64>(from, 8), load<f64>(from, 16));
  return true;
}

/** The number that the user knows a triangle by. */
export function trianglePart(shape: ShapeRecord, triangle: u32): u32 {
  return shape.type == <u32>ShapeType.HeightField ? triangle : recordOf(shape, triangle).part;
}

/** Cells that overlap a box, by its place in cells from the first; -1: none. */
function firstCell(low: f64, high: f64, count: u32): i32 {
  return high < 0 || !(low <= <f64>(count - 1)) ? -1 : <i32>max<f64>(0, floor<f64>(low));
}

/** Into how many parts to take a way over a height field, so that each leads over a few cells. */
export function fieldSteps(shape: ShapeRecord, wayX: f64, wayZ: f64): u32 {
  const field = changetype<HeightFieldBlock>(<usize>shape.data);
  const cells = max<f64>(abs<f64>(wayX) / field.spacingX, abs<f64>(wayZ) / field.spacingZ);
  // What leaves the field on its way has no more cells to cross than this.
  const most = <f64>(2 * (field.rows + field.columns));
  return <u32>max<f64>(1, ceil<f64>(0.5 * min<f64>(cells, most)));
}

/** Visits the triangles of a mesh or height field that may overlap a box in its frame. */
export function meshTriangles(
  shape: ShapeRecord, lowX: f64, lowY: f64, lowZ: f64, highX: f64, highY: f64, highZ: f64, visit: (triangle: u32) => void,
): void {
  if (shape.type != <u32>ShapeType.HeightField) {
    visitOverlaps(shape.data, lowX, lowY, lowZ, highX, highY, highZ, visit);
    return;
  }
  const field = changetype<HeightFieldBlock>(<usize>shape.data);
  const perX = 1 / field.spacingX;
  const perZ = 1 / field.spacingZ;
  const endX = (highX + field.halfX) * perX;
  const endZ = (highZ + field.halfZ) * perZ;
  const firstColumn = firstCell((lowX + field.halfX) * perX, endX, field.columns);
  const firstRow = firstCell((lowZ + field.halfZ) * perZ, endZ, field.rows);
  if (firstColumn < 0 || firstRow < 0 || lowY > field.highest || highY < field.lowest) return;
  const heights = changetype<usize>(field) + <usize>field.heights;
  const row8 = <usize>field.columns << 3;
  for (let row = firstRow; row < <i32>field.rows - 1 && <f64>row <= endZ; row++) {
    for (let column = firstColumn; column < <i32>field.columns - 1 && <f64>column <= endX; column++) {
      const at = heights + <usize>row * row8 + 8 * <usize>column;
      const a = load<f64>(at);
      const b = load<f64>(at, 8);
      const c = load<f64>(at + row8);
      const d = load<f64>(at + row8, 8);
      // The edge between the two belongs to both.
      const low = min<f64>(b, c);
      const high = max<f64>(b, c);
      const triangle = 2 * (<u32>row * (field.columns - 1) + <u32>column);
      if (min<f64>(a, low) <= highY && max<f64>(a, high) >= lowY) visit(triangle);
      if (min<f64>(d, low) <= highY && max<f64>(d, high) >= lowY) visit(triangle + 1);
    }
  }
}

/** Makes a triangle, as meshTriangles gives it, a convex shape in the frame of its mesh or height field. */
export function loadTriangle(shape: ShapeRecord, triangle: u32, c: Convex): void {
  const corners = changetype<usize>(c) + offsetof<Convex>('cornerA');
  c.type = ShapeType.Triangle;
  c.radius = 0;
  c.data = 0;
  if (shape.type == <u32>ShapeType.HeightField) {
    const field = changetype<HeightFieldBlock>(<usize>shape.data);
    triangleVertex(field, triangle, 0, 0, corners);
    triangleVertex(field, triangle, 1, 0, corners + POINT);
    triangleVertex(field, triangle, 0, 1, corners + 2 * POINT);
  } else {
    const record = recordOf(shape, triangle);
    meshVertex(shape, record.a, corners);
    meshVertex(shape, record.b, corners + POINT);
    meshVertex(shape, record.c, corners + 2 * POINT);
  }
}

/** The third vertex of the neighbour across edge AB, BC or CA (0, 1, 2); false where the edge ends the surface or has several. */
export function vertexAcross(shape: ShapeRecord, triangle: u32, edge: u32, at: usize): bool {
  if (shape.type == <u32>ShapeType.HeightField)
    return triangleVertex(changetype<HeightFieldBlock>(<usize>shape.data), triangle, edge == 2 ? -1 : 1, edge == 0 ? -1 : 1, at);
  return meshVertex(shape, load<u32>(changetype<usize>(recordOf(shape, triangle)) + ((<usize>edge) << 2), offsetof<TriangleRecord>('acrossAB')), at);
}
