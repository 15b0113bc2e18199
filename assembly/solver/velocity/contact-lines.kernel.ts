// The lines of one bundle of contacts: at each point C = s + n · (p_B - p_A) >= 0, where friction acts two directions inside a circle, the turning
// about the normal, and rolling, under the load of the points (SPECIFICATION.md, sections 1.1 and 3; rows.kernel.ts has them as rows).
import { real } from 'precision';
import { gatherMotion, gatherPose, LaneBodies, scatterMotion } from '../../constraint/lane-bodies.kernel';
import { inverse } from '../../constraint/common.kernel';
import { TINY } from '../../constraint/constants';
import { ContactFeatures, ContactManifold, ContactPoint, FEATURES, MANIFOLD, POINT, POINTS } from '../../contact/contact-bundle.kernel';
import { followed } from '../../contact/contact.kernel';
import { conjugate, qmul, rotate } from '../../math/quat.kernel';
import { Aim, weightOf } from './line.kernel';

/** One point. Torques are those of a unit impulse along the normal about the centres of mass. */
export class PointLine<T> {
  torqueA: vec3<T>;
  torqueB: vec3<T>;
  /** 1 / (K + softness); the part of an impulse that is left where the speed is what is wanted. */
  weight: lane<T>;
  kept: lane<T>;
  /** m/s: the speed at which the surfaces have to part at least. */
  least: lane<T>;
  impulse: lane<T>;
  /** N s that were given before the point began anew. */
  before: lane<T>;
  /** Distance from where friction acts. */
  lever: lane<T>;
  /** C, and the speed after an impact; 0: none. */
  value: lane<T>;
  rebound: lane<T>;
  /** Arms when the substep began. */
  armA: vec3<T>;
  armB: vec3<T>;
}

/** What a manifold has once; its points are behind it. */
export class FrictionLines<T> {
  /** Torques of unit impulses along the two directions, and the inverse effective masses. */
  torqueA1: vec3<T>;
  torqueA2: vec3<T>;
  torqueB1: vec3<T>;
  torqueB2: vec3<T>;
  weight1: lane<T>;
  weight2: lane<T>;
  turning: lane<T>;
  /** The first direction, which is not that of the bundle: rows of contacts are along these, whoever solves them. The second is normal x tangent. */
  tangent: vec3<T>;
  /** Along the two: impulses, and the speeds that friction leads to. */
  friction1: lane<T>;
  friction2: lane<T>;
  slide1: lane<T>;
  slide2: lane<T>;
  /** Rotations since the step began, when the substep did. */
  turnA: quat<T>;
  turnB: quat<T>;
}

export const POINT_LINE: usize = offsetof<PointLine<v128>>();
export const FRICTION_LINES: usize = offsetof<FrictionLines<v128>>();

/** Bytes of the lines of a bundle with so many points. */
export function contactLineBytes(points: u32): usize {
  return FRICTION_LINES + <usize>points * POINT_LINE;
}

