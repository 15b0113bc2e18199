// The options of a world, within the ranges that World.create and the setters know.
import { Lack, WorldRecord } from '../core/layout.ts';
import { checkStoredOptions } from '../world/world-options.ts';
import { isNonNegative, requireNumbers, requireSound, type SnapshotState } from './state.ts';

const DIRTY = 3;
const LACKS = Object.values(Lack).reduce((all, lack) => all | lack, 0);

export function checkSettings(state: SnapshotState): void {
  const { f64, world } = state;
  const { allowedDuration, contactDemand, longestStep, smoothTime, swingRate, time, stepCount, substepDuration, stepDuration } =
    WorldRecord;
  checkStoredOptions(state);
  requireNumbers(state, world, [time, stepCount, substepDuration, stepDuration], isNonNegative, 'its time');
  requireNumbers(
    state,
    world,
    [allowedDuration, contactDemand, longestStep, swingRate, smoothTime],
    isNonNegative,
    'what its substeps depend on',
  );
  requireSound(Number.isInteger(f64[(world + stepCount) >>> 3]), 'its number of steps is not an integer');
  requireSound(state.field(WorldRecord.symmetric) <= 1, 'a switch is neither on nor off');
  requireSound(state.field(WorldRecord.topologyDirty) <= DIRTY, 'a switch is neither on nor off');
  requireSound((state.field(WorldRecord.lacks) & ~LACKS) === 0, 'it lacks memory for an unknown purpose');
}
