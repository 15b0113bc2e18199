// The angle between two triangles with an edge in common: C = φ − φ₀, with the gradients of Bridson, Marino and Fedkiw 2003 ("Simulation of Clothing with
// Folds and Wrinkles", eq 3), in the form of XPBD. Edge a b, wings c and d, e = b − a:
//
//   n₁ = e × (c − a),  n₂ = (d − a) × e,   ∇c = |e| n₁/|n₁|²,  ∇d = |e| n₂/|n₂|²,  ∇a and ∇b from their sums and moments
import { LANES, real } from 'precision';
import { gatherRow, scatterRow } from '../body/solver-body.kernel';
import { atan2 } from '../math/trigonometry.kernel';
import { toStart } from './distance.kernel';

const TINY: f64 = 1e-30;
/** m⁴: below this a triangle has no normal. */
const FLAT: f64 = 1e-28;
const HALF_TURN: f64 = 3.141592653589793;

/** LANES bends that share no particles. */
export class BendBundle<T> {
  a0: u32;
  a1: u32;
  a2: u32;
  a3: u32;
  b0: u32;
  b1: u32;
  b2: u32;
  b3: u32;
  c0: u32;
  c1: u32;
  c2: u32;
  c3: u32;
  d0: u32;
  d1: u32;
  d2: u32;
  d3: u32;
  /** b, c and d from a at the start of the step, m. */
  edge: vec3<T>;
  left: vec3<T>;
  right: vec3<T>;
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
  const [ax, ay, az, wa] = gatherRow<T>(<usize>at.a0, <usize>at.a1, <usize>at.a2, <usize>at.a3, 0);
  const [bx, by, bz, wb] = gatherRow<T>(<usize>at.b0, <usize>at.b1, <usize>at.b2, <usize>at.b3, 0);
  const [cx, cy, cz, wc] = gatherRow<T>(<usize>at.c0, <usize>at.c1, <usize>at.c2, <usize>at.c3, 0);
  const [dx, dy, dz, wd] = gatherRow<T>(<usize>at.d0, <usize>at.d1, <usize>at.d2, <usize>at.d3, 0);
  const a = vec3(ax, ay, az);
  const b = vec3(bx, by, bz);
  const c = vec3(cx, cy, cz);
  const d = vec3(dx, dy, dz);
  const e = at.edge + (b - a);
  const p = at.left + (c - a);
  const q = at.right + (d - a);
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
    wanted -= gamma * drift(at, before, a, b, c, d, ga, gb, gc, gd);
    against += gamma * sum;
  }
  const change = valid && sum > 0 ? wanted / max(against, TINY) : 0;
  at.lambda += change;
  const na = a + (wa * change) * ga;
  const nb = b + (wb * change) * gb;
  const nc = c + (wc * change) * gc;
  const nd = d + (wd * change) * gd;
  scatterRow<T>(<usize>at.a0, <usize>at.a1, <usize>at.a2, <usize>at.a3, 0, na.x, na.y, na.z, wa);
  scatterRow<T>(<usize>at.b0, <usize>at.b1, <usize>at.b2, <usize>at.b3, 0, nb.x, nb.y, nb.z, wb);
  scatterRow<T>(<usize>at.c0, <usize>at.c1, <usize>at.c2, <usize>at.c3, 0, nc.x, nc.y, nc.z, wc);
  scatterRow<T>(<usize>at.d0, <usize>at.d1, <usize>at.d2, <usize>at.d3, 0, nd.x, nd.y, nd.z, wd);
}

/** How far the angle has come in the substep. */
function drift<T>(
  at: BendBundle<T>, before: usize, a: vec3<T>, b: vec3<T>, c: vec3<T>, d: vec3<T>, ga: vec3<T>, gb: vec3<T>, gc: vec3<T>, gd: vec3<T>,
): lane<T> {
  const [ax, ay, az, wa] = gatherRow<T>(<usize>at.a0, <usize>at.a1, <usize>at.a2, <usize>at.a3, before);
  const [bx, by, bz, wb] = gatherRow<T>(<usize>at.b0, <usize>at.b1, <usize>at.b2, <usize>at.b3, before);
  const [cx, cy, cz, wc] = gatherRow<T>(<usize>at.c0, <usize>at.c1, <usize>at.c2, <usize>at.c3, before);
  const [dx, dy, dz, wd] = gatherRow<T>(<usize>at.d0, <usize>at.d1, <usize>at.d2, <usize>at.d3, before);
  return dot(ga, a - vec3(ax, ay, az)) + dot(gb, b - vec3(bx, by, bz)) + dot(gc, c - vec3(cx, cy, cz)) + dot(gd, d - vec3(dx, dy, dz));
}

/** The edges at the start of the step, in f64: see packDistances. */
export function packBends(bundles: usize, count: u32, starts: usize, displacements: usize): void {
  for (let k: u32 = 0; k < count; k++) {
    const at = bundles + <usize>k * offsetof<BendBundle<v128>>();
    for (let lane: usize = 0; lane < <usize>LANES; lane++) {
      const from = at + (lane << 2);
      const a = starts + toStart(load<u32>(from), displacements);
      for (let corner: usize = 1; corner < 4; corner++) {
        const b = starts + toStart(load<u32>(from + (corner << 4)), displacements);
        const to = at + offsetof<BendBundle<v128>>('edge') + (corner - 1) * 48 + lane * sizeof<real>();
        store<real>(to, <real>(load<f64>(b) - load<f64>(a)));
        store<real>(to, <real>(load<f64>(b, 8) - load<f64>(a, 8)), 16);
        store<real>(to, <real>(load<f64>(b, 16) - load<f64>(a, 16)), 32);
      }
    }
  }
}
