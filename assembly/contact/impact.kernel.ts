// Restitution: what meets in this substep faster than a threshold parts at e times the speed it meets at (Mueller et al., eq 34), before contacts
// are solved. Bodies meet manifold by manifold, in sweeps, until nothing does any more: so a push runs through a row of balls.
import { gatherBodies, gatheredA, gatheredB, LaneBodies, motionOf, poseOf, scatterBodies } from '../constraint/lane-bodies.kernel';
import { INFINITE } from '../constraint/constants';
import { Substep } from '../constraint/substep';
import { MOST_POINTS } from '../collision/shape/convex.kernel';
import { answer, leastInverse } from './articulated.kernel';
import { ArticulatedLanes, ContactFeatures, ContactManifold, ContactPoint, FEATURES, MANIFOLD, POINT, POINTS } from './contact-bundle.kernel';
import { followed, inverse } from './contact.kernel';

/** The points of one manifold meet at once: sweeps over them. */
const SWEEPS: u32 = 6;
const ROOM: usize = scratch<Meeting<v128>>(MOST_POINTS);

/** What a point of the bundle does in an impact. */
class Meeting<T> {
  /** Inverse effective mass. */
  mass: lane<T>;
  /** Speed at which it parts afterwards; without an impact below all. */
  parting: lane<T>;
  impulse: lane<T>;
}
const MEETING: usize = offsetof<Meeting<v128>>();

/** Speed at which a point parts that comes at the speed `closing`; below all where nothing meets. `gained`: what forces have added to it in this substep. */
function partingSpeed(step: Substep, e: lane<v128>, gained: lane<v128>, separation: lane<v128>, closing: lane<v128>): lane<v128> {
  const now = e > 0 && closing > step.bounceSpeed && separation < step.h * closing;
  // The speed at the surface, and that back where the bodies are, under forces that go on: positions are half a substep ahead of velocities.
  const fall = 2 * gained * max(separation, 0) * step.inverseH;
  const before = closing - 0.5 * gained;
  const after = sqrt(max(e * e * (before * before + fall) - fall, 0)) - 0.5 * gained;
  return now ? max(after, 0) : splat<v128>(-INFINITE);
}

/** One sweep over a bundle; whether something met. */
export function meetContacts(bundle: usize, step: Substep): bool {
  const at = changetype<LaneBodies>(bundle);
  const count = changetype<ContactFeatures>(bundle + FEATURES).points;
  const c = changetype<ContactManifold<v128>>(bundle + MANIFOLD);
  gatherBodies<v128>(at);
  const [vA0, wA0, massA, inertiaA] = motionOf<v128>(gatheredA());
  const [vB0, wB0, massB, inertiaB] = motionOf<v128>(gatheredB());
  const [xA, qA] = poseOf<v128>(gatheredA());
  const [xB, qB] = poseOf<v128>(gatheredB());
  const n = c.normal;
  const [bend, shift, sunk] = followed<v128>(c, xA, qA, xB, qB);
  const between = cross(c.offset, n);
  const alongMass = dot(n * n, massA + massB);
  const speed0 = dot(n, vB0 - vA0);
  const gained = c.acceleration;
  const e = c.restitution;
  let meets = e < 0;
  for (let k: u32 = 0; k < count; k++) {
    const point = changetype<ContactPoint<v128>>(bundle + POINTS + <usize>k * POINT);
    const meeting = changetype<Meeting<v128>>(ROOM + <usize>k * MEETING);
    const armA = cross(point.arm, n);
    const armB = armA - between;
    meeting.mass = alongMass + dot(armA, inertiaA * armA) + dot(armB, inertiaB * armB);
    meeting.impulse = splat<v128>(0);
    const separation = point.separation + (c.current > 0 ? 0 : shift + dot(bend, point.arm) + sunk * point.separation);
    const closing = -(speed0 + dot(armB, wB0) - dot(armA, wA0));
    meeting.parting = partingSpeed(step, e, gained, separation, closing);
    meets = meets || meeting.parting >= 0;
  }
  if (!any(meets)) return false;
  let speed = speed0;
  let wA = wA0;
  let wB = wB0;
  let load = splat<v128>(0);
  for (let turn: u32 = 0; turn < SWEEPS; turn++) {
    for (let k: u32 = 0; k < count; k++) {
      const point = changetype<ContactPoint<v128>>(bundle + POINTS + <usize>k * POINT);
      const meeting = changetype<Meeting<v128>>(ROOM + <usize>k * MEETING);
      const armA = cross(point.arm, n);
      const armB = armA - between;
      const last = meeting.impulse;
      const now = max(last + (meeting.parting - (speed + dot(armB, wB) - dot(armA, wA))) * inverse(meeting.mass), 0);
      const change = now - last;
      meeting.impulse = now;
      speed += change * alongMass;
      wA -= change * (inertiaA * armA);
      wB += change * (inertiaB * armB);
      load += change;
    }
  }
  for (let k: u32 = 0; k < count; k++) {
    const point = changetype<ContactPoint<v128>>(bundle + POINTS + <usize>k * POINT);
    point.total += changetype<Meeting<v128>>(ROOM + <usize>k * MEETING).impulse;
  }
  let vA = vA0 - (load * massA) * n;
  let vB = vB0 + (load * massB) * n;
  // Friction of the impact, against the slip.
  const relative = vB + cross(wB, c.centerB) - vA - cross(wA, c.centerA);
  const slip = relative - dot(n, relative) * n - c.slide1 * c.tangent - c.slide2 * cross(n, c.tangent);
  const fast = length(slip);
  const along = inverse(fast) * slip;
  const leverA = cross(c.centerA, along);
  const leverB = cross(c.centerB, along);
  const mass = dot(along * along, massA + massB) + dot(leverA, inertiaA * leverA) + dot(leverB, inertiaB * leverB);
  const rub = -min(fast * inverse(mass), c.dynamicFriction * load);
  vA -= rub * (massA * along);
  vB += rub * (massB * along);
  wA -= rub * (inertiaA * leverA);
  wB += rub * (inertiaB * leverB);
  c.frictionTotal1 += rub * dot(along, c.tangent);
  c.frictionTotal2 += rub * dot(along, cross(n, c.tangent));
  scatterBodies<v128>(at, vA, wA, vB, wB);
  return true;
}

