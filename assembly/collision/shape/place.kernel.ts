import { BodyRecord } from '../../body/record';
import { conjugate, qmul, rotate, unrotate } from '../../math/quat.kernel';
import { ChildRecord } from './record';

// Poses of shapes, in double precision.

/** Where a shape's frame is, in a frame that is wider. */
export class Place {
  position: vec3<f64>;
  orientation: quat<f64>;
}

/** The place of a body's shape, seen from the world's axes at a point of the world. */
export function bodyPlace(body: BodyRecord, fromX: f64, fromY: f64, fromZ: f64, out: Place): void {
  const q = quat<f64>(body.orientationX, body.orientationY, body.orientationZ, body.orientationW);
  const center = vec3<f64>(body.positionX - fromX, body.positionY - fromY, body.positionZ - fromZ);
  out.position = center - rotate(q, vec3<f64>(body.centerX, body.centerY, body.centerZ));
  out.orientation = q;
}

/** The place of a compound's child where that of the compound is. */
export function childPlace(compound: Place, child: ChildRecord, out: Place): void {
  const q = compound.orientation;
  out.position = compound.position + rotate(q, vec3<f64>(child.positionX, child.positionY, child.positionZ));
  out.orientation = qmul(q, quat<f64>(child.orientationX, child.orientationY, child.orientationZ, child.orientationW));
}

/** A place seen from the frame at another. */
export function relativePlace(place: Place, from: Place, out: Place): void {
  out.position = unrotate(from.orientation, place.position - from.position);
  out.orientation = qmul(conjugate(from.orientation), place.orientation);
}

/** Takes a point out of the frame at a place: three f64, changed where they lie. */
export function toOuter(place: Place, point: usize): void {
  const p = rotate(place.orientation, vec3<f64>(load<f64>(point), load<f64>(point, 8), load<f64>(point, 16))) + place.position;
  store<f64>(point, p.x);
  store<f64>(point, p.y, 8);
  store<f64>(point, p.z, 16);
}

/** Takes a direction out of it. */
export function turnOuter(place: Place, direction: usize): void {
  const d = rotate(place.orientation, vec3<f64>(load<f64>(direction), load<f64>(direction, 8), load<f64>(direction, 16)));
  store<f64>(direction, d.x);
  store<f64>(direction, d.y, 8);
  store<f64>(direction, d.z, 16);
}

/** Takes a direction into the frame at a place. */
export function turnInner(place: Place, direction: usize): void {
  const d = unrotate(place.orientation, vec3<f64>(load<f64>(direction), load<f64>(direction, 8), load<f64>(direction, 16)));
  store<f64>(direction, d.x);
  store<f64>(direction, d.y, 8);
  store<f64>(direction, d.z, 16);
}
