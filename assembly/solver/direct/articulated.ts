// Bodies with contacts in islands that are solved directly: how they answer while all joints hold, Phi = M^-1 - Y^T D^-1 Y with Y = L^-1 J M^-1 on the rows from the body's joints
// to the last of the island, and how what pushes one runs through the factor to the others. Featherstone, "Rigid Body Dynamics Algorithms", chapter 7; Baraff, 1996.
import { pairAt } from '../../collision/broadphase/pairs';
import { theNarrowphase } from '../../collision/narrowphase/manifolds.kernel';
import { activePair } from '../../collision/narrowphase/narrowphase';
import { isSolved } from '../../contact/solved';
import { gravityOf } from '../../gravity';
import { bytesOf } from '../../memory/arena';
import { ensureBlock } from '../../memory/blocks';
import { bodyAt, shapeAt } from '../../memory/records';
import { substepsOf } from '../../steady';
import { ContactScheme, JointSolver, Lack, WorldRecord } from '../../world';
import { bouncesOf } from './islands';
import { BODY, bodiesEnd } from './lanes';
import { add6 } from './matrix';
import { islandAt, linkAt } from './plan';
import { ArticulatedBody, DirectBody, DirectIsland, DirectNode, PathNode } from './record';
import { clear, setWord, wordAt } from '../../memory/words';

/** Rows on the paths of an island at most: with more its contacts are solved as if no joint held their bodies. */
const MOST_PATH_ROWS: u32 = 4096;

/** With no more than these it costs hardly anything that contacts feel joints: a vehicle on its wheels. */
const FEW_PATH_ROWS: u32 = 160;

/**
 * Of a body's breadth: where the weight of its island would take the body alone farther in a substep, its contacts have to feel its joints. Otherwise that would cost more than it
 * brings: what they leave to the joints, joints and contacts settle in the next substeps.
 */
const FAR: f64 = 0.5;

/** So many times as heavy as the lightest body with contacts, an island needs it whatever gravity is. */
const HEAVY: f64 = 500;

const SEXTUPLE: usize = 48;
const RECORD: usize = offsetof<ArticulatedBody>();
/** Address of a body's response from that of its record, and bytes of both. */
export const RESPONSE: usize = RECORD;
const WHOLE: usize = RECORD + 6 * SEXTUPLE;

/** Address of the ArticulatedBody of a body slot in this step; 0: it has none. To be asked where `listArticulated` has found some. */
export function articulatedOf(world: WorldRecord, slot: u32): u32 {
  const body = wordAt(world.islands, slot);
  return body ? changetype<DirectBody>(<usize>body).articulated : 0;
}

/** Whether joints of a body are solved directly and its contacts do not feel them: each pushes it alone, before its joints are solved. */
export function isPushedAlone(world: WorldRecord, slot: u32): bool {
  return wordAt(world.islands, slot) != 0 && !articulatedOf(world, slot);
}

/** Address of the island of an articulated body. */
export function islandOfArticulated(one: ArticulatedBody): u32 {
  return changetype<DirectBody>(<usize>one.body).island;
}

/** The body slot that stands for the island of an articulated body. */
export function islandSlot(one: ArticulatedBody): u32 {
  const island = changetype<DirectIsland>(<usize>islandOfArticulated(one));
  return changetype<DirectBody>(<usize>island.firstBody).slot;
}

/** The node after one on the way to the last; 0: it is the last. */
function nextOf(node: u32): u32 {
  const from = changetype<DirectNode>(<usize>node);
  return from.linkCount ? linkAt(from, 0).node : 0;
}

/** Lists the bodies of direct islands that have contacts which are solved, island by island; whether there are any. Where memory is short there are none, as if no joint held them. */
export function listArticulated(world: WorldRecord, dt: f64): bool {
  forgetAll(world);
  if (!world.directIslandCount || !theNarrowphase().manifoldLive) return false;
  if (!ensureBlock(world, offsetof<WorldRecord>('islands'), bytesOf(world.bodyCount, 4))) return false;
  memory.fill(world.islands, 0, (<usize>world.bodyCount) << 2);
  for (let k: u32 = 0; k < world.directIslandCount; k++) {
    const island = islandAt(world, k);
    const end = bodiesEnd(island);
    for (let at = <usize>island.firstBody; at < end; at += BODY) setWord(world.islands, changetype<DirectBody>(at).slot, <u32>at);
  }
  if (world.contactScheme == <u32>ContactScheme.Position) return false;
  let bytes: u64 = 0;
  for (let k: u32 = 0; k < world.activePairCount; k++) {
    const pair = pairAt(activePair(world, k));
    if (!pair.firstManifold || !isSolved(pair)) continue;
    const bounces = bouncesOf(pair.bodyA) || bouncesOf(pair.bodyB);
    bytes += noteBody(world, pair.bodyA, bounces) + noteBody(world, pair.bodyB, bounces);
  }
  if (!bytes) return false;
  if (!ensureBlock(world, offsetof<WorldRecord>('articulated'), bytesOf(bytes, 1))) {
    world.lacks |= Lack.Contacts;
    forgetAll(world);
    return false;
  }
  let at = <usize>world.articulated;
  const h = dt / <f64>substepsOf(world, dt);
  for (let k: u32 = 0; k < world.directIslandCount; k++) at = layIsland(world, islandAt(world, k), h, at);
  return at != <usize>world.articulated;
}

