import { LANES, real } from 'precision';
import { NEGLIGIBLE, NEGLIGIBLE_IMPULSE } from './constants';
import { LANE_RECORD, MOST_FIELDS } from './lane-record';

// A part of one joint is first written to a scalar record and then dealt into its lane of the bundle's part, whose fields are the
// same in the same order, each LANES wide. One function serves every part.

/** The scalar record to fill; it is not kept. */
export function scratch(): usize {
  return LANE_RECORD;
}

/** Zeroes the first `bytes` of the scalar record, and up to 15 more. So few are faster in place than by a call of the host's. */
export function clearScratch(bytes: usize): void {
  assert(((bytes + 15) & ~15) <= <usize>MOST_FIELDS * sizeof<real>());
  const zero = i64x2.splat(0);
  for (let k: usize = 0; k < bytes; k += 16) v128.store(LANE_RECORD + k, zero);
}

/** A number in the precision of the solver, or zero if it is negligible. */
export function toReal(value: f64): real {
  return Math.abs(value) < <f64>NEGLIGIBLE ? 0 : <real>value;
}

/** The same for an impulse, a momentum or a torque. */
export function toRealImpulse(value: f64): real {
  return Math.abs(value) < NEGLIGIBLE_IMPULSE ? 0 : <real>value;
}

/** Four numbers at a time: a loop over single ones takes longer than what it does. */
export const FOUR: usize = 4 * sizeof<real>();

/** Deals four numbers of the scalar record, from `k` bytes on, into the lane that is at `lane`. */
export function dealFour(lane: usize, k: usize): void {
  const to = lane + k * LANES;
  store<real>(to, load<real>(LANE_RECORD + k));
  store<real>(to, load<real>(LANE_RECORD + k, sizeof<real>()), 16);
  store<real>(to, load<real>(LANE_RECORD + k, 2 * sizeof<real>()), 32);
  store<real>(to, load<real>(LANE_RECORD + k, 3 * sizeof<real>()), 48);
}

/** Deals the first `bytes` of the scalar record into a lane of the part at `part`. */
export function deal(part: usize, lane: u32, bytes: usize): void {
  assert(bytes <= <usize>MOST_FIELDS * sizeof<real>());
  const out = part + lane * sizeof<real>();
  let k: usize = 0;
  for (; k + FOUR <= bytes; k += FOUR) dealFour(out, k);
  for (; k < bytes; k += sizeof<real>()) store<real>(out + k * LANES, load<real>(LANE_RECORD + k));
}

/** Fetches the first `bytes` of a lane of the part at `part` into the scalar record. */
export function fetch(part: usize, lane: u32, bytes: usize): void {
  assert(bytes <= <usize>MOST_FIELDS * sizeof<real>());
  const from = part + lane * sizeof<real>();
  let k: usize = 0;
  for (; k + FOUR <= bytes; k += FOUR) {
    const at = from + k * LANES;
    store<real>(LANE_RECORD + k, load<real>(at));
    store<real>(LANE_RECORD + k, load<real>(at, 16), sizeof<real>());
    store<real>(LANE_RECORD + k, load<real>(at, 32), 2 * sizeof<real>());
    store<real>(LANE_RECORD + k, load<real>(at, 48), 3 * sizeof<real>());
  }
  for (; k < bytes; k += sizeof<real>()) store<real>(LANE_RECORD + k, load<real>(from + k * LANES));
}

/** One number of a lane, by the byte offset of its field in the scalar record. */
export function laneValue(part: usize, lane: u32, field: usize): f64 {
  return <f64>load<real>(part + field * LANES + lane * sizeof<real>());
}
