// Coordinates of joints and the points of paths: each belongs to one joint, and its lists end.
import {
  CoordinateFlag,
  CoordinateRecord,
  CouplingRecord,
  CustomRowRecord,
  JointType,
  Coordinate as Kind,
  PathRecord,
  PointRecord,
  PulleyRecord,
  ScrewRecord,
  SpringRecord,
  WorldRecord,
} from '../core/layout.ts';
import { COORDINATE_POOL, POINT_POOL } from '../core/pool.ts';
import type { Blocks } from './blocks.ts';
import { Slots } from './slots.ts';
import {
  isBound,
  isCoefficient,
  isFinite64,
  isNonNegative,
  isThreshold,
  range,
  requireNumbers,
  requireSound,
  type SnapshotState,
  unsound,
} from './state.ts';

const FLAGS = Object.values(CoordinateFlag).reduce((all, flag) => all | flag, 0);
/** Points have no flags but that of being alive. */
const ALIVE = 1;

/** What all records have behind the drive, or what is in place of it. */
const COMMON = range(CoordinateRecord.boundLoad, CoordinateRecord.start);
const FINITE = [CoordinateRecord.target, CoordinateRecord.velocity, CoordinateRecord.secondaryTarget];
const COEFFICIENTS = [
  CoordinateRecord.stiffness,
  CoordinateRecord.quadraticStiffness,
  CoordinateRecord.damping,
  CoordinateRecord.secondaryStiffness,
  CoordinateRecord.secondaryDamping,
];
const NON_NEGATIVE = [CoordinateRecord.restitution, CoordinateRecord.friction, CoordinateRecord.viscousDamping];

/** Finite numbers that are in place of a drive, by the joints that have them: in their only record, or as their coordinate Extra. */
const PULLEY = range(PulleyRecord.ratio, PulleyRecord.pointBZ);
const COUPLING = [CouplingRecord.ratio, CouplingRecord.rest];
const CUSTOM = range(CustomRowRecord.linearAX, CustomRowRecord.velocity);
const SPRING = [SpringRecord.stiffness, SpringRecord.damping, SpringRecord.relaxation];
const DRIVE = [...SPRING, ...range(SpringRecord.velocityX, SpringRecord.velocityZ)];
const REPLACED: Partial<Record<number, { kind: Kind; fields: readonly number[] }>> = {
  [JointType.Pulley]: { kind: Kind.X, fields: PULLEY },
  [JointType.Gear]: { kind: Kind.X, fields: COUPLING },
  [JointType.RackAndPinion]: { kind: Kind.X, fields: COUPLING },
  [JointType.MatrixSpring]: { kind: Kind.X, fields: SPRING },
  [JointType.Grab]: { kind: Kind.X, fields: SPRING },
  [JointType.AngularDrive]: { kind: Kind.X, fields: DRIVE },
  [JointType.Screw]: { kind: Kind.Extra, fields: [ScrewRecord.lead] },
  [JointType.Path]: { kind: Kind.Extra, fields: [PathRecord.value, PathRecord.length] },
};

export class CoordinateCheck {
  private readonly slots: Slots;
  private readonly points: Slots;
  private readonly taken: Uint8Array;
  private readonly pointsTaken: Uint8Array;
  private live = 0;
  private livePoints = 0;

  constructor(
    private readonly state: SnapshotState,
    blocks: Blocks | null,
  ) {
    const { world } = state;
    this.slots = new Slots(state, COORDINATE_POOL, 'coordinates');
    this.points = new Slots(state, POINT_POOL, 'points');
    blocks?.claimAt(world, WorldRecord.coordinateBase, state.field(WorldRecord.coordinateCapacity) * CoordinateRecord.size);
    blocks?.claimAt(world, WorldRecord.pointBase, state.field(WorldRecord.pointCapacity) * PointRecord.size);
    this.taken = new Uint8Array(this.slots.count);
    this.pointsTaken = new Uint8Array(this.points.count);
    this.slots.visit(FLAGS, () => this.live++);
    this.points.visit(ALIVE, (record) => {
      this.livePoints++;
      requireNumbers(state, record, [...range(PointRecord.x, PointRecord.start), PointRecord.length], isFinite64, 'a point of a path');
    });
  }

