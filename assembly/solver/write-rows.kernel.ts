import { AngleIntervalPart } from '../constraint/angle-interval.kernel';
import { AxisPart, placeAxis } from '../constraint/axis.kernel';
import { TINY } from '../constraint/constants';
import { aimCoupled, CoupledLanes, CouplingLanes, placeCoupled, pushCoupled, SECOND_BODIES } from '../constraint/coupling.kernel';
import { DistancePart, placeDistance } from '../constraint/distance.kernel';
import { gatherAhead, gatheredA, gatheredB, LaneBodies, poseOf } from '../constraint/lane-bodies.kernel';
import { placePoint, PointPart } from '../constraint/point.kernel';
import { directionOf, lengthened, longer, placeRope, RopePart } from '../constraint/rope.kernel';
import { aim, hold, nextRow, Row, rowAt, RowKind, speedOf } from '../constraint/row.kernel';
import { placeRotation, RotationPart, targetVelocity } from '../constraint/rotation.kernel';
import { RowSink } from '../constraint/sink.kernel';
import { SpringPart } from '../constraint/spring.kernel';
import { timeLeft } from '../constraint/substep';
import { unwrap } from '../math/angle.kernel';
import { conjugate, qmul, rotate } from '../math/quat.kernel';
import { atan2 } from '../math/trigonometry.kernel';
import { orthonormalBasis } from '../math/vec3.kernel';
import { writeCoordinates } from '../joint/frame/write.kernel';

/**
 * The sink that stores what joints want, where their bodies are, as rows one after the other from startRows() on: see Row. Linear rows
 * come first. Points are held along three axes that turn with A, so that both bodies feel a force at B's anchor and their impulses
 * conserve angular momentum however far the anchors are apart.
 */
export class WriteRows<T> extends RowSink<T> {
  point(part: PointPart<T>): void {
    writePoint<T>(changetype<usize>(this), part);
  }

  hinge(point: PointPart<T>, axis: AxisPart<T>, angle: AngleIntervalPart<T>): void {
    writePoint<T>(changetype<usize>(this), point);
    writeAxis<T>(changetype<usize>(this), axis, angle);
  }

  distance(part: DistancePart<T>): void {
    writeDistance<T>(changetype<usize>(this), part);
  }

  rope(part: RopePart<T>): void {
    writeRope<T>(changetype<usize>(this), part);
  }

  spring(point: PointPart<T>, spring: SpringPart<T>): void {
    writeSpring<T>(changetype<usize>(this), point, spring);
  }

  rotation(part: RotationPart<T>): void {
    writeRotation<T>(changetype<usize>(this), part);
  }

  coupling(first: CoupledLanes<T>, second: CoupledLanes<T>, coupling: CouplingLanes<T>): void {
    writeCoupling<T>(changetype<usize>(this), first, second, coupling);
  }

  coordinates(): void {
    writeCoordinates<T>(changetype<usize>(this));
  }
}

// Functions, not inlined: several visitors of joints write rows.

function writePoint<T>(bundle: usize, part: PointPart<T>): void {
  gatherAhead<T>(changetype<LaneBodies>(bundle));
  for (let k: u32 = 0; k < 3; k++) {
    const row = offsetRow<T>(part, k, RowKind.Bound);
    hold(row, row.value, splat<T>(0), splat<T>(0), part.compliance, row.impulse);
  }
}

function writeDistance<T>(bundle: usize, part: DistancePart<T>): void {
  gatherAhead<T>(changetype<LaneBodies>(bundle));
  const [xA, qA] = poseOf<T>(gatheredA());
  const [xB, qB] = poseOf<T>(gatheredB());
  const [armA, armB, change] = placeDistance(part, xA, qA, xB, qB);
  const row = nextRow<T>(RowKind.Bound);
  aim(row, directionOf(part.separation + change), vec3<T>(0, 0, 0), armA, armB);
  const longer = lengthened(part.separation, change, part.length);
  hold(row, longer + timeLeft() * part.drift, part.lower, part.upper, part.compliance, part.impulse);
}

