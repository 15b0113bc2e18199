import { AngleIntervalPart } from '../../constraint/angle-interval.kernel';
import { applyImpulse } from '../../constraint/apply.kernel';
import { AxisPart } from '../../constraint/axis.kernel';
import { TINY } from '../../constraint/constants';
import { CoupledLanes, CouplingLanes } from '../../constraint/coupling.kernel';
import { DistancePart } from '../../constraint/distance.kernel';
import {
  gatherBodies, gatheredA, gatheredB, gatherMotion, gatherPose, LaneBodies, motionOf, poseOf, scatterBodies, scatterMotion,
} from '../../constraint/lane-bodies.kernel';
import { noteOverloads } from '../../constraint/overload.kernel';
import { PointPart } from '../../constraint/point.kernel';
import { RopePart } from '../../constraint/rope.kernel';
import { RotationPart } from '../../constraint/rotation.kernel';
import { startRows } from '../../constraint/row.kernel';
import { RowSink } from '../../constraint/sink.kernel';
import { SpringPart } from '../../constraint/spring.kernel';
import { Substep, theSubstep } from '../../constraint/substep';
import { outerSym3 } from '../../math/mat3.kernel';
import { ReadRows } from '../read-rows.kernel';
import { WriteRows } from '../write-rows.kernel';
import { endAngle, nearsBound, solveAngle } from './angle-interval.kernel';
import { recordAxis, solveAxis } from './axis.kernel';
import { solveCoordinates } from './coordinates.kernel';
import { solveDistance } from './distance.kernel';
import { isLimitedPoint, solveLimitedPoint } from './limited-point.kernel';
import { foreseePoint, theForeseen } from './foresee-point.kernel';
import { solvePoint } from './point.kernel';
import { lookToEnd, lookToStart, solveReread, START } from './reread.kernel';
import { solveRotation } from './rotation.kernel';
import { solveSpring } from './spring.kernel';

/**
 * The sink of an iteration of XPBD: takes the error that a joint's parts would have at the end of the substep to zero, by impulses on the
 * velocities, at once (Mueller et al., section 3.3; Waterson, section 6).
 */
export class SolveNow<T> extends RowSink<T> {
  /** Gathers and scatters in registers, which is a few per cent faster; all others share functions, since shuffles would be half of their code. */
  point(part: PointPart<T>): void {
    const at = changetype<LaneBodies>(changetype<usize>(this));
    const step = changetype<Substep>(at.step);
    const [vA, wA, massA, inertiaA] = gatherMotion<T>(at.readA0, at.readA1, at.readA2, at.readA3);
    const [vB, wB, massB, inertiaB] = gatherMotion<T>(at.readB0, at.readB1, at.readB2, at.readB3);
    const [xA, qA] = gatherPose<T>(at.readA0, at.readA1, at.readA2, at.readA3);
    const [xB, qB] = gatherPose<T>(at.readB0, at.readB1, at.readB2, at.readB3);
    const [p, leverA, leverB] = solvePoint(part, step, at.soft != 0, false, inertiaA, xA, qA, vA, wA, massA, inertiaA, xB, qB, vB, wB, massB, inertiaB);
    const load = lengthSquared(part.impulse);
    noteOverloads(at, load, part.strong);
    const [vA1, wA1] = applyImpulse(-p, leverA, vA, wA, massA, inertiaA);
    const [vB1, wB1] = applyImpulse(p, leverB, vB, wB, massB, inertiaB);
    scatterMotion<T>(at.writeA0, at.writeA1, at.writeA2, at.writeA3, vA1, wA1, massA.z);
    scatterMotion<T>(at.writeB0, at.writeB1, at.writeB2, at.writeB3, vB1, wB1, massB.z);
  }

