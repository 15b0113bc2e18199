// Joints: their bodies, and that they have the coordinates that their kernels read.

import { BodyRecord, CouplingRecord, JointFlag, JointRecord, JointType, Coordinate as Kind, Role, WorldRecord } from '../core/layout.ts';
import { JOINT_POOL } from '../core/pool.ts';
import { rowsOf } from '../joint/coordinate-record.ts';
import { bodiesOf, isCoupling } from '../joint/joint-bodies.ts';
import { hasSoundRowOptions } from '../joint/row-options.ts';
import type { Blocks } from './blocks.ts';
import { CoordinateCheck } from './check-coordinates.ts';
import { Slots } from './slots.ts';
import {
  isBound,
  isCoefficient,
  isFinite64,
  isThreshold,
  range,
  requireNumbers,
  requireRotation,
  requireSound,
  type SnapshotState,
  unsound,
} from './state.ts';

const FLAGS = Object.values(JointFlag).reduce((all, flag) => all | flag, 0);
/** Solved by kernels of their own, or by rows; and never by rows. */
const PROMOTABLE: readonly number[] = [JointType.Ball, JointType.Hinge, JointType.Distance, JointType.Rope];
const ONLY_KERNEL: readonly number[] = [
  JointType.MatrixSpring,
  JointType.Grab,
  JointType.Gear,
  JointType.RackAndPinion,
  JointType.Pulley,
  JointType.Custom,
  JointType.AngularDrive,
];
/** What can be coupled. */
const COUPLED: readonly number[] = [JointType.Hinge, JointType.Prismatic, JointType.Cylindrical, JointType.Screw];

const FINITE = [...range(JointRecord.anchorAX, JointRecord.anchorBZ), ...range(JointRecord.twist, JointRecord.intervalReaction)];
const COEFFICIENTS = [...range(JointRecord.compliance, JointRecord.angularDamping), JointRecord.intervalCompliance];

class JointCheck {
  private readonly joints: Slots;
  private readonly coordinates: CoordinateCheck;
  /** Joints of each body. */
  private readonly counts: Uint32Array;
  private broken = 0;
  private custom = 0;

  constructor(
    private readonly state: SnapshotState,
    private readonly bodies: Slots,
    blocks: Blocks | null,
  ) {
    this.joints = new Slots(state, JOINT_POOL, 'joints');
    blocks?.claimAt(state.world, WorldRecord.jointBase, state.field(WorldRecord.jointCapacity) * JointRecord.size);
    this.coordinates = new CoordinateCheck(state, blocks);
    this.counts = new Uint32Array(bodies.count);
  }

  run(): Slots {
    const { joints } = this;
    joints.visit(FLAGS, (record, slot) => this.checkJoint(record, slot));
    this.coordinates.finish();
    // Couplings name other joints, which have to be sound by then.
    this.checkCounts();
    requireSound(this.broken <= this.state.field(WorldRecord.brokenCount), 'its number of broken joints is wrong');
    requireSound(this.custom === this.state.field(WorldRecord.customJoints), 'its number of joints of rows is wrong');
    return joints;
  }

  private checkJoint(record: number, slot: number): void {
    const { bodies, state } = this;
    const { f64, u32 } = state;
    const type = u32[(record + JointRecord.type) >>> 2];
    requireSound(type < JointType.Count, 'a joint has a type that there is not');
    const [a, b] = [u32[(record + JointRecord.bodyA) >>> 2], u32[(record + JointRecord.bodyB) >>> 2]];
    requireSound(bodies.isAlive(a) && bodies.isAlive(b) && (a !== b || isCoupling(type)), 'a joint is at bodies that there are not');
    requireNumbers(state, record, FINITE, isFinite64, 'a joint');
    requireNumbers(state, record, [JointRecord.strain, JointRecord.leastOpening], isCoefficient, 'a joint');
    requireNumbers(state, record, COEFFICIENTS, isCoefficient, 'a joint');
    requireNumbers(state, record, range(JointRecord.lower, JointRecord.lastUpper), isBound, 'the interval of a joint');
    requireNumbers(state, record, [JointRecord.breakForce, JointRecord.breakTorque], isThreshold, 'a joint');
    requireSound(hasSoundRowOptions(state, record), 'a joint has row options that it cannot have');
    if (type === JointType.Custom) this.custom++;
    requireSound(f64[(record + JointRecord.lower) >>> 3] <= f64[(record + JointRecord.upper) >>> 3], 'the interval of a joint is empty');
    requireRotation(state, record + JointRecord.frameAX, 'the frame of a joint');
    requireRotation(state, record + JointRecord.frameBX, 'the frame of a joint');
    if (u32[(record + JointRecord.flags) >>> 2] & JointFlag.JustBroken) this.broken++;
    this.checkRows(record, type, this.coordinates.recordsOf(slot, type, u32[(record + JointRecord.firstCoordinate) >>> 2]));
  }

