// Manifolds and what reports contacts: lists of pairs that are looked at, and events.
import {
  BodyRecord,
  BroadPhaseRecord,
  Bvh,
  EventRecord,
  EventType,
  FoundRecord,
  FREE_LISTS,
  Graph,
  Group,
  HitRecord,
  MANIFOLD_BYTES,
  ManifoldRecord,
  NarrowphaseRecord,
  PairFlag,
  PairRecord,
  QueryRecord,
  ShapeRecord,
  ShapeType,
  TouchFlag,
  TouchRecord,
  WorldRecord,
} from '../core/layout.ts';
import type { Blocks } from './blocks.ts';
import type { Slots } from './slots.ts';
import { isFinite64, range, requireNumbers, requireSound, type SnapshotState, unsound } from './state.ts';

const MOST_POINTS = 4;
const EVENTS = Object.keys(EventType).length;
const EVENT_NUMBERS = range(EventRecord.pointX, EventRecord.approachSpeed);

/** Each manifold is of one pair, or in the list of free ones. */
export function checkManifolds(state: SnapshotState, blocks: Blocks): void {
  const { u32 } = state;
  const record = state.field(WorldRecord.narrowphase);
  const read = (field: number) => u32[(record + field) >>> 2];
  const [capacity, count] = [read(NarrowphaseRecord.manifoldCapacity), read(NarrowphaseRecord.manifoldCount)];
  requireSound(count <= capacity, 'it has more manifolds than room for them');
  requireSound(read(NarrowphaseRecord.failed) <= 1, 'a switch is neither on nor off');
  blocks.claimAt(record, NarrowphaseRecord.manifoldBase, capacity * MANIFOLD_BYTES);
  const base = read(NarrowphaseRecord.manifoldBase);
  const seen = new Uint8Array(count);
  const take = (slot: number): number => {
    if (slot >= count || seen[slot]) unsound('a list of manifolds is broken');
    seen[slot] = 1;
    return base + slot * MANIFOLD_BYTES;
  };
  const broadphase = state.field(WorldRecord.broadphase);
  const pairs = u32[(broadphase + BroadPhaseRecord.pairBase) >>> 2];
  const room = u32[(broadphase + BroadPhaseRecord.pairRoom) >>> 2];
  let live = 0;
  for (let pair = 0; pair < room; pair++) {
    const at = pairs + pair * PairRecord.size;
    if (!(u32[(at + PairRecord.flags) >>> 2] & PairFlag.Alive)) continue;
    for (let next = u32[(at + PairRecord.firstManifold) >>> 2]; next !== 0; live++) {
      const manifold = take(next - 1);
      const points = u32[(manifold + ManifoldRecord.count) >>> 2];
      if (points < 1 || points > MOST_POINTS || u32[(manifold + ManifoldRecord.pair) >>> 2] !== pair) unsound('a manifold is of no pair');
      checkChildren(state, at, u32[(manifold + ManifoldRecord.children) >>> 2]);
      next = u32[(manifold + ManifoldRecord.next) >>> 2];
    }
  }
  let free = 0;
  for (let list = 0; list < FREE_LISTS; list++) {
    for (let next = read(NarrowphaseRecord.size + 4 * list); next !== 0; free++) next = u32[(take(next - 1) + ManifoldRecord.next) >>> 2];
  }
  requireSound(live === read(NarrowphaseRecord.manifoldLive) && live + free === count, 'its number of manifolds is wrong');
}

/** The children that a manifold or touch names are there. */
function checkChildren(state: SnapshotState, pair: number, children: number): void {
  const { u32 } = state;
  const isThere = (body: number, child: number): boolean => {
    if (child === 0) return true;
    const record = state.field(WorldRecord.bodyBase) + u32[(pair + body) >>> 2] * BodyRecord.size;
    const shape = state.field(WorldRecord.shapeBase) + (u32[(record + BodyRecord.shape) >>> 2] - 1) * ShapeRecord.size;
    if (u32[(shape + ShapeRecord.type) >>> 2] !== ShapeType.Compound) return false;
    return child <= u32[(u32[(shape + ShapeRecord.data) >>> 2] + Bvh.partCount) >>> 2];
  };
  const named = isThere(PairRecord.bodyA, children >>> 16) && isThere(PairRecord.bodyB, children & 0xffff);
  requireSound(named, 'a contact is of a child that is not there');
}

const TOUCH_FLAGS = Object.values(TouchFlag).reduce((all, flag) => all | flag, 0);

