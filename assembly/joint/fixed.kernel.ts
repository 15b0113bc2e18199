import { BodyRecord } from '../body/record';
import { AlignPart, recordAlign, solveAlign } from '../constraint/align.kernel';
import { applyImpulse } from '../constraint/apply.kernel';
import { dampRotation } from '../constraint/damp-rotation.kernel';
import { gatherMotion, gatherPose, LaneBodies, scatterMotion } from '../constraint/lane-bodies.kernel';
import { PointPart, solvePoint } from '../constraint/point.kernel';
import { Substep, Sweep } from '../constraint/substep';
import { finishAlign, finishPoint, FIRST_PART, packAlign, packPoint } from './parts.kernel';
import { JointRecord } from './record';

/** No motion between two bodies: orientation first, then the anchors, so that the anchors come out closest. */
export class FixedJoint<T> {
  /** Bytes of a bundle. */
  bytes(): usize {
    return FIRST_PART + offsetof<PointPart<T>>() + offsetof<AlignPart<T>>();
  }

  pack(lane: u32, joint: JointRecord, a: BodyRecord, b: BodyRecord, h: f64): void {
    packPoint(changetype<usize>(this) + FIRST_PART, lane, joint, a, b, h);
    packAlign(changetype<usize>(this) + FIRST_PART + offsetof<PointPart<T>>(), lane, joint, a, b, h);
  }

  sweep(step: Substep): void {
    const at = changetype<LaneBodies>(changetype<usize>(this));
    const point = changetype<PointPart<T>>(changetype<usize>(this) + FIRST_PART);
    const align = changetype<AlignPart<T>>(changetype<usize>(this) + FIRST_PART + offsetof<PointPart<T>>());
    const [vA, wA, massA, inertiaA] = gatherMotion<T>(at.readA0, at.readA1, at.readA2, at.readA3);
    const [vB, wB, massB, inertiaB] = gatherMotion<T>(at.readB0, at.readB1, at.readB2, at.readB3);
    const [xA, qA] = gatherPose<T>(at.readA0, at.readA1, at.readA2, at.readA3);
    const [xB, qB] = gatherPose<T>(at.readB0, at.readB1, at.readB2, at.readB3);
    let response: sym3<T> = sym3<T>(0, 0, 0, 0, 0, 0);
    let angular: vec3<T> = vec3<T>(0, 0, 0);
    let alignedA = wA;
    let alignedB = wB;
    if (step.sweep != Sweep.Damp) {
      const [j, held] = solveAlign(align, step, at.soft != 0, qA, wA, inertiaA, qB, wB, inertiaB);
      response = held;
      angular = j;
      alignedA = wA - inertiaA * j;
      alignedB = wB + inertiaB * j;
    }
    const [p, leverA, leverB] = solvePoint(point, step, at.soft != 0, true, response, xA, qA, vA, alignedA, massA, inertiaA, xB, qB, vB, alignedB, massB, inertiaB);
    const [vA1, swungA] = applyImpulse(-p, leverA, vA, wA, massA, inertiaA);
    const [vB1, swungB] = applyImpulse(p, leverB, vB, wB, massB, inertiaB);
    // Of the block's solution the angular impulse before the anchors' was found, and what follows from theirs; both are over-relaxed.
    let j = angular;
    if (step.sweep != Sweep.Damp) {
      if (step.sweep == Sweep.Solve && !step.scalar) j = point.relaxation * angular - response * (swungB - wB - (swungA - wA));
      recordAlign(align, step, at.soft != 0, j);
    }
    const spinA = swungA - inertiaA * j;
    const spinB = swungB + inertiaB * j;
    scatterMotion<T>(at.writeA0, at.writeA1, at.writeA2, at.writeA3, vA1, spinA, massA.z);
    scatterMotion<T>(at.writeB0, at.writeB1, at.writeB2, at.writeB3, vB1, spinB, massB.z);
    if (step.sweep == Sweep.Damp) dampRotation<T>(at, changetype<usize>(point) + offsetof<PointPart<T>>('angularDamping'), step);
  }

  finish(lane: u32, joint: JointRecord, inverseH: f64, inverseDt: f64): void {
    finishPoint(changetype<usize>(this) + FIRST_PART, lane, joint, inverseH, inverseDt);
    finishAlign(changetype<usize>(this) + FIRST_PART + offsetof<PointPart<T>>(), lane, joint, inverseH, inverseDt);
  }
}
