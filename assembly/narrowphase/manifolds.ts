import { PairRecord } from '../broadphase/pair-record';

/** Gives the manifolds of a pair back that ends. */
export function forgetManifolds(pair: PairRecord): void {
  pair.firstManifold = 0;
}
