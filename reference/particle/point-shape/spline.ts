// Distance of a point to the tube around a cubic Hermite curve c(u), the point at the origin: it is least at an end or where c·c', of degree
// five, rises through 0. Its roots are told apart by the signs of Bernstein coefficients on halves of halves of the segment, and refined by
// safeguarded Newton steps: Schneider, "Solving the Nearest-Point-on-Curve Problem" (Graphics Gems, 1990).
import { ShapeRecord, SplineBlock, SplineSegment } from '../../../bindings/core/layout.ts';
import type { StateMemory } from '../../../bindings/core/state-memory.ts';
import { nearestParts } from './nearest-parts.ts';
import { NEAR, type SurfacePoint, setFar, setSurface } from './surface-point.ts';

const DEGREE = 5;
const COEFFICIENTS = DEGREE + 1;
/** Intervals of the parameter that are looked at, and halvings, at most. */
const MOST_PIECES = 64;
const MOST_HALVINGS = 27;
const MOST_STEPS = 60;
/** Beside the largest, a coefficient that round-off leaves. */
const NOTHING = 1e-15;
/** Choose k out of five. */
const BINOMIAL = [1, 5, 10, 10, 5, 1];

/** Of the powers of u: three of c for each axis, one after the other, and those of c·c'. */
const curve = new Float64Array(12);
const powers = new Float64Array(COEFFICIENTS);
/** Bernstein coefficients of the intervals that wait, and their starts and sizes. */
const pieces = new Float64Array((MOST_HALVINGS + 2) * COEFFICIENTS);
const starts = new Float64Array(MOST_HALVINGS + 2);
const sizes = new Float64Array(MOST_HALVINGS + 2);

const asked = { parts: 0, x: 0.5, y: 0.5, z: 0.5, radius: 0.5 };
/** The nearest place of the curve, the way from there, and the derivative there. */
const nearest = { square: Infinity, x: 0.5, y: 0.5, z: 0.5, tx: 0.5, ty: 0.5, tz: 0.5 };

export function pointSpline(memory: StateMemory, shape: number, x: number, y: number, z: number, reach: number, out: SurfacePoint): void {
  const { f64, u32 } = memory;
  const block = u32[(shape + ShapeRecord.data) >>> 2];
  const radius = f64[(shape + ShapeRecord.radius) >>> 3];
  asked.parts = block + u32[(block + SplineBlock.parts) >>> 2];
  asked.x = x;
  asked.y = y;
  asked.z = z;
  asked.radius = radius;
  nearest.square = Infinity;
  nearestParts(memory, block, x, y, z, reach * reach, measureSegment);
  const distance = Math.sqrt(nearest.square);
  if (distance - radius > reach) setFar(out);
  else if (distance > NEAR * f64[(shape + ShapeRecord.reach) >>> 3])
    setSurface(out, distance - radius, nearest.x / distance, nearest.y / distance, nearest.z / distance);
  else setAcross(out, distance - radius);
}

/** On the curve: out of the tube square to it, towards the axis that it follows least. */
function setAcross(out: SurfacePoint, distance: number): void {
  const { tx, ty, tz } = nearest;
  const square = tx * tx + ty * ty + tz * tz;
  const alongX = Math.abs(tx) <= Math.abs(ty) && Math.abs(tx) <= Math.abs(tz);
  const alongY = !alongX && Math.abs(ty) <= Math.abs(tz);
  const share = square > 0 ? (alongX ? tx : alongY ? ty : tz) / square : 0;
  const x = (alongX ? 1 : 0) - share * tx;
  const y = (alongY ? 1 : 0) - share * ty;
  const z = (alongX || alongY ? 0 : 1) - share * tz;
  const length = Math.sqrt(x * x + y * y + z * z);
  setSurface(out, distance, x / length, y / length, z / length);
}

