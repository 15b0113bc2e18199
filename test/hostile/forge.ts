// Forging: changes to a snapshot that know where things lie.
import {
  BodyRecord,
  BroadPhaseRecord,
  BvhNode,
  CoordinateRecord,
  EventRecord,
  JointRecord,
  MANIFOLD_BYTES,
  NarrowphaseRecord,
  PairLinks,
  PairRecord,
  PointRecord,
  QueryRecord,
  ShapeRecord,
  TouchRecord,
  TreeNode,
  WorldRecord,
} from '../../bindings/core/layout.ts';
import { SnapshotState } from '../../bindings/snapshot/state.ts';
import { HEADER_BYTES, laidOpen, passOff } from './stranger.ts';

/** Records of one size, one after the other. */
interface Region {
  start: number;
  size: number;
  count: number;
}

type Random = () => number;

const pick = <Item>(random: Random, list: readonly Item[]): Item => list[Math.floor(random() * list.length)];
const below = (random: Random, end: number): number => Math.floor(random() * end);

const NUMBERS = [NaN, Infinity, -Infinity, -0, 0, -1, 1e-320, 1e-30, 1e30, 1e300, -1e300, Number.MAX_VALUE, 0.5, 3];
const WORDS = [0, 1, 2, 3, 7, 16, 63, 64, 255, 4096, 65535, 65536, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff];

/** Where things lie in a state. */
function regionsOf(state: SnapshotState): Region[] {
  const { u32, world, end } = state;
  const at = (record: number, field: number) => u32[(record + field) >>> 2];
  const pool = (record: number, base: number, count: number, size: number): Region => ({
    start: at(record, base),
    size,
    count: at(record, count),
  });
  const regions: Region[] = [{ start: world, size: WorldRecord.size, count: 1 }];
  const kinds: [base: number, count: number, size: number][] = [
    [WorldRecord.bodyBase, WorldRecord.bodyCount, BodyRecord.size],
    [WorldRecord.jointBase, WorldRecord.jointCount, JointRecord.size],
    [WorldRecord.coordinateBase, WorldRecord.coordinateCount, CoordinateRecord.size],
    [WorldRecord.pointBase, WorldRecord.pointCount, PointRecord.size],
    [WorldRecord.shapeBase, WorldRecord.shapeCount, ShapeRecord.size],
    [WorldRecord.events, WorldRecord.eventCount, EventRecord.size],
    [WorldRecord.touches, WorldRecord.touchCount, TouchRecord.size],
    [WorldRecord.activePairs, WorldRecord.activePairCount, 4],
    [WorldRecord.activeJoints, WorldRecord.activeJointCount, 4],
  ];
  for (const [base, count, size] of kinds) regions.push(pool(world, base, count, size));
  const [broadphase, narrowphase, query] = [WorldRecord.broadphase, WorldRecord.narrowphase, WorldRecord.query].map((field) =>
    at(world, field),
  );
  if (broadphase) {
    regions.push({ start: broadphase, size: BroadPhaseRecord.size, count: 1 });
    regions.push({ start: narrowphase, size: NarrowphaseRecord.size, count: 1 });
    regions.push({ start: query, size: QueryRecord.size, count: 1 });
    regions.push({ start: at(world, WorldRecord.freeBlocks), size: 4, count: 64 });
    regions.push({ start: at(world, WorldRecord.awake), size: 4, count: 4 });
    regions.push(pool(broadphase, BroadPhaseRecord.nodeBase, BroadPhaseRecord.nodeRoom, TreeNode.size));
    regions.push(pool(broadphase, BroadPhaseRecord.pairBase, BroadPhaseRecord.pairRoom, PairRecord.size));
    regions.push(pool(broadphase, BroadPhaseRecord.linkBase, BroadPhaseRecord.pairRoom, PairLinks.size));
    regions.push(pool(narrowphase, NarrowphaseRecord.manifoldBase, NarrowphaseRecord.manifoldCount, MANIFOLD_BYTES));
    for (let header = broadphase - 16; header < end; header += 16 + u32[header >>> 2]) regions.push({ start: header, size: 32, count: 1 });
    for (let slot = 0; slot < at(world, WorldRecord.shapeCount); slot++) {
      const data = at(at(world, WorldRecord.shapeBase) + slot * ShapeRecord.size, ShapeRecord.data);
      if (!data) continue;
      const size = u32[(data - 16) >>> 2];
      regions.push({ start: data, size: Math.min(80, size), count: 1 });
      regions.push({ start: data, size: 4, count: size / 4 });
      regions.push({ start: data + 16, size: BvhNode.size, count: Math.max(1, Math.floor(Math.min(1024, size - 16) / BvhNode.size)) });
    }
  }
  return regions.filter(({ start, size, count }) => count > 0 && start >= world && start + size * count <= end);
}

