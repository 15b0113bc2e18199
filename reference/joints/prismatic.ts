// B slides along an axis of A and does not turn against it: Müller et al. 2020, eqs 18 and 19 and section 3.4.2.
import { Align } from '../constraints/align.ts';
import { solveBlock } from '../constraints/block.ts';
import { dampRotation } from '../constraints/damping.ts';
import { Slide } from '../constraints/slide.ts';
import type { Substep } from '../substep.ts';
import { Vec3 } from '../vector.ts';
import { Joint } from './joint.ts';

export class Prismatic extends Joint {
  private readonly align = new Align(this.pair);
  private readonly slide = new Slide(this.pair);

  override get intervalTotal(): number {
    return this.slide.offset.total;
  }

  override startStep(substep: Substep): void {
    const { align, slide } = this;
    const relaxation = this.pair.relaxation(substep, this.isSoft || this.hasInterval);
    this.startRows(substep, align.rows, this.angularCompliance, relaxation);
    this.startRows(substep, slide.offset.rows, this.intervalCompliance, 1);
    this.startRows(substep, slide.rows, this.compliance, relaxation);
    align.startStep(substep, this.torque);
    slide.hasInterval = this.hasInterval;
    slide.offset.startStep(substep, this.lower, this.upper, this.intervalLoad);
    slide.startStep(substep, this.force);
  }

  override locate(): void {
    this.pair.locate();
    const frameA = this.worldFrameA();
    this.slide.start.assign(frameA.rotate(Vec3.X));
    this.align.relative.assign(this.worldFrameB().times(frameA.conjugate));
  }

  override warm(substep: Substep): void {
    this.align.warm();
    this.slide.warm(substep);
  }

  override solve(substep: Substep): void {
    const { align, pair, slide } = this;
    solveBlock(substep, pair, align, slide.rows.relaxation, () => slide.solve(substep, align.response));
  }

  override damp(substep: Substep): void {
    this.slide.damp(substep, this.linearDamping);
    dampRotation(substep, this.pair, this.angularDamping);
  }

  override finishStep(substep: Substep): void {
    this.force.assign(this.slide.impulse.times(1 / substep.duration));
    this.torque.assign(this.align.impulse.times(1 / substep.duration));
    if (this.hasInterval) this.intervalLoad = this.slide.offset.impulse / substep.duration;
  }
}
