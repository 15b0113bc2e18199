// What is carried from step to step where steps have different lengths. Loads and overlaps at rest belong to the substeps that they come from: a
// spring that is as stiff as its substeps allow holds a load with g h² of overlap, and a force that is a change of velocity over a substep has
// the rounding of that velocity over h. So the longest of the last substeps, forgotten in FORGETTING, says how stiff contacts may be, and how much of
// a force a shorter substep tells.
import { WorldRecord } from './world';

/** s: longer steps are divided into more substeps, so many times as many at most. */
const LONGEST: f64 = 0.05;
const MOST: f64 = 20;
/** s */
const FORGETTING: f64 = 0.3;
/** A substep that is so many times shorter than the longest of late still tells all of a force. */
const TELLING: f64 = 4;

/** Substeps of a step of `dt` s. */
export function substepsOf(world: WorldRecord, dt: f64): u32 {
  return world.substeps * <u32>min(max(ceil(dt / LONGEST - 1e-9), 1), MOST);
}

/** Takes note of a step of `dt` s in substeps of `h`. */
export function noteSubstep(world: WorldRecord, dt: f64, h: f64): void {
  world.steadyDuration = max(h, world.steadyDuration / (1 + dt / FORGETTING));
}

/** Part of the forces of a substep of `h` that takes the place of those known before. */
export function tellingOf(world: WorldRecord, h: f64): f64 {
  return min(1, (TELLING * h) / world.steadyDuration);
}
