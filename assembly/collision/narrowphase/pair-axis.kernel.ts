// The axis that a pair remembers, as the narrow phase has it: three f64, with the features that it is of in their last bits.
import { PairRecord } from '../broadphase/pair-record';
import { featureIn, noteFeature } from './last-axis.kernel';

const LAST_AXIS: usize = scratch<f64>(3);

/** The axis of a pair, as three f64. */
export function readLastAxis(pair: PairRecord): usize {
  store<f64>(LAST_AXIS, pair.axisX, 0);
  store<f64>(LAST_AXIS, pair.axisY, 8);
  store<f64>(LAST_AXIS, pair.axisZ, 16);
  noteFeature(LAST_AXIS, pair.feature);
  return LAST_AXIS;
}

/** Keeps for a pair what has become of its axis. */
export function keepLastAxis(pair: PairRecord): void {
  pair.axisX = <f32>load<f64>(LAST_AXIS, 0);
  pair.axisY = <f32>load<f64>(LAST_AXIS, 8);
  pair.axisZ = <f32>load<f64>(LAST_AXIS, 16);
  pair.feature = featureIn(LAST_AXIS);
}
