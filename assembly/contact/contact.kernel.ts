// Contacts on velocities: warm start, a sweep that also takes overlap away, and after the bodies have moved one that takes back the velocity
// which that gave them (Catto, "Solver2D", 2024; Mueller et al., section 3.5, for what is solved).
//
// A point's separation C = s + n · (p_B - p_A) may not fall below 0 at the end of the substep: v_n + C / h >= 0 where it is apart. Where it
// overlaps, a spring of the frequency w and damping ratio z takes it away: v_n = -r C, r = w / (2 z + h w). The accumulated impulse never pulls.
//
// Where contacts are found anew in substeps, C at the end also has h^2 J' u / 2 in it, what normals and arms turn: v_n goes for half of what that changes at it,
// with what sign it has, as it does in the substeps before and after: what rolls around a bend or on its rim keeps its speed.
import { real } from 'precision';
import { gatherMotion, gatherPose, gatherVelocity, LaneBodies, scatterMotion } from '../constraint/lane-bodies.kernel';
import { inverse } from '../constraint/common.kernel';
import { LOCKED } from '../constraint/constants';
import { Substep } from '../constraint/substep';
import { ContactFeatures, ContactManifold, ContactPoint, FEATURES, MANIFOLD, POINT, POINTS } from './contact-bundle.kernel';
import { rollingImpulse, rub } from './friction.kernel';

/** m: surfaces that have just met are apart by round-off, which must not choose how they are solved. */
export const TOUCHING: f64 = 1e-6;

/** Sweeps over the points and friction of a new contact, at most. */
const FRESH_TURNS: u32 = 12;
/** Of the load: a sweep that changes less was the last one that a new contact needs. */
const SETTLED: f64 = 0.001;

/**
 * A load may grow by as many times from one substep to the next, and be as many times what forces press a body with; of one that has grown by more, this part counts at
 * least.
 */
const LIKELY: f64 = 4;
const LEFT: f64 = 0.0625;

/** R(q)^-1 n - n: how a direction that stays is bent as seen from a body that turns. */
export function bent<T>(q: quat<T>, n: vec3<T>): vec3<T> {
  const t = 2 * cross(q.xyz, n);
  return cross(q.xyz, t) - q.w * t;
}

/**
 * How separations have changed since the step began: by the first for each m of a point's arm, by the second for all points, and by the third
 * for each m that surfaces were apart: arms lead to A's surface, from where B's is the separation away.
 */
export function followed<T>(c: ContactManifold<T>, xA: vec3<T>, qA: quat<T>, xB: vec3<T>, qB: quat<T>): [vec3<T>, lane<T>, lane<T>] {
  const n = c.normal;
  const bendA = bent(qA, n);
  const bendB = bent(qB, n);
  const sunk = dot(bendB, n);
  return [bendB - bendA, dot(n, xB - xA) - dot(bendB, c.offset) + c.radiusB * sunk + c.radiusA * dot(bendA, n), sunk];
}

