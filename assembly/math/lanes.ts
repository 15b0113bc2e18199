// @ts-nocheck TypeScript knows neither decorators on functions nor that T is v128 behind isVector<T>().
/**
 * Lane primitives: what the operators and builtins of the kernel language become (see docs/kernel-language.md).
 *
 * `T` is `v128` (LANES values of type `real`), or `f32` / `f64` (one value). `isVector<T>()` is decided at compile time, so
 * every function is one instruction, or a few, once inlined.
 *
 * A mask, the result of comparing lanes, has the type `T` too. In a v128 every lane is all ones (true) or zero. In a scalar
 * the *bits* of the number are the integer 1 (true) or 0: optimisers cancel the reinterpretations, so a scalar mask
 * that is used at once costs what a `bool` costs. No arithmetic is ever done on a mask.
 */
import { real } from "precision";

@inline export function add<T>(a: T, b: T): T { if (isVector<T>()) return v128.add<real>(a, b); else return a + b; }
@inline export function sub<T>(a: T, b: T): T { if (isVector<T>()) return v128.sub<real>(a, b); else return a - b; }
@inline export function mul<T>(a: T, b: T): T { if (isVector<T>()) return v128.mul<real>(a, b); else return a * b; }
@inline export function div<T>(a: T, b: T): T { if (isVector<T>()) return v128.div<real>(a, b); else return a / b; }
@inline export function neg<T>(a: T): T { if (isVector<T>()) return v128.neg<real>(a); else return -a; }

/** The same number in every lane. */
@inline export function splat<T>(value: real): T { if (isVector<T>()) return v128.splat<real>(value); else return <T>value; }
/** A compile-time number in every lane, rounded once to the precision of the lane. */
@inline export function constant<T>(value: f64): T { if (isVector<T>()) return v128.splat<real>(<real>value); else return <T>value; }

// One instruction each, where min and max of IEEE 754 take seven: what they are of NaN and of zeros of two signs is settled by order.
/** The smaller; the first of zeros of two signs, and where either is NaN. */
@inline export function minimum<T>(a: T, b: T): T { if (isVector<T>()) return v128.pmin<real>(a, b); else return b < a ? b : a; }
/** The larger; the first of zeros of two signs, and where either is NaN. */
@inline export function maximum<T>(a: T, b: T): T { if (isVector<T>()) return v128.pmax<real>(a, b); else return a < b ? b : a; }
@inline export function absolute<T>(a: T): T { if (isVector<T>()) return v128.abs<real>(a); else return abs<T>(a); }
@inline export function squareRoot<T>(a: T): T { if (isVector<T>()) return v128.sqrt<real>(a); else return sqrt<T>(a); }
@inline export function roundDown<T>(a: T): T { if (isVector<T>()) return v128.floor<real>(a); else return floor<T>(a); }
/** The nearest integer, ties to even. */
@inline export function roundNearest<T>(a: T): T { if (isVector<T>()) return v128.nearest<real>(a); else return nearest<T>(a); }
/** The magnitude of `magnitude` with the sign of `sign` (of -0 and NaN too). */
@inline export function withSignOf<T>(magnitude: T, sign: T): T {
  if (isVector<T>()) return v128.bitselect(sign, magnitude, v128.splat<real>(<real>-0.0));
  else return copysign<T>(magnitude, sign);
}

/** The scalar mask: see the head of this file. */
@inline function scalarMask<T>(condition: bool): T {
  if (sizeof<T>() == 4) return <T>reinterpret<f32>(<i32>condition);
  else return <T>reinterpret<f64>(<i64>condition);
}
@inline function isTrue<T>(mask: T): bool {
  if (sizeof<T>() == 4) return reinterpret<i32>(<f32>mask) != 0;
  else return reinterpret<i64>(<f64>mask) != 0;
}

/** A mask that is the same in every lane. */
@inline export function maskOf<T>(condition: bool): T {
  if (isVector<T>()) return v128.splat<i32>(-(<i32>condition));
  else return scalarMask<T>(condition);
}

@inline export function lessThan<T>(a: T, b: T): T { if (isVector<T>()) return v128.lt<real>(a, b); else return scalarMask<T>(a < b); }
@inline export function lessOrEqual<T>(a: T, b: T): T { if (isVector<T>()) return v128.le<real>(a, b); else return scalarMask<T>(a <= b); }
@inline export function greaterThan<T>(a: T, b: T): T { if (isVector<T>()) return v128.gt<real>(a, b); else return scalarMask<T>(a > b); }
@inline export function greaterOrEqual<T>(a: T, b: T): T { if (isVector<T>()) return v128.ge<real>(a, b); else return scalarMask<T>(a >= b); }
@inline export function equal<T>(a: T, b: T): T { if (isVector<T>()) return v128.eq<real>(a, b); else return scalarMask<T>(a == b); }
@inline export function notEqual<T>(a: T, b: T): T { if (isVector<T>()) return v128.ne<real>(a, b); else return scalarMask<T>(a != b); }

@inline export function and<T>(a: T, b: T): T { if (isVector<T>()) return v128.and(a, b); else return scalarMask<T>(isTrue<T>(a) & isTrue<T>(b)); }
@inline export function or<T>(a: T, b: T): T { if (isVector<T>()) return v128.or(a, b); else return scalarMask<T>(isTrue<T>(a) | isTrue<T>(b)); }
@inline export function xor<T>(a: T, b: T): T { if (isVector<T>()) return v128.xor(a, b); else return scalarMask<T>(isTrue<T>(a) != isTrue<T>(b)); }
@inline export function not<T>(a: T): T { if (isVector<T>()) return v128.not(a); else return scalarMask<T>(!isTrue<T>(a)); }

/** `whenTrue` in the lanes of the mask that are true, `whenFalse` in the others. Both are computed; neither branches. */
@inline export function choose<T>(mask: T, whenTrue: T, whenFalse: T): T {
  if (isVector<T>()) return v128.bitselect(whenTrue, whenFalse, mask);
  else return select<T>(whenTrue, whenFalse, isTrue<T>(mask));
}
/** Whether some lane of the mask is true. */
@inline export function anyTrue<T>(mask: T): bool { if (isVector<T>()) return v128.any_true(mask); else return isTrue<T>(mask); }
/** Whether every lane of the mask is true. */
@inline export function allTrue<T>(mask: T): bool {
  if (isVector<T>()) return sizeof<real>() == 4 ? i32x4.all_true(mask) : i64x2.all_true(mask);
  else return isTrue<T>(mask);
}

/** The smallest number of full precision: below it a sum of squares has lost its digits. */
@inline export function smallestNormal<T>(): T {
  if (isVector<T>()) return sizeof<real>() == 4 ? v128.splat<f32>(f32.MIN_NORMAL_VALUE) : v128.splat<f64>(f64.MIN_NORMAL_VALUE);
  else return sizeof<T>() == 4 ? <T>f32.MIN_NORMAL_VALUE : <T>f64.MIN_NORMAL_VALUE;
}
/** Whether the lanes of T are f32. Decided at compile time. */
@inline export function isSinglePrecision<T>(): bool { if (isVector<T>()) return sizeof<real>() == 4; else return sizeof<T>() == 4; }
