import type { Body } from '../body/body.ts';
import {
  type PairMaterial,
  type PairMaterialOptions,
  pairKey,
  pairMaterialAt,
  readPairMaterial,
  writePairMaterial,
} from '../body/pair-materials.ts';
import { boolean, integer } from '../core/arguments.ts';
import type { WorldContext } from '../core/context.ts';
import { HolonomicError } from '../core/errors.ts';
import { fixedParts } from '../core/geometry.ts';
import { WorldRecord } from '../core/layout.ts';
import type { CollisionKernels, StateMemory } from '../core/memory.ts';
import { type Contact, ContactReader, copyContact } from './contacts.ts';
import { groupsMeet, LAST_GROUP, writeGroups } from './group-table.ts';
import { livePairs, pairBodies } from './pairs.ts';

/** To be thrown once what had memory has been done. */
export function lackOfMemory(done: string): HolonomicError {
  return new HolonomicError(
    'out-of-memory',
    `${done}, but there was no memory for some pairs of bodies, contacts or events; use fewer bodies, or a larger \`maxMemory\`.`,
  );
}

/** Whether memory was missing for something in the last step or since. */
export function lacksMemory(context: WorldContext): boolean {
  return context.readCount(WorldRecord.lacks) !== 0;
}

/** The kernels of collision; throws `unsupported` where there are none. */
export function requireCollision({ live: { collision } }: WorldContext, method: string): CollisionKernels {
  if (collision) return collision;
  throw new HolonomicError(
    'unsupported',
    `${method} needs WebAssembly with SIMD, which this JavaScript engine lacks or this page's content security policy forbids.`,
  );
}

/** Members of a world for collision filters and contacts. */
export interface CollisionMembers {
  /** Disables collisions of two bodies. (Bodies that a joint connects do not collide anyway, unless its `collideConnected` is set.) */
  ignoreCollisions(a: Body, b: Body): void;
  /** Enables collisions of two bodies again after `ignoreCollisions`. */
  allowCollisions(a: Body, b: Body): void;
  /** Whether `ignoreCollisions` is in effect for two bodies. */
  ignoresCollisions(a: Body, b: Body): boolean;
  /**
   * Sets whether bodies in group `a` may touch bodies in group `b`; the two may be the same. Groups are numbered 0 to 31: group n is bit
   * `1 << n` of `collisionGroup`. All groups collide by default. Masks still apply, and two bodies may touch if any group of one may touch any
   * group of the other. A change ends contacts that are no longer allowed. Queries are not affected. Throws `invalid-argument`, or
   * `out-of-memory`.
   */
  setGroupsCollide(a: number, b: number, collide: boolean): void;
  /** Whether bodies of two groups may touch. */
  groupsCollide(a: number, b: number): boolean;
  /**
   * Overrides friction, restitution, compliance, rolling and torsional friction between the materials with the ids `a` and `b`, 0 to 255,
   * which may be equal. Omitted coefficients are combined from the two surfaces as usual. Each call replaces the previous override; null
   * removes it. Throws `invalid-argument` or `out-of-memory`.
   */
  setPairMaterial(a: number, b: number, material: PairMaterialOptions | null): void;
  /** The override for two materials; null if there is none. */
  pairMaterial(a: number, b: number): Readonly<PairMaterial> | null;
  /**
   * Finds the contacts of the bodies at their current poses, without a step; `contacts` returns them. Steps do this by themselves. The
   * contacts count as a step older in the next step, which may therefore differ in the last bits from a run without this call; restore a
   * `snapshot` taken before if that matters. Throws `out-of-memory` if memory is missing for some of them; the others have been found.
   */
  detectCollisions(): void;
  /**
   * The contacts that the last step found at its start, with their forces; or those of `detectCollisions`, without forces. Sensors have
   * none.
   */
  contacts(): Contact[];
  /**
   * Calls a function for each contact. The function gets the same object each time, with other contents: copy what you keep. Nothing is
   * allocated. The function may query the world, but calls that would change it throw `busy`. Throws `invalid-argument` if `callback` is
   * not a function.
   */
  forEachContact(callback: (contact: Contact) => void): void;
  /** The pairs of bodies whose boxes overlap in the broad phase. */
  collisionPairs(): [Body, Body][];
}

