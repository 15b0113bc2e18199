import { LANES, real } from 'precision';
import { PointRecord, PathRecord } from '../coordinate-record';
import { JointRecord } from '../record';
import { qmul, rotate, unrotate } from '../../math/quat.kernel';
import { theWorld } from '../../memory/arena';
import { Placement } from './lanes.kernel';

// A curve fixed in a body: cubic Hermite segments between points, straight beyond its ends. A path joint's frame on A is that of the
// curve where it is nearest to B's anchor. One lane after the other, in double precision.

const MOST_ITERATIONS: u32 = 12;
/** Change of the parameter below which the nearest point is found. */
const CLOSE: f64 = 1e-13;
const NEGLIGIBLE_LENGTH: f64 = 1e-30;

/** Where one joint is on its path. */
// @ts-ignore: decorator
@unmanaged
export class PathLane {
  /** Address of the record of the coordinate along it; 0: an empty lane. */
  record: u32;
  /** Slot, plus one, of the point where the segment starts. */
  slot: u32;
  parameter: f64;
  arc: f64;
  startArc: f64;
  /** The anchor on A at the start of the step, and the nearest point of the curve, in A's axes. */
  originX: f64;
  originY: f64;
  originZ: f64;
  positionX: f64;
  positionY: f64;
  positionZ: f64;
}

export const PATH_LANE: usize = offsetof<PathLane>();

function pointAt(slot: u32): PointRecord {
  return changetype<PointRecord>(<usize>theWorld().pointBase + <usize>(slot - 1) * offsetof<PointRecord>());
}

export function packPath(path: PathLane, joint: JointRecord, record: PathRecord): void {
  path.record = <u32>changetype<usize>(record);
  path.slot = record.segment ? record.segment : record.firstPoint;
  path.parameter = 0.5;
  path.arc = record.value;
  path.startArc = record.value;
  path.originX = joint.anchorAX;
  path.originY = joint.anchorAY;
  path.originZ = joint.anchorAZ;
}

/** Where the search goes on in the next step: there, too, is then the anchor on A. */
export function finishPath(path: PathLane, joint: JointRecord): void {
  const record = changetype<PathRecord>(<usize>path.record);
  record.segment = path.slot;
  record.value = path.arc;
  joint.anchorAX = path.positionX;
  joint.anchorAY = path.positionY;
  joint.anchorAZ = path.positionZ;
}

/** Position on a segment and its first two derivatives; straight outside [0, 1]. */
function evaluate(from: PointRecord, to: PointRecord, u: f64, zero: vec3<f64>): [vec3<f64>, vec3<f64>, vec3<f64>] {
  const v: f64 = Math.min(Math.max(u, 0.0), 1.0);
  const chord = vec3<f64>(to.x - from.x, to.y - from.y, to.z - from.z);
  const begin = vec3<f64>(from.tangentX, from.tangentY, from.tangentZ);
  const end = vec3<f64>(to.tangentX, to.tangentY, to.tangentZ);
  const start = vec3<f64>(from.x, from.y, from.z);
  const first = 6.0 * v * (1.0 - v) * chord + (1.0 - v) * (1.0 - 3.0 * v) * begin + v * (3.0 * v - 2.0) * end;
  const on = start + v * v * (3.0 - 2.0 * v) * chord + v * (1.0 - v) * (1.0 - v) * begin + v * v * (v - 1.0) * end;
  const curved: f64 = u == v ? 1.0 : 0.0;
  const second = curved * ((6.0 - 12.0 * v) * chord + (6.0 * v - 4.0) * begin + (6.0 * v - 2.0) * end);
  return [on + (u - v) * first + zero, first, second];
}

function normalOf(point: PointRecord, zero: vec3<f64>): vec3<f64> {
  return vec3<f64>(point.normalX, point.normalY, point.normalZ) + zero;
}

/** How the normals change at a point of the path, per point. */
function normalSlope(point: PointRecord, zero: vec3<f64>): vec3<f64> {
  const before = point.previous ? pointAt(point.previous) : point;
  const behind = point.next ? pointAt(point.next) : point;
  const share: f64 = point.previous != 0 && point.next != 0 ? 0.5 : 1.0;
  return share * (normalOf(behind, zero) - normalOf(before, zero));
}

