// Ball and socket, c = p_b - p_a: Waterson, section 5.
import { RowKind } from '../../bindings/core/layout.ts';
import { dampRotation } from '../constraint/damping.ts';
import { Point } from '../constraint/point.ts';
import type { ConstraintRow } from '../constraint/row.ts';
import type { Parts } from '../solver/direct/stiffness.ts';
import type { Substep } from '../solver/substep.ts';
import { Joint } from './joint.ts';

export class Ball extends Joint {
  private readonly point = new Point(this.pair);

  override startStep(substep: Substep): void {
    this.startRows(substep, this.point.rows, this.compliance, this.pair.relaxation(substep, this.isSoft));
    this.point.startStep(substep, this.force);
  }

  override locate(): void {
    this.pair.locate();
  }

  override warm(): void {
    this.point.warm();
  }

  override solve(substep: Substep): void {
    this.point.solve(substep);
  }

  override parts(): Parts {
    return { rows: this.point.directRows(), axes: [], links: [] };
  }

  override want(substep: Substep): void {
    this.pair.advance(substep.duration);
    this.point.want(substep);
  }

  override take(): void {
    this.point.take();
  }

  override damp(substep: Substep): void {
    this.point.damp(substep, this.linearDamping);
    dampRotation(substep, this.pair, this.angularDamping);
  }

  override constraintRows(): ConstraintRow[] {
    return this.point.constraintRows(RowKind.Bound, this.compliance);
  }

  override takeRows(rows: readonly ConstraintRow[]): void {
    this.point.impulse.assign(this.bookRows(rows).force);
  }

  override finishStep(substep: Substep): void {
    this.force.assign(this.point.impulse.times(1 / substep.duration));
  }
}
