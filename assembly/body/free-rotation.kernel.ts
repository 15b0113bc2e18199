import { qmul, unrotate } from '../math/quat.kernel';
import { pointAngle } from '../math/angle.kernel';
import { sinCos } from '../math/trigonometry.kernel';

// The rotation of a body without torque, exact for any time: Euler's equations by Jacobi's elliptic functions (Landau and Lifshitz, Mechanics,
// section 37), the angle about the momentum by an elliptic integral of the third kind (van Zon and Schofield, J. Comput. Phys. 225, 2007).
// In double precision, one body at a time, for what turns so fast that the midpoint rule is not enough.

/** Relative spread of the arguments at which Carlson's series are exact to rounding. */
const SPREAD: f64 = 2e-3;
/** More halvings than any arguments need. */
const ROUNDS: u32 = 60;
/** Square of the sine between momentum and principal axis below which the body turns about the momentum. */
const ON_AXIS: f64 = 1e-26;
/** rad; over shorter phases the angle about the momentum grows evenly. */
const SHORT_PHASE: f64 = 1e-5;
const TURN: f64 = 6.283185307179586;
/** The complement of the parameter is at least this: on the separatrix itself the period is infinite. */
const LEAST_COMPLEMENT: f64 = 1e-30;

/** What the functions below leave to who called them; and the means of Bulirsch's algorithm. */
@unmanaged
class Results {
  sine: f64;
  cosine: f64;
  first: f64;
  third: f64;
  sn: f64;
  cn: f64;
  dn: f64;
  /** The orientation of the axes after the turn. */
  x: f64;
  y: f64;
  z: f64;
  w: f64;
}
const RESULTS: usize = scratch<Results>();
const MEANS: usize = scratch<f64>(2 * ROUNDS);

export function results(): Results {
  return changetype<Results>(RESULTS);
}

function turnTo(angle: f64): void {
  // Beyond this the reduction of sinCos is not exact, and neither is the angle.
  const reduced: f64 = Math.abs(angle) > 1e6 ? angle - TURN * Math.floor(angle / TURN) : angle;
  const [sine, cosine] = sinCos<f64>(reduced);
  results().sine = sine;
  results().cosine = cosine;
}

/** Elliptic integrals of the first and the third kind, F and Π (n <= 0), from the sine and the cosine (>= 0) of the amplitude: Carlson 1995. */
function integrate(sine: f64, cosine: f64, complement: f64, n: f64): void {
  const s2 = sine * sine;
  let x = cosine * cosine;
  let y = x + complement * s2;
  let z: f64 = 1;
  let p = 1.0 - n * s2;
  let delta = (p - x) * (p - y) * (p - z);
  let scale: f64 = 1;
  let sum: f64 = 0;
  let mean: f64 = 0;
  for (let round: u32 = 0; round <= ROUNDS; round++) {
    mean = (x + y + z + 2.0 * p) * 0.2;
    const spread = Math.max(Math.max(Math.abs(mean - x), Math.abs(mean - y)), Math.max(Math.abs(mean - z), Math.abs(mean - p)));
    if (spread < SPREAD * mean) break;
    const rx = Math.sqrt(x);
    const ry = Math.sqrt(y);
    const rz = Math.sqrt(z);
    const rp = Math.sqrt(p);
    const d = (rp + rx) * (rp + ry) * (rp + rz);
    const e = delta / (d * d);
    const root = Math.sqrt(e);
    const arc: f64 = root > 1e-4 ? pointAngle(root, 1.0) / root : 1.0 - e / 3.0;
    sum += (scale / d) * arc;
    const shift = rx * ry + rx * rz + ry * rz;
    x = (x + shift) * 0.25;
    y = (y + shift) * 0.25;
    z = (z + shift) * 0.25;
    p = (p + shift) * 0.25;
    delta *= 1.0 / 64.0;
    scale *= 0.25;
  }
  const a = 1.0 - x / mean;
  const b = 1.0 - y / mean;
  const c = 1.0 - z / mean;
  const q = -0.5 * (a + b + c);
  const e2 = a * b + a * c + b * c - 3.0 * q * q;
  const e3 = a * b * c + 2.0 * e2 * q + 4.0 * q * q * q;
  const e4 = (2.0 * a * b * c + e2 * q + 3.0 * q * q * q) * q;
  const e5 = a * b * c * q * q;
  const series =
    1.0 - e2 * (3.0 / 14.0) + e3 * (1.0 / 6.0) + e2 * e2 * (9.0 / 88.0) - e4 * (3.0 / 22.0) - e2 * e3 * (9.0 / 52.0) + e5 * (3.0 / 26.0);
  const rj = (scale * series) / (mean * Math.sqrt(mean)) + 6.0 * sum;
  const middle = (x + y + z) / 3.0;
  const f = 1.0 - x / middle;
  const g = 1.0 - y / middle;
  const k = -f - g;
  const f2 = f * g - k * k;
  const f3 = f * g * k;
  const rf = (1.0 - f2 * 0.1 + f3 * (1.0 / 14.0) + f2 * f2 * (1.0 / 24.0) - f2 * f3 * (3.0 / 44.0)) / Math.sqrt(middle);
  results().first = sine * rf;
  results().third = sine * rf + (n / 3.0) * sine * s2 * rj;
}

