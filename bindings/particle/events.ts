// What a step did to a set of particles, with the handles of bodies.
import type { Body } from '../body/body.ts';
import type { ParticleHappening } from '../core/particle-stages.ts';

/**
 * Of a set: it has begun or ceased to touch a body, with any of its particles; or a distance, a line of limited length or an attachment tore, `number` being that in
 * the order in which they were given.
 */
export type ParticleEvent =
  | { type: 'touch-begin' | 'touch-end'; body: Body }
  | { type: 'tear'; kind: 'distance' | 'length' | 'attachment'; number: number };

/** Those of bodies that are gone are left out. */
export function readEvents(happenings: readonly ParticleHappening[], bodies: Iterable<Body>): ParticleEvent[] {
  const bySlot = new Map<number, Body>();
  if (happenings.some(({ type }) => type !== 'tear')) for (const body of bodies) bySlot.set(body.index, body);
  return happenings.flatMap((one): ParticleEvent[] => {
    if (one.type === 'tear') return [{ ...one }];
    const body = bySlot.get(one.slot);
    return body ? [{ type: one.type, body }] : [];
  });
}
