import { LANES } from 'precision';
import { BodyRecord } from '../body/record';
import { bundleAt, Group, memberAt, NO_MEMBER, OVERFLOW_COLOR } from '../constraint/graph';
import { LaneBodies } from '../constraint/lane-bodies.kernel';
import { Substep, Sweep } from '../constraint/substep';
import { theWorld } from '../memory/arena';
import { bodyAt, jointAt } from '../memory/records';
import { tellingOf } from '../steady';
import { BallJoint } from './ball.kernel';
import { CoordinateRecord } from './coordinate-record';
import { coordinateSlot } from './coordinates';
import { DistanceJoint } from './distance.kernel';
import { GearJoint } from './gear.kernel';
import { HingeJoint } from './hinge.kernel';
import { blendLoads, keepLoads } from './loads';
import { MatrixSpringJoint } from './matrix-spring.kernel';
import { PulleyJoint } from './pulley.kernel';
import { RowsJoint, rowsBundleBytes } from './rows.kernel';
import { isSoft, JointFlag, JointRecord, JointType } from './record';

// The only place that knows which types of joint there are. All else works on groups: the bundles of one colour and kind.

/** Joints of one kind have the same type, are all solved as rows or none, and all have a compliance or none. */
export const KINDS: u32 = 4 * JointType.Count;

const SOFT: u32 = 1;
const BY_ROWS: u32 = 2;

export function kindOf(joint: JointRecord): u32 {
  return 4 * joint.type + (joint.flags & JointFlag.Rows ? BY_ROWS : 0) + (isSoft(joint) ? SOFT : 0);
}

/** The type of a group's joints. */
export function typeOf(group: Group): u32 {
  return group.kind / 4;
}

/** Whether the joints of a group couple those of others, and so have more than two bodies. */
export function isCoupling(group: Group): bool {
  return typeOf(group) == JointType.Gear || typeOf(group) == JointType.RackAndPinion;
}

/** What is done with a group of bundles. */
export const enum Operation {
  /** Bytes of one bundle. */
  Measure,
  /** Geometry at the start of the step, from the records. */
  Pack,
  /** What `step.sweep` says. */
  Sweep,
  /** Loads, to the records. */
  Finish,
}

/** What is done with the joints of a bundle. */
interface JointLanes {
  bytes(): usize;
  pack(lane: u32, joint: JointRecord, a: BodyRecord, b: BodyRecord, h: f64): void;
  finish(lane: u32, joint: JointRecord, inverseH: f64, inverseDt: f64): void;
  sweep(step: Substep): void;
}

/** Does an operation to a group. Returns the bytes of a bundle for Measure, 0 otherwise. */
export function operate(operation: Operation, group: Group, step: Substep, dt: f64, h: f64): usize {
  if (group.kind & BY_ROWS) {
    if (operation == Operation.Measure) return rowsBundleBytes<v128>(group.traits, typeOf(group));
    return run<RowsJoint<v128>>(operation, group, step, dt, h);
  }
  switch (typeOf(group)) {
    case JointType.Ball:
      return run<BallJoint<v128>>(operation, group, step, dt, h);
    case JointType.Hinge:
      return run<HingeJoint<v128>>(operation, group, step, dt, h);
    case JointType.Distance:
    case JointType.Rope:
      return run<DistanceJoint<v128>>(operation, group, step, dt, h);
    case JointType.MatrixSpring:
    case JointType.Grab:
      return run<MatrixSpringJoint<v128>>(operation, group, step, dt, h);
    case JointType.Gear:
    case JointType.RackAndPinion:
      return run<GearJoint<v128>>(operation, group, step, dt, h);
    case JointType.Pulley:
      return run<PulleyJoint<v128>>(operation, group, step, dt, h);
    default:
      return 0;
  }
}