  /** Axis, then angle, then point, each with the effective mass it has while those before hold. */
  hinge(point: PointPart<T>, axis: AxisPart<T>, angle: AngleIntervalPart<T>): void {
    const at = changetype<LaneBodies>(changetype<usize>(this));
    const step = changetype<Substep>(at.step);
    gatherBodies<T>(at);
    const [vA, wA, massA, inertiaA] = motionOf<T>(gatheredA());
    const [vB, wB, massB, inertiaB] = motionOf<T>(gatheredB());
    const [xA, qA] = poseOf<T>(gatheredA());
    const [xB, qB] = poseOf<T>(gatheredB());
    let about: vec3<T> = vec3<T>(0, 0, 0);
    let size: lane<T> = splat<T>(0);
    const [held, heldResponse, direction, end] = solveAxis(axis, step, at.soft != 0, qA, wA, inertiaA, qB, wB, inertiaB);
    let response: sym3<T> = heldResponse;
    let angular: vec3<T> = held;
    let alignedA = wA - inertiaA * held;
    let alignedB = wB + inertiaB * held;
    if (at.bounded) {
      // The row about the axis with those across it held: its impulse takes theirs along.
      about = direction;
      const ja = (inertiaA + inertiaB) * direction;
      let bound = direction;
      if (!step.scalar) bound = direction - heldResponse * ja;
      const w = dot(ja, bound);
      let speed: lane<T> = splat<T>(0);
      let lost: lane<T> = splat<T>(0);
      const now = endAngle(angle, step, end, qA, alignedA, qB, alignedB);
      const nears = nearsBound(angle, now);
      if (!step.scalar && any(nears)) {
        const foreseen = theForeseen<T>();
        foreseen.response = heldResponse;
        foreseen.bound = bound;
        foreseen.spinA = alignedA;
        foreseen.spinB = alignedB;
        foreseePoint<T>(changetype<usize>(point), at.soft, step);
        speed = nears ? foreseen.speed : 0;
        lost = nears ? foreseen.lost : 0;
      }
      const [change, acts] = solveAngle(angle, step, at.soft != 0, w, now, step.h * dot(end, alignedB - alignedA), speed, lost);
      size = change;
      const turn = size * bound;
      angular = held + turn;
      alignedA -= inertiaA * turn;
      alignedB += inertiaB * turn;
      const stiffness = acts / max(w + angle.compliance * step.inverseH2, splat<T>(TINY));
      response = heldResponse + stiffness * outerSym3(bound);
    }
    const [p, leverA, leverB] = solvePoint(point, step, at.soft != 0, true, response, xA, qA, vA, alignedA, massA, inertiaA, xB, qB, vB, alignedB, massB, inertiaB);
    const [vA1, swungA] = applyImpulse(-p, leverA, vA, wA, massA, inertiaA);
    const [vB1, swungB] = applyImpulse(p, leverB, vB, wB, massB, inertiaB);
    let j = angular;
    // Of the block's solution the angular impulse before the anchors' was found, and what follows from theirs; both are over-relaxed.
    if (!step.scalar) j = point.relaxation * angular - response * (swungB - wB - (swungA - wA));
    // The rows across the axis have no part in what is along it.
    const along = dot(j, about);
    if (at.bounded) {
      angle.impulse += along - size;
      angle.total += along * about;
      angle.sum += along;
    }
    recordAxis(axis, step, at.soft != 0, j - along * about);
    const load = lengthSquared(point.impulse);
    noteOverloads(at, load, point.strong);
    const torque = lengthSquared(axis.impulse);
    noteOverloads(at, torque, axis.strong);
    const spinA = swungA - inertiaA * j;
    const spinB = swungB + inertiaB * j;
    scatterBodies<T>(at, vA1, spinA, vB1, spinB);
  }

