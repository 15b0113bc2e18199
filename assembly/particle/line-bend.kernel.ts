// LANES lines that resist being bent: of the links into and out of a particle, u and v over their lengths, C = u / |u₀| − v / |v₀|, three numbers of size
// 2 sin(φ / 2) for links that have their lengths and an angle φ between them (the quadratic bending of Bergou et al. 2006, on a line). C is linear, so that
// all bends of a line together are a system of five diagonals, the same for x, y and z (L D Lᵀ). Sweeps along a line would amplify waves instead.
//
//   C_k = κ_k·(x_p, x_c, x_q),   κ_k = (i, −(i + j), j),   i = 1 / |u₀|,  j = 1 / |v₀|
//   Σ_l κ_k·W κ_l Δλ_l + α̃/(1 + γ) Δλ_k = (−C_k − α̃ λ_k − γ (C_k − C_k0)) / (1 + γ)
//
// See reference/particle/line-bends.ts.
import { gatherRow, scatterRow } from '../body/solver-body.kernel';
import { DistanceBundle, NEAREST, NONE } from './distance.kernel';

const TINY: f64 = 1e-30;
/** Of a row: the last of a line that is held at both ends follows from the others. */
const LEAST_PIVOT: f64 = 1e-4;

/** What LANES lines have in common; the multipliers of their particles, but the first and last, come behind it. */
export class LineBendHead<T> {
  /** α̃ and β h. */
  soft: lane<T>;
  damping: lane<T>;
}

export class LineBendLoad<T> {
  lambda: vec3<T>;
}

/** What a pass knows of a bend: κ, the right side over D, and L of it and the one and two before. */
export class LineBendRow<T> {
  p: lane<T>;
  c: lane<T>;
  q: lane<T>;
  side: vec3<T>;
  near: lane<T>;
  far: lane<T>;
}

/** Bytes of what bends of lines of so many links have. */
export function lineBendBytes(count: u32): usize {
  return offsetof<LineBendHead<v128>>() + <usize>(count - 1) * offsetof<LineBendLoad<v128>>();
}

/**
 * One pass over LANES lines of `count` links, each of `size` bytes; `first`: they have none behind them in this substep. `rows`: room for a row of each
 * bend.
 */
