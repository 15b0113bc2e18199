// What two surfaces make of the coefficients of each.
import { CombineRule } from '../body/record';

/** A coefficient of two bodies; the rule listed later wins. */
export function combine(a: f64, b: f64, ruleA: u32, ruleB: u32): f64 {
  switch (max(ruleA, ruleB)) {
    case CombineRule.GeometricMean:
      return Math.sqrt(a * b);
    case CombineRule.Average:
      return 0.5 * (a + b);
    case CombineRule.Minimum:
      return min(a, b);
    case CombineRule.Multiply:
      return a * b;
    default:
      return max(a, b);
  }
}
