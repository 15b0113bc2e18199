/**
 * Heights over a grid in x and z, centred on the origin: vertex (row, column) is at x = column * spacingX - halfX, z = row * spacingZ -
 * halfZ. Cell (row, column) holds the triangles 2 * (row * (columns - 1) + column) and the next; the edge between them runs from
 * (row + 1, column) to (row, column + 1).
 * @layout
 */
// @ts-ignore: decorator
@unmanaged
export class HeightFieldBlock {
  spacingX: f64;
  spacingZ: f64;
  halfX: f64;
  halfZ: f64;
  lowest: f64;
  highest: f64;
  rows: u32;
  columns: u32;
  /** f64 each, row after row; bytes from the head's start. */
  heights: u32;
  reserved: u32;
}
