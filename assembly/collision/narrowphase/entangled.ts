// Shapes that overlap from when they are looked at first, until they hardly do any more.
import { PairFlag, PairRecord } from '../broadphase/pair-record';
import { bodyAt, shapeAt } from '../../memory/records';
import { manifoldAt, manifoldPoint } from './manifolds.kernel';

/** Of the breadth: shapes that overlap no deeper when they are looked at first touch; and those that overlap by less than the other have parted. */
const DEEP: f64 = 0.05;
const SHALLOW: f64 = 0.01;

/** Of a pair whose contacts are up to date, which was looked at first or has overlapped so far. */
export function noteEntangled(pair: PairRecord, isFirst: bool): void {
  let least: f64 = 0;
  for (let slot = pair.firstManifold; slot != 0; slot = manifoldAt(slot - 1).next) {
    const manifold = manifoldAt(slot - 1);
    for (let k: u32 = 0; k < manifold.count; k++) least = min(least, manifoldPoint(manifold, k).separation);
  }
  const breadth = min(shapeAt(bodyAt(pair.bodyA).shape - 1).breadth, shapeAt(bodyAt(pair.bodyB).shape - 1).breadth);
  const isDeep = least < -(isFirst ? DEEP : SHALLOW) * breadth;
  pair.flags = (pair.flags & ~(<u32>PairFlag.Entangled)) | (isDeep ? <u32>PairFlag.Entangled : 0);
}
