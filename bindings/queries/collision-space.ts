import { boolean, integer } from '../arguments.ts';
import type { Body } from '../body.ts';
import { HolonomicError } from '../errors.ts';
import { Events } from '../events.ts';
import { fixedParts } from '../geometry.ts';
import { groupsMeet, LAST_GROUP, writeGroups } from '../group-table.ts';
import type { HandleTable } from '../handles.ts';
import type { JointStore } from '../joint-store.ts';
import { BodyRecord, WorldRecord } from '../layout.ts';
import type { Backend, CollisionKernels, StateMemory } from '../memory.ts';
import {
  type PairMaterial,
  type PairMaterialOptions,
  pairKey,
  pairMaterialAt,
  readPairMaterial,
  writePairMaterial,
} from '../pair-materials.ts';
import type { ShapeStore } from '../shape-store.ts';
import type { ShapeBase } from '../shapes/shape.ts';
import { type Contact, ContactReader, copyContact, livePairs, pairBodies } from './contacts.ts';

/** To be thrown once what had memory has been done. */
export function lackOfMemory(done: string): HolonomicError {
  return new HolonomicError(
    'out-of-memory',
    `${done}, but there was no memory for some pairs of bodies, contacts or events; use fewer bodies, or a larger \`maxMemory\`.`,
  );
}

/** The part of a world that knows which bodies are near each other and where they touch. */
export abstract class CollisionSpace {
  /** @internal */
  protected abstract get live(): Backend;
  /** @internal */
  abstract readonly shapes: ShapeStore;
  /** @internal Throws unless the body is one of this world that has not been removed. */
  protected abstract checkBody(body: Body, method: string): void;
  /** @internal */
  abstract readonly store: JointStore;
  /** @internal Byte offset of the body's record in a slot. */
  abstract bodyOffset(index: number): number;
  /** @internal Body of a slot; null for the world. */
  abstract readonly slotBody: (slot: number) => Body | null;
  /** @internal */
  abstract readonly bodyHandles: HandleTable<Body>;
  /** @internal */
  abstract get memory(): StateMemory;

  /** What happened in the last step and since: contacts, sensors, sleep, broken joints. */
  readonly events = new Events(this);
  private readonly reader = new ContactReader();
  /** Callbacks that are running and must not change the world. */
  private visits = 0;

  /** @internal Calls what calls users back, who cannot change the world meanwhile. */
  protected visit<Result>(run: () => Result): Result {
    this.visits += 1;
    try {
      return run();
    } finally {
      this.visits -= 1;
    }
  }
  /** @internal To be called before anything changes. */
  requireIdle(): void {
    if (this.visits === 0) return;
    throw new HolonomicError(
      'busy',
      'The world cannot change while forEachContact or a filter calls back; note what is to be done, and do it when they have returned.',
    );
  }

  /** Two bodies pass through each other from now on. (Those that a joint connects do so anyway, unless its `collideConnected` is set.) */
  ignoreCollisions(a: Body, b: Body): void {
    this.setIgnored(a, b, true, 'ignoreCollisions');
  }
  /** Takes `ignoreCollisions` for the same bodies back. */
  allowCollisions(a: Body, b: Body): void {
    this.setIgnored(a, b, false, 'allowCollisions');
  }

  /** Whether `ignoreCollisions` holds for two bodies. */
  ignoresCollisions(a: Body, b: Body): boolean {
    return this.isIgnored(a, b, 'ignoresCollisions');
  }

  /**
   * Sets whether bodies of two groups, numbers from 0 to 31, may touch; all do by default. It counts besides the masks: of two bodies some
   * group of the one has to meet some group of the other. The two may be the same. Bit `1 << n` of `collisionGroup` is that of group n. Throws
   * `invalid-argument`, or `out-of-memory`.
   */
  setGroupsCollide(a: number, b: number, collide: boolean): void {
    const [one, other] = [integer(a, 'a', 0, LAST_GROUP), integer(b, 'b', 0, LAST_GROUP)];
    boolean(collide, 'collide');
    const collision = this.collision('setGroupsCollide');
    this.requireIdle();
    if (groupsMeet(this.live.memory, one, other) === collide) return;
    writeGroups(this.memoryNow, collision, one, other, collide);
    collision.wakeAll();
    collision.refilterAll();
  }
  /** Whether bodies of two groups may touch. */
  groupsCollide(a: number, b: number): boolean {
    const [one, other] = [integer(a, 'a', 0, LAST_GROUP), integer(b, 'b', 0, LAST_GROUP)];
    this.collision('groupsCollide');
    return groupsMeet(this.live.memory, one, other);
  }

  /**
   * Sets friction, restitution, compliance and the like for two materials together, known by the `id` of `material`, in place of what their
   * surfaces make of their own; null takes that back. The two may be the same. Throws `invalid-argument`, or `out-of-memory`.
   */
  setPairMaterial(a: number, b: number, material: PairMaterialOptions | null): void {
    const key = pairKey(a, b);
    const set = material === null ? null : readPairMaterial(material);
    const collision = this.collision('setPairMaterial');
    this.requireIdle();
    writePairMaterial(this.memoryNow, collision, key, set);
    collision.wakeAll();
  }
  /** What is set for two materials together; null where nothing is. */
  pairMaterial(a: number, b: number): Readonly<PairMaterial> | null {
    const key = pairKey(a, b);
    this.collision('pairMaterial');
    return fixedParts(pairMaterialAt(this.live.memory, key));
  }

