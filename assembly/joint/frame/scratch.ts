import { LANES, real } from 'precision';
import { Coordinate, Role } from '../coordinate-record';
import { BlockRow, CoordinateLanes, Placement } from './lanes.kernel';

// Where the rows of one bundle are worked on. Nothing is kept here from one bundle to the next.

/** Bytes of one number in every lane. */
const LANE: usize = sizeof<real>() * LANES;
/** A joint has at most this many rows. */
export const MOST_ROWS: usize = Coordinate.Count * Role.Count;

const COORDINATES: usize = scratch<CoordinateLanes<v128>>(Coordinate.Count);
const GRAM: usize = scratch<v128>(Coordinate.Count * Coordinate.Count);
const ROWS: usize = scratch<BlockRow<v128>>(<u32>MOST_ROWS);
const FACTOR: usize = scratch<v128>(<u32>(MOST_ROWS * MOST_ROWS));
const START: usize = scratch<Placement<v128>>();
const END: usize = scratch<Placement<v128>>();
const KINDS: usize = scratch<u32>(<u32>MOST_ROWS);

/** What the coordinates of a joint are at the start of the step: in the solver their values are changes since then. */
const STARTS: usize = scratch<f64>(Coordinate.Count);

export function startOf(kind: u32): f64 {
  return load<f64>(STARTS + ((<usize>kind) << 3));
}

export function setStart(kind: u32, value: f64): void {
  store<f64>(STARTS + ((<usize>kind) << 3), value);
}

/** Where the bodies are at the start and at the end of the substep. */
export function startPlacement(): usize {
  return START;
}

export function endPlacement(): usize {
  return END;
}

/** The working form of a coordinate. */
export function coordinateAt(coordinate: u32): usize {
  return COORDINATES + <usize>coordinate * offsetof<CoordinateLanes<v128>>();
}

/** Inverse effective mass between two coordinates. */
export function gramAt(i: u32, j: u32): usize {
  return GRAM + (<usize>i * Coordinate.Count + j) * LANE;
}

/** The working form of the row with this index. */
export function rowAt(index: u32): usize {
  return ROWS + <usize>index * offsetof<BlockRow<v128>>();
}

/** An entry below the diagonal of the factor L. */
export function factorAt(i: u32, j: u32): usize {
  return FACTOR + (<usize>i * MOST_ROWS + j) * LANE;
}

/** Lists the rows of a mask by coordinate; returns how many there are. */
export function listRows(mask: u32): u32 {
  let count: u32 = 0;
  for (let rest = mask; rest; rest &= rest - 1) store<u32>(KINDS + (count++ << 2), ctz(rest));
  return count;
}

/** Coordinate and role of a listed row. */
export function coordinateOfRow(index: u32): u32 {
  return load<u32>(KINDS + (index << 2)) >> 2;
}

export function roleOfRow(index: u32): u32 {
  return load<u32>(KINDS + (index << 2)) & 3;
}