/** Effective masses of a bundle's rows that are not prepared, for the inertia that the bodies have now. */
export function prepareContacts(bundle: usize): void {
  const at = changetype<LaneBodies>(bundle);
  const [vA, wA, massA, inertiaA] = gatherMotion<v128>(at.readA0, at.readA1, at.readA2, at.readA3);
  const [vB, wB, massB, inertiaB] = gatherMotion<v128>(at.readB0, at.readB1, at.readB2, at.readB3);
  const masses = massA + massB;
  const count = changetype<ContactFeatures>(bundle + FEATURES).points;
  const c = changetype<ContactManifold<v128>>(bundle + MANIFOLD);
  const known = c.prepared > 0;
  const n = c.normal;
  const t = c.tangent;
  const u = cross(n, t);
  const pressA = cross(c.centerA, n);
  const pressB = cross(c.centerB, n);
  const turnA = inertiaA * pressA;
  const turnB = inertiaB * pressB;
  const along = dot(n * n, masses) + dot(pressA, turnA) + dot(pressB, turnB);
  const alongT = dot(t, turnA + turnB);
  const alongU = dot(u, turnA + turnB);
  const tilting = inertiaA + inertiaB;
  const tiltT = tilting * t;
  const tiltTT = dot(t, tiltT);
  const tiltTU = dot(u, tiltT);
  const tiltUU = dot(u, tilting * u);
  const end = bundle + POINTS + <usize>count * POINT;
  for (let place = bundle + POINTS; place < end; place += POINT) {
    const point = changetype<ContactPoint<v128>>(place);
    const away = point.arm - c.centerA;
    const x = dot(u, away);
    const y = -dot(t, away);
    point.x = x;
    point.y = y;
    const mass = inverse(along + x * (2 * (alongT + tiltTU * y) + tiltTT * x) + y * (2 * alongU + tiltUU * y));
    point.mass = known ? point.mass : mass;
  }
  const tA = cross(c.centerA, t);
  const uA = cross(c.centerA, u);
  const tB = cross(c.centerB, t);
  const uB = cross(c.centerB, u);
  const iuA = inertiaA * uA;
  const iuB = inertiaB * uB;
  const k11 = dot(t * t, masses) + dot(tA, inertiaA * tA) + dot(tB, inertiaB * tB);
  const k22 = dot(u * u, masses) + dot(uA, iuA) + dot(uB, iuB);
  const k12 = dot(t * u, masses) + dot(tA, iuA) + dot(tB, iuB);
  const half = 0.5 * (k11 + k22);
  const difference = 0.5 * (k11 - k22);
  const spread = sqrt(difference * difference + k12 * k12);
  const lift = max(spread - (1 - LOCKED) * half, 0);
  const first = k11 + lift;
  const second = k22 + lift;
  const determinant = inverse(first * second - k12 * k12);
  c.stick11 = known ? c.stick11 : determinant * second;
  c.stick22 = known ? c.stick22 : determinant * first;
  c.stick12 = known ? c.stick12 : -determinant * k12;
  c.stiffest = known ? c.stiffest : half + spread;
  c.turning = known ? c.turning : dot(n, tilting * n);
  c.along = known ? c.along : along;
  c.alongT = known ? c.alongT : alongT;
  c.alongU = known ? c.alongU : alongU;
  c.tiltTT = known ? c.tiltTT : tiltTT;
  c.tiltTU = known ? c.tiltTU : tiltTU;
  c.tiltUU = known ? c.tiltUU : tiltUU;
  c.prepared = splat<v128>(1);
}

/** Applies the impulses of the last substep (of the last step, before the first). */
export function warmContacts(bundle: usize): void {
  const at = changetype<LaneBodies>(bundle);
  const features = changetype<ContactFeatures>(bundle + FEATURES);
  const c = changetype<ContactManifold<v128>>(bundle + MANIFOLD);
  if (!all(c.prepared > 0)) prepareContacts(bundle);
  if (!features.bears) return;
  const n = c.normal;
  const t = c.tangent;
  const u = cross(n, t);
  let load = splat<v128>(0);
  let tiltT = splat<v128>(0);
  let tiltU = splat<v128>(0);
  const end = bundle + POINTS + <usize>features.points * POINT;
  for (let place = bundle + POINTS; place < end; place += POINT) {
    const point = changetype<ContactPoint<v128>>(place);
    const impulse = point.impulse;
    load += impulse;
    tiltT += impulse * point.x;
    tiltU += impulse * point.y;
  }
  const push = load * n + c.friction1 * t + c.friction2 * u;
  const turn = c.twist * n + c.roll + tiltT * t + tiltU * u;
  pushBodies(at, push, cross(c.centerA, push) + turn, cross(c.centerB, push) + turn);
}

/** Applies an impulse to B, and against it to A, with the angular impulses of both. */
// @ts-ignore: decorator
@once
function pushBodies(at: LaneBodies, push: vec3<v128>, pressA: vec3<v128>, pressB: vec3<v128>): void {
  const [vA, wA, massA, inertiaA] = gatherMotion<v128>(at.readA0, at.readA1, at.readA2, at.readA3);
  const [vB, wB, massB, inertiaB] = gatherMotion<v128>(at.readB0, at.readB1, at.readB2, at.readB3);
  scatterMotion<v128>(at.writeA0, at.writeA1, at.writeA2, at.writeA3, vA - massA * push, wA - inertiaA * pressA, massA.z);
  scatterMotion<v128>(at.writeB0, at.writeB1, at.writeB2, at.writeB3, vB + massB * push, wB + inertiaB * pressB, massB.z);
}

