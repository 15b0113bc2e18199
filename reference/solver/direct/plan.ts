// Which joints are solved directly: whole islands, decided from the graph alone, so that the same calls give the same bits.
import { BodyRecord, BodyType, JointFlag, JointRecord, WorldRecord } from '../../../bindings/core/layout.ts';
import type { StateMemory } from '../../../bindings/core/memory.ts';
import { bodyTypeOf } from '../../../bindings/core/records.ts';
import { bodiesOf } from '../../../bindings/joint/joint-bodies.ts';
import { bounces, type IslandTraits, isDirectIsland, mayBeDirect } from '../../../bindings/joint/solved-directly.ts';
import type { Body } from '../../body/body.ts';
import { AngularDrive } from '../../joint/angular-drive.ts';
import type { Joint } from '../../joint/joint.ts';
import { Sets } from '../sets.ts';

/** Joints that connect dynamic bodies, in the order of their slots. */
export interface JointIsland {
  joints: Joint[];
  bodies: Body[];
  /** Joints beyond those of a tree. */
  loops: number;
  /** No joint holds on to what is not dynamic. */
  free: boolean;
  /** Those that connect what joints of lower slots connect already; bodies that are not dynamic count as one. */
  closing: Set<Joint>;
}

/** The islands of enabled joints that are solved directly. Writes down how many go which way. */
export function directIslands(memory: StateMemory, joints: readonly Joint[]): JointIsland[] {
  const { u32, world } = memory;
  const islands = mayBeDirect(memory) ? islandsOf(joints) : [];
  const direct = islands.filter((island) => isDirectIsland(memory, traitsOf(memory, island)));
  u32[(world + WorldRecord.directIslandCount) >>> 2] = direct.length;
  u32[(world + WorldRecord.sweptIslandCount) >>> 2] = islands.length - direct.length;
  u32[(world + WorldRecord.directFailures) >>> 2] = 0;
  return direct;
}

function traitsOf(memory: StateMemory, island: JointIsland): IslandTraits {
  const { u32, world } = memory;
  const base = u32[(world + WorldRecord.jointBase) >>> 2];
  const bodyBase = u32[(world + WorldRecord.bodyBase) >>> 2];
  const records = island.joints.map(({ slot }) => base + slot * JointRecord.size);
  const bodies = records.flatMap((record) => bodiesOf(memory, record)).map((slot) => bodyBase + slot * BodyRecord.size);
  const moving = bodies.filter((body) => bodyTypeOf(u32[(body + BodyRecord.flags) >>> 2]) === BodyType.Dynamic);
  return {
    loops: island.loops,
    most: mostJoints(island),
    free: island.free,
    masses: island.bodies.map(({ mass }) => mass),
    strained: records.some((record) => (u32[(record + JointRecord.flags) >>> 2] & JointFlag.Strained) !== 0),
    bounces: moving.some((body) => bounces(memory, body)),
  };
}

/** At one body. */
function mostJoints({ bodies, joints }: JointIsland): number {
  return Math.max(...bodies.map((body) => joints.filter((joint) => joint.bodies.includes(body)).length));
}

/** A drive holds nothing that others hold: it closes no loop. */
function closingJoints(joints: readonly Joint[]): Set<Joint> {
  const sets = new Sets<Body | null>();
  const holding = joints.filter((joint) => !(joint instanceof AngularDrive));
  return new Set(holding.filter(({ bodies }) => sets.join([...new Set(bodies.map((body) => (body.isDynamic ? body : null)))])));
}

/** Dynamic bodies and the joints between them; a gear connects the bodies of both of its joints. */
export function islandsOf(joints: readonly Joint[]): JointIsland[] {
  const sets = new Sets<Body>();
  for (const { bodies } of joints) sets.join(bodies.filter((body) => body.isDynamic));
  const islands = new Map<Body, { joints: Joint[]; bodies: Set<Body>; anchored: boolean }>();
  for (const joint of [...joints].sort((p, q) => p.slot - q.slot)) {
    const dynamic = joint.bodies.filter((body) => body.isDynamic);
    if (dynamic.length === 0) continue;
    const key = sets.of(dynamic[0]);
    const island = islands.get(key) ?? { joints: [], bodies: new Set(), anchored: false };
    islands.set(key, island);
    island.joints.push(joint);
    for (const body of dynamic) island.bodies.add(body);
    island.anchored ||= joint.bodies.some((body) => !body.isDynamic);
  }
  return [...islands.values()].map(({ anchored, bodies, joints: own }) => {
    const closing = closingJoints(own);
    return { joints: own, bodies: [...bodies], closing, free: !anchored, loops: closing.size };
  });
}
