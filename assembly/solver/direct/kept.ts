// Plans last: only islands that have changed get another one. Plans lie one behind the other in the world's block, where that of an island which is no more stays until
// there is no room for another: then all are made anew.
import { SOLVER_BODY } from '../../body/solver-body.kernel';
import { activeJoint } from '../../island/joints';
import { jointBody } from '../../island/wake';
import { JointFlag, JointRecord } from '../../joint/record';
import { bytesOf } from '../../memory/arena';
import { ensureBlock } from '../../memory/blocks';
import { jointAt } from '../../memory/records';
import { WorldRecord } from '../../world';
import { islandOf, isOwn } from './islands';
import { BODY, bodiesEnd, NODE, nodesEnd } from './lanes';
import { DirectBody, DirectIsland, DirectNode } from './record';
import { addWord, setWord, wordAt } from '../../memory/words';

/** Lists of words. */
export const enum Table {
  /** For each slot of a joint: address of its node, and of an island of which it is the first joint. */
  Nodes = 0,
  Firsts = 1,
  /** For each direct island: its address, and its number plus one among those that get another plan; 0: it keeps what it has. */
  Islands = 2,
  Chosen = 3,
  Count = 4,
}

/** All that a plan depends on, of each joint: slot, type and flags, rows, locks, and its bodies, twice the slot, and one more where it moves and is none of those before. */
const KEY: usize = 32;
const KEY_FLAGS: u32 = JointFlag.Rows | JointFlag.HasInterval;

export function keyBytes(nodes: u32): u64 {
  return <u64>nodes * KEY;
}

export function tableOf(world: WorldRecord, table: u32): usize {
  return <usize>world.planTable + <usize>table * (((<usize>world.planTableCapacity / Table.Count) >> 4) << 4);
}

/** Makes room for the lists; what plans there are is known only where `planEnd` is not 0. False when there is no memory left. */
export function ensureTable(world: WorldRecord): bool {
  if (!world.directIslandCount) return true;
  const bytes = bytesOf(<u64>world.jointCount + 4, Table.Count << 2);
  if (bytes > <usize>world.planTableCapacity) world.planEnd = 0;
  if (!ensureBlock(world, offsetof<WorldRecord>('planTable'), bytes)) return false;
  if (!world.planEnd) forgetPlans(world);
  return true;
}

export function forgetPlans(world: WorldRecord): void {
  world.planEnd = 0;
  memory.fill(world.planTable, 0, world.planTableCapacity);
}

/** Finds the plans that last, and numbers the islands that get another one; returns how many these are. */
export function choosePlans(world: WorldRecord): u32 {
  const islands = tableOf(world, Table.Islands);
  const chosen = tableOf(world, Table.Chosen);
  // At first it counts the joints of the island so far.
  memory.fill(chosen, 0, (<usize>world.directIslandCount) << 2);
  for (let k: u32 = 0; k < world.activeJointCount; k++) {
    const slot = activeJoint(world, k);
    const joint = jointAt(slot);
    if (!(joint.flags & JointFlag.Direct)) continue;
    const number = islandOf(world, joint);
    const place = addWord(chosen, number, 1);
    if (place == 0) setWord(islands, number, wordAt(tableOf(world, Table.Firsts), slot));
    const island = changetype<DirectIsland>(<usize>wordAt(islands, number));
    if (changetype<usize>(island) == 0) continue;
    if (place >= island.nodeCount || !isKey(world, <usize>island.key + <usize>place * KEY, slot, joint)) setWord(islands, number, 0);
  }
  let count: u32 = 0;
  for (let number: u32 = 0; number < world.directIslandCount; number++) {
    const island = changetype<DirectIsland>(<usize>wordAt(islands, number));
    const lasts = changetype<usize>(island) != 0 && island.nodeCount == wordAt(chosen, number);
    if (lasts) keep(world, island);
    setWord(chosen, number, lasts ? 0 : ++count);
  }
  return count;
}

/** Numbers all islands, which all get another plan. */
export function chooseAll(world: WorldRecord): u32 {
  for (let number: u32 = 0; number < world.directIslandCount; number++) setWord(tableOf(world, Table.Chosen), number, number + 1);
  return world.directIslandCount;
}

function keep(world: WorldRecord, island: DirectIsland): void {
  const nodes = tableOf(world, Table.Nodes);
  const lastNode = nodesEnd(island);
  for (let at = <usize>island.firstNode; at < lastNode; at += NODE) setWord(nodes, changetype<DirectNode>(at).joint, <u32>at);
  const lastBody = bodiesEnd(island);
  for (let at = <usize>island.firstBody; at < lastBody; at += BODY) {
    const body = changetype<DirectBody>(at);
    body.solver = world.solverBodies + <u32>(<usize>body.slot * SOLVER_BODY);
  }
}

/** Number of a joint's island among those that get a plan plus one; 0: it gets none. */
export function chosenOf(world: WorldRecord, joint: JointRecord): u32 {
  return joint.flags & JointFlag.Direct ? wordAt(tableOf(world, Table.Chosen), islandOf(world, joint)) : 0;
}

function bodyKey(world: WorldRecord, joint: JointRecord, k: u32): u32 {
  return 2 * jointBody(joint, k) + (isOwn(world, joint, k) ? 1 : 0);
}

function kindKey(joint: JointRecord): u32 {
  return joint.type | ((joint.flags & KEY_FLAGS) << 8);
}

function isKey(world: WorldRecord, key: usize, slot: u32, joint: JointRecord): bool {
  if (wordAt(key, 0) != slot || wordAt(key, 1) != kindKey(joint) || wordAt(key, 2) != joint.rows || wordAt(key, 3) != joint.locks)
    return false;
  for (let k: u32 = 0; k < 4; k++) if (wordAt(key, 4 + k) != bodyKey(world, joint, k)) return false;
  return true;
}

export function setKey(world: WorldRecord, island: DirectIsland, place: u32, slot: u32): void {
  const key = <usize>island.key + <usize>place * KEY;
  const joint = jointAt(slot);
  if (place == 0) setWord(tableOf(world, Table.Firsts), slot, <u32>changetype<usize>(island));
  setWord(key, 0, slot);
  setWord(key, 1, kindKey(joint));
  setWord(key, 2, joint.rows);
  setWord(key, 3, joint.locks);
  for (let k: u32 = 0; k < 4; k++) setWord(key, 4 + k, bodyKey(world, joint, k));
}
