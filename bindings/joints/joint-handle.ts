import type { Body } from '../body.ts';
import { HolonomicError } from '../errors.ts';
import { JointRecord } from '../layout.ts';
import type { StateMemory } from '../memory.ts';
import type { World } from '../world.ts';

interface Binding {
  world: World;
  index: number;
}

/** What all members of a joint need: its bodies, and where its record is once it has been added. */
export abstract class JointHandle<UserData = unknown> {
  /** For what users keep with the joint. */
  userData: UserData = undefined as UserData;
  #binding: Binding | null = null;
  protected bodies: { a: Body | null; b: Body | null } = { a: null, b: null };

  /** @internal */
  protected static isHandle(value: unknown): boolean {
    return typeof value === 'object' && value !== null && #binding in value;
  }

  /** Body A; null is the world. */
  get a(): Body | null {
    return this.bodies.a;
  }
  get b(): Body | null {
    return this.bodies.b;
  }
  /** Slot of the joint in its world; -1 before it is added. */
  get index(): number {
    return this.#binding?.index ?? -1;
  }
  get world(): World | null {
    return this.#binding?.world ?? null;
  }
  get alive(): boolean {
    return this.#binding?.world.isJointAlive(this) ?? false;
  }

  protected bind(world: World, index: number): void {
    this.#binding = { world, index };
  }

  protected bound(): Binding {
    if (!this.#binding) throw new HolonomicError('removed-handle', 'This joint is in no world yet; add it with world.addJoint first.');
    return this.#binding;
  }

  /** @internal */
  record(): number {
    return this.bound().world.jointRecord(this);
  }

  /** @internal The same, to be called before the records of the joint are changed. */
  changing(): number {
    const record = this.record();
    this.bound().world.requireIdle();
    return record;
  }

  /** @internal Wakes the bodies of the joint. */
  wake(): void {
    this.bound().world.store.wake(this.index);
  }

  /** @internal */
  hasFlag(flag: number): boolean {
    return (this.memory.u32[(this.record() + JointRecord.flags) >>> 2] & flag) !== 0;
  }

  /** @internal */
  setFlag(flag: number, on: boolean): void {
    const index = (this.changing() + JointRecord.flags) >>> 2;
    const { u32 } = this.memory;
    u32[index] = on ? u32[index] | flag : u32[index] & ~flag;
  }

  /** @internal */
  read(field: number): number {
    return this.memory.f64[(this.record() + field) >>> 3];
  }

  /** @internal Writes a number of the record, and wakes the joint's bodies. Joints are sorted by whether they have a compliance, so they may have to be sorted anew. */
  write(field: number, value: number): void {
    this.memory.f64[(this.changing() + field) >>> 3] = value;
    this.bound().world.markTopology();
    this.bound().world.store.wake(this.index);
  }

  protected get memory(): StateMemory {
    return this.bound().world.memory;
  }
}
