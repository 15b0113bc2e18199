/**
 * Trigonometry on lanes, the same bits on every machine. The polynomials are minimax (Remez) fits, of lower degree for lanes
 * of f32: their own relative error is below 4e-9 (sine), 2e-10 (cosine), 3e-8 (arctangent) there and below 4e-18 for f64.
 */
import { isSinglePrecision } from './lanes';

const TWO_OVER_PI: f64 = 0.6366197723675814;
const HALF_PI: f64 = 1.5707963267948966;
const QUARTER_PI: f64 = 0.7853981633974483;
const PI: f64 = 3.141592653589793;
/** tan(pi / 8) */
const TAN_EIGHTH: f64 = 0.41421356237309503;

/** [sine, cosine] for |x| <= pi/4 */
export function sinCosReduced<T>(x: lane<T>): [lane<T>, lane<T>] {
  const z = x * x;
  let s: lane<T>;
  let c: lane<T>;
  if (isSinglePrecision<T>()) {
    s = -0.16666654610040582 + z * (0.008332160790090798 + z * -0.00019515286331406672);
    c = 0.04166664568298932 + z * (-0.0013887316253627696 + z * 2.4433156874696594e-5);
  } else {
    s =
      -0.1666666666666663 +
      z *
        (0.008333333333322118 +
          z * (-0.00019841269829589162 + z * (2.7557313621266913e-6 + z * (-2.5050747745257524e-8 + z * 1.5896229174980275e-10))));
    c =
      0.041666666666666595 +
      z *
        (-0.0013888888888873056 +
          z * (2.4801587288851484e-5 + z * (-2.75573141792368e-7 + z * (2.0875700834162936e-9 + z * -1.1358536129693871e-11))));
  }
  return [x + x * (z * s), 1 - 0.5 * z + z * z * c];
}

/**
 * [sine, cosine] of any angle. The angle is reduced in three steps, which keeps the absolute error of the reduction below an
 * ulp of the result for |x| up to 8192 (f32) and 1e6 (f64).
 */
export function sinCos<T>(x: lane<T>): [lane<T>, lane<T>] {
  const quarters = nearest(x * TWO_OVER_PI);
  let r: lane<T>;
  if (isSinglePrecision<T>()) r = x - quarters * 1.5703125 - quarters * 4.837512969970703e-4 - quarters * 7.549789948768648e-8;
  else r = x - quarters * 1.5707963267341256 - quarters * 6.077100506303966e-11 - quarters * 2.0222662487959506e-21;
  const [s, c] = sinCosReduced(r);
  const halves = floor(0.5 * quarters);
  const odd = quarters != 2 * halves;
  const upper = halves != 2 * floor(0.5 * halves);
  const sine = odd ? c : s;
  const cosine = odd ? s : c;
  return [upper ? -sine : sine, upper != odd ? -cosine : cosine];
}

/** The angle of the point (x, y), in [-pi, pi], for finite x and y. Signed zeros count as in Math.atan2. */
export function atan2<T>(y: lane<T>, x: lane<T>): lane<T> {
  const absX = abs(x);
  const absY = abs(y);
  const steep = absY > absX;
  const small = steep ? absX : absY;
  const large = steep ? absY : absX;
  // atan(a) = pi/4 + atan((a - 1) / (a + 1)) brings the argument of the polynomial into [-tan(pi/8), tan(pi/8)].
  const wide = small > TAN_EIGHTH * large;
  const numerator = wide ? small - large : small;
  const denominator = wide ? small + large : large;
  const t = numerator / (large == 0 ? 1 : denominator);
  const z = t * t;
  let p: lane<T>;
  if (isSinglePrecision<T>()) {
    p = -0.3333294914665834 + z * (0.1997771034121923 + z * (-0.13877681146790033 + z * 0.08053727327048628));
  } else {
    const high =
      0.07692059719006039 +
      z *
        (-0.06663099217681227 +
          z * (0.058478593508521 + z * (-0.0503919068696971 + z * (0.03806214464246371 + z * -0.017905042937519135))));
    p =
      -0.333333333333332 +
      z * (0.1999999999995325 + z * (-0.14285714280166686 + z * (0.11111110782160014 + z * (-0.09090897725364988 + z * high))));
  }
  const inner = t + t * (z * p);
  const octant = wide ? QUARTER_PI + inner : inner;
  const quadrant = steep ? HALF_PI - octant : octant;
  const half: lane<T> = copysign(1, x) < 0 ? PI - quadrant : quadrant;
  return copysign(half, y);
}

/** The angle in [-pi/2, pi/2] whose sine is x; beyond [-1, 1] that of the nearer end. */
export function asin<T>(x: lane<T>): lane<T> {
  return atan2(x, sqrt(max((1 - x) * (1 + x), 0)));
}

/** The angle in [0, pi] whose cosine is x; beyond [-1, 1] that of the nearer end. */
export function acos<T>(x: lane<T>): lane<T> {
  return atan2(sqrt(max((1 - x) * (1 + x), 0)), x);
}
