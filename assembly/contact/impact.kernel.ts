// Restitution: what meets in this substep faster than a threshold parts at e times the speed it meets at (Mueller et al., eq 34), before contacts
// are solved. All that meets at one moment does so at once, and what that makes meet then follows, until nothing does any more: so a push runs
// through a row of balls, and what is symmetric stays so (Smith, Kaufman, Vouga, Tamstorf, Grinspun, "Reflections on Simultaneous Impact", 2012).
import { LANES, real } from 'precision';
import { inverse } from '../constraint/common.kernel';
import { gatherBodies, gatheredA, gatheredB, LaneBodies, motionOf, poseOf, scatterBodies } from '../constraint/lane-bodies.kernel';
import { INFINITE } from '../constraint/constants';
import { Substep } from '../constraint/substep';
import { MOST_POINTS } from '../collision/shape/convex.kernel';
import { answerOf } from './articulated.kernel';
import { ArticulatedLanes, ContactFeatures, ContactManifold, ContactPoint, FEATURES, MANIFOLD, POINT, POINTS } from './contact-bundle.kernel';
import { followed } from './contact.kernel';

/** The points of one manifold meet at once: sweeps over them. */
const SWEEPS: u32 = 6;
const ROOM: usize = scratch<Meeting<v128>>(MOST_POINTS);

/** Of the way in a substep, how far surfaces that meet in it may be apart. More than all of it: what parts and comes back at the same speed gets there after whole substeps. */
const REACH: real = 1.0001;

/** What a point of the bundle does in an impact. */
class Meeting<T> {
  /** Inverse effective mass. */
  mass: lane<T>;
  /** Speed at which it parts afterwards; without an impact below all. */
  parting: lane<T>;
  impulse: lane<T>;
  /** By how much faster it comes at the mean angular velocities of the substep, by which the sweeps over contacts go, than at those of the moment. */
  drift: lane<T>;
}
const MEETING: usize = offsetof<Meeting<v128>>();

/** What a bundle's impacts of one moment have in common; the Meetings of its points follow. */
export class ImpactLanes<T> {
  /** The largest speed at which a point comes; 0: none meets. */
  closing: lane<T>;
  friction1: lane<T>;
  friction2: lane<T>;
  /** Not 0: the last turn changed a speed. */
  changed: lane<T>;
  /** Addresses of the next impacts of the moment, and of the contacts. */
  next: usize;
  bundle: usize;
  /** Changes of speeds that there had been when it was looked for, and when it was last solved: see impacts.ts. */
  looked: u32;
  solved: u32;
}

/** Of the closing speed: smaller changes of speed are none. */
const RESIDUE: f64 = sizeof<real>() == 4 ? 1e-6 : 1e-12;

function meetingAt(place: usize, point: u32): Meeting<v128> {
  return changetype<Meeting<v128>>(place + offsetof<ImpactLanes<v128>>() + <usize>point * MEETING);
}

/** Of a bundle with manifolds of so many points. */
export function impactBytes(points: u32): usize {
  return offsetof<ImpactLanes<v128>>() + <usize>points * MEETING;
}

/**
 * Speed at which a point parts that comes at the speed `closing`; below all where nothing meets. `gained`: what forces have added to it in this substep; `curve`: of
 * ContactPoint: the sweeps, which would stop what they see to come, go by it too.
 */
function partingSpeed(
  step: Substep, least: real, e: lane<v128>, gained: lane<v128>, separation: lane<v128>, closing: lane<v128>, curve: lane<v128>,
): lane<v128> {
  const now = e > 0 && closing > max(step.bounceSpeed, least) && separation < REACH * step.h * (closing + max(curve, 0));
  // The speed at the surface, and that back where the bodies are, under forces that go on: positions are half a substep ahead of velocities.
  const fall = 2 * gained * max(separation, 0) * step.inverseH;
  const before = closing - 0.5 * gained;
  const after = sqrt(max(e * e * (before * before + fall) - fall, 0)) - 0.5 * gained;
  return now ? max(after, 0) : splat<v128>(-INFINITE);
}

