import { WorldRecord } from './world';

/** The stages of a step whose time is measured; bindings/wasm-backend.ts has their names. @layout */
export const enum Stage {
  Bundles = 0,
  Pack = 1,
  Bodies = 2,
  Warm = 3,
  Solve = 4,
  Damp = 5,
  Finish = 6,
  Count = 7,
}

declare function hostMark(stage: i32): void;

/** Tells the host that a stage has ended, when profiling is on. Nothing comes back: results do not depend on it. */
export function mark(world: WorldRecord, stage: i32): void {
  if (world.profiling) hostMark(stage);
}
