// A spring and a damper between two points, implicit in all three directions at once: Waterson, eqs 123 and 124, as an impulse
// Δp = ξ (1 + a K)⁻¹ (-h k d - h ν u - p), a = k h² + ν h, with d and u at the end of the substep; its load is limited as in eq 132.
import { JointFlag, JointRecord, RowKind, SpringRecord } from '../../bindings/core/layout.ts';
import type { StateMemory } from '../../bindings/core/memory.ts';
import { dampPoint, dampRotation } from '../constraint/damping.ts';
import { Levers } from '../constraint/levers.ts';
import { middleRows, pointRows } from '../constraint/point.ts';
import type { ConstraintRow } from '../constraint/row.ts';
import { Vec3 } from '../math/vector.ts';
import type { DirectRow } from '../solver/direct/row.ts';
import type { Parts } from '../solver/direct/stiffness.ts';
import { CAUTION, type Substep, softness } from '../solver/substep.ts';
import { coordinateAt } from '../state.ts';
import { Joint } from './joint.ts';

const AXES = [Vec3.X, Vec3.Y, Vec3.Z];

/** In place of infinite parameters: products of two of them are still finite. */
const STIFFEST = 1e15;

export class MatrixSpring extends Joint {
  /** On B, N s. */
  private readonly impulse = Vec3.zero();
  private stiffness = 0;
  private damping = 0;
  private maxLoad = 0;
  private relaxation = 1;
  private hasSoftRows = false;
  /** Square of the impulse above which the gradient is the current one. */
  private impulseLimit = 0;
  private readonly levers = new Levers(this.pair);
  private direct: DirectRow[] = [];

  override get isSoft(): boolean {
    return super.isSoft || this.hasSoftRows;
  }

  override read(memory: StateMemory, record: number): void {
    const { f64, u32 } = memory;
    const at = coordinateAt(memory, u32[(record + JointRecord.firstCoordinate) >>> 2] - 1);
    this.stiffness = Math.min(f64[(at + SpringRecord.stiffness) >>> 3], STIFFEST);
    this.damping = Math.min(f64[(at + SpringRecord.damping) >>> 3], STIFFEST);
    this.maxLoad = Math.min(f64[(at + SpringRecord.maxLoad) >>> 3], STIFFEST);
    this.relaxation = f64[(at + SpringRecord.relaxation) >>> 3];
    this.hasSoftRows = (u32[(record + JointRecord.flags) >>> 2] & JointFlag.SoftRows) !== 0;
  }

  override startStep(substep: Substep): void {
    const { a, b, armA, armB } = this.pair;
    this.impulse.assign(this.force.times(substep.duration));
    this.impulseLimit = this.pair.impulseLimit(substep, Math.max(a.swing(armA), b.swing(armB)));
    this.pair.noteLoad(this.impulse.squaredLength, this.impulseLimit);
  }

  override locate(): void {
    this.pair.locate();
  }

  override warm(substep: Substep): void {
    this.levers.toAnchor();
    const factor = softness(this.levers.inverseMass.trace / 3, CAUTION / this.scaledStiffness(substep));
    this.goTo(substep, Vec3.ZERO, this.impulse.times(factor));
  }

  override solve(substep: Substep): void {
    const { duration: h } = substep;
    const { impulse, levers, pair, stiffness, damping } = this;
    levers.toMiddle(substep, impulse.squaredLength, this.impulseLimit);
    const keeps = !substep.firstIteration || (this.isSoft && !substep.scalar);
    const before = new Vec3(0, 0, 0);
    if (keeps) before.assign(impulse);
    const end = pair.currentSeparation;
    const wanted = end
      .times(-h * stiffness)
      .plusTimes(end.minus(pair.separation), -damping)
      .minus(before);
    // (1 + a K)⁻¹ = α (K + α)⁻¹ with α = 1 / a.
    const alpha = 1 / this.scaledStiffness(substep);
    const response = levers.inverseMass.plusDiagonal(alpha, alpha, alpha).inverse();
    // The first iteration is exact for the joint alone; the relaxation is between joints that compete.
    const relaxation = substep.firstIteration ? 1 : this.relaxation;
    this.goTo(substep, before, before.plusTimes(response.times(wanted.times(alpha)), relaxation));
    pair.noteLoad(impulse.squaredLength, this.impulseLimit);
  }

  override parts(substep: Substep): Parts {
    const { impulse, maxLoad, pair } = this;
    this.direct = this.scaledStiffness(substep) > 0 ? middleRows(pair, 'other', false) : [];
    this.direct.forEach((row, index) => {
      row.last = impulse.dot(AXES[index]);
      row.ball = { rows: this.direct, most: maxLoad * substep.duration };
    });
    impulse.assign(Vec3.ZERO);
    return { rows: this.direct, axes: [], links: [] };
  }

  override want(substep: Substep): void {
    const { direct, pair, stiffness, damping } = this;
    const { duration: h } = substep;
    pair.advance(h);
    const scaled = this.scaledStiffness(substep);
    const rows = middleRows(pair, 'other', pair.turnsFar(substep));
    direct.forEach((row, index) => {
      row.aim(rows[index]);
      const error = pair.currentSeparation.dot(AXES[index]);
      const way = error - pair.separation.dot(AXES[index]);
      row.softness = 1 / scaled;
      row.residual = -(h * stiffness * error + damping * way + row.impulse) / scaled;
      row.active = true;
    });
  }

  override take(): void {
    const { direct, impulse, pair } = this;
    impulse.assign(Vec3.ZERO);
    direct.forEach((row, index) => {
      impulse.assign(impulse.plusTimes(AXES[index], row.impulse));
      pair.totalImpulse.assign(pair.totalImpulse.plusTimes(AXES[index], row.change));
    });
  }

  override damp(substep: Substep): void {
    const { levers, pair } = this;
    levers.toAnchor();
    dampPoint(substep, pair, levers.inverseMass, levers.armA, levers.armB, this.linearDamping);
    dampRotation(substep, this.pair, this.angularDamping);
  }

  override constraintRows(): ConstraintRow[] {
    const { damping, maxLoad, stiffness } = this;
    const rows = pointRows(this.pair, RowKind.Spring, 0, this.impulse);
    return rows.map((row) => Object.assign(row, { stiffness, damping, low: -maxLoad, high: maxLoad }));
  }

  override takeRows(rows: readonly ConstraintRow[]): void {
    this.impulse.assign(this.bookRows(rows).force);
  }

  override finishStep(substep: Substep): void {
    this.force.assign(this.impulse.times(1 / substep.duration));
  }

  /** k h² + ν h */
  private scaledStiffness({ duration: h }: Substep): number {
    return h * (h * this.stiffness + this.damping);
  }

  /** Takes the impulse from what was applied to what is wanted, as far as the greatest load allows. */
  private goTo(substep: Substep, before: Vec3, wanted: Vec3): void {
    const most = this.maxLoad * substep.duration;
    const size = wanted.length;
    if (this.scaledStiffness(substep) <= 0) this.impulse.assign(Vec3.ZERO);
    else this.impulse.assign(size > most ? wanted.times(most / size) : wanted);
    this.pair.load(this.impulse.minus(before), this.levers.armA, this.levers.armB);
  }
}