/** The boxes of segments are those of the tube. */
function measureSegment({ f64 }: StateMemory, part: number, limit: number): number {
  const segment = (asked.parts + part * SplineSegment.size) >>> 3;
  for (let axis = 0; axis < 3; axis++) {
    const start = f64[segment + axis];
    const chord = f64[segment + 3 + axis] - start;
    const m0 = f64[segment + 6 + axis];
    const m1 = f64[segment + 9 + axis];
    curve[4 * axis] = start - (axis === 0 ? asked.x : axis === 1 ? asked.y : asked.z);
    curve[4 * axis + 1] = m0;
    curve[4 * axis + 2] = 3 * chord - 2 * m0 - m1;
    curve[4 * axis + 3] = m0 + m1 - 2 * chord;
  }
  tryPlace(0);
  tryPlace(1);
  search();
  const distance = Math.max(Math.sqrt(nearest.square) - asked.radius, 0);
  return Math.min(limit, distance * distance);
}

function tryPlace(u: number): void {
  const x = -(curve[0] + u * (curve[1] + u * (curve[2] + u * curve[3])));
  const y = -(curve[4] + u * (curve[5] + u * (curve[6] + u * curve[7])));
  const z = -(curve[8] + u * (curve[9] + u * (curve[10] + u * curve[11])));
  const square = x * x + y * y + z * z;
  if (square >= nearest.square) return;
  nearest.square = square;
  nearest.x = x;
  nearest.y = y;
  nearest.z = z;
  nearest.tx = curve[1] + u * (2 * curve[2] + 3 * u * curve[3]);
  nearest.ty = curve[5] + u * (2 * curve[6] + 3 * u * curve[7]);
  nearest.tz = curve[9] + u * (2 * curve[10] + 3 * u * curve[11]);
}

/** Writes the coefficients of c·c', and those of the first piece. */
function writeSlope(): void {
  powers.fill(0);
  for (let axis = 0; axis < 12; axis += 4) {
    for (let i = 0; i < 4; i++) for (let j = 1; j < 4; j++) powers[i + j - 1] += j * curve[axis + i] * curve[axis + j];
  }
  for (let k = 0; k < COEFFICIENTS; k++) pieces[k] = powers[k] / BINOMIAL[k];
  for (let i = 0; i < DEGREE; i++) for (let k = DEGREE; k > i; k--) pieces[k] += pieces[k - 1];
}

/** Tries all places where the distance is least. */
function search(): void {
  writeSlope();
  let nothing = 0;
  for (let k = 0; k < COEFFICIENTS; k++) nothing += NOTHING * Math.abs(powers[k]);
  starts[0] = 0;
  sizes[0] = 1;
  let top = 0;
  for (let i = 0; i < MOST_PIECES && top >= 0; i++) {
    const piece = top * COEFFICIENTS;
    let changes = 0;
    let first = 0;
    let last = 0;
    for (let k = piece; k < piece + COEFFICIENTS; k++) {
      const value = pieces[k];
      if (Math.abs(value) <= nothing) continue;
      if (first === 0) first = value;
      if (last * value < 0) changes++;
      last = value;
    }
    const start = starts[top];
    const half = 0.5 * sizes[top];
    if (changes === 1 && first < 0) tryPlace(refine(start, start + 2 * half));
    if (changes > 1) tryPlace(start + half);
    if (changes <= 1 || top === MOST_HALVINGS) {
      top--;
      continue;
    }
    halve(piece);
    sizes[top] = half;
    starts[top] = start + half;
    top++;
    sizes[top] = half;
    starts[top] = start;
  }
}

/** De Casteljau: the second half takes the piece's place, the first comes after it. */
function halve(piece: number): void {
  const other = piece + COEFFICIENTS;
  for (let k = 0; k < COEFFICIENTS; k++) {
    pieces[other + k] = pieces[piece];
    for (let j = piece; j < piece + DEGREE - k; j++) pieces[j] = 0.5 * (pieces[j] + pieces[j + 1]);
  }
}

/** The one root of c·c' between, from below 0 to above. */
function refine(start: number, end: number): number {
  let low = start;
  let high = end;
  let u = 0.5 * (low + high);
  for (let step = 0; step < MOST_STEPS; step++) {
    let value = 0;
    let slope = 0;
    for (let k = DEGREE; k >= 0; k--) {
      slope = slope * u + value;
      value = value * u + powers[k];
    }
    if (value > 0) high = u;
    else low = u;
    let next = u - value / slope;
    if (!(next >= low && next <= high)) next = 0.5 * (low + high);
    const change = Math.abs(next - u);
    u = next;
    if (change <= NOTHING) break;
  }
  return u;
}
