// The options of a world, within the ranges that World.create and the setters know.
import { Lack, WorldRecord } from '../core/layout.ts';
import { MOST_SWEEPS, requireSettings } from '../world/world-options.ts';
import { isFinite64, isNonNegative, requireNumbers, requireSound, type SnapshotState } from './state.ts';

const DIRTY = 3;
const LACKS = Object.values(Lack).reduce((all, lack) => all | lack, 0);

export function checkSettings(state: SnapshotState): void {
  const { f64, world } = state;
  const { gravityX, gravityY, gravityZ, contactDamping, contactFrequency } = WorldRecord;
  requireNumbers(state, world, [gravityX, gravityY, gravityZ], isFinite64, 'its gravity');
  const { time, stepCount, substepDuration, stepDuration, contactMargin, depenetrationSpeed } = WorldRecord;
  requireNumbers(state, world, [time, stepCount, substepDuration, stepDuration], isNonNegative, 'its time');
  requireNumbers(state, world, [contactMargin, depenetrationSpeed, contactDamping], isNonNegative, 'an option of its contacts');
  requireNumbers(state, world, [WorldRecord.sleepSpeed, WorldRecord.sleepTurning, WorldRecord.sleepDelay], isNonNegative, 'its sleep');
  requireNumbers(state, world, [contactFrequency], (value) => value > 0 && value < Infinity, 'its contactFrequency');
  requireNumbers(state, world, [WorldRecord.boundsGrowth], (value) => value >= 1 && value < Infinity, 'its boundsGrowth');
  requireSound(Number.isInteger(f64[(world + stepCount) >>> 3]), 'its number of steps is none');
  requireSettings({
    substeps: state.field(WorldRecord.substeps),
    iterations: state.field(WorldRecord.iterations),
    projection: state.field(WorldRecord.projection),
    gradient: state.field(WorldRecord.gradient),
    gyroscopic: state.field(WorldRecord.gyroscopic),
    contactScheme: state.field(WorldRecord.contactScheme),
  });
  const sweeps = state.field(WorldRecord.substeps) * state.field(WorldRecord.iterations);
  requireSound(sweeps <= MOST_SWEEPS, 'its steps have too many substeps times iterations');
  for (const field of [WorldRecord.profiling, WorldRecord.sleeping, WorldRecord.symmetric])
    requireSound(state.field(field) <= 1, 'a switch is neither on nor off');
  requireSound(state.field(WorldRecord.topologyDirty) <= DIRTY, 'a switch is neither on nor off');
  requireSound((state.field(WorldRecord.lacks) & ~LACKS) === 0, 'it lacks what there is not');
}
