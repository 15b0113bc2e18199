// The graph of a world's constraints as it lies in memory, and what has to be true of it.
import assert from 'node:assert/strict';
import {
  BodyFlag,
  BodyRecord,
  BodyType,
  BroadPhaseRecord,
  Graph,
  Group,
  JointFlag,
  JointRecord,
  ListedContact,
  MANIFOLD_BYTES,
  ManifoldPointRecord,
  ManifoldRecord,
  NarrowphaseRecord,
  NO_MEMBER,
  OVERFLOW_COLOR,
  PairRecord,
  WorldRecord,
} from '../../bindings/core/layout.ts';
import type { World } from '../../bindings/index.ts';
import { bodiesOf } from '../../bindings/joint/joint-bodies.ts';
import { inside, worldField } from '../memory/state.ts';

export interface GroupOfMembers {
  color: number;
  kind: number;
  /** Bundle by bundle the slots of the members, in the order of their lanes. */
  bundles: number[][];
}

type Of = 'joints' | 'contacts';
const PLACES = { joints: WorldRecord.jointGroups, contacts: WorldRecord.contactGroups };

const lanesOf = (world: World) => (world.precision === 'single' ? 4 : 2);

/** The groups of joints or contacts as the last step has left them. */
export function groupsOf(world: World, of: Of): GroupOfMembers[] {
  const { u32 } = inside(world).memory;
  const graph = (field: number) => worldField(world, PLACES[of] + field);
  return Array.from({ length: graph(Graph.groupCount) }, (_, k) => {
    const at = (graph(Graph.groups) + k * Group.size) >>> 2;
    const read = (field: number) => u32[at + (field >>> 2)];
    const lanes = lanesOf(world);
    const bundles = Array.from({ length: read(Group.count) }, (__, bundle) => {
      const first = (read(Group.members) >>> 2) + bundle * lanes;
      return [...u32.subarray(first, first + lanes)];
    });
    const [first, end] = [graph(Graph.bundles), graph(Graph.bundles) + graph(Graph.bundleCapacity)];
    assert(
      read(Group.first) >= first && read(Group.first) + read(Group.count) * read(Group.bytes) <= end,
      'bundles lie outside of their block',
    );
    return { color: read(Group.color), kind: read(Group.kind), bundles };
  });
}

/** The members of a graph, in the order of solving. */
export const membersOf = (groups: readonly GroupOfMembers[]): number[] =>
  groups.flatMap(({ bundles }) => bundles.flat()).filter((slot) => slot !== NO_MEMBER);

/** Groups are in order and not empty, bundles are full except for the last, and each member is in one lane. */
function checkLanes(groups: readonly GroupOfMembers[], lanes: number, expected: readonly number[]): void {
  for (const [k, { color, kind, bundles }] of groups.entries()) {
    if (k > 0)
      assert(groups[k - 1].color < color || (groups[k - 1].color === color && groups[k - 1].kind < kind), 'groups are out of order');
    assert(bundles.length > 0, 'a group is empty');
    for (const [index, bundle] of bundles.entries()) {
      const members = bundle.filter((slot) => slot !== NO_MEMBER);
      assert.deepEqual(bundle.slice(0, members.length), members, 'an empty lane comes before a member');
      if (color === OVERFLOW_COLOR) assert.equal(members.length, 1, 'members of the overflow colour share a bundle');
      else if (index < bundles.length - 1) assert.equal(members.length, lanes, 'a bundle that is not the last has room');
      else assert(members.length > 0, 'a bundle is empty');
    }
  }
  const members = membersOf(groups);
  assert.equal(new Set(members).size, members.length, 'a member is in two lanes');
  assert.deepEqual(new Set(members), new Set(expected), 'the members are not what is solved');
}

/** Two members of one colour share no body that moves. */
function checkColors(groups: readonly GroupOfMembers[], bodiesOfMember: (slot: number) => readonly number[]): void {
  for (let color = 0; color < OVERFLOW_COLOR; color++) {
    const bodies = membersOf(groups.filter((group) => group.color === color)).flatMap(bodiesOfMember);
    assert.equal(new Set(bodies).size, bodies.length, `two members of the colour ${color} share a body`);
  }
}

function isDynamic(world: World, slot: number): boolean {
  const flags = inside(world).memory.u32[(worldField(world, WorldRecord.bodyBase) + slot * BodyRecord.size + BodyRecord.flags) >>> 2];
  return (flags & BodyFlag.TypeMask) >>> BodyFlag.TypeShift === BodyType.Dynamic;
}

const jointAt = (world: World, slot: number) => worldField(world, WorldRecord.jointBase) + slot * JointRecord.size;

/** The dynamic bodies of a joint. */
const movedBy = (world: World, slot: number): number[] =>
  bodiesOf(inside(world).memory, jointAt(world, slot)).filter((body) => isDynamic(world, body));

/** The colour of each joint, by its slot. */
export function colorsOf(world: World): Map<number, number> {
  const { u32 } = inside(world).memory;
  return new Map([...world.joints].map(({ index }) => [index, u32[(jointAt(world, index) + JointRecord.color) >>> 2]]));
}

/** What the colours are to be after a step, given those before: what is new takes the lowest that its bodies do not have. */
export class ColorModel {
  private colors = new Map<number, number>();