export function solveLineBends<T>(
  links: usize, size: usize, count: u32, bends: usize, rows: usize, before: usize, first: bool, damped: bool,
): void {
  const zero = splat<T>(0);
  const nothing = vec3(zero, zero, zero);
  const head = changetype<LineBendHead<T>>(bends);
  const soft = head.soft;
  const gamma = soft * head.damping;
  const part = damped ? 1 / (1 + gamma) : splat<T>(1);
  const stiff = soft < NONE;
  let link = changetype<DistanceBundle<T>>(links);
  let at = links;
  let place = rows;
  let load = bends + offsetof<LineBendHead<T>>();
  let [px, py, pz, wp] = gatherRow<T>(<usize>link.a0, <usize>link.a1, <usize>link.a2, <usize>link.a3, 0);
  let [cx, cy, cz, wc] = gatherRow<T>(<usize>link.b0, <usize>link.b1, <usize>link.b2, <usize>link.b3, 0);
  let i = 1 / max(link.rest, NEAREST);
  let here = link.rest > NEAREST && link.stretch < NONE;
  // Of the bends one and two before: κ of what they share with this one, D, L and the right side.
  let c1 = zero;
  let q1 = zero;
  let q2 = zero;
  let d1 = splat<T>(1);
  let d2 = splat<T>(1);
  let near1 = zero;
  let side1 = nothing;
  let side2 = nothing;
  for (let k: u32 = 1; k < count; k++) {
    const next = changetype<DistanceBundle<T>>(at + size);
    const [qx, qy, qz, wq] = gatherRow<T>(<usize>next.b0, <usize>next.b1, <usize>next.b2, <usize>next.b3, 0);
    const j = 1 / max(next.rest, NEAREST);
    const there = next.rest > NEAREST && next.stretch < NONE;
    const motion = i * vec3(px - cx, py - cy, pz - cz) - j * vec3(cx - qx, cy - qy, cz - qz);
    const error = i * link.start - j * next.start + motion;
    const works = here && there && stiff;
    const p = works ? i : 0;
    const c = works ? -1 * (i + j) : 0;
    const q = works ? j : 0;
    const bend = changetype<LineBendLoad<T>>(load);
    let wanted = -1 * error;
    if (first) bend.lambda = nothing;
    else wanted -= soft * bend.lambda;
    if (damped) {
      const [ax, ay, az, wa] = gatherRow<T>(<usize>link.a0, <usize>link.a1, <usize>link.a2, <usize>link.a3, before);
      const [bx, by, bz, wb] = gatherRow<T>(<usize>link.b0, <usize>link.b1, <usize>link.b2, <usize>link.b3, before);
      const [ex, ey, ez, we] = gatherRow<T>(<usize>next.b0, <usize>next.b1, <usize>next.b2, <usize>next.b3, before);
      wanted = part * (wanted - gamma * (motion - i * vec3(ax - bx, ay - by, az - bz) + j * vec3(bx - ex, by - ey, bz - ez)));
    }
    const own = wp * p * p + wc * c * c + wq * q * q + part * soft;
    const f = wp * p * q2;
    const far = f / d2;
    const e = wp * p * c1 + wc * c * q1 - f * near1;
    const near = e / d1;
    const d = max(own - far * f - near * e, max(LEAST_PIVOT * own, TINY));
    const usable = works && own - part * soft > 0;
    const side = (usable ? wanted : nothing) - near * side1 - far * side2;
    const row = changetype<LineBendRow<T>>(place);
    row.p = p;
    row.c = c;
    row.q = q;
    row.side = (1 / d) * side;
    row.near = near;
    row.far = far;
    place += offsetof<LineBendRow<T>>();
    q2 = q1;
    q1 = q;
    c1 = c;
    d2 = d1;
    d1 = d;
    near1 = near;
    side2 = side1;
    side1 = side;
    px = cx;
    py = cy;
    pz = cz;
    wp = wc;
    cx = qx;
    cy = qy;
    cz = qz;
    wc = wq;
    i = j;
    here = there;
    link = next;
    at += size;
    load += offsetof<LineBendLoad<T>>();
  }
  // From the last on: what it is of the two behind, over L.
  let change1 = nothing;
  let change2 = nothing;
  let l1 = zero;
  let l2 = zero;
  let far1 = zero;
  for (let k: u32 = 1; k < count; k++) {
    place -= offsetof<LineBendRow<T>>();
    load -= offsetof<LineBendLoad<T>>();
    at -= size;
    const row = changetype<LineBendRow<T>>(place);
    const bend = changetype<LineBendLoad<T>>(load);
    const previous = changetype<DistanceBundle<T>>(at);
    const change = row.side - l1 * change1 - l2 * change2;
    bend.lambda += change;
    const toQ = wc * row.q;
    scatterRow<T>(<usize>link.b0, <usize>link.b1, <usize>link.b2, <usize>link.b3, 0, cx + toQ * change.x, cy + toQ * change.y, cz + toQ * change.z, wc);
    const toC = wp * row.c;
    cx = px + toC * change.x;
    cy = py + toC * change.y;
    cz = pz + toC * change.z;
    wc = wp;
    [px, py, pz, wp] = gatherRow<T>(<usize>previous.a0, <usize>previous.a1, <usize>previous.a2, <usize>previous.a3, 0);
    const toP = wp * row.p;
    px += toP * change.x;
    py += toP * change.y;
    pz += toP * change.z;
    l1 = row.near;
    l2 = far1;
    far1 = row.far;
    change2 = change1;
    change1 = change;
    link = previous;
  }
  scatterRow<T>(<usize>link.a0, <usize>link.a1, <usize>link.a2, <usize>link.a3, 0, px, py, pz, wp);
  scatterRow<T>(<usize>link.b0, <usize>link.b1, <usize>link.b2, <usize>link.b3, 0, cx, cy, cz, wc);
}
