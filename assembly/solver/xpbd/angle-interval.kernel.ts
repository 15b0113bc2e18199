import { real } from 'precision';
import { AngleIntervalPart } from '../../constraint/angle-interval.kernel';
import { LONGEST_TURN, TINY } from '../../constraint/constants';
import { Substep } from '../../constraint/substep';
import { conjugate, qmul } from '../../math/quat.kernel';
import { atan2 } from '../../math/trigonometry.kernel';
import { recoverable } from './interval.kernel';

/** The quaternion cay(h w_B) t_B q t_A* cay(h w_A)* at the end of the substep, t the turn of a body since the start of the step. */
export function endRelative<T>(relative: quat<T>, turnA: quat<T>, angularA: vec3<T>, turnB: quat<T>, angularB: vec3<T>, step: Substep): quat<T> {
  const a = (-0.5 * step.h) * angularA;
  const b = (0.5 * step.h) * angularB;
  const start = qmul(qmul(turnB, relative), conjugate(turnA));
  const product = qmul(qmul(quat(b, splat<T>(1)), start), quat(a, splat<T>(1)));
  return product * (1 / sqrt((1 + lengthSquared(a)) * (1 + lengthSquared(b))));
}

/** rad: an angle that far from its bounds, as things stand, is not brought to one by what else the joint does. */
const NEAR: real = 0.02;

/** The angle at the end of the substep, as things stand; `end`: the axis then. */
export function endAngle<T>(part: AngleIntervalPart<T>, step: Substep, end: vec3<T>, turnA: quat<T>, angularA: vec3<T>, turnB: quat<T>, angularB: vec3<T>): lane<T> {
  const q = endRelative(part.relative, turnA, angularA, turnB, angularB, step);
  const sign = q.w < 0 ? splat<T>(-1) : splat<T>(1);
  return 2 * atan2(sign * dot(q.xyz, end), sign * q.w);
}

/** Whether an angle is near one of its bounds. */
export function nearsBound<T>(part: AngleIntervalPart<T>, angle: lane<T>): mask<T> {
  return angle - part.lower < NEAR || part.upper - angle < NEAR;
}

/**
 * Size of the angular impulse of a sweep about the axis, and 1 where the angle, which is `angle` at the end of the substep, is at a bound; w: inverse effective inertia about
 * it, `turn`: by how much it changes in the substep. The point of the joint, which is solved after it, will turn it at `speed`, and takes `lost` of w: whether it is at a bound depends on that.
 */
export function solveAngle<T>(
  part: AngleIntervalPart<T>, step: Substep, soft: bool, w: lane<T>, angle: lane<T>, turn: lane<T>, speed: lane<T>, lost: lane<T>,
): [lane<T>, lane<T>] {
  const start = angle - turn;
  const [least, most] = recoverable(part.lower, part.upper, start, part.compliance, step);
  const goesFor = clamp(part.lower, start - LONGEST_TURN, start + LONGEST_TURN);
  const isTarget = part.lower == part.upper && part.compliance == 0;
  const lower = isTarget ? goesFor : least;
  const upper = isTarget ? goesFor : most;
  const last = part.impulse;
  const keeps = !step.first || (soft && step.warms);
  const held: lane<T> = keeps ? last : splat<T>(0);
  const alpha: lane<T> = soft ? part.compliance * step.inverseH2 : splat<T>(0);
  const ahead = angle + step.h * (speed - (w - lost) * held);
  const bound = clamp(ahead, lower, upper);
  const acts = w > 0 && (lower == upper || bound != ahead);
  const wanted = (bound - angle + step.h * w * held) / max(step.h * (w + alpha), splat<T>(TINY));
  const change: lane<T> = acts ? wanted - held : -held;
  const size: lane<T> = w > 0 ? change : 0;
  part.impulse = held + size;
  return [size, acts ? splat<T>(1) : splat<T>(0)];
}
