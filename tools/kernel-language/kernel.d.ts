// biome-ignore-all lint/suspicious/noExplicitAny: TypeScript has no operators for these types
// biome-ignore-all lint/suspicious/noRedeclare: a type and its constructor share a name
/**
 * The kernel language for TypeScript: lets editors and `tsc` read `*.kernel.ts` files. TypeScript has no operator overloading,
 * so the types are `any` here; the rewriter checks kinds, and reports errors with file, line and column.
 *
 * Write lanes as `lane<T>`: TypeScript rejects arithmetic on a bare type parameter `T`, which the rewriter accepts too.
 */

/** One number in each lane of T (v128, f32 or f64). */
declare type lane<T = v128> = any;
/** x y z */
declare type vec3<T = v128> = any;
/** x y z w, w the scalar part */
declare type quat<T = v128> = any;
/** m00 m01 m02 m10 ... m22, row major */
declare type mat3<T = v128> = any;
/** Symmetric: xx yy zz xy xz yz */
declare type sym3<T = v128> = any;
/** A yes or no in each lane: the result of comparing lanes. */
declare type mask<T = v128> = any;

/** TypeScript takes every product for a number: that number may be a vector or a matrix too. */
interface Number {
  x: any;
  y: any;
  z: any;
  w: any;
  xyz: any;
  xx: any;
  yy: any;
  zz: any;
  xy: any;
  xz: any;
  yz: any;
  m00: any;
  m01: any;
  m02: any;
  m10: any;
  m11: any;
  m12: any;
  m20: any;
  m21: any;
  m22: any;
  [index: number]: any;
}

declare function vec3<T = any>(x: any, y: any, z: any): any;
declare function quat<T = any>(x: any, y: any, z: any, w: any): any;
declare function quat<T = any>(xyz: any, w: any): any;
declare function mat3<T = any>(row0: any, row1: any, row2: any): any;
declare function mat3<T = any>(symmetric: any): any;
declare function mat3<T = any>(m00: any, m01: any, m02: any, m10: any, m11: any, m12: any, m20: any, m21: any, m22: any): any;
declare function sym3<T = any>(xx: any, yy: any, zz: any, xy: any, xz: any, yz: any): any;
/** The same answer in every lane. */
declare function mask<T = any>(condition: bool): any;
/** The same number in every lane. */
declare function splat<T = any>(value: number): any;

declare function dot(a: any, b: any): any;
declare function cross(a: any, b: any): any;
declare function length(v: any): any;
declare function lengthSquared(v: any): any;
/** v / |v|: NaN where the length is zero. */
declare function normalize(v: any): any;
/** v / |v|, or the fallback where v is zero. */
declare function normalizeOr(v: any, fallback: any): any;
declare function transpose(m: any): any;
/** The matrix a bᵀ. */
declare function outer(a: any, b: any): any;
declare function trace(m: any): any;

declare function min(a: any, b: any): any;
declare function max(a: any, b: any): any;
declare function abs(a: any): any;
declare function sqrt(a: any): any;
declare function floor(a: any): any;
/** The nearest integer, ties to even. */
declare function nearest(a: any): any;
/** The magnitude of the first with the sign of the second. */
declare function copysign(magnitude: any, sign: any): any;
declare function clamp(value: any, low: any, high: any): any;

/** Lane by lane, whenTrue or whenFalse; both are computed. */
declare function select(mask: any, whenTrue: any, whenFalse: any): any;
/** Whether some lane of the mask is true. */
declare function any(mask: any): bool;
/** Whether every lane of the mask is true. */
declare function all(mask: any): bool;

/** Static memory for a record of T, or for so many records or numbers: what is there is worth something only until the call ends. */
declare function scratch<T>(count?: number): usize;
/** The same for a record and so many items right behind it, or for so many of such lists. */
declare function scratch<Head, Item>(items: number, count?: number): usize;
