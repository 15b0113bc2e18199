import type { Quat } from '../core/arguments.ts';
import type { WorldContext } from '../core/context.ts';
import { BodyRecord, CoordinateRecord, JointFlag, JointRecord, JointType, Coordinate as Kind, Role, ScrewRecord } from '../core/layout.ts';
import type { StateMemory } from '../core/memory.ts';
import type { Pool } from '../core/pool.ts';
import { bodyRecord, readPoint, readVector } from '../core/records.ts';
import { coordinateDirection, coordinateValue, type Placement } from './coordinate-geometry.ts';
import { type CoordinateState, idle, readField, readLimit, rowsOf, writeLimit, writeState } from './coordinate-record.ts';
import type { Limit } from './limits.ts';
import { alongDirection, type CoordinateLoads, intervalField, type Load, type Period, scalarLoads, sum } from './loads.ts';

/** How a joint is solved: by rows, by a kernel of its own, or by that until something is wanted that only rows do. */
export type Solution = 'rows' | 'kernel' | 'promotable';

/** What a chain needs of the world that its joint is in. */
export interface CoordinateHost {
  readonly context: WorldContext;
  readonly coordinates: Pool;
  /** Slots of the records of a joint's coordinates, in the order in which they were made. */
  coordinateSlots(index: number): number[];
  /** Wakes the bodies of a joint. */
  wake(index: number): void;
}

/** What it needs of the joint. */
interface ChainOwner {
  readonly type: JointType;
  record(): number;
  hasFlag(flag: number): boolean;
  setFlag(flag: number, on: boolean): void;
  read(field: number): number;
  write(field: number, value: number): void;
  setInterval(lower: number, upper: number, compliance: number): void;
  kinds(): Readonly<Record<string, Kind>>;
  solution(): Solution;
  initialLocks(): number;
  intervalKind(): Kind | null;
  placement(): Placement;
}

/** The records of a joint's coordinates, a list in the memory; and what of the joint's record follows from them. */
export class CoordinateChain {
  constructor(
    private readonly host: CoordinateHost,
    private readonly joint: ChainOwner,
    private readonly index: number,
  ) {}

  /** Byte offset of the record of a coordinate, if it has one. */
  find(kind: Kind): number | null {
    const slot = this.slotOf(kind);
    return slot === null ? null : this.host.coordinates.offset(slot);
  }

  slotOf(kind: Kind): number | null {
    for (const slot of this.slots())
      if (this.memory.u32[(this.host.coordinates.offset(slot) + CoordinateRecord.kind) >>> 2] === kind) return slot;
    return null;
  }

  slots(): number[] {
    return this.host.coordinateSlots(this.index);
  }

  /** Makes the records of a joint that is being added. There has to be room for them. */
  create(states: readonly CoordinateState[]): void {
    let link = this.record + JointRecord.firstCoordinate;
    for (let k = 0; k < states.length; k++) {
      const record = this.append(link);
      writeState(this.memory, record, states[k]);
      link = record + CoordinateRecord.next;
    }
    const solution = this.joint.solution();
    if (solution === 'rows' || (solution === 'promotable' && states.length > 0)) this.solveByRows();
  }

  /** The record of a coordinate, made if it is not there: what the joint did by its own kernel is then done by rows. */
  ensure(kind: Kind): number {
    const known = this.find(kind);
    if (known !== null) return known;
    this.makeRoom(1);
    const last = this.slots().at(-1);
    const { coordinates } = this.host;
    const link = last === undefined ? this.record + JointRecord.firstCoordinate : coordinates.offset(last) + CoordinateRecord.next;
    const record = this.append(link);
    writeState(this.memory, record, idle(kind));
    if (!this.joint.hasFlag(JointFlag.Rows)) {
      if (kind === this.joint.intervalKind()) this.moveInterval(record);
      this.solveByRows();
    }
    return record;
  }

  /** Makes room for so many more records; the only way in which `ensure` can fail. */
  makeRoom(count: number): void {
    this.host.coordinates.makeRoom(count);
  }

