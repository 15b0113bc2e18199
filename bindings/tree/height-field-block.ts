import { HeightFieldBlock } from '../core/layout.ts';

/** The geometry block of a height field: heights[row * columns + column], at least two rows and columns, centred over x and z. */
export function heightFieldBlock(heights: Float64Array, rows: number, columns: number, spacingX: number, spacingZ: number): Uint8Array {
  const block = new Uint8Array((HeightFieldBlock.size + 8 * rows * columns + 15) & ~15);
  const view = new DataView(block.buffer);
  view.setUint32(HeightFieldBlock.rows, rows, true);
  view.setUint32(HeightFieldBlock.columns, columns, true);
  view.setUint32(HeightFieldBlock.heights, HeightFieldBlock.size, true);
  view.setFloat64(HeightFieldBlock.spacingX, spacingX, true);
  view.setFloat64(HeightFieldBlock.spacingZ, spacingZ, true);
  view.setFloat64(HeightFieldBlock.halfX, ((columns - 1) * spacingX) / 2, true);
  view.setFloat64(HeightFieldBlock.halfZ, ((rows - 1) * spacingZ) / 2, true);
  let lowest = Infinity;
  let highest = -Infinity;
  for (let k = 0; k < rows * columns; k++) {
    view.setFloat64(HeightFieldBlock.size + 8 * k, heights[k], true);
    lowest = Math.min(lowest, heights[k]);
    highest = Math.max(highest, heights[k]);
  }
  view.setFloat64(HeightFieldBlock.lowest, lowest, true);
  view.setFloat64(HeightFieldBlock.highest, highest, true);
  return block;
}