/** Reads what a bundle wants where its bodies are when a substep begins. `warm`: from the impulses of the last. */
export function startContact(bundle: usize, lines: usize, warm: bool): void {
  const at = changetype<LaneBodies>(bundle);
  const features = changetype<ContactFeatures>(bundle + FEATURES);
  const c = changetype<ContactManifold<v128>>(bundle + MANIFOLD);
  const friction = changetype<FrictionLines<v128>>(lines);
  const [xA, qA] = gatherPose<v128>(at.readA0, at.readA1, at.readA2, at.readA3);
  const [xB, qB] = gatherPose<v128>(at.readB0, at.readB1, at.readB2, at.readB3);
  const n = c.normal;
  const [bend, shift, sunk] = followed<v128>(c, xA, qA, xB, qB);
  friction.turnA = qA;
  friction.turnB = qB;
  const isNew = c.current > 0;
  const kept = splat<v128>(warm ? 1 : 0);
  for (let k: usize = 0; k < <usize>features.points; k++) {
    const from = changetype<ContactPoint<v128>>(bundle + POINTS + k * POINT);
    const point = changetype<PointLine<v128>>(lines + FRICTION_LINES + k * POINT_LINE);
    // The radii around the cores of the shapes do not turn with the bodies, and have no lever.
    const coreA = from.arm - c.radiusA * n;
    const coreB = from.arm - c.offset + (c.radiusB + from.separation) * n;
    const turnedA = rotate(qA, coreA);
    const turnedB = rotate(qB, coreB);
    point.armA = isNew ? coreA : turnedA;
    point.armB = isNew ? coreB : turnedB;
    point.value = from.separation + (isNew ? 0 : shift + dot(bend, from.arm) + sunk * from.separation);
    point.lever = from.lever;
    point.impulse = splat<v128>(0);
    point.before = splat<v128>(0);
    point.rebound = splat<v128>(0);
    from.impulse = kept * from.impulse;
  }
  // Vec3.anyNormal of the reference.
  const steep = abs(n.x) < 0.6;
  const across = vec3(steep ? 0 : -n.z, steep ? n.z : 0, steep ? -n.y : n.x);
  const tangent = (1 / length(across)) * across;
  const second = cross(n, tangent);
  const own = cross(n, c.tangent);
  const last = kept * (c.friction1 * c.tangent + c.friction2 * own);
  const slide = c.slide1 * c.tangent + c.slide2 * own;
  friction.tangent = tangent;
  friction.friction1 = dot(last, tangent);
  friction.friction2 = dot(last, second);
  friction.slide1 = dot(slide, tangent);
  friction.slide2 = dot(slide, second);
  // What a manifold of more points has left is taken back by the first visit.
  if (warm && any(c.twist != 0)) features.turning = 1;
  c.twist = kept * c.twist;
  const roll = c.roll;
  c.roll = kept * (roll - dot(roll, n) * n);
}

/** The largest of the inverse masses along the axes: what they are if nothing is locked. */
function largest(mass: vec3<v128>): lane<v128> {
  return max(mass.x, max(mass.y, mass.z));
}

/**
 * Effective masses for the bodies as they are turned, and what the points want. `begins`: a part of the substep begins; arms have turned with their bodies
 * since the substep did, but for contacts found anew, while normals stay, and what meets may bounce. `h`: duration of the substep, s.
 */
