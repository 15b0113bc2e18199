// One row as projected Gauss-Seidel visits it: the impulse p with which it has the speed that it wants, within its bounds,
//
//     p = (a clamp(J u - K p, least, most) + b - (J u - K p)) / (K + softness),   K = J M^-1 J^T,   u += M^-1 J^T dp
//
// (SPECIFICATION.md, sections 1 and 3; PhysX's 1D constraint). A rigid row has a = 1 and b = 0; of a spring of stiffness k with a damper d, which
// wants the speed v, that is implicit in a time h, softness = 1 / (h² k + h d), a = h² k softness, b = h d v softness.
import { real } from 'precision';
import { INFINITE, LONGEST_TURN, RECOVERY, TINY } from '../../constraint/constants';
import { Row } from '../../constraint/row.kernel';
import { LEAST_BOUNCE } from '../../joint/frame/constants';
import { inverse } from '../../constraint/common.kernel';

/** What sweeps keep of a row. */
export class Line<T> {
  forceA: vec3<T>;
  torqueA: vec3<T>;
  forceB: vec3<T>;
  torqueB: vec3<T>;
  /** What a unit impulse does to the angular velocities. */
  turnA: vec3<T>;
  turnB: vec3<T>;
  /** K, and the inverse of it with the softness; 0: the row moves nothing. */
  inverseMass: lane<T>;
  weight: lane<T>;
  least: lane<T>;
  most: lane<T>;
  /** a and b. */
  part: lane<T>;
  offset: lane<T>;
  /** Bounds of the impulse. */
  low: lane<T>;
  high: lane<T>;
  impulse: lane<T>;
}

/** What rows are aimed at. */
// @ts-ignore: decorator
@unmanaged
export class Aim {
  /** s in which errors are taken away, and its inverse. */
  h: real;
  inverseH: real;
  /** s for which the loads of rigid rows have acted. */
  span: real;
  /** Part of an error; 0: errors do not count. */
  share: real;
  /** m/s: bodies that overlap part at most as fast. */
  fastest: real;
  /** m/s: slower impacts of contacts do not bounce. */
  bounceSpeed: real;
}

const AIM: usize = scratch<Aim>();

export function theAim(): Aim {
  return changetype<Aim>(AIM);
}

/** Square of how much of a row may act on what moves, where all else is locked: less is rounding. */
const ROUNDING: f64 = sizeof<real>() == 4 ? 1e-12 : 1e-24;

/** 1 / (k + softness), where k is more than rounding of what it would be if nothing were locked. */
export function weightOf<T>(k: lane<T>, softness: lane<T>, whole: lane<T>): lane<T> {
  return k > ROUNDING * whole ? inverse(k + softness) : 0;
}

/** Whether a row has no softness. */
export function isRigid<T>(row: Row<T>): mask<T> {
  return row.stiffness >= splat<T>(INFINITE) || row.damping >= splat<T>(INFINITE);
}

/** The speed at which the target of a rigid row moves along. */
export function targetSpeed<T>(row: Row<T>): lane<T> {
  const isTarget = row.stiffness >= splat<T>(INFINITE) && row.damping < splat<T>(INFINITE) && row.lower == row.upper;
  return isTarget ? row.velocity : 0;
}

/** J u */
export function speedAlong<T>(line: Line<T>, vA: vec3<T>, wA: vec3<T>, vB: vec3<T>, wB: vec3<T>): lane<T> {
  return dot(line.forceA, vA) + dot(line.torqueA, wA) + dot(line.forceB, vB) + dot(line.torqueB, wB);
}

/**
 * Notes in `bias` the speed at which a limit that is met in this time throws the coordinate back; 0: none. `total` takes over the impulse of rows that
 * begin anew: of springs, and of what has bounced.
 */
export function meetLine<T>(row: Row<T>, line: Line<T>, speed: lane<T>, aim: Aim): void {
  const begins = !isRigid(row) || row.bias != 0;
  const impulse = line.impulse;
  row.total = begins ? row.total + impulse : row.total;
  line.impulse = begins ? 0 : impulse;
  const end = row.value + aim.h * speed;
  const passes = (speed < 0 && end < row.lower) || (speed > 0 && end > row.upper);
  const meets = row.restitution > 0 && row.lower < row.upper && passes && abs(speed) > LEAST_BOUNCE;
  row.bias = meets ? -row.restitution * speed : 0;
}

/** Works out what a line wants, from its row. `whole`: K if nothing were locked. */
export function aimLine<T>(row: Row<T>, line: Line<T>, whole: lane<T>, aim: Aim): void {
  const infinite = splat<T>(INFINITE);
  const none = splat<T>(0);
  const held = row.damping >= infinite;
  const rigid = isRigid(row);
  const isTarget = row.lower == row.upper;
  const isAngular = lengthSquared(row.forceA) + lengthSquared(row.forceB) <= 0;
  const slow: lane<T> = isAngular ? splat<T>(<real>LONGEST_TURN * aim.inverseH) : infinite;
  const fastest: lane<T> = isTarget ? slow : splat<T>(RECOVERY);
  const along: lane<T> = isTarget ? row.velocity : none;
  const down = aim.inverseH * (row.lower - row.value);
  const up = aim.inverseH * (row.upper - row.value);
  const back: lane<T> = along + clamp(aim.share * (down - along), -fastest, fastest);
  const forth: lane<T> = along + clamp(aim.share * (up - along), -fastest, fastest);
  const least = isTarget || down > 0 ? back : down;
  const most = isTarget || up < 0 ? forth : up;
  const rebound = row.bias;
  const hardLeast = rebound > 0 ? rebound : rebound < 0 ? -infinite : least;
  const hardMost = rebound > 0 ? infinite : rebound < 0 ? rebound : most;
  line.least = held ? row.velocity : rigid ? hardLeast : down;
  line.most = held ? row.velocity : rigid ? hardMost : up;
  const stiffness = (aim.h * aim.h) * row.stiffness;
  const damping = aim.h * row.damping;
  const softness = rigid ? 0 : 1 / max(stiffness + damping, splat<T>(TINY));
  line.part = rigid ? 1 : stiffness * softness;
  line.offset = rigid ? 0 : damping * row.velocity * softness;
  const weight = weightOf(line.inverseMass, softness, whole);
  line.weight = rigid || stiffness + damping > 0 ? weight : 0;
  const span: lane<T> = rigid ? splat<T>(aim.span) : splat<T>(aim.h);
  line.low = span * row.low;
  line.high = span * row.high;
}

/** The impulse that a line would have without bounds, where it has this speed. */
export function wanted<T>(line: Line<T>, speed: lane<T>): lane<T> {
  const free = speed - line.inverseMass * line.impulse;
  const aimed = clamp(free, line.least, line.most);
  // A spring whose coordinate stays between its bounds does nothing.
  const rests = aimed == free && line.least < line.most;
  return rests ? 0 : (line.part * aimed + line.offset - free) * line.weight;
}
