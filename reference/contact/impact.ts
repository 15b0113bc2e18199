// Restitution: what meets in this substep faster than a threshold parts at e times the speed it meets at (Müller et al. 2020, eq 34), before
// contacts are solved. All that meets at one moment does so at once, and what that makes meet then follows, until nothing does any more: so a
// push runs through a row of balls, and what is symmetric stays so (Smith et al., "Reflections on Simultaneous Impact", 2012).
//
// The speed at the surfaces and the one after it follow from energy: with the speed u at the separation C, half a substep's forces g / 2 ahead,
// u_s² = (u - g/2)² + 2 g C / h, and the bodies, put back where they are, part at sqrt(e² u_s² - 2 g C / h) - g / 2.
import { Vec3 } from '../math/vector.ts';
import { type Contact, type ContactPoint, inverse } from './contact.ts';
import type { ContactSubstep } from './substep.ts';

/** The points of one manifold meet at once: sweeps over them. */
const SWEEPS = 6;

/** How often a push runs on from contact to contact in a substep at most. */
export const MOST_MOMENTS = 64;

/** Sweeps over all that meets at one moment, at most. */
const MOST_SWEEPS = 64;

/** Of the closing speed: smaller changes of speed are none. */
const RESIDUE = 1e-12;

/** Of the fastest impact of a substep: what meets slower than that after others have met is left to the sweeps. */
const LEAST = 1e-5;

/** Of the way in a substep, how far surfaces that meet in it may be apart. More than all of it: what parts and comes back at the same speed gets there after whole substeps. */
const REACH = 1.0001;

/** Before impacts: the speeds at the mean angular velocities of the substep. */
export function noteMeans(contacts: readonly Contact[]): void {
  for (const contact of contacts) for (const point of contact.points) point.drift = -contact.normalSpeed(point);
}
/** At the angular velocities of the moment: by how much these come less fast. */
export function noteDrifts(contacts: readonly Contact[]): void {
  for (const contact of contacts) for (const point of contact.points) point.drift += contact.normalSpeed(point);
}
/** At the mean angular velocities. */
export function forgetDrifts(contacts: readonly Contact[]): void {
  for (const { points } of contacts) for (const point of points) point.drift = 0;
}

/** Whether some point meets in this substep. */
export function meets(contact: Contact, substep: ContactSubstep): boolean {
  return contact.surfaces.restitution > 0 && contact.points.some((point) => partingSpeed(contact, point, substep) !== null);
}

interface Meeting {
  point: ContactPoint;
  parting: number;
  impulse: number;
}

/** The impacts of one contact at one moment. */
interface Impact {
  contact: Contact;
  meetings: Meeting[];
  /** The largest speed at which a point comes. */
  closing: number;
  friction: Vec3;
}

/** All contacts, moment by moment, until nothing meets any more. */
export function meetContacts(contacts: readonly Contact[], substep: ContactSubstep): void {
  let least = 0;
  for (let moment = 0; moment < MOST_MOMENTS; moment++) {
    const impacts = contacts.flatMap((contact) => findImpact(contact, substep, least) ?? []);
    if (impacts.length === 0) return;
    least = Math.max(least, LEAST * Math.max(...impacts.map(({ closing }) => closing)));
    untilSettled(impacts, pushImpact);
    untilSettled(impacts, rubImpact);
    for (const { contact, meetings, friction } of impacts) {
      for (const { point, impulse } of meetings) point.total += impulse;
      contact.frictionTotal.assign(contact.frictionTotal.plus(friction));
    }
  }
}

function untilSettled(impacts: readonly Impact[], solve: (impact: Impact) => boolean): void {
  for (let sweep = 0; sweep < MOST_SWEEPS; sweep++) {
    let changed = false;
    for (const impact of impacts) changed = solve(impact) || changed;
    if (!changed) return;
  }
}

