// Which joints are solved, and which of them together. Done anew only when joints or types of bodies change, and when bodies with joints wake
// or fall asleep, because joints last.
import { LANES } from 'precision';
import { isDynamic } from '../body/activity';
import { addressIdleLanes, addressLane, idleBody } from '../constraint/bundle';
import { SECOND_BODIES } from '../constraint/coupling.kernel';
import {
  addColors,
  beginGraph,
  bitOf,
  bundleAt,
  Cell,
  cellAt,
  clearAllColors,
  COLORS,
  countMember,
  firstFreeColor,
  Graph,
  groupAt,
  jointGraph,
  makeBundles,
  makeGroups,
  OVERFLOW_COLOR,
  takeLane,
} from '../constraint/graph';
import { LaneBodies } from '../constraint/lane-bodies.kernel';
import { isAwake } from '../island/awake';
import { activeJoint, listActiveJoints } from '../island/joints';
import { isAsleep, jointBody } from '../island/wake';
import { bodyAt, jointAt } from '../memory/records';
import { WorldRecord } from '../world';
import { couplingOf } from './coordinates';
import { measureJoints } from './joint.kernel';
import { chooseIslands } from '../solver/direct/islands';
import { planDirect } from '../solver/direct/direct.kernel';
import { isCoupling, isDirect, KINDS, kindOf, typeOf } from './kinds';
import { clearLoads } from './loads';
import { JointFlag, JointRecord } from './record';

const CELLS: usize = scratch<Cell>(COLORS * KINDS);

function cellOf(joint: JointRecord): u32 {
  return joint.color * KINDS + kindOf(joint);
}

/** The colours of the dynamic bodies of a joint, asleep or not: who sleeps does not matter. Adds others to them. */
function addToBodies(world: WorldRecord, joint: JointRecord, added: u64): u64 {
  let had: u64 = 0;
  for (let k: u32 = 0; k < 4; k++) {
    const body = jointBody(joint, k);
    if (isDynamic(bodyAt(body))) had |= addColors(world, body, added);
  }
  return had;
}

/** Whether a joint has loads: those of this step, or those that it had when its bodies fell asleep. */
function isLoaded(world: WorldRecord, joint: JointRecord): bool {
  if (!(joint.flags & JointFlag.Enabled)) return false;
  for (let k: u32 = 0; k < 4; k++) {
    const body = jointBody(joint, k);
    if (isAwake(world, body) || isAsleep(body)) return true;
  }
  return false;
}

/**
 * Gives colours to the joints that have none, in the order of their slots. Others keep theirs, whoever comes or goes, so that the order of
 * solving does not change with each joint that does; unless the colour is another's already, as in a snapshot that somebody made up.
 */
function colorJoints(world: WorldRecord): void {
  clearAllColors(world);
  for (let slot: u32 = 0; slot < world.jointCount; slot++) {
    const joint = jointAt(slot);
    // The coordinates of a removed joint may be another's by now.
    if (!(joint.flags & JointFlag.Alive)) continue;
    const color = joint.color;
    if (color < OVERFLOW_COLOR && !(addToBodies(world, joint, 0) & bitOf(color))) addToBodies(world, joint, bitOf(color));
    else joint.color = OVERFLOW_COLOR;
    if (!isLoaded(world, joint)) clearLoads(joint);
  }
  for (let slot: u32 = 0; slot < world.jointCount; slot++) {
    const joint = jointAt(slot);
    if (!(joint.flags & JointFlag.Alive) || joint.color != OVERFLOW_COLOR) continue;
    const color = firstFreeColor(addToBodies(world, joint, 0));
    addToBodies(world, joint, bitOf(color));
    joint.color = color;
  }
}

/** Deals the joints into groups and bundles; false when there is no memory left, and then no joint is solved. */
export function orderJoints(world: WorldRecord): bool {
  const graph = jointGraph(world);
  beginGraph(graph);
  colorJoints(world);
  if (!listActiveJoints(world) || !chooseIslands(world)) return false;
  world.sweptJointCount = 0;
  for (let k: u32 = 0; k < world.activeJointCount; k++) {
    const joint = jointAt(activeJoint(world, k));
    if (!(joint.flags & JointFlag.Enabled)) continue;
    countMember(CELLS, cellOf(joint), joint.rows);
    if (!(joint.flags & JointFlag.Direct)) world.sweptJointCount++;
  }
  if (!makeGroups(world, graph, CELLS, KINDS)) return false;
  for (let k: u32 = 0; k < graph.groupCount; k++) measureJoints(groupAt(graph, k));
  if (!makeBundles(world, graph)) return false;
  for (let k: u32 = 0; k < world.activeJointCount; k++) placeJoint(world, graph, activeJoint(world, k));
  for (let k: u32 = 0; k < graph.groupCount; k++) {
    const group = groupAt(graph, k);
    addressIdleLanes(world, group);
    if (isCoupling(group)) addressIdleLanes(world, group, SECOND_BODIES);
  }
  if (!planDirect(world)) {
    graph.groupCount = 0;
    return false;
  }
  world.symmetric = mostColor(graph) >= 2 ? 1 : 0;
  world.topologyDirty = 0;
  return true;
}

/** The highest colour that is swept. */
function mostColor(graph: Graph): u32 {
  let most: u32 = 0;
  for (let k: u32 = 0; k < graph.groupCount; k++) if (!isDirect(groupAt(graph, k))) most = groupAt(graph, k).color;
  return most;
}

/** Gives a joint a lane, and the lane its bodies. */
function placeJoint(world: WorldRecord, graph: Graph, slot: u32): void {
  const joint = jointAt(slot);
  if (!(joint.flags & JointFlag.Enabled)) return;
  const cell = cellAt(CELLS, cellOf(joint));
  const group = groupAt(graph, cell.group);
  const lane = takeLane(group, cell, slot);
  const bundle = bundleAt(group, lane / LANES);
  changetype<LaneBodies>(bundle).rows = group.traits;
  changetype<LaneBodies>(bundle).type = typeOf(group);
  const at = bundle + ((lane % LANES) << 2);
  if (isCoupling(group)) addressCoupling(world, at, joint);
  else addressLane(world, at, joint.bodyA, joint.bodyB);
}

/** The bodies of the two joints that a gear couples. Each body is written once: as one of the first joint where it is one of both. */
function addressCoupling(world: WorldRecord, at: usize, gear: JointRecord): void {
  const nowhere = idleBody(world, 1);
  const coupling = couplingOf(gear);
  const first = jointAt(coupling.firstJoint);
  const second = jointAt(coupling.secondJoint);
  addressLane(world, at, first.bodyA, first.bodyB);
  addressLane(world, at + SECOND_BODIES, second.bodyA, second.bodyB);
  if (second.bodyA == first.bodyA || second.bodyA == first.bodyB)
    store<usize>(at + SECOND_BODIES, nowhere, offsetof<LaneBodies>('writeA0'));
  if (second.bodyB == first.bodyA || second.bodyB == first.bodyB)
    store<usize>(at + SECOND_BODIES, nowhere, offsetof<LaneBodies>('writeB0'));
}
