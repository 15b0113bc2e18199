// Particles against surfaces that do not move: planes in front of which a particle has to be at the end of the substep, as found where it began.
//
//   C = n·u + o − r,  Δλ = −C / w,  λ ≥ 0                                     (Müller et al. 2020, 3.5)
//   friction: the way along the surface in the substep is taken back, by at most μ λ       (the same, eqs 26 to 28)
//   restitution: v_n = −e v_n of before                                          (the same, eq 34)
import { LANES, real } from 'precision';
import { gatherRow, scatterRow } from '../body/solver-body.kernel';
import { ROW, START } from './rows';
import { StillBody, StillParticles } from './still-body';
import { findSurface, FOUND, hasSurface } from './surface';

/** As in reference/particle/contacts.ts. */
const AHEAD: f64 = 1.5;
const FAR: f64 = 0.25;
const NEAR: f64 = 0.5;
const HELD: f64 = 0.5;
const LOOK: f64 = 4;
const LEAST: f64 = 1e-6;
/** kg m: what is not near is as far in front as this. */
export const OFF: f64 = 1e30;
/** Of StillBundle.known: the distance is less than that to the surface. */
export const FAR_AWAY: f64 = 2;
const TINY: f64 = 1e-30;

/** Bits of StillBundle.state: some lane may be touched; of some the surface has to be looked for. */
export const ACTIVE: u32 = 1;
export const STALE: u32 = 2;

/** LANES contacts of different particles. */
export class StillBundle<T> {
  /** Addresses of the displacements. */
  a0: u32;
  a1: u32;
  a2: u32;
  a3: u32;
  state: u32;
  bounces: u32;
  /** Address of its StillBody, for all lanes the same. */
  body: u32;
  reserved: u32;
  /** Not 0: to be looked for. */
  stale: lane<T>;
  /** n, and o: the distance is n·u + o. */
  normal: vec3<T>;
  offset: lane<T>;
  /** u where the surface was looked for, the distance there or one that is not more, and 1 where it is that: 2 where it is less; 0: not known. */
  place: vec3<T>;
  distance: lane<T>;
  known: lane<T>;
  radius: lane<T>;
  staticFriction: lane<T>;
  dynamicFriction: lane<T>;
  restitution: lane<T>;
  /** m: how near the end of the substep may be. */
  target: lane<T>;
  /** m/s, along the normal before the substep. */
  approach: lane<T>;
  lambda: lane<T>;
  friction: vec3<T>;
}

export function stillBytes(): usize {
  return offsetof<StillBundle<v128>>();
}

/**
 * Which contacts the substep may meet. `before` and `velocities`: from a displacement to that at the start of the substep, and to the velocity; bytes.
 * Returns how many bundles stay stale, for want of their shape here.
 */
export function scanStill<T>(
  bundles: usize, count: u32, particles: StillParticles, before: usize, velocities: usize, push: f64,
): u32 {
  let left: u32 = 0;
  for (let k: u32 = 0; k < count; k++) {
    const at = changetype<StillBundle<T>>(bundles + <usize>k * offsetof<StillBundle<T>>());
    scanOne(at, before, velocities, <real>push);
    if (!(at.state & STALE)) continue;
    if (!hasSurface(changetype<StillBody>(<usize>at.body).shape)) {
      left += 1;
      continue;
    }
    for (let lane: usize = 0; lane < <usize>LANES; lane++)
      if (load<real>(changetype<usize>(at) + offsetof<StillBundle<v128>>('stale') + lane * sizeof<real>()) != 0)
        lookAt(changetype<usize>(at), lane, particles, before, velocities, push);
  }
  return left;
}