  /** Compares; `changed` are the joints that are new or have a body whose type was changed. */
  check(world: World, changed: ReadonlySet<number>): void {
    const taken = new Map<number, Set<number>>();
    const of = (body: number) => taken.get(body) ?? taken.set(body, new Set()).get(body)!;
    const slots = [...world.joints].map(({ index }) => index).sort((a, b) => a - b);
    const kept = new Map(
      slots.filter((slot) => !changed.has(slot) && this.colors.get(slot) !== OVERFLOW_COLOR).map((slot) => [slot, this.colors.get(slot)!]),
    );
    for (const [slot, color] of kept) for (const body of movedBy(world, slot)) of(body).add(color);
    for (const slot of slots) {
      if (kept.has(slot)) continue;
      let color = 0;
      while (color < OVERFLOW_COLOR && movedBy(world, slot).some((body) => of(body).has(color))) color++;
      for (const body of movedBy(world, slot)) of(body).add(color);
      kept.set(slot, color);
    }
    this.colors = kept;
    assert.deepEqual(colorsOf(world), new Map(slots.map((slot) => [slot, kept.get(slot)!])), 'joints have other colours');
  }
}

/** Joints: those that are solved, by their colours; slots of a group in order. */
function checkJoints(world: World): void {
  const { u32 } = inside(world).memory;
  const groups = groupsOf(world, 'joints');
  const isAwake = (body: number) => (u32[(worldField(world, WorldRecord.awake) >>> 2) + (body >>> 5)] >>> (body & 31)) & 1;
  const solved = [...world.joints]
    .filter(({ enabled, index }) => enabled && bodiesOf(inside(world).memory, jointAt(world, index)).some(isAwake))
    .map(({ index }) => index);
  checkLanes(groups, lanesOf(world), solved);
  checkColors(groups, (slot) => movedBy(world, slot));
  for (const { color, kind, bundles } of groups) {
    const members = bundles.flat().filter((slot) => slot !== NO_MEMBER);
    assert.deepEqual(
      members,
      [...members].sort((a, b) => a - b),
      'the joints of a group are out of order',
    );
    for (const slot of members) {
      const read = (field: number) => u32[(jointAt(world, slot) + field) >>> 2];
      assert.equal(read(JointRecord.color), color, 'a joint is in a group of another colour');
      assert.equal(read(JointRecord.type), kind >>> 3, 'a joint is in a group of another type');
      assert.equal((read(JointRecord.flags) & JointFlag.Rows) !== 0, (kind & 2) !== 0, 'a joint of rows is in a group of others');
      assert.equal(
        (read(JointRecord.flags) & JointFlag.Direct) !== 0,
        (kind & 4) !== 0,
        'a joint of a direct solve is in a group of others',
      );
    }
  }
}

/** Contacts: all manifolds that are listed, which know their lanes; others are apart and bear nothing. For worlds without sensors where nobody sleeps. */
function checkContacts(world: World): void {
  const { u32 } = inside(world).memory;
  const at = (record: number, field: number) => u32[(worldField(world, record) + field) >>> 2];
  const groups = groupsOf(world, 'contacts');
  const manifolds = at(WorldRecord.narrowphase, NarrowphaseRecord.manifoldBase);
  const pairs = at(WorldRecord.broadphase, BroadPhaseRecord.pairBase);
  const read = (slot: number, field: number) => u32[(manifolds + slot * MANIFOLD_BYTES + field) >>> 2];
  const bodies = (slot: number) => {
    const pair = (pairs + read(slot, ManifoldRecord.pair) * PairRecord.size) >>> 2;
    return [u32[pair + (PairRecord.bodyA >>> 2)], u32[pair + (PairRecord.bodyB >>> 2)]].filter((body) => isDynamic(world, body));
  };
  const list = worldField(world, WorldRecord.contactList) >>> 2;
  const listed = Array.from({ length: worldField(world, WorldRecord.contactCount) }, (_, k) => u32[list + (k * ListedContact.size) / 4]);
  checkLanes(groups, lanesOf(world), listed);
  const solved = new Set(listed);
  const { f64 } = inside(world).memory;
  let live = 0;
  for (let slot = 0; slot < at(WorldRecord.narrowphase, NarrowphaseRecord.manifoldCount); slot++) {
    const count = read(slot, ManifoldRecord.count);
    if (count) live++;
    if (count && !solved.has(slot)) assert.equal(read(slot, ManifoldRecord.bundle), 0, 'a contact that is not solved has a bundle');
    for (let k = 0; k < count && !solved.has(slot); k++) {
      const point = (manifolds + slot * MANIFOLD_BYTES + ManifoldRecord.size + k * ManifoldPointRecord.size) >>> 3;
      const { separation, force, impulse } = ManifoldPointRecord;
      assert(f64[point + separation / 8] > 0 && !f64[point + force / 8] && !f64[point + impulse / 8], 'a contact is missing');
    }
  }
  assert.equal(live, at(WorldRecord.narrowphase, NarrowphaseRecord.manifoldLive), 'manifolds are missing');
  checkColors(groups, bodies);
  for (const [index, { kind, bundles }] of groups.entries()) {
    for (const [lane, slot] of bundles.flat().entries()) {
      if (slot === NO_MEMBER) continue;
      const points = read(slot, ManifoldRecord.count);
      assert.equal(kind & 3, points > 2 ? 3 : points - 1, 'a manifold is among those of other sizes');
      assert.deepEqual(
        [read(slot, ManifoldRecord.group) & 0xffff, read(slot, ManifoldRecord.lane)],
        [index, lane % lanesOf(world)],
        'a manifold has another lane',
      );
    }
  }
}

/** To be called right after a step of a world whose kernels solve. */
export function checkGraph(world: World): void {
  checkJoints(world);
  checkContacts(world);
}
