import type { Body } from '../body/body.ts';
import { ArrayCollisionMatrix } from '../collision/matrices.ts';

/** A matrix that is asked, and not written. */
export function answering(touch: (a: Body, b: Body) => boolean): ArrayCollisionMatrix {
  const matrix = new ArrayCollisionMatrix();
  matrix.get = (bi, bj) => (touch(bi, bj) ? 1 : 0);
  return matrix;
}