/** Each touch is of one pair, or in the list of free ones. Returns how many were reported. */
export function checkTouches(state: SnapshotState, blocks: Blocks): number {
  const { u32 } = state;
  const count = state.field(WorldRecord.touchCount);
  requireSound(count * TouchRecord.size <= blocks.claimSized(WorldRecord.touches), 'it has more touches than room for them');
  const seen = new Uint8Array(count);
  const take = (slot: number): number => {
    if (slot >= count || seen[slot]) unsound('a list of touches is broken');
    seen[slot] = 1;
    return state.field(WorldRecord.touches) + slot * TouchRecord.size;
  };
  const broadphase = state.field(WorldRecord.broadphase);
  const pairs = u32[(broadphase + BroadPhaseRecord.pairBase) >>> 2];
  const room = u32[(broadphase + BroadPhaseRecord.pairRoom) >>> 2];
  let [found, reported] = [0, 0];
  for (let pair = pairs; pair < pairs + room * PairRecord.size; pair += PairRecord.size) {
    if (!(u32[(pair + PairRecord.flags) >>> 2] & PairFlag.Alive)) continue;
    for (let next = u32[(pair + PairRecord.memory) >>> 2]; next !== 0; found++) {
      const touch = take(next - 1);
      const flags = u32[(touch + TouchRecord.flags) >>> 2];
      requireSound((flags & ~TOUCH_FLAGS) === 0, 'a touch has flags that there are not');
      checkChildren(state, pair, u32[(touch + TouchRecord.children) >>> 2]);
      if (flags & TouchFlag.Told) reported++;
      next = u32[(touch + TouchRecord.next) >>> 2];
    }
  }
  for (let next = state.field(WorldRecord.touchFirstFree); next !== 0; found++) next = u32[(take(next - 1) + TouchRecord.next) >>> 2];
  requireSound(found === count, 'a touch is in no list');
  return reported;
}

/** Lists that are made again in each step; the world's record says how many bytes there are. */
const LISTS = [
  ...[WorldRecord.jointGroups, WorldRecord.contactGroups].flatMap((graph) =>
    [Graph.groups, Graph.bundles, Graph.order].map((field) => graph + field),
  ),
  WorldRecord.contactList,
  WorldRecord.turning,
  WorldRecord.impacts,
  WorldRecord.loaded,
  WorldRecord.rows,
  WorldRecord.events,
  WorldRecord.islands,
  WorldRecord.activeJoints,
  WorldRecord.plan,
  WorldRecord.planWork,
  WorldRecord.planTable,
  WorldRecord.directRows,
  WorldRecord.islandCounts,
  WorldRecord.articulated,
  WorldRecord.outliers,
];

export function checkLists(state: SnapshotState, joints: Slots, blocks: Blocks): void {
  const { u32 } = state;
  for (const field of LISTS) blocks.claimSized(field);
  const query = state.field(WorldRecord.query);
  blocks.claimAt(query, QueryRecord.hits, u32[(query + QueryRecord.hitCapacity) >>> 2] * HitRecord.size);
  requireSound(u32[(query + QueryRecord.hitCount) >>> 2] <= u32[(query + QueryRecord.hitCapacity) >>> 2], 'a query has too many answers');
  requireSound(u32[(query + QueryRecord.failed) >>> 2] <= 1, 'a switch is neither on nor off');
  for (const graph of [WorldRecord.jointGroups, WorldRecord.contactGroups]) {
    const fits = state.field(graph + Graph.groupCount) * Group.size <= state.field(graph + Graph.groupCapacity);
    requireSound(fits, 'it has more groups of joints or contacts than room for them');
  }
  const broadphase = state.field(WorldRecord.broadphase);
  // Steps list pairs without asking for room.
  blocks.claimSized(WorldRecord.activePairs, 4 * u32[(broadphase + BroadPhaseRecord.pairCapacity) >>> 2]);
  blocks.claimSized(WorldRecord.found, FoundRecord.size * u32[(broadphase + BroadPhaseRecord.pairCapacity) >>> 2]);
  requireIndices(
    state,
    WorldRecord.activePairs,
    state.field(WorldRecord.activePairCount),
    u32[(broadphase + BroadPhaseRecord.pairRoom) >>> 2],
  );
  requireIndices(state, WorldRecord.activeJoints, state.field(WorldRecord.activeJointCount), joints.count);
  checkEvents(state, u32[(broadphase + BroadPhaseRecord.told) >>> 2]);
}

function requireIndices(state: SnapshotState, field: number, count: number, end: number): void {
  requireSound(4 * count <= state.field(field + 4), 'a list lies where there is no room for it');
  const first = state.field(field) >>> 2;
  for (let k = first; k < first + count; k++) if (state.u32[k] >= end) unsound('a list names what is not there');
}

/** There is room for the end of each contact that was reported to have begun. */
function checkEvents(state: SnapshotState, reported: number): void {
  const { u32 } = state;
  const [count, seen] = [state.field(WorldRecord.eventCount), state.field(WorldRecord.eventsOfStep)];
  const fits = seen <= count && (count + reported) * EventRecord.size <= state.field(WorldRecord.eventCapacity);
  requireSound(fits, 'it has no room for its events');
  for (let k = 0; k < count; k++) {
    const event = state.field(WorldRecord.events) + k * EventRecord.size;
    requireSound(u32[(event + EventRecord.type) >>> 2] < EVENTS, 'an event is of a type that there is not');
    requireNumbers(state, event, EVENT_NUMBERS, isFinite64, 'an event');
  }
}

/** Whether any body has what only kernels give it; for a state without kernels. */
export function requireNoCollision(state: SnapshotState, bodies: Slots): void {
  const { u32 } = state;
  for (let slot = 0; slot < bodies.count; slot++) {
    const record = bodies.offset(slot);
    const free = [BodyRecord.shape, BodyRecord.leaf, BodyRecord.firstPair].every((field) => u32[(record + field) >>> 2] === 0);
    requireSound(free, 'a body has a shape where there are none');
  }
  for (const field of [WorldRecord.broadphase, WorldRecord.narrowphase, WorldRecord.eventCount, WorldRecord.shapeCount])
    requireSound(state.field(field) === 0, 'it has contacts where there are none');
}
