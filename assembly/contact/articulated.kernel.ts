// Contacts of bodies whose joints are solved directly. All that they need is the velocity of B against A in the middle of the contact and how that answers an impulse W there while
// all joints hold: du = K W (Featherstone, "Rigid Body Dynamics Algorithms", chapter 11: the inverse of an articulated-body inertia). What is solved is that of contact.kernel.ts.
import { real } from 'precision';
import { inverse } from '../constraint/common.kernel';
import { LOCKED } from '../constraint/constants';
import { gatherPose, LaneBodies } from '../constraint/lane-bodies.kernel';
import { Substep } from '../constraint/substep';
import { ArticulatedLanes, ContactFeatures, ContactManifold, ContactPoint, FEATURES, MANIFOLD, POINT, POINTS } from './contact-bundle.kernel';
import { addTotals, followed, isSettled, letGo, normalImpulse, turnsOf } from './contact.kernel';
import { rollingImpulse, rub } from './friction.kernel';

/** The impulses of a bundle's points: their sum, and that of them times their arms. */
function pointImpulses(bundle: usize, count: u32, center: vec3<v128>): [lane<v128>, vec3<v128>] {
  let load = splat<v128>(0);
  let arms = vec3<v128>(0, 0, 0);
  const end = bundle + POINTS + <usize>count * POINT;
  for (let place = bundle + POINTS; place < end; place += POINT) {
    const point = changetype<ContactPoint<v128>>(place);
    const impulse = point.impulse;
    load += impulse;
    arms += impulse * (point.arm - center);
  }
  return [load, arms];
}

/** What the bundle has pushed by in the last substep. */
export function recallArticulated(bundle: usize, lanes: usize): void {
  const features = changetype<ContactFeatures>(bundle + FEATURES);
  const c = changetype<ContactManifold<v128>>(bundle + MANIFOLD);
  const k = changetype<ArticulatedLanes<v128>>(lanes);
  const n = c.normal;
  const [load, arms] = pointImpulses(bundle, features.points, c.centerA);
  const friction = c.friction1 * c.tangent + c.friction2 * cross(n, c.tangent);
  k.force = load * n + friction;
  k.torque = cross(arms, n) + c.twist * n + c.roll;
}

/** What an impulse along n with the lever a does: K (n, a). */
function answer(k: ArticulatedLanes<v128>, n: vec3<v128>, a: vec3<v128>): [vec3<v128>, vec3<v128>] {
  return [k.linear * n + k.mixed * a, transpose(k.mixed) * n + k.angular * a];
}

/** answer() where code that is short counts for more than the last bit of speed. */
// @ts-ignore: decorator
@once
export function answerOf(k: ArticulatedLanes<v128>, n: vec3<v128>, a: vec3<v128>): [vec3<v128>, vec3<v128>] {
  return answer(k, n, a);
}

/** Effective masses of the rows of a bundle. */
export function prepareArticulated(bundle: usize, lanes: usize): void {
  const features = changetype<ContactFeatures>(bundle + FEATURES);
  const c = changetype<ContactManifold<v128>>(bundle + MANIFOLD);
  const k = changetype<ArticulatedLanes<v128>>(lanes);
  const n = c.normal;
  const masses = k.least;
  const alongMass = dot(n * n, masses);
  const end = bundle + POINTS + <usize>features.points * POINT;
  for (let place = bundle + POINTS; place < end; place += POINT) {
    const point = changetype<ContactPoint<v128>>(place);
    const arm = cross(point.arm - c.centerA, n);
    const [dv, dw] = answerOf(k, n, arm);
    point.mass = inverse(max(dot(n, dv) + dot(arm, dw), alongMass));
  }
  const t = c.tangent;
  const u = cross(n, t);
  const vT = k.linear * t;
  const first = dot(t, vT);
  const second = dot(u, k.linear * u);
  const k12 = dot(u, vT);
  const difference = 0.5 * (first - second);
  const spread = sqrt(difference * difference + k12 * k12);
  const mean = 0.5 * (first + second);
  const lift = max(max(min(dot(t * t, masses), dot(u * u, masses)), LOCKED * mean) - (mean - spread), 0);
  const k11 = first + lift;
  const k22 = second + lift;
  const determinant = inverse(k11 * k22 - k12 * k12);
  const half = 0.5 * (k11 + k22);
  c.stick11 = determinant * k22;
  c.stick22 = determinant * k11;
  c.stick12 = -determinant * k12;
  c.stiffest = half + spread;
  c.turning = max(dot(n, k.angular * n), k.leastTurning);
}

