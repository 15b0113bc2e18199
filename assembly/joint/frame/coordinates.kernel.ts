import { TINY, TINY_LENGTH } from '../../constraint/constants';
import { Coordinate } from '../coordinate-record';
import { JointType } from '../record';
import { unwrap } from '../../math/angle.kernel';
import { conjugate, qmul, rotate, rotateDelta, unrotate } from '../../math/quat.kernel';
import { atan2 } from '../../math/trigonometry.kernel';
import { CoordinateLanes, Placement } from './lanes.kernel';
import { coordinateAt } from './scratch';

/** Squares of angles below this, rad², are expanded in series. */
const SMALL_ANGLE: f64 = 0.03;
/** Cosine of half the swing, least: at half a turn the swing has no direction. */
export const LEAST_COSINE: f64 = 1e-3;
/** Below this cosine (a swing of 174 degrees) rows of angles do nothing. */
const BLIND_COSINE: f64 = 0.05;
/** Half angles of a cone are at least this, rad. */
export const LEAST_CONE: f64 = 1e-3;
/** Rows of offsets and of the distance. */
const OFFSETS: u32 = 0xf0000fff;
/** Rows of angles; of the cone; of what is neither an offset nor an angle. */
const ANGULAR: u32 = 0x0ffff000;
const CONE: u32 = 0xf << (4 * Coordinate.Cone);
const EXTRA: u32 = 0xf << (4 * Coordinate.Extra);

/** What a bundle of rows has of each joint before its rows; poses at the start of the step. */
export class FrameLanes<T> {
  armA: vec3<T>;
  armB: vec3<T>;
  separation: vec3<T>;
  frameA: quat<T>;
  frameB: quat<T>;
  /** B's frame in A's. */
  relative: quat<T>;
  /** Half angles of a cone, and the lead of a screw, m/rad. */
  coneY: lane<T>;
  coneZ: lane<T>;
  lead: lane<T>;
  /** Twists as last seen: since the start of the step; of universal and path joints without the full turns then. */
  twist: lane<T>;
  secondTwist: lane<T>;
  /** Linear impulse on B as last known, and its square from which on the gradient is the current one. */
  linear: vec3<T>;
  strong: lane<T>;
  /** Square of the angular impulse of all rows from which on the bodies are overloaded. */
  strongTurn: lane<T>;
  relaxation: lane<T>;
  linearDamping: lane<T>;
  angularDamping: lane<T>;
  /** 1 along the axes of A's frame that are not locked. */
  free: vec3<T>;
  totalForce: vec3<T>;
  totalTorque: vec3<T>;
}

/** Whether the angles of a type of joint are absolute: their frames turn otherwise than the bodies. */
export function hasAbsoluteAngles(type: u32): bool {
  return type == JointType.Universal || type == JointType.Path;
}

function coordinate<T>(kind: u32): CoordinateLanes<T> {
  return changetype<CoordinateLanes<T>>(coordinateAt(kind));
}

/** Swing about y and z; sine and cosine of half the swing; swing over the sine. */
// @ts-ignore: decorator
@once
function swingOf<T>(q: quat<T>): [lane<T>, lane<T>, lane<T>, lane<T>, lane<T>] {
  const cosine = max(sqrt(q.x * q.x + q.w * q.w), LEAST_COSINE);
  const y = (q.w * q.y - q.x * q.z) / cosine;
  const z = (q.w * q.z + q.x * q.y) / cosine;
  const sine = sqrt(y * y + z * z);
  const factor = sine > 1e-9 ? (2 * atan2(sine, cosine)) / max(sine, splat<T>(TINY)) : 2;
  return [y * factor, z * factor, sine, cosine, factor];
}

function twistOf<T>(q: quat<T>): lane<T> {
  const sign = q.w < 0 ? splat<T>(-1) : splat<T>(1);
  return 2 * atan2(sign * q.x, sign * q.w);
}

/** rho = sqrt((y/coneY)² + (z/coneZ)²), which is 1 on the cone, its gradient, and the size of that. */
function coneOf<T>(y: lane<T>, z: lane<T>, shape: FrameLanes<T>): [lane<T>, lane<T>, lane<T>, lane<T>] {
  const inverseY = 1 / max(shape.coneY, LEAST_CONE);
  const inverseZ = 1 / max(shape.coneZ, LEAST_CONE);
  const u = y * inverseY;
  const v = z * inverseZ;
  const rho = sqrt(u * u + v * v);
  const scale = rho > 1e-6 ? 1 / max(rho, splat<T>(TINY)) : 0;
  const slopeY = u * inverseY * scale;
  const slopeZ = v * inverseZ * scale;
  return [rho, slopeY, slopeZ, sqrt(slopeY * slopeY + slopeZ * slopeZ)];
}

