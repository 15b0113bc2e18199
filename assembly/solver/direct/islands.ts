// Which islands of joints are solved directly. That is decided by their graph alone, so that the same calls give the same bits.
import { typeOf } from '../../body/activity';
import { BodyType } from '../../body/record';
import { isAwake } from '../../island/awake';
import { activeJoint } from '../../island/joints';
import { jointBody } from '../../island/wake';
import { JointFlag, JointRecord, JointType } from '../../joint/record';
import { bytesOf } from '../../memory/arena';
import { ensureBlock } from '../../memory/blocks';
import { bodyAt, jointAt } from '../../memory/records';
import { Gradient, JointSolver, Projection, Solver, WorldRecord } from '../../world';
import { addWord, setWord, wordAt } from '../../memory/words';

/** With more loops than that the sweeps take less time, and lattices are stiff enough for them. @layout */
export const MOST_LOOPS: u32 = 32;
/** The joints of one body are a dense block. @layout */
export const MOST_JOINTS: u32 = 24;
/** The same where the user asks for a direct solution. @layout */
export const MOST_LOOPS_ASKED: u32 = 256;
/** @layout */
export const MOST_JOINTS_ASKED: u32 = 256;

/**
 * Of so many joints of a world those are swept that make up small free trees of bodies of like mass, ragdolls for instance: sweeps keep them closed to less than
 * a millimetre, in less than half the time. A tree has at least and at most so many bodies, and its heaviest so many times the mass of its lightest: smaller ones that land hard
 * would gain energy in sweeps, up to several times that of their fall.
 * @layout
 */
export const CROWD: u32 = 512;
/** @layout */
export const LEAST_OF_TREE: u32 = 8;
/** @layout */
export const MOST_OF_TREE: u32 = 32;
/** @layout */
export const UNLIKE: f64 = 64;

/**
 * Numbers of an island: its bodies, the most joints at one of its bodies, its number plus one, how many joints close loops, whether some is strained and some
 * body bounces, and the bits of its largest mass and of the inverted smallest. And of a body, how many joints it has.
 */
const enum List {
  Bodies = 0,
  Most = 1,
  Anchored = 2,
  Number = 3,
  Degree = 4,
  /** The tree of joints so far: as `islands`, but all bodies that do not move are one. */
  Parent = 5,
  Loops = 6,
  Strained = 7,
  Bounces = 8,
  Heaviest = 9,
  Lightest = 10,
  Count = 11,
}

function listOf(world: WorldRecord, list: u32): usize {
  return <usize>world.islandCounts + ((<usize>list * <usize>world.bodyCount) << 2);
}

/** Whether joints move a body. */
export function yields(world: WorldRecord, body: u32): bool {
  return isAwake(world, body) && typeOf(bodyAt(body)) == BodyType.Dynamic;
}

/** The first of the bodies that are connected with one. */
function firstOf(parents: usize, body: u32): u32 {
  let slot = body;
  while (wordAt(parents, slot) != slot) {
    setWord(parents, slot, wordAt(parents, wordAt(parents, slot)));
    slot = wordAt(parents, slot);
  }
  return slot;
}

/** The body that stands for a body's island. */
function rootOf(world: WorldRecord, body: u32): u32 {
  return firstOf(world.islands, body);
}

/** Whether the k-th body of a joint moves, and is none of those before it. */
export function isOwn(world: WorldRecord, joint: JointRecord, k: u32): bool {
  const body = jointBody(joint, k);
  for (let before: u32 = 0; before < k; before++) if (jointBody(joint, before) == body) return false;
  return yields(world, body);
}

/** A body of a joint that moves; 0: none does. */
function someBody(world: WorldRecord, joint: JointRecord): u32 {
  for (let k: u32 = 0; k < 4; k++) if (yields(world, jointBody(joint, k))) return jointBody(joint, k);
  return 0;
}

function uniteBodies(world: WorldRecord, joint: JointRecord): void {
  const first = someBody(world, joint);
  for (let k: u32 = 0; k < 4; k++) {
    const body = jointBody(joint, k);
    if (!yields(world, body)) continue;
    const a = rootOf(world, first);
    const b = rootOf(world, body);
    setWord(world.islands, max(a, b), min(a, b));
  }
}

/** Notes with which others joints connect the bodies of a joint: see BodyRecord.assembly. */
function noteAssembly(world: WorldRecord, joint: JointRecord): void {
  for (let k: u32 = 0; k < 4; k++) {
    const body = jointBody(joint, k);
    bodyAt(body).assembly = rootOf(world, body);
  }
}

