// The order in which joints are solved, the same as that of assembly/constraint/graph.ts and assembly/joint/order.ts: by colour, then by kind,
// then by slot. Two joints of one colour share no dynamic body, except in the overflow colour.

import { BodyRecord, BodyType, JointFlag, JointRecord, JointType, OVERFLOW_COLOR, WorldRecord } from '../../bindings/core/layout.ts';
import type { StateMemory } from '../../bindings/core/memory.ts';
import { bodyTypeOf } from '../../bindings/core/records.ts';
import { bodiesOf } from '../../bindings/joint/joint-bodies.ts';

/** Kinds of joints in a colour: types, solved as rows or not, with compliance or without. */
const KINDS = 4 * JointType.Count;

function isDynamic({ u32, world }: StateMemory, slot: number): boolean {
  const record = u32[(world + WorldRecord.bodyBase) >>> 2] + slot * BodyRecord.size;
  return bodyTypeOf(u32[(record + BodyRecord.flags) >>> 2]) === BodyType.Dynamic;
}

/** The colours of bodies, two words each: bit k is set when a joint of the colour k has the body. */
class Colors {
  private readonly words: Uint32Array;

  constructor(bodies: number) {
    this.words = new Uint32Array(2 * bodies);
  }

  has(bodies: readonly number[], color: number): boolean {
    return bodies.some((body) => (this.words[2 * body + (color >>> 5)] & (1 << (color & 31))) !== 0);
  }

  add(bodies: readonly number[], color: number): void {
    for (const body of bodies) this.words[2 * body + (color >>> 5)] |= 1 << (color & 31);
  }

  /** The lowest colour that none of the bodies has, or the last. */
  firstFree(bodies: readonly number[]): number {
    let color = 0;
    while (color < OVERFLOW_COLOR && this.has(bodies, color)) color++;
    return color;
  }
}

/** Gives colours to the joints that have none, in the order of their slots. Others keep theirs, unless the colour is another's already. */
export function colorJoints(memory: StateMemory): void {
  const { u32, world } = memory;
  const base = u32[(world + WorldRecord.jointBase) >>> 2];
  const colors = new Colors(u32[(world + WorldRecord.bodyCount) >>> 2]);
  const without: { place: number; bodies: readonly number[] }[] = [];
  for (let slot = 0; slot < u32[(world + WorldRecord.jointCount) >>> 2]; slot++) {
    const record = base + slot * JointRecord.size;
    if (!(u32[(record + JointRecord.flags) >>> 2] & JointFlag.Alive)) continue;
    const bodies = bodiesOf(memory, record).filter((body) => isDynamic(memory, body));
    const place = (record + JointRecord.color) >>> 2;
    if (u32[place] >= OVERFLOW_COLOR || colors.has(bodies, u32[place])) without.push({ place, bodies });
    else colors.add(bodies, u32[place]);
  }
  for (const { place, bodies } of without) {
    u32[place] = colors.firstFree(bodies);
    colors.add(bodies, u32[place]);
  }
}

/** What joints are sorted by before their slots: colour, type, whether they are solved as rows, whether they have a compliance. */
export function solvingOrder({ f64, u32 }: StateMemory, record: number): number {
  const flags = u32[(record + JointRecord.flags) >>> 2];
  const fields = [JointRecord.compliance, JointRecord.angularCompliance, JointRecord.intervalCompliance];
  const soft = (flags & JointFlag.SoftRows) !== 0 || fields.some((field) => f64[(record + field) >>> 3] > 0);
  const kind = 4 * u32[(record + JointRecord.type) >>> 2] + (flags & JointFlag.Rows ? 2 : 0) + (soft ? 1 : 0);
  return KINDS * u32[(record + JointRecord.color) >>> 2] + kind;
}