/** Changes of the offsets, d·a - d0·a0 without cancellation, and of the distance. */
function readOffsets<T>(at: Placement<T>, shape: FrameLanes<T>, rows: u32): void {
  const start = shape.separation;
  const change = at.change;
  const turn = at.turnA;
  const x = rotate(shape.frameA, vec3<T>(1, 0, 0));
  const y = rotate(shape.frameA, vec3<T>(0, 1, 0));
  const z = cross(x, y);
  const bentX = rotateDelta(turn, x);
  const bentY = rotateDelta(turn, y);
  const bentZ = rotateDelta(turn, z);
  coordinate<T>(Coordinate.X).value = dot(change, x + bentX) + dot(start, bentX);
  coordinate<T>(Coordinate.Y).value = dot(change, y + bentY) + dot(start, bentY);
  coordinate<T>(Coordinate.Z).value = dot(change, z + bentZ) + dot(start, bentZ);
  if (rows & EXTRA) {
    const end = at.separation;
    const both = length(end) + length(start);
    coordinate<T>(Coordinate.Extra).value = dot(change, end + start) / max(both, splat<T>(TINY));
  }
}

/**
 * Twist and swing of B's frame in A's, a swing after a twist about x (Mueller et al., section 3.4.1, eqs 22 to 24 in closed form), from
 * the small turn of B against A since the start of the step: the swing exact where it is small, the twist as its change.
 */
function readAngles<T>(at: Placement<T>, shape: FrameLanes<T>, rows: u32): void {
  const turned = qmul(conjugate(at.turnA), at.turnB);
  const v = unrotate(shape.frameA, turned.xyz);
  const less = -lengthSquared(v) / (1 + turned.w);
  const q = shape.relative;
  const change = less * q.xyz + q.w * v + cross(v, q.xyz);
  const changeW = less * q.w - dot(v, q.xyz);
  const now = quat(q.xyz + change, q.w + changeW);
  const twist = 2 * atan2(change.x * q.w - changeW * q.x, now.w * q.w + now.x * q.x);
  shape.twist = unwrap(twist, shape.twist);
  readSwing(now, shape, rows);
}

function readSwing<T>(q: quat<T>, shape: FrameLanes<T>, rows: u32): void {
  const [y, z, , ,] = swingOf(q);
  coordinate<T>(Coordinate.SwingY).value = y;
  coordinate<T>(Coordinate.SwingZ).value = z;
  if (rows & CONE) {
    const [rho, , , slope] = coneOf(y, z, shape);
    coordinate<T>(Coordinate.Cone).value = slope > 0 ? (rho - 1) / max(slope, splat<T>(TINY)) : -min(shape.coneY, shape.coneZ);
  }
}

/** Values of the coordinates at a placement: since the start of the step, but for swings and what hasAbsoluteAngles. */
export function readValues<T>(type: u32, rows: u32, placement: usize, shapeAt: usize): void {
  const at = changetype<Placement<T>>(placement);
  const shape = changetype<FrameLanes<T>>(shapeAt);
  if (type == JointType.Path) {
    const local = unrotate(at.frameA, at.separation);
    coordinate<T>(Coordinate.X).value = local.x + at.arc;
    coordinate<T>(Coordinate.Y).value = local.y;
    coordinate<T>(Coordinate.Z).value = local.z;
    if (rows & ANGULAR) {
      const q = qmul(conjugate(at.frameA), at.frameB);
      readSwing(q, shape, rows);
      shape.twist = unwrap(twistOf(q), shape.twist);
    }
  } else {
    if (rows & OFFSETS) readOffsets(at, shape, rows);
    if (type == JointType.Universal) {
      const zB = unrotate(at.frameA, rotate(at.frameB, vec3<T>(0, 0, 1)));
      const xA = unrotate(at.frameB, rotate(at.frameA, vec3<T>(1, 0, 0)));
      shape.twist = unwrap(atan2(-zB.y, zB.z), shape.twist);
      shape.secondTwist = unwrap(atan2(-xA.y, xA.x), shape.secondTwist);
      coordinate<T>(Coordinate.SwingY).value = zB.x;
      coordinate<T>(Coordinate.SwingZ).value = shape.secondTwist;
    } else if (rows & ANGULAR) {
      readAngles(at, shape, rows);
    }
  }
  coordinate<T>(Coordinate.Twist).value = shape.twist;
  if (type == JointType.Screw) coordinate<T>(Coordinate.Extra).value = coordinate<T>(Coordinate.X).value - shape.lead * shape.twist;
}

