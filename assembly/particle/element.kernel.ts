// Tetrahedra of an elastic solid: what of the corotated energy resists shear, W = μ V |F − R|², as one block of XPBD with nine rows; see
// reference/particle/elements.ts for the derivation (Stomakhin, Howes, Schroeder and Teran 2012).
//
//   F = Σ xᵢ bᵢᵀ,   G = ((1 + γ) Σ wᵢ bᵢ bᵢᵀ + α̃)⁻¹,   T = 1 − α̃ RᵀΛ + γ U₀,   R = polar(F G Tᵀ),   ΔΛ = (R T − (1 + γ) F) G,   Δxᵢ = wᵢ ΔΛ bᵢ
import { LANES, real } from 'precision';
import { gatherRow, scatterRow } from '../body/solver-body.kernel';
import { inverseSym3, outerSym3 } from '../math/mat3.kernel';
import { rotationMatrix } from '../math/quat.kernel';
import { toStart } from './distance.kernel';
import { bestRotation } from './rotation.kernel';

/** Of Σ w |b|²: less compliance is none. */
const LEAST: f64 = 1e-9;
const LEAST_SINGLE: f64 = 1e-5;

/** LANES tetrahedra that share no particles. */
export class ElementBundle<T> {
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
  /** Those of F by b, c and d, 1/m. */
  slopeB: vec3<T>;
  slopeC: vec3<T>;
  slopeD: vec3<T>;
  /** α̃ and γ. */
  soft: lane<T>;
  damping: lane<T>;
  rotation: quat<T>;
  target: mat3<T>;
}

export function elementBytes(): usize {
  return offsetof<ElementBundle<v128>>();
}

export function solveElements<T>(bundles: usize, count: u32, before: usize, first: bool, damped: bool): void {
  let at = bundles;
  for (let k: u32 = 0; k < count; k++) {
    const one = changetype<ElementBundle<T>>(at);
    if (first) {
      one.target = mat3<T>(1, 0, 0, 0, 1, 0, 0, 0, 1);
      if (damped) addStretch(one, before);
    }
    solveOne(one);
    at += offsetof<ElementBundle<T>>();
  }
}

function solveOne<T>(at: ElementBundle<T>): void {
  const [ax, ay, az, wa] = gatherRow<T>(<usize>at.a0, <usize>at.a1, <usize>at.a2, <usize>at.a3, 0);
  const [bx, by, bz, wb] = gatherRow<T>(<usize>at.b0, <usize>at.b1, <usize>at.b2, <usize>at.b3, 0);
  const [cx, cy, cz, wc] = gatherRow<T>(<usize>at.c0, <usize>at.c1, <usize>at.c2, <usize>at.c3, 0);
  const [dx, dy, dz, wd] = gatherRow<T>(<usize>at.d0, <usize>at.d1, <usize>at.d2, <usize>at.d3, 0);
  const a = vec3(ax, ay, az);
  const b = vec3(bx, by, bz);
  const c = vec3(cx, cy, cz);
  const d = vec3(dx, dy, dz);
  const jb = at.slopeB;
  const jc = at.slopeC;
  const jd = at.slopeD;
  const ja = -1 * (jb + jc + jd);
  const F = outer(at.b + (b - a), jb) + outer(at.c + (c - a), jc) + outer(at.d + (d - a), jd);
  const S = wa * outerSym3(ja) + wb * outerSym3(jb) + wc * outerSym3(jc) + wd * outerSym3(jd);
  const size = S.xx + S.yy + S.zz;
  const least = <real>(sizeof<real>() == 4 ? LEAST_SINGLE : LEAST);
  const soft = max(at.soft, least * size);
  const share = 1 + at.damping;
  // Of the order of one: that of a small tetrahedron has a determinant beyond single precision.
  const scale = 1 / (share * size + 3 * soft);
  const own = scale * soft;
  const part = scale * share;
  const G = inverseSym3(
    sym3(part * S.xx + own, part * S.yy + own, part * S.zz + own, part * S.xy, part * S.xz, part * S.yz),
  );
  const T = at.target;
  const [rotation, R] = bestRotation(at.rotation, F * (mat3(G) * transpose(T)));
  at.rotation = rotation;
  const L = scale * ((R * T - share * F) * mat3(G));
  at.target = T - soft * (transpose(R) * L);
  const na = a + wa * (L * ja);
  const nb = b + wb * (L * jb);
  const nc = c + wc * (L * jc);
  const nd = d + wd * (L * jd);
  scatterRow<T>(<usize>at.a0, <usize>at.a1, <usize>at.a2, <usize>at.a3, 0, na.x, na.y, na.z, wa);
  scatterRow<T>(<usize>at.b0, <usize>at.b1, <usize>at.b2, <usize>at.b3, 0, nb.x, nb.y, nb.z, wb);
  scatterRow<T>(<usize>at.c0, <usize>at.c1, <usize>at.c2, <usize>at.c3, 0, nc.x, nc.y, nc.z, wc);
  scatterRow<T>(<usize>at.d0, <usize>at.d1, <usize>at.d2, <usize>at.d3, 0, nd.x, nd.y, nd.z, wd);
}

/** γ U₀, of where the substep began. */
function addStretch<T>(at: ElementBundle<T>, before: usize): void {
  const [ax, ay, az, wa] = gatherRow<T>(<usize>at.a0, <usize>at.a1, <usize>at.a2, <usize>at.a3, before);
  const [bx, by, bz, wb] = gatherRow<T>(<usize>at.b0, <usize>at.b1, <usize>at.b2, <usize>at.b3, before);
  const [cx, cy, cz, wc] = gatherRow<T>(<usize>at.c0, <usize>at.c1, <usize>at.c2, <usize>at.c3, before);
  const [dx, dy, dz, wd] = gatherRow<T>(<usize>at.d0, <usize>at.d1, <usize>at.d2, <usize>at.d3, before);
  const a = vec3(ax, ay, az);
  const F =
    outer(at.b + (vec3(bx, by, bz) - a), at.slopeB) +
    outer(at.c + (vec3(cx, cy, cz) - a), at.slopeC) +
    outer(at.d + (vec3(dx, dy, dz) - a), at.slopeD);
  at.target += at.damping * (transpose(rotationMatrix(at.rotation)) * F);
}

/** The edges at the start of the step, in f64: see packDistances. */
export function packElements(bundles: usize, count: u32, starts: usize, displacements: usize): void {
  for (let k: u32 = 0; k < count; k++) {
    const at = bundles + <usize>k * offsetof<ElementBundle<v128>>();
    for (let lane: usize = 0; lane < <usize>LANES; lane++) {
      const from = at + (lane << 2);
      const a = starts + toStart(load<u32>(from), displacements);
      for (let corner: usize = 1; corner < 4; corner++) {
        const b = starts + toStart(load<u32>(from + (corner << 4)), displacements);
        const to = at + offsetof<ElementBundle<v128>>('b') + (corner - 1) * 48 + lane * sizeof<real>();
        store<real>(to, <real>(load<f64>(b) - load<f64>(a)));
        store<real>(to, <real>(load<f64>(b, 8) - load<f64>(a, 8)), 16);
        store<real>(to, <real>(load<f64>(b, 16) - load<f64>(a, 16)), 32);
      }
    }
  }
}
