// Which joints go together: sorted by colour and type, LANES of one kind in a bundle. Done anew when joints or body types change.
import { LANES } from 'precision';
import { BodyType } from '../body/record';
import { typeOf } from '../body/pack.kernel';
import { SOLVER_BODY } from '../body/solver-body.kernel';
import { LaneBodies } from '../constraint/lane-bodies.kernel';
import { Substep } from '../constraint/substep';
import { coordinateSlot } from '../joint/coordinates';
import { SECOND_BODIES } from '../joint/gear-pack.kernel';
import { clearLoads, Operation, operate } from '../joint/joint';
import { isSoft, JointFlag, JointRecord, JointType, OVERFLOW_COLOR } from '../joint/record';
import { isAwake } from '../island/awake';
import { isActive, listActiveJoints } from '../island/joints';
import { isAsleep, jointBody } from '../island/wake';
import { bytesOf } from '../memory/arena';
import { ensureBlock } from '../memory/blocks';
import { bodyAt, jointAt } from '../memory/records';
import { WorldRecord } from '../world';
import { Group, NO_JOINT } from './group';

/** Joints are of one kind that have the same colour and type, are all solved as rows or none, and all have a compliance or none. */
const KINDS_PER_COLOR: u32 = 4 * JointType.Count;
const KINDS: u32 = (<u32>OVERFLOW_COLOR + 1) * KINDS_PER_COLOR;
/** Joints of each kind, and then where the next of the kind goes. */
const COUNTS: usize = scratch<u32>(KINDS);

/** Rows that some joint of each kind has. */
const ROWS: usize = scratch<u32>(KINDS);

export function groupAt(world: WorldRecord, index: u32): Group {
  return changetype<Group>(<usize>world.groups + <usize>index * offsetof<Group>());
}

/** Where lanes without a joint read, and where bodies that no joint moves are written to. */
export function idleBody(world: WorldRecord, index: u32): usize {
  return <usize>world.solverBodies + (<usize>solverBodyRoom(world.bodyCapacity) + index) * SOLVER_BODY;
}

/** Solver bodies in whole bundles for a capacity of bodies. */
export function solverBodyRoom(capacity: u32): u32 {
  return ((capacity + LANES - 1) / LANES) * LANES;
}

function countOf(kind: u32): u32 {
  return load<u32>(COUNTS + (kind << 2));
}

function bundlesFor(kind: u32, joints: u32): u32 {
  return kind / KINDS_PER_COLOR == OVERFLOW_COLOR ? joints : (joints + LANES - 1) / LANES;
}

function kindOf(joint: JointRecord): u32 {
  const soft: u32 = isSoft(joint) ? 1 : 0;
  const rows: u32 = joint.flags & JointFlag.Rows ? 2 : 0;
  return <u32>joint.color * KINDS_PER_COLOR + 4 * joint.type + rows + soft;
}

function isSolved(world: WorldRecord, slot: u32): bool {
  return (jointAt(slot).flags & JointFlag.Enabled) != 0 && isActive(world, slot);
}

/** Whether a joint has the loads that it had when its bodies fell asleep. */
function isAtRest(joint: JointRecord): bool {
  const wanted: u32 = JointFlag.Alive | JointFlag.Enabled;
  if ((joint.flags & wanted) != wanted) return false;
  for (let k: u32 = 0; k < 4; k++) if (isAsleep(jointBody(joint, k))) return true;
  return false;
}

/** Sorts the joints into groups and bundles; false when there is no memory left, and then no joint is solved. */
export function rebuildBundles(world: WorldRecord): bool {
  world.groupCount = 0;
  memory.fill(COUNTS, 0, KINDS << 2);
  memory.fill(ROWS, 0, KINDS << 2);
  for (let slot: u32 = 0; slot < world.jointCount; slot++) {
    const joint = jointAt(slot);
    // The coordinates of a removed joint may be another's by now.
    if (!(joint.flags & JointFlag.Alive)) continue;
    if (!isSolved(world, slot)) {
      if (!isAtRest(joint)) clearLoads(joint);
      continue;
    }
    const kind = kindOf(joint);
    store<u32>(COUNTS + (kind << 2), countOf(kind) + 1);
    store<u32>(ROWS + (kind << 2), load<u32>(ROWS + (kind << 2)) | joint.rows);
  }
  if (!listActiveJoints(world) || !layOutGroups(world)) return false;
  dealJoints(world);
  for (let k: u32 = 0; k < world.groupCount; k++) addressBodies(world, groupAt(world, k));
  world.symmetric = world.groupCount > 0 && groupAt(world, world.groupCount - 1).color >= 2 ? 1 : 0;
  world.topologyDirty = 0;
  return true;
}

