import { type Substep, softness } from '../solver/substep.ts';

/** How the rows of a part are solved: what depends on the joint, the step and the compliance only. */
export class Rows {
  /** Scaled compliance. */
  compliance = 0;
  relaxation = 1;
  private isWarmStarted = false;

  /** `isSoft`: some part of the joint has a compliance. */
  startStep(substep: Substep, compliance: number, relaxation: number, isSoft: boolean): void {
    this.compliance = substep.scaledCompliance(compliance);
    this.relaxation = relaxation;
    this.isWarmStarted = isSoft && !substep.scalar;
  }

  /** Part of the last substep's impulse to start with. */
  warmth(inverseMass: number): number {
    return softness(inverseMass, this.compliance);
  }

  /** Whether an iteration goes on from the impulse there is. */
  keepsImpulse(substep: Substep): boolean {
    return this.isWarmStarted || !substep.firstIteration;
  }
}