export function aimContact(bundle: usize, lines: usize, aim: Aim, h: real, begins: bool): void {
  const at = changetype<LaneBodies>(bundle);
  const features = changetype<ContactFeatures>(bundle + FEATURES);
  const c = changetype<ContactManifold<v128>>(bundle + MANIFOLD);
  const friction = changetype<FrictionLines<v128>>(lines);
  const [vA, wA, massA, inertiaA] = gatherMotion<v128>(at.readA0, at.readA1, at.readA2, at.readA3);
  const [vB, wB, massB, inertiaB] = gatherMotion<v128>(at.readB0, at.readB1, at.readB2, at.readB3);
  let turnA = quat<v128>(0, 0, 0, 1);
  let turnB = quat<v128>(0, 0, 0, 1);
  if (begins) {
    const [xA, qA] = gatherPose<v128>(at.readA0, at.readA1, at.readA2, at.readA3);
    const [xB, qB] = gatherPose<v128>(at.readB0, at.readB1, at.readB2, at.readB3);
    // Rims do not turn with what rolls on them.
    const rolls = c.current > 0;
    turnA = qmul(qA, conjugate(rolls ? qA : friction.turnA));
    turnB = qmul(qB, conjugate(rolls ? qB : friction.turnB));
  }
  const n = c.normal;
  const mass = massA + massB;
  const whole = largest(massA) + largest(massB);
  const traceA = trace(inertiaA);
  const traceB = trace(inertiaB);
  const alongMass = dot(n * n, mass);
  const speed = dot(n, vB - vA);
  const softness = (h * aim.inverseH * (h * aim.inverseH)) * c.compliance;
  const isSoft = c.compliance > 0;
  const end = lines + FRICTION_LINES + <usize>features.points * POINT_LINE;
  for (let place = lines + FRICTION_LINES; place < end; place += POINT_LINE) {
    const point = changetype<PointLine<v128>>(place);
    let torqueA = point.torqueA;
    let torqueB = point.torqueB;
    if (begins) {
      torqueA = cross(rotate(turnA, point.armA), n);
      torqueB = cross(rotate(turnB, point.armB), n);
      point.torqueA = torqueA;
      point.torqueB = torqueB;
    }
    const k = alongMass + dot(torqueA, inertiaA * torqueA) + dot(torqueB, inertiaB * torqueB);
    const weight = weightOf(k, softness, whole + traceA * lengthSquared(torqueA) + traceB * lengthSquared(torqueB));
    point.weight = weight;
    point.kept = isSoft ? weight * k : 1;
    const value = point.value;
    if (begins) {
      const anew = isSoft || point.rebound != 0;
      point.before += anew ? point.impulse : 0;
      point.impulse = anew ? 0 : point.impulse;
      if (features.bouncy) {
        const parting = speed + dot(torqueB, wB) - dot(torqueA, wA);
        const passes = parting < -aim.bounceSpeed && value + aim.h * parting < 0;
        point.rebound = passes && c.restitution > 0 ? -c.restitution * parting : 0;
      }
    }
    const apart = -aim.inverseH * value;
    const hard = value < 0 ? min(aim.share * apart, splat<v128>(aim.fastest)) : apart;
    point.least = isSoft ? apart : point.rebound > 0 ? point.rebound : hard;
  }
  const t = friction.tangent;
  const u = cross(n, t);
  if (begins) {
    const centerA = rotate(turnA, c.centerA);
    const centerB = rotate(turnB, c.centerB);
    friction.torqueA1 = cross(centerA, t);
    friction.torqueA2 = cross(centerA, u);
    friction.torqueB1 = cross(centerB, t);
    friction.torqueB2 = cross(centerB, u);
  }
  const a1 = friction.torqueA1;
  const a2 = friction.torqueA2;
  const b1 = friction.torqueB1;
  const b2 = friction.torqueB2;
  const k1 = dot(t * t, mass) + dot(a1, inertiaA * a1) + dot(b1, inertiaB * b1);
  const k2 = dot(u * u, mass) + dot(a2, inertiaA * a2) + dot(b2, inertiaB * b2);
  friction.weight1 = weightOf(k1, splat<v128>(0), whole + traceA * lengthSquared(a1) + traceB * lengthSquared(b1));
  friction.weight2 = weightOf(k2, splat<v128>(0), whole + traceA * lengthSquared(a2) + traceB * lengthSquared(b2));
  friction.turning = weightOf(dot(n, (inertiaA + inertiaB) * n), splat<v128>(0), traceA + traceB);
}