function findImpact(contact: Contact, substep: ContactSubstep, least: number): Impact | null {
  if (contact.surfaces.restitution <= 0) return null;
  const meetings = meetingsOf(contact, substep, least);
  if (meetings.length === 0) return null;
  const closing = Math.max(...meetings.map(({ point }) => -contact.normalSpeed(point)));
  return { contact, meetings, closing, friction: Vec3.zero() };
}

function meetingsOf(contact: Contact, substep: ContactSubstep, least = 0): Meeting[] {
  return contact.points.flatMap((point) => {
    const parting = partingSpeed(contact, point, substep, least);
    return parting === null ? [] : [{ point, parting, impulse: 0 }];
  });
}

/** Makes points that meet part as they are to; whether that changed a speed. */
function pushImpact({ contact, meetings, closing }: Impact): boolean {
  let changed = false;
  for (let turn = contact.points.length > 1 ? SWEEPS : 1; turn > 0; turn--) {
    for (const meeting of meetings) {
      const { point, parting, impulse: last } = meeting;
      const k = contact.inverseMass(point.armA, point.armB, contact.normal);
      meeting.impulse = Math.max(last + (parting - contact.normalSpeed(point)) * inverse(k), 0);
      contact.push(point, meeting.impulse - last);
      changed ||= Math.abs(meeting.impulse - last) * k > RESIDUE * closing;
    }
  }
  return changed;
}

/** Friction against the slip that other contacts leave; whether that changed a speed. */
function rubImpact(impact: Impact): boolean {
  const { contact, meetings, closing, friction: last } = impact;
  const { pair, centerA, centerB, surfaces } = contact;
  const load = meetings.reduce((sum, { impulse }) => sum + impulse, 0);
  const slip = contact.slip(centerA, centerB);
  const along = slip.times(inverse(slip.length));
  const mass = contact.inverseMass(centerA, centerB, along);
  const wanted = last.plusTimes(along, -slip.length * inverse(mass));
  const friction = wanted.times(Math.min(surfaces.dynamicFriction * load * inverse(wanted.length), 1));
  const change = friction.minus(last);
  if (!(change.length * mass > RESIDUE * closing)) return false;
  pair.apply(change, centerA, centerB);
  impact.friction = friction;
  return true;
}

/** One sweep over a manifold of articulated bodies; whether something met. `books`: it is not only tried out. */
export function meetContact(contact: Contact, substep: ContactSubstep, books: boolean): boolean {
  if (contact.surfaces.restitution <= 0) return false;
  const meetings = meetingsOf(contact, substep);
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
  const friction = rubAgainst(contact, load);
  if (!books) return true;
  for (const { point, impulse } of meetings) point.total += impulse;
  contact.frictionTotal.assign(contact.frictionTotal.plus(friction));
  return true;
}

/** Null where nothing meets. */
function partingSpeed(contact: Contact, point: ContactPoint, { duration, bounceSpeed }: ContactSubstep, least = 0): number | null {
  const { acceleration: gained, surfaces } = contact;
  const separation = contact.separation(point, 0);
  const closing = -contact.normalSpeed(point);
  // The sweeps, which would stop what they see to come, go by the curve and the mean angular velocities too.
  const way = REACH * duration * (closing + Math.max(point.curve + point.drift, 0));
  if (!(closing > Math.max(bounceSpeed, least) && separation < way)) return null;
  const fall = (2 * gained * Math.max(separation, 0)) / duration;
  const meeting = (closing - gained / 2) ** 2 + fall;
  const parting = Math.sqrt(Math.max(surfaces.restitution ** 2 * meeting - fall, 0)) - gained / 2;
  return Math.max(parting, 0);
}

/** Friction of the impact, against the slip. */
function rubAgainst(contact: Contact, load: number): Vec3 {
  const { pair, centerA, centerB, surfaces } = contact;
  const slip = contact.slip(centerA, centerB);
  const fast = slip.length;
  const along = slip.times(inverse(fast));
  const stopping = fast * inverse(contact.inverseMass(centerA, centerB, along));
  const friction = along.times(-Math.min(stopping, surfaces.dynamicFriction * load));
  pair.apply(friction, centerA, centerB);
  return friction;
}
