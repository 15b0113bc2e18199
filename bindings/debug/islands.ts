import { HolonomicError } from '../core/errors.ts';
import { BodyFlag, BodyRecord, BodyType, JointFlag, JointRecord, WorldRecord } from '../core/layout.ts';
import { isTypedArray } from '../core/lists.ts';
import type { StateMemory } from '../core/memory.ts';
import { bodyTypeOf } from '../core/records.ts';
import { bodiesOf } from '../joint/joint-bodies.ts';
import { livePairs, pairBodies, pairTouches } from '../query/pairs.ts';
import { isWorld } from '../world/is-world.ts';
import type { World } from '../world/world.ts';

/**
 * The islands of a world: dynamic bodies that touch each other or are held together by joints, in the last step, and so fall asleep together.
 * Gives a number for each body slot, that of the body's island: they count from 1 in the order of their first slots. Slots of bodies that are
 * not dynamic, of none, and of the world have 0.
 *
 * Written to `out` where that is long enough, and then returned; its other entries are set to 0. Throws `invalid-argument`, `disposed`.
 */
export function islandsOf(world: World, out?: Uint32Array): Uint32Array {
  if (!isWorld(world)) throw new HolonomicError('invalid-argument', 'islandsOf takes a world first, made by World.create.');
  if (out !== undefined && !isTypedArray(out, 'Uint32Array')) throw new HolonomicError('invalid-argument', 'out must be a Uint32Array.');
  const { memory } = world;
  const slots = memory.u32[(memory.world + WorldRecord.bodyCount) >>> 2];
  const islands = out && out.length >= slots ? out : new Uint32Array(slots);
  islands.fill(0);
  for (let slot = 0; slot < slots; slot++) if (isDynamic(memory, world.bodyOffset(slot))) islands[slot] = slot;
  uniteTouching(world, islands);
  uniteJoined(world, islands);
  number(islands, slots);
  return islands;
}

function isDynamic({ u32 }: StateMemory, body: number): boolean {
  const flags = u32[(body + BodyRecord.flags) >>> 2];
  return (flags & BodyFlag.Alive) !== 0 && bodyTypeOf(flags) === BodyType.Dynamic;
}

// While islands are sought, each slot holds a lower one of its island, or itself; 0 is in none.

function rootOf(islands: Uint32Array, from: number): number {
  let slot = from;
  while (islands[slot] !== slot) {
    islands[slot] = islands[islands[slot]];
    slot = islands[slot];
  }
  return slot;
}

function unite(islands: Uint32Array, a: number, b: number): void {
  if (islands[a] === 0 || islands[b] === 0) return;
  const [p, q] = [rootOf(islands, a), rootOf(islands, b)];
  islands[Math.max(p, q)] = Math.min(p, q);
}

function uniteTouching(world: World, islands: Uint32Array): void {
  if (!world.hasCollision) return;
  const { memory } = world;
  for (const pair of livePairs(memory)) {
    const [a, b] = pairBodies(memory, pair);
    if (pairTouches(memory, pair)) unite(islands, a, b);
  }
}

function uniteJoined(world: World, islands: Uint32Array): void {
  const { memory } = world;
  const wanted = JointFlag.Alive | JointFlag.Enabled;
  for (const { index } of world.joints) {
    const record = world.store.joints.offset(index);
    if ((memory.u32[(record + JointRecord.flags) >>> 2] & wanted) !== wanted) continue;
    const bodies = bodiesOf(memory, record).filter((slot) => islands[slot] !== 0);
    for (const slot of bodies) unite(islands, bodies[0], slot);
  }
}

/** Puts the islands' numbers in the place of their lowest slots: a lower slot has its number already. */
function number(islands: Uint32Array, slots: number): void {
  let count = 0;
  for (let slot = 0; slot < slots; slot++) {
    if (islands[slot] === 0) continue;
    islands[slot] = islands[slot] === slot ? ++count : islands[islands[slot]];
  }
}
