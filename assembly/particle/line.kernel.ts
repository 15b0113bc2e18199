// LANES lines of distances at once, what each link is pulled by, f, from a system of blocks along the line (Thomas):
//
//   (F_k + (w_k + w_k+1) I) f_k − w_k f_k−1 − w_k+1 f_k+1 = W_k n_k
//   F = α̃/(1 + γ) n nᵀ + (I − n nᵀ) / q,   W = (−C − α̃ λ − γ n·(x − x₀)) / (1 + γ),   q = T / |d|
//
// with the geometric stiffness q of the tension T of the last substep (Tournier et al. 2015, "Stable Constrained Dynamics"), and what is left of a block
// taken as alike in both directions across the link:
//
//   K_k = (F_k + R_k)⁻¹ = c (I − n nᵀ) + p g gᵀ,   R_k = (w_k + w_k+1) I − w_k² K_k−1,   v = R n,   r = (tr R − n·v) / 2
//   c = q / (1 + q r),   g = n − c (v − (n·v) n),   1/p = α̃/(1 + γ) + n·v − c |v − (n·v) n|²
//
// See reference/particle/chains.ts.
import { gatherRow, scatterRow } from '../body/solver-body.kernel';
import { begin, DistanceBundle, drift, NEAREST, NONE, sweep } from './distance.kernel';

/** Of its length: a link that is less slack counts as taut. */
const SLACK: f64 = 1e-3;
/** Of a row: the last of a straight line that is held at both ends follows from the others. */
const LEAST_PIVOT: f64 = 1e-5;
/** Of T h² w / L: where it is off by more, the pass begins again, so often at most. */
const OFF: f64 = 0.5;
const MOST_AGAIN: u32 = 10;
/** What a pass has found. */
const IS_OFF: u32 = 1;
const HAS_SLACK: u32 = 2;

/** A link of LANES lines. */
export class LinkBundle<T> extends DistanceBundle<T> {
  /** T of the last substep, or that found since; negative where it pushes. */
  tension: lane<T>;
  /**
   * Where a body holds its end: what the answer there has across the link, and twice by how much it is more across it than along it. See
   * reference/particle/tied-ends.ts.
   */
  tipAcross: vec3<T>;
  tipMore: lane<T>;
}

/** What a pass knows of a link: n, g and the right side; c and p. */
export class LinkRow<T> {
  direction: vec3<T>;
  shifted: vec3<T>;
  side: vec3<T>;
  across: lane<T>;
  along: lane<T>;
  /** 1/kg of the particle where it begins. */
  mass: lane<T>;
}

export function rowBytes(): usize {
  return offsetof<LinkRow<v128>>();
}

export function linkBytes(): usize {
  return offsetof<LinkBundle<v128>>();
}

/** K x */
function answer<T>(n: vec3<T>, g: vec3<T>, across: lane<T>, along: lane<T>, x: vec3<T>): vec3<T> {
  return across * (x - dot(n, x) * n) + (along * dot(g, x)) * g;
}

/** One pass over LANES lines of `count` links; `first`: they have none behind them in this substep. `rows`: room for a row of each link, whose sides are what it pulled with. */
export function solveLines<T>(links: usize, count: u32, rows: usize, before: usize, first: bool, damped: bool): void {
  let found = IS_OFF;
  for (let k: u32 = 0; k < MOST_AGAIN && found & IS_OFF; k++) found = findPulls<T>(links, count, rows, before, first && k == 0, damped);
  apply<T>(links, count, rows);
  // Which links pull is found in few passes, not always to the end: one that is left too long would be taken back at once later, and gain energy.
  if (found & HAS_SLACK) {
    const size = offsetof<LinkBundle<T>>();
    for (let k: u32 = 0; k < count; k++) {
      const link = changetype<LinkBundle<T>>(links + <usize>k * size);
      const lambda = link.lambda;
      sweep(link, before, 0, damped);
      const [ax, ay, az, wa] = gatherRow<T>(<usize>link.a0, <usize>link.a1, <usize>link.a2, <usize>link.a3, 0);
      const [bx, by, bz, wb] = gatherRow<T>(<usize>link.b0, <usize>link.b1, <usize>link.b2, <usize>link.b3, 0);
      const d = link.start + vec3(ax - bx, ay - by, az - bz);
      changetype<LinkRow<T>>(rows + <usize>k * offsetof<LinkRow<T>>()).side += ((link.lambda - lambda) / max(length(d), NEAREST)) * d;
    }
  }
}

/**
 * What each link is pulled by, to the sides of `rows`; whether tensions are so far from those that directions turn by that it is to be found again, and
 * whether some link that only pulls does not.
 */
