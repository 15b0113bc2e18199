import { adjugateSym3 } from '../math/mat3.kernel';
import { SINGULAR, TINY } from './constants';

/**
 * Inverse of a symmetric positive matrix; zero for the zero matrix. A direction along which both bodies are locked has a zero row;
 * it gets an entry that leaves the other two as they are.
 */
export function invertSym3<T>(k: sym3<T>): sym3<T> {
  const scale = max(k.xx, max(k.yy, k.zz));
  const x = k.xx > 0 ? k.xx : scale;
  const y = k.yy > 0 ? k.yy : scale;
  const z = k.zz > 0 ? k.zz : scale;
  const [adjugate, determinant] = adjugateSym3(sym3(x, y, z, k.xy, k.xz, k.yz));
  return (determinant > 0 ? 1 / determinant : 0) * adjugate;
}

/**
 * Inverse of the symmetric positive matrix [[a, b], [b, c]] as the same three entries. Where it has rank one (bodies locked to a
 * plane) it is the pseudo-inverse, the matrix over its squared trace; zero for the zero matrix.
 */
export function invertSym2<T>(a: lane<T>, b: lane<T>, c: lane<T>): [lane<T>, lane<T>, lane<T>] {
  const trace = a + c;
  const scale = trace > 0 ? 1 / max(trace, splat<T>(TINY)) : 0;
  const x = a * scale;
  const y = b * scale;
  const z = c * scale;
  const determinant = x * z - y * y;
  const regular = determinant > splat<T>(SINGULAR);
  const factor = regular ? scale / max(determinant, splat<T>(SINGULAR)) : scale;
  return [regular ? z * factor : x * factor, regular ? -y * factor : y * factor, regular ? x * factor : z * factor];
}
