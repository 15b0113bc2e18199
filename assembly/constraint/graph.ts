// Which constraints are solved side by side, joints and contacts alike. Two constraints of one colour share no dynamic body, so that none of
// them depends on which goes first, and LANES of them that are solved alike go through a kernel at once, as a bundle. Colours are given by
// first fit: each constraint takes the lowest that its dynamic bodies do not have yet, so that the order of the calls decides, and nothing else.
//
// The constraints are then sorted by counting: `beginGraph`, `countMember` for each, `makeGroups` and `makeBundles`, `takeLane` for each.
import { LANES } from 'precision';
import { bytesOf } from '../memory/arena';
import { ensureBlock, releaseBlock } from '../memory/blocks';
import { WorldRecord } from '../world';

/** The last colour takes what finds its bodies in all others. Its constraints may share bodies: each has a bundle of its own. @layout */
export const OVERFLOW_COLOR: u32 = 63;

export const COLORS: u32 = OVERFLOW_COLOR + 1;

/** In place of a slot: a lane without a constraint. @layout */
export const NO_MEMBER: u32 = 0xffffffff;

/**
 * The constraints of one colour and kind, in bundles one after the other.
 * @layout
 */
// @ts-ignore: decorator
@unmanaged
export class Group {
  color: u32;
  /** What its constraints have in common; joints and contacts have kinds of their own. */
  kind: u32;
  /** Bits that some of its constraints have: of joints the rows. */
  traits: u32;
  /** Address of the first bundle, how many there are, and bytes of each. */
  first: u32;
  count: u32;
  bytes: u32;
  /** Address of the slots in the lanes of the first bundle: LANES for each bundle, NO_MEMBER where a lane is empty. */
  members: u32;
  /** Not 0: some joint has a compliance, has damping; some contact has restitution. */
  soft: u32;
  damped: u32;
  bouncy: u32;
  /** Address of what solvers keep for the first bundle. */
  rows: u32;
}

/**
 * All groups, of joints or of contacts, in the order of solving: by colour, then by kind. Part of the WorldRecord.
 * @layout
 */
// @ts-ignore: decorator
@unmanaged
export class Graph {
  groups: u32;
  groupCapacity: u32;
  groupCount: u32;
  bundles: u32;
  bundleCapacity: u32;
  /** Slots of the constraints, lane by lane. */
  order: u32;
  orderCapacity: u32;
}

/** The constraints of one colour and kind while they are sorted; a list of these for each graph lies in scratch memory, kind by kind for each colour. */
// @ts-ignore: decorator
@unmanaged
export class Cell {
  /** How many they are; once there are groups, the lane that the next one gets. */
  next: u32;
  /** Their traits; once there are groups, the number of theirs. */
  group: u32;
}

export function jointGraph(world: WorldRecord): Graph {
  return changetype<Graph>(changetype<usize>(world) + offsetof<WorldRecord>('jointGroups'));
}

export function contactGraph(world: WorldRecord): Graph {
  return changetype<Graph>(changetype<usize>(world) + offsetof<WorldRecord>('contactGroups'));
}

/** Where a graph lies in the world's record. */
function placeOf(world: WorldRecord, graph: Graph): usize {
  return changetype<usize>(graph) - changetype<usize>(world);
}

export function groupAt(graph: Graph, index: u32): Group {
  return changetype<Group>(<usize>graph.groups + <usize>index * offsetof<Group>());
}

/** Address of a bundle of a group. */
export function bundleAt(group: Group, index: u32): usize {
  return <usize>group.first + <usize>index * <usize>group.bytes;
}

/** Slot of the constraint in a lane of a group: LANES × bundle + lane. */
export function memberAt(group: Group, lane: u32): u32 {
  return load<u32>(<usize>group.members + ((<usize>lane) << 2));
}

function colorsAt(world: WorldRecord, body: u32): usize {
  return <usize>world.bodyColors + ((<usize>body) << 3);
}

/** To be called before colours are given: for each body, or for all. Each graph gives them anew. */
export function clearColors(world: WorldRecord, body: u32): void {
  store<u64>(colorsAt(world, body), 0);
}

export function clearAllColors(world: WorldRecord): void {
  memory.fill(world.bodyColors, 0, (<usize>world.bodyCount) << 3);
}

/** The lowest colour that is not among those `taken`. */
export function firstFreeColor(taken: u64): u32 {
  return min(<u32>ctz<u64>(~taken), OVERFLOW_COLOR);
}

