// A spring and a damper that turn B to an orientation against A, implicit in all three directions at once: Δp = ξ (1 + a K)⁻¹ (-h k φ - h ν u - p), a = k h² + ν h,
// K the inverse inertia of both, φ the rotation vector from A's frame to B's and u its rate less the target's, at the end of the substep; the torque is limited as a
// vector (Waterson, section 9).
import { JointFlag, JointRecord, RowKind, SpringRecord } from '../../bindings/core/layout.ts';
import type { StateMemory } from '../../bindings/core/memory.ts';
import { ConstraintRow } from '../constraint/row.ts';
import { cayley, type Quat } from '../math/rotation.ts';
import { Vec3 } from '../math/vector.ts';
import { DirectRow } from '../solver/direct/row.ts';
import type { Parts } from '../solver/direct/stiffness.ts';
import { CAUTION, type Substep, softness } from '../solver/substep.ts';
import { coordinateAt } from '../state.ts';
import { Joint } from './joint.ts';

const AXES = [Vec3.X, Vec3.Y, Vec3.Z];

/** In place of infinite parameters: products of two of them are still finite. */
const STIFFEST = 1e15;

export class AngularDrive extends Joint {
  /** On B, N m s. */
  private readonly impulse = Vec3.zero();
  private stiffness = 0;
  private damping = 0;
  private maxLoad = 0;
  private relaxation = 1;
  private hasSoftRows = false;
  /** Of the target against A, in its frame on A, rad/s. */
  private readonly velocity = Vec3.zero();
  /** Square of the impulse above which the bodies are overloaded. */
  private impulseLimit = 0;
  private direct: DirectRow[] = [];

  override get isSoft(): boolean {
    return super.isSoft || this.hasSoftRows;
  }

  override read(memory: StateMemory, record: number): void {
    const { f64, u32 } = memory;
    const at = coordinateAt(memory, u32[(record + JointRecord.firstCoordinate) >>> 2] - 1);
    const number = (field: number) => f64[(at + field) >>> 3];
    this.stiffness = Math.min(number(SpringRecord.stiffness), STIFFEST);
    this.damping = Math.min(number(SpringRecord.damping), STIFFEST);
    this.maxLoad = Math.min(number(SpringRecord.maxLoad), STIFFEST);
    this.relaxation = number(SpringRecord.relaxation);
    this.velocity.assign(new Vec3(number(SpringRecord.velocityX), number(SpringRecord.velocityY), number(SpringRecord.velocityZ)));
    this.hasSoftRows = (u32[(record + JointRecord.flags) >>> 2] & JointFlag.SoftRows) !== 0;
  }

  override startStep(substep: Substep): void {
    this.impulse.assign(this.torque.times(substep.duration));
    this.impulseLimit = this.pair.torqueLimit(substep);
    this.pair.noteLoad(this.impulse.squaredLength, this.impulseLimit);
  }

  override locate(): void {}

  override warm(substep: Substep): void {
    const factor = softness(this.pair.inverseInertia().trace / 3, CAUTION / this.scaledStiffness(substep));
    this.goTo(substep, Vec3.ZERO, this.impulse.times(factor));
  }

  override solve(substep: Substep): void {
    const { impulse, pair } = this;
    const before = Vec3.zero();
    if (!substep.firstIteration || (this.isSoft && !substep.scalar)) before.assign(impulse);
    const alpha = 1 / this.scaledStiffness(substep);
    const response = pair.inverseInertia().plusDiagonal(alpha, alpha, alpha).inverse();
    const wanted = this.pull(substep).minus(before).times(alpha);
    const relaxation = substep.firstIteration ? 1 : this.relaxation;
    this.goTo(substep, before, before.plusTimes(response.times(wanted), relaxation));
    pair.noteLoad(impulse.squaredLength, this.impulseLimit);
  }

  override parts(substep: Substep): Parts {
    const { impulse, maxLoad, pair } = this;
    this.direct = this.scaledStiffness(substep) > 0 ? AXES.map((axis) => DirectRow.about(pair, 'other', axis)) : [];
    this.direct.forEach((row, index) => {
      row.last = impulse.dot(AXES[index]);
      row.ball = { rows: this.direct, most: maxLoad * substep.duration };
    });
    impulse.assign(Vec3.ZERO);
    return { rows: this.direct, axes: [], links: [] };
  }

  override want(substep: Substep): void {
    const scaled = this.scaledStiffness(substep);
    const pull = this.pull(substep);
    this.direct.forEach((row, index) => {
      row.softness = 1 / scaled;
      row.residual = (pull.dot(AXES[index]) - row.impulse) / scaled;
      row.active = true;
    });
  }

  override take(): void {
    const { direct, impulse, pair } = this;
    impulse.assign(Vec3.ZERO);
    direct.forEach((row, index) => {
      impulse.assign(impulse.plusTimes(AXES[index], row.impulse));
      pair.totalAngularImpulse.assign(pair.totalAngularImpulse.plusTimes(AXES[index], row.change));
    });
  }

  override damp(): void {}

  override constraintRows(): ConstraintRow[] {
    const { damping, impulse, maxLoad, pair, stiffness } = this;
    const turned = rotationBetween(this.worldFrameA(), this.worldFrameB());
    const velocity = this.targetVelocity;
    return AXES.map((axis) => {
      const row = ConstraintRow.between(RowKind.Spring, pair, Vec3.ZERO, axis, Vec3.ZERO, Vec3.ZERO);
      const load = { stiffness, damping, low: -maxLoad, high: maxLoad, velocity: velocity.dot(axis) };
      return Object.assign(row, load, { value: turned.dot(axis), impulse: impulse.dot(axis) });
    });
  }

  override takeRows(rows: readonly ConstraintRow[]): void {
    this.impulse.assign(this.bookRows(rows).torque);
  }

  override finishStep(substep: Substep): void {
    this.torque.assign(this.impulse.times(1 / substep.duration));
  }

  /** -h (k φ + ν u) at the end of the substep. */
  private pull({ duration: h }: Substep): Vec3 {
    const { a, b } = this.pair;
    const frameA = cayley(a.angularVelocity.times(h)).times(this.worldFrameA());
    const frameB = cayley(b.angularVelocity.times(h)).times(this.worldFrameB());
    const slip = b.angularVelocity.minus(a.angularVelocity).minus(this.targetVelocity);
    return rotationBetween(frameA, frameB)
      .times(-h * this.stiffness)
      .plusTimes(slip, -h * this.damping);
  }

  private get targetVelocity(): Vec3 {
    return this.worldFrameA().rotate(this.velocity);
  }

  /** k h² + ν h */
  private scaledStiffness({ duration: h }: Substep): number {
    return h * (h * this.stiffness + this.damping);
  }

  /** Takes the impulse from what was applied to what is wanted, as far as the greatest torque allows. */
  private goTo(substep: Substep, before: Vec3, wanted: Vec3): void {
    const most = this.maxLoad * substep.duration;
    const size = wanted.length;
    if (this.scaledStiffness(substep) <= 0) this.impulse.assign(Vec3.ZERO);
    else this.impulse.assign(size > most ? wanted.times(most / size) : wanted);
    this.pair.loadAngular(this.impulse.minus(before));
  }
}

/** The rotation vector from one frame to another, world axes. */
const rotationBetween = (a: Quat, b: Quat): Vec3 => b.times(a.conjugate).rotationVector;
