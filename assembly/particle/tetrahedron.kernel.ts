// A tetrahedron that keeps its signed volume (Waterson 10.2): C = d₁·(d₂ × d₃) − 6 V₀ with dᵢ = xᵢ − x₀.
//
//   J₁ = d₂ × d₃,  J₂ = d₃ × d₁,  J₃ = d₁ × d₂,  J₀ = −(J₁ + J₂ + J₃)
import { LANES, real } from 'precision';
import { gatherRow, scatterRow } from '../body/solver-body.kernel';
import { toStart } from './distance.kernel';

const TINY: f64 = 1e-30;

/** LANES tetrahedra that share no particles. */
export class TetrahedronBundle<T> {
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
  b: vec3<T>;
  c: vec3<T>;
  d: vec3<T>;
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
  const [ax, ay, az, wa] = gatherRow<T>(<usize>at.a0, <usize>at.a1, <usize>at.a2, <usize>at.a3, 0);
  const [bx, by, bz, wb] = gatherRow<T>(<usize>at.b0, <usize>at.b1, <usize>at.b2, <usize>at.b3, 0);
  const [cx, cy, cz, wc] = gatherRow<T>(<usize>at.c0, <usize>at.c1, <usize>at.c2, <usize>at.c3, 0);
  const [dx, dy, dz, wd] = gatherRow<T>(<usize>at.d0, <usize>at.d1, <usize>at.d2, <usize>at.d3, 0);
  const a = vec3(ax, ay, az);
  const b = vec3(bx, by, bz);
  const c = vec3(cx, cy, cz);
  const d = vec3(dx, dy, dz);
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
    wanted -= gamma * drift(at, before, a, b, c, d, ja, jb, jc, jd);
    against += gamma * sum;
  }
  const change = sum > 0 ? wanted / max(against, TINY) : 0;
  at.lambda += change;
  const na = a + (wa * change) * ja;
  const nb = b + (wb * change) * jb;
  const nc = c + (wc * change) * jc;
  const nd = d + (wd * change) * jd;
  scatterRow<T>(<usize>at.a0, <usize>at.a1, <usize>at.a2, <usize>at.a3, 0, na.x, na.y, na.z, wa);
  scatterRow<T>(<usize>at.b0, <usize>at.b1, <usize>at.b2, <usize>at.b3, 0, nb.x, nb.y, nb.z, wb);
  scatterRow<T>(<usize>at.c0, <usize>at.c1, <usize>at.c2, <usize>at.c3, 0, nc.x, nc.y, nc.z, wc);
  scatterRow<T>(<usize>at.d0, <usize>at.d1, <usize>at.d2, <usize>at.d3, 0, nd.x, nd.y, nd.z, wd);
}

function drift<T>(
  at: TetrahedronBundle<T>, before: usize, a: vec3<T>, b: vec3<T>, c: vec3<T>, d: vec3<T>, ja: vec3<T>, jb: vec3<T>, jc: vec3<T>, jd: vec3<T>,
): lane<T> {
  const [ax, ay, az, wa] = gatherRow<T>(<usize>at.a0, <usize>at.a1, <usize>at.a2, <usize>at.a3, before);
  const [bx, by, bz, wb] = gatherRow<T>(<usize>at.b0, <usize>at.b1, <usize>at.b2, <usize>at.b3, before);
  const [cx, cy, cz, wc] = gatherRow<T>(<usize>at.c0, <usize>at.c1, <usize>at.c2, <usize>at.c3, before);
  const [dx, dy, dz, wd] = gatherRow<T>(<usize>at.d0, <usize>at.d1, <usize>at.d2, <usize>at.d3, before);
  return dot(ja, a - vec3(ax, ay, az)) + dot(jb, b - vec3(bx, by, bz)) + dot(jc, c - vec3(cx, cy, cz)) + dot(jd, d - vec3(dx, dy, dz));
}

/** The edges at the start of the step, in f64: see packDistances. */
export function packTetrahedra(bundles: usize, count: u32, starts: usize, displacements: usize): void {
  for (let k: u32 = 0; k < count; k++) {
    const at = bundles + <usize>k * offsetof<TetrahedronBundle<v128>>();
    for (let lane: usize = 0; lane < <usize>LANES; lane++) {
      const from = at + (lane << 2);
      const a = starts + toStart(load<u32>(from), displacements);
      for (let corner: usize = 1; corner < 4; corner++) {
        const b = starts + toStart(load<u32>(from + (corner << 4)), displacements);
        const to = at + offsetof<TetrahedronBundle<v128>>('b') + (corner - 1) * 48 + lane * sizeof<real>();
        store<real>(to, <real>(load<f64>(b) - load<f64>(a)));
        store<real>(to, <real>(load<f64>(b, 8) - load<f64>(a, 8)), 16);
        store<real>(to, <real>(load<f64>(b, 16) - load<f64>(a, 16)), 32);
      }
    }
  }
}