/** Notes that a body has a contact; returns the bytes for it. */
function noteBody(world: WorldRecord, slot: u32, bounces: bool): u64 {
  const address = wordAt(world.islands, slot);
  if (!address) return 0;
  const body = changetype<DirectBody>(<usize>address);
  const island = changetype<DirectIsland>(<usize>body.island);
  if (bounces) island.bounces = 1;
  if (body.articulated) return 0;
  body.articulated = 1;
  let rows: u32 = 0;
  let nodes: u32 = 0;
  for (let node = body.firstNode; node; node = nextOf(node)) {
    rows += changetype<DirectNode>(<usize>node).count;
    nodes++;
  }
  island.articulatedCount++;
  island.pathRows += rows;
  return <u64>(WHOLE + pathBytes(nodes) + <usize>rows * SEXTUPLE);
}

/** Sizes are multiples of 16. */
function pathBytes(nodes: u32): usize {
  return (<usize>nodes * offsetof<PathNode>() + 15) & ~15;
}

/** No body has contacts. Only islands that count some have marked them. */
function forgetAll(world: WorldRecord): void {
  for (let k: u32 = 0; k < world.directIslandCount; k++) {
    const island = islandAt(world, k);
    island.pathRows = 0;
    island.bounces = 0;
    if (!island.articulatedCount) continue;
    island.articulatedCount = 0;
    const end = bodiesEnd(island);
    for (let at = <usize>island.firstBody; at < end; at += BODY) changetype<DirectBody>(at).articulated = 0;
  }
}

function massOf(island: DirectIsland): f64 {
  let whole: f64 = 0;
  const end = bodiesEnd(island);
  for (let at = <usize>island.firstBody; at < end; at += BODY) whole += bodyAt(changetype<DirectBody>(at).slot).mass;
  return whole;
}

/** Whether contacts of an island are solved as its joints hold its bodies, in substeps of `h`. */
function feelsJoints(world: WorldRecord, island: DirectIsland, h: f64): bool {
  if (!island.articulatedCount || island.pathRows > MOST_PATH_ROWS) return false;
  if (world.jointSolver == JointSolver.Direct || island.bounces || island.pathRows <= FEW_PATH_ROWS) return true;
  const whole = massOf(island);
  let lightest = Infinity;
  let least = Infinity;
  const end = bodiesEnd(island);
  for (let at = <usize>island.firstBody; at < end; at += BODY) {
    if (!changetype<DirectBody>(at).articulated) continue;
    const body = bodyAt(changetype<DirectBody>(at).slot);
    lightest = min(lightest, body.mass);
    least = min(least, body.mass * shapeAt(body.shape - 1).breadth);
  }
  return h * h * gravityOf(world) * whole > FAR * least || whole > HEAVY * lightest;
}

/** Lays the records of an island out, in the order of its bodies; returns where the next one goes. */
function layIsland(world: WorldRecord, island: DirectIsland, h: f64, first: usize): usize {
  const pays = feelsJoints(world, island, h);
  const end = bodiesEnd(island);
  let to = first;
  island.firstArticulated = <u32>first;
  if (!pays) island.articulatedCount = 0;
  const whole = pays ? massOf(island) : 1;
  for (let at = <usize>island.firstBody; at < end; at += BODY) {
    const body = changetype<DirectBody>(at);
    if (!body.articulated) continue;
    body.articulated = pays ? <u32>to : 0;
    if (!pays) continue;
    changetype<ArticulatedBody>(to).share = bodyAt(body.slot).mass / whole;
    to = layBody(body, to);
  }
  return to;
}

function layBody(body: DirectBody, at: usize): usize {
  const one = changetype<ArticulatedBody>(at);
  one.body = <u32>changetype<usize>(body);
  one.path = <u32>(at + WHOLE);
  one.length = 0;
  clear(at + offsetof<ArticulatedBody>('known0'), SEXTUPLE);
  for (let node = body.firstNode; node; node = nextOf(node)) {
    changetype<PathNode>(<usize>one.path + <usize>one.length * offsetof<PathNode>()).node = node;
    one.length++;
  }
  let rows = <usize>one.path + pathBytes(one.length);
  for (let k: u32 = 0; k < one.length; k++) {
    const on = pathNode(one, k);
    on.rows = <u32>rows;
    rows += <usize>changetype<DirectNode>(<usize>on.node).count * SEXTUPLE;
  }
  return rows;
}

export function pathNode(one: ArticulatedBody, index: u32): PathNode {
  return changetype<PathNode>(<usize>one.path + <usize>index * offsetof<PathNode>());
}

/** The record after one of the same island. */
export function nextArticulated(one: ArticulatedBody): ArticulatedBody {
  const last = pathNode(one, one.length - 1);
  return changetype<ArticulatedBody>(<usize>last.rows + <usize>changetype<DirectNode>(<usize>last.node).count * SEXTUPLE);
}

/** Has what is known of contacts push the bodies of an island. */
export function pushByContacts(island: DirectIsland): void {
  let one = changetype<ArticulatedBody>(<usize>island.firstArticulated);
  for (let k: u32 = 0; k < island.articulatedCount; k++) {
    const body = <usize>one.body;
    add6(body + offsetof<DirectBody>('force0'), 1, changetype<usize>(one) + offsetof<ArticulatedBody>('known0'));
    changetype<DirectBody>(body).pushed = 1;
    one = nextArticulated(one);
  }
}
