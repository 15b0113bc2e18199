// Particles that are bodies as well, so that joints can hold them: reference/particle/embodied.ts moves the two as one.
import type { Body } from '../body/body.ts';
import type { Vec3 } from '../core/arguments.ts';
import type { WorldContext } from '../core/context.ts';
import type { HandleTypes } from '../core/handle-types.ts';
import { HoldFlag, ParticleAttachmentRecord, ParticleFlag, ParticleSetRecord } from '../core/layout.ts';
import type { StateMemory } from '../core/memory.ts';
import { freeAttachment, writeAttachment } from './attach.ts';

/** Makes the body of a particle, in the place of a free attachment. `record`: the address of the set, which the body may move. */
export function embody(world: HandleTypes['World'], context: WorldContext, record: () => number, particle: number): Body {
  const set = record();
  const { f64, u32 } = context.memory;
  const list = (field: number) => (set + u32[(set + field) >>> 2]) >>> 3;
  const vector = (field: number): Vec3 => [0, 1, 2].map((axis) => f64[list(field) + 3 * particle + axis]) as Vec3;
  const place = vector(ParticleSetRecord.positions);
  const body = world.addBody({
    type: f64[list(ParticleSetRecord.inverseMasses) + particle] === 0 ? 'kinematic' : 'dynamic',
    mass: f64[list(ParticleSetRecord.masses) + particle],
    position: place,
    linearVelocity: vector(ParticleSetRecord.velocities),
    // The set has these.
    gravityScale: 0,
    linearDamping: 0,
    lockRotation: [true, true, true],
    collides: false,
    canSleep: !(u32[(set + ParticleSetRecord.flags) >>> 2] & ParticleFlag.Sleepless),
  });
  const { memory } = context;
  const at = freeAttachment(memory, record());
  const hold = { particle, body, point: null, breakForce: Infinity, compliance: 0, damping: 0 };
  writeAttachment(memory, at, context.bodyOffset(body.index), place, hold);
  memory.u32[(at + ParticleAttachmentRecord.flags) >>> 2] = HoldFlag.Embodied;
  return body;
}

/** The bodies that particles of a set are, by the numbers of these. */
export function embodied(world: HandleTypes['World'], { u32 }: StateMemory, record: number): Map<number, Body> {
  const slots = new Map<number, number>();
  const first = record + u32[(record + ParticleSetRecord.attachments) >>> 2];
  for (let k = 0; k < u32[(record + ParticleSetRecord.attachmentCount) >>> 2]; k++) {
    const at = first + k * ParticleAttachmentRecord.size;
    const flags = u32[(at + ParticleAttachmentRecord.flags) >>> 2];
    if ((flags & (HoldFlag.Embodied | HoldFlag.Broken)) !== HoldFlag.Embodied) continue;
    slots.set(u32[(at + ParticleAttachmentRecord.body) >>> 2], u32[(at + ParticleAttachmentRecord.particle) >>> 2]);
  }
  const found = new Map<number, Body>();
  if (slots.size === 0) return found;
  for (const body of world.bodies) {
    const particle = slots.get(body.index);
    if (particle !== undefined) found.set(particle, body);
  }
  return found;
}
