import { Blocks } from '../snapshot/blocks.ts';
import { findGaps } from '../snapshot/gaps.ts';
import { type Packed, Packing } from '../snapshot/packing.ts';
import { type Digest, knownKey } from '../snapshot/seal.ts';
import type { SnapshotState } from '../snapshot/state.ts';
import { joinKernels, type Region } from './instance.ts';
import { DIGEST_BLOCK, DIGEST_CHUNK, DIGEST_KEY, ParticleStage, QueryRecord, Solver, WorldRecord } from './layout.ts';
import type { KernelExports, VelocityExports } from './load.ts';
import type { Backend, CollisionKernels } from './memory.ts';
import { KernelBodies, type ParticleStages, requireStages, SOLVER_BODY_NUMBERS } from './particle-stages.ts';
import { brokenWorld, instantiate, outOfMemory } from './wasm-instance.ts';
import { WasmMemory } from './wasm-memory.ts';

const PAGE = 65536;
/** Bytes of a WebAssembly memory that addresses of 32 bits reach, but for the last page: no sum of an address and a size wraps. */
const MOST_MEMORY = 0x100000000 - PAGE;
/** Enough bodies for their bytes to reveal the precision. */
const SLOTS = 64;
/** Order of the `mark` calls that the kernels make during a profiled step. */
const STAGES = ['broadphase', 'narrowphase', 'bundles', 'pack', 'bodies', 'warm', 'solve', 'contacts', 'relax', 'damp', 'finish'];

/**
 * A world in its own WebAssembly instance. A kernel that traps, which none should, leaves a state that nobody knows: from then on the backend
 * refuses all but `dispose`.
 */
export class WasmBackend implements Backend, CollisionKernels {
  // Hidden, so that comparing worlds or bodies does not go through their memory.
  readonly #views: WasmMemory;
  readonly collision: CollisionKernels = this;
  private readonly exports: KernelExports;
  private readonly stageTimes = new Float64Array(STAGES.length);
  private lastMark = 0;
  /** Bodies may have left the boxes that queries look at since the kernels listed those that have. */
  private outliersAreOld = true;
  private broken = false;
  /** Makes what steps the world by other formulations than XPBD, on the same memory; and what it has made. */
  formulations!: () => Backend;
  private other: Backend | null = null;
  /** What moves the particles, and the bodies that it meets. */
  particles: ParticleStages | null = null;
  readonly #bodies: KernelBodies;
  /** The kernels of 'pgs' and 'tgs'; and what starts them on the same memory. */
  velocityKernels!: () => WebAssembly.Module;
  private velocity: VelocityExports | null = null;
  private readonly startVelocity: () => VelocityExports;
  private readonly maxMemory: number;

