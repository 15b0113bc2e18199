import { TINY } from '../../constraint/constants';
import { Group } from '../../constraint/graph';
import { mostRows } from '../../joint/kinds';

/**
 * What the joints of a bundle want of a direct solve, as rows; the impulses found come back in them. `impulse`: so far in the substep, `last`: in
 * the one before.
 *
 *     J du + softness dp = residual,    low <= impulse + dp <= high
 */
export class DirectRow<T> {
  forceA: vec3<T>;
  torqueA: vec3<T>;
  forceB: vec3<T>;
  torqueB: vec3<T>;
  residual: lane<T>;
  softness: lane<T>;
  low: lane<T>;
  high: lane<T>;
  impulse: lane<T>;
  last: lane<T>;
  change: lane<T>;
  /** 1: to begin with the row is not at a bound. */
  holds: lane<T>;
  /** Of rows that hold a point or an angle: the error at the start of the substep; of hard limits: how far past them it was. */
  start: lane<T>;
  /** 1: one of these. 2: locks an angle. 3: limits one. */
  part: lane<T>;
  /** Of rows that may be at a bound: the length of the gradient for A, or for B, where that is longer. */
  reach: lane<T>;
}

/** What loads of a bundle's joints do to bodies that turn: see tension.ts. Of the last substep, or of this one so far. */
export class DirectHead<T> {
  /** The impulse that holds the anchors together, on B, and where A and B feel it. */
  impulse: vec3<T>;
  leverA: vec3<T>;
  leverB: vec3<T>;
  /** Of a hinge: the axis, and the angular impulse across it. Of a link: its direction; of a rope over two points those of both spans. */
  axis: vec3<T>;
  bending: vec3<T>;
  /** Of a joint of coordinates: the axes of A beside that, of a universal joint B's last one. */
  axisY: vec3<T>;
  axisZ: vec3<T>;
  /** Length of a link, or of the first span, and of the second one; and the impulse that pulls it straight. */
  length: lane<T>;
  second: lane<T>;
  tension: lane<T>;
  /** Part of the last impulse of locked rows that the substep starts from. */
  expected: lane<T>;
  /** The square of the angle that this swings a body through in the substep. */
  swing: lane<T>;
  /** 1 in an island without loops, where the loads of locked rows are what they are and not shared among more than are needed, if it is centred. */
  branches: lane<T>;
  /**
   * Of limits of angles that bear nothing: how much the velocities of a body have to change, at least, before one of them acts. Below zero where one bears
   * something, or holds an angle.
   */
  slack: lane<T>;
  /** 1: the impulse is known to need no stiffness. */
  steady: lane<T>;
  /** Not 0: of a lane whose island is solved again, so that the bundle is written and taken once more. */
  again: lane<T>;
  /** 1: further iterations take the gradient at the end of the substep, however little the bodies turn. */
  current: lane<T>;
}

/** Address of the rows that are written, and of the next. */
const WRITES: usize = scratch<u32>(2);

export function startDirect(head: usize): void {
  store<u32>(WRITES, <u32>head);
  store<u32>(WRITES, <u32>(head + offsetof<DirectHead<v128>>()), 4);
}

export function directHead<T>(): DirectHead<T> {
  return changetype<DirectHead<T>>(<usize>load<u32>(WRITES));
}

/** The next row of those that startDirect() says where they are. */
export function nextDirect<T>(): DirectRow<T> {
  const at = <usize>load<u32>(WRITES, 4);
  store<u32>(WRITES, <u32>(at + offsetof<DirectRow<T>>()), 4);
  return changetype<DirectRow<T>>(at);
}

/** Of a row: see DirectHead.slack. */
export function slackOf<T>(row: DirectRow<T>): lane<T> {
  const away = row.low == 0 ? -row.residual : row.residual;
  const isIdle = row.holds == 0 && (row.low == 0 || row.high == 0);
  return isIdle ? away / max(row.reach, splat<T>(TINY)) : -1;
}

/** Notes how long the gradient of a row is. */
export function measureGradient<T>(row: DirectRow<T>): void {
  const a = lengthSquared(row.forceA) + lengthSquared(row.torqueA);
  const b = lengthSquared(row.forceB) + lengthSquared(row.torqueB);
  row.reach = sqrt(max(a, b));
}

/** Of the rows of a bundle of joints. */
export function bundleBytes(group: Group): usize {
  return offsetof<DirectHead<v128>>() + <usize>mostRows(group) * offsetof<DirectRow<v128>>();
}
