// biome-ignore-all lint/suspicious/noRedeclare: a type and its constructor share a name
// biome-ignore-all lint/suspicious/noExplicitAny: what arithmetic gives may be of any kind
/**
 * The kernel language for TypeScript: lets editors and `tsc` read `*.kernel.ts` files. TypeScript has no operator overloading: to it, arithmetic
 * gives numbers. So each kind is an enum: TypeScript computes with those, assigns numbers to them, and keeps them apart from each other. The kind
 * of what arithmetic gives is checked by the rewriter, which reports errors with file, line and column; so are lanes, which are `any` here.
 *
 * Write lanes as `lane<T>`: TypeScript rejects arithmetic on a bare type parameter `T`, which the rewriter accepts too.
 */

/** What `vec3` is to TypeScript, and so on. */
declare enum Vec3 {
  x,
}
declare enum Quat {
  x,
}
declare enum Mat3 {
  m00,
}
declare enum Sym3 {
  xx,
}

/** What the lanes of a kind are in. */
interface Lanes<T> {
  lanes?: T;
}

/** One number in each lane of T (v128, f32 or f64). */
declare type lane<T = v128> = any;
/** x y z */
declare type vec3<T = v128> = Vec3 & Lanes<T> & { x: lane<T>; y: lane<T>; z: lane<T> };
/** x y z w, w the scalar part */
declare type quat<T = v128> = Quat & Lanes<T> & { x: lane<T>; y: lane<T>; z: lane<T>; w: lane<T>; xyz: vec3<T> };
/** m00 m01 m02 m10 ... m22, row major */
declare type mat3<T = v128> = Mat3 & Lanes<T>;
/** Symmetric: xx yy zz xy xz yz */
declare type sym3<T = v128> = Sym3 & Lanes<T> & { xx: lane<T>; yy: lane<T>; zz: lane<T>; xy: lane<T>; xz: lane<T>; yz: lane<T> };
/** A yes or no in each lane: the result of comparing lanes. */
declare type mask<T = v128> = boolean & Lanes<T>;

/** TypeScript takes every product for a number: that number may be a vector or a matrix too. */
interface Number {
  lanes?: any;
  x: lane<any>;
  y: lane<any>;
  z: lane<any>;
  w: lane<any>;
  xyz: vec3<any>;
  xx: lane<any>;
  yy: lane<any>;
  zz: lane<any>;
  xy: lane<any>;
  xz: lane<any>;
  yz: lane<any>;
  m00: lane<any>;
  m01: lane<any>;
  m02: lane<any>;
  m10: lane<any>;
  m11: lane<any>;
  m12: lane<any>;
  m20: lane<any>;
  m21: lane<any>;
  m22: lane<any>;
  [index: number]: lane<any>;
}

interface Boolean {
  lanes?: any;
}

declare function vec3<T = any>(x: number, y: number, z: number): vec3<T>;
declare function quat<T = any>(x: number, y: number, z: number, w: number): quat<T>;
declare function quat<T = any>(xyz: vec3<T>, w: number): quat<T>;
declare function mat3<T = any>(row0: vec3<T>, row1: vec3<T>, row2: vec3<T>): mat3<T>;
declare function mat3<T = any>(symmetric: sym3<T>): mat3<T>;
declare function mat3<T = any>(
  m00: number,
  m01: number,
  m02: number,
  m10: number,
  m11: number,
  m12: number,
  m20: number,
  m21: number,
  m22: number,
): mat3<T>;
declare function sym3<T = any>(xx: number, yy: number, zz: number, xy: number, xz: number, yz: number): sym3<T>;
/** The same answer in every lane. */
declare function mask<T = any>(condition: bool): mask<T>;
/** The same number in every lane. */
declare function splat<T = any>(value: number): lane<T>;

declare function dot<T = any>(a: vec3<T>, b: vec3<T>): lane<T>;
declare function cross<T = any>(a: vec3<T>, b: vec3<T>): vec3<T>;
declare function length<T = any>(v: vec3<T> | quat<T>): lane<T>;
declare function lengthSquared<T = any>(v: vec3<T>): lane<T>;
/** v / |v|: NaN where the length is zero. */
declare function normalize<T = any>(v: vec3<T>): vec3<T>;
/** v / |v|, or the fallback where v is zero. */
declare function normalizeOr<T = any>(v: vec3<T>, fallback: vec3<T>): vec3<T>;
declare function transpose<T = any>(m: mat3<T>): mat3<T>;
/** The matrix a bᵀ. */
declare function outer<T = any>(a: vec3<T>, b: vec3<T>): mat3<T>;
declare function trace<T = any>(m: mat3<T> | sym3<T>): lane<T>;

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
