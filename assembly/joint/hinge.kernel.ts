import { BodyRecord } from '../body/record';
import { AngleIntervalPart, solveAngle } from '../constraint/angle-interval.kernel';
import { applyImpulse } from '../constraint/apply.kernel';
import { AxisPart, recordAxis, solveAxis } from '../constraint/axis.kernel';
import { overloadOf } from '../constraint/common.kernel';
import { dampRotation } from '../constraint/damp-rotation.kernel';
import { gatherBodies, gatheredA, gatheredB, LaneBodies, motionOf, poseOf, scatterBodies } from '../constraint/lane-bodies.kernel';
import { noteOverloads } from '../constraint/overload.kernel';
import { PointPart, solvePoint } from '../constraint/point.kernel';
import { TINY } from '../constraint/constants';
import { Substep, Sweep } from '../constraint/substep';
import { outerSym3 } from '../math/mat3.kernel';
import { finishAngle, finishAxis, finishPoint, FIRST_PART, packAngle, packAxis, packPoint } from './parts.kernel';
import { JointRecord } from './record';

/** An axis and a point held together (Mueller et al., section 3.4.1): axis, then angle, then point. */
export class HingeJoint<T> {
  /** Bytes of a bundle. */
  bytes(): usize {
    return FIRST_PART + offsetof<PointPart<T>>() + offsetof<AxisPart<T>>() + offsetof<AngleIntervalPart<T>>();
  }

  pack(lane: u32, joint: JointRecord, a: BodyRecord, b: BodyRecord, h: f64): void {
    const point = changetype<usize>(this) + FIRST_PART;
    const axis = point + offsetof<PointPart<T>>();
    packPoint(point, lane, joint, a, b, h);
    packAxis(axis, lane, joint, a, b, h);
    packAngle(axis + offsetof<AxisPart<T>>(), lane, joint, a, b, h);
  }

  sweep(step: Substep): void {
    const at = changetype<LaneBodies>(changetype<usize>(this));
    const point = changetype<PointPart<T>>(changetype<usize>(this) + FIRST_PART);
    const axis = changetype<AxisPart<T>>(changetype<usize>(this) + FIRST_PART + offsetof<PointPart<T>>());
    const angle = changetype<AngleIntervalPart<T>>(changetype<usize>(axis) + offsetof<AxisPart<T>>());
    gatherBodies<T>(at);
    const [vA, wA, massA, inertiaA] = motionOf<T>(gatheredA());
    const [vB, wB, massB, inertiaB] = motionOf<T>(gatheredB());
    const [xA, qA] = poseOf<T>(gatheredA());
    const [xB, qB] = poseOf<T>(gatheredB());
    let response: sym3<T> = sym3<T>(0, 0, 0, 0, 0, 0);
    let angular: vec3<T> = vec3<T>(0, 0, 0);
    let about: vec3<T> = vec3<T>(0, 0, 0);
    let size: lane<T> = splat<T>(0);
    let alignedA = wA;
    let alignedB = wB;
    if (step.sweep != Sweep.Damp) {
      const [j, held, direction, end] = solveAxis(axis, step, at.soft != 0, qA, wA, inertiaA, qB, wB, inertiaB);
      response = held;
      angular = j;
      alignedA = wA - inertiaA * j;
      alignedB = wB + inertiaB * j;
      if (at.bounded) {
        // The row about the axis with those across it held: its impulse takes theirs along.
        about = direction;
        const ja = (inertiaA + inertiaB) * direction;
        let bound = direction;
        if (step.sweep == Sweep.Solve && !step.scalar) bound = direction - held * ja;
        const w = dot(ja, bound);
        size = solveAngle(angle, step, at.soft != 0, w, end, qA, alignedA, qB, alignedB);
        const turn = size * bound;
        angular = j + turn;
        alignedA -= inertiaA * turn;
        alignedB += inertiaB * turn;
        const stiffness = angle.impulse == 0 ? 0 : 1 / max(w + angle.compliance * step.inverseH2, splat<T>(TINY));
        response = held + stiffness * outerSym3(bound);
      }
    }
    const [p, leverA, leverB] = solvePoint(point, step, at.soft != 0, true, response, xA, qA, vA, alignedA, massA, inertiaA, xB, qB, vB, alignedB, massB, inertiaB);
    const [vA1, swungA] = applyImpulse(-p, leverA, vA, wA, massA, inertiaA);
    const [vB1, swungB] = applyImpulse(p, leverB, vB, wB, massB, inertiaB);
    let j = angular;
    if (step.sweep != Sweep.Damp) {
      // Of the block's solution the angular impulse before the anchors' was found, and what follows from theirs; both are over-relaxed.
      if (step.sweep == Sweep.Solve && !step.scalar) {
        j = point.relaxation * angular - response * (swungB - wB - (swungA - wA));
      }
      // The rows across the axis have no part in what is along it.
      const along = dot(j, about);
      if (at.bounded) {
        angle.impulse += along - size;
        angle.total += along * about;
        angle.sum += along;
      }
      recordAxis(axis, step, at.soft != 0, j - along * about);
    }
    const load = lengthSquared(point.impulse);
    if (any(load > point.strong)) noteOverloads(at, overloadOf(load, point.strong));
    const torque = lengthSquared(axis.impulse);
    if (any(torque > axis.strong)) noteOverloads(at, overloadOf(torque, axis.strong));
    const spinA = swungA - inertiaA * j;
    const spinB = swungB + inertiaB * j;
    scatterBodies<T>(at, vA1, spinA, vB1, spinB);
    if (step.sweep == Sweep.Damp) dampRotation<T>(at, changetype<usize>(point) + offsetof<PointPart<T>>('angularDamping'), step);
  }

  finish(lane: u32, joint: JointRecord, inverseH: f64, inverseDt: f64): void {
    const point = changetype<usize>(this) + FIRST_PART;
    const axis = point + offsetof<PointPart<T>>();
    finishPoint(point, lane, joint, inverseH, inverseDt);
    finishAxis(axis, lane, joint, inverseH, inverseDt);
    finishAngle(axis + offsetof<AxisPart<T>>(), lane, joint, inverseH, inverseDt);
  }
}
