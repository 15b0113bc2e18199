// The least distance of two shapes, over their parts.
import { closestPoints } from '../narrowphase/closest.kernel';
import { noAxis } from '../narrowphase/contacts.kernel';
import { firstConvex, framePlace, meeting, secondConvex } from '../narrowphase/meeting.kernel';
import { rotate } from '../math/quat.kernel';
import { Closest, supportPoint } from '../shape/convex.kernel';
import { ShapeRecord, ShapeType } from '../shape/record';
import { theAnswer, userPart } from './answer.kernel';

const CLOSEST: usize = memory.data(96, 16);

/** Compares the distance of two parts with the least so far. */
export function measureParts(part: u32): void {
  const now = meeting();
  const answer = theAnswer();
  const closest = changetype<Closest>(CLOSEST);
  const frame = changetype<ShapeRecord>(now.frame);
  const second = secondConvex();
  let firstRadius: f64 = 0;
  if (frame.type == ShapeType.HalfSpace) {
    // The point of the other that is deepest along the plane's normal, and its foot on the plane.
    const n = vec3<f64>(frame.sizeX, frame.sizeY, frame.sizeZ);
    supportPoint(second, -n.x, -n.y, -n.z, CLOSEST + offsetof<Closest>('pointBx'));
    closest.distance = dot(n, closest.pointB);
    closest.normal = n;
    closest.pointA = closest.pointB - closest.distance * n;
  } else {
    firstRadius = firstConvex().radius;
    if (!closestPoints(firstConvex(), second, answer.best + firstRadius + second.radius, noAxis(), closest)) return;
  }
  const distance = closest.distance - firstRadius - second.radius;
  if (!(distance < answer.best)) return;
  const place = framePlace();
  const n = rotate(place.orientation, closest.normal);
  const onFirst = rotate(place.orientation, closest.pointA + firstRadius * closest.normal) + place.position;
  const onSecond = rotate(place.orientation, closest.pointB - second.radius * closest.normal) + place.position;
  answer.best = distance;
  answer.part = userPart(frame, part);
  answer.child = now.key & 0xffff;
  answer.found = 1;
  if (now.flip) {
    answer.normal = -n;
    answer.pointA = onSecond;
    answer.pointB = onFirst;
  } else {
    answer.normal = n;
    answer.pointA = onFirst;
    answer.pointB = onSecond;
  }
}