/** Finds the surface near the particle of a lane, in f64. */
function lookAt(bundle: usize, lane: usize, particles: StillParticles, before: usize, velocities: usize, push: f64): void {
  const at = changetype<StillBundle<v128>>(bundle);
  const body = changetype<StillBody>(<usize>at.body);
  const row = <usize>load<u32>(bundle + (lane << 2));
  const k = (row - <usize>particles.displacements) / ROW;
  const start = <usize>particles.starts + START * k;
  const numbers = bundle + lane * sizeof<real>();
  const u = pointAt(row);
  const from = pointAt(row + before);
  const way = length(u - from);
  const radius = load<f64>(<usize>particles.radii + 8 * k);
  const p = vec3<f64>(load<f64>(start), load<f64>(start, 8), load<f64>(start, 16)) + from - vec3<f64>(body.x, body.y, body.z);
  const qx = body.qx;
  const qy = body.qy;
  const qz = body.qz;
  const qw = body.qw;
  let tx = 2 * (qz * p.y - qy * p.z);
  let ty = 2 * (qx * p.z - qz * p.x);
  let tz = 2 * (qy * p.x - qx * p.y);
  const lx = p.x + qw * tx - qy * tz + qz * ty + body.centerX;
  const ly = p.y + qw * ty - qz * tx + qx * tz + body.centerY;
  const lz = p.z + qw * tz - qx * ty + qy * tx + body.centerZ;
  findSurface(body.shape, body.radius, body.sizeX, body.sizeY, body.sizeZ, lx, ly, lz);
  const distance = min(load<f64>(FOUND), LOOK * (way + radius) + LEAST) - radius;
  const mx = load<f64>(FOUND, 8);
  const my = load<f64>(FOUND, 16);
  const mz = load<f64>(FOUND, 24);
  tx = 2 * (qy * mz - qz * my);
  ty = 2 * (qz * mx - qx * mz);
  tz = 2 * (qx * my - qy * mx);
  const n = vec3<f64>(mx + qw * tx + qy * tz - qz * ty, my + qw * ty + qz * tx - qx * tz, mz + qw * tz + qx * ty - qy * tx);
  put(numbers + offsetof<StillBundle<v128>>('normal'), n);
  store<real>(numbers + offsetof<StillBundle<v128>>('offset'), <real>(distance - n.x * from.x - n.y * from.y - n.z * from.z));
  put(numbers + offsetof<StillBundle<v128>>('place'), from);
  store<real>(numbers + offsetof<StillBundle<v128>>('distance'), <real>distance);
  store<real>(numbers + offsetof<StillBundle<v128>>('known'), 1);
  if (distance > way + HELD * radius) return;
  store<real>(numbers + offsetof<StillBundle<v128>>('target'), <real>min(distance + push, 0));
  store<real>(numbers + offsetof<StillBundle<v128>>('approach'), <real>dot(n, pointAt(row + velocities)));
  at.state |= ACTIVE;
}

/** The first three numbers of a row. */
function pointAt(row: usize): vec3<f64> {
  return vec3<f64>(<f64>load<real>(row), <f64>load<real>(row, sizeof<real>()), <f64>load<real>(row, 2 * sizeof<real>()));
}

function put(at: usize, v: vec3<f64>): void {
  store<real>(at, <real>v.x);
  store<real>(at, <real>v.y, 16);
  store<real>(at, <real>v.z, 32);
}

