/**
 * The linear memory that holds a world's records, seen through typed arrays. The WebAssembly backend views its own memory,
 * the reference backend an ArrayBuffer with the same records; everything above works on either. The arrays are replaced when
 * the memory grows, so they must not be kept.
 */
export interface StateMemory {
  readonly f64: Float64Array;
  readonly f32: Float32Array;
  readonly u32: Uint32Array;
  readonly i32: Int32Array;
  readonly u8: Uint8Array;
  /** Byte offset of the WorldRecord. */
  readonly world: number;
}
