// A state at another address: each build of the kernels has its world at one of its own, and worlds that share a memory have theirs one behind
// the other.
import {
  BLOCK_HEADER,
  BroadPhaseRecord,
  Graph,
  NarrowphaseRecord,
  ParticleSetRecord,
  QueryRecord,
  ShapeRecord,
  Topology,
  WorldRecord,
} from '../core/layout.ts';
import { requireSound, type SnapshotState, unsound } from './state.ts';

const GRAPHS = [WorldRecord.jointGroups, WorldRecord.contactGroups];

/** Fields of the world that are addresses; 0 is none. */
const ADDRESSES: readonly number[] = [
  WorldRecord.bodyBase,
  WorldRecord.jointBase,
  WorldRecord.coordinateBase,
  WorldRecord.pointBase,
  WorldRecord.shapeBase,
  WorldRecord.transforms,
  WorldRecord.velocities,
  WorldRecord.arenaTop,
  WorldRecord.freeBlocks,
  WorldRecord.solverBodies,
  WorldRecord.bodyBundles,
  WorldRecord.activeBundles,
  ...GRAPHS.flatMap((graph) => [Graph.groups, Graph.bundles, Graph.order].map((field) => graph + field)),
  WorldRecord.broadphase,
  WorldRecord.narrowphase,
  WorldRecord.query,
  WorldRecord.awake,
  WorldRecord.activePairs,
  WorldRecord.found,
  WorldRecord.contactList,
  WorldRecord.bodyColors,
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
  WorldRecord.pairMaterials,
  WorldRecord.groupTable,
  WorldRecord.touches,
  WorldRecord.slab,
];

/** The same of the records made with a world. */
const INNER: readonly [record: number, fields: readonly number[]][] = [
  [WorldRecord.broadphase, [BroadPhaseRecord.nodeBase, BroadPhaseRecord.pairBase, BroadPhaseRecord.linkBase, BroadPhaseRecord.movedBase]],
  [WorldRecord.narrowphase, [NarrowphaseRecord.manifoldBase]],
  [WorldRecord.query, [QueryRecord.hits]],
];

/** More lists of free blocks than there are. */
const MANY_LISTS = 256;
const ALIVE = 1;

/** Moves the addresses in a state that was saved at address `from` to where it is now. Throws `bad-snapshot`, of what a stranger made up. */
export function relocate(state: SnapshotState, from: number): void {
  const { u32, world } = state;
  const way = world - from;
  if (way === 0) return;
  const move = (at: number): number => {
    if (u32[at >>> 2]) u32[at >>> 2] += way;
    return u32[at >>> 2] ?? 0;
  };
  for (const field of ADDRESSES) move(world + field);
  for (const [record, fields] of INNER) for (const field of fields) move(state.field(record) + field);
  moveFreeBlocks(state, move);
  moveShapes(state, move);
  moveParticles(state, move);
  // The bundles of joints hold addresses.
  state.unpack(Topology.Unpacked);
}

function moveFreeBlocks(state: SnapshotState, move: (at: number) => number): void {
  const first = state.field(WorldRecord.freeBlocks);
  const lists = (state.field(WorldRecord.broadphase) - BLOCK_HEADER - first) / 4;
  requireSound(lists >= 0 && lists <= MANY_LISTS, 'its records are not where they belong');
  let left = state.end / 16;
  for (let list = first; list < first + 4 * lists; list += 4)
    for (let block = move(list); block !== 0; block = move(block)) if (left-- < 0) unsound('a list of free memory has no end');
}

/** Each set of particles has the address of the next. */
function moveParticles({ end, world }: SnapshotState, move: (at: number) => number): void {
  let left = end / ParticleSetRecord.size;
  for (let set = move(world + WorldRecord.particleSets); set !== 0; set = move(set + ParticleSetRecord.next))
    requireSound(left-- > 0 && set % 8 === 0 && set + ParticleSetRecord.size <= end, 'a set of particles is where there is none');
}

/** Geometry of shapes. */
function moveShapes(state: SnapshotState, move: (at: number) => number): void {
  const base = state.field(WorldRecord.shapeBase);
  const end = base + state.field(WorldRecord.shapeCount) * ShapeRecord.size;
  requireSound(end <= state.end, 'it has more shapes than room for them');
  for (let shape = base; shape < end; shape += ShapeRecord.size)
    if (state.u32[(shape + ShapeRecord.flags) >>> 2] & ALIVE) move(shape + ShapeRecord.data);
}