function scanOne<T>(at: StillBundle<T>, before: usize, velocities: usize, push: real): void {
  const [ux, uy, uz, w] = gatherRow<T>(<usize>at.a0, <usize>at.a1, <usize>at.a2, <usize>at.a3, 0);
  const [bx, by, bz, wb] = gatherRow<T>(<usize>at.a0, <usize>at.a1, <usize>at.a2, <usize>at.a3, before);
  const [vx, vy, vz, wv] = gatherRow<T>(<usize>at.a0, <usize>at.a1, <usize>at.a2, <usize>at.a3, velocities);
  const from = vec3(bx, by, bz);
  const way = length(vec3(ux, uy, uz) - from);
  const gone = length(from - at.place);
  const unknown = at.known < 0.5;
  // However it has gone, it is still at least that far away.
  const held = HELD * at.radius;
  const away = !unknown && at.distance - gone > AHEAD * way + held;
  const near = max(FAR * abs(at.distance), max(NEAR * min(at.radius, way), LEAST));
  const stale = !away && (unknown || at.known > 1.5 || gone > near);
  const distance = at.offset + dot(at.normal, from);
  const active = !away && !stale && distance <= way + held;
  at.stale = stale ? splat<T>(1) : 0;
  at.target = active ? min(distance + push, 0) : splat<T>(-OFF);
  at.approach = dot(at.normal, vec3(vx, vy, vz));
  at.lambda = splat<T>(0);
  at.friction = vec3(splat<T>(0), splat<T>(0), splat<T>(0));
  let state: u32 = 0;
  if (any(active)) state |= ACTIVE;
  if (any(stale)) state |= STALE;
  at.state = state;
}

/** One pass over all contacts. */
export function solveStill<T>(bundles: usize, count: u32, before: usize): void {
  for (let k: u32 = 0; k < count; k++) {
    const at = changetype<StillBundle<T>>(bundles + <usize>k * offsetof<StillBundle<T>>());
    if (at.state & ACTIVE) solveOne(at, before);
  }
}

function solveOne<T>(at: StillBundle<T>, before: usize): void {
  const [ux, uy, uz, w] = gatherRow<T>(<usize>at.a0, <usize>at.a1, <usize>at.a2, <usize>at.a3, 0);
  const n = at.normal;
  const inverse = 1 / max(w, TINY);
  let u = vec3(ux, uy, uz);
  const error = dot(n, u) + at.offset - at.target;
  const lambda = max(at.lambda - error * inverse, 0);
  u += (w * (lambda - at.lambda)) * n;
  at.lambda = lambda;
  const touched = lambda > 0;
  if (any(touched)) {
    const [bx, by, bz, wb] = gatherRow<T>(<usize>at.a0, <usize>at.a1, <usize>at.a2, <usize>at.a3, before);
    const moved = u - vec3(bx, by, bz);
    const slip = moved - dot(moved, n) * n;
    const wanted = at.friction - inverse * slip;
    const size = length(wanted);
    const slides = size > at.staticFriction * lambda;
    const part = slides ? at.dynamicFriction * lambda / max(size, TINY) : 1;
    const friction = touched ? part * wanted : vec3(splat<T>(0), splat<T>(0), splat<T>(0));
    u += w * (friction - at.friction);
    at.friction = friction;
  }
  scatterRow<T>(<usize>at.a0, <usize>at.a1, <usize>at.a2, <usize>at.a3, 0, u.x, u.y, u.z, w);
}

/** Gives the velocities what bounces, and marks the bodies that are touched. */
export function bounceStill<T>(bundles: usize, count: u32, velocities: usize, slowest: real): void {
  for (let k: u32 = 0; k < count; k++) {
    const at = changetype<StillBundle<T>>(bundles + <usize>k * offsetof<StillBundle<T>>());
    if (!(at.state & ACTIVE)) continue;
    const touched = at.lambda > 0;
    if (any(touched)) changetype<StillBody>(<usize>at.body).met = 1;
    if (at.bounces) bounceOne(at, velocities, slowest);
  }
}

function bounceOne<T>(at: StillBundle<T>, velocities: usize, slowest: real): void {
  const [vx, vy, vz, spare] = gatherRow<T>(<usize>at.a0, <usize>at.a1, <usize>at.a2, <usize>at.a3, velocities);
  const v = vec3(vx, vy, vz);
  const n = at.normal;
  const bounces = at.lambda > 0 && at.approach < -1 * slowest;
  const wanted = bounces ? max(-1 * (at.restitution * at.approach) - dot(n, v), 0) : 0;
  const after = v + wanted * n;
  scatterRow<T>(<usize>at.a0, <usize>at.a1, <usize>at.a2, <usize>at.a3, velocities, after.x, after.y, after.z, spare);
}