  /** A new record, for which there is room, behind the `link` of the last one. */
  private append(link: number): number {
    const { coordinates } = this.host;
    const slot = coordinates.allocate();
    const record = coordinates.offset(slot);
    const { u32 } = this.memory;
    u32[(record + CoordinateRecord.joint) >>> 2] = this.index;
    u32[link >>> 2] = slot + 1;
    return record;
  }

  private solveByRows(): void {
    const { f64, u32 } = this.memory;
    this.joint.setFlag(JointFlag.Rows, true);
    u32[(this.record + JointRecord.locks) >>> 2] = this.joint.initialLocks();
    // The loads of locked rows mean something else than those of the kernel.
    f64.fill(0, (this.record + JointRecord.forceX) >>> 3, ((this.record + JointRecord.intervalLoad) >>> 3) + 1);
  }

  private moveInterval(record: number): void {
    const { joint } = this;
    if (joint.hasFlag(JointFlag.HasInterval)) {
      const [lower, upper] = [joint.read(JointRecord.lower), joint.read(JointRecord.upper)];
      const compliance = joint.read(JointRecord.intervalCompliance);
      writeLimit(this.memory, record, { lower, upper, compliance, damping: 0, restitution: 0 });
      this.memory.f64[(record + CoordinateRecord.boundLoad) >>> 3] = joint.read(JointRecord.intervalLoad);
      this.memory.f64[(record + CoordinateRecord.boundReaction) >>> 3] = joint.read(JointRecord.intervalReaction);
    }
    joint.setInterval(-Infinity, Infinity, 0);
  }

  /** Works out which rows the joint has, and what it tracks; to be called after any change of its records. */
  refresh(): void {
    const { joint, memory, record: own } = this;
    const { u32 } = memory;
    const flags = u32[(own + JointRecord.flags) >>> 2];
    if (flags & JointFlag.Rows) {
      const locks = u32[(own + JointRecord.locks) >>> 2];
      let rows = 0;
      let anySoft = false;
      for (let kind = 0; kind < Kind.Count; kind++) if (locks & (1 << kind)) rows |= 1 << (Role.Count * kind + Role.Bound);
      for (const slot of this.slots()) {
        const record = this.host.coordinates.offset(slot);
        const kind = u32[(record + CoordinateRecord.kind) >>> 2];
        if (locks & (1 << kind)) continue;
        const { roles, soft } = rowsOf(memory, record);
        rows |= roles << (Role.Count * kind);
        anySoft ||= soft;
      }
      u32[(own + JointRecord.rows) >>> 2] = rows;
      joint.setFlag(JointFlag.SoftRows, anySoft);
    }
    this.track(flags);
    this.host.context.markTopology();
    this.host.wake(this.index);
  }

  /** Starts to follow the twist, if the joint has one. */
  private track(flags: number): void {
    const { joint } = this;
    if (flags & JointFlag.TracksTwist) return;
    const mayTrack = (flags & JointFlag.Rows) !== 0 || joint.type === JointType.Hinge;
    if (!mayTrack || !hasTwist(joint.kinds())) return;
    const at = joint.placement();
    const { f64 } = this.memory;
    const { record } = this;
    f64[(record + JointRecord.twist) >>> 3] = coordinateValue(Kind.Twist, at);
    if (joint.type === JointType.Universal) f64[(record + JointRecord.secondTwist) >>> 3] = coordinateValue(Kind.SwingZ, at);
    joint.setFlag(JointFlag.TracksTwist, true);
  }

  /** Whether a record is that of a coordinate, and not what the joint keeps in place of one. */
  private isCoordinate(slot: number): boolean {
    const record = this.host.coordinates.offset(slot);
    return this.joint.type !== JointType.Path || this.memory.u32[(record + CoordinateRecord.kind) >>> 2] !== Kind.Extra;
  }

