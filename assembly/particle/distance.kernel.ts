// Two particles at a distance: C = |xa − xb| − L (Müller et al. 2020, eqs 2 to 9, with w = 1/m), with a compliance for each sign of C and Rayleigh damping
// (Macklin et al. 2016, eq 26):
//
//   Δλ = (−C − α̃ λ − γ ∇C·(x − x₀)) / ((1 + γ) Σ w + α̃),   α̃ = α / h²,   γ = α β / h
//
// Positions are displacements since the start of the step, beside the separations there, which are worked out in f64.
import { LANES, real } from 'precision';
import { gatherRow, scatterRow } from '../body/solver-body.kernel';

/** m: particles nearer than this have no direction. */
const NEAREST: f64 = 1e-12;
const TINY: f64 = 1e-30;
/** Of T h² w / L: links of lines that are tauter are swept one by one. */
const TAUT: f64 = 0.4;
/** Of its length: a link that is less slack counts as taut. */
const SLACK: f64 = 1e-3;
/** Of a row: the last of a straight line that is held at both ends follows from the others. */
const LEAST_PIVOT: f64 = 1e-3;

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

/** A link of LANES lines. */
export class LinkBundle<T> extends DistanceBundle<T> {
  direction: vec3<T>;
  diagonal: lane<T>;
  side: lane<T>;
}

export function distanceBytes(): usize {
  return offsetof<DistanceBundle<v128>>();
}

export function linkBytes(): usize {
  return offsetof<LinkBundle<v128>>();
}

/** How fast the length changes in the substep: from the displacements at its start, which lie `before` bytes behind. */
function drift<T>(at: DistanceBundle<T>, before: usize, n: vec3<T>, motion: vec3<T>): lane<T> {
  const [ax, ay, az, wa] = gatherRow<T>(<usize>at.a0, <usize>at.a1, <usize>at.a2, <usize>at.a3, before);
  const [bx, by, bz, wb] = gatherRow<T>(<usize>at.b0, <usize>at.b1, <usize>at.b2, <usize>at.b3, before);
  return dot(n, motion - vec3(ax - bx, ay - by, az - bz));
}

function sweep<T>(at: DistanceBundle<T>, before: usize, h: real, damped: bool): void {
  const [ax, ay, az, wa] = gatherRow<T>(<usize>at.a0, <usize>at.a1, <usize>at.a2, <usize>at.a3, 0);
  const [bx, by, bz, wb] = gatherRow<T>(<usize>at.b0, <usize>at.b1, <usize>at.b2, <usize>at.b3, 0);
  const motion = vec3(ax - bx, ay - by, az - bz);
  const d = at.start + motion;
  const distance = length(d);
  const error = distance - at.rest;
  const both = wa + wb;
  const soft = error > 0 ? at.stretch : at.compress;
  const lambda = at.lambda;
  const n = (1 / max(distance, NEAREST)) * d;
  let wanted = -error - soft * lambda;
  let against = both + soft;
  if (damped) {
    const gamma = soft * at.damping;
    wanted -= gamma * drift(at, before, n, motion);
    against += gamma * both;
  }
  let change = wanted / max(against, TINY);
  // What is stretched beyond its limit is brought back to it, whatever its compliance.
  const over = distance + both * change - at.longest;
  change = over > 0 ? change - over / max(both, TINY) : change;
  change = both > 0 && distance > NEAREST ? change : 0;
  at.lambda = lambda + change;
  const push = change * n;
  scatterRow<T>(<usize>at.a0, <usize>at.a1, <usize>at.a2, <usize>at.a3, 0, ax + wa * push.x, ay + wa * push.y, az + wa * push.z, wa);
  scatterRow<T>(<usize>at.b0, <usize>at.b1, <usize>at.b2, <usize>at.b3, 0, bx - wb * push.x, by - wb * push.y, bz - wb * push.z, wb);
}