/** The impulse that a point has after it is solved, where surfaces part at the speed `parting`. `curve`: of ContactPoint; `waits`: for what has just met. */
export function normalImpulse(
  c: ContactManifold<v128>, point: ContactPoint<v128>, step: Substep, compliant: u32, biased: bool, parting: lane<v128>, separation: lane<v128>,
  curve: lane<v128>, waits: mask<v128>,
): lane<v128> {
  const share: lane<v128> = splat<v128>(biased ? step.contactShare : 1);
  const decay: lane<v128> = splat<v128>(biased ? step.contactDecay : 0);
  const rate: lane<v128> = splat<v128>(biased ? step.contactRate : 0);
  const last = point.impulse;
  let apart: mask<v128> = separation > TOUCHING;
  const yields = c.yields > 0;
  let wanted = apart ? step.inverseH * separation : max(rate * separation, -step.depenetrationSpeed * (yields ? c.yields : 1));
  let asked = apart ? 1 : share;
  let kept: lane<v128> = apart || !yields ? 0 : decay;
  // The spring that pushes bodies apart holds what rests; what comes fast is stopped at once.
  let fast = min(parting + 2 * step.bounceSpeed, 0);
  if (compliant) {
    // An implicit spring: C / h + v_n + compliance / h² impulse = 0, apart or not: what was stopped where it touches would have nothing left to compress it.
    const soft = c.compliance > 0;
    apart = apart && !soft;
    const stiffness: lane<v128> = biased ? 1 / (1 + c.compliance * point.mass) : splat<v128>(0);
    const yielding: lane<v128> = biased ? 1 - stiffness : splat<v128>(0);
    wanted = soft ? step.inverseH * separation : wanted;
    asked = soft ? stiffness : asked;
    fast = soft ? 0 : fast;
    kept = soft ? yielding : kept;
  }
  let excess: lane<v128> = asked * (parting - fast + wanted - curve) + fast;
  // Where others than contacts keep surfaces apart, what bears without touching is no reason to approach.
  if (!biased) excess = apart ? max(parting - curve, min(excess, 0)) : excess;
  let now = max(last - excess * point.mass - kept * last, 0);
  if (!biased) {
    // What has not met in this substep, or will bounce, may go on towards each other: the next one sees to it.
    const goesOn = (apart && last <= 0) || (c.restitution > 0 && -parting > step.bounceSpeed) || waits;
    now = goesOn ? last : now;
  }
  return now;
}

/** How often the points and the friction of a bundle are solved, at most. */
export function turnsOf(features: ContactFeatures, biased: bool): u32 {
  // New contacts have nothing to start from: their points and friction are solved several times, so that what would stick does so at once.
  return features.fresh && !biased ? FRESH_TURNS : 1;
}

/** The size of a vector, about. */
export function sizeOf(v: vec3<v128>): lane<v128> {
  return abs(v.x) + abs(v.y) + abs(v.z);
}

/** Whether a turn that has changed impulses of points by `pushed`, and friction along the surface and about the normal, has left contacts as good as they were. */
export function isSettled(c: ContactManifold<v128>, pushed: lane<v128>, friction: vec3<v128>, turn: vec3<v128>, load: lane<v128>, grip: lane<v128>): mask<v128> {
  return pushed + sizeOf(friction) <= SETTLED * load && sizeOf(turn) <= SETTLED * (grip + c.torsionalFriction * load);
}

/** Gives up the friction of impacts. `pushed`: bodies have begun the substep with it. */
export function letGo(bundle: usize, pushed: bool): void {
  const at = changetype<LaneBodies>(bundle);
  const c = changetype<ContactManifold<v128>>(bundle + MANIFOLD);
  let load = splat<v128>(0);
  const end = bundle + POINTS + <usize>changetype<ContactFeatures>(bundle + FEATURES).points * POINT;
  for (let place = bundle + POINTS; place < end; place += POINT) load += changetype<ContactPoint<v128>>(place).impulse;
  const struck = c.borne < 0;
  const kept: lane<v128> = struck ? min(-c.borne / load, 1) : 1;
  c.borne = struck ? load : c.borne;
  const lost = kept - 1;
  const push = lost * (c.friction1 * c.tangent + c.friction2 * cross(c.normal, c.tangent));
  const turn = lost * (c.twist * c.normal + c.roll);
  c.friction1 *= kept;
  c.friction2 *= kept;
  c.twist *= kept;
  c.roll = kept * c.roll;
  if (pushed) pushBodies(at, push, cross(c.centerA, push) + turn, cross(c.centerB, push) + turn);
}

