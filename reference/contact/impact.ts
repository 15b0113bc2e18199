// Restitution: what meets in this substep faster than a threshold parts at e times the speed it meets at (Müller et al. 2020, eq 34), before
// contacts are solved. Bodies meet manifold by manifold, in sweeps, until nothing does any more: so a push runs through a row of balls.
//
// The speed at the surfaces and the one after it follow from energy: with the speed u at the separation C, half a substep's forces g / 2 ahead,
// u_s² = (u - g/2)² + 2 g C / h, and the bodies, put back where they are, part at sqrt(e² u_s² - 2 g C / h) - g / 2.
import { type Contact, type ContactPoint, inverse } from './contact.ts';
import type { ContactSubstep } from './substep.ts';

/** The points of one manifold meet at once: sweeps over them. */
const SWEEPS = 6;

/** Whether some point meets in this substep. */
export function meets(contact: Contact, substep: ContactSubstep): boolean {
  return contact.surfaces.restitution > 0 && contact.points.some((point) => partingSpeed(contact, point, substep) !== null);
}

/** One sweep over a manifold; whether something met. */
export function meetContact(contact: Contact, substep: ContactSubstep): boolean {
  if (contact.surfaces.restitution <= 0) return false;
  const meetings = contact.points.flatMap((point) => {
    const parting = partingSpeed(contact, point, substep);
    return parting === null ? [] : [{ point, parting, impulse: 0 }];
  });
  if (meetings.length === 0) return false;
  let load = 0;
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    for (const meeting of meetings) {
      const { point, parting, impulse: last } = meeting;
      const k = contact.inverseMass(point.armA, point.armB, contact.normal);
      meeting.impulse = Math.max(last + (parting - contact.normalSpeed(point)) * inverse(k), 0);
      contact.push(point, meeting.impulse - last);
      load += meeting.impulse - last;
    }
  }
  for (const { point, impulse } of meetings) point.total += impulse;
  rubAgainst(contact, load);
  return true;
}

/** Null where nothing meets. */
function partingSpeed(contact: Contact, point: ContactPoint, { duration, bounceSpeed }: ContactSubstep): number | null {
  const { acceleration: gained, surfaces } = contact;
  const separation = contact.separation(point, 0);
  const closing = -contact.normalSpeed(point);
  if (!(closing > bounceSpeed && separation < duration * closing)) return null;
  const fall = (2 * gained * Math.max(separation, 0)) / duration;
  const meeting = (closing - gained / 2) ** 2 + fall;
  const parting = Math.sqrt(Math.max(surfaces.restitution ** 2 * meeting - fall, 0)) - gained / 2;
  return Math.max(parting, 0);
}

/** Friction of the impact, against the slip. */
function rubAgainst(contact: Contact, load: number): void {
  const { pair, centerA, centerB, surfaces } = contact;
  const slip = contact.slip(centerA, centerB);
  const fast = slip.length;
  const along = slip.times(inverse(fast));
  const stopping = fast * inverse(contact.inverseMass(centerA, centerB, along));
  const friction = along.times(-Math.min(stopping, surfaces.dynamicFriction * load));
  pair.apply(friction, centerA, centerB);
  contact.frictionTotal.assign(contact.frictionTotal.plus(friction));
}
