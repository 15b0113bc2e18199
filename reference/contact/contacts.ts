// All contacts of a step, in the order in which they are solved: that of the kernels, so that the two agree.
import type { CollisionKernels, StateMemory } from '../../bindings/core/memory.ts';
import type { Body } from '../body/body.ts';
import type { Vec3 } from '../math/vector.ts';
import { tellingOf } from '../steady.ts';
import type { Contact } from './contact.ts';
import { meetContact } from './impact.ts';
import { projectContact, reflectContact, startContact } from './position.ts';
import { readContacts, writeContact } from './record.ts';
import { renewContacts } from './renew.ts';
import { sweepContact, warmContact } from './soft.ts';
import { ContactSubstep } from './substep.ts';

/** How often a push runs from contact to contact in a substep at most. */
const MOST_MEETINGS = 16;

export class Contacts {
  private readonly substep: ContactSubstep;
  private readonly contacts: Contact[];

  /** `h`: duration of a substep. The bodies have been read. */
  constructor(
    memory: StateMemory,
    private readonly bodies: readonly Body[],
    h: number,
    gravity: Vec3,
  ) {
    this.substep = new ContactSubstep(memory, h, gravity);
    this.contacts = readContacts(memory, bodies, this.substep);
  }

  [Symbol.iterator](): Iterator<Contact> {
    return this.contacts[Symbol.iterator]();
  }

  get any(): boolean {
    return this.contacts.length > 0;
  }

  /** Impacts, before joints are solved. */
  meet(): void {
    if (this.substep.positional) return;
    for (let turn = 0; turn < MOST_MEETINGS; turn++) {
      let met = false;
      for (const contact of this.contacts) met = meetContact(contact, this.substep) || met;
      if (!met) return;
    }
  }

  /** Effective masses are not those of the bodies any more, which turn less easily in this substep than in others. */
  prepareAnew(): void {
    for (const contact of this.contacts) contact.renewed = true;
  }

  /** Before the first sweep. */
  warm(): void {
    for (const contact of this.contacts) this.substep.positional ? startContact(contact) : warmContact(contact);
  }

  solve(): void {
    for (const contact of this.contacts) {
      if (this.substep.positional) projectContact(contact, this.substep);
      else sweepContact(contact, this.substep, true);
    }
  }

  /** After the bodies have moved. */
  relax(): void {
    const { contacts, substep } = this;
    if (substep.positional) for (const contact of contacts) reflectContact(contact, substep);
    else for (let k = contacts.length - 1; k >= 0; k--) sweepContact(contacts[k], substep, false);
  }

  /** Finds those anew whose normals turn in a step, in each substep but the first. */
  renew(memory: StateMemory, collision: CollisionKernels): void {
    renewContacts(memory, collision, this.contacts, this.bodies);
  }

  write(memory: StateMemory): void {
    const { duration } = this.substep;
    const part = tellingOf(memory, duration);
    for (const contact of this.contacts) writeContact(memory, contact, duration, part);
  }
}