/** One group for each kind there is, in the order of solving, with room for its bundles. */
function layOutGroups(world: WorldRecord): bool {
  let groups: u32 = 0;
  for (let kind: u32 = 0; kind < KINDS; kind++) if (countOf(kind)) groups++;
  const groupBytes = <usize>groups * offsetof<Group>();
  if (!ensureBlock(world, offsetof<WorldRecord>('groups'), groupBytes)) return false;

  let index: u32 = 0;
  let bytes: u64 = 0;
  let lanes: usize = 0;
  for (let kind: u32 = 0; kind < KINDS; kind++) {
    const joints = countOf(kind);
    if (!joints) continue;
    const group = groupAt(world, index++);
    group.type = (kind % KINDS_PER_COLOR) / 4;
    group.color = <i32>(kind / KINDS_PER_COLOR);
    group.isRows = kind & 2;
    group.rows = load<u32>(ROWS + (kind << 2));
    group.count = bundlesFor(kind, joints);
    group.bytes = <u32>operate(Operation.Measure, group, changetype<Substep>(0), 0, 0);
    group.first = <u32>bytes;
    group.joints = <u32>(lanes << 2);
    bytes += <u64>group.count * <u64>group.bytes;
    lanes += <usize>group.count * LANES;
  }
  if (!ensureBlock(world, offsetof<WorldRecord>('bundles'), bytesOf(bytes, 1))) return false;
  if (!ensureBlock(world, offsetof<WorldRecord>('jointOrder'), bytesOf(lanes, 4))) return false;
  memory.fill(world.bundles, 0, <usize>bytes);
  memory.fill(world.jointOrder, 0xff, lanes << 2);
  for (let k: u32 = 0; k < index; k++) {
    const group = groupAt(world, k);
    group.first += world.bundles;
    group.joints += world.jointOrder;
  }
  world.groupCount = index;
  return true;
}

/** Writes each joint's slot to its lane, in order of slots. */
function dealJoints(world: WorldRecord): void {
  let index: u32 = 0;
  for (let kind: u32 = 0; kind < KINDS; kind++) if (countOf(kind)) store<u32>(COUNTS + (kind << 2), groupAt(world, index++).joints);
  for (let slot: u32 = 0; slot < world.jointCount; slot++) {
    const joint = jointAt(slot);
    if (!isSolved(world, slot)) continue;
    const kind = kindOf(joint);
    const place = countOf(kind);
    store<u32>(place, slot);
    // In the overflow colour joints may share bodies: each has a bundle of its own.
    const next: u32 = joint.color == OVERFLOW_COLOR ? LANES : 1;
    store<u32>(COUNTS + (kind << 2), place + (next << 2));
  }
}

function addressBodies(world: WorldRecord, group: Group): void {
  const isGear = !group.isRows && (group.type == JointType.Gear || group.type == JointType.RackAndPinion);
  for (let k: u32 = 0; k < group.count; k++) {
    const bundle = <usize>group.first + <usize>k * group.bytes;
    let count: u32 = 0;
    for (let lane: u32 = 0; lane < 4; lane++) {
      const slot = lane < <u32>LANES ? load<u32>(<usize>group.joints + ((k * LANES + lane) << 2)) : NO_JOINT;
      const at = bundle + (lane << 2);
      if (slot == NO_JOINT) {
        addressIdle(world, at);
        if (isGear) addressIdle(world, at + SECOND_BODIES);
        continue;
      }
      const joint = jointAt(slot);
      count++;
      if (isGear) addressGear(world, at, joint);
      else addressLane(world, at, joint.bodyA, joint.bodyB);
    }
    changetype<LaneBodies>(bundle).count = count;
    changetype<LaneBodies>(bundle).rows = group.rows;
    changetype<LaneBodies>(bundle).type = group.type;
  }
}

/** A lane without a joint. */
export function addressIdle(world: WorldRecord, at: usize): void {
  const idle = <u32>idleBody(world, 0);
  const nowhere = <u32>idleBody(world, 1);
  store<u32>(at, idle, offsetof<LaneBodies>('readA0'));
  store<u32>(at, idle, offsetof<LaneBodies>('readB0'));
  store<u32>(at, nowhere, offsetof<LaneBodies>('writeA0'));
  store<u32>(at, nowhere, offsetof<LaneBodies>('writeB0'));
}

/** The bodies of a lane. What is not awake is read at rest. */
export function addressLane(world: WorldRecord, at: usize, bodyA: u32, bodyB: u32): void {
  const nowhere = <u32>idleBody(world, 1);
  const a = solverBody(world, bodyA);
  const b = solverBody(world, bodyB);
  const idle = <u32>idleBody(world, 0);
  store<u32>(at, isAwake(world, bodyA) ? a : idle, offsetof<LaneBodies>('readA0'));
  store<u32>(at, isAwake(world, bodyB) ? b : idle, offsetof<LaneBodies>('readB0'));
  store<u32>(at, isMoved(bodyA) ? a : nowhere, offsetof<LaneBodies>('writeA0'));
  store<u32>(at, isMoved(bodyB) ? b : nowhere, offsetof<LaneBodies>('writeB0'));
}

/** The bodies of the two joints that a gear couples. Each body is written once: as one of the first joint where it is one of both. */
function addressGear(world: WorldRecord, at: usize, gear: JointRecord): void {
  const nowhere = <u32>idleBody(world, 1);
  const coupling = coordinateSlot(gear.firstCoordinate - 1);
  const first = jointAt(coupling.firstJoint);
  const second = jointAt(coupling.secondJoint);
  addressLane(world, at, first.bodyA, first.bodyB);
  addressLane(world, at + SECOND_BODIES, second.bodyA, second.bodyB);
  if (second.bodyA == first.bodyA || second.bodyA == first.bodyB) store<u32>(at + SECOND_BODIES, nowhere, offsetof<LaneBodies>('writeA0'));
  if (second.bodyB == first.bodyA || second.bodyB == first.bodyB) store<u32>(at + SECOND_BODIES, nowhere, offsetof<LaneBodies>('writeB0'));
}

function solverBody(world: WorldRecord, slot: u32): u32 {
  return world.solverBodies + <u32>(<usize>slot * SOLVER_BODY);
}

/** Whether joints change the velocity of a body. */
function isMoved(slot: u32): bool {
  return typeOf(bodyAt(slot)) == BodyType.Dynamic;
}