  /** `maxMemory`: bytes that the memory may take, statics of the kernels included: the address where the world's region ends. */
  constructor(module: WebAssembly.Module, maxMemory: number = MOST_MEMORY, region?: Region) {
    this.maxMemory = Math.min(maxMemory, MOST_MEMORY);
    const imports = {
      env: {
        abort: (): never => {
          throw new Error('A kernel assertion failed.');
        },
      },
      profile: { hostMark: (stage: number): void => this.mark(stage) },
      host: { hostParticles: (stage: number, dt: number, h: number): void => this.stepParticles(stage, dt, h) },
    };
    const place = instantiate(module, imports, region ?? null, this.maxMemory);
    const { memory } = place.region;
    // Another world may have been there before; the arena takes its bytes as zero.
    if (region) new Uint8Array(memory.buffer).subarray(region.start, this.maxMemory).fill(0);
    this.exports = this.guarded(place.exports);
    this.startVelocity = () =>
      this.guarded(joinKernels(this.velocityKernels(), place.region, module, imports) as unknown as VelocityExports);
    this.#views = new WasmMemory(memory);
    this.#views.world = this.exports.initialize(this.maxMemory) >>> 0;
    this.#views.refresh();
    if (!this.#views.world) throw outOfMemory();
    this.packing = new Packing(() => this.memory, this.exports);
    const numbers = this.exports.solverBytes(2 * SLOTS) - this.exports.solverBytes(SLOTS);
    this.#bodies = new KernelBodies(this.#views, numbers === 4 * SLOTS * SOLVER_BODY_NUMBERS);
  }

  get memory(): WasmMemory {
    if (this.broken) throw brokenWorld();
    return this.#views;
  }

  /** The exports with a guard around each: a trap ends what the world can be used for. */
  private guarded<Exports extends object>(exports: Exports): Exports {
    type Kernel = (...values: number[]) => number;
    const guard =
      (kernel: Kernel): Kernel =>
      (a, b, c) => {
        if (this.broken) throw brokenWorld();
        try {
          return kernel(a, b, c);
        } catch (cause) {
          this.broken = true;
          throw brokenWorld(cause);
        }
      };
    const entries = Object.entries(exports).map(([name, value]) => [name, typeof value === 'function' ? guard(value as Kernel) : value]);
    return Object.fromEntries(entries) as Exports;
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
    const block = bytes < MOST_MEMORY ? this.exports.allocateBlock(bytes) >>> 0 : 0;
    this.reserve(block);
    return block;
  }

  releaseBlock(block: number): void {
    this.exports.releaseBlock(block);
  }

  detect(dt: number): void {
    this.outliersAreOld = true;
    this.stageTimes.fill(0);
    this.exports.detect(dt);
    this.memory.refresh();
  }

  settle(dt: number): void {
    this.reserve(this.exports.settle(dt));
  }

  renewPair(pair: number): void {
    this.exports.renewPair(pair);
  }

  prepareContacts(dt: number, steps: boolean): void {
    this.reserve(this.exports.prepareContacts(dt, steps));
  }

  chooseSubsteps(dt: number): void {
    this.exports.chooseSubsteps(dt);
  }

  reservePlace(): void {
    this.reserve(this.exports.reservePlace());
  }

  placeBody(slot: number): void {
    this.reserve(this.exports.placeBody(slot));
  }

  moveBody(slot: number): void {
    this.reserve(this.exports.moveBody(slot));
  }

  refilterAll(): void {
    this.exports.refilterAll();
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
    // Each that wakes is an event, for which the memory may grow.
    this.#views.refresh();
  }

  wakeNeighbours(slot: number, touching: boolean): void {
    this.exports.wakeNeighbours(slot, touching ? 1 : 0);
    this.#views.refresh();
  }

  wakeAll(): void {
    this.exports.wakeAll();
    this.#views.refresh();
  }

  sleepBody(slot: number): void {
    this.exports.sleepBody(slot);
    this.memory.refresh();
  }

  query(kind: 'Ray' | 'Cast' | 'Overlap' | 'Nearest'): void {
    this.refreshOutliers();
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
    this.refreshOutliers();
    this.exports.queryRays(rays, count, out);
    this.endQuery();
  }

  step(dt: number): void {
    requireStages(this.memory, this.particles);
    if (this.isSteppedOutside) {
      this.other ??= this.formulations();
      this.other.step(dt);
      return;
    }
    this.outliersAreOld = true;
    this.stageTimes.fill(0);
    if (this.word(WorldRecord.solver) === Solver.Xpbd) {
      const done = this.exports.step(dt);
      this.memory.refresh();
      if (!done) throw outOfMemory();
    } else this.stepVelocity(dt);
    if (this.particles) for (const slot of this.particles.roused) this.wakeBody(slot);
  }

  private stepParticles(stage: number, dt: number, h: number): void {
    this.#views.refresh();
    this.particles?.run(this.#views, this.#bodies, stage as ParticleStage, dt, h);
  }

  /** A step of 'pgs' or 'tgs'. */
  private stepVelocity(dt: number): void {
    const { exports } = this;
    this.velocity ??= this.startVelocity();
    const substeps = exports.beginStep(dt);
    const done = substeps > 0 && this.velocity.reserve();
    this.memory.refresh();
    if (!done) throw outOfMemory();
    const turns = this.word(WorldRecord.turningCount) > 0;
    const h = dt / substeps;
    for (let k = 0; k < substeps; k++) {
      if (turns && k > 0) exports.renewContacts();
      if (this.word(WorldRecord.particleSets) !== 0) this.stepParticles(ParticleStage.Substep, dt, h);
      this.velocity.substep(h);
    }
    exports.endStep(dt);
    this.memory.refresh();
  }

  private word(field: number): number {
    const { u32, world } = this.memory;
    return u32[(world + field) >>> 2];
  }

  /** Whether the step is not that of kernels: they have XPBD, PGS and TGS without momocity, and neither rows of users nor the papers' forms of XPBD. */
  private get isSteppedOutside(): boolean {
    if (this.word(WorldRecord.customJoints) > 0) return true;
    const solver = this.word(WorldRecord.solver);
    if (solver === Solver.Pgs || solver === Solver.Tgs) return this.word(WorldRecord.momocity) !== 0;
    if (this.word(WorldRecord.sweep) || this.word(WorldRecord.contactNormals) || !this.word(WorldRecord.velocityPass)) return true;
    return solver !== Solver.Xpbd;
  }

  save(room = 0): Uint8Array<ArrayBuffer> {
    const { u8, u32, world } = this.memory;
    const state = u8.subarray(world, u32[(world + WorldRecord.arenaTop) >>> 2]);
    const bytes = new Uint8Array(room + state.byteLength);
    bytes.set(state, room);
    return bytes;
  }

  requireRoom(bytes: number): void {
    if (this.memory.world + bytes > this.maxMemory) throw outOfMemory();
  }

  findBlocks(state: SnapshotState): Blocks {
    return new Blocks(state, this.memory, this.exports);
  }

  /** 16 bytes for each key and block of input, the last of which is filled up with zeros. */
  readonly digest: Digest = (bytes, key) => {
    const { u8, u32 } = this.memory;
    const buffer = this.exports.digestBuffer();
    const input = buffer + 2 * DIGEST_KEY;
    const output = (input + DIGEST_CHUNK) >>> 2;
    const words = 4 * Math.ceil(bytes.byteLength / DIGEST_BLOCK);
    const [secret, known] = [new Uint32Array(words + 1), new Uint32Array(words + 1)];
    u8.set(key, buffer);
    u8.set(knownKey(), buffer + DIGEST_KEY);
    for (let at = 0, place = 0; at < bytes.byteLength; at += DIGEST_CHUNK) {
      const chunk = bytes.subarray(at, at + DIGEST_CHUNK);
      const blocks = Math.ceil(chunk.byteLength / DIGEST_BLOCK);
      u8.set(chunk, input);
      u8.fill(0, input + chunk.byteLength, input + blocks * DIGEST_BLOCK);
      this.exports.digestBlocks(blocks);
      for (let block = 0, from = output; block < blocks; block++, from += 8, place += 4)
        for (let k = 0; k < 4; k++) {
          secret[place + k] = u32[from + k];
          known[place + k] = u32[from + 4 + k];
        }
    }
    u8.fill(0, buffer, input);
    secret[words] = known[words] = bytes.byteLength;
    return { secret, known };
  };

  readonly packing: Packing;

  pack(room: number): Packed {
    const { memory } = this;
    const { u32, world } = memory;
    const length = u32[(world + WorldRecord.arenaTop) >>> 2] - world;
    return { bytes: this.packing.pack(world, length, findGaps(memory), room), length };
  }

  unpack(state: Packed): void {
    this.replace(state.length, () => this.packing.unpack(state, this.memory.world));
  }

  load(bytes: Uint8Array): void {
    this.replace(bytes.byteLength, () => this.memory.u8.set(bytes, this.memory.world));
  }

  /** Puts another state of so many bytes in the place of this one. */
  private replace(length: number, write: () => void): void {
    const { memory } = this.exports;
    const top = this.memory.world + length;
    this.requireRoom(length);
    const missing = Math.ceil((top - memory.buffer.byteLength) / PAGE);
    if (missing > 0) {
      try {
        memory.grow(missing);
      } catch {
        throw outOfMemory();
      }
    }
    this.memory.refresh();
    this.outliersAreOld = true;
    this.other = null;
    this.particles?.forget();
    const used = this.memory.u32[(this.memory.world + WorldRecord.arenaTop) >>> 2];
    write();
    if (used > top) this.memory.u8.fill(0, top, used);
    // How much memory a world may take is no part of its state.
    this.memory.u32[(this.memory.world + WorldRecord.memoryLimit) >>> 2] = this.maxMemory;
  }

  profile(): Record<string, number> {
    if (this.other && this.isSteppedOutside) return this.other.profile();
    return Object.fromEntries(STAGES.map((stage, index) => [stage, this.stageTimes[index]]));
  }

  dispose(): void {}

  private refreshOutliers(): void {
    if (this.outliersAreOld) this.reserve(this.exports.listOutliers());
    this.outliersAreOld = false;
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
