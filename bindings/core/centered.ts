// Whether velocities are centred in time within a step: the rule of assembly/world.ts, for the reference and for those who ask.
import { ContactScheme, Gradient, Gyroscopic, Projection, Solver, TimeStepping, WorldRecord } from './layout.ts';
import type { StateMemory } from './state-memory.ts';

/** Whether they are as far as settings say. */
export function mayCenter({ u32, world }: StateMemory): boolean {
  const setting = (field: number) => u32[(world + field) >>> 2];
  if (setting(WorldRecord.solver) !== Solver.Xpbd) return false;
  const timeStepping = setting(WorldRecord.timeStepping);
  if (timeStepping !== TimeStepping.Auto) return timeStepping === TimeStepping.SecondOrder;
  if (setting(WorldRecord.projection) !== Projection.Block || setting(WorldRecord.contactScheme) !== ContactScheme.Soft) return false;
  return setting(WorldRecord.gradient) !== Gradient.Current && setting(WorldRecord.gyroscopic) === Gyroscopic.Implicit;
}

/** Whether those of some bodies may be: not where particles push them unless asked for. */
export function isCentered(memory: StateMemory): boolean {
  const { u32, world } = memory;
  const isAuto = u32[(world + WorldRecord.timeStepping) >>> 2] === TimeStepping.Auto;
  return mayCenter(memory) && !(isAuto && u32[(world + WorldRecord.particleSets) >>> 2] !== 0);
}
