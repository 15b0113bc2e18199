// Two particles at a distance: C = |xa − xb| − L (Müller et al. 2020, eqs 2 to 9, with w = 1/m), with a compliance for each sign of C and Rayleigh damping
// (Macklin et al. 2016, eq 26):
//
//   Δλ = (−C − α̃ λ − γ ∇C·(x − x₀)) / ((1 + γ) Σ w + α̃),   α̃ = α / h²,   γ = α β / h
//
// Positions are displacements since the start of the step, beside the separations there, which are worked out in f64.
import { LANES, real } from 'precision';
import { gatherRow, scatterRow } from '../body/solver-body.kernel';

/** m: particles nearer than this have no direction. */
export const NEAREST: f64 = 1e-12;
/** Compliances and lengths that are more are none. */
export const NONE: f64 = 1e29;
const TINY: f64 = 1e-30;

/** LANES distances that share no particles. */
export class DistanceBundle<T> {
  /** Addresses of the particles: displacement x y z, and 1/kg. Idle lanes have one that nothing moves. */
  a0: u32;
  a1: u32;
  a2: u32;
  a3: u32;
  b0: u32;
  b1: u32;
  b2: u32;
  b3: u32;
  /** From b to a at the start of the step, m. */
  start: vec3<T>;
  rest: lane<T>;
  /** α̃ where it is stretched, and where it is compressed; β h. */
  stretch: lane<T>;
  compress: lane<T>;
  damping: lane<T>;
  /** m, at most. */
  longest: lane<T>;
  /** kg m: of the substep, and the sum of those before it. */
  lambda: lane<T>;
  sum: lane<T>;
}

export function distanceBytes(): usize {
  return offsetof<DistanceBundle<v128>>();
}

/** How fast the length changes in the substep: from the displacements at its start, which lie `before` bytes behind. */
export function drift<T>(at: DistanceBundle<T>, before: usize, n: vec3<T>, motion: vec3<T>): lane<T> {
  const [ax, ay, az, wa] = gatherRow<T>(<usize>at.a0, <usize>at.a1, <usize>at.a2, <usize>at.a3, before);
  const [bx, by, bz, wb] = gatherRow<T>(<usize>at.b0, <usize>at.b1, <usize>at.b2, <usize>at.b3, before);
  return dot(n, motion - vec3(ax - bx, ay - by, az - bz));
}

export function sweep<T>(at: DistanceBundle<T>, before: usize, h: real, damped: bool): void {
  const [ax, ay, az, wa] = gatherRow<T>(<usize>at.a0, <usize>at.a1, <usize>at.a2, <usize>at.a3, 0);
  const [bx, by, bz, wb] = gatherRow<T>(<usize>at.b0, <usize>at.b1, <usize>at.b2, <usize>at.b3, 0);
  const motion = vec3(ax - bx, ay - by, az - bz);
  const d = at.start + motion;
  const distance = length(d);
  const error = distance - at.rest;
  const both = wa + wb;
  const lambda = at.lambda;
  // As it would be without what it has been pulled by: what is taut stays so when it has its length. What a damper pulls with does not tell.
  const soft = error > (damped ? (at.damping > 0 ? 0 : lambda * both) : lambda * both) ? at.stretch : at.compress;
  const n = (1 / max(distance, NEAREST)) * d;
  let wanted = -error - soft * lambda;
  let against = both + soft;
  if (damped) {
    // One time for both signs of C.
    const gamma = at.stretch * at.damping;
    wanted -= gamma * drift(at, before, n, motion);
    against += gamma * both;
  }
  // What only pulls is left alone while it is slack.
  let change = soft < NONE ? wanted / max(against, TINY) : 0;
  // What is stretched beyond its limit is brought back to it, whatever its compliance.
  const over = distance + both * change - at.longest;
  change = over > 0 ? change - over / max(both, TINY) : change;
  change = both > 0 && distance > NEAREST ? change : 0;
  at.lambda = lambda + change;
  const push = change * n;
  scatterRow<T>(<usize>at.a0, <usize>at.a1, <usize>at.a2, <usize>at.a3, 0, ax + wa * push.x, ay + wa * push.y, az + wa * push.z, wa);
  scatterRow<T>(<usize>at.b0, <usize>at.b1, <usize>at.b2, <usize>at.b3, 0, bx - wb * push.x, by - wb * push.y, bz - wb * push.z, wb);
}

export function begin<T>(at: DistanceBundle<T>): void {
  at.sum += at.lambda;
  at.lambda = splat<T>(0);
}

/** One pass over `count` bundles; `first`: they have none behind them in this substep. */
export function solveDistances<T>(bundles: usize, count: u32, before: usize, h: real, first: bool, damped: bool): void {
  let at = bundles;
  for (let k: u32 = 0; k < count; k++) {
    const bundle = changetype<DistanceBundle<T>>(at);
    if (first) begin(bundle);
    if (damped) sweep(bundle, before, h, true);
    else sweep(bundle, before, h, false);
    at += offsetof<DistanceBundle<T>>();
  }
}

/** The separations at the start of the step, in f64. `starts`: three f64 and one more of each particle, as far from there as its displacement is from `displacements`. */
export function packDistances<T>(bundles: usize, size: usize, count: u32, starts: usize, displacements: usize): void {
  for (let k: u32 = 0; k < count; k++) {
    const at = bundles + <usize>k * size;
    for (let lane: usize = 0; lane < <usize>LANES; lane++) {
      const from = at + (lane << 2);
      const a = starts + toStart(load<u32>(from), displacements);
      const b = starts + toStart(load<u32>(from, 16), displacements);
      const to = at + offsetof<DistanceBundle<v128>>('start') + lane * sizeof<real>();
      store<real>(to, <real>(load<f64>(a) - load<f64>(b)));
      store<real>(to, <real>(load<f64>(a, 8) - load<f64>(b, 8)), 16);
      store<real>(to, <real>(load<f64>(a, 16) - load<f64>(b, 16)), 32);
    }
  }
}

/** Bytes from the first start to that of a particle, from the address of its displacement. */
export function toStart(address: u32, displacements: usize): usize {
  return sizeof<real>() == 8 ? <usize>address - displacements : (<usize>address - displacements) << 1;
}

/**
 * The mean of what a kind's multipliers, `at` bytes into each bundle and followed by their sums, were in `substeps` substeps: to a list of LANES f64 for
 * each bundle. `keeps`: they are what the next step begins with, to be told how taut lines are; else that is nothing.
 */
export function harvest(bundles: usize, size: usize, count: u32, at: usize, substeps: real, out: usize, keeps: bool): void {
  for (let k: u32 = 0; k < count; k++) {
    const lambda = bundles + <usize>k * size + at;
    for (let lane: usize = 0; lane < <usize>LANES; lane++) {
      const place = lambda + lane * sizeof<real>();
      const mean = (load<real>(place) + load<real>(place, 16)) / substeps;
      store<f64>(out, <f64>mean);
      // The first substep of the next step adds the one to the other.
      store<real>(place, keeps ? mean : 0);
      store<real>(place, keeps ? -mean : 0, 16);
      out += 8;
    }
  }
}
