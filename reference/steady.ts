// What is carried from step to step where steps have different lengths: see assembly/steady.ts.
import { FEWEST_OF_JOINTS, FEWEST_SUBSTEPS, MOST_SUBSTEPS, USUAL_SUBSTEPS, WorldRecord } from '../bindings/core/layout.ts';
import type { StateMemory } from '../bindings/core/memory.ts';

/** s: longer steps are divided into more substeps, so many times as many at most. */
const LONGEST = 0.05;
const MOST = 20;
/** s */
const FORGETTING = 0.3;
/** A substep that is so many times shorter than the longest of late still tells all of a force. */
const TELLING = 4;

/** Contact frequency over the substeps' rate at most: stiffer springs jitter, softer ones let towers buckle. */
const STIFFEST = 0.18;

/** Parts that a step of `dt` s has for being long. */
const partsOf = (dt: number): number => Math.min(Math.max(Math.ceil(dt / LONGEST - 1e-9), 1), MOST);

/** s: how long substeps may be where the world chooses them. */
const allowedDuration = ({ f64, world }: StateMemory): number => f64[(world + WorldRecord.allowedDuration) >>> 3];

/** Substeps of a step of `dt` s. */
export function substepsOf(memory: StateMemory, dt: number): number {
  const given = memory.u32[(memory.world + WorldRecord.substeps) >>> 2];
  const parts = partsOf(dt);
  if (given) return parts * given;
  const allowed = allowedDuration(memory);
  const wanted = allowed > 0 ? Math.ceil(dt / parts / allowed - 1e-9) : USUAL_SUBSTEPS;
  return parts * Math.min(Math.max(wanted, memory.u32[(memory.world + WorldRecord.fewestSubsteps) >>> 2], FEWEST_OF_JOINTS), MOST_SUBSTEPS);
}

/** s: the longest substep of late. */
export function steadyDuration({ f64, world }: StateMemory): number {
  return f64[(world + WorldRecord.steadyDuration) >>> 3];
}

/** Takes note of a step of `dt` s in substeps of `h`. */
export function noteSubstep(memory: StateMemory, dt: number, h: number): void {
  const { f64, u32, world } = memory;
  // Where nothing touches, nothing rests.
  const touches = u32[(world + WorldRecord.contactCount) >>> 2] > 0;
  const whole = f64[(world + WorldRecord.longestStep) >>> 3];
  const longest = whole / (partsOf(whole) * (touches ? FEWEST_SUBSTEPS : USUAL_SUBSTEPS));
  const chosen = Math.max(touches ? h : Math.min(h, longest), Math.min(allowedDuration(memory), longest));
  const allowed = u32[(world + WorldRecord.substeps) >>> 2] ? h : chosen;
  f64[(world + WorldRecord.steadyDuration) >>> 3] = Math.max(allowed, steadyDuration(memory) / (1 + dt / FORGETTING));
  u32[(world + WorldRecord.lastSubsteps) >>> 2] = substepsOf(memory, dt);
}

/** Hz: of the springs of contacts. Where the world chooses more than the usual substeps, that is for the sake of stiffer ones. */
export function contactFrequencyOf(memory: StateMemory): number {
  const { f64, u32, world } = memory;
  const whole = f64[(world + WorldRecord.longestStep) >>> 3];
  const usual = whole / (partsOf(whole) * USUAL_SUBSTEPS);
  const steady = steadyDuration(memory);
  const more = u32[(world + WorldRecord.substeps) >>> 2] === 0 ? Math.max(usual / steady, 1) : 1;
  return Math.min(more * f64[(world + WorldRecord.contactFrequency) >>> 3], STIFFEST / steady);
}

/** Part of the forces of a substep of `h` that takes the place of those known before. */
export function tellingOf(memory: StateMemory, h: number): number {
  return Math.min(1, (TELLING * h) / steadyDuration(memory));
}

/** The mean of what was known and what is new, of which `part` counts. */
export function blend(before: number, now: number, part: number): number {
  return part * now + (1 - part) * before;
}
