import { HolonomicError } from './errors.ts';
import { QueryRecord, WorldRecord } from './layout.ts';
import type { KernelExports } from './load.ts';
import type { Backend, CollisionKernels, StateMemory } from './memory.ts';

const PAGE = 65536;
/** Order of the `mark` calls that the kernels make during a profiled step. */
const STAGES = ['broadphase', 'narrowphase', 'bundles', 'pack', 'bodies', 'warm', 'solve', 'contacts', 'relax', 'damp', 'finish'];

class WasmMemory implements StateMemory {
  f64!: Float64Array;
  f32!: Float32Array;
  u32!: Uint32Array;
  i32!: Int32Array;
  u8!: Uint8Array;
  world = 0;

  constructor(private readonly memory: WebAssembly.Memory) {
    this.refresh();
  }

  /** Views the memory again after it may have grown. */
  refresh(): void {
    const { buffer } = this.memory;
    if (this.u8?.buffer === buffer) return;
    this.f64 = new Float64Array(buffer);
    this.f32 = new Float32Array(buffer);
    this.u32 = new Uint32Array(buffer);
    this.i32 = new Int32Array(buffer);
    this.u8 = new Uint8Array(buffer);
  }
}

/** A world in its own WebAssembly instance. */
export class WasmBackend implements Backend, CollisionKernels {
  readonly memory: WasmMemory;
  readonly collision: CollisionKernels = this;
  private readonly exports: KernelExports;
  private readonly stageTimes = new Float64Array(STAGES.length);
  private lastMark = 0;
  /** Bodies may have left the boxes that queries look at. */
  private boundsAreOld = true;

  constructor(module: WebAssembly.Module) {
    const imports = {
      env: {
        abort: (): never => {
          throw new HolonomicError('bad-module', 'A kernel assertion failed; please report this with the scene.');
        },
      },
      profile: { hostMark: (stage: number): void => this.mark(stage) },
    };
    this.exports = instantiate(module, imports);
    this.memory = new WasmMemory(this.exports.memory);
    this.memory.world = this.exports.initialize();
    this.memory.refresh();
    if (!this.memory.world) throw outOfMemory();
  }

  reserveBodies(count: number): void {
    this.reserve(this.exports.reserveBodies(count));
  }

  reserveJoints(count: number): void {
    this.reserve(this.exports.reserveJoints(count));
  }

  reserveCoordinates(count: number): void {
    this.reserve(this.exports.reserveCoordinates(count));
  }

  reservePoints(count: number): void {
    this.reserve(this.exports.reservePoints(count));
  }

  reserveShapes(count: number): void {
    this.reserve(this.exports.reserveShapes(count));
  }

  allocateBlock(bytes: number): number {
    const block = this.exports.allocateBlock(bytes);
    this.reserve(block);
    return block;
  }

  releaseBlock(block: number): void {
    this.exports.releaseBlock(block);
  }

  detect(dt: number): void {
    this.boundsAreOld = true;
    this.stageTimes.fill(0);
    this.reserve(this.exports.detect(dt));
  }

  settle(dt: number): void {
    this.reserve(this.exports.settle(dt));
  }

  renewPair(pair: number): void {
    this.exports.renewPair(pair);
  }

  prepareContacts(dt: number): void {
    this.reserve(this.exports.prepareContacts(dt));
  }

  placeBody(slot: number): void {
    this.reserve(this.exports.placeBody(slot));
  }

  refilterBody(slot: number): void {
    this.reserve(this.exports.refilterBody(slot));
  }

  removeBody(slot: number): void {
    this.exports.removeFromBroadphase(slot);
    this.memory.refresh();
  }

  ignorePair(a: number, b: number, change: 1 | -1): void {
    this.reserve(this.exports.ignorePair(a, b, change));
  }

  ignoredCount(a: number, b: number): number {
    return this.exports.ignoredCount(a, b);
  }

  wakeBody(slot: number): void {
    this.exports.wakeBody(slot);
  }

  wakeNeighbours(slot: number, touching: boolean): void {
    this.exports.wakeNeighbours(slot, touching ? 1 : 0);
  }

  wakeAll(): void {
    this.exports.wakeAll();
  }

  sleepBody(slot: number): void {
    this.exports.sleepBody(slot);
    this.memory.refresh();
  }

  query(kind: 'Ray' | 'Cast' | 'Overlap' | 'Nearest'): void {
    this.refreshBounds();
    if (kind === 'Ray') this.exports.queryRay();
    else if (kind === 'Cast') this.exports.queryCast();
    else if (kind === 'Overlap') this.exports.queryOverlap();
    else this.exports.queryNearest();
    this.endQuery();
  }

  queryBetween(a: number, b: number): void {
    this.exports.queryBetween(a, b);
    this.endQuery();
  }

  queryRays(rays: number, count: number, out: number): void {
    this.refreshBounds();
    this.exports.queryRays(rays, count, out);
    this.endQuery();
  }

  step(dt: number): void {
    this.boundsAreOld = true;
    this.stageTimes.fill(0);
    const done = this.exports.step(dt);
    this.memory.refresh();
    if (!done) throw outOfMemory();
  }

  save(): Uint8Array {
    const top = this.memory.u32[(this.memory.world + WorldRecord.arenaTop) >>> 2];
    return this.memory.u8.slice(this.memory.world, top);
  }

  load(bytes: Uint8Array): void {
    this.boundsAreOld = true;
    const { memory } = this.exports;
    const top = this.memory.world + bytes.byteLength;
    const missing = Math.ceil((top - memory.buffer.byteLength) / PAGE);
    if (missing > 0) {
      try {
        memory.grow(missing);
      } catch {
        throw outOfMemory();
      }
    }
    this.memory.refresh();
    const used = this.memory.u32[(this.memory.world + WorldRecord.arenaTop) >>> 2];
    this.memory.u8.set(bytes, this.memory.world);
    if (used > top) this.memory.u8.fill(0, top, used);
  }

  profile(): Record<string, number> {
    return Object.fromEntries(STAGES.map((stage, index) => [stage, this.stageTimes[index]]));
  }

  dispose(): void {}

  private refreshBounds(): void {
    if (this.boundsAreOld) this.exports.updateBounds();
    this.boundsAreOld = false;
  }

  private endQuery(): void {
    this.memory.refresh();
    const { u32, world } = this.memory;
    const query = u32[(world + WorldRecord.query) >>> 2];
    if (u32[(query + QueryRecord.failed) >>> 2]) throw outOfMemory();
  }

  /** After the kernels made room, or could not. */
  private reserve(done: number): void {
    this.memory.refresh();
    if (!done) throw outOfMemory();
  }

  /** Called by the kernels at the end of each stage; stage -1 starts the clock. */
  private mark(stage: number): void {
    const now = performance.now();
    if (stage >= 0) this.stageTimes[stage] += now - this.lastMark;
    this.lastMark = now;
  }
}

function instantiate(module: WebAssembly.Module, imports: WebAssembly.Imports): KernelExports {
  try {
    return new WebAssembly.Instance(module, imports).exports as unknown as KernelExports;
  } catch (cause) {
    if (cause instanceof RangeError) throw outOfMemory();
    throw new HolonomicError('bad-module', `The WebAssembly module cannot be started: ${(cause as Error).message}.`);
  }
}

function outOfMemory(): HolonomicError {
  return new HolonomicError('out-of-memory', 'The world needs more memory than the engine gives; use fewer bodies and joints.');
}
