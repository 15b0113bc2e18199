import type { Backend, CollisionKernels, StateMemory, Storage } from '../bindings/core/memory.ts';
import { type ParticleStages, requireStages } from '../bindings/core/particle-stages.ts';
import type { Blocks } from '../bindings/snapshot/blocks.ts';
import type { Packed, Packing } from '../bindings/snapshot/packing.ts';
import type { Digest } from '../bindings/snapshot/seal.ts';
import type { SnapshotState } from '../bindings/snapshot/state.ts';
import { PlainStorage } from './plain-storage.ts';
import type { RowsOfOne } from './solver/rows.ts';
import { ReferenceSolver } from './solver/step.ts';

/**
 * The solver in plain TypeScript, in double precision: the oracle of the kernels. Backend of `World.create({ backend: 'reference' })`.
 * Its state lies in the memory of the kernels, which find its contacts, or in an ArrayBuffer where there is no WebAssembly.
 */
export class ReferenceBackend implements Backend {
  private readonly solver = new ReferenceSolver();
  private readonly storage: Storage;

  /** `maxMemory`: bytes that the state may take where there is no WebAssembly to hold it. */
  constructor(storage?: Storage, maxMemory?: number) {
    this.storage = storage ?? new PlainStorage(maxMemory);
  }

  get memory(): StateMemory {
    return this.storage.memory;
  }

  get collision(): CollisionKernels | null {
    return this.storage.collision;
  }
  get particles(): ParticleStages | null {
    return this.storage.particles;
  }
  set particles(stages: ParticleStages | null) {
    this.storage.particles = stages;
  }

  reserveBodies(count: number): void {
    this.storage.reserveBodies(count);
  }

  reserveJoints(count: number): void {
    this.storage.reserveJoints(count);
  }

  reserveCoordinates(count: number): void {
    this.storage.reserveCoordinates(count);
  }

  reservePoints(count: number): void {
    this.storage.reservePoints(count);
  }

  reserveShapes(count: number): void {
    this.storage.reserveShapes(count);
  }

  step(dt: number): void {
    requireStages(this.memory, this.particles);
    this.collision?.detect(dt);
    this.collision?.prepareContacts(dt, true);
    this.collision?.chooseSubsteps(dt);
    this.solver.step(this.memory, dt, this.collision, this.particles);
    this.collision?.settle(dt);
    if (this.particles) for (const slot of this.particles.roused) this.collision?.wakeBody(slot);
  }

  /** What joints and contacts want for the next `h` seconds: see ReferenceSolver.rows. */
  rows(h: number, seconds = 0): RowsOfOne[] {
    this.collision?.prepareContacts(h, false);
    return this.solver.rows(this.memory, h, seconds);
  }

  get digest(): Digest {
    return this.storage.digest;
  }

  save(room = 0): Uint8Array<ArrayBuffer> {
    return this.storage.save(room);
  }

  get packing(): Packing | null {
    return this.storage.packing;
  }
  pack(room: number): Packed | null {
    return this.storage.pack(room);
  }
  unpack(state: Packed): void {
    this.storage.unpack(state);
    this.solver.forget();
  }

  findBlocks(state: SnapshotState): Blocks | null {
    return this.storage.findBlocks(state);
  }

  requireRoom(bytes: number): void {
    this.storage.requireRoom(bytes);
  }

  load(bytes: Uint8Array): void {
    this.storage.load(bytes);
    this.solver.forget();
  }

  profile(): Record<string, number> {
    return { ...this.solver.profile };
  }

  dispose(): void {
    this.storage.dispose();
    this.solver.forget();
  }
}
