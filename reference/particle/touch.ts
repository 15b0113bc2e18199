// One contact with a body: the plane of the body's frame in front of which a point has to be at the end of the substep, and friction along it.
import type { NearBody } from './nearby.ts';
import type { Rigid } from './rigid.ts';

/** Numbers of a contact: where the surface was looked for, in the body's axes from its centre of mass; its normal there, and the distance from it. */
export const NORMAL = 3;
export const DISTANCE = 6;
export const KNOWN = 7;
/** Multipliers, kg m: along the normal, and friction's in the world. */
export const LAMBDA = 8;
export const FRICTION = 9;
/** How near the end of the substep may be, m; and the speed along the normal before it, m/s. */
export const TARGET = 12;
export const APPROACH = 13;
/** m: the distance when the substep began. */
export const BEFORE = 14;
export const TOUCH_NUMBERS = 15;

/** Cosine of the angle to the side from which on a surface is open, as between bodies. */
const OPEN = 0.25;

/** Whether a contact at `distance` is with a surface that is open there, or with one that its point came into from behind, by more than `depth`. */
export function isOpen({ side }: NearBody, data: Float64Array, at: number, distance: number, depth: number): boolean {
  if (!side) return false;
  const n = at + NORMAL;
  return data[n] * side[0] + data[n + 1] * side[1] + data[n + 2] * side[2] <= OPEN || distance < -depth;
}

/** What the last contact does to its point: this times its inverse mass, m. */
export const shove = { x: 0.5, y: 0.5, z: 0.5 };

/**
 * Pushes a body, and says in `shove` what its point gets. The point has the inverse mass `mass`; it is at (x, y, z), and was at (bx, by, bz) when the substep
 * of `h` seconds began. Whether they touch.
 */
export function touch(
  rigid: Rigid,
  body: number,
  { dynamicFriction, slide, staticFriction }: NearBody,
  data: Float64Array,
  at: number,
  h: number,
  mass: number,
  x: number,
  y: number,
  z: number,
  bx: number,
  by: number,
  bz: number,
): boolean {
  shove.x = shove.y = shove.z = 0;
  rigid.toLocal(body, true, x, y, z);
  const [lx, ly, lz] = [rigid.x, rigid.y, rigid.z];
  const [mx, my, mz] = [data[at + NORMAL], data[at + NORMAL + 1], data[at + NORMAL + 2]];
  const distance = data[at + DISTANCE] + mx * (lx - data[at]) + my * (ly - data[at + 1]) + mz * (lz - data[at + 2]);
  const error = distance - data[at + TARGET];
  const last = data[at + LAMBDA];
  if (error >= 0 && last === 0) return false;
  rigid.turned(body, true, mx, my, mz);
  const [nx, ny, nz] = [rigid.x, rigid.y, rigid.z];
  // Where the surface is touched.
  rigid.turned(body, true, lx - mx * distance, ly - my * distance, lz - mz * distance);
  const [rx, ry, rz] = [rigid.x, rigid.y, rigid.z];
  const isMoved = rigid.isMoved(body);
  const response = mass + rigid.inverseMass(body, rx, ry, rz, nx, ny, nz);
  if (!(response > 0)) return false;
  const lambda = Math.max(last - error / response, 0);
  const change = lambda - last;
  data[at + LAMBDA] = lambda;
  [shove.x, shove.y, shove.z] = [change * nx, change * ny, change * nz];
  if (isMoved) rigid.push(body, rx, ry, rz, -shove.x / h, -shove.y / h, -shove.z / h);
  if (staticFriction === 0 || lambda === 0) return lambda > 0;
  // The way along the surface in the substep: of the point less that of the point of the body that is there.
  rigid.toLocal(body, true, x + mass * shove.x, y + mass * shove.y, z + mass * shove.z);
  rigid.turned(body, false, rigid.x - h * slide[0], rigid.y - h * slide[1], rigid.z - h * slide[2]);
  let dx = rigid.center(body, 0, false) + rigid.x - bx;
  let dy = rigid.center(body, 1, false) + rigid.y - by;
  let dz = rigid.center(body, 2, false) + rigid.z - bz;
  const along = dx * nx + dy * ny + dz * nz;
  dx -= along * nx;
  dy -= along * ny;
  dz -= along * nz;
  const slip = Math.sqrt(dx * dx + dy * dy + dz * dz);
  if (slip === 0) return true;
  const inverse = 1 / (mass + rigid.inverseMass(body, rx, ry, rz, dx / slip, dy / slip, dz / slip));
  const f = at + FRICTION;
  let [fx, fy, fz] = [data[f] - inverse * dx, data[f + 1] - inverse * dy, data[f + 2] - inverse * dz];
  const size = Math.sqrt(fx * fx + fy * fy + fz * fz);
  if (size > staticFriction * lambda) {
    const scale = (dynamicFriction * lambda) / size;
    [fx, fy, fz] = [scale * fx, scale * fy, scale * fz];
  }
  const [gx, gy, gz] = [fx - data[f], fy - data[f + 1], fz - data[f + 2]];
  data[f] = fx;
  data[f + 1] = fy;
  data[f + 2] = fz;
  shove.x += gx;
  shove.y += gy;
  shove.z += gz;
  if (isMoved) rigid.push(body, rx, ry, rz, -gx / h, -gy / h, -gz / h);
  return true;
}