/**
 * The same for contacts of articulated bodies, with the velocity of B against A and its response in `lanes`, where the push goes. Where not `solves`, only says whether
 * something meets.
 */
export function meetArticulated(bundle: usize, lanes: usize, step: Substep, solves: bool): bool {
  const at = changetype<LaneBodies>(bundle);
  const count = changetype<ContactFeatures>(bundle + FEATURES).points;
  const c = changetype<ContactManifold<v128>>(bundle + MANIFOLD);
  const k = changetype<ArticulatedLanes<v128>>(lanes);
  gatherBodies<v128>(at);
  const [xA, qA] = poseOf<v128>(gatheredA());
  const [xB, qB] = poseOf<v128>(gatheredB());
  const n = c.normal;
  const [bend, shift, sunk] = followed<v128>(c, xA, qA, xB, qB);
  const [masses, turning] = leastInverse(bundle, k, n);
  const alongMass = dot(n * n, masses);
  let v = k.velocity;
  let w = k.angularVelocity;
  let force = vec3<v128>(0, 0, 0);
  let torque = vec3<v128>(0, 0, 0);
  let meets = c.restitution < 0;
  for (let index: u32 = 0; index < count; index++) {
    const point = changetype<ContactPoint<v128>>(bundle + POINTS + <usize>index * POINT);
    const meeting = changetype<Meeting<v128>>(ROOM + <usize>index * MEETING);
    const arm = cross(point.arm, n);
    const [dv, dw] = answer(k, n, arm);
    meeting.mass = max(dot(n, dv) + dot(arm, dw), alongMass);
    meeting.impulse = splat<v128>(0);
    const separation = point.separation + (c.current > 0 ? 0 : shift + dot(bend, point.arm) + sunk * point.separation);
    meeting.parting = partingSpeed(step, c.restitution, c.acceleration, separation, -(dot(n, v) + dot(arm, w)));
    meets = meets || meeting.parting >= 0;
  }
  const met = any(meets);
  if (!met || !solves) return met;
  let load = splat<v128>(0);
  for (let turn: u32 = 0; turn < SWEEPS; turn++) {
    for (let index: u32 = 0; index < count; index++) {
      const point = changetype<ContactPoint<v128>>(bundle + POINTS + <usize>index * POINT);
      const meeting = changetype<Meeting<v128>>(ROOM + <usize>index * MEETING);
      const arm = cross(point.arm, n);
      const last = meeting.impulse;
      const now = max(last + (meeting.parting - (dot(n, v) + dot(arm, w))) * inverse(meeting.mass), 0);
      const change = now - last;
      meeting.impulse = now;
      const [dv, dw] = answer(k, n, arm);
      v += change * dv;
      w += change * dw;
      force += change * n;
      torque += change * arm;
      load += change;
    }
  }
  for (let index: u32 = 0; index < count; index++) {
    const point = changetype<ContactPoint<v128>>(bundle + POINTS + <usize>index * POINT);
    point.total += changetype<Meeting<v128>>(ROOM + <usize>index * MEETING).impulse;
  }
  // Friction of the impact, against the slip.
  const relative = v + cross(w, c.centerA);
  const slip = relative - dot(n, relative) * n - c.slide1 * c.tangent - c.slide2 * cross(n, c.tangent);
  const fast = length(slip);
  const along = inverse(fast) * slip;
  const lever = cross(c.centerA, along);
  const [dv, dw] = answer(k, along, lever);
  const rub = -min(fast * inverse(max(dot(along, dv) + dot(lever, dw), dot(along * along, masses))), c.dynamicFriction * load);
  c.frictionTotal1 += rub * dot(along, c.tangent);
  c.frictionTotal2 += rub * dot(along, cross(n, c.tangent));
  k.force = force + rub * along;
  k.torque = torque + rub * lever;
  return true;
}
