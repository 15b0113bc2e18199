// All contacts of a step, in the order in which they are solved: that of the kernels, so that the two agree.
import { Gyroscopic } from '../../bindings/core/layout.ts';
import type { CollisionKernels, StateMemory } from '../../bindings/core/memory.ts';
import type { Body } from '../body/body.ts';
import type { DirectIsland } from '../solver/direct/island.ts';
import { type Constraint, sweepAtOnce } from '../solver/jacobi.ts';
import type { Substep } from '../solver/substep.ts';
import { tellingOf } from '../steady.ts';
import { ArticulatedPair } from './articulated-pair.ts';
import type { Contact } from './contact.ts';
import { forgetDrifts, MOST_MOMENTS, meetContact, meetContacts, meets, noteDrifts, noteMeans } from './impact.ts';
import { findLoaded, LoadedContacts } from './loaded.ts';
import { projectContact, reflectContact, startContact } from './position.ts';
import { articulatedBodies, readContacts, writeContact } from './record.ts';
import { type FreeMotion, foreseeContact, renewContacts } from './renew.ts';
import { bookContact, prepareContact, sweepContact, warmArticulated, warmContact } from './soft.ts';
import { ContactSubstep } from './substep.ts';

/** Sweeps over contacts of islands whose joints are at their bounds, at most. */
const REBOUNDS = 4;

/** Impacts of articulated bodies are tried out for the sides of rows with bounds, at most so often. */
const TRIALS = 3;

export class Contacts {
  private readonly substep: ContactSubstep;
  private readonly contacts: Contact[];
  /** Those of bodies whose joints are solved directly, and all others. */
  private articulated: { contact: Contact; pair: ArticulatedPair }[] = [];
  private plain: Contact[];
  /** Of the plain ones those that are solved together. */
  private loaded: LoadedContacts | null = null;

  private readonly free: FreeMotion = new Map();

  /** The bodies have been read. `collision`: what finds contacts anew. */
  constructor(
    private readonly memory: StateMemory,
    private readonly bodies: readonly Body[],
    substep: Substep,
    private readonly collision: CollisionKernels | null = null,
  ) {
    this.substep = new ContactSubstep(memory, substep);
    this.contacts = readContacts(memory, bodies, this.substep);
    this.plain = this.contacts;
  }

  /** Sorts out those whose bodies are held by joints of these islands. */
  articulate(memory: StateMemory, islands: readonly DirectIsland[]): void {
    if (!this.any) return;
    const bodies = articulatedBodies(memory, this.bodies);
    const islandOf = (body: Body) => (bodies.has(body) ? (islands.find((island) => island.has(body)) ?? null) : null);
    // Its contacts do not feel its joints, and push it alone before these are solved.
    const isPushedAlone = (body: Body) => !bodies.has(body) && islands.some((island) => island.has(body));
    for (const body of bodies) for (const island of islands) if (island.has(body)) island.touches = true;
    this.plain = [];
    for (const contact of this.contacts) {
      const [a, b] = [islandOf(contact.a), islandOf(contact.b)];
      if ((!a && !b) || isPushedAlone(contact.a) || isPushedAlone(contact.b)) {
        this.plain.push(contact);
        continue;
      }
      const pair = new ArticulatedPair(contact.a, contact.b, a, b);
      contact.pair = pair;
      this.articulated.push({ contact, pair });
    }
    this.alignCenters();
  }

  /** Whether some bodies overlap that have from the start. */
  get anyEntangled(): boolean {
    return this.contacts.some(({ entangled }) => entangled);
  }

  /** Of those that overlap from the start, joints are to connect the bodies: they do so within each of these sets. */
  entangle(assemblies: readonly (readonly Body[])[]): void {
    const assemblyOf = new Map(assemblies.flatMap((bodies) => bodies.map((body) => [body, bodies] as const)));
    for (const contact of this.contacts) {
      const assembly = assemblyOf.get(contact.a);
      contact.entangled &&= assembly !== undefined && assembly === assemblyOf.get(contact.b);
    }
  }