function countBody(world: WorldRecord, slot: u32, root: u32): void {
  addWord(listOf(world, List.Bodies), root, 1);
  if (bodyAt(slot).shape && bouncesOf(slot)) setWord(listOf(world, List.Bounces), root, 1);
  const mass = reinterpret<u32>(<f32>bodyAt(slot).mass);
  setWord(listOf(world, List.Heaviest), root, max(wordAt(listOf(world, List.Heaviest), root), mass));
  setWord(listOf(world, List.Lightest), root, max(wordAt(listOf(world, List.Lightest), root), ~mass));
}

function countJoint(world: WorldRecord, joint: JointRecord): void {
  const body = someBody(world, joint);
  if (!body) return;
  const root = rootOf(world, body);
  if (joint.flags & JointFlag.Strained) setWord(listOf(world, List.Strained), root, 1);
  for (let k: u32 = 0; k < 4; k++) {
    const own = jointBody(joint, k);
    if (!yields(world, own)) {
      setWord(listOf(world, List.Anchored), root, 1);
    } else if (isOwn(world, joint, k)) {
      const degree = addWord(listOf(world, List.Degree), own, 1) + 1;
      if (degree == 1) countBody(world, own, root);
      if (degree > wordAt(listOf(world, List.Most), root)) setWord(listOf(world, List.Most), root, degree);
    }
  }
}

/** How many joints of an island close loops. */
function loopsOf(world: WorldRecord, root: u32): u32 {
  return wordAt(listOf(world, List.Loops), root);
}

/** Whether a body has restitution, as far as its own material says. */
export function bouncesOf(slot: u32): bool {
  return bodyAt(slot).restitution > 0;
}

/** Whether no body of an island has more than so many times the mass of another. */
function areLike(world: WorldRecord, root: u32, ratio: f64): bool {
  const heaviest: f64 = reinterpret<f32>(wordAt(listOf(world, List.Heaviest), root));
  const lightest: f64 = reinterpret<f32>(~wordAt(listOf(world, List.Lightest), root));
  return heaviest <= ratio * lightest;
}

/** Whether an island is one of a crowd of small free trees. */
function isOfCrowd(world: WorldRecord, root: u32): bool {
  if (world.jointLive < CROWD || loopsOf(world, root) || wordAt(listOf(world, List.Anchored), root)) return false;
  const bodies = wordAt(listOf(world, List.Bodies), root);
  return bodies >= LEAST_OF_TREE && bodies <= MOST_OF_TREE && areLike(world, root, UNLIKE);
}

/** Whether the island of a joint is solved directly. */
function isDirect(world: WorldRecord, root: u32): bool {
  const loops = loopsOf(world, root);
  const most = wordAt(listOf(world, List.Most), root);
  if (world.jointSolver == JointSolver.Direct) return loops <= MOST_LOOPS_ASKED && most <= MOST_JOINTS_ASKED;
  if (!wordAt(listOf(world, List.Bounces), root) && isOfCrowd(world, root)) return false;
  // What contradicts itself comes to rest in sweeps.
  return !wordAt(listOf(world, List.Strained), root) && loops <= MOST_LOOPS && most <= MOST_JOINTS;
}

/** Whether joints of the world may be solved directly at all. */
function mayBeDirect(world: WorldRecord): bool {
  if (
    world.solver != Solver.Xpbd ||
    world.jointSolver == JointSolver.Sweeps ||
    world.projection == Projection.Scalar ||
    world.customJoints ||
    world.sweep
  )
    return false;
  return world.jointSolver == JointSolver.Direct || world.gradient == Gradient.Auto;
}

/**
 * Marks the active joints that are solved directly, and counts their islands; false when there is no memory left. Afterwards `islandOf` and
 * `degreeOf` may be asked.
 */
