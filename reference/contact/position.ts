// The papers' contacts: Müller et al. 2020, sections 3.5 and 3.6, with velocities as the unknowns. In each substep λ_n = λ_t = 0, and v̄_n is v_n
// before anything is solved. Impulses are on B.
//
//   solve     where C + h v_n < 0:            λ_n ← λ_n - (C / h + v_n + (α / h²) λ_n) / (w + α / h²)      eq 26
//             and, with Δp_t = h v_t:         v_t is taken away while λ_t < μ_s λ_n                        eqs 27, 28
//   velocity  where λ_n > 0, once they moved: v_n ← max(-e v̄_n, 0),  e = 0 where |v̄_n| <= 2 |g| h         eq 34
//             and then                        v_t is taken away by an impulse of at most μ_d λ_n           eq 30
//
// Eq 30 bounds a change of velocity by the impulse h μ_d f_n, which holds for a unit mass only: here that bounds the impulse.
import { Vec3 } from '../math/vector.ts';
import { type Contact, type ContactPoint, inverse } from './contact.ts';
import type { ContactSubstep } from './substep.ts';

/** m: what has been taken back to touching overlaps by round-off, which must not make it a contact. */
const TOUCHING = 1e-7;

/** To be called when the velocities have their forces, before anything is solved. */
export function startContact(contact: Contact): void {
  for (const point of contact.points) {
    point.before = contact.normalSpeed(point);
    point.impulse = 0;
    point.grip = 0;
  }
  contact.friction.assign(Vec3.ZERO);
  contact.twist = 0;
}

/** An iteration of the position solve. */
export function projectContact(contact: Contact, { duration, relaxation }: ContactSubstep): void {
  const { scaledCompliance, staticFriction } = contact.surfaces;
  for (const point of contact.points) {
    const k = contact.inverseMass(point.armA, point.armB, contact.normal);
    const meeting = contact.approach(point, duration);
    const last = point.impulse;
    if (meeting < -TOUCHING / duration)
      point.impulse = Math.max(last - relaxation * (meeting + scaledCompliance * last) * inverse(k + scaledCompliance), 0);
    contact.push(point, point.impulse - last);
    const { along, stopping } = slipOf(contact, point);
    if (point.grip + stopping >= staticFriction * point.impulse) continue;
    point.grip += stopping;
    rub(contact, point, along.times(-stopping));
  }
}

/** The velocity pass, after the bodies have moved: Gauss-Seidel over the points. */
export function reflectContact(contact: Contact, { bounceSpeed }: ContactSubstep): void {
  const { restitution, dynamicFriction } = contact.surfaces;
  for (const point of contact.points) {
    const pressed = point.impulse;
    if (pressed <= 0) continue;
    const parting = -point.before > bounceSpeed ? -restitution * point.before : 0;
    const k = contact.inverseMass(point.armA, point.armB, contact.normal);
    const change = (parting - contact.normalSpeed(point)) * inverse(k);
    contact.push(point, change);
    point.impulse += change;
    point.total += point.impulse;
    const { along, stopping } = slipOf(contact, point);
    rub(contact, point, along.times(-Math.min(stopping, dynamicFriction * pressed)));
  }
  contact.frictionTotal.assign(contact.frictionTotal.plus(contact.friction));
}

/** The direction in which a point slips, and the impulse that stops it. */
function slipOf(contact: Contact, { armA, armB }: ContactPoint) {
  const slip = contact.slip(armA, armB);
  const fast = slip.length;
  const along = slip.times(inverse(fast));
  return { along, stopping: fast * inverse(contact.inverseMass(armA, armB, along)) };
}

function rub(contact: Contact, { armA, armB }: ContactPoint, impulse: Vec3): void {
  contact.pair.apply(impulse, armA, armB);
  contact.friction.assign(contact.friction.plus(impulse));
}
