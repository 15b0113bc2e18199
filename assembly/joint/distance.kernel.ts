import { BodyRecord } from '../body/record';
import { applyImpulse } from '../constraint/apply.kernel';
import { DistancePart, solveDistance } from '../constraint/distance.kernel';
import { overloadOf } from '../constraint/common.kernel';
import { dampRotation } from '../constraint/damp-rotation.kernel';
import { gatherBodies, gatheredA, gatheredB, LaneBodies, motionOf, poseOf, scatterBodies } from '../constraint/lane-bodies.kernel';
import { noteOverloads } from '../constraint/overload.kernel';
import { Substep, Sweep } from '../constraint/substep';
import { finishDistance, FIRST_PART, packDistance } from './parts.kernel';
import { JointRecord } from './record';

/** The distance of two points held at a length or between bounds (Mueller et al., Fig 4). */
export class DistanceJoint<T> {
  /** Bytes of a bundle. */
  bytes(): usize {
    return FIRST_PART + offsetof<DistancePart<T>>();
  }

  pack(lane: u32, joint: JointRecord, a: BodyRecord, b: BodyRecord, h: f64): void {
    packDistance(changetype<usize>(this) + FIRST_PART, lane, joint, a, b, h);
  }

  sweep(step: Substep): void {
    const at = changetype<LaneBodies>(changetype<usize>(this));
    const part = changetype<DistancePart<T>>(changetype<usize>(this) + FIRST_PART);
    gatherBodies<T>(at);
    const [vA, wA, massA, inertiaA] = motionOf<T>(gatheredA());
    const [vB, wB, massB, inertiaB] = motionOf<T>(gatheredB());
    const [xA, qA] = poseOf<T>(gatheredA());
    const [xB, qB] = poseOf<T>(gatheredB());
    const [p, leverA, leverB] = solveDistance(part, step, at.soft != 0, xA, qA, vA, wA, massA, inertiaA, xB, qB, vB, wB, massB, inertiaB);
    const load = part.impulse * part.impulse;
    if (any(load > part.strong)) noteOverloads(at, overloadOf(load, part.strong));
    const [vA1, wA1] = applyImpulse(-p, leverA, vA, wA, massA, inertiaA);
    const [vB1, wB1] = applyImpulse(p, leverB, vB, wB, massB, inertiaB);
    scatterBodies<T>(at, vA1, wA1, vB1, wB1);
    if (step.sweep == Sweep.Damp) dampRotation<T>(at, changetype<usize>(part) + offsetof<DistancePart<T>>('angularDamping'), step);
  }

  finish(lane: u32, joint: JointRecord, inverseH: f64, inverseDt: f64): void {
    finishDistance(changetype<usize>(this) + FIRST_PART, lane, joint, inverseH, inverseDt);
  }
}
