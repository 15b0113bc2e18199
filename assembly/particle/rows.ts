// Particles between the lists of a set's record, as copied here, and the rows of four numbers that the kernels work on; and how far they may get.
import { real } from 'precision';

/** Bytes: of a row, of a start, and of a point of a list. */
export const ROW: usize = 4 * sizeof<real>();
export const START: usize = 32;
const POINT: usize = 24;
/** Bytes of a box: lows and highs. */
export const BOX: usize = 48;

function at(row: usize, axis: usize): f64 {
  return <f64>load<real>(row + axis * sizeof<real>());
}

function put(row: usize, axis: usize, value: f64): void {
  store<real>(row + axis * sizeof<real>(), <real>value);
}

/** The rows at the start of a step, from lists of three f64 a particle. The row behind the last particle stays zero. */
export function readRows(
  positions: usize,
  velocities: usize,
  inverseMasses: usize,
  count: u32,
  starts: usize,
  displacements: usize,
  before: usize,
  speeds: usize,
): void {
  for (let k: usize = 0; k < <usize>count; k++) {
    for (let axis: usize = 0; axis < 3; axis++) {
      store<f64>(starts + START * k + 8 * axis, load<f64>(positions + POINT * k + 8 * axis));
      put(speeds + ROW * k, axis, load<f64>(velocities + POINT * k + 8 * axis));
      put(displacements + ROW * k, axis, 0);
      put(before + ROW * k, axis, 0);
    }
    const mass = load<f64>(inverseMasses + 8 * k);
    put(displacements + ROW * k, 3, mass);
    put(before + ROW * k, 3, mass);
  }
}

/** The lists at its end; false where a value is not finite. */
export function writeRows(positions: usize, velocities: usize, count: u32, starts: usize, displacements: usize, speeds: usize): bool {
  // One that is not finite makes the sum so.
  let sum: f64 = 0;
  for (let k: usize = 0; k < <usize>count; k++) {
    for (let axis: usize = 0; axis < 3; axis++) {
      const u = at(displacements + ROW * k, axis);
      const v = at(speeds + ROW * k, axis);
      store<f64>(positions + POINT * k + 8 * axis, load<f64>(starts + START * k + 8 * axis) + u);
      store<f64>(velocities + POINT * k + 8 * axis, v);
      sum += 0 * u + 0 * v;
    }
    sum += 0 * at(displacements + ROW * k, 3);
  }
  return sum == 0;
}

function squareOf(row: usize): f64 {
  const x = at(row, 0);
  const y = at(row, 1);
  const z = at(row, 2);
  return x * x + y * y + z * z;
}

/** To `out`, three f64: the square of the largest speed, the sum of those squares times the masses, and the sum of the masses. */
export function measureSpeeds(speeds: usize, masses: usize, count: u32, out: usize): void {
  let most: f64 = 0;
  let sum: f64 = 0;
  let whole: f64 = 0;
  for (let k: usize = 0; k < <usize>count; k++) {
    const mass = load<f64>(masses + 8 * k);
    const square = squareOf(speeds + ROW * k);
    if (square > most) most = square;
    sum += mass * square;
    whole += mass;
  }
  store<f64>(out, most);
  store<f64>(out, sum, 8);
  store<f64>(out, whole, 16);
}

/**
 * To `boxes`, six f64 each: boxes around each `part` particles and where they may get at `faster` times their speeds, s, and `fall`, m. To `reach`, one
 * f64 for each: how far that is, with its radius.
 */
export function encloseRows(
  starts: usize,
  displacements: usize,
  speeds: usize,
  radii: usize,
  count: u32,
  part: u32,
  faster: f64,
  fall: f64,
  boxes: usize,
  reach: usize,
): void {
  let box = boxes;
  for (let first: u32 = 0; first < count; first += part) {
    let lx: f64 = Infinity;
    let ly: f64 = Infinity;
    let lz: f64 = Infinity;
    let hx: f64 = -Infinity;
    let hy: f64 = -Infinity;
    let hz: f64 = -Infinity;
    const end = min(first + part, count);
    for (let k = <usize>first; k < <usize>end; k++) {
      const margin = load<f64>(radii + 8 * k) + fall + faster * sqrt<f64>(squareOf(speeds + ROW * k));
      store<f64>(reach + 8 * k, margin);
      const x = load<f64>(starts + START * k) + at(displacements + ROW * k, 0);
      const y = load<f64>(starts + START * k, 8) + at(displacements + ROW * k, 1);
      const z = load<f64>(starts + START * k, 16) + at(displacements + ROW * k, 2);
      lx = min<f64>(lx, x - margin);
      ly = min<f64>(ly, y - margin);
      lz = min<f64>(lz, z - margin);
      hx = max<f64>(hx, x + margin);
      hy = max<f64>(hy, y + margin);
      hz = max<f64>(hz, z + margin);
    }
    store<f64>(box, lx);
    store<f64>(box, ly, 8);
    store<f64>(box, lz, 16);
    store<f64>(box, hx, 24);
    store<f64>(box, hy, 32);
    store<f64>(box, hz, 40);
    box += BOX;
  }
}
