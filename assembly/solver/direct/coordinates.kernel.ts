import { LaneBodies } from '../../constraint/lane-bodies.kernel';
import { theSubstep } from '../../constraint/substep';
import { SATURATED } from '../../joint/frame/constants';
import { BlockRow, Placement } from '../../joint/frame/lanes.kernel';
import { coordinateOf, frameOf, rowOf } from '../../joint/frame/place.kernel';
import { coordinateOfRow, gramAt, listRows, roleOfRow, rowAt, startPlacement } from '../../joint/frame/scratch';
import { Coordinate, Role } from '../../joint/coordinate-record';
import { rotate } from '../../math/quat.kernel';
import { between, prepareRows, reachCoordinates, startDrives } from '../xpbd/coordinates.kernel';
import { directHead, nextDirect } from './row.kernel';

/** The rows of a bundle of joints of coordinates. */
export function writeDirectCoordinates<T>(bundle: usize): void {
  const step = theSubstep();
  const count = listRows(changetype<LaneBodies>(bundle).rows);
  const frame = frameOf<T>(bundle);
  reachCoordinates<T>(bundle, step);
  if (step.first) startDrives<T>(bundle, count, step);
  const start = changetype<Placement<T>>(startPlacement());
  const head = directHead<T>();
  head.impulse = frame.linear;
  head.leverA = start.armA + start.separation;
  head.leverB = start.armB;
  head.axis = rotate(start.frameA, vec3<T>(1, 0, 0));
  let bending: vec3<T> = vec3<T>(0, 0, 0);
  for (let k: u32 = 0; k < count; k++) {
    const kind = coordinateOfRow(k);
    const c = coordinateOf<T>(kind);
    const row = rowOf<T>(bundle, k);
    const w = between<T>(kind, kind);
    store<T>(gramAt(kind, kind), w);
    bending += row.impulse * c.torque;
    const out = nextDirect<T>();
    out.last = row.impulse;
    if (step.first) {
      row.impulse = splat<T>(0);
      row.approach = c.speed;
    }
    const present: lane<T> = row.present;
    out.forceA = -present * c.force;
    out.torqueA = -present * c.torqueA;
    out.forceB = present * c.force;
    out.torqueB = present * c.torqueB;
    out.impulse = row.impulse;
    out.change = splat<T>(0);
    const locked = row.lower == row.upper && row.compliance == 0;
    const holdsPoint = mask(roleOfRow(k) == Role.Bound && kind <= <u32>Coordinate.Z) && locked;
    out.start = holdsPoint ? c.value - step.h * c.speed - row.lower : 0;
    if (kind == Coordinate.Extra) {
      head.axis = c.force;
      head.tension = -out.last;
    }
  }
  head.bending = bending;
  head.length = length(start.separation);
  prepareRows<T>(bundle, count, step);
}

/** What the rows want, of which the gradients are written already. */
export function wishDirectCoordinates<T>(bundle: usize): void {
  const count = listRows(changetype<LaneBodies>(bundle).rows);
  for (let k: u32 = 0; k < count; k++) {
    const from = changetype<BlockRow<T>>(rowAt(k));
    const out = nextDirect<T>();
    out.residual = from.residual;
    out.softness = from.softness;
    out.low = from.low;
    out.high = from.high;
    const last = out.last;
    const least = SATURATED * from.low;
    const most = SATURATED * from.high;
    const stays = (last >= most && from.residual > 0) || (last <= least && from.residual < 0);
    const leaves = mask(roleOfRow(k) != Role.Bound) && stays;
    out.holds = from.active && !leaves ? splat<T>(1) : splat<T>(0);
  }
}

/** Takes the impulses of the rows back. */
export function takeDirectCoordinates<T>(bundle: usize): void {
  const count = listRows(changetype<LaneBodies>(bundle).rows);
  const frame = frameOf<T>(bundle);
  const lever = directHead<T>().leverB;
  let linear: vec3<T> = vec3<T>(0, 0, 0);
  for (let k: u32 = 0; k < count; k++) {
    const from = nextDirect<T>();
    const row = rowOf<T>(bundle, k);
    const force = from.forceB;
    const torque = from.torqueB - cross(lever, force);
    const change: lane<T> = from.change;
    row.impulse = from.impulse;
    row.total += change;
    linear += from.impulse * force;
    frame.totalForce += change * force;
    frame.totalTorque += change * torque;
    if (roleOfRow(k) == Role.Drive) {
      const most = max(-from.low, from.high);
      row.saturated = most > 0 && abs(row.impulse) >= SATURATED * most ? 1 : 0;
    }
  }
  frame.linear = linear;
}
