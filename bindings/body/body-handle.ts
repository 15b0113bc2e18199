import type { Vec3 } from '../core/arguments.ts';
import type { WorldContext } from '../core/context.ts';
import { HolonomicError } from '../core/errors.ts';
import type { HandleTypes } from '../core/handle-types.ts';
import type { ShapeStore } from '../shape/shape-store.ts';

/** A vector to be written at a byte offset. */
export type VectorChange = [offset: number, value: Vec3];

/** What the joints at a body have to do when it changes. */
export interface JointsAtBodies {
  /** To be called when a body has been put elsewhere. */
  place(body: number): void;
  /** Anchors, and points of paths, where they are once a centre of mass has moved by `shift`. Throws `invalid-argument`. */
  shifted(body: number, shift: Vec3): VectorChange[];
  /** To be called before a body changes its type; what it returns, afterwards. */
  retype(body: number): () => void;
}

/** What bodies need of the world that they are in. */
export interface BodyHost {
  readonly world: HandleTypes['World'];
  readonly context: WorldContext;
  readonly shapes: ShapeStore;
  readonly joints: JointsAtBodies;
  isAlive(body: BodyHandle): boolean;
  /** Byte offset of a body's record. Throws `removed-handle`. */
  recordOf(body: BodyHandle): number;
  /** Writes a body's pose and velocity to the bulk views. */
  publish(slot: number): void;
  /** The same of one of the two. */
  publishPose(slot: number): void;
  publishVelocity(slot: number): void;
}

/** What all members of a body need: where its record is. */
export abstract class BodyHandle<UserData = unknown> {
  readonly world: HandleTypes['World'];
  /** Slot of the body: its row in `world.transforms` and `world.velocities`. */
  readonly index: number;
  readonly #host: BodyHost;
  #userData: unknown;

  /** @internal */
  constructor(host: BodyHost, index: number) {
    if (!host) throw new HolonomicError('invalid-argument', 'Create bodies with world.addBody({ ... }).');
    this.#host = host;
    this.world = host.world;
    this.index = index;
    Object.freeze(this);
  }

  /** @internal Whether a value is a body, and does not only say so. */
  static isBody(value: unknown): value is BodyHandle {
    return typeof value === 'object' && value !== null && #userData in value;
  }

  /** Your own data. */
  get userData(): UserData {
    return this.#userData as UserData;
  }
  set userData(value: UserData) {
    this.#userData = value;
  }

  protected host(): BodyHost {
    return this.#host;
  }
  protected get memory() {
    return this.#host.context.memory;
  }

  /** Byte offset of the record. */
  protected record(): number {
    return this.#host.recordOf(this);
  }

  /** The same, to be called before the record is changed. */
  protected changing(): number {
    this.#host.context.requireIdle();
    return this.#host.recordOf(this);
  }
}
