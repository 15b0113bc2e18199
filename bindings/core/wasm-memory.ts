// The memory of the kernels, as the state of a world is read from it.
import type { StateMemory } from './memory.ts';

export class WasmMemory implements StateMemory {
  f64!: Float64Array;
  f32!: Float32Array;
  u32!: Uint32Array;
  i32!: Int32Array;
  u8!: Uint8Array;
  world = 0;
  /** Growing takes the buffer away from old views, unless others share it: then these end where it ended. */
  private readonly isShared: boolean;

  constructor(private readonly memory: WebAssembly.Memory) {
    this.isShared = !(memory.buffer instanceof ArrayBuffer);
    this.view();
  }

  /** Views the memory again after it may have grown. Asking for its buffer takes longer than seeing that a view has lost it. */
  refresh(): void {
    if (this.isShared ? this.u8.buffer !== this.memory.buffer : this.u8.byteLength === 0) this.view();
  }

  private view(): void {
    const { buffer } = this.memory;
    this.f64 = new Float64Array(buffer);
    this.f32 = new Float32Array(buffer);
    this.u32 = new Uint32Array(buffer);
    this.i32 = new Int32Array(buffer);
    this.u8 = new Uint8Array(buffer);
  }
}