  distance(part: DistancePart<T>): void {
    const at = changetype<LaneBodies>(changetype<usize>(this));
    const step = changetype<Substep>(at.step);
    gatherBodies<T>(at);
    const [vA, wA, massA, inertiaA] = motionOf<T>(gatheredA());
    const [vB, wB, massB, inertiaB] = motionOf<T>(gatheredB());
    const [xA, qA] = poseOf<T>(gatheredA());
    const [xB, qB] = poseOf<T>(gatheredB());
    const [p, leverA, leverB] = solveDistance(part, step, at.soft != 0, xA, qA, vA, wA, massA, inertiaA, xB, qB, vB, wB, massB, inertiaB);
    const load = part.impulse * part.impulse;
    noteOverloads(at, load, part.strong);
    const [vA1, wA1] = applyImpulse(-p, leverA, vA, wA, massA, inertiaA);
    const [vB1, wB1] = applyImpulse(p, leverB, vB, wB, massB, inertiaB);
    scatterBodies<T>(at, vA1, wA1, vB1, wB1);
  }

  rope(part: RopePart<T>): void {
    const at = changetype<usize>(this);
    startRows(START);
    changetype<WriteRows<T>>(at).rope(part);
    lookToEnd();
    changetype<WriteRows<T>>(at).rope(part);
    lookToStart();
    solveReread<T>(at, changetype<usize>(part) + offsetof<RopePart<T>>('strong'));
    startRows(START);
    changetype<ReadRows<T>>(at).rope(part);
  }

  spring(point: PointPart<T>, spring: SpringPart<T>): void {
    const at = changetype<LaneBodies>(changetype<usize>(this));
    const step = changetype<Substep>(at.step);
    gatherBodies<T>(at);
    const [vA, wA, massA, inertiaA] = motionOf<T>(gatheredA());
    const [vB, wB, massB, inertiaB] = motionOf<T>(gatheredB());
    const [xA, qA] = poseOf<T>(gatheredA());
    const [xB, qB] = poseOf<T>(gatheredB());
    const [p, leverA, leverB] = solveSpring(point, spring, step, at.soft != 0, xA, qA, vA, wA, massA, inertiaA, xB, qB, vB, wB, massB, inertiaB);
    const load = lengthSquared(point.impulse);
    noteOverloads(at, load, point.strong);
    const [vA1, wA1] = applyImpulse(-p, leverA, vA, wA, massA, inertiaA);
    const [vB1, wB1] = applyImpulse(p, leverB, vB, wB, massB, inertiaB);
    scatterBodies<T>(at, vA1, wA1, vB1, wB1);
  }

  rotation(part: RotationPart<T>): void {
    const at = changetype<LaneBodies>(changetype<usize>(this));
    const step = changetype<Substep>(at.step);
    gatherBodies<T>(at);
    const [vA, wA, massA, inertiaA] = motionOf<T>(gatheredA());
    const [vB, wB, massB, inertiaB] = motionOf<T>(gatheredB());
    const [xA, qA] = poseOf<T>(gatheredA());
    const [xB, qB] = poseOf<T>(gatheredB());
    const p = solveRotation(part, step, at.soft != 0, qA, wA, inertiaA, qB, wB, inertiaB);
    const load = lengthSquared(part.impulse);
    noteOverloads(at, load, part.strong);
    scatterBodies<T>(at, vA, wA - inertiaA * p, vB, wB + inertiaB * p);
  }

  coupling(first: CoupledLanes<T>, second: CoupledLanes<T>, coupling: CouplingLanes<T>): void {
    const at = changetype<usize>(this);
    startRows(START);
    changetype<WriteRows<T>>(at).coupling(first, second, coupling);
    lookToEnd();
    changetype<WriteRows<T>>(at).coupling(first, second, coupling);
    lookToStart();
    solveReread<T>(at, changetype<usize>(coupling) + offsetof<CouplingLanes<T>>('strong'));
    startRows(START);
    changetype<ReadRows<T>>(at).coupling(first, second, coupling);
  }

  coordinates(): void {
    const at = changetype<LaneBodies>(changetype<usize>(this));
    if (isLimitedPoint(at) && solveLimitedPoint<T>(changetype<usize>(this), theSubstep())) return;
    solveCoordinates<T>(changetype<usize>(this), theSubstep());
  }
}
