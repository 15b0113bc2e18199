// What surfaces that are solid from one side only say of a direction.
import { BodyRecord } from '../../body/record';
import { rotate } from '../../math/quat.kernel';
import { surfaceOf } from '../shape/child';

/** Cosine of the angle to the side from which on a normal leads to it. */
export const LEAST: f64 = 0.25;
/** What a side says of a normal. */
export const NONE: i32 = 0;
export const SOLID: i32 = 1;
export const OPEN: i32 = -1;

/** What the two surfaces of children say of a direction outwards from A. */
export function judge(a: BodyRecord, b: BodyRecord, children: u32, x: f64, y: f64, z: f64, least: f64): i32 {
  let told = NONE;
  for (let sign: f64 = 1; sign >= -1; sign -= 2) {
    const body = sign > 0 ? a : b;
    const surface = surfaceOf(body, sign > 0 ? children >> 16 : children & 0xffff, 0);
    const side = vec3<f64>(surface.oneWayX, surface.oneWayY, surface.oneWayZ);
    if (dot(side, side) == 0) continue;
    const q = quat<f64>(body.orientationX, body.orientationY, body.orientationZ, body.orientationW);
    if (sign * dot(rotate(q, side), vec3<f64>(x, y, z)) <= least) return OPEN;
    told = SOLID;
  }
  return told;
}

/** Whether A's parts that go a way past B's may get into these: the sides are open to it. */
export function isOpenTo(a: BodyRecord, b: BodyRecord, children: u32, wayX: f64, wayY: f64, wayZ: f64): bool {
  return judge(a, b, children, wayX, wayY, wayZ, 0) == OPEN;
}

/** Whether one of two children has a side. */
export function isOneWayPart(a: BodyRecord, b: BodyRecord, children: u32): bool {
  return judge(a, b, children, 0, 0, 0, LEAST) != NONE;
}