  /**
   * Finds the contacts of the bodies where they are now, without a step; `contacts` tells them. A step does so by itself. Throws
   * `out-of-memory` where there is no memory for some of them: those that there is memory for have been found.
   */
  detectCollisions(): void {
    this.requireIdle();
    this.collision('detectCollisions').detect(0);
    if (this.lacksMemory) throw lackOfMemory('Collisions were detected');
  }

  /**
   * Whether memory was missing for some pairs, contacts or events in the last step or since: then steps do what they have memory for, bodies
   * may pass through each other, and what began may be told later.
   */
  get lacksMemory(): boolean {
    const { u32, world } = this.live.memory;
    return u32[(world + WorldRecord.lacks) >>> 2] !== 0;
  }

  /**
   * The contacts that the last step found at its start, with the forces that it found for them; or those that `detectCollisions` found,
   * without forces. Sensors have none.
   */
  contacts(): Contact[] {
    const contacts: Contact[] = [];
    this.forEachContact((contact) => contacts.push(copyContact(contact)));
    return contacts;
  }

  /**
   * Calls a function for each of `contacts`. It is given the same object each time, with other contents: copy what is to be kept. Nothing
   * is allocated. The function may ask the world anything; what would change it throws `busy`. Throws `invalid-argument`.
   */
  forEachContact(callback: (contact: Contact) => void): void {
    this.collision('forEachContact');
    if (typeof callback !== 'function') throw new HolonomicError('invalid-argument', 'forEachContact takes a function of a contact.');
    const reader = this.visits === 0 ? this.reader : new ContactReader(); // the other one is in use
    this.visits += 1;
    try {
      reader.visit(this.memoryNow, this.slotBody, callback);
    } finally {
      this.visits -= 1;
    }
  }
  private readonly memoryNow = (): StateMemory => this.live.memory;

  /** The pairs of bodies that the broad phase found to be near each other. */
  collisionPairs(): [Body, Body][] {
    this.collision('collisionPairs');
    const { memory } = this.live;
    return [...livePairs(memory)].map((pair) => pairBodies(memory, pair).map((slot) => this.slotBody(slot) as Body) as [Body, Body]);
  }

  /** @internal Whether bodies collide, and there are contacts to be read. */
  get hasCollision(): boolean {
    return this.live.collision !== null;
  }
  /** @internal The kernels of collision; throws `unsupported` where there are none. */
  protected collision(method: string): CollisionKernels {
    const { collision } = this.live;
    if (!collision)
      throw new HolonomicError(
        'unsupported',
        `${method} needs WebAssembly with SIMD, which this JavaScript engine has not or this page's content security policy forbids.`,
      );
    return collision;
  }

  /** @internal Slot plus one of a body's shape; 0 without one. */
  shapeReference(index: number): number {
    return this.live.memory.u32[(this.bodyOffset(index) + BodyRecord.shape) >>> 2];
  }
  /** @internal To be called when a body was set somewhere else. */
  placeBody(index: number): void {
    if (this.shapeReference(index)) this.live.collision?.placeBody(index);
  }
  /** @internal To be called when what a body may meet has changed. */
  refilterBody(index: number): void {
    this.live.collision?.refilterBody(index);
  }
  /** @internal Gives a body another shape, or none. Throws `out-of-memory`, and then nothing has changed. */
  replaceShape(index: number, shape: ShapeBase | null): void {
    const old = this.shapeReference(index);
    if (shape) this.reservePlace();
    const reference = shape ? this.shapes.acquire(shape) : 0;
    if (reference !== old) {
      this.wakeTouching(index);
      this.live.memory.u32[(this.bodyOffset(index) + BodyRecord.shape) >>> 2] = reference;
      this.refilterBody(index);
    }
    this.shapes.release(reference === old ? reference : old);
  }
  /** @internal Makes sure that a body can be placed, or a pair ignored, before anything changes. Throws `out-of-memory`. */
  reservePlace(): void {
    this.live.collision?.reservePlace();
  }
  /** @internal */
  abstract wakeBody(index: number): void;
  /** @internal */
  abstract wakeTouching(index: number): void;
  /** @internal */
  ignorePair(a: number, b: number, change: 1 | -1): void {
    this.live.collision?.ignorePair(a, b, change);
  }
  private isIgnored(a: Body, b: Body, method: string): boolean {
    for (const body of [a, b]) this.checkBody(body, method);
    if (a === b) throw new HolonomicError('invalid-argument', `${method} needs two different bodies.`);
    return this.collision(method).ignoredCount(a.index, b.index) > this.store.ignoringJoints(a.index, b.index);
  }
  private setIgnored(a: Body, b: Body, ignored: boolean, method: string): void {
    const isIgnored = this.isIgnored(a, b, method);
    const collision = this.collision(method);
    this.requireIdle();
    if (!isIgnored && ignored) collision.reservePlace();
    for (const body of [a, b]) this.wakeBody(body.index);
    if (isIgnored !== ignored) collision.ignorePair(a.index, b.index, ignored ? 1 : -1);
  }
}