function writeRope<T>(bundle: usize, part: RopePart<T>): void {
  gatherAhead<T>(changetype<LaneBodies>(bundle));
  const [xA, qA] = poseOf<T>(gatheredA());
  const [xB, qB] = poseOf<T>(gatheredB());
  const [armA, armB, changeA, changeB] = placeRope(part, xA, qA, xB, qB);
  const row = nextRow<T>(RowKind.Bound);
  const forceA = directionOf(part.ropeA + changeA);
  const forceB = part.ratio * directionOf(part.ropeB + changeB);
  row.forceA = forceA;
  row.torqueA = cross(armA, forceA);
  row.forceB = forceB;
  row.torqueB = cross(armB, forceB);
  row.arm = armB;
  hold(row, longer(part, changeA, changeB) + timeLeft() * part.drift, part.lower, part.upper, part.compliance, part.impulse);
}

function writeSpring<T>(bundle: usize, point: PointPart<T>, spring: SpringPart<T>): void {
  gatherAhead<T>(changetype<LaneBodies>(bundle));
  for (let k: u32 = 0; k < 3; k++) {
    const row = offsetRow<T>(point, k, RowKind.Spring);
    row.stiffness = spring.stiffness;
    row.damping = spring.damping;
    row.low = -spring.maxLoad;
    row.high = spring.maxLoad;
    row.present = splat<T>(1);
  }
}

function writeRotation<T>(bundle: usize, part: RotationPart<T>): void {
  gatherAhead<T>(changetype<LaneBodies>(bundle));
  for (let k: u32 = 0; k < 3; k++) rotationRow<T>(part, k);
}

/** The rotation vector along the k-th axis of the world. */
function rotationRow<T>(part: RotationPart<T>, k: u32): void {
  const [xA, qA] = poseOf<T>(gatheredA());
  const [xB, qB] = poseOf<T>(gatheredB());
  const axis = vec3(splat<T>(k == 0 ? 1 : 0), splat<T>(k == 1 ? 1 : 0), splat<T>(k == 2 ? 1 : 0));
  const none = vec3<T>(0, 0, 0);
  const row = nextRow<T>(RowKind.Spring);
  aim(row, none, axis, none, none);
  row.value = dot(axis, placeRotation(part, qA, qB));
  row.velocity = dot(axis, targetVelocity(part, qA));
  row.impulse = dot(part.impulse, axis);
  row.block = k == 0 ? 3 : 0;
  row.stiffness = part.stiffness;
  row.damping = part.damping;
  row.low = -part.maxLoad;
  row.high = part.maxLoad;
  row.present = splat<T>(1);
}

function writeCoupling<T>(bundle: usize, first: CoupledLanes<T>, second: CoupledLanes<T>, coupling: CouplingLanes<T>): void {
  placePair<T>(changetype<LaneBodies>(bundle), first);
  placePair<T>(changetype<LaneBodies>(bundle + SECOND_BODIES), second);
  pushCoupled(first, second, coupling);
  const row = nextRow<T>(RowKind.Bound);
  row.forceA = first.pushA;
  row.torqueA = first.turnA;
  row.forceB = first.pushB;
  row.torqueB = first.turnB;
  const value = second.value - coupling.ratio * first.value;
  hold(row, value, coupling.target, coupling.target, coupling.compliance, coupling.impulse);
  const other = nextRow<T>(RowKind.Second);
  other.forceA = second.pushA;
  other.torqueA = second.turnA;
  other.forceB = second.pushB;
  other.torqueB = second.turnB;
  // One of them is zero.
  other.arm = second.force + second.torque;
}

function writeAxis<T>(bundle: usize, axis: AxisPart<T>, angle: AngleIntervalPart<T>): void {
  axisRow<T>(axis, 0);
  axisRow<T>(axis, 1);
  if (changetype<LaneBodies>(bundle).bounded) angleRow<T>(axis, angle);
}

/** The separation of two anchors along the k-th of three axes that turn with A: C = d · n. */
function offsetRow<T>(part: PointPart<T>, k: u32, kind: u32): Row<T> {
  const [xA, qA] = poseOf<T>(gatheredA());
  const [xB, qB] = poseOf<T>(gatheredB());
  const [armA, armB, separation] = placePoint(part, xA, qA, xB, qB);
  const along = vec3(splat<T>(k == 0 ? 1 : 0), splat<T>(k == 1 ? 1 : 0), splat<T>(k == 2 ? 1 : 0));
  const axis = rotate(qA, along);
  const row = nextRow<T>(kind);
  aim(row, axis, vec3<T>(0, 0, 0), armA + separation, armB);
  row.value = dot(axis, separation);
  row.impulse = dot(part.impulse, axis);
  row.block = k == 0 ? 3 : 0;
  return row;
}

