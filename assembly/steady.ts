// What is carried from step to step where steps have different lengths. Loads and overlaps at rest belong to the substeps that they come from: a
// spring that is as stiff as its substeps allow holds a load with g h² of overlap, and a force that is a change of velocity over a substep has
// the rounding of that velocity over h. So the longest of the last substeps, forgotten in FORGETTING, says how stiff contacts may be, and how much of
// a force a shorter substep tells.
import { WorldRecord } from './world';

/** s: longer steps are divided into more substeps, so many times as many at most. */
export const LONGEST: f64 = 0.05;
const MOST: f64 = 20;
/** s */
const FORGETTING: f64 = 0.3;
/** A substep that is so many times shorter than the longest of late still tells all of a force. */
const TELLING: f64 = 4;

/**
 * Where the world chooses them, substeps of a step: as few where nothing asks for more, and as many otherwise.
 * @layout
 */
export const FEWEST_SUBSTEPS: u32 = 4;
/**
 * The same where nothing but rigid joints acts, in second order.
 * @layout
 */
export const FEWEST_OF_JOINTS: u32 = 2;
/** @layout */
export const USUAL_SUBSTEPS: u32 = 10;
/** And as many where little is to do. */
export const MORE_SUBSTEPS: u32 = 24;
/**
 * And as many at most, under tall towers.
 * @layout
 */
export const MOST_SUBSTEPS: u32 = 64;

/** Parts that a step of `dt` s has for being long. */
export function partsOf(dt: f64): u32 {
  return <u32>min(max(ceil(dt / LONGEST - 1e-9), 1), MOST);
}

/** Contact frequency over the substeps' rate at most: stiffer springs jitter, softer ones let towers buckle. */
export const STIFFEST: f64 = 0.18;

/** Substeps of a step of `dt` s. */
export function substepsOf(world: WorldRecord, dt: f64): u32 {
  const parts = partsOf(dt);
  if (world.substeps) return parts * world.substeps;
  const wanted = world.allowedDuration > 0 ? ceil(dt / <f64>parts / world.allowedDuration - 1e-9) : <f64>USUAL_SUBSTEPS;
  return parts * <u32>min(max(wanted, <f64>max(world.fewestSubsteps, FEWEST_OF_JOINTS)), <f64>MOST_SUBSTEPS);
}

/** Takes note of a step of `dt` s in substeps of `h`. Where the world chooses these, contacts yield little by little before substeps become longer. */
export function noteSubstep(world: WorldRecord, dt: f64, h: f64): void {
  // Where nothing touches, nothing rests.
  const longest = world.longestStep / <f64>(partsOf(world.longestStep) * (world.contactCount ? FEWEST_SUBSTEPS : USUAL_SUBSTEPS));
  const allowed = world.substeps ? h : max(world.contactCount ? h : min(h, longest), min(world.allowedDuration, longest));
  world.steadyDuration = max(allowed, world.steadyDuration / (1 + dt / FORGETTING));
  world.lastSubsteps = substepsOf(world, dt);
}

/** Hz: of the springs of contacts. Where the world chooses more than the usual substeps, that is for the sake of stiffer ones. */
export function contactFrequencyOf(world: WorldRecord): f64 {
  const usual = world.longestStep / <f64>(partsOf(world.longestStep) * USUAL_SUBSTEPS);
  const more = world.substeps ? 1 : max(usual / world.steadyDuration, 1);
  return min(more * world.contactFrequency, STIFFEST / world.steadyDuration);
}

/** Part of the forces of a substep of `h` that takes the place of those known before. */
export function tellingOf(world: WorldRecord, h: f64): f64 {
  return min(1, (TELLING * h) / world.steadyDuration);
}