/** When impacts are looked for. */
export const enum Look {
  /** At the mean angular velocities of the substep. */
  Mean,
  /** At those of the moment, for the first time. */
  First,
  Again,
}

/** Finds out which points of a bundle meet faster than `least`, and at what speed they are to part; whether some do. `place`: of its ImpactLanes. */
export function findImpacts(bundle: usize, place: usize, step: Substep, least: real, look: Look): bool {
  const at = changetype<LaneBodies>(bundle);
  const features = changetype<ContactFeatures>(bundle + FEATURES);
  const count = features.points;
  const c = changetype<ContactManifold<v128>>(bundle + MANIFOLD);
  const head = changetype<ImpactLanes<v128>>(place);
  gatherBodies<v128>(at);
  const [vA, wA, massA, inertiaA] = motionOf<v128>(gatheredA());
  const [vB, wB, massB, inertiaB] = motionOf<v128>(gatheredB());
  const [xA, qA] = poseOf<v128>(gatheredA());
  const [xB, qB] = poseOf<v128>(gatheredB());
  const n = c.normal;
  const [bend, shift, sunk] = followed<v128>(c, xA, qA, xB, qB);
  const between = cross(c.offset, n);
  const alongMass = dot(n * n, massA + massB);
  const speed = dot(n, vB - vA);
  let fastest = splat<v128>(0);
  for (let k: u32 = 0; k < count; k++) {
    const point = changetype<ContactPoint<v128>>(bundle + POINTS + <usize>k * POINT);
    const meeting = meetingAt(place, k);
    const armA = cross(point.arm, n);
    const armB = armA - between;
    const separation = point.separation + (c.current > 0 ? 0 : shift + dot(bend, point.arm) + sunk * point.separation);
    const closing = -(speed + dot(armB, wB) - dot(armA, wA));
    meeting.mass = alongMass + dot(armA, inertiaA * armA) + dot(armB, inertiaB * armB);
    meeting.impulse = splat<v128>(0);
    const before: lane<v128> = look == Look.First ? meeting.drift - closing : meeting.drift;
    const drift: lane<v128> = look == Look.Mean ? splat<v128>(0) : before;
    meeting.drift = look == Look.Mean ? closing : drift;
    const curve: lane<v128> = features.renewed ? point.curve : 0;
    meeting.parting = partingSpeed(step, least, c.restitution, c.acceleration, separation, closing, curve + drift);
    fastest = max(fastest, meeting.parting >= 0 ? closing : 0);
  }
  head.closing = fastest;
  head.friction1 = splat<v128>(0);
  head.friction2 = splat<v128>(0);
  return any(fastest > 0);
}

/** The largest speed at which something of a bundle meets, or 0. */
export function fastestImpact(place: usize): real {
  let fastest: real = 0;
  for (let lane = 0; lane < LANES; lane++) fastest = max(fastest, load<real>(place + <usize>lane * sizeof<real>()));
  return fastest;
}

