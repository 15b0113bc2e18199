// The rotation of a body without torque, exact for any time: Euler's equations by Jacobi's elliptic functions (Landau and Lifshitz, Mechanics,
// section 37), the angle about the momentum by an elliptic integral of the third kind (van Zon and Schofield, J. Comput. Phys. 225, 2007).
import { Quat } from '../math/rotation.ts';
import type { Vec3 } from '../math/vector.ts';

/** Relative spread of the arguments at which Carlson's series are exact to rounding. */
const SPREAD = 2e-3;
/** More halvings than any arguments need. */
const ROUNDS = 60;
/** Square of the sine between momentum and principal axis below which the body turns about the momentum. */
const ON_AXIS = 1e-26;
/** rad; over shorter phases the angle about the momentum grows evenly. */
const SHORT_PHASE = 1e-5;
/** The complement of the parameter is at least this: on the separatrix itself the period is infinite. */
const LEAST_COMPLEMENT = 1e-30;

/** Elliptic integrals of the first and the third kind, F and Π (n <= 0), from the sine and the cosine (>= 0) of the amplitude: Carlson 1995. */
function ellipticIntegrals(sine: number, cosine: number, complement: number, n: number): { first: number; third: number } {
  const s2 = sine * sine;
  let x = cosine * cosine;
  let y = x + complement * s2;
  let z = 1;
  let p = 1 - n * s2;
  let delta = (p - x) * (p - y) * (p - z);
  let scale = 1;
  let sum = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const mean = (x + y + z + 2 * p) / 5;
    if (Math.max(Math.abs(mean - x), Math.abs(mean - y), Math.abs(mean - z), Math.abs(mean - p)) < SPREAD * mean) break;
    const rx = Math.sqrt(x);
    const ry = Math.sqrt(y);
    const rz = Math.sqrt(z);
    const rp = Math.sqrt(p);
    const d = (rp + rx) * (rp + ry) * (rp + rz);
    const e = delta / (d * d);
    const root = Math.sqrt(e);
    sum += (scale / d) * (root > 1e-4 ? Math.atan2(root, 1) / root : 1 - e / 3);
    const shift = rx * ry + rx * rz + ry * rz;
    x = (x + shift) / 4;
    y = (y + shift) / 4;
    z = (z + shift) / 4;
    p = (p + shift) / 4;
    delta /= 64;
    scale /= 4;
  }
  const mean = (x + y + z + 2 * p) / 5;
  const a = 1 - x / mean;
  const b = 1 - y / mean;
  const c = 1 - z / mean;
  const q = -(a + b + c) / 2;
  const e2 = a * b + a * c + b * c - 3 * q * q;
  const e3 = a * b * c + 2 * e2 * q + 4 * q * q * q;
  const e4 = (2 * a * b * c + e2 * q + 3 * q * q * q) * q;
  const e5 = a * b * c * q * q;
  const series = 1 - (3 * e2) / 14 + e3 / 6 + (9 * e2 * e2) / 88 - (3 * e4) / 22 - (9 * e2 * e3) / 52 + (3 * e5) / 26;
  const rj = (scale * series) / (mean * Math.sqrt(mean)) + 6 * sum;
  const middle = (x + y + z) / 3;
  const f = 1 - x / middle;
  const g = 1 - y / middle;
  const k = -f - g;
  const f2 = f * g - k * k;
  const f3 = f * g * k;
  const rf = (1 - f2 / 10 + f3 / 14 + (f2 * f2) / 24 - (3 * f2 * f3) / 44) / Math.sqrt(middle);
  const first = sine * rf;
  return { first, third: first + (n / 3) * sine * s2 * rj };
}

/** Jacobi's sn, cn, dn of u within a quarter period, by the arithmetic-geometric mean (Bulirsch 1965). */
function jacobi(u: number, complement: number): { sn: number; cn: number; dn: number } {
  const means: number[] = [];
  const roots: number[] = [];
  let a = 1;
  let b = complement;
  let c = 1;
  for (let round = 0; round < ROUNDS; round++) {
    b = Math.sqrt(b);
    means.push(a);
    roots.push(b);
    c = (a + b) / 2;
    if (Math.abs(a - b) <= 1e-8 * a) break;
    b *= a;
    a = c;
  }
  let sn = Math.sin(c * u);
  let cn = Math.cos(c * u);
  let dn = 1;
  if (sn === 0) return { sn, cn, dn };
  a = cn / sn;
  c *= a;
  for (let k = means.length - 1; k >= 0; k--) {
    a *= c;
    c *= dn;
    dn = (roots[k] + a) / (means[k] + a);
    a = c / means[k];
  }
  a = 1 / Math.sqrt(c * c + 1);
  sn = sn > 0 ? a : -a;
  cn = c * sn;
  return { sn, cn, dn };
}

function turnAbout(axis: Vec3, angle: number): Quat {
  const sine = Math.sin(angle / 2);
  return new Quat(axis.x * sine, axis.y * sine, axis.z * sine, Math.cos(angle / 2));
}