/** The bodies of a world, as far as what asks about them needs them. */
export interface QueryBodies {
  /** Body of a slot; null for the world. */
  at(slot: number): Body | null;
  /** Throws unless the body is one of this world that has not been removed. */
  check(body: Body, method: string): void;
}

/** Who is near whom in a world, who passes through whom, and where they touch. */
export class CollisionSpace implements CollisionMembers {
  private readonly reader = new ContactReader();

  constructor(
    private readonly context: WorldContext,
    private readonly bodies: QueryBodies,
    /** How many joints keep two bodies from colliding. */
    private readonly ignoringJoints: (a: number, b: number) => number,
  ) {}

  ignoreCollisions(a: Body, b: Body): void {
    this.setIgnored(a, b, true, 'ignoreCollisions');
  }
  allowCollisions(a: Body, b: Body): void {
    this.setIgnored(a, b, false, 'allowCollisions');
  }
  ignoresCollisions(a: Body, b: Body): boolean {
    return this.isIgnored(a, b, 'ignoresCollisions');
  }

  setGroupsCollide(a: number, b: number, collide: boolean): void {
    const [one, other] = [integer(a, 'a', 0, LAST_GROUP), integer(b, 'b', 0, LAST_GROUP)];
    boolean(collide, 'collide');
    const collision = requireCollision(this.context, 'setGroupsCollide');
    this.context.requireIdle();
    if (groupsMeet(this.context.memory, one, other) === collide) return;
    writeGroups(this.memoryNow, collision, one, other, collide);
    this.context.wakeAll();
    collision.refilterAll();
  }
  groupsCollide(a: number, b: number): boolean {
    const [one, other] = [integer(a, 'a', 0, LAST_GROUP), integer(b, 'b', 0, LAST_GROUP)];
    requireCollision(this.context, 'groupsCollide');
    return groupsMeet(this.context.memory, one, other);
  }

  setPairMaterial(a: number, b: number, material: PairMaterialOptions | null): void {
    const key = pairKey(a, b);
    const set = material === null ? null : readPairMaterial(material);
    const collision = requireCollision(this.context, 'setPairMaterial');
    this.context.requireIdle();
    writePairMaterial(this.memoryNow, collision, key, set);
    this.context.wakeAll();
  }
  pairMaterial(a: number, b: number): Readonly<PairMaterial> | null {
    const key = pairKey(a, b);
    requireCollision(this.context, 'pairMaterial');
    return fixedParts(pairMaterialAt(this.context.memory, key));
  }

  detectCollisions(): void {
    this.context.requireIdle();
    requireCollision(this.context, 'detectCollisions').detect(0);
    if (lacksMemory(this.context)) throw lackOfMemory('Collisions were detected');
  }

  contacts(): Contact[] {
    const contacts: Contact[] = [];
    this.forEachContact((contact) => contacts.push(copyContact(contact)));
    return contacts;
  }

  forEachContact(callback: (contact: Contact) => void): void {
    requireCollision(this.context, 'forEachContact');
    if (typeof callback !== 'function') throw new HolonomicError('invalid-argument', 'forEachContact takes a function of a contact.');
    const reader = this.context.isVisited ? new ContactReader() : this.reader; // the other one is in use
    this.context.visit(() => reader.visit(this.memoryNow, this.bodies.at, callback));
  }
  private readonly memoryNow = (): StateMemory => this.context.memory;

  collisionPairs(): [Body, Body][] {
    requireCollision(this.context, 'collisionPairs');
    const { memory } = this.context;
    return [...livePairs(memory)].map((pair) => pairBodies(memory, pair).map((slot) => this.bodies.at(slot) as Body) as [Body, Body]);
  }

  private isIgnored(a: Body, b: Body, method: string): boolean {
    for (const body of [a, b]) this.bodies.check(body, method);
    if (a === b) throw new HolonomicError('invalid-argument', `${method} needs two different bodies.`);
    return requireCollision(this.context, method).ignoredCount(a.index, b.index) > this.ignoringJoints(a.index, b.index);
  }
  private setIgnored(a: Body, b: Body, ignored: boolean, method: string): void {
    const isIgnored = this.isIgnored(a, b, method);
    const collision = requireCollision(this.context, method);
    this.context.requireIdle();
    if (!isIgnored && ignored) collision.reservePlace();
    for (const body of [a, b]) this.context.wakeBody(body.index);
    if (isIgnored !== ignored) collision.ignorePair(a.index, b.index, ignored ? 1 : -1);
  }
}
