// Graph colouring of the joints: two joints of one colour share no dynamic body, so that they can be solved side by side.
// The colours are kept in the records and change only where joints come and go.
import { BodyFlag, BodyRecord, BodyType, JointRecord, OVERFLOW_COLOR } from './layout.ts';
import type { StateMemory } from './memory.ts';

function isDynamic(memory: StateMemory, body: number): boolean {
  const flags = memory.u32[(body + BodyRecord.flags) >>> 2];
  return (flags & BodyFlag.TypeMask) >> BodyFlag.TypeShift === BodyType.Dynamic;
}

function lowestClearBit(low: number, high: number): number {
  const freeLow = ~low >>> 0;
  if (freeLow) return 31 - Math.clz32(freeLow & -freeLow);
  const freeHigh = ~high & 0x7fffffff;
  return freeHigh ? 63 - Math.clz32(freeHigh & -freeHigh) : OVERFLOW_COLOR;
}

function setBit(memory: StateMemory, body: number, color: number, on: boolean): void {
  if (color === OVERFLOW_COLOR) return;
  const index = (body + (color < 32 ? BodyRecord.colorsLow : BodyRecord.colorsHigh)) >>> 2;
  const bit = 1 << (color & 31);
  if (on) memory.u32[index] |= bit;
  else memory.u32[index] &= ~bit;
}

/** Gives a joint the lowest colour that none of its dynamic bodies has. All arguments are byte offsets of records. */
export function assignColor(memory: StateMemory, joint: number, all: readonly number[]): void {
  let low = 0;
  let high = 0;
  const bodies = all.filter((body) => isDynamic(memory, body));
  for (const body of bodies) {
    low |= memory.u32[(body + BodyRecord.colorsLow) >>> 2];
    high |= memory.u32[(body + BodyRecord.colorsHigh) >>> 2];
  }
  const color = lowestClearBit(low, high);
  memory.i32[(joint + JointRecord.color) >>> 2] = color;
  for (const body of bodies) setBit(memory, body, color, true);
}

/** Takes a joint's colour from its dynamic bodies. */
export function releaseColor(memory: StateMemory, joint: number, bodies: readonly number[]): void {
  const color = memory.i32[(joint + JointRecord.color) >>> 2];
  for (const body of bodies) if (isDynamic(memory, body)) setBit(memory, body, color, false);
}