/** Gives the bodies the impulses that the substep starts from; those of soft points start from nothing. */
export function warmContact(bundle: usize, lines: usize): void {
  const at = changetype<LaneBodies>(bundle);
  const features = changetype<ContactFeatures>(bundle + FEATURES);
  const c = changetype<ContactManifold<v128>>(bundle + MANIFOLD);
  const friction = changetype<FrictionLines<v128>>(lines);
  const [vA, wA, massA, inertiaA] = gatherMotion<v128>(at.readA0, at.readA1, at.readA2, at.readA3);
  const [vB, wB, massB, inertiaB] = gatherMotion<v128>(at.readB0, at.readB1, at.readB2, at.readB3);
  const n = c.normal;
  const f1 = friction.friction1;
  const f2 = friction.friction2;
  let push = f1 * friction.tangent + f2 * cross(n, friction.tangent);
  const turn = c.twist * n + c.roll;
  let pressA = f1 * friction.torqueA1 + f2 * friction.torqueA2 + turn;
  let pressB = f1 * friction.torqueB1 + f2 * friction.torqueB2 + turn;
  for (let k: usize = 0; k < <usize>features.points; k++) {
    const from = changetype<ContactPoint<v128>>(bundle + POINTS + k * POINT);
    const point = changetype<PointLine<v128>>(lines + FRICTION_LINES + k * POINT_LINE);
    const impulse: lane<v128> = c.compliance > 0 ? 0 : from.impulse;
    point.impulse = impulse;
    push += impulse * n;
    pressA += impulse * point.torqueA;
    pressB += impulse * point.torqueB;
  }
  scatterMotion<v128>(at.writeA0, at.writeA1, at.writeA2, at.writeA3, vA - massA * push, wA - inertiaA * pressA, massA.z);
  scatterMotion<v128>(at.writeB0, at.writeB1, at.writeB2, at.writeB3, vB + massB * push, wB + inertiaB * pressB, massB.z);
}

/** A visit of all lines of a bundle: points, then friction under their load. */
export function sweepContact(bundle: usize, lines: usize): void {
  const at = changetype<LaneBodies>(bundle);
  const features = changetype<ContactFeatures>(bundle + FEATURES);
  const c = changetype<ContactManifold<v128>>(bundle + MANIFOLD);
  const friction = changetype<FrictionLines<v128>>(lines);
  const [vA0, wA0, massA, inertiaA] = gatherMotion<v128>(at.readA0, at.readA1, at.readA2, at.readA3);
  const [vB0, wB0, massB, inertiaB] = gatherMotion<v128>(at.readB0, at.readB1, at.readB2, at.readB3);
  let wA = wA0;
  let wB = wB0;
  const n = c.normal;
  const alongMass = dot(n * n, massA + massB);
  let speed = dot(n, vB0 - vA0);
  let pushed = splat<v128>(0);
  let load = splat<v128>(0);
  let grip = splat<v128>(0);
  const end = lines + FRICTION_LINES + <usize>features.points * POINT_LINE;
  for (let place = lines + FRICTION_LINES; place < end; place += POINT_LINE) {
    const point = changetype<PointLine<v128>>(place);
    const torqueA = point.torqueA;
    const torqueB = point.torqueB;
    const parting = speed + dot(torqueB, wB) - dot(torqueA, wA);
    const last = point.impulse;
    const now = max(point.kept * last + (point.least - parting) * point.weight, 0);
    const change = now - last;
    point.impulse = now;
    speed += change * alongMass;
    wA -= change * (inertiaA * torqueA);
    wB += change * (inertiaB * torqueB);
    pushed += change;
    const borne = now + point.before;
    load += borne;
    grip += borne * point.lever;
  }
  const push = pushed * n;
  const vA1 = vA0 - massA * push;
  const vB1 = vB0 + massB * push;
  const t = friction.tangent;
  const u = cross(n, t);
  const relative = vB1 - vA1;
  const slip1 = dot(t, relative) + dot(friction.torqueB1, wB) - dot(friction.torqueA1, wA);
  const slip2 = dot(u, relative) + dot(friction.torqueB2, wB) - dot(friction.torqueA2, wA);
  const last1 = friction.friction1;
  const last2 = friction.friction2;
  const p1 = last1 + (friction.slide1 - slip1) * friction.weight1;
  const p2 = last2 + (friction.slide2 - slip2) * friction.weight2;
  const size = sqrt(p1 * p1 + p2 * p2);
  const most = c.staticFriction * load;
  const sliding = c.dynamicFriction * load;
  const scale = size > most ? min(sliding, most) / max(size, splat<v128>(TINY)) : 1;
  const f1 = scale * p1;
  const f2 = scale * p2;
  friction.friction1 = f1;
  friction.friction2 = f2;
  const change1 = f1 - last1;
  const change2 = f2 - last2;
  const rub = change1 * t + change2 * u;
  const vA = vA1 - massA * rub;
  const vB = vB1 + massB * rub;
  wA -= inertiaA * (change1 * friction.torqueA1 + change2 * friction.torqueA2);
  wB += inertiaB * (change1 * friction.torqueB1 + change2 * friction.torqueB2);
  if (features.turning) {
    const last = c.twist;
    const free = last - dot(n, wB - wA) * friction.turning;
    const extra = c.torsionalFriction * load;
    const holds = c.staticFriction * grip + extra;
    const slides = min(c.dynamicFriction * grip + extra, holds);
    const twist = free > holds ? slides : free < -holds ? -slides : free;
    c.twist = twist;
    const turn = (twist - last) * n;
    wA -= inertiaA * turn;
    wB += inertiaB * turn;
  }
  if (features.rolling) {
    const inertia = inertiaA + inertiaB;
    const bound = c.rollingFriction * load;
    const roll = c.roll;
    const last1 = dot(roll, t);
    const last2 = dot(roll, u);
    const roll1 = clamp(last1 - dot(t, wB - wA) * inverse(dot(t, inertia * t)), -bound, bound);
    const turn1 = (roll1 - last1) * t;
    wA -= inertiaA * turn1;
    wB += inertiaB * turn1;
    const roll2 = clamp(last2 - dot(u, wB - wA) * inverse(dot(u, inertia * u)), -bound, bound);
    const turn2 = (roll2 - last2) * u;
    wA -= inertiaA * turn2;
    wB += inertiaB * turn2;
    c.roll = roll1 * t + roll2 * u;
  }
  scatterMotion<v128>(at.writeA0, at.writeA1, at.writeA2, at.writeA3, vA, wA, massA.z);
  scatterMotion<v128>(at.writeB0, at.writeB1, at.writeB2, at.writeB3, vB, wB, massB.z);
}

