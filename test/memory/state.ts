// The state of a world as bytes that do not depend on where its blocks lie, for comparing twins.

import {
  BodyRecord,
  BroadPhaseRecord,
  CoordinateRecord,
  EventRecord,
  JointRecord,
  MANIFOLD_BYTES,
  ManifoldRecord,
  NarrowphaseRecord,
  PairFlag,
  PairLinks,
  PairRecord,
  PointRecord,
  ShapeRecord,
  TreeNode,
  WorldRecord,
} from '../../bindings/core/layout.ts';
import type { Backend, StateMemory } from '../../bindings/core/memory.ts';
import type { World } from '../../bindings/index.ts';

/** What the tests of memory reach into. */
export interface Inside {
  readonly memory: StateMemory;
  readonly live: Backend;
}
export const inside = (world: World) => world as unknown as Inside;

export function worldField(world: World, field: number): number {
  const { u32, world: at } = inside(world).memory;
  return u32[(at + field) >>> 2];
}

export function setWorldField(world: World, field: number, value: number): void {
  const { u32, world: at } = inside(world).memory;
  u32[(at + field) >>> 2] = value;
}

/** Makes all blocks from now on lie at an address and beyond. */
export function raiseArena(world: World, address: number): void {
  setWorldField(world, WorldRecord.arenaTop, address);
}

const ALIVE = 1;
const SETTINGS = WorldRecord.topologyDirty - WorldRecord.gravityX;

interface Kind {
  base: number;
  count: number;
  size: number;
  /** Offsets of words that are left out: addresses, and generations, which no record has twice. */
  hidden: number[];
  isAlive: (u32: Uint32Array, record: number) => boolean;
}

function pools(world: World): Record<string, Kind> {
  const broad = (field: number) => inside(world).memory.u32[(worldField(world, WorldRecord.broadphase) + field) >>> 2];
  const narrow = (field: number) => inside(world).memory.u32[(worldField(world, WorldRecord.narrowphase) + field) >>> 2];
  const pool = (
    base: number,
    count: number,
    { size, flags, generation }: typeof BodyRecord | typeof JointRecord | typeof CoordinateRecord | typeof PointRecord | typeof ShapeRecord,
    hidden: number[] = [],
  ): Kind => ({
    base: worldField(world, base),
    count: worldField(world, count),
    size,
    hidden: [generation, ...hidden],
    isAlive: (u32, record) => (u32[(record + flags) >>> 2] & ALIVE) !== 0,
  });
  const always = () => true;
  return {
    bodies: pool(WorldRecord.bodyBase, WorldRecord.bodyCount, BodyRecord),
    joints: pool(WorldRecord.jointBase, WorldRecord.jointCount, JointRecord),
    coordinates: pool(WorldRecord.coordinateBase, WorldRecord.coordinateCount, CoordinateRecord),
    points: pool(WorldRecord.pointBase, WorldRecord.pointCount, PointRecord),
    shapes: pool(WorldRecord.shapeBase, WorldRecord.shapeCount, ShapeRecord, [ShapeRecord.data]),
    events: {
      base: worldField(world, WorldRecord.events),
      count: worldField(world, WorldRecord.eventCount),
      size: EventRecord.size,
      hidden: [EventRecord.generationA, EventRecord.generationB],
      isAlive: always,
    },
    pairs: {
      base: broad(BroadPhaseRecord.pairBase),
      count: broad(BroadPhaseRecord.pairRoom),
      size: PairRecord.size,
      hidden: [PairRecord.next],
      isAlive: (u32, record) => (u32[(record + PairRecord.flags) >>> 2] & (PairFlag.Alive | PairFlag.Ignored)) !== 0,
    },
    links: {
      base: broad(BroadPhaseRecord.linkBase),
      count: broad(BroadPhaseRecord.pairRoom),
      size: PairLinks.size,
      hidden: [PairLinks.previousA, PairLinks.previousB, PairLinks.nextA, PairLinks.nextB],
      isAlive: always,
    },
    nodes: {
      base: broad(BroadPhaseRecord.nodeBase) + TreeNode.size,
      count: broad(BroadPhaseRecord.nodeRoom) - 1,
      size: TreeNode.size,
      hidden: [TreeNode.stamp],
      isAlive: always,
    },
    manifolds: {
      base: narrow(NarrowphaseRecord.manifoldBase),
      count: narrow(NarrowphaseRecord.manifoldCount),
      size: MANIFOLD_BYTES,
      hidden: [ManifoldRecord.bundle, ManifoldRecord.lane, ManifoldRecord.group],
      isAlive: (u32, record) => u32[(record + ManifoldRecord.count) >>> 2] !== 0,
    },
  };
}

/** Hashes of the parts of a world, by name. */
export function stateOf(world: World): Record<string, string> {
  const { memory } = inside(world);
  const { u32 } = memory;
  const hash = (start: number, bytes: number, hidden: readonly number[], from: number): number => {
    let h = from;
    for (let offset = 0; offset < bytes; offset += 4) {
      if (hidden.includes(offset)) continue;
      h = Math.imul(h ^ u32[(start + offset) >>> 2], 0x85ebca6b);
      h ^= h >>> 15;
    }
    return h;
  };
  const parts: Record<string, string> = { settings: `${hash(memory.world, SETTINGS, [], 1)}`, bits: world.hash() };
  for (const [name, { base, count, size, hidden, isAlive }] of Object.entries(pools(world))) {
    let h = 1;
    let live = 0;
    for (let k = 0; k < count; k++) {
      if (!isAlive(u32, base + k * size)) continue;
      live++;
      h = hash(base + k * size, size, hidden, h ^ k);
    }
    parts[name] = `${live}: ${h >>> 0}`;
  }
  return parts;
}