  /** The rows of a joint are those that follow from its locks and its coordinates. */
  private checkRows(record: number, type: number, records: Map<number, number>): void {
    const { state } = this;
    const { u32 } = state;
    const flags = u32[(record + JointRecord.flags) >>> 2];
    const locks = u32[(record + JointRecord.locks) >>> 2];
    const byRows = (flags & JointFlag.Rows) !== 0;
    const needsRows = !PROMOTABLE.includes(type) && !ONLY_KERNEL.includes(type);
    requireSound(byRows ? !ONLY_KERNEL.includes(type) : !needsRows, 'a joint is not solved as joints of its type are');
    requireSound((locks & ~0xbf) === 0 && (byRows || locks === 0), 'a joint locks a coordinate that it does not have');
    let rows = 0;
    if (byRows) {
      for (let kind = 0; kind < Kind.Count; kind++) if (locks & (1 << kind)) rows |= 1 << (Role.Count * kind + Role.Bound);
      for (const [kind, coordinate] of records) if (!(locks & (1 << kind))) rows |= rowsOf(state, coordinate).roles << (Role.Count * kind);
    }
    requireSound(u32[(record + JointRecord.rows) >>> 2] === rows >>> 0, 'a joint has other rows than its coordinates');
    this.checkNeeds(type, records);
  }

  /** What kernels read without asking. */
  private checkNeeds(type: number, records: Map<number, number>): void {
    const along = records.get(Kind.X);
    if (type === JointType.Screw) requireSound(records.has(Kind.Extra), 'a screw has no lead');
    if (type === JointType.Path || ONLY_KERNEL.includes(type)) {
      if (along === undefined) unsound('a joint has no record of its coordinate');
      if (ONLY_KERNEL.includes(type) && type !== JointType.Custom)
        requireSound(records.size === 1, 'a joint has coordinates that it cannot have');
    }
    if (type === JointType.Path) {
      const path = records.get(Kind.Extra);
      if (path === undefined) unsound('a joint has no path');
      this.coordinates.checkPath(path);
    }
    if (isCoupling(type)) this.checkCoupling(along!);
  }

  private checkCoupling(record: number): void {
    const { joints, state } = this;
    const { u32 } = state;
    for (const field of [CouplingRecord.firstJoint, CouplingRecord.secondJoint]) {
      const slot = u32[(record + field) >>> 2];
      const isCoupled = joints.isAlive(slot) && COUPLED.includes(u32[(joints.offset(slot) + JointRecord.type) >>> 2]);
      requireSound(isCoupled, 'a coupling is of joints that there are not');
    }
    for (const field of [CouplingRecord.firstKind, CouplingRecord.secondKind]) {
      const kind = u32[(record + field) >>> 2];
      requireSound(kind === Kind.X || kind === Kind.Twist, 'a coupling is of a coordinate that there is not');
    }
  }

  private checkCounts(): void {
    const { bodies, counts, joints, state } = this;
    joints.visit(FLAGS, (record) => {
      for (const body of bodiesOf(state, record)) counts[body]++;
    });
    for (let slot = 0; slot < bodies.count; slot++) {
      const known = state.u32[(bodies.offset(slot) + BodyRecord.jointCount) >>> 2];
      requireSound(!bodies.isAlive(slot) || known === counts[slot], 'a body does not know its joints');
    }
  }
}

export function checkJoints(state: SnapshotState, bodies: Slots, blocks: Blocks | null): Slots {
  return new JointCheck(state, bodies, blocks).run();
}