function run<J extends JointLanes>(operation: Operation, group: Group, step: Substep, dt: f64, h: f64): usize {
  const size = <usize>group.bytes;
  let bundle = <usize>group.first;
  const end = bundle + <usize>group.count * size;
  switch (operation) {
    case Operation.Measure:
      return changetype<J>(bundle).bytes();
    case Operation.Sweep:
      if (step.sweep == Sweep.Solve && step.backward && group.color == OVERFLOW_COLOR) {
        for (let last = end; last > bundle; last -= size) changetype<J>(last - size).sweep(step);
      } else if (step.sweep == Sweep.Solve) {
        for (; bundle < end; bundle += size) changetype<J>(bundle).sweep(step);
      } else if (step.sweep == Sweep.Warm) {
        for (; bundle < end; bundle += size) if (changetype<LaneBodies>(bundle).soft) changetype<J>(bundle).sweep(step);
      } else {
        for (; bundle < end; bundle += size) if (changetype<LaneBodies>(bundle).damped) changetype<J>(bundle).sweep(step);
      }
      break;
    case Operation.Pack:
      pack<J>(group, h);
      break;
    case Operation.Finish:
      finish<J>(group, 1.0 / h, 1.0 / dt);
      break;
  }
  return 0;
}

function pack<J extends JointLanes>(group: Group, h: f64): void {
  group.damped = 0;
  group.soft = 0;
  for (let k: u32 = 0; k < group.count; k++) {
    const bundle = bundleAt(group, k);
    const lanes = changetype<LaneBodies>(bundle);
    lanes.damped = 0;
    lanes.soft = 0;
    lanes.bounded = 0;
    for (let lane: u32 = 0; lane < <u32>LANES; lane++) {
      const slot = memberAt(group, k * LANES + lane);
      if (slot == NO_MEMBER) break;
      const joint = jointAt(slot);
      if (isSoft(joint)) lanes.soft = 1;
      if (joint.linearDamping > 0 || joint.angularDamping > 0) lanes.damped = 1;
      if (joint.flags & JointFlag.HasInterval) lanes.bounded = 1;
      changetype<J>(bundle).pack(lane, joint, bodyAt(joint.bodyA), bodyAt(joint.bodyB), h);
    }
    group.damped |= lanes.damped;
    group.soft |= lanes.soft;
  }
}

function finish<J extends JointLanes>(group: Group, inverseH: f64, inverseDt: f64): void {
  const part = tellingOf(theWorld(), 1 / inverseH);
  for (let k: u32 = 0; k < group.count; k++) {
    const bundle = bundleAt(group, k);
    for (let lane: u32 = 0; lane < <u32>LANES; lane++) {
      const slot = memberAt(group, k * LANES + lane);
      if (slot == NO_MEMBER) break;
      const joint = jointAt(slot);
      if (part < 1) keepLoads(joint);
      changetype<J>(bundle).finish(lane, joint, inverseH, inverseDt);
      if (part < 1) blendLoads(joint, part);
      dropInvalidLoads(joint);
    }
  }
}

/** Loads that are not finite would poison the warm start of the next step. */
function dropInvalidLoads(joint: JointRecord): void {
  const sum =
    joint.forceX +
    joint.forceY +
    joint.forceZ +
    joint.torqueX +
    joint.torqueY +
    joint.torqueZ +
    joint.intervalLoad +
    joint.reactionForceX +
    joint.reactionForceY +
    joint.reactionForceZ +
    joint.reactionTorqueX +
    joint.reactionTorqueY +
    joint.reactionTorqueZ +
    joint.intervalReaction;
  if (!isFinite(sum)) clearLoads(joint);
}

/** A joint without loads, as one that does nothing. */
export function clearLoads(joint: JointRecord): void {
  memory.fill(
    changetype<usize>(joint) + offsetof<JointRecord>('forceX'),
    0,
    offsetof<JointRecord>('type') - offsetof<JointRecord>('forceX'),
  );
  for (let slot = joint.firstCoordinate; slot != 0; ) {
    const record = coordinateSlot(slot - 1);
    memory.fill(
      changetype<usize>(record) + offsetof<CoordinateRecord>('boundLoad'),
      0,
      offsetof<CoordinateRecord>('work') - offsetof<CoordinateRecord>('boundLoad'),
    );
    slot = record.next;
  }
}
