// exp, ln and what follows from them, by exactly rounded operations alone: those of Math differ between machines in the last digit.

const LN2 = Math.LN2;
/** More terms change nothing in the last digit. */
const EXP_TERMS = 18;
const LN_TERMS = 14;

/** e^x */
export function exponential(x: number): number {
  const doublings = Math.round(x / LN2);
  const rest = x - doublings * LN2;
  let sum = 1;
  for (let k = EXP_TERMS; k >= 1; k--) sum = 1 + (sum * rest) / k;
  for (let k = 0; k < Math.abs(doublings); k++) sum *= doublings > 0 ? 2 : 0.5;
  return sum;
}

/** ln x of a positive, finite x: 2 artanh((m - 1) / (m + 1)) + n ln 2, where x = m 2ⁿ. */
export function logarithm(x: number): number {
  let [mantissa, doublings] = [x, 0];
  for (; mantissa > Math.SQRT2; doublings++) mantissa /= 2;
  for (; mantissa < Math.SQRT1_2; doublings--) mantissa *= 2;
  const z = (mantissa - 1) / (mantissa + 1);
  const square = z * z;
  let sum = 0;
  for (let k = LN_TERMS; k >= 0; k--) sum = 1 / (2 * k + 1) + square * sum;
  return 2 * z * sum + doublings * LN2;
}

export const hyperbolicSine = (x: number): number => (exponential(x) - exponential(-x)) / 2;
export const hyperbolicCosine = (x: number): number => (exponential(x) + exponential(-x)) / 2;

/** arsinh: the x whose hyperbolic sine is y. */
export function inverseHyperbolicSine(y: number): number {
  const size = Math.abs(y);
  const x = logarithm(size + Math.sqrt(size * size + 1));
  return y < 0 ? -x : x;
}
