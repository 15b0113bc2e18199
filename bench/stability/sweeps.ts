// One Gauss-Seidel sweep a substep, without the rest of the engine: what docs/stability.md derives, in numbers.

/** A complex number. */
type Complex = readonly [re: number, im: number];

const times = ([a, b]: Complex, [c, d]: Complex): Complex => [a * c - b * d, a * d + b * c];
const minus = ([a, b]: Complex, [c, d]: Complex): Complex => [a - c, b - d];
const over = (a: Complex, [c, d]: Complex): Complex => times(a, [c / (c * c + d * d), -d / (c * c + d * d)]);

/** The largest magnitude of the roots of z^n + c1 z^(n-1) + ... + cn, by Weierstrass' iteration. */
function spectralRadius(coefficients: readonly number[]): number {
  let roots: Complex[] = coefficients.map((_, k) => {
    const angle = 0.4 + (2 * Math.PI * k) / coefficients.length;
    return [0.9 * Math.cos(angle), 0.9 * Math.sin(angle)];
  });
  const value = (z: Complex) => coefficients.reduce<Complex>((sum, c) => minus(times(sum, z), [-c, 0]), [1, 0]);
  for (let k = 0; k < 500; k++) {
    roots = roots.map((z, i) => {
      const others = roots.reduce<Complex>((product, other, j) => (j === i ? product : times(product, minus(z, other))), [1, 0]);
      return minus(z, over(value(z), others));
    });
  }
  return Math.max(...roots.map(([re, im]) => Math.hypot(re, im)));
}

/**
 * The separation d of a mode whose sweep multiplies the residual by g, where each substep starts from the part `warm` of the last
 * impulse: d(n+1) = g ((2 + warm) d(n) - (1 + 2 warm) d(n-1) + warm d(n-2)). docs/stability.md derives it.
 */
function modeCoefficients(g: number, warm: number): number[] {
  return [-g * (2 + warm), g * (1 + 2 * warm), -g * warm];
}

/** The end of the range about g = 0 in which a mode dies out; `limit` is where to look no farther. */
export function stableUpTo(warm: number, limit: number): number {
  let [stable, unstable] = [0, limit];
  for (let k = 0; k < 40; k++) {
    const middle = (stable + unstable) / 2;
    if (spectralRadius(modeCoefficients(middle, warm)) < 1) stable = middle;
    else unstable = middle;
  }
  return stable;
}

/** The larger magnitude of the roots of z² - 2 g z + g for a complex g. */
function radiusOf(g: Complex): number {
  // z = g ± sqrt(g² - g)
  const [re, im] = minus(times(g, g), g);
  const size = Math.sqrt(Math.hypot(re, im));
  const half = Math.atan2(im, re) / 2;
  const root: Complex = [size * Math.cos(half), size * Math.sin(half)];
  return Math.max(Math.hypot(g[0] + root[0], g[1] + root[1]), Math.hypot(...minus(g, root)));
}

/** The largest angle of 1 - g from the real axis, rad, at which a mode with |1 - g| = `rest` dies out without a warm start. */
export function stableAngle(rest: number): number {
  let [stable, unstable] = [0, Math.PI / 2];
  for (let k = 0; k < 40; k++) {
    const middle = (stable + unstable) / 2;
    if (radiusOf([1 - rest * Math.cos(middle), -rest * Math.sin(middle)]) < 1) stable = middle;
    else unstable = middle;
  }
  return stable;
}

/** A chain of links of 1 kg that hangs straight down, the last one `ratio` times as heavy: only the vertical motion. */
export interface HangingChain {
  links: number;
  ratio: number;
  /** s */
  substep: number;
  gravity: number;
  relaxation: number;
  warm: number;
}

function inverseMass({ links, ratio }: HangingChain, link: number): number {
  if (link < 0) return 0;
  return link === links - 1 ? 1 / ratio : 1;
}

/** Joints in the order of their colours: every second one, then the others. */
function order(links: number): number[] {
  const all = Array.from({ length: links }, (_, k) => k);
  return [...all.filter((k) => k % 2 === 0), ...all.filter((k) => k % 2 === 1)];
}

/** How far the end of the chain hangs too low, m, after each substep. */
export function simulateHanging(chain: HangingChain, substeps: number, kick = 0): Float64Array {
  const { links, substep: h, gravity, relaxation, warm } = chain;
  const x = new Float64Array(links);
  const v = Float64Array.from(x, (_, k) => kick * Math.sin(7 * k));
  const p = new Float64Array(links);
  const sequence = order(links);
  const push = (joint: number, impulse: number) => {
    p[joint] += impulse;
    if (joint > 0) v[joint - 1] -= inverseMass(chain, joint - 1) * impulse;
    v[joint] += inverseMass(chain, joint) * impulse;
  };
  return Float64Array.from({ length: substeps }, () => {
    for (let k = 0; k < links; k++) v[k] -= h * gravity;
    for (const joint of sequence) {
      const start = warm * p[joint];
      p[joint] = 0;
      push(joint, start);
    }
    for (const joint of sequence) {
      const above = joint > 0 ? x[joint - 1] + h * v[joint - 1] : 0;
      const separation = x[joint] + h * v[joint] - above;
      push(joint, (-relaxation * separation) / (h * (inverseMass(chain, joint - 1) + inverseMass(chain, joint))));
    }
    for (let k = 0; k < links; k++) x[k] += h * v[k];
    return -x[links - 1];
  });
}

/** How low the end hangs at rest, m: the sum of (1 - warm) ((1/r - 1) D + L^T) p over the joints. */
export function restingStretch(chain: HangingChain): number {
  const { links, substep: h, gravity, relaxation, warm } = chain;
  const carried = (joint: number) => {
    let mass = 0;
    for (let k = joint; k < links; k++) mass += 1 / inverseMass(chain, k);
    return mass * gravity * h;
  };
  let sum = 0;
  for (let joint = 0; joint < links; joint++) {
    const above = inverseMass(chain, joint - 1);
    const below = inverseMass(chain, joint);
    sum += (1 / relaxation - 1) * (above + below) * carried(joint);
    if (joint % 2 === 1) continue; // those of the second colour are not disturbed any more
    if (joint > 0) sum += above * carried(joint - 1);
    if (joint < links - 1) sum += below * carried(joint + 1);
  }
  return (1 - warm) * h * sum;
}
