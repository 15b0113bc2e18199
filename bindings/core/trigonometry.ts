// Trigonometry from exactly rounded operations, so that a world starts from the same bits in every engine. The polynomials are those of
// assembly/math/trigonometry.kernel.ts for double precision.

const TAN_EIGHTH = 0.41421356237309503;
const TURN = 2 * Math.PI;

/** Coefficients from the highest power down. */
const ARCTANGENT = [
  -0.017905042937519135, 0.03806214464246371, -0.0503919068696971, 0.058478593508521, -0.06663099217681227, 0.07692059719006039,
  -0.09090897725364988, 0.11111110782160014, -0.14285714280166686, 0.1999999999995325, -0.333333333333332,
];
const SINE = [
  1.5896229174980275e-10, -2.5050747745257524e-8, 2.7557313621266913e-6, -0.00019841269829589162, 0.008333333333322118, -0.1666666666666663,
];
const COSINE = [
  -1.1358536129693871e-11, 2.0875700834162936e-9, -2.75573141792368e-7, 2.4801587288851484e-5, -0.0013888888888873056, 0.041666666666666595,
];

function polynomial(coefficients: readonly number[], z: number): number {
  return coefficients.reduce((sum, coefficient) => sum * z + coefficient, 0);
}

/** The angle of the point (x, y), in [-pi, pi]. */
export function angleOfPoint(y: number, x: number): number {
  const absX = Math.abs(x);
  const absY = Math.abs(y);
  const steep = absY > absX;
  const small = steep ? absX : absY;
  const large = steep ? absY : absX;
  const wide = small > TAN_EIGHTH * large;
  const t = (wide ? small - large : small) / (large === 0 ? 1 : wide ? small + large : large);
  const z = t * t;
  const inner = t + t * z * polynomial(ARCTANGENT, z);
  const octant = wide ? Math.PI / 4 + inner : inner;
  const quadrant = steep ? Math.PI / 2 - octant : octant;
  const half = x < 0 ? Math.PI - quadrant : quadrant;
  return y < 0 ? -half : half;
}

/** Sine and cosine of an angle of at most some thousand turns. */
export function sineAndCosine(angle: number): { sine: number; cosine: number } {
  const quarters = Math.round(angle / (TURN / 4));
  const r = angle - quarters * 1.5707963267341256 - quarters * 6.077100506303966e-11 - quarters * 2.0222662487959506e-21;
  const z = r * r;
  const sine = r + r * z * polynomial(SINE, z);
  const cosine = 1 - 0.5 * z + z * z * polynomial(COSINE, z);
  const quarter = ((quarters % 4) + 4) % 4;
  if (quarter === 0) return { sine, cosine };
  if (quarter === 1) return { sine: cosine, cosine: -sine };
  if (quarter === 2) return { sine: -sine, cosine: -cosine };
  return { sine: -cosine, cosine: sine };
}

/** The angle a + 2 pi k nearest to `near`. */
export function unwrap(angle: number, near: number): number {
  return angle + TURN * Math.round((near - angle) / TURN);
}