function findPulls<T>(links: usize, count: u32, rows: usize, before: usize, first: bool, damped: bool): u32 {
  const size = offsetof<LinkBundle<T>>();
  let at = links;
  let place = rows;
  let n = vec3(splat<T>(0), splat<T>(0), splat<T>(0));
  let g = n;
  let side = n;
  let across = splat<T>(0);
  let along = splat<T>(0);
  const start = changetype<LinkBundle<T>>(at);
  let [ax, ay, az, wa] = gatherRow<T>(<usize>start.a0, <usize>start.a1, <usize>start.a2, <usize>start.a3, 0);
  for (let k: u32 = 0; k < count; k++) {
    const link = changetype<LinkBundle<T>>(at);
    if (first) {
      link.tension = -1 * link.lambda;
      begin(link);
    }
    const [bx, by, bz, wb] = gatherRow<T>(<usize>link.b0, <usize>link.b1, <usize>link.b2, <usize>link.b3, 0);
    const motion = vec3(ax - bx, ay - by, az - bz);
    const d = link.start + motion;
    const distance = length(d);
    const error = distance - link.rest;
    const both = wa + wb;
    const limited = distance > link.longest;
    // What only pulls takes part as soon as it is nearly taut.
    const pulls = link.compress > NONE;
    const stretched = error + link.tension * both > (pulls ? -SLACK * link.rest : 0);
    const soft = limited ? 0 : stretched ? link.stretch : link.compress;
    const inverse = 1 / max(distance, NEAREST);
    let wanted = limited ? link.longest - distance : -error - soft * link.lambda;
    let yields = soft;
    if (damped) {
      const gamma = limited ? 0 : link.stretch * link.damping;
      const part = 1 / (1 + gamma);
      wanted = part * (wanted - gamma * drift(link, before, inverse * d, motion));
      yields *= part;
    }
    // A row that is no part of the system answers with nothing.
    const works = both > 0 && distance > NEAREST && soft < NONE;
    const mass2 = wa * wa;
    const next = works ? inverse * d : vec3(splat<T>(0), splat<T>(0), splat<T>(0));
    // What is left of the link before, which ends where this one begins.
    const v = both * next - mass2 * answer(n, g, across, along, next) + link.tipAcross;
    const trace = 3 * both - mass2 * (2 * across + along * lengthSquared(g)) + link.tipMore;
    const own = dot(next, v);
    const off = v - own * next;
    const stiffness = (pulls ? max(link.tension, 0) : abs(link.tension)) * inverse;
    side = wanted * next + (works ? wa * answer(n, g, across, along, side) : vec3(splat<T>(0), splat<T>(0), splat<T>(0)));
    across = works ? stiffness / (1 + 0.5 * (stiffness * max(trace - own, 0))) : 0;
    along = works ? 1 / max(yields + own - across * lengthSquared(off), LEAST_PIVOT * (both + yields)) : 0;
    n = next;
    g = next - across * off;
    const row = changetype<LinkRow<T>>(place);
    row.direction = n;
    row.shifted = g;
    row.side = side;
    row.across = across;
    row.along = along;
    row.mass = wa;
    place += offsetof<LinkRow<T>>();
    // Each link begins where the one before ends.
    ax = bx;
    ay = by;
    az = bz;
    wa = wb;
    at += size;
  }
  let pull = vec3(splat<T>(0), splat<T>(0), splat<T>(0));
  let most = splat<T>(0);
  let least = splat<T>(1);
  for (let k: u32 = 0; k < count; k++) {
    at -= size;
    place -= offsetof<LinkRow<T>>();
    const link = changetype<LinkBundle<T>>(at);
    const row = changetype<LinkRow<T>>(place);
    const toward = row.direction;
    pull = answer(toward, row.shifted, row.across, row.along, row.side + wa * pull);
    const both = wa + row.mass;
    wa = row.mass;
    const wanted = dot(toward, pull);
    const pulls = link.compress > NONE;
    const limit = pulls ? -1 * link.lambda : NONE;
    const slack = wanted > limit && row.along > 0;
    const change = min(wanted, limit);
    pull = slack ? change * toward : pull;
    row.side = pull;
    const tension = -1 * (link.lambda + change);
    // The others were found as if what is slack pushed.
    most = max(most, slack ? 1 : (abs(tension) - abs(link.tension)) * wa - OFF * link.rest);
    least = min(least, pulls && change >= limit ? 0 : 1);
    link.tension = slack ? -2 * SLACK * link.rest / both : tension;
  }
  const isOff = most > 0;
  const hasSlack = least < 1;
  return (any(isOff) ? IS_OFF : 0) | (any(hasSlack) ? HAS_SLACK : 0);
}

/** Moves the particles. */
function apply<T>(links: usize, count: u32, rows: usize): void {
  let link = changetype<LinkBundle<T>>(links);
  let at = links;
  let place = rows;
  let [ax, ay, az, wa] = gatherRow<T>(<usize>link.a0, <usize>link.a1, <usize>link.a2, <usize>link.a3, 0);
  for (let k: u32 = 0; k < count; k++) {
    link = changetype<LinkBundle<T>>(at);
    const row = changetype<LinkRow<T>>(place);
    const pull = row.side;
    link.lambda += dot(row.direction, pull);
    scatterRow<T>(<usize>link.a0, <usize>link.a1, <usize>link.a2, <usize>link.a3, 0, ax + wa * pull.x, ay + wa * pull.y, az + wa * pull.z, wa);
    const [bx, by, bz, wb] = gatherRow<T>(<usize>link.b0, <usize>link.b1, <usize>link.b2, <usize>link.b3, 0);
    ax = bx - wb * pull.x;
    ay = by - wb * pull.y;
    az = bz - wb * pull.z;
    wa = wb;
    at += offsetof<LinkBundle<T>>();
    place += offsetof<LinkRow<T>>();
  }
  scatterRow<T>(<usize>link.b0, <usize>link.b1, <usize>link.b2, <usize>link.b3, 0, ax, ay, az, wa);
}