/** Makes the points of a bundle that meet part as they are to, impulses never pulling; whether that changed a speed. */
export function pushImpacts(bundle: usize, place: usize): bool {
  const at = changetype<LaneBodies>(bundle);
  const count = changetype<ContactFeatures>(bundle + FEATURES).points;
  const c = changetype<ContactManifold<v128>>(bundle + MANIFOLD);
  gatherBodies<v128>(at);
  const [vA, wA0, massA, inertiaA] = motionOf<v128>(gatheredA());
  const [vB, wB0, massB, inertiaB] = motionOf<v128>(gatheredB());
  const n = c.normal;
  const between = cross(c.offset, n);
  const alongMass = dot(n * n, massA + massB);
  const head = changetype<ImpactLanes<v128>>(place);
  const least = RESIDUE * head.closing;
  let speed = dot(n, vB - vA);
  let wA = wA0;
  let wB = wB0;
  let load = splat<v128>(0);
  let changed = splat<v128>(0) > 0;
  for (let turn: u32 = count > 1 ? SWEEPS : 1; turn > 0; turn--) {
    let moved = splat<v128>(0) > 0;
    for (let k: u32 = 0; k < count; k++) {
      const point = changetype<ContactPoint<v128>>(bundle + POINTS + <usize>k * POINT);
      const meeting = meetingAt(place, k);
      const armA = cross(point.arm, n);
      const armB = armA - between;
      const last = meeting.impulse;
      const now = max(last + (meeting.parting - (speed + dot(armB, wB) - dot(armA, wA))) * inverse(meeting.mass), 0);
      const change = now - last;
      moved = moved || abs(change) * meeting.mass > least;
      meeting.impulse = now;
      speed += change * alongMass;
      wA -= change * (inertiaA * armA);
      wB += change * (inertiaB * armB);
      load += change;
    }
    changed = changed || moved;
    if (!any(moved)) break;
  }
  const changes = any(changed);
  head.changed = changed ? 1 : 0;
  if (changes) scatterBodies<v128>(at, vA - (load * massA) * n, wA, vB + (load * massB) * n, wB);
  return changes;
}

/** Friction of a bundle's impacts, against the slip that the others leave; whether that changed a speed. */
export function rubImpacts(bundle: usize, place: usize): bool {
  const at = changetype<LaneBodies>(bundle);
  const count = changetype<ContactFeatures>(bundle + FEATURES).points;
  const c = changetype<ContactManifold<v128>>(bundle + MANIFOLD);
  const head = changetype<ImpactLanes<v128>>(place);
  let load = splat<v128>(0);
  for (let k: u32 = 0; k < count; k++) load += meetingAt(place, k).impulse;
  const limit = c.dynamicFriction * load;
  if (!any(limit > 0)) return false;
  gatherBodies<v128>(at);
  const [vA, wA, massA, inertiaA] = motionOf<v128>(gatheredA());
  const [vB, wB, massB, inertiaB] = motionOf<v128>(gatheredB());
  const n = c.normal;
  const t = c.tangent;
  const u = cross(n, t);
  const relative = vB + cross(wB, c.centerB) - vA - cross(wA, c.centerA);
  const slip = relative - dot(n, relative) * n - c.slide1 * t - c.slide2 * u;
  const fast = length(slip);
  const along = inverse(fast) * slip;
  const leverA = cross(c.centerA, along);
  const leverB = cross(c.centerB, along);
  const mass = dot(along * along, massA + massB) + dot(leverA, inertiaA * leverA) + dot(leverB, inertiaB * leverB);
  const stop = fast * inverse(mass);
  const g1 = head.friction1 - stop * dot(along, t);
  const g2 = head.friction2 - stop * dot(along, u);
  const scale = min(limit * inverse(sqrt(g1 * g1 + g2 * g2)), 1);
  const change1 = scale * g1 - head.friction1;
  const change2 = scale * g2 - head.friction2;
  const rub = change1 * t + change2 * u;
  const changed = (abs(change1) + abs(change2)) * mass > RESIDUE * head.closing;
  if (!any(changed)) return false;
  head.changed = changed ? 1 : 0;
  head.friction1 += change1;
  head.friction2 += change2;
  scatterBodies<v128>(at, vA - massA * rub, wA - inertiaA * cross(c.centerA, rub), vB + massB * rub, wB + inertiaB * cross(c.centerB, rub));
  return true;
}

/** Adds a bundle's impacts to what the step has done. */
export function bookImpacts(bundle: usize, place: usize): void {
  const count = changetype<ContactFeatures>(bundle + FEATURES).points;
  const c = changetype<ContactManifold<v128>>(bundle + MANIFOLD);
  const head = changetype<ImpactLanes<v128>>(place);
  for (let k: u32 = 0; k < count; k++) {
    changetype<ContactPoint<v128>>(bundle + POINTS + <usize>k * POINT).total += meetingAt(place, k).impulse;
  }
  c.frictionTotal1 += head.friction1;
  c.frictionTotal2 += head.friction2;
}

