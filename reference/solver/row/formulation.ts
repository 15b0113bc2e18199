// What solvers that work on rows have in common: which rows there are, the course of a substep, and where the impulses go.
import { WorldRecord } from '../../../bindings/core/layout.ts';
import type { StateMemory } from '../../../bindings/core/memory.ts';
import type { Body } from '../../body/body.ts';
import type { ConstraintRow } from '../../constraint/row.ts';
import type { Formulation, Scene } from '../formulation.ts';
import type { Substep } from '../substep.ts';
import { type Line, linesOf } from './line.ts';
import { tunedRows } from './tune.ts';

/** The rows of one joint or contact, and to whom their impulses go. */
export interface Owned {
  /** Of the joint; null: a contact. */
  slot: number | null;
  lines: Line[];
  take(rows: readonly ConstraintRow[], h: number): void;
}

/** The options of a world that solvers on rows have. */
export interface FormulationOptions {
  velocityIterations: number;
  baumgarte: number;
  relaxation: number;
  regularization: number;
  effectiveInertia: boolean;
  warmStart: boolean;
  momocity: boolean;
  erp: number;
  cfm: number;
  constraintStiffness: number;
  constraintDamping: number;
  linear: number;
  integrator: number;
}

export function readFormulationOptions({ f64, u32, world }: StateMemory): FormulationOptions {
  const number = (field: number) => f64[(world + field) >>> 3];
  const whole = (field: number) => u32[(world + field) >>> 2];
  return {
    velocityIterations: whole(WorldRecord.velocityIterations),
    baumgarte: number(WorldRecord.baumgarte),
    relaxation: number(WorldRecord.relaxation),
    regularization: number(WorldRecord.regularization),
    effectiveInertia: whole(WorldRecord.effectiveInertia) !== 0,
    warmStart: whole(WorldRecord.warmStart) !== 0,
    momocity: whole(WorldRecord.momocity) !== 0,
    erp: number(WorldRecord.erp),
    cfm: number(WorldRecord.cfm),
    constraintStiffness: number(WorldRecord.constraintStiffness),
    constraintDamping: number(WorldRecord.constraintDamping),
    linear: whole(WorldRecord.linear),
    integrator: whole(WorldRecord.integrator),
  };
}

export abstract class RowFormulation implements Formulation {
  protected options!: FormulationOptions;
  private isDamped = false;

  begin({ joints, memory }: Scene, _substep: Substep): void {
    const { u32, world } = memory;
    this.options = readFormulationOptions(memory);
    this.isDamped = joints.some((joint) => joint.isDamped);
    // Loads are no reason to hold bodies back: what they lead to is for the solver to deal with.
    for (const joint of joints) joint.pair.isDirect = true;
    for (const field of [WorldRecord.directIslandCount, WorldRecord.sweptIslandCount, WorldRecord.directFailures])
      u32[(world + field) >>> 2] = 0;
  }

  substep(scene: Scene, substep: Substep, iterations: number): void {
    const { clock, profile } = scene;
    const start = clock();
    for (const joint of scene.joints) {
      joint.locate();
      joint.startRowSubstep(substep.duration);
    }
    profile.prepare += clock() - start;
    this.solve(scene, substep, iterations);
    const solved = clock();
    this.damp(scene, substep);
    profile.velocities += clock() - solved;
  }

  finish(_scene: Scene): void {}

  /** From the poses and velocities of the start of a substep to those of its end. */
  protected abstract solve(scene: Scene, substep: Substep, iterations: number): void;

  /** What joints and contacts want where their bodies are: joints first. */
  protected gather({ contacts, joints }: Scene, h: number): Owned[] {
    const owned: Owned[] = joints.map((joint) => {
      joint.locate();
      return { slot: joint.slot, lines: linesOf(tunedRows(joint)), take: (rows) => joint.takeRows(rows, h) };
    });
    for (const contact of contacts ?? [])
      owned.push({ slot: null, lines: linesOf(contact.constraintRows(h)), take: (rows) => contact.takeRows(rows) });
    return owned;
  }

  /** Starts lines from the impulses of the last substep, if that is wanted. */
  protected warm(lines: readonly Line[]): void {
    if (!this.options.warmStart) return;
    for (const line of lines) if (line.isRigid) line.goTo(line.row.impulse);
  }

  /** Gives the impulses to those whose rows they are. */
  protected book(owned: readonly Owned[], h: number): void {
    for (const { lines, take } of owned) {
      for (const line of lines) line.row.impulse = line.impulse;
      take(
        lines.map(({ row }) => row),
        h,
      );
    }
  }

  /** Something that changes velocities once bodies have moved. */
  protected afterwards(bodies: readonly Body[], act: () => void): void {
    for (const body of bodies) body.startDamping();
    act();
    for (const body of bodies) body.finishDamping();
  }

  private damp({ bodies, joints }: Scene, substep: Substep): void {
    if (!this.isDamped) return;
    this.afterwards(bodies, () => {
      for (const joint of joints) {
        if (!joint.isDamped) continue;
        joint.locate();
        joint.damp(substep);
      }
    });
  }
}
