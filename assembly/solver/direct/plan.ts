// The plans of direct solves, of islands that have changed: joints or types of bodies, or bodies with joints that woke or fell asleep.
import { SOLVER_BODY } from '../../body/solver-body.kernel';
import { jointBody } from '../../island/wake';
import { couples, isVectorSpring } from '../../joint/kinds';
import { JointFlag, JointRecord, JointType } from '../../joint/record';
import { bytesOf } from '../../memory/arena';
import { ensureBlock } from '../../memory/blocks';
import { jointAt } from '../../memory/records';
import { WorldRecord } from '../../world';
import { isFreeAt, isOwn, loopsAt } from './islands';
import { chooseAll, choosePlans, ensureTable, forgetPlans, keyBytes, setKey, Table, tableOf } from './kept';
import { freeAngles, ownRows, rowsBeforeLimits, rowsOf, slowsOf, turnsOf } from './joint-rows';
import { Layout, listAll, listNodes, makeWork, NEIGHBOR_WORDS, nodeJoint, orderAll, ORDERING } from './neighbors';
import { Ordering } from './ordering';
import { DirectBody, DirectIsland, DirectLink, DirectNode, DirectPair, Entry } from './record';
import { setWord, wordAt } from '../../memory/words';

const LAYOUT: usize = scratch<Layout>();

/** Address of the node of a joint that is solved directly. */
export function nodeOf(world: WorldRecord, slot: u32): DirectNode {
  return changetype<DirectNode>(<usize>wordAt(tableOf(world, Table.Nodes), slot));
}

export function islandAt(world: WorldRecord, index: u32): DirectIsland {
  return changetype<DirectIsland>(<usize>wordAt(tableOf(world, Table.Islands), index));
}

/** Makes the plan for the joints that are marked; false when there is no memory left. */
export function makePlan(world: WorldRecord): bool {
  if (!ensureTable(world)) return false;
  if (!world.directIslandCount) return true;
  const chosen = choosePlans(world);
  if (!chosen) return true;
  const layout = changetype<Layout>(LAYOUT);
  if (!order(world, layout, chosen)) return false;
  if (!hasRoom(world, layout)) {
    const all = world.planEnd == 0;
    forgetPlans(world);
    const count = chooseAll(world);
    if (!all && !order(world, layout, count)) return false;
    if (!makeRoom(world, layout)) return false;
  }
  layPlan(world, layout);
  return true;
}

/** Lists and orders the joints of the islands that have been chosen. */
function order(world: WorldRecord, layout: Layout, islands: u32): bool {
  layout.islands = islands;
  if (!listNodes(world, layout)) return false;
  let words = NEIGHBOR_WORDS * <u64>layout.nodes;
  while (!orderAll(world, layout, words)) {
    words *= 2;
    if (!makeWork(world, layout, words)) return false;
    listAll(world, layout);
  }
  measure(world, layout);
  return true;
}

/** Whether the new plans fit behind those there are. */
function hasRoom(world: WorldRecord, layout: Layout): bool {
  return world.planEnd != 0 && <u64>world.planEnd + layout.bytes <= <u64>world.plan + <u64>world.planCapacity;
}

/** Room for all plans and some more, so that they are not all made again soon. */
function makeRoom(world: WorldRecord, layout: Layout): bool {
  const field = offsetof<WorldRecord>('plan');
  return ensureBlock(world, field, bytesOf(layout.bytes + layout.bytes / 4, 1)) || ensureBlock(world, field, bytesOf(layout.bytes, 1));
}