/** Separations follow the bodies along the normals for `seconds`. */
export function followContact(bundle: usize, lines: usize, seconds: real): void {
  const at = changetype<LaneBodies>(bundle);
  const c = changetype<ContactManifold<v128>>(bundle + MANIFOLD);
  const [vA, wA, massA, inertiaA] = gatherMotion<v128>(at.readA0, at.readA1, at.readA2, at.readA3);
  const [vB, wB, massB, inertiaB] = gatherMotion<v128>(at.readB0, at.readB1, at.readB2, at.readB3);
  const speed = dot(c.normal, vB - vA);
  const end = lines + FRICTION_LINES + <usize>changetype<ContactFeatures>(bundle + FEATURES).points * POINT_LINE;
  for (let place = lines + FRICTION_LINES; place < end; place += POINT_LINE) {
    const point = changetype<PointLine<v128>>(place);
    point.value += seconds * (speed + dot(point.torqueB, wB) - dot(point.torqueA, wA));
  }
}

/** Impulses of the substep, to the bundle. */
export function bookContact(bundle: usize, lines: usize): void {
  const features = changetype<ContactFeatures>(bundle + FEATURES);
  const c = changetype<ContactManifold<v128>>(bundle + MANIFOLD);
  for (let k: usize = 0; k < <usize>features.points; k++) {
    const to = changetype<ContactPoint<v128>>(bundle + POINTS + k * POINT);
    const point = changetype<PointLine<v128>>(lines + FRICTION_LINES + k * POINT_LINE);
    const impulse = point.before + point.impulse;
    to.impulse = impulse;
    to.total += impulse;
  }
  const friction = changetype<FrictionLines<v128>>(lines);
  const load = friction.friction1 * friction.tangent + friction.friction2 * cross(c.normal, friction.tangent);
  const f1 = dot(load, c.tangent);
  const f2 = dot(load, cross(c.normal, c.tangent));
  c.friction1 = f1;
  c.friction2 = f2;
  c.frictionTotal1 += f1;
  c.frictionTotal2 += f2;
}