/** Jacobi's sn, cn, dn of u within a quarter period, by the arithmetic-geometric mean (Bulirsch 1965). */
function jacobi(u: f64, complement: f64): void {
  let a: f64 = 1;
  let b = complement;
  let c: f64 = 1;
  let count: u32 = 0;
  while (count < ROUNDS) {
    b = Math.sqrt(b);
    store<f64>(MEANS + (count << 4), a);
    store<f64>(MEANS + (count << 4), b, 8);
    count++;
    c = 0.5 * (a + b);
    if (Math.abs(a - b) <= 1e-8 * a) break;
    b *= a;
    a = c;
  }
  turnTo(c * u);
  const r = results();
  let sn = r.sine;
  let cn = r.cosine;
  let dn: f64 = 1;
  if (sn != 0.0) {
    a = cn / sn;
    c *= a;
    while (count > 0) {
      count--;
      const mean = load<f64>(MEANS + (count << 4));
      a *= c;
      c *= dn;
      dn = (load<f64>(MEANS + (count << 4), 8) + a) / (mean + a);
      a = c / mean;
    }
    a = 1.0 / Math.sqrt(c * c + 1.0);
    sn = sn > 0.0 ? a : -a;
    cn = c * sn;
  }
  r.sn = sn;
  r.cn = cn;
  r.dn = dn;
}

function component(v: vec3<f64>, axis: u32): f64 {
  return axis == 0 ? v.x : axis == 1 ? v.y : v.z;
}

/** Leaves the orientation (x, y, z, w) turned about the unit vector by the angle. */
function leaveTurned(direction: vec3<f64>, angle: f64, axes: quat<f64>): void {
  turnTo(0.5 * angle);
  const r = results();
  const turned = qmul(quat<f64>(r.sine * direction, r.cosine), axes);
  const norm = 1.0 / Math.sqrt(lengthSquared(turned.xyz) + turned.w * turned.w);
  r.x = turned.x * norm;
  r.y = turned.y * norm;
  r.z = turned.z * norm;
  r.w = turned.w * norm;
}

/** Axes, momentum and principal moments of the body that is to turn. */
export class Spinning {
  axes: quat<f64>;
  momentum: vec3<f64>;
  inertia: vec3<f64>;
  /** Since the start of the step. */
  turn: quat<f64>;
}
const SPINNING: usize = scratch<Spinning>();

export function spinning(): Spinning {
  return changetype<Spinning>(SPINNING);
}

/**
 * Turns the axes of `spinning` for h seconds, into `results`. Of the body's axes, 3 is the one that the momentum circles around: that of the
 * least or the greatest moment; 1 is that of the other extreme. With u growing by λ h, the momentum in body axes is (A cn u, B sn u, C dn u).
 */