/** Gradients of the coordinates at a placement. Each is that of its coordinate's value, so that rows conserve energy. */
export function readGradients<T>(type: u32, rows: u32, placement: usize, shapeAt: usize): void {
  const at = changetype<Placement<T>>(placement);
  const shape = changetype<FrameLanes<T>>(shapeAt);
  const x = rotate(at.frameA, vec3<T>(1, 0, 0));
  const y = rotate(at.frameA, vec3<T>(0, 1, 0));
  const z = cross(x, y);
  const none = vec3<T>(0, 0, 0);
  storeGradient<T>(Coordinate.X, x, none);
  storeGradient<T>(Coordinate.Y, y, none);
  storeGradient<T>(Coordinate.Z, z, none);
  let twist: vec3<T> = none;
  if (type == JointType.Universal) {
    const zB = rotate(at.frameB, vec3<T>(0, 0, 1));
    const s = dot(x, zB);
    const factor = 1 / max(1 - s * s, LEAST_COSINE);
    twist = factor * (x - s * zB);
    storeGradient<T>(Coordinate.SwingY, none, cross(zB, x));
    storeGradient<T>(Coordinate.SwingZ, none, factor * (zB - s * x));
  } else if (rows & ANGULAR) {
    const [sy, sz, sine, cosine, factor] = swingOf(qmul(conjugate(at.frameA), at.frameB));
    const sees: lane<T> = cosine > BLIND_COSINE ? 1 : 0;
    twist = ((0.5 * sees) / (cosine * cosine)) * (x + rotate(at.frameB, vec3<T>(1, 0, 0)));
    const square = sy * sy + sz * sz;
    const isSmall = square < SMALL_ANGLE;
    const series = 1.0 / 3.0 + square * (1.0 / 45.0);
    // k = s cot s of the swing s, and (1 - k) / s².
    const k = isSmall ? 1 - square * series : (factor * (cosine * cosine - sine * sine)) / (2 * cosine);
    const rest = isSmall ? series : (1 - k) / max(square, SMALL_ANGLE);
    const swingY = sees * ((k + rest * sy * sy) * y + (rest * sy * sz) * z - sz * x);
    const swingZ = sees * ((k + rest * sz * sz) * z + (rest * sy * sz) * y + sy * x);
    storeGradient<T>(Coordinate.SwingY, none, swingY);
    storeGradient<T>(Coordinate.SwingZ, none, swingZ);
    if (rows & CONE) {
      const [, slopeY, slopeZ, slope] = coneOf(sy, sz, shape);
      const scale = slope > 0 ? 1 / max(slope, splat<T>(TINY)) : 0;
      storeGradient<T>(Coordinate.Cone, none, (slopeY * scale) * swingY + (slopeZ * scale) * swingZ);
    }
  }
  storeGradient<T>(Coordinate.Twist, none, twist);
  if (type == JointType.Screw) {
    storeGradient<T>(Coordinate.Extra, x, -shape.lead * twist);
  } else if (rows & EXTRA) {
    const reach = length(at.separation);
    const line = reach > splat<T>(TINY_LENGTH) ? at.separation / max(reach, splat<T>(TINY)) : none;
    storeGradient<T>(Coordinate.Extra, line, none);
  }
  if (type == JointType.Path) {
    const bend = at.bend;
    bendGradient(Coordinate.Twist, x, bend);
    bendGradient(Coordinate.SwingY, x, bend);
    bendGradient(Coordinate.SwingZ, x, bend);
  }
}

/** Along a path A's frame turns as B moves on. */
function bendGradient<T>(kind: u32, x: vec3<T>, bend: vec3<T>): void {
  const c = coordinate<T>(kind);
  const torque = c.torque;
  c.force = -dot(torque, bend) * x;
}

function storeGradient<T>(kind: u32, force: vec3<T>, torque: vec3<T>): void {
  const c = coordinate<T>(kind);
  c.force = force;
  c.torque = torque;
}
