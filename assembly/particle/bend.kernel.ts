// The angle between two triangles with an edge in common: C = φ − φ₀, with the gradients of Bridson, Marino and Fedkiw 2003 ("Simulation of Clothing with
// Folds and Wrinkles", eq 3), in the form of XPBD. Edge a b, wings c and d, e = b − a:
//
//   n₁ = e × (c − a),  n₂ = (d − a) × e,   ∇c = |e| n₁/|n₁|²,  ∇d = |e| n₂/|n₂|²,  ∇a and ∇b from their sums and moments
import { atan2 } from '../math/trigonometry.kernel';
import { driftOfCorners, FourCorners, gatherCorners, scatterCorners } from './four-corners.kernel';

const TINY: f64 = 1e-30;
/** m⁴: below this a triangle has no normal. */
const FLAT: f64 = 1e-28;
const HALF_TURN: f64 = 3.141592653589793;

/** LANES bends that share no particles. */
export class BendBundle<T> extends FourCorners<T> {
  /** rad */
  rest: lane<T>;
  /** α̃ and β h. */
  soft: lane<T>;
  damping: lane<T>;
  lambda: lane<T>;
  sum: lane<T>;
}

export function bendBytes(): usize {
  return offsetof<BendBundle<v128>>();
}

export function solveBends<T>(bundles: usize, count: u32, before: usize, first: bool, damped: bool): void {
  let at = bundles;
  for (let k: u32 = 0; k < count; k++) {
    const bend = changetype<BendBundle<T>>(at);
    if (first) {
      bend.sum += bend.lambda;
      bend.lambda = splat<T>(0);
    }
    solveBend(bend, before, damped);
    at += offsetof<BendBundle<T>>();
  }
}

function solveBend<T>(at: BendBundle<T>, before: usize, damped: bool): void {
  const [a, b, c, d, wa, wb, wc, wd] = gatherCorners(at, 0);
  const e = at.b + (b - a);
  const p = at.c + (c - a);
  const q = at.d + (d - a);
  const m = cross(e, p);
  const n = cross(q, e);
  const m2 = lengthSquared(m);
  const n2 = lengthSquared(n);
  const e2 = lengthSquared(e);
  const side = sqrt(e2);
  const angle = atan2(dot(m, q) * side, dot(m, n));
  let error = angle - at.rest;
  error = error > HALF_TURN ? error - 2 * HALF_TURN : error;
  error = error < -HALF_TURN ? error + 2 * HALF_TURN : error;
  const valid = m2 > FLAT && n2 > FLAT;
  const im = 1 / max(m2, FLAT);
  const inn = 1 / max(n2, FLAT);
  const ie = 1 / max(side, TINY);
  const gc = (side * im) * m;
  const gd = (side * inn) * n;
  // Where c and d stand over the edge, from a.
  const ec = dot(p, e) * ie * im;
  const ed = dot(q, e) * ie * inn;
  const gb = -ec * m - ed * n;
  const ga = -1 * (gb + gc + gd);
  const sum = wa * lengthSquared(ga) + wb * lengthSquared(gb) + wc * (e2 * im) + wd * (e2 * inn);
  const soft = at.soft;
  let wanted = -error - soft * at.lambda;
  let against = sum + soft;
  if (damped) {
    const gamma = soft * at.damping;
    wanted -= gamma * driftOfCorners(at, before, a, b, c, d, ga, gb, gc, gd);
    against += gamma * sum;
  }
  const change = valid && sum > 0 ? wanted / max(against, TINY) : 0;
  at.lambda += change;
  const na = a + (wa * change) * ga;
  const nb = b + (wb * change) * gb;
  const nc = c + (wc * change) * gc;
  const nd = d + (wd * change) * gd;
  scatterCorners(at, na, nb, nc, nd, wa, wb, wc, wd);
}