/**
 * Adds the impulses of a substep to those of the step, and notes whether there are any; and loads that have grown since the substep before as by an impact: the next one
 * starts with as little friction as if they had not.
 */
export function addTotals(bundle: usize): void {
  const features = changetype<ContactFeatures>(bundle + FEATURES);
  const c = changetype<ContactManifold<v128>>(bundle + MANIFOLD);
  let load = splat<v128>(0);
  const end = bundle + POINTS + <usize>features.points * POINT;
  for (let place = bundle + POINTS; place < end; place += POINT) {
    const point = changetype<ContactPoint<v128>>(place);
    const impulse = point.impulse;
    point.total += impulse;
    load += impulse;
  }
  const pressed = abs(c.acceleration) * max(inverse(c.along), changetype<ContactPoint<v128>>(bundle + POINTS).mass);
  const likely = max(LIKELY * max(c.borne, pressed), LEFT * load);
  c.borne = load > likely ? -likely : load;
  c.frictionTotal1 += c.friction1;
  c.frictionTotal2 += c.friction2;
  const some = load + abs(c.friction1) + abs(c.friction2) + abs(c.twist) + sizeOf(c.roll);
  features.bears = any(some != 0) ? 1 : 0;
}

/** Brings separations to the poses that the bodies have now; those of contacts found anew are of these. */
function follow(bundle: usize): void {
  const at = changetype<LaneBodies>(bundle);
  const c = changetype<ContactManifold<v128>>(bundle + MANIFOLD);
  const [xA, qA] = gatherPose<v128>(at.readA0, at.readA1, at.readA2, at.readA3);
  const [xB, qB] = gatherPose<v128>(at.readB0, at.readB1, at.readB2, at.readB3);
  const [bend, shift, sunk] = followed<v128>(c, xA, qA, xB, qB);
  const end = bundle + POINTS + <usize>changetype<ContactFeatures>(bundle + FEATURES).points * POINT;
  for (let place = bundle + POINTS; place < end; place += POINT) {
    const point = changetype<ContactPoint<v128>>(place);
    point.gap = point.separation + (c.current > 0 ? 0 : shift + dot(bend, point.arm) + sunk * point.separation);
  }
}

/** Whether a bundle without impulses stays so: no sweep changes anything there. */
function staysIdle(bundle: usize, step: Substep, biased: bool): bool {
  const at = changetype<LaneBodies>(bundle);
  const c = changetype<ContactManifold<v128>>(bundle + MANIFOLD);
  const [vA, wA] = gatherVelocity<v128>(at.readA0, at.readA1, at.readA2, at.readA3);
  const [vB, wB] = gatherVelocity<v128>(at.readB0, at.readB1, at.readB2, at.readB3);
  const n = c.normal;
  const t = c.tangent;
  const speed = dot(n, vB - vA) + dot(cross(c.centerB, n), wB) - dot(cross(c.centerA, n), wA);
  const tiltT = dot(t, wB - wA);
  const tiltU = dot(cross(n, t), wB - wA);
  const since: lane<v128> = c.current * splat<v128>(biased ? 0 : step.h);
  const features = changetype<ContactFeatures>(bundle + FEATURES);
  const end = bundle + POINTS + <usize>features.points * POINT;
  for (let place = bundle + POINTS; place < end; place += POINT) {
    const point = changetype<ContactPoint<v128>>(place);
    const parting = speed + point.x * tiltT + point.y * tiltU;
    const separation = point.gap + since * parting;
    const meets: lane<v128> = biased ? parting + step.inverseH * separation - point.curve : splat<v128>(0);
    if (!all(separation > TOUCHING && meets >= 0)) return false;
  }
  return true;
}

/**
 * A sweep. `biased`: before the bodies move, overlap is taken away; otherwise after it, where only velocities count, and where friction
 * sees none that is made to part bodies. All points push along the same normal, so that three speeds say how they part: that of the middle, and how fast the bodies tilt
 * against each other about two directions.
 */
