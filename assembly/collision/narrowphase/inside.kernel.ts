// Whether shapes are inside closed meshes: the first face that a ray from there meets is seen from behind then.
import { unrotate } from '../../math/quat.kernel';
import { shapeAt } from '../../memory/records';
import { Bvh } from '../shape/bvh';
import { childOf } from '../shape/compound';
import { Convex, placeConvex, Point, supportPoint } from '../shape/convex.kernel';
import { childPlace, Place } from '../shape/place.kernel';
import { ShapeFlag, ShapeRecord, ShapeType } from '../shape/record';
import { rayShape, shapeHit, shapeRay } from './ray-shape.kernel';

const PART: usize = scratch<Convex>();
const CHILD: usize = scratch<Place>();
const SUPPORT: usize = scratch<Point>();

/** Of a shape whose convex parts meet no triangle of the mesh, or of a point: whether one of the parts is inside the mesh, if that is closed. */
export function isInside(shape: ShapeRecord, place: Place, mesh: ShapeRecord, meshPlace: Place): bool {
  if (!(mesh.flags & ShapeFlag.Solid)) return false;
  if (shape.type != ShapeType.Compound) return isPartInside(shape, place, mesh, meshPlace);
  const count = changetype<Bvh>(<usize>shape.data).partCount;
  for (let number: u32 = 0; number < count; number++) {
    const child = childOf(shape, number);
    childPlace(place, child, changetype<Place>(CHILD));
    if (isPartInside(shapeAt(child.shape), changetype<Place>(CHILD), mesh, meshPlace)) return true;
  }
  return false;
}

/** All of the part is inside if one of its points is; its frame's origin need not be one. */
function isPartInside(shape: ShapeRecord, place: Place, mesh: ShapeRecord, meshPlace: Place): bool {
  const p = place.position;
  const q = place.orientation;
  placeConvex(changetype<Convex>(PART), shape, p.x, p.y, p.z, q.x, q.y, q.z, q.w);
  supportPoint(changetype<Convex>(PART), 0, 1, 0, SUPPORT);
  const ray = shapeRay();
  ray.origin = unrotate(meshPlace.orientation, changetype<Point>(SUPPORT).position - meshPlace.position);
  // No direction that edges of meshes are likely to have.
  ray.direction = vec3<f64>(0.5377394, 0.7283512, 0.4245607);
  ray.direction = (1 / length(ray.direction)) * ray.direction;
  ray.shape = changetype<usize>(mesh);
  ray.hollow = 1;
  ray.body = 0;
  return rayShape(Infinity) && shapeHit().behind != 0;
}
