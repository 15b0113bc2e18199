import { HolonomicError } from '../core/errors.ts';
import type { World } from '../world/world.ts';

/** What all members of a body need: where its record is. */
export abstract class BodyHandle<UserData = unknown> {
  readonly world: World;
  /** Slot of the body: its row in `world.transforms` and `world.velocities`. */
  readonly index: number;
  #userData: unknown;

  /** @internal */
  constructor(world: World, index: number) {
    if (!world) throw new HolonomicError('invalid-argument', 'Bodies are made by world.addBody({ ... }).');
    this.world = world;
    this.index = index;
    Object.freeze(this);
  }

  /** @internal Whether a value is a body, and does not only say so. */
  static isBody(value: unknown): value is BodyHandle {
    return typeof value === 'object' && value !== null && #userData in value;
  }

  /** For what users keep with the body. */
  get userData(): UserData {
    return this.#userData as UserData;
  }
  set userData(value: UserData) {
    this.#userData = value;
  }

  protected get memory() {
    return this.world.memory;
  }

  /** Byte offset of the record. */
  protected record(): number {
    return this.world.bodyRecord(this);
  }

  /** The same, to be called before the record is changed. */
  protected changing(): number {
    this.world.requireIdle();
    return this.world.bodyRecord(this);
  }
}
