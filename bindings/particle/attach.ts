// Attachments: as options give them, and as memory has them.
import type { Body } from '../body/body.ts';
import { integer, nonNegativeOrInfinite, options, orDefault, type Vec3, vector } from '../core/arguments.ts';
import { HolonomicError, removedHandle } from '../core/errors.ts';
import { subtract, unrotate } from '../core/geometry.ts';
import type { HandleTypes } from '../core/handle-types.ts';
import { BodyRecord, HoldFlag, ParticleAttachmentRecord, ParticleSetRecord } from '../core/layout.ts';
import type { StateMemory } from '../core/memory.ts';
import { readQuaternion, readVector } from '../core/records.ts';
import type { Attachment, AttachmentOptions } from './holds.ts';
import { readSoft } from './lists.ts';

/** Throws `invalid-argument`. `requireBody` receives the name of the argument, too. */
export function readAttachment(
  entry: AttachmentOptions,
  name: string,
  count: number,
  requireBody: (value: unknown, name: string) => Body,
): Attachment {
  const o = options<AttachmentOptions>(entry, name, ['compliance', 'damping', 'particle', 'body', 'point', 'breakForce']);
  return {
    particle: integer(o.particle, `${name}.particle`, 0, count - 1),
    body: requireBody(o.body, `${name}.body`),
    point: o.point === undefined ? null : vector(o.point, `${name}.point`),
    breakForce: nonNegativeOrInfinite(orDefault(o.breakForce, Infinity), `${name}.breakForce`),
    ...readSoft(o, name),
  };
}

/** Address of an attachment of a set that is gone, or a spare one. Throws `unsupported` where all are taken. */
export function freeAttachment({ u32 }: StateMemory, record: number): number {
  const first = record + u32[(record + ParticleSetRecord.attachments) >>> 2];
  const end = first + u32[(record + ParticleSetRecord.attachmentCount) >>> 2] * ParticleAttachmentRecord.size;
  for (let at = first; at < end; at += ParticleAttachmentRecord.size)
    if (u32[(at + ParticleAttachmentRecord.flags) >>> 2] & HoldFlag.Broken) return at;
  throw new HolonomicError(
    'unsupported',
    'All attachments of these particles are in use; detach one, or reserve more with spareAttachments.',
  );
}

/** `body`: address of its record; `place`: where the particle is. */
export function writeAttachment(memory: StateMemory, at: number, body: number, place: Vec3, given: Attachment): void {
  const { f64, u32 } = memory;
  const local = given.point
    ? subtract(given.point, readVector(memory, body + BodyRecord.centerX))
    : unrotate(readQuaternion(memory, body + BodyRecord.orientationX), subtract(place, readVector(memory, body + BodyRecord.positionX)));
  for (const [axis, value] of local.entries()) {
    f64[((at + ParticleAttachmentRecord.x) >>> 3) + axis] = value;
    f64[((at + ParticleAttachmentRecord.forceX) >>> 3) + axis] = 0;
  }
  u32[(at + ParticleAttachmentRecord.particle) >>> 2] = given.particle;
  u32[(at + ParticleAttachmentRecord.body) >>> 2] = given.body.index;
  u32[(at + ParticleAttachmentRecord.flags) >>> 2] = 0;
  f64[(at + ParticleAttachmentRecord.compliance) >>> 3] = given.compliance;
  f64[(at + ParticleAttachmentRecord.damping) >>> 3] = given.damping;
  f64[(at + ParticleAttachmentRecord.breakForce) >>> 3] = given.breakForce;
}

/** Throws unless a body is of a world. */
export function requireOwn(body: Body, world: HandleTypes['World'] | null): void {
  if (body.world !== world) throw new HolonomicError('foreign-handle', 'The particles are attached to a body of another world.');
  if (!body.alive) throw removedHandle('body');
}
