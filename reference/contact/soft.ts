// Contacts on velocities: warm start, a sweep that also takes overlap away, and after the bodies have moved one that takes back the velocity
// which that gave them (Catto, "Solver2D", 2024; Müller et al. 2020, section 3.5, for what is solved).
//
//   apart     C > 0:  v_n + C / h >= 0                           the surfaces may meet at the end of the substep, not before
//   overlap   C <= 0: v_n = -r C,  r = ω / (2 ζ + h ω)           a spring of the frequency ω and damping ratio ζ
//                     λ ← max(λ - (s (v_n - u + r C) + u) / k - d λ, 0),   s = a / (1 + a),  d = 1 / (1 + a),  a = h ω (2 ζ + h ω)
//                     where u = min(v_n + 4 |g| h, 0), what comes fast, is stopped at once
//   compliant         v_n + C / h + (α / h²) λ >= 0              an implicit spring, apart or not, eq 4 of Müller et al.
//
// Where contacts are found anew in substeps, C at the end also has h² J' u / 2 in it, what normals and arms turn: v_n goes for half of what that changes at it,
// with what sign it has, as it does in the substeps before and after: what rolls around a bend or on its rim keeps its speed.
//
// Friction acts at the middle of the manifold: two directions and the turning about the normal inside f² + t² + k f² t² <= 1, where
// f = |F| / (μ Σλ), t = τ / (μ Σ l λ + μ_τ Σλ), and l are the points' distances from that middle, less where they are the corners of a patch.
import { Vec3 } from '../math/vector.ts';
import { ArticulatedPair } from './articulated-pair.ts';
import { type Contact, type ContactPoint, inverse } from './contact.ts';
import { type Parting, partingOf } from './parting.ts';
import type { ContactSubstep } from './substep.ts';

/** m: surfaces that have just met are apart by round-off, which must not choose how they are solved. */
const TOUCHING = 1e-6;

/** Least inverse mass along the surface, over the mean: along a locked axis there is none, and friction along the other goes on. */
const LOCKED = 1e-4;

/** Of the depenetration speed: what joints connect and was made to overlap may do so for good, and joints have to bear whatever pushes it apart. */
const ENTANGLED = 0.03;

/** Sweeps over the points and friction of a new contact, at most. */
const FRESH_TURNS = 12;

/** Of the load: a sweep that changes less was the last one that a new contact needs. */
const SETTLED = 0.001;

/**
 * A load may grow by as many times from one substep to the next, and be as many times what forces press a body with; of one that has grown by more, this part counts at
 * least.
 */
const LIKELY = 4;
const LEFT = 1 / 16;

/** Inverse masses of a contact's rows, for the inertia that the bodies have now. */
export function prepareContact(contact: Contact): void {
  const { pair, normal, centerA, centerB, rows } = contact;
  for (const point of contact.points) point.mass = inverse(contact.inverseMass(point.armA, point.armB, normal));
  const t = normal.anyNormal();
  const u = normal.cross(t);
  const inverseMass = pair.inverseMass(centerA, centerB);
  rows.first.assign(t);
  rows.second.assign(u);
  const { linear, turning: least } = pair.least;
  const [tt, uu, tu] = [inverseMass.between(t, t), inverseMass.between(u, u), inverseMass.between(t, u)];
  const mean = (tt + uu) / 2;
  const smallest = mean - Math.hypot((tt - uu) / 2, tu);
  const lift = Math.max(Math.min(t.scaledBy(t).dot(linear), u.scaledBy(u).dot(linear)) - smallest, LOCKED * mean - smallest, 0);
  rows.tt = tt + lift;
  rows.uu = uu + lift;
  rows.tu = tu;
  rows.turning = Math.max(pair.inverseInertia().between(normal, normal), least(normal));
  const turning = pair.turning(centerA, centerB, normal);
  const tilting = pair.inverseInertia();
  rows.along = inverseMass.between(normal, normal);
  rows.alongT = t.dot(turning);
  rows.alongU = u.dot(turning);
  rows.tiltTT = tilting.between(t, t);
  rows.tiltTU = tilting.between(t, u);
  rows.tiltUU = tilting.between(u, u);
  contact.renewed = false;
}

