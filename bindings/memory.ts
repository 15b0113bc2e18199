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

/** What a backend does; all else is shared. */
export interface Backend {
  readonly memory: StateMemory;
  /** Makes room for at least so many body slots, keeping what is there. Throws a HolonomicError when memory is exhausted. */
  reserveBodies(count: number): void;
  reserveJoints(count: number): void;
  reserveCoordinates(count: number): void;
  reservePoints(count: number): void;
  /** Advances the world by `dt` seconds. */
  step(dt: number): void;
  /** A copy of all state. */
  save(): Uint8Array;
  /** Puts a copy made by `save` of the same kind of backend back. */
  load(bytes: Uint8Array): void;
  /** Milliseconds spent in each stage of the last step, if profiling is on. */
  profile(): Record<string, number>;
  dispose(): void;
}
