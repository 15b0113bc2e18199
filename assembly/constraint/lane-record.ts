import { real } from 'precision';

/** Room for the numbers of the largest part. */
export const MOST_FIELDS: u32 = 128;
/** A part of one lane, as plain numbers: see interleave.ts. */
export const LANE_RECORD: usize = scratch<real>(MOST_FIELDS);