export function chooseIslands(world: WorldRecord): bool {
  world.directIslandCount = 0;
  world.sweptIslandCount = 0;
  world.heldIslandCount = 0;
  world.crowdIslandCount = 0;
  if (!world.activeJointCount) return true;
  const bodies = world.bodyCount;
  if (!ensureBlock(world, offsetof<WorldRecord>('islands'), bytesOf(bodies, 4))) return false;
  for (let body: u32 = 0; body < bodies; body++) setWord(world.islands, body, body);
  for (let k: u32 = 0; k < world.activeJointCount; k++) {
    const joint = jointAt(activeJoint(world, k));
    if (joint.flags & JointFlag.Enabled) uniteBodies(world, joint);
  }
  for (let k: u32 = 0; k < world.activeJointCount; k++) noteAssembly(world, jointAt(activeJoint(world, k)));
  if (!mayBeDirect(world)) {
    for (let k: u32 = 0; k < world.activeJointCount; k++)
      jointAt(activeJoint(world, k)).flags &= ~(<u32>(JointFlag.Direct | JointFlag.Closing));
    return true;
  }
  if (!ensureBlock(world, offsetof<WorldRecord>('islandCounts'), bytesOf(bodies, List.Count << 2))) return false;
  memory.fill(world.islandCounts, 0, (<usize>bodies * List.Count) << 2);
  for (let body: u32 = 0; body < bodies; body++) setWord(listOf(world, List.Parent), body, body);
  for (let k: u32 = 0; k < world.activeJointCount; k++) {
    const joint = jointAt(activeJoint(world, k));
    if (joint.flags & JointFlag.Enabled) countJoint(world, joint);
  }
  for (let k: u32 = 0; k < world.activeJointCount; k++) countLoop(world, jointAt(activeJoint(world, k)));
  for (let k: u32 = 0; k < world.activeJointCount; k++) markJoint(world, jointAt(activeJoint(world, k)));
  return true;
}

/** Notes whether a joint closes a loop. */
function countLoop(world: WorldRecord, joint: JointRecord): void {
  joint.flags &= ~(<u32>JointFlag.Closing);
  const body = joint.flags & JointFlag.Enabled ? someBody(world, joint) : 0;
  if (!body || !closes(world, joint)) return;
  joint.flags |= JointFlag.Closing;
  addWord(listOf(world, List.Loops), rootOf(world, body), 1);
}

/** Gives the joint's island a number where it is the first of it, and marks the joint if that is solved directly. */
function markJoint(world: WorldRecord, joint: JointRecord): void {
  joint.flags &= ~(<u32>JointFlag.Direct);
  const body = joint.flags & JointFlag.Enabled ? someBody(world, joint) : 0;
  if (!body) return;
  const root = rootOf(world, body);
  const numbers = listOf(world, List.Number);
  const direct = isDirect(world, root);
  if (!wordAt(numbers, root)) {
    if (direct) world.directIslandCount++;
    else world.sweptIslandCount++;
    if (!direct && isOfCrowd(world, root)) world.crowdIslandCount++;
    if (wordAt(listOf(world, List.Anchored), root) && loopsOf(world, root) <= MOST_LOOPS) world.heldIslandCount++;
    setWord(numbers, root, direct ? world.directIslandCount : 1);
  }
  if (direct) joint.flags |= JointFlag.Direct;
  else joint.flags &= ~(<u32>JointFlag.Closing);
}

/** Whether the bodies of a joint are connected already; from now on they are. A drive holds nothing that others hold: it closes no loop. */
function closes(world: WorldRecord, joint: JointRecord): bool {
  if (joint.type == JointType.AngularDrive) return false;
  const parents = listOf(world, List.Parent);
  const first = firstOf(parents, moving(world, jointBody(joint, 0)));
  let connected = true;
  for (let k: u32 = 1; k < 4; k++) {
    const other = firstOf(parents, moving(world, jointBody(joint, k)));
    if (other == firstOf(parents, first)) continue;
    connected = false;
    setWord(parents, other, firstOf(parents, first));
  }
  return connected;
}

/** A body, or the world in place of one that does not move. */
function moving(world: WorldRecord, body: u32): u32 {
  return yields(world, body) ? body : 0;
}

/** Number of the direct island of a joint that is marked. */
export function islandOf(world: WorldRecord, joint: JointRecord): u32 {
  return wordAt(listOf(world, List.Number), rootOf(world, someBody(world, joint))) - 1;
}

/** Loops of this island. */
export function loopsAt(world: WorldRecord, joint: JointRecord): u32 {
  return loopsOf(world, rootOf(world, someBody(world, joint)));
}

/** Whether no joint of it holds on to what does not move. */
export function isFreeAt(world: WorldRecord, joint: JointRecord): bool {
  return wordAt(listOf(world, List.Anchored), rootOf(world, someBody(world, joint))) == 0;
}

/** How many joints a body has. */
export function degreeOf(world: WorldRecord, body: u32): u32 {
  return wordAt(listOf(world, List.Degree), body);
}
