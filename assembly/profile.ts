import { WorldRecord } from './world';

/** The stages of a step whose time is measured; `WasmBackend` has their names. @layout */
export const enum Stage {
  BroadPhase = 0,
  NarrowPhase = 1,
  Bundles = 2,
  Pack = 3,
  Bodies = 4,
  Warm = 5,
  Solve = 6,
  Contacts = 7,
  Relax = 8,
  Damp = 9,
  Finish = 10,
  Count = 11,
}

declare function hostMark(stage: i32): void;

/** Tells the host that a stage has ended, when profiling is on. Nothing comes back: results do not depend on it. */
export function mark(world: WorldRecord, stage: i32): void {
  if (world.profiling) hostMark(stage);
}
