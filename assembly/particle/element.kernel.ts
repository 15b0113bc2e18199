// Tetrahedra of an elastic solid: what of the corotated energy resists shear, W = μ V |F − R|², as one block of XPBD with nine rows; see
// reference/particle/elements.ts for the derivation (Stomakhin, Howes, Schroeder and Teran 2012).
//
//   F = Σ xᵢ bᵢᵀ,   G = ((1 + γ) Σ wᵢ bᵢ bᵢᵀ + α̃)⁻¹,   T = 1 − α̃ RᵀΛ + γ U₀,   R = polar(F G Tᵀ),   ΔΛ = (R T − (1 + γ) F) G,   Δxᵢ = wᵢ ΔΛ bᵢ
import { real } from 'precision';
import { inverseSym3, outerSym3 } from '../math/mat3.kernel';
import { rotationMatrix } from '../math/quat.kernel';
import { FourCorners, gatherCorners, scatterCorners } from './four-corners.kernel';
import { bestRotation } from './rotation.kernel';

/** Of Σ w |b|²: less compliance is none. */
const LEAST: f64 = 1e-9;
const LEAST_SINGLE: f64 = 1e-5;

/** LANES tetrahedra that share no particles. */
export class ElementBundle<T> extends FourCorners<T> {
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
  const [a, b, c, d, wa, wb, wc, wd] = gatherCorners(at, 0);
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
  scatterCorners(at, na, nb, nc, nd, wa, wb, wc, wd);
}

/** γ U₀, of where the substep began. */
function addStretch<T>(at: ElementBundle<T>, before: usize): void {
  const [a, b, c, d, wa, wb, wc, wd] = gatherCorners(at, before);
  const F = outer(at.b + (b - a), at.slopeB) + outer(at.c + (c - a), at.slopeC) + outer(at.d + (d - a), at.slopeD);
  at.target += at.damping * (transpose(rotationMatrix(at.rotation)) * F);
}