/** The frame's y axis as far as it is across the curve, and its derivative; constant outside [0, 1]. */
function normalAt(from: PointRecord, to: PointRecord, u: f64, zero: vec3<f64>): [vec3<f64>, vec3<f64>] {
  const v: f64 = Math.min(Math.max(u, 0.0), 1.0);
  const start = normalOf(from, zero);
  const chord = normalOf(to, zero) - start;
  const begin = normalSlope(from, zero);
  const end = normalSlope(to, zero);
  const on = start + v * v * (3.0 - 2.0 * v) * chord + v * (1.0 - v) * (1.0 - v) * begin + v * v * (v - 1.0) * end;
  const turns: f64 = u == v ? 1.0 : 0.0;
  return [on, turns * (6.0 * v * (1.0 - v) * chord + (1.0 - v) * (1.0 - 3.0 * v) * begin + v * (3.0 * v - 2.0) * end)];
}

function speedAt(from: PointRecord, to: PointRecord, u: f64): f64 {
  const [position, first, second] = evaluate(from, to, u, vec3<f64>(0.0, 0.0, 0.0));
  return length(first);
}

/** Length of the curve from 0 to u: five-point Gauss-Legendre quadrature. */
function arcLength(from: PointRecord, to: PointRecord, u: f64): f64 {
  const v: f64 = Math.min(Math.max(u, 0.0), 1.0);
  const sum =
    0.1184634425280945 * (speedAt(from, to, v * 0.046910077030668) + speedAt(from, to, v * 0.953089922969332)) +
    0.2393143352496832 * (speedAt(from, to, v * 0.2307653449471585) + speedAt(from, to, v * 0.7692346550528415)) +
    0.2844444444444444 * speedAt(from, to, v * 0.5);
  return v * sum + (u - v) * speedAt(from, to, v);
}

/** The parameter of the point nearest to (x, y, z), by Newton's method from where it was last. */
function seek(path: PathLane, x: f64, y: f64, z: f64): void {
  for (let iteration: u32 = 0; iteration < MOST_ITERATIONS; iteration++) {
    const from = pointAt(path.slot);
    const to = pointAt(from.next);
    const [position, first, second] = evaluate(from, to, path.parameter, vec3<f64>(-x, -y, -z));
    const speed = lengthSquared(first);
    const slope: f64 = Math.max(speed + dot(position, second), 0.25 * speed);
    const wanted: f64 = -dot(position, first) / slope;
    const change: f64 = Math.min(Math.max(wanted, -0.5), 0.5);
    path.parameter += change;
    // The last point of an open path starts no segment.
    const next: u32 = to.next ? from.next : 0;
    const neighbour: u32 = path.parameter > 1.0 ? next : path.parameter < 0.0 ? from.previous : 0;
    if (neighbour) {
      path.parameter += path.parameter > 1.0 ? -1.0 : 1.0;
      path.slot = neighbour;
    } else if (Math.abs(change) < CLOSE) break;
  }
}

/** The frame of a curve: the rotation that takes the axes to the orthonormal x, y, z (Shepperd's method). */
function frameOf(x: vec3<f64>, y: vec3<f64>, z: vec3<f64>): quat<f64> {
  const a: f64 = 1.0 + x.x + y.y + z.z;
  const b: f64 = 1.0 + x.x - y.y - z.z;
  const c: f64 = 1.0 - x.x + y.y - z.z;
  const d: f64 = 1.0 - x.x - y.y + z.z;
  let q = quat<f64>(y.z - z.y, z.x - x.z, x.y - y.x, a);
  if (a < 1.0) {
    if (b >= c && b >= d) q = quat<f64>(b, x.y + y.x, z.x + x.z, y.z - z.y);
    else if (c >= d) q = quat<f64>(x.y + y.x, c, y.z + z.y, z.x - x.z);
    else q = quat<f64>(z.x + x.z, y.z + z.y, d, x.y - y.x);
  }
  return (1.0 / length(q)) * q;
}

