// A tetrahedron that keeps its signed volume (Waterson 10.2): C = d₁·(d₂ × d₃) − 6 V₀ with dᵢ = xᵢ − x₀.
//
//   J₁ = d₂ × d₃,  J₂ = d₃ × d₁,  J₃ = d₁ × d₂,  J₀ = −(J₁ + J₂ + J₃)
import { driftOfCorners, FourCorners, gatherCorners, scatterCorners } from './four-corners.kernel';

const TINY: f64 = 1e-30;

/** LANES tetrahedra that share no particles. */
export class TetrahedronBundle<T> extends FourCorners<T> {
  /** Six volumes, m³; α̃ of them and β h. */
  rest: lane<T>;
  soft: lane<T>;
  damping: lane<T>;
  lambda: lane<T>;
  sum: lane<T>;
}

export function tetrahedronBytes(): usize {
  return offsetof<TetrahedronBundle<v128>>();
}

export function solveTetrahedra<T>(bundles: usize, count: u32, before: usize, first: bool, damped: bool): void {
  let at = bundles;
  for (let k: u32 = 0; k < count; k++) {
    const one = changetype<TetrahedronBundle<T>>(at);
    if (first) {
      one.sum += one.lambda;
      one.lambda = splat<T>(0);
    }
    solveOne(one, before, damped);
    at += offsetof<TetrahedronBundle<T>>();
  }
}

function solveOne<T>(at: TetrahedronBundle<T>, before: usize, damped: bool): void {
  const [a, b, c, d, wa, wb, wc, wd] = gatherCorners(at, 0);
  const p = at.b + (b - a);
  const q = at.c + (c - a);
  const r = at.d + (d - a);
  const jb = cross(q, r);
  const jc = cross(r, p);
  const jd = cross(p, q);
  const ja = -1 * (jb + jc + jd);
  const sum = wa * lengthSquared(ja) + wb * lengthSquared(jb) + wc * lengthSquared(jc) + wd * lengthSquared(jd);
  const soft = at.soft;
  let wanted = at.rest - dot(p, jb) - soft * at.lambda;
  let against = sum + soft;
  if (damped) {
    const gamma = soft * at.damping;
    wanted -= gamma * driftOfCorners(at, before, a, b, c, d, ja, jb, jc, jd);
    against += gamma * sum;
  }
  const change = sum > 0 ? wanted / max(against, TINY) : 0;
  at.lambda += change;
  const na = a + (wa * change) * ja;
  const nb = b + (wb * change) * jb;
  const nc = c + (wc * change) * jc;
  const nd = d + (wd * change) * jd;
  scatterCorners(at, na, nb, nc, nd, wa, wb, wc, wd);
}
