import { real } from 'precision';
import { AngleIntervalPart } from '../../constraint/angle-interval.kernel';
import { AxisPart, placeAxis } from '../../constraint/axis.kernel';
import { CoupledLanes, CouplingLanes } from '../../constraint/coupling.kernel';
import { TINY } from '../../constraint/constants';
import { DistancePart, placeDistance } from '../../constraint/distance.kernel';
import { gatherBodies, gatheredA, gatheredB, LaneBodies, motionOf, poseOf, scatterBodies } from '../../constraint/lane-bodies.kernel';
import { placePoint, PointPart } from '../../constraint/point.kernel';
import { RopePart } from '../../constraint/rope.kernel';
import { Row, rowAt, startRows } from '../../constraint/row.kernel';
import { RotationPart } from '../../constraint/rotation.kernel';
import { RowSink } from '../../constraint/sink.kernel';
import { SpringPart } from '../../constraint/spring.kernel';
import { theSubstep } from '../../constraint/substep';
import { Placement } from '../../joint/frame/lanes.kernel';
import { startPlacement } from '../../joint/frame/scratch';
import { rotate } from '../../math/quat.kernel';
import { orthonormalBasis } from '../../math/vec3.kernel';
import { WriteRows } from '../write-rows.kernel';
import { expectCoordinates, heldImpulse, placeHeld } from './coordinates.kernel';
import { DirectHead, directHead } from './row.kernel';

// A direct solve starts from what locked rows did in the last substep. What is left for it is small, and so is the error of one iteration of Newton's
// method, which has one sign and would be gained or lost in each substep: 98 to 99.9 % of the drift of tops and chains. Not for bodies that turn far or
// whose loads would swing them far: the last load has another direction there. Nor in loops: what rows that depend on others do against each other
// would grow.

/** rad: of bodies that turn farther in a substep the load of the last one says less, and then nothing; for a force it counts how far its lever turns, up to much faster spins. */
const EXPECTED_TURN: f64 = 0.25;
const UNEXPECTED_TURN: f64 = 0.4;
const EXPECTED_SPIN: f64 = 1;
const UNEXPECTED_SPIN: f64 = 1.5;
/** The same of loads, by the square of the angle that they would swing a body through in a substep; torques count twice, as they make loads jitter. */
const EXPECTED_LOAD: f64 = 0.02;
const UNEXPECTED_LOAD: f64 = 0.08;
/** m; a shorter link has no direction. */
const LEAST_LENGTH: f64 = 1e-9;

const ROWS: usize = scratch<Row<v128>>();

/** How fast a unit impulse at an arm makes a body swing about the other end of the arm: trace(-[r]x M [r]x) / (2 |r|). */
function swing<T>(inertia: sym3<T>, arm: vec3<T>): lane<T> {
  const r2 = lengthSquared(arm);
  return (r2 * (inertia.xx + inertia.yy + inertia.zz) - dot(arm, inertia * arm)) / max(2 * sqrt(r2), splat<T>(TINY));
}

function trace<T>(m: sym3<T>): lane<T> {
  return m.xx + m.yy + m.zz;
}

/** Whether something is expected of some joint of a bundle in this step, by the address of its head. */
export function expects<T>(head: usize): bool {
  return any(changetype<DirectHead<T>>(head).branches > 0);
}

/** What is left of 1 beyond `least`, down to 0 at `most`. */
function fading<T>(x: lane<T>, least: real, most: real): lane<T> {
  return clamp((most - x) * (1 / (most - least)), 0, 1);
}

/** Square of the angular velocity of the faster of the gathered bodies. */
function spin<T>(): lane<T> {
  const [vA, wA, massA, inertiaA] = motionOf<T>(gatheredA());
  const [vB, wB, massB, inertiaB] = motionOf<T>(gatheredB());
  return max(lengthSquared(wA), lengthSquared(wB));
}

/** Square of how fast a lever turns with its body; of none how fast the body does. */
function tilt<T>(w: vec3<T>, lever: vec3<T>): lane<T> {
  const r2 = lengthSquared(lever);
  return r2 > LEAST_LENGTH * LEAST_LENGTH ? lengthSquared(cross(w, lever)) / r2 : lengthSquared(w);
}