/** A sweep over a bundle: `biased` as in contact.kernel.ts. */
export function sweepArticulated(bundle: usize, lanes: usize, step: Substep, biased: bool): void {
  const at = changetype<LaneBodies>(bundle);
  const features = changetype<ContactFeatures>(bundle + FEATURES);
  const c = changetype<ContactManifold<v128>>(bundle + MANIFOLD);
  const k = changetype<ArticulatedLanes<v128>>(lanes);
  const [xA, qA] = gatherPose<v128>(at.readA0, at.readA1, at.readA2, at.readA3);
  const [xB, qB] = gatherPose<v128>(at.readB0, at.readB1, at.readB2, at.readB3);
  const n = c.normal;
  const [bend, shift, sunk] = followed<v128>(c, xA, qA, xB, qB);
  const since: real = biased ? 0 : step.h;
  let v = k.velocity;
  let w = k.angularVelocity;
  let force = vec3<v128>(0, 0, 0);
  let torque = vec3<v128>(0, 0, 0);
  const end = bundle + POINTS + <usize>features.points * POINT;
  let waits: mask<v128> = mask(false);
  for (let left: u32 = turnsOf(features, biased); left > 0; left--) {
    let changed = splat<v128>(0);
    let load = splat<v128>(0);
    let grip = splat<v128>(0);
    for (let place = bundle + POINTS; place < end; place += POINT) {
      const point = changetype<ContactPoint<v128>>(place);
      const arm = cross(point.arm - c.centerA, n);
      const parting = dot(n, v) + dot(arm, w);
      const moved: lane<v128> = c.current > 0 ? splat<v128>(since) * parting : shift + dot(bend, point.arm) + sunk * point.separation;
      const curve: lane<v128> = features.renewed ? point.curve : 0;
      const now = normalImpulse(c, point, step, features.compliant, biased, parting, point.separation + moved, curve, waits);
      const change = now - point.impulse;
      point.impulse = now;
      const [dv, dw] = answer(k, n, arm);
      v += change * dv;
      w += change * dw;
      force += change * n;
      torque += change * arm;
      if (biased) continue;
      changed += abs(change);
      load += now;
      grip += now * point.lever;
    }
    if (biased) break;
    const [friction, about] = rub(c, features.turning, v, dot(n, w), load, grip, waits);
    const [dv, dw] = answer(k, friction, about);
    v += dv;
    w += dw;
    force += friction;
    torque += about;
    if (features.rolling) {
      const rolled = w - dot(n, w) * n;
      const stiff = inverse(k.angular.xx + k.angular.yy + k.angular.zz - c.turning);
      const roll = rollingImpulse(c, rolled, stiff, load, waits);
      const change = roll - c.roll;
      c.roll = roll;
      v += k.mixed * change;
      w += k.angular * change;
      torque += change;
    }
    if (left == 1) break;
    waits = waits || c.fresh <= 0 || isSettled(c, changed, friction, about, load, grip);
    if (all(waits)) break;
  }
  k.force = force;
  k.torque = torque;
}

/** Once nothing changes any more in a substep. */
export function bookArticulated(bundle: usize): void {
  addTotals(bundle);
  // Islands start from what contacts did, which they have not been pushed by yet.
  if (any(changetype<ContactManifold<v128>>(bundle + MANIFOLD).borne < 0)) letGo(bundle, false);
}
