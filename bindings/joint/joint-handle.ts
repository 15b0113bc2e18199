import type { Body } from '../body/body.ts';
import type { Quat, Vec3 } from '../core/arguments.ts';
import { HolonomicError } from '../core/errors.ts';
import type { HandleTypes } from '../core/handle-types.ts';
import { JointRecord, type JointType, type Coordinate as Kind } from '../core/layout.ts';
import type { StateMemory } from '../core/memory.ts';
import type { Pool } from '../core/pool.ts';
import { CoordinateChain, type CoordinateHost, type Solution } from './coordinate-chain.ts';
import { coordinateValue, type Placement } from './coordinate-geometry.ts';
import type { Limit } from './limits.ts';

/** What joints need of the world that they are in. */
export interface JointHost extends CoordinateHost {
  readonly world: HandleTypes['World'];
  readonly joints: Pool;
  readonly points: Pool;
  isAlive(joint: JointHandle): boolean;
  /** Byte offset of a joint's record. Throws `removed-handle`. */
  recordOf(joint: JointHandle): number;
  bodyAt(slot: number): Body | null;
  jointAt(slot: number): JointHandle | undefined;
  /** What couples a joint, in order of their slots. */
  couplingsOf(index: number): JointHandle[];
  /** Slots of the points of a joint's path from its first on; none where it has no path. */
  pointSlots(index: number): number[];
  /** To be called when a joint comes into force, or is put elsewhere. */
  placed(joint: JointHandle): void;
  /** Makes the bodies of a joint collide or not, as the joint wants it while it is `alive`. */
  updateIgnored(index: number, alive: boolean): void;
  /** To be called when a joint begins or ceases to act on its bodies. */
  restart(index: number): void;
  /** Time from the last substep's load to the end of its step, in parts of that from the step's mean load. */
  loadAhead(): number;
  /** To be called when a motor helps another. */
  noteHelp(): void;
}

export type Side = 'A' | 'B';
/** Why anchors and frames of a joint cannot be set, and what to do. */
export type RigidParts = Partial<Record<`${'anchor' | 'frame'}${Side}`, string>>;

interface Binding {
  host: JointHost;
  index: number;
}

/** What all members of a joint need: its bodies, where its record is once it has been added, and what its type makes of it. */
export abstract class JointHandle<UserData = unknown> {
  /** @internal */
  abstract readonly type: JointType;
  /** Your own data. */
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
  get world(): HandleTypes['World'] | null {
    return this.#binding?.host.world ?? null;
  }
  get alive(): boolean {
    return this.#binding?.host.isAlive(this) ?? false;
  }

  protected bind(host: JointHost, index: number): void {
    this.#binding = { host, index };
  }

  /** @internal Throws `removed-handle` before the joint has been added. */
  host(): JointHost {
    if (!this.#binding) throw new HolonomicError('removed-handle', 'This joint has not been added to a world; call world.addJoint first.');
    return this.#binding.host;
  }

  /** @internal */
  record(): number {
    return this.host().recordOf(this);
  }

  /** @internal The same, to be called before the records of the joint are changed. */
  changing(): number {
    const record = this.record();
    this.host().context.requireIdle();
    return record;
  }

  /** @internal Wakes the bodies of the joint. */
  wake(): void {
    this.host().wake(this.index);
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

  /** @internal Writes a number of the record, and wakes the joint's bodies. Joints are sorted by whether they have a compliance, so they may have to be sorted again. */
  write(field: number, value: number): void {
    this.store(field, value);
    this.host().context.markTopology();
    this.wake();
  }

  /** Only writes it: of a joint that is being added, whose bodies are woken once all is there. */
  protected store(field: number, value: number): void {
    this.memory.f64[(this.changing() + field) >>> 3] = value;
  }

  protected get memory(): StateMemory {
    return this.host().context.memory;
  }

  /** @internal The records of the joint's coordinates. */
  get chain(): CoordinateChain {
    const host = this.host();
    this.record();
    return new CoordinateChain(host, this, this.index);
  }

  /** @internal The joint's coordinate is held in [lower, upper]. */
  abstract setInterval(lower: number, upper: number, compliance: number): void;

  /** World orientation of the joint's frame on body A. */
  protected abstract frameWorldA(): Quat;
  protected abstract frameWorldB(): Quat;

  /** @internal Where the joint is now. */
  placement(): Placement {
    return this.chain.placement(this.frameWorldA(), this.frameWorldB());
  }
  /** @internal Value of a coordinate now. */
  coordinateValue(kind: Kind): number {
    return coordinateValue(kind, this.placement());
  }

  /** @internal The coordinates that are free, by name. */
  kinds(): Readonly<Record<string, Kind>> {
    return {};
  }
  /** @internal How the joint is solved: by rows, by a kernel of its own, or by that until more is wanted than it does. */
  solution(): Solution {
    return 'kernel';
  }
  /** @internal Why some of the anchors and frames cannot be set. */
  rigidParts(): RigidParts {
    return {};
  }
  /** @internal The axis on body B, in the joint's frame. */
  localAxisB(): Vec3 {
    return [1, 0, 0];
  }
  /** @internal To be called when anchors or frames were set. */
  relocate(): void {}
  /** @internal What to set instead of what this joint does not have. */
  substitutes(): { compliance?: string; damping?: string } {
    return {};
  }
  /** @internal Throws if the joint cannot do with these limits of a coordinate. */
  checkLimit(_kind: Kind, _limit: Pick<Limit, 'lower' | 'upper'> | null): void {}
  /** @internal The coordinates that the joint locks when it is solved by rows, as a mask. */
  initialLocks(): number {
    return 0;
  }
  /** @internal The coordinate that the interval in the joint's own record is about. */
  intervalKind(): Kind | null {
    return null;
  }
}
