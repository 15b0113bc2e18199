import { adjugateSym3, diagonal } from '../math/mat3.kernel';
import { SINGULAR, TINY } from './constants';

/**
 * Inverse of a symmetric positive matrix; zero for the zero matrix. It is scaled by its trace, so that neither large nor small
 * bodies leave the range of numbers. A direction along which both bodies are locked has a zero row;
 * it gets an entry that leaves the other two as they are. A matrix that is singular otherwise (a pinned body that can only turn)
 * is taken for its trace, which is too stiff in no direction.
 */
export function invertSym3<T>(k: sym3<T>): sym3<T> {
  const trace = k.xx + k.yy + k.zz;
  const scale = trace > 0 ? 1 / max(trace, splat<T>(TINY)) : 0;
  const n = scale * k;
  const x = n.xx > 0 ? n.xx : 1;
  const y = n.yy > 0 ? n.yy : 1;
  const z = n.zz > 0 ? n.zz : 1;
  const [adjugate, determinant] = adjugateSym3(sym3(x, y, z, n.xy, n.xz, n.yz));
  const regular = determinant > splat<T>(SINGULAR) * (x * y * z);
  return (regular ? scale / determinant : scale) * (regular ? adjugate : diagonal(vec3<T>(1, 1, 1)));
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

/**
 * K - C^T P C: the inverse effective mass of a point while angular rows with the response P hold, C p the relative angular velocity
 * that an impulse p at the levers gives. With it a joint's linear and angular rows are solved as one block (Schur complement).
 */
export function heldInverseMass<T>(k: sym3<T>, p: sym3<T>, leverA: vec3<T>, inertiaA: sym3<T>, leverB: vec3<T>, inertiaB: sym3<T>): sym3<T> {
  const x = inertiaA * vec3(splat<T>(0), leverA.z, -leverA.y) + inertiaB * vec3(splat<T>(0), leverB.z, -leverB.y);
  const y = inertiaA * vec3(-leverA.z, splat<T>(0), leverA.x) + inertiaB * vec3(-leverB.z, splat<T>(0), leverB.x);
  const z = inertiaA * vec3(leverA.y, -leverA.x, splat<T>(0)) + inertiaB * vec3(leverB.y, -leverB.x, splat<T>(0));
  const px = p * x;
  const py = p * y;
  const pz = p * z;
  return k - sym3(dot(x, px), dot(y, py), dot(z, pz), dot(x, py), dot(x, pz), dot(y, pz));
}
