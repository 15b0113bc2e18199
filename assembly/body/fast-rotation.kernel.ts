import { LANES, real } from 'precision';
import { conjugate, qmul, rotate, unrotate } from '../math/quat.kernel';
import { laneValue } from '../constraint/interleave';
import { BodyBundle } from './bundle-lanes.kernel';
import { results, Spinning, spinning, turnFreely } from './free-rotation.kernel';
import { SOLVER_BODY, TURN } from './solver-body.kernel';

// Bodies that turn too far in a substep for the midpoint rule. Up to two radians joints and contacts see the angular velocity whose Cayley
// map is the exact rotation. Beyond, no angular velocity means much to them: they see that of the substep's start, which lets them take
// energy and never give any, and what they leave of the momentum turns the body exactly.

/** Square of h |w| from which on the rotation is exact. */
const FAST: f64 = 0.01;
/** Square of h |L| over the mean of two moments, from which on the midpoint's iteration converges too slowly. */
const SLENDER: f64 = 0.04;
/** Moments that differ by less count as those of a ball, whose axis of rotation does not move. */
const SPHERICAL: f64 = 1e-6;
/** h |W| of a Cayley map that turns by two radians, about. */
const FAR: f64 = 3;

/** Where a momentum in principal axes turns a body too fast for the midpoint rule. */
export function turnsFast<T>(p: vec3<T>, inverse: vec3<T>, h: real): mask<T> {
  const w = p * inverse;
  const slender = lengthSquared(p) * max(inverse.x * inverse.y, max(inverse.x * inverse.z, inverse.y * inverse.z));
  return (h * h) * lengthSquared(w) > FAST || (h * h) * slender > SLENDER;
}

/** Where joints and contacts have not seen the rotation of the substep. */
export function spinsBeyond<T>(free: vec3<T>, h: real): mask<T> {
  return (h * h) * lengthSquared(free) > FAR * FAR;
}

/** Copies numbers of a lane to `to`, in double precision. */
function copy(lanes: usize, lane: u32, field: usize, count: usize, to: usize): void {
  for (let k: usize = 0; k < count; k++) store<f64>(to + (k << 3), laneValue(lanes, lane, field + k * sizeof<real>()));
}

/** Puts a lane of a bundle into `spinning`; false if that is no body that turns freely about an axis that moves. */
function take(lanes: usize, lane: u32, solver: usize): bool {
  const s = spinning();
  const at = changetype<usize>(s);
  copy(lanes, lane, offsetof<BodyBundle<real>>('lockx'), 3, at);
  if (laneValue(lanes, lane, offsetof<BodyBundle<real>>('dynamic')) == 0 || lengthSquared(s.axes.xyz) > 0.0) return false;
  copy(lanes, lane, offsetof<BodyBundle<real>>('axesx'), 4, at + offsetof<Spinning>('axesx'));
  copy(lanes, lane, offsetof<BodyBundle<real>>('momentumx'), 3, at + offsetof<Spinning>('momentumx'));
  copy(lanes, lane, offsetof<BodyBundle<real>>('inertiax'), 3, at + offsetof<Spinning>('inertiax'));
  const largest = Math.max(s.inertia.x, Math.max(s.inertia.y, s.inertia.z));
  if (largest - Math.min(s.inertia.x, Math.min(s.inertia.y, s.inertia.z)) <= SPHERICAL * largest) return false;
  for (let k: usize = 0; k < 4; k++) store<f64>(at + offsetof<Spinning>('turnx') + (k << 3), <f64>load<real>(solver + TURN + k * sizeof<real>()));
  s.axes = qmul(s.turn, s.axes);
  return true;
}

/** Turns the body of `spinning`; the rotation replaces its axes. */
function spin(h: f64): void {
  turnFreely(h);
  const s = spinning();
  const r = results();
  s.axes = qmul(quat<f64>(r.x, r.y, r.z, r.w), conjugate(s.axes));
}

/** Gives the bodies of a bundle that turn fast the mean angular velocity that joints and contacts see. */
export function turnToFree(lanes: usize, first: usize, h: f64): void {
  for (let lane: u32 = 0; lane < <u32>LANES; lane++) {
    if (!take(lanes, lane, first + <usize>lane * SOLVER_BODY)) continue;
    const s = spinning();
    const p = unrotate(s.axes, s.momentum);
    const inverse = vec3<f64>(1.0, 1.0, 1.0) / s.inertia;
    if (!turnsFast(p, inverse, <real>h)) continue;
    const w = rotate(s.axes, p * inverse);
    const angle = h * length(w);
    let free = w * Math.max(1.0, (1.0001 * FAR) / angle);
    if (angle < FAR) {
      spin(h);
      const q = s.axes;
      // Up to FAR as an angular velocity.
      if (2.0 * length(q.xyz) < FAR * Math.abs(q.w)) free = (2.0 / (h * q.w)) * q.xyz;
    }
    const to = lanes + lane * sizeof<real>() + offsetof<BodyBundle<real>>('freex') * LANES;
    store<real>(to, <real>free.x);
    store<real>(to + sizeof<real>() * LANES, <real>free.y);
    store<real>(to + 2 * sizeof<real>() * LANES, <real>free.z);
  }
}

/** Turns those bodies of a bundle by what joints and contacts have left of their momenta, which have not seen the rotation. */
export function turnSpinning(lanes: usize, first: usize, h: f64): void {
  for (let lane: u32 = 0; lane < <u32>LANES; lane++) {
    const solver = first + <usize>lane * SOLVER_BODY;
    const s = spinning();
    copy(lanes, lane, offsetof<BodyBundle<real>>('freex'), 3, changetype<usize>(s));
    if (!(h * h * lengthSquared(s.axes.xyz) > FAR * FAR * 0.9999) || !take(lanes, lane, solver)) continue;
    spin(h);
    const turned = qmul(s.axes, s.turn);
    store<real>(solver + TURN, <real>turned.x);
    store<real>(solver + TURN, <real>turned.y, sizeof<real>());
    store<real>(solver + TURN, <real>turned.z, 2 * sizeof<real>());
    store<real>(solver + TURN, <real>turned.w, 3 * sizeof<real>());
  }
}