  /** The records of a joint's coordinates by kind, given its type and the first one's slot plus one. */
  recordsOf(joint: number, type: number, first: number): Map<number, number> {
    const { u32 } = this.state;
    const found = new Map<number, number>();
    for (let next = first; next !== 0; ) {
      const slot = next - 1;
      if (!this.slots.isAlive(slot) || this.taken[slot]) unsound('a coordinate is of no joint, or of several');
      this.taken[slot] = 1;
      this.live--;
      const record = this.slots.offset(slot);
      const kind = u32[(record + CoordinateRecord.kind) >>> 2];
      if (u32[(record + CoordinateRecord.joint) >>> 2] !== joint || kind >= Kind.Count || found.has(kind))
        unsound('a joint has a coordinate that is not its own');
      if (type === JointType.Custom) this.checkCustom(record);
      else this.checkNumbers(record, REPLACED[type]?.kind === kind ? REPLACED[type].fields : null);
      found.set(kind, record);
      next = u32[(record + CoordinateRecord.next) >>> 2];
    }
    return found;
  }

  /** The path of a coordinate: a list to and fro, open or closed. */
  checkPath(record: number): void {
    const { u32 } = this.state;
    const first = u32[(record + PathRecord.firstPoint) >>> 2];
    const segment = u32[(record + PathRecord.segment) >>> 2];
    let [count, hasSegment] = [0, false];
    let before = 0;
    let next = first;
    while (next !== 0 && (next !== first || count === 0)) {
      const slot = next - 1;
      if (!this.points.isAlive(slot) || this.pointsTaken[slot]) unsound('a point is of no path, or of several');
      this.pointsTaken[slot] = 1;
      this.livePoints--;
      count++;
      const point = this.points.offset(slot);
      if (before !== 0 && u32[(point + PointRecord.previous) >>> 2] !== before) unsound('the points of a path do not follow each other');
      before = next;
      next = u32[(point + PointRecord.next) >>> 2];
      // The last point of an open path starts no segment.
      if (before === segment && next !== 0) hasSegment = true;
    }
    const closed = next !== 0;
    requireSound(count >= (closed ? 3 : 2) && hasSegment, 'a path has too few points, or a place that is not on it');
    const start = this.points.offset(first - 1);
    requireSound(u32[(start + PointRecord.previous) >>> 2] === (closed ? before : 0), 'the points of a path do not follow each other');
  }

  /** To be called when all joints have been asked for theirs. */
  finish(): void {
    requireSound(this.live === 0, 'a coordinate is of no joint');
    requireSound(this.livePoints === 0, 'a point is of no path');
  }

  /** A row that a user gave. */
  private checkCustom(record: number): void {
    const { state } = this;
    requireNumbers(state, record, [...CUSTOM, ...COMMON], isFinite64, 'a row');
    requireNumbers(state, record, [CustomRowRecord.stiffness, CustomRowRecord.damping], isThreshold, 'a row');
    requireNumbers(state, record, [CustomRowRecord.low, CustomRowRecord.high], isBound, 'a row');
    const { flags, helped } = CoordinateRecord;
    const { HasDrive, HasLimit } = CoordinateFlag;
    requireSound((state.u32[(record + flags) >>> 2] & (HasDrive | HasLimit)) === 0, 'a row has a motor or a limit');
    requireSound(state.u32[(record + helped) >>> 2] === 0, 'a motor helps nobody');
  }

  /** `replaced`: what is in place of a drive. */
  private checkNumbers(record: number, replaced: readonly number[] | null): void {
    const { state } = this;
    requireNumbers(state, record, COMMON, isFinite64, 'a coordinate');
    requireNumbers(state, record, NON_NEGATIVE, isNonNegative, 'a coordinate');
    requireNumbers(state, record, [CoordinateRecord.limitCompliance, CoordinateRecord.limitDamping], isCoefficient, 'a coordinate');
    requireNumbers(state, record, [CoordinateRecord.lower, CoordinateRecord.upper], isBound, 'a limit');
    const helped = state.u32[(record + CoordinateRecord.helped) >>> 2];
    requireSound(helped === 0 || this.slots.isAlive(helped - 1), 'a motor helps nobody');
    if (replaced) {
      requireNumbers(state, record, replaced, isFinite64, 'a joint');
      if (replaced === SPRING || replaced === DRIVE) {
        requireNumbers(state, record, [SpringRecord.stiffness, SpringRecord.damping], isCoefficient, 'a spring');
        requireNumbers(state, record, [SpringRecord.maxLoad], isThreshold, 'the load of a spring');
      }
      const { flags } = CoordinateRecord;
      requireSound((state.u32[(record + flags) >>> 2] & CoordinateFlag.HasDrive) === 0, 'a joint has a motor that it cannot have');
      return;
    }
    requireNumbers(state, record, FINITE, isFinite64, 'a coordinate');
    requireNumbers(state, record, COEFFICIENTS, isCoefficient, 'a coordinate');
    requireNumbers(state, record, [CoordinateRecord.deadZone], isNonNegative, 'a coordinate');
    requireNumbers(state, record, [CoordinateRecord.maxLoad, CoordinateRecord.secondaryMaxLoad], isThreshold, 'the load of a motor');
  }
}