/** Ways to change a state; each gets a place in it and another like it. */
const CHANGES: ((state: SnapshotState, random: Random, place: number, other: number, region: Region) => void)[] = [
  ({ u32 }, random, place) => (u32[place >>> 2] = pick(random, WORDS)),
  ({ u32 }, _, place) => u32[place >>> 2]++,
  ({ u32 }, _, place) => u32[place >>> 2]--,
  ({ u32 }, random, place) => (u32[place >>> 2] ^= 1 << below(random, 32)),
  ({ u32 }, random, place) => (u32[place >>> 2] = below(random, 2 ** 32)),
  ({ u32 }, random, place) => (u32[place >>> 2] = below(random, 64)),
  // Another's field, both fields changed about, a link to itself, a field of the same record.
  ({ u32 }, _, place, other) => (u32[place >>> 2] = u32[other >>> 2]),
  ({ u32 }, _, place, other) => ([u32[place >>> 2], u32[other >>> 2]] = [u32[other >>> 2], u32[place >>> 2]]),
  ({ u32 }, random, place, _, { start, size }) => (u32[place >>> 2] = Math.floor((place - start) / size) + below(random, 2)),
  ({ u32 }, random, place, _, { start, size }) => {
    const record = start + Math.floor((place - start) / size) * size;
    u32[place >>> 2] = u32[(record + 4 * below(random, size / 4)) >>> 2];
  },
  ({ f64 }, random, place) => (f64[place >>> 3] = pick(random, NUMBERS)),
  ({ f64 }, _, place) => (f64[place >>> 3] *= -1),
  ({ f64 }, random, place) => (f64[place >>> 3] *= 10 ** (40 * random() - 20)),
  ({ f32 }, random, place) => (f32[place >>> 2] = pick(random, NUMBERS)),
  // A whole record over another, and an address of something else.
  ({ u8 }, _, place, other, { start, size }) => {
    const record = (at: number) => start + Math.floor((at - start) / size) * size;
    u8.copyWithin(record(place), record(other), record(other) + size);
  },
  ({ u32, world, end }, random, place) => (u32[place >>> 2] = world + 16 * below(random, (end - world) / 16)),
];

/** Makes another snapshot of a world's, with the right header. `world` is the address of its record. */
export function forge(bytes: Uint8Array, world: number, random: Random): Uint8Array {
  const forged = laidOpen(bytes);
  if (random() < 0.02) return passOff(resize(forged, random));
  const state = new SnapshotState(forged.subarray(HEADER_BYTES), world);
  const regions = regionsOf(state);
  const changes = 1 + below(random, 3);
  for (let k = 0; k < changes; k++) {
    // Kinds of things before things of the kind: there are many blocks.
    const region = random() < 0.6 ? pick(random, regions.slice(0, 20)) : pick(random, regions);
    const field = 4 * below(random, region.size / 4);
    const [place, other] = [0, 1].map(() => region.start + below(random, region.count) * region.size + field);
    pick(random, CHANGES)(state, random, place, other, region);
  }
  forged.set(state.bytes, HEADER_BYTES);
  return passOff(forged);
}

/** A snapshot that is cut off, or goes on. */
function resize(bytes: Uint8Array, random: Random): Uint8Array {
  const body = bytes.length - HEADER_BYTES;
  const length = pick(random, [0, 8, 16, 448, 1024, body - 16, body + 16, 8 * below(random, body / 8), body + 65536]);
  const copy = new Uint8Array(HEADER_BYTES + length);
  copy.set(bytes.subarray(0, copy.length));
  return copy;
}
