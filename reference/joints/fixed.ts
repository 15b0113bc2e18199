// Two bodies held as one: Müller et al. 2020, eqs 18 and 19, with the attachment of section 3.4.2.
import { Align } from '../constraints/align.ts';
import { solveBlock } from '../constraints/block.ts';
import { dampRotation } from '../constraints/damping.ts';
import { Point } from '../constraints/point.ts';
import type { Substep } from '../substep.ts';
import { Joint } from './joint.ts';

export class Fixed extends Joint {
  private readonly align = new Align(this.pair);
  private readonly point = new Point(this.pair);

  override startStep(substep: Substep): void {
    const relaxation = this.pair.relaxation(substep, this.isSoft);
    this.startRows(substep, this.align.rows, this.angularCompliance, relaxation);
    this.startRows(substep, this.point.rows, this.compliance, relaxation);
    this.align.startStep(substep, this.torque);
    this.point.startStep(substep, this.force);
  }

  override locate(): void {
    this.pair.locate();
    this.align.relative.assign(this.worldFrameB().times(this.worldFrameA().conjugate));
  }

  override warm(substep: Substep): void {
    this.align.warm();
    this.point.warm(substep);
  }

  override solve(substep: Substep): void {
    const { align, pair, point } = this;
    solveBlock(substep, pair, align, point.rows.relaxation, () => point.solve(substep, align.response));
  }

  override damp(substep: Substep): void {
    this.point.damp(substep, this.linearDamping);
    dampRotation(substep, this.pair, this.angularDamping);
  }

  override finishStep(substep: Substep): void {
    this.force.assign(this.point.impulse.times(1 / substep.duration));
    this.torque.assign(this.align.impulse.times(1 / substep.duration));
  }
}