/** Applies the impulses of the last substep (of the last step, before the first). */
export function warmContact(contact: Contact): void {
  const { pair, normal, centerA, centerB } = contact;
  if (contact.renewed) prepareContact(contact);
  for (const point of contact.points) contact.push(point, point.impulse);
  pair.apply(contact.friction, centerA, centerB);
  pair.applyAngular(normal.times(contact.twist).plus(contact.roll));
}

/** The same where joints that are solved directly hold a body: they take that up when they are solved. */
export function warmArticulated({ centerA, centerB, friction, normal, points, roll, twist }: Contact, pair: ArticulatedPair): void {
  let force: Vec3 = friction;
  let torqueA = centerA.cross(friction).plusTimes(normal, twist).plus(roll);
  let torqueB = centerB.cross(friction).plusTimes(normal, twist).plus(roll);
  for (const { armA, armB, impulse } of points) {
    force = force.plusTimes(normal, impulse);
    torqueA = torqueA.plusTimes(armA.cross(normal), impulse);
    torqueB = torqueB.plusTimes(armB.cross(normal), impulse);
  }
  pair.warm(force, torqueA, torqueB);
}

/**
 * A sweep. `biased`: before the bodies move, overlap is taken away; otherwise after it, where only velocities count, and where friction
 * sees none that is made to part bodies.
 */
export function sweepContact(contact: Contact, substep: ContactSubstep, biased: boolean): void {
  if (biased) {
    letGo(contact, true);
    const parting = partingOf(contact);
    for (const point of contact.points) solvePoint(contact, parting, point, substep, true);
    parting.settle();
    return;
  }
  // New contacts have nothing to start from: their points and friction are solved several times, so that what would stick does so at once.
  for (let left = contact.fresh ? FRESH_TURNS : 1; left > 0; left--) {
    let changed = 0;
    let load = 0;
    let grip = 0;
    const parting = partingOf(contact);
    for (const point of contact.points) {
      const before = point.impulse;
      solvePoint(contact, parting, point, substep, false);
      changed += Math.abs(point.impulse - before);
      load += point.impulse;
      grip += point.impulse * point.lever;
    }
    parting.settle();
    const { friction, turn } = rub(contact, load, grip);
    if (contact.surfaces.rollingFriction > 0) resistRolling(contact, load);
    const holds = grip + contact.surfaces.torsionalFriction * load;
    if (changed + sizeOf(friction) <= SETTLED * load && sizeOf(turn) <= SETTLED * holds) break;
  }
  if (!(contact.pair instanceof ArticulatedPair)) bookContact(contact);
}

/** Once nothing changes any more in a substep. */
export function bookContact(contact: Contact): void {
  for (const point of contact.points) point.total += point.impulse;
  contact.frictionTotal.assign(contact.frictionTotal.plus(contact.friction));
  noteLoad(contact);
  // Islands start from what contacts did, which they have not been pushed by yet.
  if (contact.pair instanceof ArticulatedPair) letGo(contact, false);
}

/** Compares the load with that of the substep before: where it has grown as by an impact, the next substep starts with as little friction as if it had not. */
function noteLoad(contact: Contact): void {
  const { acceleration, borne, load, pair, points, rows } = contact;
  const pressed = Math.abs(acceleration) * Math.max(pair instanceof ArticulatedPair ? 0 : inverse(rows.along), points[0].mass);
  const likely = Math.max(LIKELY * Math.max(borne, pressed), LEFT * load);
  contact.borne = load > likely ? -likely : load;
}