/**
 * Notes how much of the last impulses is expected of a bundle's joints, whose bodies are gathered; `load`: square of the angle it swings one through,
 * `turning`: square of how fast it turns.
 */
export function noteShare<T>(load: lane<T>, turning: lane<T>): void {
  const h = theSubstep().h;
  const turned = fading(h * sqrt(turning), <real>EXPECTED_TURN, <real>UNEXPECTED_TURN);
  const spun = fading(h * sqrt(spin<T>()), <real>EXPECTED_SPIN, <real>UNEXPECTED_SPIN);
  const loaded = fading(load, <real>EXPECTED_LOAD, <real>UNEXPECTED_LOAD);
  const head = directHead<T>();
  head.expected = head.branches > 0 ? turned * spun * loaded : 0;
  head.swing = load;
}

/** Notes that a bundle's joints lock nothing, so that they have no say in it. */
function noteNone<T>(): void {
  const head = directHead<T>();
  head.expected = head.branches;
}

/** The square of the angle that a force at these levers and a torque swing the gathered bodies through in a substep, as impulses. */
export function loadOf<T>(force: vec3<T>, leverA: vec3<T>, leverB: vec3<T>, torque: vec3<T>): lane<T> {
  const [vA, wA, massA, inertiaA] = motionOf<T>(gatheredA());
  const [vB, wB, massB, inertiaB] = motionOf<T>(gatheredB());
  const swings = length(force) * max(swing(inertiaA, leverA), swing(inertiaB, leverB));
  const turns = length(torque) * max(trace(inertiaA), trace(inertiaB));
  return theSubstep().h * max(swings, turns);
}

/** The sink that notes how much of what locked rows did in the last substep is expected of them in this one. */
export class NoteExpected<T> extends RowSink<T> {
  point(part: PointPart<T>): void {
    const [a, b] = placeLevers<T>(changetype<usize>(this), part);
    const [vA, wA, massA, inertiaA] = motionOf<T>(gatheredA());
    const [vB, wB, massB, inertiaB] = motionOf<T>(gatheredB());
    noteShare<T>(loadOf(part.impulse, a, b, vec3<T>(0, 0, 0)), max(tilt(wA, a), tilt(wB, b)));
  }

  hinge(point: PointPart<T>, axis: AxisPart<T>, angle: AngleIntervalPart<T>): void {
    const [a, b] = placeLevers<T>(changetype<usize>(this), point);
    noteShare<T>(loadOf(point.impulse, a, b, heldTorque<T>(axis)), spin<T>());
  }

  distance(part: DistancePart<T>): void {
    gatherBodies<T>(changetype<LaneBodies>(changetype<usize>(this)));
    const [vA, wA, massA, inertiaA] = motionOf<T>(gatheredA());
    const [vB, wB, massB, inertiaB] = motionOf<T>(gatheredB());
    const [xA, qA] = poseOf<T>(gatheredA());
    const [xB, qB] = poseOf<T>(gatheredB());
    const [armA, armB, change] = placeDistance(part, xA, qA, xB, qB);
    const line = part.separation + change;
    const reach = max(length(line), splat<T>(LEAST_LENGTH));
    const along = line / reach;
    const torqueA = cross(armA, along);
    const torqueB = cross(armB, along);
    const mass = dot(along, (massA + massB) * along) + dot(torqueA, inertiaA * torqueA) + dot(torqueB, inertiaB * torqueB);
    const swings = theSubstep().h * abs(part.impulse) * mass / reach;
    noteShare<T>(max(swings, loadOf(part.impulse * along, armA, armB, vec3<T>(0, 0, 0))), spin<T>());
  }

  rope(part: RopePart<T>): void {
    noteNone<T>();
  }

  spring(point: PointPart<T>, spring: SpringPart<T>): void {
    noteNone<T>();
  }

  rotation(part: RotationPart<T>): void {
    noteNone<T>();
  }

  coupling(first: CoupledLanes<T>, second: CoupledLanes<T>, coupling: CouplingLanes<T>): void {
    noteNone<T>();
  }

  coordinates(): void {
    const bundle = changetype<usize>(this);
    placeHeld<T>(bundle);
    const at = changetype<Placement<T>>(startPlacement());
    const [force, torque] = heldImpulse<T>(bundle);
    noteShare<T>(loadOf(force, at.armA + at.separation, at.armB, torque), spin<T>());
  }
}

