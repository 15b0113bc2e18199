import { BodyType } from '../../bindings/core/layout.ts';
import type { StateMemory } from '../../bindings/core/memory.ts';
import type { Body } from '../body/body.ts';
import { Pair } from '../constraint/pair.ts';
import type { ConstraintRow } from '../constraint/row.ts';
import type { Rows } from '../constraint/rows.ts';
import { Quat } from '../math/rotation.ts';
import { Vec3 } from '../math/vector.ts';
import type { Parts } from '../solver/direct/stiffness.ts';
import type { RowTuning } from '../solver/row/tuning.ts';
import type { Substep } from '../solver/substep.ts';
import type { EndReach } from './ends.ts';

/** What the types of joints have in common: what the record holds, and the course of a step. */
export abstract class Joint {
  readonly pair: Pair;
  color = 0;
  enabled = true;
  /** From the joint's axes to the bodies'. */
  readonly frameA = Quat.identity();
  readonly frameB = Quat.identity();
  compliance = 0;
  angularCompliance = 0;
  linearDamping = 0;
  angularDamping = 0;
  hasInterval = false;
  /** Some rows push or pull only: limits, and ropes. */
  hasEnds = false;
  /** It has such rows, and others that drive or brake it. */
  isDrivenToEnds = false;
  /** In this step it may meet one of them. */
  isNearEnd = false;
  /** Besides them it only holds: no spring, no damper, no drive. */
  onlyHolds = false;
  /** Whether it is a hinge with a target. */
  get holdsAngle(): boolean {
    return false;
  }
  lower = 0;
  upper = 0;
  /** What the upper one was in the step before. */
  lastUpper = 0;
  intervalCompliance = 0;
  /** How solvers on rows take its rows. */
  tuning!: RowTuning;
  /** Load on B in the last substep, without the interval's. */
  readonly force = Vec3.zero();
  readonly torque = Vec3.zero();
  intervalLoad = 0;
  /** Angle about the axis, over more than one turn, when the step starts. */
  twist = 0;
  secondTwist = 0;

  /** Whether one of its bodies does: without, its loads stay what they were. */
  get moves(): boolean {
    return this.pair.a.type !== BodyType.Static || this.pair.b.type !== BodyType.Static;
  }

  /** Those that it acts on. */
  get bodies(): readonly Body[] {
    return [this.pair.a, this.pair.b];
  }

  /** Sum of the interval's impulses over a step. */
  get intervalTotal(): number {
    return 0;
  }

  constructor(
    readonly slot: number,
    a: Body,
    b: Body,
  ) {
    this.pair = new Pair(a, b);
  }

  /** Whether what it does changes only as its bodies turn. */
  get isRigid(): boolean {
    return this.onlyHolds && !this.isNearEnd;
  }

  get isSoft(): boolean {
    return this.compliance > 0 || this.angularCompliance > 0 || this.intervalCompliance > 0;
  }

  get isDamped(): boolean {
    return this.linearDamping > 0 || this.angularDamping > 0;
  }

  /** Whether one of its ends bears something, or is within reach where its bodies are: assembly/joint/ends.kernel.ts. */
  isWithin(_reach: EndReach): boolean {
    return true;
  }

  /** What stays the same during a step; the pair is located. */
  abstract startStep(substep: Substep): void;
  /** To be called when the bodies have moved. */
  abstract locate(): void;
  /** Soft joints: starts from a part of the last substep's impulses. */
  abstract warm(substep: Substep): void;
  /** One iteration: each part in turn, at the velocities that the one before left. */
  abstract solve(substep: Substep): void;
  /** Of a joint that is solved with all others of its island: its rows where the substep starts; it is located. */
  abstract parts(substep: Substep): Parts;
  /** Fills in what these rows want, at the velocities so far. */
  abstract want(substep: Substep): void;
  /** Keeps what became of their impulses. */
  abstract take(): void;
  /** The velocity pass. */
  abstract damp(substep: Substep): void;
  /** Turns the impulses of the last substep into loads. */
  abstract finishStep(substep: Substep): void;

  /** What it wants, where its bodies are: located before. */
  abstract constraintRows(): ConstraintRow[];
  /** Books the impulses of a substep of `h` seconds along these rows. */
  abstract takeRows(rows: readonly ConstraintRow[], h: number): void;
  /** To be called when a substep of such rows begins: it is located. */
  startRowSubstep(_h: number): void {}

  /** Adds what the rows did to B to the totals of the step, of what is between A and B; returns it. */
  protected bookRows(rows: readonly ConstraintRow[]): { force: Vec3; torque: Vec3 } {
    const { pair } = this;
    const [force, torque] = [Vec3.zero(), Vec3.zero()];
    for (const { impulse, push, turn } of rows) {
      force.assign(force.plusTimes(push, impulse));
      torque.assign(torque.plusTimes(turn, impulse));
    }
    pair.totalImpulse.assign(pair.totalImpulse.plus(force));
    pair.totalAngularImpulse.assign(pair.totalAngularImpulse.plus(torque));
    return { force, torque };
  }

  /** Reads what only this type has in its records; called once a step. */
  read(_memory: StateMemory, _record: number): void {}
  /** Writes it back after a step of `dt` seconds in substeps of `h`. */
  write(_memory: StateMemory, _record: number, _dt: number, _h: number): void {}

  protected startRows(substep: Substep, rows: Rows, compliance: number, relaxation: number): void {
    rows.startStep(substep, compliance, relaxation, this.isSoft);
  }

  /** World orientation of the joint's frame on A. */
  protected worldFrameA(): Quat {
    return this.pair.a.orientation.times(this.frameA);
  }

  protected worldFrameB(): Quat {
    return this.pair.b.orientation.times(this.frameB);
  }
}