/** Counts what the new plans take. */
function measure(world: WorldRecord, layout: Layout): void {
  const o = changetype<Ordering>(ORDERING);
  let links: u64 = 0;
  let targets: u64 = 0;
  let maps: u64 = 0;
  let entries: u64 = 0;
  let numbers: u64 = 0;
  for (let node: u32 = 0; node < layout.nodes; node++) {
    const joint = nodeJoint(layout, node);
    const count = rowsOf(joint);
    const met = wordAt(o.counts, node);
    const neighbors = <usize>wordAt(o.neighbors, node);
    let rows: u64 = count;
    for (let k: u32 = 0; k < met; k++) rows += rowsOf(nodeJoint(layout, wordAt(neighbors, k)));
    links += met;
    targets += (<u64>met * <u64>(met + 1)) / 2;
    maps += ownRows(joint) + count;
    entries += count + (couples(joint.type) ? 1 : 0);
    numbers += ((rows * count + 1) & ~(<u64>1)) + 2 * count;
  }
  let pairs: u64 = 0;
  for (let body: u32 = 0; body < world.bodyCount; body++) {
    const degree: u64 = wordAt(layout.bodyAddresses, body);
    if (degree) pairs += (degree * (degree - 1)) / 2;
  }
  layout.entries = <usize>(entries * offsetof<Entry>());
  layout.numbers = <usize>(8 * numbers);
  layout.links = <usize>(links * offsetof<DirectLink>());
  layout.pairs = <usize>(pairs * offsetof<DirectPair>());
  layout.targets = <usize>(4 * targets);
  layout.maps = <usize>(4 * maps);
  const heads =
    <u64>layout.islands * offsetof<DirectIsland>() +
    <u64>layout.nodes * offsetof<DirectNode>() +
    <u64>layout.bodies * offsetof<DirectBody>();
  const lists =
    links * offsetof<DirectLink>() + pairs * offsetof<DirectPair>() + entries * offsetof<Entry>() + 8 * numbers + 4 * (targets + maps);
  layout.bytes = (heads + lists + keyBytes(layout.nodes) + 15) & ~(<u64>15);
}

/** Where a list of so many bytes goes. */
function takeBytes(layout: Layout, bytes: usize): usize {
  const at = layout.next;
  layout.next = at + bytes;
  return at;
}

function layPlan(world: WorldRecord, layout: Layout): void {
  if (!world.planEnd) world.planEnd = world.plan;
  layout.next = world.planEnd;
  memory.fill(layout.next, 0, <usize>layout.bytes);
  world.planEnd += <u32>layout.bytes;
  world.plannedIslands = layout.islands;
  const islands = takeBytes(layout, <usize>layout.islands * offsetof<DirectIsland>());
  const nodes = takeBytes(layout, <usize>layout.nodes * offsetof<DirectNode>());
  const bodies = takeBytes(layout, <usize>layout.bodies * offsetof<DirectBody>());
  // Each was the size of its list, which begins here now.
  layout.entries = takeBytes(layout, layout.entries);
  layout.numbers = takeBytes(layout, layout.numbers);
  layout.links = takeBytes(layout, layout.links);
  layout.pairs = takeBytes(layout, layout.pairs);
  const keys = takeBytes(layout, <usize>keyBytes(layout.nodes));
  layout.targets = takeBytes(layout, layout.targets);
  layout.maps = takeBytes(layout, layout.maps);
  const chosen = tableOf(world, Table.Chosen);
  for (let number: u32 = 0; number < world.directIslandCount; number++) {
    const index = wordAt(chosen, number);
    if (index) setWord(tableOf(world, Table.Islands), number, <u32>islands + (index - 1) * <u32>offsetof<DirectIsland>());
  }
  layNodes(world, layout, islands, nodes, bodies, keys);
}

function nodeAt(nodes: usize, position: u32): DirectNode {
  return changetype<DirectNode>(nodes + <usize>position * offsetof<DirectNode>());
}

function layNodes(world: WorldRecord, layout: Layout, islands: usize, nodes: usize, bodies: usize, keys: usize): void {
  const o = changetype<Ordering>(ORDERING);
  let body = bodies;
  for (let index: u32 = 0; index < layout.islands; index++) {
    const island = changetype<DirectIsland>(islands + <usize>index * offsetof<DirectIsland>());
    const first = wordAt(layout.firsts, index);
    const end = wordAt(layout.firsts, index + 1);
    island.key = <u32>(keys + <usize>keyBytes(first));
    for (let k = first; k < end; k++) setKey(world, island, k - first, wordAt(layout.slots, k));
    island.firstNode = <u32>changetype<usize>(nodeAt(nodes, first));
    island.nodeCount = end - first;
    island.firstBody = <u32>body;
    island.loops = loopsAt(world, nodeJoint(layout, first));
    island.free = isFreeAt(world, nodeJoint(layout, first)) ? 1 : 0;
    for (let position = first; position < end; position++)
      body = layNode(world, layout, nodeAt(nodes, position), wordAt(layout.order, position), body);
    island.bodyCount = <u32>((body - <usize>island.firstBody) / offsetof<DirectBody>());
    for (let at = <usize>island.firstBody; at < body; at += offsetof<DirectBody>())
      changetype<DirectBody>(at).island = <u32>changetype<usize>(island);
    for (let position = first; position < end; position++) layLinks(layout, o, nodes, position);
    for (let position = first; position < end; position++) layTargets(layout, nodeAt(nodes, position));
    island.firstPair = <u32>layout.pairs;
    for (let position = first; position < end; position++) layPairs(world, layout, o, nodes, position);
    island.pairCount = <u32>((layout.pairs - <usize>island.firstPair) / offsetof<DirectPair>());
  }
}