/** Gives up the friction of an impact; `pushed`: the bodies have begun the substep with it. */
function letGo(contact: Contact, pushed: boolean): void {
  if (contact.borne >= 0) return;
  const { pair, normal, centerA, centerB, friction, kept, roll } = contact;
  if (pushed) {
    pair.apply(friction.times(kept - 1), centerA, centerB);
    pair.applyAngular(
      normal
        .times(contact.twist)
        .plus(roll)
        .times(kept - 1),
    );
  }
  friction.assign(friction.times(kept));
  roll.assign(roll.times(kept));
  contact.twist *= kept;
  contact.borne = contact.load;
}

function solvePoint(contact: Contact, parting: Parting, point: ContactPoint, substep: ContactSubstep, biased: boolean): void {
  const speed = parting.speedOf(point);
  const { isApart, wanted, share, decay, stopping } = goal(contact, point, substep, biased, speed);
  const last = point.impulse;
  if (biased || !goesOn(contact, point, substep, speed)) {
    const over = biased ? substep.relaxation : 1;
    // Where others than contacts keep surfaces apart, what bears without touching is no reason to approach.
    const excess =
      !biased && isApart ? Math.max(speed - point.curve, Math.min(speed + wanted, 0)) : share * (speed - stopping + wanted) + stopping;
    point.impulse = Math.max(last - over * excess * point.mass - over * decay * last, 0);
  }
  parting.push(point, point.impulse - last);
}

/** What has not met in this substep, or will bounce in the next one, may go on towards each other. */
function goesOn(contact: Contact, point: ContactPoint, { bounceSpeed, duration }: ContactSubstep, speed: number): boolean {
  if (point.impulse <= 0 && contact.separation(point, duration, speed) > TOUCHING) return true;
  return contact.surfaces.restitution > 0 && -speed > bounceSpeed;
}

/** Of a point: velocity to take away besides v_n, part of that which is asked for, part of the last impulse that is lost, and u. */
function goal(contact: Contact, point: ContactPoint, substep: ContactSubstep, biased: boolean, speed: number) {
  const separation = contact.separation(point, biased ? 0 : substep.duration, speed);
  const { scaledCompliance } = contact.surfaces;
  const atEnd = separation / substep.duration - point.curve;
  if (scaledCompliance > 0) {
    // From where surfaces are apart, too: what was stopped where it touches would have nothing left to compress the spring.
    const share = 1 / (1 + scaledCompliance * point.mass);
    return { isApart: false, wanted: atEnd, share: biased ? share : 0, decay: biased ? 1 - share : 0, stopping: 0 };
  }
  if (separation > TOUCHING) return { isApart: true, wanted: atEnd, share: 1, decay: 0, stopping: 0 };
  const stopping = Math.min(speed + 2 * substep.bounceSpeed, 0);
  if (!biased) return { isApart: false, wanted: -point.curve, share: 1, decay: 0, stopping };
  const fastest = substep.depenetrationSpeed * (contact.entangled ? ENTANGLED : 1);
  const wanted = Math.max(substep.rate * separation, -fastest) - point.curve;
  return { isApart: false, wanted, share: substep.share, decay: contact.yields ? substep.decay : 0, stopping };
}

/** The size of a vector, about: that of the kernels, so that both take as many turns. */
const sizeOf = ({ x, y, z }: Vec3): number => Math.abs(x) + Math.abs(y) + Math.abs(z);

/**
 * Friction under the normal impulse `load`; `grip` is the sum of the points' impulses times their distances from the middle. By how much its impulses change: along the
 * surface, and about the normal.
 */
