// What is carried from step to step where steps have different lengths: see assembly/steady.ts.
import { WorldRecord } from '../bindings/core/layout.ts';
import type { StateMemory } from '../bindings/core/memory.ts';

/** s: longer steps are divided into more substeps, so many times as many at most. */
const LONGEST = 0.05;
const MOST = 20;
/** s */
const FORGETTING = 0.3;
/** A substep that is so many times shorter than the longest of late still tells all of a force. */
const TELLING = 4;

/** Substeps of a step of `dt` s. */
export function substepsOf({ u32, world }: StateMemory, dt: number): number {
  return u32[(world + WorldRecord.substeps) >>> 2] * Math.min(Math.max(Math.ceil(dt / LONGEST - 1e-9), 1), MOST);
}

/** s: the longest substep of late. */
export function steadyDuration({ f64, world }: StateMemory): number {
  return f64[(world + WorldRecord.steadyDuration) >>> 3];
}

/** Takes note of a step of `dt` s in substeps of `h`. */
export function noteSubstep(memory: StateMemory, dt: number, h: number): void {
  memory.f64[(memory.world + WorldRecord.steadyDuration) >>> 3] = Math.max(h, steadyDuration(memory) / (1 + dt / FORGETTING));
}

/** Part of the forces of a substep of `h` that takes the place of those known before. */
export function tellingOf(memory: StateMemory, h: number): number {
  return Math.min(1, (TELLING * h) / steadyDuration(memory));
}

/** The mean of what was known and what is new, of which `part` counts. */
export function blend(before: number, now: number, part: number): number {
  return part * now + (1 - part) * before;
}
