import { BodyRecord } from '../body/record';
import { AlignPart, dampAngular, solveAlign } from '../constraint/align.kernel';
import { applyImpulse } from '../constraint/apply.kernel';
import { gatherMotion, gatherPose, LaneBodies, scatterMotion } from '../constraint/lane-bodies.kernel';
import { PlanePart, solvePlane } from '../constraint/plane.kernel';
import { Substep, Sweep } from '../constraint/substep';
import { finishAlign, finishPlane, FIRST_PART, packAlign, packPlane } from './parts.kernel';
import { JointRecord } from './record';

/** B slides along an axis of A (Mueller et al., section 3.4.2): orientation, then the offset and the plane across the axis. */
export class PrismaticJoint<T> {
  /** Bytes of a bundle. */
  bytes(): usize {
    return FIRST_PART + offsetof<PlanePart<T>>() + offsetof<AlignPart<T>>();
  }

  pack(lane: u32, joint: JointRecord, a: BodyRecord, b: BodyRecord, h: f64): void {
    packPlane(changetype<usize>(this) + FIRST_PART, lane, joint, a, b, h);
    packAlign(changetype<usize>(this) + FIRST_PART + offsetof<PlanePart<T>>(), lane, joint, a, b, h);
  }

  sweep(step: Substep): void {
    const at = changetype<LaneBodies>(changetype<usize>(this));
    const plane = changetype<PlanePart<T>>(changetype<usize>(this) + FIRST_PART);
    const align = changetype<AlignPart<T>>(changetype<usize>(this) + FIRST_PART + offsetof<PlanePart<T>>());
    const [vA, wA, massA, inertiaA] = gatherMotion<T>(at.readA0, at.readA1, at.readA2, at.readA3);
    const [vB, wB, massB, inertiaB] = gatherMotion<T>(at.readB0, at.readB1, at.readB2, at.readB3);
    const [xA, qA] = gatherPose<T>(at.readA0, at.readA1, at.readA2, at.readA3);
    const [xB, qB] = gatherPose<T>(at.readB0, at.readB1, at.readB2, at.readB3);
    let alignedA = wA;
    let alignedB = wB;
    if (step.sweep != Sweep.Damp) {
      const j = solveAlign(align, step, at.soft != 0, qA, wA, inertiaA, qB, wB, inertiaB);
      alignedA = wA - inertiaA * j;
      alignedB = wB + inertiaB * j;
    }
    const [p, leverA, leverB] = solvePlane(
      plane, step, at.soft != 0, at.bounded != 0, xA, qA, vA, alignedA, massA, inertiaA, xB, qB, vB, alignedB, massB, inertiaB,
    );
    const [vA1, wA1] = applyImpulse(-p, leverA, vA, alignedA, massA, inertiaA);
    const [vB1, wB1] = applyImpulse(p, leverB, vB, alignedB, massB, inertiaB);
    let spinA = wA1;
    let spinB = wB1;
    if (step.sweep == Sweep.Damp) {
      const j = dampAngular(align.angularDamping, step, wA1, inertiaA, wB1, inertiaB);
      spinA = wA1 - inertiaA * j;
      spinB = wB1 + inertiaB * j;
    }
    scatterMotion<T>(at.writeA0, at.writeA1, at.writeA2, at.writeA3, vA1, spinA, massA.z);
    scatterMotion<T>(at.writeB0, at.writeB1, at.writeB2, at.writeB3, vB1, spinB, massB.z);
  }

  finish(lane: u32, joint: JointRecord, inverseH: f64, inverseDt: f64): void {
    finishPlane(changetype<usize>(this) + FIRST_PART, lane, joint, inverseH, inverseDt);
    finishAlign(changetype<usize>(this) + FIRST_PART + offsetof<PlanePart<T>>(), lane, joint, inverseH, inverseDt);
  }
}