export function bitOf(color: u32): u64 {
  return (<u64>1) << color;
}

/** The colours that a body has: bit k is set when a constraint of the colour k has the body. Adds others to them. */
export function addColors(world: WorldRecord, body: u32, added: u64): u64 {
  const at = colorsAt(world, body);
  const had = load<u64>(at);
  store<u64>(at, had | added);
  return had;
}

export function cellAt(cells: usize, index: u32): Cell {
  return changetype<Cell>(cells + <usize>index * offsetof<Cell>());
}

/** How many cells are in use, the first ones. Worlds with few constraints, which have the lowest colours, need not look at all of them. */
const OPENED: usize = scratch<u32>();

/** Empties a graph. */
export function beginGraph(graph: Graph): void {
  graph.groupCount = 0;
  store<u32>(OPENED, 0);
}

/** Counts a constraint; `traits` are bits that its group has if one of its constraints has them. */
export function countMember(cells: usize, index: u32, traits: u32): void {
  const opened = load<u32>(OPENED);
  if (index >= opened) {
    memory.fill(changetype<usize>(cellAt(cells, opened)), 0, <usize>(index + 1 - opened) * offsetof<Cell>());
    store<u32>(OPENED, index + 1);
  }
  const cell = cellAt(cells, index);
  cell.next++;
  cell.group |= traits;
}

/** A group for each cell that is not empty. The caller writes how many `bytes` their bundles have. False when there is no memory left, and then there are none. */
export function makeGroups(world: WorldRecord, graph: Graph, cells: usize, kinds: u32): bool {
  const end = load<u32>(OPENED);
  let count: u32 = 0;
  for (let k: u32 = 0; k < end; k++) if (cellAt(cells, k).next) count++;
  const bytes = <usize>count * offsetof<Group>();
  if (!ensureBlock(world, placeOf(world, graph) + offsetof<Graph>('groups'), bytes)) return false;
  memory.fill(graph.groups, 0, bytes);
  for (let k: u32 = 0; k < end; k++) {
    const cell = cellAt(cells, k);
    const members = cell.next;
    if (!members) continue;
    const group = groupAt(graph, graph.groupCount);
    group.color = k / kinds;
    group.kind = k % kinds;
    group.traits = cell.group;
    group.count = group.color == OVERFLOW_COLOR ? members : (members + LANES - 1) / LANES;
    cell.group = graph.groupCount++;
    cell.next = 0;
  }
  return true;
}

/** Zeroed bundles and empty lanes for all groups; false when there is no memory left, and then there are no groups. */
export function makeBundles(world: WorldRecord, graph: Graph): bool {
  const groups = graph.groupCount;
  let bytes: u64 = 0;
  let lanes: u64 = 0;
  for (let k: u32 = 0; k < groups; k++) {
    const group = groupAt(graph, k);
    group.first = <u32>bytes;
    group.members = (<u32>lanes) << 2;
    bytes += <u64>group.count * <u64>group.bytes;
    lanes += <u64>group.count * LANES;
  }
  const place = placeOf(world, graph);
  graph.groupCount = 0;
  if (!ensureBlock(world, place + offsetof<Graph>('order'), bytesOf(lanes, 4))) return false;
  if (!ensureBlock(world, place + offsetof<Graph>('bundles'), bytesOf(bytes, 1))) return false;
  memory.fill(graph.bundles, 0, <usize>bytes);
  memory.fill(graph.order, 0xff, (<usize>lanes) << 2);
  for (let k: u32 = 0; k < groups; k++) {
    const group = groupAt(graph, k);
    group.first += graph.bundles;
    group.members += graph.order;
  }
  graph.groupCount = groups;
  return true;
}

/** Gives a constraint the next lane of the group that its cell has become; returns the lane's number: LANES × bundle + lane. */
export function takeLane(group: Group, cell: Cell, slot: u32): u32 {
  const lane = cell.next;
  cell.next = lane + (group.color == OVERFLOW_COLOR ? LANES : 1);
  store<u32>(<usize>group.members + ((<usize>lane) << 2), slot);
  return lane;
}

/** Gives bundles and lanes back, where they can be made anew; whether there were any. */
export function releaseBundles(world: WorldRecord, graph: Graph): bool {
  graph.groupCount = 0;
  releaseBlock(world, placeOf(world, graph) + offsetof<Graph>('order'));
  return releaseBlock(world, placeOf(world, graph) + offsetof<Graph>('bundles'));
}
