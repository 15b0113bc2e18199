import { SINGULAR, TINY } from '../../constraint/constants';
import { gatheredA, gatheredB, LaneBodies, motionOf, scatterBodies } from '../../constraint/lane-bodies.kernel';
import { Substep } from '../../constraint/substep';
import { Coordinate, Role } from '../../joint/coordinate-record';
import { BlockRow, Placement } from '../../joint/frame/lanes.kernel';
import { coordinateOf, frameOf, rowOf } from '../../joint/frame/place.kernel';
import { prepareRow } from '../../joint/frame/row.kernel';
import { coordinateOfRow, endPlacement, gramAt, listRows, rowAt, startPlacement } from '../../joint/frame/scratch';
import { JointType } from '../../joint/record';
import { adjugateSym3, diagonal, pointInverseMass } from '../../math/mat3.kernel';
import { rotate, unrotate } from '../../math/quat.kernel';
import { solveBlock } from '../linear/block.kernel';
import { noteLoads, reachOf, reachRows } from './coordinates.kernel';

// A ball joint with limits in XPBD (Waterson, section 6.1; Mueller et al., section 3.4). Its point always holds, so that it is eliminated from the block of
// coordinates.kernel.ts: with the impulse P at the point, that opens at the speed e, and impulses q of the limits, which change the speed of the point by C q,
//
//   K P + C q = -e,   Cᵀ P + (A + σ) q = r   give   (A - Cᵀ K⁻¹ C + σ) q = r + Cᵀ K⁻¹ e,   P = -K⁻¹ (e + C q).

/** Rows that lock the point, which come first, and how many; rows of limits of the angles. */
const POINT: u32 = (1 << (4 * Coordinate.X)) | (1 << (4 * Coordinate.Y)) | (1 << (4 * Coordinate.Z));
const LOCKS: u32 = 3;
const LIMITS: u32 =
  (1 << (4 * Coordinate.Twist)) | (1 << (4 * Coordinate.SwingY)) | (1 << (4 * Coordinate.SwingZ)) | (1 << (4 * Coordinate.Cone));

/** Whether a bundle has ball joints with rigid limits and nothing else. */
export function isLimitedPoint(at: LaneBodies): bool {
  return at.type == JointType.Ball && (at.rows & ~LIMITS) == POINT && !at.soft;
}

/** An iteration: false, and nothing has changed, where the point of some joint cannot move along some direction. */
export function solveLimitedPoint<T>(bundle: usize, step: Substep): bool {
  const at = changetype<LaneBodies>(bundle);
  const frame = frameOf<T>(bundle);
  const limits = at.rows & LIMITS;
  reachRows<T>(bundle, limits, step);
  const [vA, wA, massA, inertiaA] = motionOf<T>(gatheredA());
  const [vB, wB, massB, inertiaB] = motionOf<T>(gatheredB());
  const start = changetype<Placement<T>>(startPlacement());
  const end = changetype<Placement<T>>(endPlacement());
  const leverA = start.armA + start.separation;
  const leverB = start.armB;
  const k = pointInverseMass(inertiaA, leverA) + pointInverseMass(inertiaB, leverB) + diagonal(massA + massB);
  const trace = k.xx + k.yy + k.zz;
  const scale = trace > 0 ? 1 / max(trace, splat<T>(TINY)) : 0;
  const n = scale * k;
  const [adjugate, determinant] = adjugateSym3(n);
  const regular = determinant > splat<T>(SINGULAR) * (n.xx * n.yy * n.zz);
  if (!all(regular || trace <= 0)) return false;
  const response = (regular ? scale / determinant : 0) * adjugate;
  const apart = unrotate(end.frameA, end.separation);
  const opening = step.inverseH * rotate(start.frameA, apart);
  const closing = response * opening;

  const count = listRows(limits);
  for (let i: u32 = 0; i < count; i++) {
    const kind = coordinateOfRow(i);
    const c = coordinateOf<T>(kind);
    const torque = c.torque;
    const turnedA = inertiaA * torque;
    const turnedB = inertiaB * torque;
    const moved = cross(turnedA, leverA) + cross(turnedB, leverB);
    c.turnedA = turnedA;
    c.turnedB = turnedB;
    c.moved = moved;
    c.force = response * moved;
    c.speed = dot(torque, wB - wA);
    const out = changetype<BlockRow<T>>(rowAt(i));
    const row = rowOf<T>(bundle, LOCKS + i);
    if (step.first) {
      row.impulse = splat<T>(0);
      row.approach = c.speed;
    }
    const own = dot(torque, turnedA + turnedB);
    prepareRow(Role.Bound, row, out, c.value, c.speed, own, reachOf<T>(kind), step);
    out.residual += dot(moved, closing);
    for (let j: u32 = 0; j < i; j++) {
      const other = coordinateOf<T>(coordinateOfRow(j));
      const between: lane<T> = dot(torque, other.turnedA + other.turnedB) - dot(moved, other.force);
      store<T>(gramAt(kind, coordinateOfRow(j)), between);
      store<T>(gramAt(coordinateOfRow(j), kind), between);
    }
    const left: lane<T> = own - dot(moved, c.force);
    store<T>(gramAt(kind, kind), left);
    // A limit whose angle the point holds already gets no impulse.
    const free = left > splat<T>(SINGULAR) * own;
    out.active = out.active && free;
    out.low = free ? out.low : 0;
    out.high = free ? out.high : 0;
  }
  solveBlock<T>(count);

  const relaxation = frame.relaxation;
  let open = opening;
  let torque: vec3<T> = vec3<T>(0, 0, 0);
  let angular: vec3<T> = vec3<T>(0, 0, 0);
  let turnA: vec3<T> = vec3<T>(0, 0, 0);
  let turnB: vec3<T> = vec3<T>(0, 0, 0);
  for (let i: u32 = 0; i < count; i++) {
    const c = coordinateOf<T>(coordinateOfRow(i));
    const row = rowOf<T>(bundle, LOCKS + i);
    const found = changetype<BlockRow<T>>(rowAt(i)).change;
    const change = relaxation * found;
    open += found * c.moved;
    row.impulse += change;
    row.total += change;
    torque += change * c.torque;
    angular += row.impulse * c.torque;
    turnA += change * c.turnedA;
    turnB += change * c.turnedB;
  }
  const push = -(relaxation * (response * open));
  let linear: vec3<T> = vec3<T>(0, 0, 0);
  for (let i: u32 = 0; i < LOCKS; i++) {
    const row = rowOf<T>(bundle, i);
    const axis = coordinateOf<T>(i).force;
    const along = dot(axis, push);
    row.impulse = step.first ? along : row.impulse + along;
    row.total += along;
    linear += row.impulse * axis;
  }
  frame.linear = linear;
  noteLoads(at, frame, linear, angular);
  frame.totalForce += push;
  frame.totalTorque += torque;
  turnA += inertiaA * cross(leverA, push);
  turnB += inertiaB * cross(leverB, push);
  scatterBodies<T>(at, vA - massA * push, wA - turnA, vB + massB * push, wB + turnB);
  return true;
}
