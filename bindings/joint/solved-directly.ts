// Whether the island of a joint is solved directly: the rule of assembly/solver/direct/islands.ts, for those who ask before the next step, and for the reference.
import {
  BodyRecord,
  BodyType,
  CROWD,
  Gradient,
  JointFlag,
  JointSolver,
  JointType,
  LEAST_OF_TREE,
  MOST_JOINTS,
  MOST_JOINTS_ASKED,
  MOST_LOOPS,
  MOST_LOOPS_ASKED,
  MOST_OF_TREE,
  Projection,
  Sweep,
  UNLIKE,
  WorldRecord,
} from '../core/layout.ts';
import type { StateMemory } from '../core/memory.ts';
import { bodyTypeOf } from '../core/records.ts';
import type { Joint } from './joint.ts';
import { bodiesOf } from './joint-bodies.ts';
import { closingEdges } from './loops.ts';

/** The joints of a world, as far as the rule needs them. */
export interface Joints {
  readonly context: { readonly memory: StateMemory; bodyOffset(body: number): number };
  at(body: number): Iterable<Joint>;
}

/** Whether the user asks for direct solves. */
export function isDirectAsked({ u32, world }: StateMemory): boolean {
  return u32[(world + WorldRecord.jointSolver) >>> 2] === JointSolver.Direct;
}

/** Whether joints of a world may be solved directly at all. */
export function mayBeDirect(memory: StateMemory): boolean {
  const { u32, world } = memory;
  if (u32[(world + WorldRecord.jointSolver) >>> 2] === JointSolver.Sweeps) return false;
  if (u32[(world + WorldRecord.projection) >>> 2] !== Projection.Block || u32[(world + WorldRecord.customJoints) >>> 2] > 0) return false;
  if (u32[(world + WorldRecord.sweep) >>> 2] !== Sweep.GaussSeidel) return false;
  return isDirectAsked(memory) || u32[(world + WorldRecord.gradient) >>> 2] === Gradient.Auto;
}

/** What the rule asks of an island. */
export interface IslandTraits {
  loops: number;
  /** Joints at one body, at most. */
  most: number;
  /** Some body that moves has restitution. */
  bounces: boolean;
  /** No joint holds on to what is not dynamic. */
  free: boolean;
  /** Of its bodies, kg. */
  masses: readonly number[];
  /** Some joint is strained, or bears what strained ones do. */
  strained: boolean;
}

/** Whether the body of a record bounces. */
export function bounces(memory: StateMemory, body: number): boolean {
  return memory.u32[(body + BodyRecord.shape) >>> 2] !== 0 && memory.f64[(body + BodyRecord.restitution) >>> 3] > 0;
}

/** Whether an island is one of a crowd of small free trees of bodies of like mass, which sweeps keep well enough. */
function isOfCrowd({ u32, world }: StateMemory, { free, loops, masses }: IslandTraits): boolean {
  if (u32[(world + WorldRecord.jointLive) >>> 2] < CROWD || loops > 0 || !free) return false;
  if (masses.length < LEAST_OF_TREE || masses.length > MOST_OF_TREE) return false;
  return areLike(masses, UNLIKE);
}

/** Whether no body has more than so many times the mass of another. */
function areLike(masses: readonly number[], ratio: number): boolean {
  const rounded = masses.map(Math.fround);
  return Math.max(...rounded) <= ratio * Math.min(...rounded);
}

/** Whether an island is solved directly where any may be. */
export function isDirectIsland(memory: StateMemory, island: IslandTraits): boolean {
  const { loops, most, strained } = island;
  if (isDirectAsked(memory)) return loops <= MOST_LOOPS_ASKED && most <= MOST_JOINTS_ASKED;
  if (!island.bounces && isOfCrowd(memory, island)) return false;
  // What contradicts itself comes to rest in sweeps.
  return !strained && loops <= MOST_LOOPS && most <= MOST_JOINTS;
}

export function isSolvedDirectly(joints: Joints, joint: Joint): boolean {
  const { memory } = joints.context;
  if (!mayBeDirect(memory)) return false;
  const isDynamic = (body: number) =>
    bodyTypeOf(memory.u32[(joints.context.bodyOffset(body) + BodyRecord.flags) >>> 2]) === BodyType.Dynamic;
  const bodies = new Set<number>();
  const found = new Set<Joint>();
  let most = 0;
  let free = true;
  const queue = bodiesOf(memory, joint.record());
  for (let body = queue.pop(); body !== undefined; body = queue.pop()) {
    if (bodies.has(body)) continue;
    if (!isDynamic(body)) {
      free = false;
      continue;
    }
    bodies.add(body);
    let degree = 0;
    for (const other of joints.at(body)) {
      if (!other.hasFlag(JointFlag.Enabled)) continue;
      degree++;
      found.add(other);
      queue.push(...bodiesOf(memory, other.record()));
    }
    most = Math.max(most, degree);
  }
  const loops = closingEdges(
    [...found]
      .sort((p, q) => p.index - q.index)
      .filter(({ type }) => type !== JointType.AngularDrive)
      .map((other) => [...new Set(bodiesOf(memory, other.record()).map((body) => (isDynamic(body) ? body : 0)))]),
  );
  return isDirectIsland(memory, {
    loops,
    most,
    free,
    masses: [...bodies].map((body) => memory.f64[(joints.context.bodyOffset(body) + BodyRecord.mass) >>> 3]),
    strained: [...found].some((other) => other.hasFlag(JointFlag.Strained)),
    bounces: [...bodies].some((body) => bounces(memory, joints.context.bodyOffset(body))),
  });
}