/** Takes numbers of double precision. */
function takeNumbers(layout: Layout, count: u32): u32 {
  const at = layout.numbers;
  layout.numbers = at + ((<usize>count) << 3);
  return <u32>at;
}

/** Fills in a node, and its bodies where it is their first; returns where the next body goes. */
function layNode(world: WorldRecord, layout: Layout, node: DirectNode, number: u32, next: usize): usize {
  const o = changetype<Ordering>(ORDERING);
  const joint = nodeJoint(layout, number);
  let at = next;
  node.joint = wordAt(layout.slots, number);
  setWord(tableOf(world, Table.Nodes), node.joint, <u32>changetype<usize>(node));
  node.own = ownRows(joint);
  node.limits = rowsBeforeLimits(joint);
  node.live = node.own;
  node.turns = turnsOf(joint);
  node.count = rowsOf(joint);
  node.slows = slowsOf(joint);
  node.free = joint.flags & JointFlag.Rows ? freeAngles(joint) : 1;
  node.closes = joint.flags & JointFlag.Closing;
  node.isVector = !(joint.flags & JointFlag.Rows) && isVectorSpring(joint.type) ? 1 : 0;
  node.aligned = !(joint.flags & JointFlag.Rows) && (joint.type == JointType.Ball || joint.type == JointType.Hinge) ? 1 : 0;
  node.point = node.aligned && node.count == 3 ? 1 : 0;
  node.map = <u32>layout.maps;
  layout.maps += (<usize>node.own) << 2;
  for (let k: u32 = 0; k < node.own; k++) setWord(node.map, k, k);
  node.list = <u32>layout.maps;
  layout.maps += (<usize>node.count) << 2;
  node.entries = <u32>layout.entries;
  layout.entries += <usize>(node.count + (couples(joint.type) ? 1 : 0)) * offsetof<Entry>();
  if (node.aligned) alignRows(node);
  node.linkCount = wordAt(o.counts, number);
  const neighbors = <usize>wordAt(o.neighbors, number);
  let rows = node.count;
  for (let k: u32 = 0; k < node.linkCount; k++) rows += rowsOf(nodeJoint(layout, wordAt(neighbors, k)));
  node.panel = takeNumbers(layout, (rows * node.count + 1) & ~1);
  node.vector = takeNumbers(layout, node.count);
  node.inverses = takeNumbers(layout, node.count);
  node.links = <u32>layout.links;
  layout.links += <usize>node.linkCount * offsetof<DirectLink>();
  for (let k: u32 = 0; k < 4; k++) {
    if (!isOwn(world, joint, k)) continue;
    const slot = jointBody(joint, k);
    let address = wordAt(layout.bodyAddresses, slot);
    // Before it has an address the number of its joints stands there, which is a smaller one.
    if (address < world.plan) {
      address = <u32>at;
      at += offsetof<DirectBody>();
      setWord(layout.bodyAddresses, slot, address);
      changetype<DirectBody>(<usize>address).slot = slot;
      changetype<DirectBody>(<usize>address).firstNode = <u32>changetype<usize>(node);
      changetype<DirectBody>(<usize>address).solver = world.solverBodies + <u32>(<usize>slot * SOLVER_BODY);
    }
    setWord(changetype<usize>(node) + offsetof<DirectNode>('bodyA'), k, address);
  }
  return at;
}

