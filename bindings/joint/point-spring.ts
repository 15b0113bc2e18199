import { nonNegativeOrInfinite, orDefault, relaxationFactor, requiredCoefficient } from '../core/arguments.ts';
import { JointFlag, Coordinate as Kind, SpringRecord } from '../core/layout.ts';
import { type CoordinateState, idle, readField, writeField } from './coordinate-record.ts';
import { Joint } from './joint.ts';
import { NO_FRAMES } from './joint-frames.ts';
import type { RigidParts } from './joint-handle.ts';
import type { Spring } from './spring.ts';

export interface PointSpringOptions {
  /** Maximum force, N; infinite by default. */
  maxForce?: number;
  /** Fraction of the error that an iteration removes, between 0 and 2; 1 by default. */
  relaxation?: number;
}

export const POINT_SPRING_OPTIONS = ['maxForce', 'relaxation'] as const;

/**
 * A joint that pulls a point of B to one of A, with the same stiffness in all directions: force = -stiffness · separation - damping · its
 * speed.
 */
export abstract class PointSpring<UserData = unknown> extends Joint<UserData> {
  /** Stiffness, N/m. */
  get stiffness(): number {
    return this.parameter(SpringRecord.stiffness);
  }
  set stiffness(value: number) {
    this.setParameter(SpringRecord.stiffness, requiredCoefficient(value, 'stiffness'));
  }
  /** Damping, N s/m. */
  get dampingCoefficient(): number {
    return this.parameter(SpringRecord.damping);
  }
  set dampingCoefficient(value: number) {
    this.setParameter(SpringRecord.damping, requiredCoefficient(value, 'dampingCoefficient'));
  }
  /** Maximum force, N. */
  get maxForce(): number {
    return this.parameter(SpringRecord.maxLoad);
  }
  set maxForce(value: number) {
    this.setParameter(SpringRecord.maxLoad, readMaxForce(value));
  }
  /** Fraction of the error that an iteration removes, between 0 and 2. */
  get relaxation(): number {
    return this.parameter(SpringRecord.relaxation);
  }
  set relaxation(value: number) {
    this.setParameter(SpringRecord.relaxation, readRelaxation(value));
  }

  override rigidParts(): RigidParts {
    return NO_FRAMES;
  }
  override substitutes(): { compliance: string; damping: string } {
    return { compliance: 'its stiffness', damping: 'its dampingCoefficient' };
  }

  protected override fill(): void {
    this.setFlag(JointFlag.SoftRows, true);
  }

  private parameter(field: number): number {
    return readField(this.memory, this.chain.find(Kind.X)!, field);
  }

  private setParameter(field: number, value: number): void {
    this.changing();
    writeField(this.memory, this.chain.find(Kind.X)!, field, value);
    this.wake();
  }
}

export const readMaxForce = (value: unknown): number => nonNegativeOrInfinite(value, 'maxForce');

const readRelaxation = (value: unknown): number => relaxationFactor(value, 'relaxation');

/** The maximum force and the relaxation among the options. */
export function readSpringBounds(given: PointSpringOptions): { maxForce: number; relaxation: number } {
  return {
    maxForce: readMaxForce(orDefault(given.maxForce, Infinity)),
    relaxation: readRelaxation(orDefault(given.relaxation, 1)),
  };
}

/** What lies in the record of such a spring. */
export function springState(
  { stiffness, damping }: Spring,
  { maxForce, relaxation }: { maxForce: number; relaxation: number },
): CoordinateState {
  return {
    ...idle(Kind.X),
    fields: {
      [SpringRecord.stiffness]: stiffness,
      [SpringRecord.damping]: damping,
      [SpringRecord.maxLoad]: maxForce,
      [SpringRecord.relaxation]: relaxation,
    },
  };
}
