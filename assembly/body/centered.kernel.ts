import { real } from 'precision';
import { laneValue } from '../constraint/interleave';
import { rotate, unrotate } from '../math/quat.kernel';
import { BodyBundle } from './bundle-lanes.kernel';
import { BodyFlag, BodyRecord } from './record';
import { worldInverseInertia } from './world-inertia.kernel';

// Velocities centred in time. Within a step v and L are those of half a substep before the poses, so that x(t + h) = x(t) + h v(t + h/2) is of second
// order (leapfrog; the forces of joints and contacts in it, as in SHAKE: Leimkuhler and Skeel, J. Comput. Phys. 112, 1994). Between steps
// they are those of the poses:
//
//   before   v -= h/2 (a + r - c v)    after   v += h/2 (a + b),  r = b + c v
//
// with a what forces and c what damping do, b what lasts of dv/dt - a, and r what joints and contacts do. Forces are those of the step, so only the rest
// is extrapolated. Nothing is lost between two steps: the second takes back what the first gave. In double precision, one body at a time.

/** A change of acceleration is that of a motion rather than of an impact if it is less than this part of the larger one, or of a frequency below this, 1/s. */
const STEADY: f64 = 0.5;
const SLOW: f64 = 10;
/** m/s², rad/s²: that may be rounding; and m, rad: as may be by how much joints are open that are closed in a substep. */
const ROUNDED: f64 = 0.01;
const CLOSED: f64 = 1e-9;

/** The part of `now` that was there in `past` as well. */
function common(now: vec3<f64>, past: vec3<f64>): vec3<f64> {
  const n = lengthSquared(now);
  const p = lengthSquared(past);
  const share = max(dot(now, past), 0.0) / max(max(n, p), 1e-300);
  // Along the larger of both as much as the smaller one has of it.
  return n < p ? share * past : share * now;
}

/** Whether two rates of change in turn, or more than `least` of them, are those of a motion that goes on; false where they are not finite. */
// @ts-ignore: decorator
@once
function isSteady(now: vec3<f64>, past: vec3<f64>, value: vec3<f64>, least: f64): bool {
  const larger = max(lengthSquared(now), lengthSquared(past));
  const change = lengthSquared(now - past);
  // Mostly so, without a root.
  let steady = change <= STEADY * STEADY * larger;
  if (!steady) {
    const limit = least + STEADY * sqrt(larger) + SLOW * sqrt(lengthSquared(value));
    steady = change <= limit * limit;
  }
  return steady;
}

/** What a rate of change is at the end of a substep, given it for its start and for the start of the one before, which was 1 / ratio as long. */
// @ts-ignore: decorator
@once
function lasting(now: vec3<f64>, past: vec3<f64>, value: vec3<f64>, ratio: f64): vec3<f64> {
  return isSteady(now, past, value, 0) ? now + ratio * (now - past) : common(now, past);
}

/** What damping leaves of a velocity that would lose `x` times itself in a substep: exp(-x), to second order, and never negative. */
export function keepOf(x: f64): f64 {
  return 1.0 / (1.0 + x * (1.0 + 0.5 * x));
}

/** The share of a force that gets through, so that its final speed is exact. */
export function passOf(x: f64): f64 {
  return (1.0 + 0.5 * x) * keepOf(x);
}

/** Whether it turns as easily about every axis. */
export function isRound(body: BodyRecord): bool {
  return body.inertiaX == body.inertiaY && body.inertiaY == body.inertiaZ;
}

/** Angular velocity of an angular momentum, about the axes that are free. */
// @ts-ignore: decorator
@once
export function spinFor(body: BodyRecord, axes: quat<f64>, momentum: vec3<f64>): vec3<f64> {
  const flags = body.flags;
  const inverse = vec3<f64>(1.0 / body.inertiaX, 1.0 / body.inertiaY, 1.0 / body.inertiaZ);
  const lockX: f64 = flags & BodyFlag.LockRotationX ? 1 : 0;
  const lockY: f64 = flags & BodyFlag.LockRotationY ? 1 : 0;
  const lockZ: f64 = flags & BodyFlag.LockRotationZ ? 1 : 0;
  let spin = inverse * momentum;
  if (lockX + lockY + lockZ > 0) spin = worldInverseInertia<f64>(axes, inverse, vec3<f64>(lockX, lockY, lockZ), true) * momentum;
  else if (!isRound(body)) spin = rotate(axes, inverse * unrotate(axes, momentum));
  return spin;
}

/** Velocity and angular momentum half a substep of `h` before those of the record; `pull`: what forces do to the velocity in a second. */
export function recede(body: BodyRecord, pull: vec3<f64>, momentum: vec3<f64>, h: f64): [vec3<f64>, vec3<f64>] {
  const v = vec3<f64>(body.velocityX, body.velocityY, body.velocityZ);
  const begun: f64 = body.flags & BodyFlag.Begun ? 1 : 0;
  const reaction = begun * vec3<f64>(body.reactionX, body.reactionY, body.reactionZ);
  const moment = begun * vec3<f64>(body.reactionMomentX, body.reactionMomentY, body.reactionMomentZ);
  const torque = vec3<f64>(body.torqueX, body.torqueY, body.torqueZ);
  const velocity = v - 0.5 * h * (reaction + pull - body.linearDamping * v);
  return [velocity, momentum - 0.5 * h * (moment + torque - body.angularDamping * momentum)];
}