  /** Finds those of light bodies under heavy ones. */
  findLoaded(): void {
    if (this.substep.positional) return;
    const loaded = findLoaded(this.plain, this.substep);
    this.loaded = loaded.length > 0 ? new LoadedContacts(loaded) : null;
  }

  /** Friction acts on both of them where it acts on A. */
  private alignCenters(): void {
    for (const { contact } of this.articulated) {
      const { armA, armB } = contact.points[0];
      contact.centerB = contact.centerA.minus(armA.minus(armB));
    }
  }

  [Symbol.iterator](): Iterator<Contact> {
    return this.contacts[Symbol.iterator]();
  }

  /** m/s: slower impacts do not bounce; and bodies that overlap part at most as fast. */
  get bounceSpeed(): number {
    return this.substep.bounceSpeed;
  }
  get depenetrationSpeed(): number {
    return this.substep.depenetrationSpeed;
  }

  get any(): boolean {
    return this.contacts.length > 0;
  }

  /** Impacts, before joints are solved; `islands`: those that contacts feel. */
  meet(substep: Substep, islands: readonly DirectIsland[]): void {
    if (this.substep.positional) return;
    forgetDrifts(this.plain);
    if (this.plain.some((contact) => meets(contact, this.substep))) {
      noteMeans(this.plain);
      this.whileTurning(substep, () => {
        noteDrifts(this.plain);
        meetContacts(this.plain, this.substep);
      });
    }
    const articulated = this.articulated.map(({ contact }) => contact);
    if (!articulated.some((contact) => meets(contact, this.substep))) return;
    this.whileTurning(substep, () => {
      for (const island of islands) island.prepareImpacts(substep);
      for (let trial = 0; trial < TRIALS && this.tryImpacts(articulated, islands); trial++) {}
      this.meetArticulated(articulated);
      for (const island of islands) island.impact.finish();
    });
  }

  /** Has islands alone feel the impacts, for the sides of their rows with bounds; whether some of these change it. */
  private tryImpacts(contacts: readonly Contact[], islands: readonly DirectIsland[]): boolean {
    for (const contact of contacts) {
      const free = [contact.a, contact.b].filter((body) => !islands.some((island) => island.has(body)));
      const before = free.map(({ angularVelocity, velocity }) => [velocity.times(1), angularVelocity.times(1)]);
      meetContact(contact, this.substep, false);
      free.forEach((body, index) => {
        body.velocity.assign(before[index][0]);
        body.angularVelocity.assign(before[index][1]);
      });
    }
    return islands.filter((island) => island.yieldToImpacts()).length > 0;
  }

  /** Solves impacts with the angular velocities that bodies have at the moment. */
  private whileTurning(substep: Substep, solve: () => void): void {
    const turning = this.bodies.filter((body) => body.isDynamic && substep.gyroscopic === Gyroscopic.Implicit);
    for (const body of turning) body.turnAsNow();
    solve();
    for (const body of turning) body.turnStruck(substep);
  }

  private meetArticulated(contacts: readonly Contact[]): void {
    for (let turn = 0; turn < MOST_MOMENTS; turn++) {
      let met = false;
      for (const contact of contacts) met = meetContact(contact, this.substep, true) || met;
      if (!met) return;
    }
  }

  /** Effective masses are not those of the bodies any more, which turn less easily in this substep than in others. */
  prepareAnew(): void {
    for (const contact of this.plain) contact.renewed = true;
    this.loaded?.forget();
  }

  /** Before the first sweep. */
  warm(): void {
    if (this.substep.foresees) this.noteFreeMotion();
    for (const contact of this.plain) this.substep.positional ? startContact(contact) : warmContact(contact);
    for (const { contact, pair } of this.articulated) warmArticulated(contact, pair);
  }

