// The kernels of particles, started on a memory of their own for each set: assembly/particles.ts.
import { ownRegion, startKernels } from '../../bindings/core/instance.ts';
import type { Numbers } from './state.ts';

/** What the kernels export; addresses and counts in bytes and bundles. */
export interface ParticleExports {
  distanceBytes(): number;
  linkBytes(): number;
  bendBytes(): number;
  tetrahedronBytes(): number;
  clusterBytes(): number;
  clusterPointBytes(): number;
  clusterWorkBytes(): number;
  volumeBytes(): number;
  attachmentBytes(): number;
  elementBytes(): number;
  elements(bundles: number, count: number, before: number, first: number, damped: number): void;
  read(
    positions: number,
    velocities: number,
    inverseMasses: number,
    count: number,
    starts: number,
    u: number,
    before: number,
    v: number,
  ): void;
  write(positions: number, velocities: number, count: number, starts: number, u: number, v: number): number;
  speeds(v: number, masses: number, count: number, out: number): void;
  enclose(
    starts: number,
    u: number,
    v: number,
    radii: number,
    count: number,
    part: number,
    faster: number,
    fall: number,
    boxes: number,
    reach: number,
  ): void;
  predict(u: number, before: number, v: number, count: number, h: number, keep: number, gravity: number): void;
  finish(u: number, before: number, v: number, count: number, h: number): void;
  distances(bundles: number, count: number, before: number, h: number, first: number, damped: number): void;
  rowBytes(): number;
  lines(links: number, count: number, rows: number, before: number, first: number, damped: number): void;
  lineBendBytes(links: number): number;
  lineBends(links: number, count: number, bends: number, rows: number, before: number, first: number, damped: number): void;
  bends(bundles: number, count: number, before: number, first: number, damped: number): void;
  tetrahedra(bundles: number, count: number, before: number, first: number, damped: number): void;
  packDistances(bundles: number, size: number, count: number, starts: number, u: number): void;
  packCorners(bundles: number, size: number, count: number, starts: number, u: number): void;
  clusters(bundles: number, count: number, work: number): void;
  volumes(list: number, count: number, starts: number, u: number, before: number, h: number, first: number): void;
  gatherAttachments(run: number, count: number, body: number, starts: number, u: number, before: number, h: number, first: number): void;
  applyAttachments(run: number, count: number, body: number): void;
  packClusters(bundles: number, count: number, starts: number, u: number): void;
  stillBytes(): number;
  stillBodyBytes(): number;
  enterStill(bundles: number, count: number, room: number, body: number, particles: number, anyHeld: number): number;
  scanStill(bundles: number, count: number, particles: number, before: number, velocities: number, push: number): number;
  solveStill(bundles: number, count: number, before: number): void;
  bounceStill(bundles: number, count: number, velocities: number, slowest: number): void;
  harvest(bundles: number, size: number, count: number, at: number, substeps: number, out: number, keeps: number): void;
}

/** Compiled kernels, and what their numbers are. */
export interface ParticleModule {
  readonly module: WebAssembly.Module;
  readonly isSingle: boolean;
}

const PAGE = 65536;
const ALIGNMENT = 16;

/** Parts of one memory, handed out one behind the other, and the kernels that work on them. */
export class KernelMemory {
  readonly kernels: ParticleExports;
  readonly lanes: number;
  readonly isSingle: boolean;
  private readonly memory: WebAssembly.Memory;
  private next: number;
  /** Bytes of the four numbers of a particle. */
  readonly row: number;
  /** All of the memory, as it is now. */
  all!: Numbers;
  allWords!: Uint32Array;

  constructor({ isSingle, module }: ParticleModule) {
    this.isSingle = isSingle;
    this.lanes = isSingle ? 4 : 2;
    this.row = isSingle ? 16 : 32;
    const { memory, start } = ownRegion(module);
    this.memory = memory;
    const abort = (): never => {
      throw new Error('A kernel assertion failed.');
    };
    const { exports, world } = startKernels(module, { memory, start }, { env: { abort } });
    this.kernels = exports as unknown as ParticleExports;
    this.next = world;
    this.view();
  }

  /** Address of so many bytes of zeros. Views of the memory are old from then on. */
  allocate(bytes: number): number {
    const at = this.next;
    this.next = aligned(at + bytes);
    const missing = Math.ceil((this.next - this.memory.buffer.byteLength) / PAGE);
    if (missing > 0) this.memory.grow(missing);
    this.view();
    return at;
  }

  /** Of `all`, from an address. */
  index(at: number): number {
    return this.isSingle ? at >>> 2 : at >>> 3;
  }
  private view(): void {
    const { buffer } = this.memory;
    if (this.allWords?.buffer === buffer) return;
    this.all = this.isSingle ? new Float32Array(buffer) : new Float64Array(buffer);
    this.allWords = new Uint32Array(buffer);
  }

  numbers(at: number, length: number): Numbers {
    return this.isSingle ? new Float32Array(this.memory.buffer, at, length) : new Float64Array(this.memory.buffer, at, length);
  }
  doubles(at: number, length: number): Float64Array {
    return new Float64Array(this.memory.buffer, at, length);
  }
  bytes(at: number, length: number): Uint8Array {
    return new Uint8Array(this.memory.buffer, at, length);
  }
}

const aligned = (address: number): number => Math.ceil(address / ALIGNMENT) * ALIGNMENT;
