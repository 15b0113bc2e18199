// On which side of a surface a body is that is more than half through it: on that where its last contact with this place was.
import { BodyRecord } from '../../body/record';
import { bodyAt } from '../../memory/records';
import { rotate, unrotate } from '../../math/quat.kernel';
import { Convex, Manifold } from '../shape/convex.kernel';
import { manifoldAt, manifoldPoint } from './manifolds.kernel';
import { framePlace, shapePair } from './shape-pair.kernel';
import { deepestOf } from './triangles.kernel';

/** Cosine from which on two normals are of one side. */
const LIKE: f64 = 0.7;
/** Of the lesser breadth: a contact so far from the plane of a triangle was with another surface. */
const NEAR: f64 = 0.5;

/** Whether an overlap with a triangle, in the frame of its surface, has the normal of the other side than the contacts that the pair has had until now. */
export function comesThrough(c: Convex, found: Manifold): bool {
  const now = shapePair();
  if (!now.held || deepestOf(found) >= 0) return false;
  const place = framePlace();
  const n = (now.flip ? -1.0 : 1.0) * rotate(place.orientation, found.normal);
  const across = cross(c.cornerB - c.cornerA, c.cornerC - c.cornerA);
  const near = NEAR * now.breadth * length(across);
  const a: BodyRecord = bodyAt(now.bodyA);
  let through = false;
  for (let slot = now.held; slot != 0; slot = manifoldAt(slot - 1).next) {
    const manifold = manifoldAt(slot - 1);
    const normal = vec3<f64>(manifold.normalX, manifold.normalY, manifold.normalZ);
    const cosine = dot(n, normal);
    if (cosine > LIKE) return false;
    if (cosine > -LIKE) continue;
    const point = manifoldPoint(manifold, 0);
    const arm = vec3<f64>(manifold.originX - a.positionX + point.anchorAX, manifold.originY - a.positionY + point.anchorAY, manifold.originZ - a.positionZ + point.anchorAZ);
    const before = arm + (now.flip ? point.separation : 0.0) * normal - place.position;
    if (abs(dot(unrotate(place.orientation, before) - c.cornerA, across)) <= near) through = true;
  }
  return through;
}