  /** Loads of the last substep on body B, at its anchor. */
  lastLoad(): Load {
    const { joint, memory, record } = this;
    const at = joint.placement();
    const along = (kind: Kind, size: number) => alongDirection(coordinateDirection(kind, at), size);
    const interval = joint.read(intervalField('substep'));
    if (!joint.hasFlag(JointFlag.Rows)) {
      const own = { force: readVector(memory, record + JointRecord.forceX), torque: readVector(memory, record + JointRecord.torqueX) };
      const kind = joint.intervalKind();
      return kind === null ? own : sum([own, along(kind, interval)]);
    }
    const locks = memory.u32[(record + JointRecord.locks) >>> 2];
    const loads: Load[] = [];
    for (let kind = 0; kind < Kind.Count; kind++)
      if (locks & (1 << kind)) loads.push(along(kind as Kind, kind === Kind.Extra ? interval : joint.read(JointRecord.forceX + 8 * kind)));
    for (const slot of this.slots()) {
      if (!this.isCoordinate(slot)) continue;
      const coordinate = this.host.coordinates.offset(slot);
      const kind = memory.u32[(coordinate + CoordinateRecord.kind) >>> 2] as Kind;
      const { limit, motor, friction } = scalarLoads((field) => readField(memory, coordinate, field), 'substep');
      loads.push(along(kind, limit + motor + friction));
    }
    return sum(loads);
  }

  /** Loads along the coordinates, but for what holds one at a value: that is left to the constraint. */
  loads(period: Period): CoordinateLoads[] {
    const { joint, memory } = this;
    const at = joint.placement();
    const loads = this.slots()
      .filter((slot) => this.isCoordinate(slot))
      .map((slot): CoordinateLoads => {
        const record = this.host.coordinates.offset(slot);
        const kind = memory.u32[(record + CoordinateRecord.kind) >>> 2] as Kind;
        const loads = scalarLoads((field) => readField(memory, record, field), period);
        if (holds(kind, readLimit(memory, record))) loads.limit = 0;
        return { direction: coordinateDirection(kind, at), ...loads };
      });
    const interval = joint.intervalKind();
    const isHeld = joint.read(JointRecord.lower) === joint.read(JointRecord.upper);
    if (interval !== null && !isHeld && !joint.hasFlag(JointFlag.Rows)) {
      const limit = joint.read(intervalField(period));
      loads.push({ direction: coordinateDirection(interval, at), limit, motor: 0, friction: 0 });
    }
    return loads;
  }

  placement(frameA: Quat, frameB: Quat): Placement {
    const { joint, memory, record } = this;
    const { f64, u32 } = memory;
    const bodyA = bodyRecord(memory, u32[(record + JointRecord.bodyA) >>> 2]);
    const bodyB = bodyRecord(memory, u32[(record + JointRecord.bodyB) >>> 2]);
    const screw = joint.type === JointType.Screw ? this.find(Kind.Extra) : null;
    const cone = this.find(Kind.Cone);
    return {
      type: joint.type,
      bodyA,
      bodyB,
      centerA: readVector(memory, bodyA + BodyRecord.positionX),
      centerB: readVector(memory, bodyB + BodyRecord.positionX),
      anchorA: readPoint(memory, bodyA, record + JointRecord.anchorAX),
      anchorB: readPoint(memory, bodyB, record + JointRecord.anchorBX),
      frameA,
      frameB,
      twist: f64[(record + JointRecord.twist) >>> 3],
      secondTwist: f64[(record + JointRecord.secondTwist) >>> 3],
      lead: screw === null ? 0 : readField(memory, screw, ScrewRecord.lead),
      coneY: cone === null ? 1 : readField(memory, cone, CoordinateRecord.lower),
      coneZ: cone === null ? 1 : readField(memory, cone, CoordinateRecord.upper),
    };
  }

  private get memory(): StateMemory {
    return this.host.context.memory;
  }

  private get record(): number {
    return this.joint.record();
  }
}

function hasTwist(kinds: Readonly<Record<string, Kind>>): boolean {
  for (const name in kinds) if (kinds[name] === Kind.Twist) return true;
  return false;
}

/** Whether limits hold a coordinate at a value. Those of a cone are half angles, which may well be the same. */
const holds = (kind: Kind, limit: Limit | null): boolean => limit !== null && kind !== Kind.Cone && limit.lower === limit.upper;