function rub(contact: Contact, load: number, grip: number): { friction: Vec3; turn: Vec3 } {
  const { pair, normal, centerA, centerB, surfaces, rows } = contact;
  const { first: t, second: u, tt, uu, tu, turning: kTurn } = rows;
  const slip = contact.slip(centerA, centerB);
  const turned = normal.dot(contact.b.angularVelocity.minus(contact.a.angularVelocity));
  const lastTwist = contact.twist;
  const limit = surfaces.staticFriction * load;
  const turning = surfaces.torsionalFriction * load;
  const turnLimit = surfaces.staticFriction * grip + turning;
  const turns = turnLimit > 0;

  // Sticking: what takes all slip away.
  const determinant = inverse(tt * uu - tu * tu);
  const slipT = slip.dot(t);
  const slipU = slip.dot(u);
  let friction = contact.friction
    .plusTimes(t, -determinant * (uu * slipT - tu * slipU))
    .plusTimes(u, -determinant * (tt * slipU - tu * slipT));
  let twist = turns ? lastTwist - turned * inverse(kTurn) : 0;
  if (limit <= 0 || outside(friction, twist, limit, turnLimit) > 1) {
    // Slipping: against the slip, as large as dynamic friction is. One effective mass for all directions keeps the direction.
    const reach = turns ? turnLimit * inverse(limit) : 0;
    const spread = Math.sqrt(((tt - uu) / 2) ** 2 + tu * tu);
    const slideLimit = surfaces.dynamicFriction * load;
    const slideTurnLimit = surfaces.dynamicFriction * grip + turning;
    const against = (weight: number) => {
      const step = inverse(Math.max((tt + uu) / 2 + spread, kTurn * weight));
      friction = contact.friction.plusTimes(slip, -step);
      twist = turns ? lastTwist - weight * step * turned : 0;
    };
    against(reach * reach);
    // Again with the weight that turning has for what was found, so that the motion is across the limit surface.
    if (turns) against((reach * reach) / (2 / 3 + 1.05 * slidingPart(friction, twist, slideLimit, slideTurnLimit) ** 2));
    const size = Math.max(Math.sqrt(outside(friction, twist, slideLimit, slideTurnLimit)), 1);
    friction = friction.times(slideLimit > 0 ? 1 / size : 0);
    twist = slideTurnLimit > 0 ? twist / size : 0;
  }
  const changed = { friction: friction.minus(contact.friction), turn: normal.times(twist - lastTwist) };
  pair.apply(changed.friction, centerA, centerB);
  pair.applyAngular(changed.turn);
  contact.friction.assign(friction);
  contact.twist = twist;
  return changed;
}

/** Squares of a load over the limits of sliding and of turning; a limit of zero does not count. */
function shares(friction: Vec3, twist: number, limit: number, turnLimit: number): [slides: number, turns: number] {
  const along = inverse(limit);
  const about = inverse(turnLimit);
  return [friction.squaredLength * along * along, twist * twist * about * about];
}

/** Which part of a load slides, where the rest turns. */
function slidingPart(friction: Vec3, twist: number, limit: number, turnLimit: number): number {
  const [slides, turns] = shares(friction, twist, limit, turnLimit);
  return slides * inverse(slides + turns);
}

/** How far out a load is, squared, against the limit surface of a disc under a uniform pressure: above 1 outside. */
export function outside(friction: Vec3, twist: number, limit: number, turnLimit: number): number {
  const [slides, turns] = shares(friction, twist, limit, turnLimit);
  const q = slides * inverse(slides + turns);
  return ((slides + turns) * (1 + Math.sqrt(1 + 4 * (0.5 + 0.28 * q) * q * (1 - q)))) / 2;
}

function resistRolling(contact: Contact, load: number): void {
  const { pair, a, b, normal } = contact;
  const rolled = b.angularVelocity.minus(a.angularVelocity).without(normal);
  const inverseInertia = pair.inverseInertia();
  const last = new Vec3(contact.roll.x, contact.roll.y, contact.roll.z);
  const free = last.plusTimes(rolled, -inverse(inverseInertia.trace - contact.rows.turning));
  const most = contact.surfaces.rollingFriction * load;
  contact.roll.assign(free.times(Math.min(most * inverse(free.length), 1)));
  pair.applyAngular(contact.roll.minus(last));
}