/** B's axis along the k-th of two axes of A across A's: C = n · a_B, with the gradient a_B x n. */
function axisRow<T>(part: AxisPart<T>, k: u32): void {
  const [xA, qA] = poseOf<T>(gatheredA());
  const [xB, qB] = poseOf<T>(gatheredB());
  const [axisA, axisB, difference] = placeAxis(part, qA, qB);
  const [first, second] = orthonormalBasis(part.axisA);
  const chosen: lane<T> = splat<T>(k == 0 ? 1 : 0);
  const normal = rotate(qA, chosen > 0 ? first : second);
  const torque = cross(axisB, normal);
  const row = nextRow<T>(RowKind.Bound);
  row.block = k == 0 ? 2 : 0;
  aim(row, vec3<T>(0, 0, 0), torque, vec3<T>(0, 0, 0), vec3<T>(0, 0, 0));
  hold(row, dot(normal, difference), splat<T>(0), splat<T>(0), part.compliance, dot(part.impulse, torque) / max(lengthSquared(torque), splat<T>(TINY)));
}

/** The twist of B against A about A's axis, with the gradient (a + b) / (1 + a·b). */
function angleRow<T>(axis: AxisPart<T>, part: AngleIntervalPart<T>): void {
  const [xA, qA] = poseOf<T>(gatheredA());
  const [xB, qB] = poseOf<T>(gatheredB());
  const [axisA, axisB, difference] = placeAxis(axis, qA, qB);
  const row = nextRow<T>(RowKind.Bound);
  aim(row, vec3<T>(0, 0, 0), twistGradient(axisA, axisB), vec3<T>(0, 0, 0), vec3<T>(0, 0, 0));
  hold(row, twistOf(part.relative, axisA, qA, qB), part.lower, part.upper, part.compliance, part.impulse);
}

export function twistGradient<T>(axisA: vec3<T>, axisB: vec3<T>): vec3<T> {
  return (axisA + axisB) / max(1 + dot(axisA, axisB), 1e-6);
}

/** The angle about A's axis by which B has turned against A since the start of the step. */
export function twistOf<T>(relative: quat<T>, axis: vec3<T>, turnA: quat<T>, turnB: quat<T>): lane<T> {
  const q = qmul(qmul(turnB, relative), conjugate(turnA));
  const sign = q.w < 0 ? splat<T>(-1) : splat<T>(1);
  return 2 * atan2(sign * dot(q.xyz, axis), sign * q.w);
}

/** Value and gradient of one of two coupled coordinates. */
function placePair<T>(bodies: LaneBodies, part: CoupledLanes<T>): void {
  gatherAhead<T>(bodies);
  const [xA, qA] = poseOf<T>(gatheredA());
  const [xB, qB] = poseOf<T>(gatheredB());
  const [axisA, axisB, armA, armB, change, leant] = placeCoupled(part, xA, qA, xB, qB);
  const twist = unwrap(twistOf(part.relative, axisA, qA, qB), part.twist);
  part.twist = twist;
  part.value = part.slides > 0.5 ? dot(axisA, change) + dot(leant, part.separation) : twist;
  aimCoupled(part, axisA, axisB, armA + part.separation + change, armB);
}

/** J u of the rows of a bundle, for the bodies that it has now; with those of the second joint where it has such. */
export function readSpeeds<T>(bundle: usize, rows: usize, count: u32): void {
  gatherAhead<T>(changetype<LaneBodies>(bundle));
  for (let k: u32 = 0; k < count; k++) {
    const row = rowAt<T>(rows, k);
    if (row.kind != RowKind.Second) {
      row.speed = speedOf(row);
      continue;
    }
    gatherAhead<T>(changetype<LaneBodies>(bundle + SECOND_BODIES));
    rowAt<T>(rows, k - 1).speed += speedOf(row);
  }
}