  private noteFreeMotion(): void {
    for (const contact of this.plain) {
      for (const body of [contact.a, contact.b])
        this.free.set(body, { velocity: body.velocity.times(1), angularVelocity: body.angularVelocity.times(1) });
    }
  }

  /** After islands have been solved; `rebound` solves those again whose joints that asks for more than they may give: whether there are some. */
  solveArticulated(rebound: (both: boolean) => boolean): void {
    if (this.articulated.length === 0) return;
    for (let sweep = 0; sweep < REBOUNDS; sweep++) {
      for (const { contact } of this.articulated) prepareContact(contact);
      for (const { contact } of this.articulated) sweepContact(contact, this.substep, true);
      if (!rebound(sweep < REBOUNDS / 2)) return;
    }
  }

  solve(): void {
    this.loaded?.solve(this.substep, true);
    for (const contact of this.plain) this.project(contact);
  }

  solveBack(): void {
    for (let k = this.plain.length - 1; k >= 0; k--) this.project(this.plain[k]);
  }

  /** Each for a sweep in which none sees what the others do. */
  get constraints(): Constraint[] {
    return this.plain.map((contact) => ({
      bodies: [contact.a, contact.b],
      solve: () => {
        contact.renewed = true;
        this.project(contact);
      },
    }));
  }

  private project(contact: Contact): void {
    const { collision, memory, substep } = this;
    if (contact.renewed && !substep.positional) prepareContact(contact);
    if (substep.foresees && collision) foreseeContact(memory, collision, contact, this.free, substep.duration);
    if (substep.positional) projectContact(contact, substep);
    else sweepContact(contact, substep, true);
  }

  /** After the bodies have moved. `renewed`: some island answers otherwise than when its contacts were solved. `giveBack`: whether some has given back what rows cannot give. */
  relax(renewed: boolean, giveBack: () => boolean): void {
    const { articulated, plain, substep } = this;
    if (renewed) for (const { contact } of articulated) prepareContact(contact);
    for (let sweep = 0; sweep < REBOUNDS && articulated.length > 0; sweep++) {
      for (let k = articulated.length - 1; k >= 0; k--) sweepContact(articulated[k].contact, substep, false);
      if (!giveBack()) break;
      for (const { contact } of articulated) prepareContact(contact);
    }
    for (const { contact } of articulated) bookContact(contact);
    this.loaded?.solve(substep, false);
    if (substep.positional) for (const contact of plain) reflectContact(contact, substep);
    else for (let k = plain.length - 1; k >= 0; k--) sweepContact(plain[k], substep, false);
  }

  /** The same, with none seeing what the others do. */
  relaxAtOnce(): void {
    const { plain, substep } = this;
    const relax = (contact: Contact) => {
      if (substep.positional) return reflectContact(contact, substep);
      prepareContact(contact);
      sweepContact(contact, substep, false);
    };
    sweepAtOnce(plain.map((contact) => ({ bodies: [contact.a, contact.b], solve: () => relax(contact) })));
    for (const contact of plain) contact.renewed = true;
  }

  /** In place of both, where velocities stay as they are. */
  book(): void {
    for (const contact of this.contacts) {
      for (const point of contact.points) point.total += point.impulse;
      contact.frictionTotal.assign(contact.frictionTotal.plus(contact.friction));
    }
  }

  /** Finds those anew whose normals turn in a step, in each substep but the first. */
  renew(memory: StateMemory, collision: CollisionKernels): void {
    if (renewContacts(memory, collision, this.contacts, this.bodies)) this.loaded?.forget();
    this.alignCenters();
  }

  /** Writes the loads of a step of `dt` s. */
  write(memory: StateMemory, dt: number): void {
    const { duration } = this.substep;
    const part = tellingOf(memory, duration);
    for (const contact of this.contacts) writeContact(memory, contact, dt, duration, part);
  }
}