/** What stays of the rows of a point. */
function alignRows(node: DirectNode): void {
  for (let k: usize = 0; k < 3; k++) {
    const forces = <usize>node.entries + k * offsetof<Entry>() + (k << 3);
    store<f64>(forces, -1, offsetof<Entry>('a0'));
    store<f64>(forces, 1, offsetof<Entry>('b0'));
    const entry = changetype<Entry>(<usize>node.entries + k * offsetof<Entry>());
    entry.low = -Infinity;
    entry.high = Infinity;
    entry.part = 1;
  }
}

/** The links of a node, in the order of elimination. */
function layLinks(layout: Layout, o: Ordering, nodes: usize, position: u32): void {
  const node = nodeAt(nodes, position);
  const number = wordAt(layout.order, position);
  const neighbors = <usize>wordAt(o.neighbors, number);
  // Positions take the place of numbers.
  for (let k: u32 = 0; k < node.linkCount; k++) {
    const place = wordAt(o.positions, wordAt(neighbors, k));
    let at = k;
    while (at > 0 && wordAt(neighbors, at - 1) > place) {
      setWord(neighbors, at, wordAt(neighbors, at - 1));
      at--;
    }
    setWord(neighbors, at, place);
  }
  for (let k: u32 = 0; k < node.linkCount; k++) {
    const link = linkAt(node, k);
    const other = nodeAt(nodes, wordAt(neighbors, k));
    link.node = <u32>changetype<usize>(other);
    link.targets = <u32>layout.targets;
    layout.targets += (<usize>(node.linkCount - k)) << 2;
  }
}

export function linkAt(node: DirectNode, index: u32): DirectLink {
  return changetype<DirectLink>(<usize>node.links + <usize>index * offsetof<DirectLink>());
}

/** Address of the link of a node to a later one; 0 where that is the node itself. */
function linkTo(node: DirectNode, later: u32): u32 {
  for (let k: u32 = 0; k < node.linkCount; k++) if (linkAt(node, k).node == later) return <u32>changetype<usize>(linkAt(node, k));
  return 0;
}

function layTargets(layout: Layout, node: DirectNode): void {
  for (let k: u32 = 0; k < node.linkCount; k++) {
    const link = linkAt(node, k);
    for (let m = k; m < node.linkCount; m++)
      setWord(link.targets, m - k, linkTo(changetype<DirectNode>(<usize>link.node), linkAt(node, m).node));
  }
}

/** Where in the Entries of a node the gradient for the k-th of its bodies is, or the response. */
export function sideOf(k: u32, response: bool): u32 {
  const entry = (k >> 1) * <u32>offsetof<Entry>();
  const first = response ? offsetof<Entry>('ra0') : offsetof<Entry>('a0');
  return entry + <u32>first + (k & 1) * 48;
}

/** The later nodes at each body of a node. */
function layPairs(world: WorldRecord, layout: Layout, o: Ordering, nodes: usize, position: u32): void {
  const node = nodeAt(nodes, position);
  const joint = jointAt(node.joint);
  for (let k: u32 = 0; k < 4; k++) {
    if (!isOwn(world, joint, k)) continue;
    const slot = jointBody(joint, k);
    const end = wordAt(layout.bodyFirsts, slot + 1);
    for (let n = wordAt(layout.bodyFirsts, slot); n < end; n++) {
      const place = wordAt(o.positions, wordAt(layout.bodyNodes, n));
      if (place <= position) continue;
      const later = nodeAt(nodes, place);
      const pair = changetype<DirectPair>(layout.pairs);
      layout.pairs += offsetof<DirectPair>();
      pair.later = <u32>changetype<usize>(later);
      pair.earlier = <u32>changetype<usize>(node);
      pair.link = linkTo(node, pair.later);
      pair.gradient = sideOf(placeOf(world, later, slot), false);
      pair.response = sideOf(k, true);
    }
  }
}

/** Which of a node's bodies one is. */
function placeOf(world: WorldRecord, node: DirectNode, slot: u32): u32 {
  const joint = jointAt(node.joint);
  for (let k: u32 = 0; k < 4; k++) if (jointBody(joint, k) == slot) return k;
  return 0;
}