export function turnFreely(h: f64): void {
  const s = spinning();
  const r = results();
  const axes = s.axes;
  const size = length(s.momentum);
  const direction = (1.0 / Math.max(size, 1e-300)) * s.momentum;
  const body = unrotate(axes, direction);
  const inverse = vec3<f64>(1.0, 1.0, 1.0) / s.inertia;
  const low: u32 = inverse.x <= inverse.y && inverse.x <= inverse.z ? 0 : inverse.y <= inverse.z ? 1 : 2;
  let high: u32 = inverse.z > inverse.x && inverse.z >= inverse.y ? 2 : inverse.y > inverse.x ? 1 : 0;
  if (high == low) high = (low + 1) % 3;
  const p2 = 3 - low - high;
  const below = component(inverse, p2) - component(inverse, low);
  const above = component(inverse, high) - component(inverse, p2);
  const lowest = component(body, low);
  const highest = component(body, high);
  const lowRest = lowest * lowest * below;
  const highRest = highest * highest * above;
  const circlesHigh = highRest > lowRest || (highRest == lowRest && above > below);
  const p1 = circlesHigh ? low : high;
  const p3 = circlesHigh ? high : low;
  const d12 = circlesHigh ? below : above;
  const d23 = circlesHigh ? above : below;
  const d13 = d12 + d23;
  // Right-handed: axis 1 reversed where the order of the axes is odd.
  const handed: f64 = (p2 + 3 - p1) % 3 == 1 ? 1 : -1;
  const l1 = handed * component(body, p1);
  const l2 = component(body, p2);
  const l3 = component(body, p3);
  const i1 = component(inverse, p1);
  const i2 = component(inverse, p2);
  const i3 = component(inverse, p3);
  const across = l1 * l1 + l2 * l2;
  const most3 = l3 * l3 + (d13 > 0.0 ? (l2 * l2 * d12) / d13 : 0.0);
  if (!(d23 > 0.0) || across < ON_AXIS || most3 < ON_AXIS) {
    leaveTurned(direction, size * h * (l1 * l1 * i1 + l2 * l2 * i2 + l3 * l3 * i3), axes);
    return;
  }
  const most1 = l1 * l1 + (l2 * l2 * d23) / d13;
  const most2 = (l1 * l1 * d13) / d23 + l2 * l2;
  const sign3: f64 = l3 < 0.0 ? -1 : 1;
  const lambda = (i1 > i3 ? sign3 : -sign3) * size * Math.sqrt(most3 * d13 * d23);
  const phase = lambda * h;
  const complement = Math.max((l3 * l3 - (l1 * l1 * d12) / d23) / most3, LEAST_COMPLEMENT);
  const n = -d12 / d23;
  integrate(1.0, 0.0, complement, n);
  const quarter = r.first;
  const quarterThird = r.third;
  // Where the momentum is on its way around, and where it will be.
  const sine = l2 / Math.sqrt(most2);
  const cosine = l1 / Math.sqrt(most1);
  const half: f64 = cosine < 0.0 ? (sine < 0.0 ? -1 : 1) : 0;
  const reversed: f64 = cosine < 0.0 ? -1 : 1;
  integrate(reversed * sine, reversed * cosine, complement, n);
  const startThird = r.third;
  const end = r.first + 2.0 * half * quarter + phase;
  const turns = nearest(end / (2.0 * quarter));
  jacobi(end - 2.0 * turns * quarter, complement);
  const flip: f64 = turns - 2.0 * Math.floor(0.5 * turns) == 0.0 ? 1 : -1;
  const m1 = Math.sqrt(most1) * flip * r.cn;
  const m2 = Math.sqrt(most2) * flip * r.sn;
  const m3 = sign3 * Math.sqrt(most3) * r.dn;
  integrate(r.sn, Math.max(r.cn, 0.0), complement, n);
  const third = r.third - startThird + 2.0 * (turns - half) * quarterThird;
  const acrossEnd = m1 * m1 + m2 * m2;
  const rate = 0.5 * ((l1 * l1 * i1 + l2 * l2 * i2) / across + (m1 * m1 * i1 + m2 * m2 * i2) / acrossEnd);
  const precession: f64 = Math.abs(phase) < SHORT_PHASE ? h * rate : h * i3 + ((i1 - i3) * third) / lambda;
  // Axis 3 stands at θ to the momentum, and the line of nodes at α to axis 1.
  const alpha0 = pointAngle(l1, -l2);
  const alpha1 = pointAngle(m1, -m2);
  const tilt = 0.5 * (pointAngle(Math.sqrt(across), l3) - pointAngle(Math.sqrt(acrossEnd), m3));
  turnTo(tilt);
  const sinTilt = r.sine;
  const cosTilt = r.cosine;
  turnTo(0.5 * (alpha0 + alpha1));
  const t1 = handed * sinTilt * r.cosine;
  const t2 = sinTilt * r.sine;
  turnTo(0.5 * (alpha0 - alpha1));
  const t3 = cosTilt * r.sine;
  const inBody = quat<f64>(
    p1 == 0 ? t1 : p2 == 0 ? t2 : t3,
    p1 == 1 ? t1 : p2 == 1 ? t2 : t3,
    p1 == 2 ? t1 : p2 == 2 ? t2 : t3,
    cosTilt * r.cosine,
  );
  const turned = qmul(axes, inBody);
  leaveTurned(direction, size * precession, turned);
}