/**
 * Orientation of the principal axes after h seconds. Of the body's axes, 3 is the one that the momentum circles around: that of the least or
 * the greatest moment; 1 is that of the other extreme. With u growing by λ h, the momentum in body axes is (A cn u, B sn u, C dn u).
 */
export function turnFreely(axes: Quat, momentum: Vec3, moments: Vec3, h: number): Quat {
  const size = momentum.length;
  if (!(size > 0)) return axes;
  const direction = momentum.times(1 / size);
  const body = axes.conjugate.rotate(direction);
  const l = [body.x, body.y, body.z];
  const inverse = [1 / moments.x, 1 / moments.y, 1 / moments.z];
  const order = [0, 1, 2].sort((j, k) => inverse[j] - inverse[k]);
  const [low, p2, high] = order;
  const below = inverse[p2] - inverse[low];
  const above = inverse[high] - inverse[p2];
  const lowRest = l[low] * l[low] * below;
  const highRest = l[high] * l[high] * above;
  const circlesHigh = highRest > lowRest || (highRest === lowRest && above > below);
  const p1 = circlesHigh ? low : high;
  const p3 = circlesHigh ? high : low;
  const d12 = circlesHigh ? below : above;
  const d23 = circlesHigh ? above : below;
  const d13 = d12 + d23;
  // Right-handed: axis 1 reversed where the order of the axes is odd.
  const handed = (p2 - p1 + 3) % 3 === 1 ? 1 : -1;
  const [l1, l2, l3] = [handed * l[p1], l[p2], l[p3]];
  const [i1, i2, i3] = [inverse[p1], inverse[p2], inverse[p3]];
  const across = l1 * l1 + l2 * l2;
  const most3 = l3 * l3 + (d13 > 0 ? (l2 * l2 * d12) / d13 : 0);
  if (!(d23 > 0) || across < ON_AXIS || most3 < ON_AXIS) {
    return turnAbout(direction, size * h * (l1 * l1 * i1 + l2 * l2 * i2 + l3 * l3 * i3)).times(axes);
  }
  const most1 = l1 * l1 + (l2 * l2 * d23) / d13;
  const most2 = (l1 * l1 * d13) / d23 + l2 * l2;
  const lambda = (l3 < 0 ? -1 : 1) * (i1 > i3 ? 1 : -1) * size * Math.sqrt(most3 * d13 * d23);
  const phase = lambda * h;
  const complement = Math.max((l3 * l3 - (l1 * l1 * d12) / d23) / most3, LEAST_COMPLEMENT);
  const n = -d12 / d23;
  const quarter = ellipticIntegrals(1, 0, complement, n);
  // Where the momentum is on its way around, and where it will be.
  const sine = l2 / Math.sqrt(most2);
  const cosine = l1 / Math.sqrt(most1);
  const half = cosine < 0 ? (sine < 0 ? -1 : 1) : 0;
  const sign = half === 0 ? 1 : -1;
  const start = ellipticIntegrals(sign * sine, sign * cosine, complement, n);
  const end = start.first + 2 * half * quarter.first + phase;
  const turns = Math.round(end / (2 * quarter.first));
  const { sn, cn, dn } = jacobi(end - 2 * turns * quarter.first, complement);
  const flip = turns % 2 === 0 ? 1 : -1;
  const third = ellipticIntegrals(sn, Math.max(cn, 0), complement, n).third - start.third + 2 * (turns - half) * quarter.third;
  const m1 = Math.sqrt(most1) * flip * cn;
  const m2 = Math.sqrt(most2) * flip * sn;
  const m3 = (l3 < 0 ? -1 : 1) * Math.sqrt(most3) * dn;
  const mean1 = (l1 * l1 * i1 + l2 * l2 * i2) / across;
  const mean2 = (m1 * m1 * i1 + m2 * m2 * i2) / (m1 * m1 + m2 * m2);
  const precession = size * (Math.abs(phase) < SHORT_PHASE ? (h * (mean1 + mean2)) / 2 : i3 * h + ((i1 - i3) * third) / lambda);
  // Axis 3 stands at θ to the momentum, and the line of nodes at α to axis 1.
  const alpha0 = Math.atan2(l1, -l2);
  const alpha1 = Math.atan2(m1, -m2);
  const tilt = (Math.atan2(Math.sqrt(across), l3) - Math.atan2(Math.sqrt(m1 * m1 + m2 * m2), m3)) / 2;
  const mean = (alpha0 + alpha1) / 2;
  const difference = (alpha0 - alpha1) / 2;
  const turn = [0, 0, 0];
  turn[p1] = handed * Math.sin(tilt) * Math.cos(mean);
  turn[p2] = Math.sin(tilt) * Math.sin(mean);
  turn[p3] = Math.cos(tilt) * Math.sin(difference);
  const inBody = new Quat(turn[0], turn[1], turn[2], Math.cos(tilt) * Math.cos(difference));
  return turnAbout(direction, precession).times(axes).times(inBody).normalized;
}
