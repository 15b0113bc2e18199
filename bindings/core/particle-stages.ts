// What a step knows of particles: they take part in its stages, on the same memory, wherever the bodies are kept.
import { HolonomicError } from './errors.ts';
import { type ParticleStage, WorldRecord } from './layout.ts';
import type { StateMemory } from './state-memory.ts';

/** Where a solver keeps its bodies: 24 numbers each, as assembly/body/solver-body.kernel.ts has them. */
export interface SolverBodies {
  /** Gets ready what `values` and `place` say of a body. */
  read(slot: number): void;
  /** Takes the velocities from there. */
  write(slot: number): void;
  readonly values: Float32Array | Float64Array;
  /** Index of the body's first number. */
  place(slot: number): number;
}

/** What a step reports of a set: a body by its slot, a constraint by its number. */
export type ParticleHappening =
  | { type: 'touch-begin' | 'touch-end'; slot: number }
  | { type: 'tear'; kind: 'distance' | 'length' | 'attachment'; number: number };

export interface ParticleStages {
  /** What the last step reports of a set. */
  happenings(id: number): readonly ParticleHappening[];
  /** A stage of a step of `dt` seconds in substeps of `h`. */
  run(memory: StateMemory, bodies: SolverBodies, stage: ParticleStage, dt: number, h: number): void;
  /** Wakes the sets that hang on a body or sleep with a particle in or at its box; those at another box; all. */
  wakeOn(memory: StateMemory, slot: number): void;
  wakeBeside(memory: StateMemory, low: ArrayLike<number>, high: ArrayLike<number>): void;
  wakeAll(memory: StateMemory): void;
  /** To be called when the state was replaced. */
  forget(): void;
  /** Slots of sleeping bodies that the last step has to wake. */
  readonly roused: ReadonlySet<number>;
}

/** Throws `unsupported` where there are particles that nothing moves. */
export function requireStages({ u32, world }: StateMemory, stages: ParticleStages | null): void {
  if (stages || u32[(world + WorldRecord.particleSets) >>> 2] === 0) return;
  throw new HolonomicError(
    'unsupported',
    "This world has particles, from a snapshot; call particleSets(world) of 'holonomic/particles' once before stepping it.",
  );
}

/** Numbers of a solver body. */
export const SOLVER_BODY_NUMBERS = 24;

/** The bodies of the kernels, in f32 or f64. */
export class KernelBodies implements SolverBodies {
  constructor(
    private readonly memory: StateMemory,
    private readonly isSingle: boolean,
  ) {}

  get values(): Float32Array | Float64Array {
    const { f32, f64 } = this.memory;
    return this.isSingle ? f32 : f64;
  }
  place(slot: number): number {
    const { u32, world } = this.memory;
    return u32[(world + WorldRecord.solverBodies) >>> 2] / (this.isSingle ? 4 : 8) + slot * SOLVER_BODY_NUMBERS;
  }
  read(): void {}
  write(): void {}
}