function begin<T>(at: DistanceBundle<T>): void {
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

/** Whether some link is so taut that one linear step would swing it up; takes note of a new substep. */
function isTaut<T>(links: usize, count: u32, first: bool): bool {
  let most = splat<T>(0);
  let at = links;
  for (let k: u32 = 0; k < count; k++) {
    const link = changetype<LinkBundle<T>>(at);
    const [ax, ay, az, wa] = gatherRow<T>(<usize>link.a0, <usize>link.a1, <usize>link.a2, <usize>link.a3, 0);
    const [bx, by, bz, wb] = gatherRow<T>(<usize>link.b0, <usize>link.b1, <usize>link.b2, <usize>link.b3, 0);
    most = max(most, abs(link.lambda) * max(wa, wb) - TAUT * link.rest);
    if (first) begin(link);
    at += offsetof<LinkBundle<T>>();
  }
  const taut = most > 0;
  return any(taut);
}

/**
 * LANES lines of `count` links at once: one Newton step of all links of a line is a tridiagonal system (Thomas),
 *
 *   A_kk = (1 + γ)(w_k + w_k+1) + α̃,   A_k,k+1 = −w_k+1 n_k·n_k+1
 *
 * Links that only pull take no part while they are slack.
 */
export function solveLines<T>(links: usize, count: u32, before: usize, h: real, first: bool, damped: bool): void {
  const size = offsetof<LinkBundle<T>>();
  if (isTaut<T>(links, count, first)) {
    for (let k: u32 = 0; k < count; k++) sweep(changetype<LinkBundle<T>>(links + <usize>k * size), before, h, damped);
    return;
  }
  let at = links;
  let last = vec3(splat<T>(0), splat<T>(0), splat<T>(0));
  let diagonal = splat<T>(1);
  let side = splat<T>(0);
  for (let k: u32 = 0; k < count; k++) {
    const link = changetype<LinkBundle<T>>(at);
    const [ax, ay, az, wa] = gatherRow<T>(<usize>link.a0, <usize>link.a1, <usize>link.a2, <usize>link.a3, 0);
    const [bx, by, bz, wb] = gatherRow<T>(<usize>link.b0, <usize>link.b1, <usize>link.b2, <usize>link.b3, 0);
    const motion = vec3(ax - bx, ay - by, az - bz);
    const d = link.start + motion;
    const distance = length(d);
    const error = distance - link.rest;
    const both = wa + wb;
    const limited = distance > link.longest;
    // What only pulls takes part as soon as it is nearly taut.
    const pulls = link.compress > 1e29;
    const stretched = error + link.lambda * both > (pulls ? -SLACK * link.rest : 0);
    const soft = limited ? 0 : stretched ? link.stretch : link.compress;
    let n = (1 / max(distance, NEAREST)) * d;
    let wanted = limited ? link.longest - distance : -error - soft * link.lambda;
    let own = both + soft;
    if (damped) {
      const gamma = soft * link.damping;
      wanted -= gamma * drift(link, before, n, motion);
      own += gamma * both;
    }
    // A row that is no part of the system answers with nothing.
    const works = both > 0 && distance > NEAREST && soft < 1e29;
    n = works ? n : vec3(splat<T>(0), splat<T>(0), splat<T>(0));
    const coupling = -wa * dot(n, last);
    const factor = coupling / diagonal;
    diagonal = works ? max(own - factor * coupling, LEAST_PIVOT * own) : 1;
    side = works ? wanted - factor * side : 0;
    last = n;
    link.direction = n;
    link.diagonal = diagonal;
    link.side = side;
    at += size;
  }
  let next = splat<T>(0);
  last = vec3(splat<T>(0), splat<T>(0), splat<T>(0));
  for (let k: u32 = 0; k < count; k++) {
    at -= size;
    const link = changetype<LinkBundle<T>>(at);
    const [ax, ay, az, wa] = gatherRow<T>(<usize>link.a0, <usize>link.a1, <usize>link.a2, <usize>link.a3, 0);
    const [bx, by, bz, wb] = gatherRow<T>(<usize>link.b0, <usize>link.b1, <usize>link.b2, <usize>link.b3, 0);
    const n = link.direction;
    const coupling = -wb * dot(n, last);
    let change = (link.side - coupling * next) / link.diagonal;
    change = link.compress > 1e29 ? min(change, -1 * link.lambda) : change;
    next = change;
    last = n;
    link.lambda += change;
    const push = change * n;
    scatterRow<T>(<usize>link.a0, <usize>link.a1, <usize>link.a2, <usize>link.a3, 0, ax + wa * push.x, ay + wa * push.y, az + wa * push.z, wa);
    scatterRow<T>(<usize>link.b0, <usize>link.b1, <usize>link.b2, <usize>link.b3, 0, bx - wb * push.x, by - wb * push.y, bz - wb * push.z, wb);
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