export function sweepContacts(bundle: usize, step: Substep, biased: bool): void {
  const features = changetype<ContactFeatures>(bundle + FEATURES);
  if (!biased) follow(bundle);
  if (!features.bears && staysIdle(bundle, step, biased)) return;
  features.bears = 1;
  const at = changetype<LaneBodies>(bundle);
  const c = changetype<ContactManifold<v128>>(bundle + MANIFOLD);
  if (biased && any(c.borne < 0)) letGo(bundle, true);
  const [vA0, wA0, massA, inertiaA] = gatherMotion<v128>(at.readA0, at.readA1, at.readA2, at.readA3);
  const [vB0, wB0, massB, inertiaB] = gatherMotion<v128>(at.readB0, at.readB1, at.readB2, at.readB3);
  const n = c.normal;
  const t = c.tangent;
  const u = cross(n, t);
  const pressA = cross(c.centerA, n);
  const pressB = cross(c.centerB, n);
  // s: since contacts were found anew.
  const since: lane<v128> = c.current * splat<v128>(biased ? 0 : step.h);
  let vA = vA0;
  let vB = vB0;
  let wA = wA0;
  let wB = wB0;
  // In the first turn all contacts are solved, in further ones those that are new and not settled.
  let waits: mask<v128> = mask(false);
  const end = bundle + POINTS + <usize>features.points * POINT;
  for (let left: u32 = turnsOf(features, biased); left > 0; left--) {
    const spin = wB - wA;
    let speed = dot(n, vB - vA) + dot(pressB, wB) - dot(pressA, wA);
    let tiltT = dot(t, spin);
    let tiltU = dot(u, spin);
    let pushed = splat<v128>(0);
    let pushedT = splat<v128>(0);
    let pushedU = splat<v128>(0);
    let changed = splat<v128>(0);
    let load = splat<v128>(0);
    let grip = splat<v128>(0);
    for (let place = bundle + POINTS; place < end; place += POINT) {
      const point = changetype<ContactPoint<v128>>(place);
      const x = point.x;
      const y = point.y;
      const parting = speed + x * tiltT + y * tiltU;
      const curve: lane<v128> = features.renewed ? point.curve : 0;
      const now = normalImpulse(c, point, step, features.compliant, biased, parting, point.gap + since * parting, curve, waits);
      const change = now - point.impulse;
      point.impulse = now;
      const changeT = change * x;
      const changeU = change * y;
      speed += change * c.along + changeT * c.alongT + changeU * c.alongU;
      tiltT += change * c.alongT + changeT * c.tiltTT + changeU * c.tiltTU;
      tiltU += change * c.alongU + changeT * c.tiltTU + changeU * c.tiltUU;
      pushed += change;
      pushedT += changeT;
      pushedU += changeU;
      if (biased) continue;
      changed += abs(change);
      load += now;
      grip += now * point.lever;
    }
    const push = pushed * n;
    const tilted = pushedT * t + pushedU * u;
    vA -= massA * push;
    vB += massB * push;
    wA -= inertiaA * (pushed * pressA + tilted);
    wB += inertiaB * (pushed * pressB + tilted);
    if (biased) break;
    const slip = vB + cross(wB, c.centerB) - vA - cross(wA, c.centerA);
    const [friction, turn] = rub(c, features.turning, slip, dot(n, wB - wA), load, grip, waits);
    vA -= massA * friction;
    vB += massB * friction;
    wA -= inertiaA * (cross(c.centerA, friction) + turn);
    wB += inertiaB * (cross(c.centerB, friction) + turn);
    if (features.rolling) {
      const rolled = wB - wA - dot(n, wB - wA) * n;
      const stiff = inverse(inertiaA.xx + inertiaA.yy + inertiaA.zz + inertiaB.xx + inertiaB.yy + inertiaB.zz - c.turning);
      const roll = rollingImpulse(c, rolled, stiff, load, waits);
      const change = roll - c.roll;
      c.roll = roll;
      wA -= inertiaA * change;
      wB += inertiaB * change;
    }
    if (left == 1) break;
    waits = waits || c.fresh <= 0 || isSettled(c, changed, friction, turn, load, grip);
    if (all(waits)) break;
  }
  scatterMotion<v128>(at.writeA0, at.writeA1, at.writeA2, at.writeA3, vA, wA, massA.z);
  scatterMotion<v128>(at.writeB0, at.writeB1, at.writeB2, at.writeB3, vB, wB, massB.z);
  if (!biased) addTotals(bundle);
}