/** Address of a number of a lane of a placement, given where its field is in one of f64. */
function place<T>(placement: usize, lane: u32, field: usize): usize {
  if (isVector<T>()) return placement + (field >> 3) * sizeof<real>() * LANES + lane * sizeof<real>();
  return placement + field;
}

function put<T>(placement: usize, lane: u32, field: usize, value: f64): void {
  if (isVector<T>()) store<real>(place<T>(placement, lane, field), <real>value);
  else store<f64>(place<T>(placement, lane, field), value);
}

function take<T>(placement: usize, lane: u32, field: usize): f64 {
  if (isVector<T>()) return <f64>load<real>(place<T>(placement, lane, field));
  return load<f64>(place<T>(placement, lane, field));
}

function putVector<T>(placement: usize, lane: u32, field: usize, v: vec3<f64>): void {
  put<T>(placement, lane, field, v.x);
  put<T>(placement, lane, field + 8, v.y);
  put<T>(placement, lane, field + 16, v.z);
}

function takeVector<T>(placement: usize, lane: u32, field: usize): vec3<f64> {
  return vec3<f64>(take<T>(placement, lane, field), take<T>(placement, lane, field + 8), take<T>(placement, lane, field + 16));
}

/** Takes a lane's placement relative to a fixed point of A to one relative to the nearest point of the curve. */
export function followPath<T>(path: PathLane, placement: usize, lane: u32): void {
  if (!path.record) return;
  const vector = takeVector<T>(placement, lane, offsetof<Placement<f64>>('frameAx'));
  const scalar = take<T>(placement, lane, offsetof<Placement<f64>>('frameAw'));
  const frameA = quat<f64>(vector.x, vector.y, vector.z, scalar);
  const separation = takeVector<T>(placement, lane, offsetof<Placement<f64>>('separationx'));
  const origin = vec3<f64>(path.originX, path.originY, path.originZ);
  const target = origin + unrotate(frameA, separation);
  seek(path, target.x, target.y, target.z);

  const from = pointAt(path.slot);
  const to = pointAt(from.next);
  const u = path.parameter;
  const [position, first, second] = evaluate(from, to, u, vec3<f64>(0.0, 0.0, 0.0));
  path.positionX = position.x;
  path.positionY = position.y;
  path.positionZ = position.z;
  const speed: f64 = Math.max(length(first), NEGLIGIBLE_LENGTH);
  const x = (1.0 / speed) * first;
  const bent = (1.0 / (speed * speed)) * (second - dot(second, x) * x);
  const [normal, change] = normalAt(from, to, u, vec3<f64>(0.0, 0.0, 0.0));
  const across = normal - dot(normal, x) * x;
  const size: f64 = Math.max(length(across), NEGLIGIBLE_LENGTH);
  const y = (1.0 / size) * across;
  const z = cross(x, y);
  const twisting = dot(change, z) / speed - dot(normal, x) * dot(bent, z);
  const bend = rotate(frameA, cross(x, bent) + (twisting / size) * x);
  const arc = from.start + arcLength(from, to, u);
  const total = changetype<PathRecord>(<usize>path.record).length;
  path.arc = total > 0.0 ? arc + total * nearest((path.arc - arc) / total) : arc;

  const moved = rotate(frameA, position - origin);
  const armA = takeVector<T>(placement, lane, offsetof<Placement<f64>>('armAx')) + moved;
  const frame = qmul(frameA, frameOf(x, y, z));
  putVector<T>(placement, lane, offsetof<Placement<f64>>('armAx'), armA);
  putVector<T>(placement, lane, offsetof<Placement<f64>>('separationx'), separation - moved);
  putVector<T>(placement, lane, offsetof<Placement<f64>>('bendx'), bend);
  putVector<T>(placement, lane, offsetof<Placement<f64>>('frameAx'), frame.xyz);
  put<T>(placement, lane, offsetof<Placement<f64>>('frameAw'), frame.w);
  put<T>(placement, lane, offsetof<Placement<f64>>('arc'), path.arc - path.startArc);
}