/** The sink that gives the bodies what locked rows are expected to do. */
export class ExpectDirect<T> extends RowSink<T> {
  point(part: PointPart<T>): void {
    expectPoint<T>(changetype<usize>(this), part);
  }

  hinge(point: PointPart<T>, axis: AxisPart<T>, angle: AngleIntervalPart<T>): void {
    const bundle = changetype<usize>(this);
    expectPoint<T>(bundle, point);
    gatherBodies<T>(changetype<LaneBodies>(bundle));
    const [vA, wA, massA, inertiaA] = motionOf<T>(gatheredA());
    const [vB, wB, massB, inertiaB] = motionOf<T>(gatheredB());
    const torque = directHead<T>().expected * heldTorque<T>(axis);
    axis.total += torque;
    scatterBodies<T>(changetype<LaneBodies>(bundle), vA, wA - inertiaA * torque, vB, wB + inertiaB * torque);
  }

  distance(part: DistancePart<T>): void {
    const bundle = changetype<usize>(this);
    startRows(ROWS);
    changetype<WriteRows<T>>(bundle).distance(part);
    const row = rowAt<T>(ROWS, 0);
    const locked = row.lower == row.upper;
    const impulse: lane<T> = locked ? directHead<T>().expected * row.impulse : 0;
    const [vA, wA, massA, inertiaA] = motionOf<T>(gatheredA());
    const [vB, wB, massB, inertiaB] = motionOf<T>(gatheredB());
    part.sum += impulse;
    part.total += impulse * row.forceB;
    scatterBodies<T>(
      changetype<LaneBodies>(bundle),
      vA + impulse * (massA * row.forceA), wA + impulse * (inertiaA * row.torqueA),
      vB + impulse * (massB * row.forceB), wB + impulse * (inertiaB * row.torqueB),
    );
  }

  rope(part: RopePart<T>): void {}

  spring(point: PointPart<T>, spring: SpringPart<T>): void {}

  rotation(part: RotationPart<T>): void {}

  coupling(first: CoupledLanes<T>, second: CoupledLanes<T>, coupling: CouplingLanes<T>): void {}

  coordinates(): void {
    expectCoordinates<T>(changetype<usize>(this));
  }
}

/** Where both bodies feel the rows of a point. */
function placeLevers<T>(bundle: usize, part: PointPart<T>): [vec3<T>, vec3<T>] {
  gatherBodies<T>(changetype<LaneBodies>(bundle));
  const [xA, qA] = poseOf<T>(gatheredA());
  const [xB, qB] = poseOf<T>(gatheredB());
  const [armA, armB, start] = placePoint(part, xA, qA, xB, qB);
  return [armA + 0.5 * start, armB - 0.5 * start];
}

/** What the rows across an axis did in the last substep, about where they are now; the bodies are gathered. */
function heldTorque<T>(part: AxisPart<T>): vec3<T> {
  const [xA, qA] = poseOf<T>(gatheredA());
  const [xB, qB] = poseOf<T>(gatheredB());
  const [axisA, axisB, difference] = placeAxis(part, qA, qB);
  const [first, second] = orthonormalBasis(part.axisA);
  const one = cross(axisB, rotate(qA, first));
  const other = cross(axisB, rotate(qA, second));
  const least = splat<T>(TINY);
  return (dot(part.impulse, one) / max(lengthSquared(one), least)) * one + (dot(part.impulse, other) / max(lengthSquared(other), least)) * other;
}

function expectPoint<T>(bundle: usize, part: PointPart<T>): void {
  const [a, b] = placeLevers<T>(bundle, part);
  const [vA, wA, massA, inertiaA] = motionOf<T>(gatheredA());
  const [vB, wB, massB, inertiaB] = motionOf<T>(gatheredB());
  const impulse = directHead<T>().expected * part.impulse;
  part.total += impulse;
  scatterBodies<T>(
    changetype<LaneBodies>(bundle),
    vA - massA * impulse, wA - inertiaA * cross(a, impulse),
    vB + massB * impulse, wB + inertiaB * cross(b, impulse),
  );
}
