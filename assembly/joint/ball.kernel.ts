import { BodyRecord } from '../body/record';
import { applyImpulse } from '../constraint/apply.kernel';
import { overloadOf } from '../constraint/common.kernel';
import { dampRotation } from '../constraint/damp-rotation.kernel';
import { gatherMotion, gatherPose, LaneBodies, scatterMotion } from '../constraint/lane-bodies.kernel';
import { noteOverloads } from '../constraint/overload.kernel';
import { PointPart, solvePoint } from '../constraint/point.kernel';
import { Substep, Sweep } from '../constraint/substep';
import { finishPoint, FIRST_PART, packPoint } from './parts.kernel';
import { JointRecord } from './record';

/** Ball and socket: one point (Waterson, section 5). */
export class BallJoint<T> {
  /** Bytes of a bundle. */
  bytes(): usize {
    return FIRST_PART + offsetof<PointPart<T>>();
  }

  pack(lane: u32, joint: JointRecord, a: BodyRecord, b: BodyRecord, h: f64): void {
    packPoint(changetype<usize>(this) + FIRST_PART, lane, joint, a, b, h);
  }

  sweep(step: Substep): void {
    const at = changetype<LaneBodies>(changetype<usize>(this));
    const point = changetype<PointPart<T>>(changetype<usize>(this) + FIRST_PART);
    const [vA, wA, massA, inertiaA] = gatherMotion<T>(at.readA0, at.readA1, at.readA2, at.readA3);
    const [vB, wB, massB, inertiaB] = gatherMotion<T>(at.readB0, at.readB1, at.readB2, at.readB3);
    const [xA, qA] = gatherPose<T>(at.readA0, at.readA1, at.readA2, at.readA3);
    const [xB, qB] = gatherPose<T>(at.readB0, at.readB1, at.readB2, at.readB3);
    const [p, leverA, leverB] = solvePoint(point, step, at.soft != 0, false, inertiaA, xA, qA, vA, wA, massA, inertiaA, xB, qB, vB, wB, massB, inertiaB);
    const load = lengthSquared(point.impulse);
    if (any(load > point.strong)) noteOverloads(at, overloadOf(load, point.strong));
    const [vA1, wA1] = applyImpulse(-p, leverA, vA, wA, massA, inertiaA);
    const [vB1, wB1] = applyImpulse(p, leverB, vB, wB, massB, inertiaB);
    scatterMotion<T>(at.writeA0, at.writeA1, at.writeA2, at.writeA3, vA1, wA1, massA.z);
    scatterMotion<T>(at.writeB0, at.writeB1, at.writeB2, at.writeB3, vB1, wB1, massB.z);
    if (step.sweep == Sweep.Damp) dampRotation<T>(at, changetype<usize>(point) + offsetof<PointPart<T>>('angularDamping'), step);
  }

  finish(lane: u32, joint: JointRecord, inverseH: f64, inverseDt: f64): void {
    finishPoint(changetype<usize>(this) + FIRST_PART, lane, joint, inverseH, inverseDt);
  }
}