/**
 * Takes velocity and angular momentum at the end of the last substep of `h` to those of the pose, and notes what the next step has to know.
 * `before`: duration of the substep of the step before, where the step had but one; else 0.
 */
export function proceed(
  body: BodyRecord, lanes: usize, lane: u32, pull: vec3<f64>, velocity: vec3<f64>, momentum: vec3<f64>, h: f64, before: f64,
): [vec3<f64>, vec3<f64>] {
  const rate: f64 = 1.0 / h;
  const torque = vec3<f64>(body.torqueX, body.torqueY, body.torqueZ);
  const lastV = laneVector(lanes, lane, offsetof<BodyBundle<real>>('lastVelocityx'));
  const lastL = laneMomentum(lanes, lane, offsetof<BodyBundle<real>>('lastMomentumx'));
  const now = rate * (velocity - lastV) - pull;
  const nowMoment = rate * (momentum - lastL) - torque;
  let past: vec3<f64>;
  let pastMoment: vec3<f64>;
  if (before == 0) {
    past = rate * (lastV - laneVector(lanes, lane, offsetof<BodyBundle<real>>('pastVelocityx'))) - pull;
    pastMoment = rate * (lastL - laneMomentum(lanes, lane, offsetof<BodyBundle<real>>('pastMomentumx'))) - torque;
  } else if (body.flags & BodyFlag.Begun) {
    past = vec3<f64>(body.latestX, body.latestY, body.latestZ);
    pastMoment = vec3<f64>(body.latestMomentX, body.latestMomentY, body.latestMomentZ);
  } else {
    past = -body.linearDamping * lastV;
    pastMoment = -body.angularDamping * lastL;
  }
  const ratio = before > 0 ? h / before : 1.0;
  const goesOn = lasting(now, past, velocity, ratio);
  const momentGoesOn = lasting(nowMoment, pastMoment, momentum, ratio);
  const v = velocity + 0.5 * h * (pull + goesOn);
  const L = momentum + 0.5 * h * (torque + momentGoesOn);
  noteRates(body, goesOn + body.linearDamping * v, momentGoesOn + body.angularDamping * L, now, nowMoment);
  return [v, L];
}

/**
 * Notes what acts on a body at the start of a step, at the end of three trial substeps of `h` (the first of which only takes it up) that are taken
 * back, if that `counts`; velocity and momentum: at their end, and those of the record. False if it does not last.
 */
export function foresee(
  body: BodyRecord, lanes: usize, lane: u32, pull: vec3<f64>, velocity: vec3<f64>, momentum: vec3<f64>, start: vec3<f64>, h: f64, counts: bool,
): bool {
  const rate: f64 = 1.0 / h;
  const lastV = laneVector(lanes, lane, offsetof<BodyBundle<real>>('lastVelocityx'));
  const lastL = laneMomentum(lanes, lane, offsetof<BodyBundle<real>>('lastMomentumx'));
  const pastV = laneVector(lanes, lane, offsetof<BodyBundle<real>>('pastVelocityx'));
  const pastL = laneMomentum(lanes, lane, offsetof<BodyBundle<real>>('pastMomentumx'));
  const v = vec3<f64>(body.velocityX, body.velocityY, body.velocityZ);
  const torque = vec3<f64>(body.torqueX, body.torqueY, body.torqueZ);
  const second = rate * (lastV - pastV) - pull;
  const third = rate * (velocity - lastV) - pull;
  const secondMoment = rate * (lastL - pastL) - torque;
  const thirdMoment = rate * (momentum - lastL) - torque;
  const now = lasting(second, third, v, 1);
  const moment = lasting(secondMoment, thirdMoment, start, 1);
  const inertia = Math.max(body.inertiaX, Math.max(body.inertiaY, body.inertiaZ));
  const least = Math.max(ROUNDED, CLOSED / (h * h));
  const lasts = isSteady(second, third, v, least) && isSteady(secondMoment, thirdMoment, start, least * inertia);
  if (counts) noteRates(body, now + body.linearDamping * v, moment + body.angularDamping * start, now, moment);
  return lasts;
}

/** What the next step has to know. */
function noteRates(body: BodyRecord, reaction: vec3<f64>, moment: vec3<f64>, latest: vec3<f64>, latestMoment: vec3<f64>): void {
  body.reactionX = reaction.x;
  body.reactionY = reaction.y;
  body.reactionZ = reaction.z;
  body.reactionMomentX = moment.x;
  body.reactionMomentY = moment.y;
  body.reactionMomentZ = moment.z;
  body.latestX = latest.x;
  body.latestY = latest.y;
  body.latestZ = latest.z;
  body.latestMomentX = latestMoment.x;
  body.latestMomentY = latestMoment.y;
  body.latestMomentZ = latestMoment.z;
  body.flags |= BodyFlag.Begun;
}

export function laneVector(lanes: usize, lane: u32, offset: usize): vec3<f64> {
  return vec3<f64>(laneValue(lanes, lane, offset), laneValue(lanes, lane, offset + sizeof<real>()), laneValue(lanes, lane, offset + 2 * sizeof<real>()));
}

/** Lanes have no room for the momenta of inertias from 1e38 on: these count as zero. */
function laneMomentum(lanes: usize, lane: u32, offset: usize): vec3<f64> {
  const momentum = laneVector(lanes, lane, offset);
  return isFinite(momentum.x + momentum.y + momentum.z) ? momentum : vec3<f64>(0, 0, 0);
}
