// Where a pair bears. Contacts that are found anew have other points, those on an edge that a body passes for instance, of which some have borne nothing: loads change as little
// as they can so that their sum, and where it acts as seen from the lighter body, stay. Friction acts there, and would turn what slides otherwise.
//
//   f_k + w_k (a + b x_k + c y_k),   Σ f = F,   Σ f x = F x_0,   Σ f y = F y_0,
//
// x and y in the plane of contact, w less for points that are farther away.
import { typeOf } from '../../body/activity';
import { BodyType } from '../../body/record';
import { PairRecord } from '../broadphase/pair-record';
import { orthonormalBasis } from '../../math/vec3.kernel';
import { bodyAt } from '../../memory/records';
import { Point } from '../shape/convex.kernel';
import { manifoldAt, manifoldPoint } from './manifolds.kernel';
import { ALIKE } from './remembered.kernel';

/** m: a point that is farther away than the nearest by this counts half. */
const NEAR: f64 = 1e-3;

/** Of the spread of the points, which say little about what is across where they nearly lie in a line. */
const RIDGE: f64 = 1e-2;

/** What the pair bore, and its sums of loads times normals, and times arms from the centre of mass of each body. */
// @ts-ignore: decorator
@unmanaged
class Borne {
  force: f64;
  normal: vec3<f64>;
  armA: vec3<f64>;
  armB: vec3<f64>;
}
const BORNE: usize = scratch<Borne>();
/** Of the points of a manifold: x, y and weight. */
const PLACES: usize = scratch<Point>(4);

function theBorne(): Borne {
  return changetype<Borne>(BORNE);
}

/** Before the contacts of a pair are found anew. */
export function noteBorne(pair: PairRecord): void {
  const borne = theBorne();
  memory.fill(BORNE, 0, offsetof<Borne>());
  for (let slot = pair.firstManifold; slot != 0; slot = manifoldAt(slot - 1).next) {
    const manifold = manifoldAt(slot - 1);
    for (let k: u32 = 0; k < manifold.count; k++) {
      const point = manifoldPoint(manifold, k);
      const force = point.force;
      borne.force += force;
      borne.normal += force * vec3<f64>(manifold.normalX, manifold.normalY, manifold.normalZ);
      borne.armA += force * vec3<f64>(point.anchorAX, point.anchorAY, point.anchorAZ);
      borne.armB += force * vec3<f64>(point.anchorBX, point.anchorBY, point.anchorBZ);
    }
  }
}

function isLighterB(pair: PairRecord): bool {
  const a = bodyAt(pair.bodyA);
  const b = bodyAt(pair.bodyB);
  return typeOf(b) == BodyType.Dynamic && (typeOf(a) != BodyType.Dynamic || b.mass <= a.mass);
}

/** Once the points of a pair have the loads of those that were there before: where one manifold bears all of them, they act where they did. */
export function keepBearingCenter(pair: PairRecord): void {
  const borne = theBorne();
  if (!(borne.force > 0) || !pair.firstManifold) return;
  const manifold = manifoldAt(pair.firstManifold - 1);
  const n = vec3<f64>(manifold.normalX, manifold.normalY, manifold.normalZ);
  if (manifold.next || manifold.count < 2 || dot(borne.normal, n) < ALIKE * borne.force) return;
  const onB = isLighterB(pair);
  const inverse = 1 / borne.force;
  const sum = vec3<f64>(onB ? borne.armB.x : borne.armA.x, onB ? borne.armB.y : borne.armA.y, onB ? borne.armB.z : borne.armA.z);
  const center = inverse * sum;
  const [t, u] = orthonormalBasis<f64>(n);
  let nearest = manifoldPoint(manifold, 0).separation;
  for (let k: u32 = 1; k < manifold.count; k++) nearest = min(nearest, manifoldPoint(manifold, k).separation);
  let weights: f64 = 0;
  let middleX: f64 = 0;
  let middleY: f64 = 0;
  let load: f64 = 0;
  for (let k: u32 = 0; k < manifold.count; k++) {
    const point = manifoldPoint(manifold, k);
    const place = changetype<Point>(PLACES + <usize>k * offsetof<Point>());
    const away = (point.separation - nearest) / NEAR;
    const weight = 1 / (1 + away * away);
    const x = onB ? point.anchorBX : point.anchorAX;
    const y = onB ? point.anchorBY : point.anchorAY;
    const z = onB ? point.anchorBZ : point.anchorAZ;
    const arm = vec3<f64>(x, y, z) - center;
    place.position = vec3<f64>(dot(arm, t), dot(arm, u), weight);
    weights += weight;
    middleX += weight * place.position.x;
    middleY += weight * place.position.y;
    load += point.force;
  }
  middleX /= weights;
  middleY /= weights;
  // Sums that are to become zero, from the middle of the points.
  let missingX: f64 = 0;
  let missingY: f64 = 0;
  let xx: f64 = 0;
  let xy: f64 = 0;
  let yy: f64 = 0;
  for (let k: u32 = 0; k < manifold.count; k++) {
    const place = changetype<Point>(PLACES + <usize>k * offsetof<Point>());
    const x = place.position.x - middleX;
    const y = place.position.y - middleY;
    const force = manifoldPoint(manifold, k).force;
    xx += place.position.z * x * x;
    xy += place.position.z * x * y;
    yy += place.position.z * y * y;
    missingX -= force * x;
    missingY -= force * y;
  }
  missingX -= borne.force * middleX;
  missingY -= borne.force * middleY;
  const ridge = RIDGE * (xx + yy);
  xx += ridge;
  yy += ridge;
  const determinant = xx * yy - xy * xy;
  if (!(determinant > 0)) return;
  const level = (borne.force - load) / weights;
  const slopeX = (yy * missingX - xy * missingY) / determinant;
  const slopeY = (xx * missingY - xy * missingX) / determinant;
  let whole: f64 = 0;
  for (let k: u32 = 0; k < manifold.count; k++) {
    const place = changetype<Point>(PLACES + <usize>k * offsetof<Point>());
    const point = manifoldPoint(manifold, k);
    const change = place.position.z * (level + slopeX * (place.position.x - middleX) + slopeY * (place.position.y - middleY));
    point.force = max(point.force + change, 0);
    whole += point.force;
  }
  if (!(whole > 0)) return;
  for (let k: u32 = 0; k < manifold.count; k++) manifoldPoint(manifold, k).force *= borne.force / whole;
}