/** What is done about impacts of articulated bodies: it is seen whether there are any, they are tried out, or solved. */
export const enum Meet {
  Looks,
  Tries,
  Solves,
}

/** The same for contacts of articulated bodies, with the velocity of B against A and its response in `lanes`, where the push goes. Whether something meets. */
export function meetArticulated(bundle: usize, lanes: usize, step: Substep, meet: Meet): bool {
  const at = changetype<LaneBodies>(bundle);
  const features = changetype<ContactFeatures>(bundle + FEATURES);
  const count = features.points;
  const c = changetype<ContactManifold<v128>>(bundle + MANIFOLD);
  const k = changetype<ArticulatedLanes<v128>>(lanes);
  gatherBodies<v128>(at);
  const [xA, qA] = poseOf<v128>(gatheredA());
  const [xB, qB] = poseOf<v128>(gatheredB());
  const n = c.normal;
  const [bend, shift, sunk] = followed<v128>(c, xA, qA, xB, qB);
  const masses = k.least;
  const alongMass = dot(n * n, masses);
  let v = k.velocity;
  let w = k.angularVelocity;
  let force = vec3<v128>(0, 0, 0);
  let torque = vec3<v128>(0, 0, 0);
  let meets = c.restitution < 0;
  for (let index: u32 = 0; index < count; index++) {
    const point = changetype<ContactPoint<v128>>(bundle + POINTS + <usize>index * POINT);
    const meeting = changetype<Meeting<v128>>(ROOM + <usize>index * MEETING);
    const arm = cross(point.arm - c.centerA, n);
    const [dv, dw] = answerOf(k, n, arm);
    meeting.mass = max(dot(n, dv) + dot(arm, dw), alongMass);
    meeting.impulse = splat<v128>(0);
    const separation = point.separation + (c.current > 0 ? 0 : shift + dot(bend, point.arm) + sunk * point.separation);
    const curve: lane<v128> = features.renewed ? point.curve : 0;
    meeting.parting = partingSpeed(step, 0, c.restitution, c.acceleration, separation, -(dot(n, v) + dot(arm, w)), curve);
    meets = meets || meeting.parting >= 0;
  }
  const met = any(meets);
  if (!met || meet == Meet.Looks) return met;
  let pushed = splat<v128>(0);
  for (let turn: u32 = 0; turn < SWEEPS; turn++) {
    for (let index: u32 = 0; index < count; index++) {
      const point = changetype<ContactPoint<v128>>(bundle + POINTS + <usize>index * POINT);
      const meeting = changetype<Meeting<v128>>(ROOM + <usize>index * MEETING);
      const arm = cross(point.arm - c.centerA, n);
      const last = meeting.impulse;
      const now = max(last + (meeting.parting - (dot(n, v) + dot(arm, w))) * inverse(meeting.mass), 0);
      const change = now - last;
      meeting.impulse = now;
      const [dv, dw] = answerOf(k, n, arm);
      v += change * dv;
      w += change * dw;
      force += change * n;
      torque += change * arm;
      pushed += change;
    }
  }
  // Friction of the impact, against the slip.
  const slip = v - dot(n, v) * n - c.slide1 * c.tangent - c.slide2 * cross(n, c.tangent);
  const fast = length(slip);
  const along = inverse(fast) * slip;
  const rub = -min(fast * inverse(max(dot(along, k.linear * along), dot(along * along, masses))), c.dynamicFriction * pushed);
  k.force = force + rub * along;
  k.torque = torque;
  if (meet == Meet.Tries) return true;
  for (let index: u32 = 0; index < count; index++) {
    const point = changetype<ContactPoint<v128>>(bundle + POINTS + <usize>index * POINT);
    point.total += changetype<Meeting<v128>>(ROOM + <usize>index * MEETING).impulse;
  }
  c.frictionTotal1 += rub * dot(along, c.tangent);
  c.frictionTotal2 += rub * dot(along, cross(n, c.tangent));
  return true;
}
