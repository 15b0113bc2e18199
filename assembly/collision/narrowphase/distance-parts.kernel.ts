// The least distance of two shapes, over their parts.
import { closestPoints } from './closest.kernel';
import { firstConvex, framePlace, noAxis, Operation, secondConvex, shapePair } from './shape-pair.kernel';
import { rotate } from '../../math/quat.kernel';
import { Closest, supportPoint } from '../shape/convex.kernel';
import { ShapeRecord, ShapeType } from '../shape/record';
import { theAnswer, userPart } from './answer.kernel';
import { pointConvex } from './point-convex.kernel';

const CLOSEST: usize = scratch<Closest>();

/** Compares the distance of two parts with the least so far. */
export function measureParts(part: u32): void {
  const now = shapePair();
  const answer = theAnswer();
  if (now.operation == Operation.Overlap && answer.found) return;
  const closest = changetype<Closest>(CLOSEST);
  const second = secondConvex();
  let firstRadius: f64 = 0;
  if (changetype<ShapeRecord>(now.frame).type == ShapeType.HalfSpace) {
    // The point of the other that is deepest along the plane's normal, and its foot on the plane.
    const frame = changetype<ShapeRecord>(now.frame);
    const n = vec3<f64>(frame.sizeX, frame.sizeY, frame.sizeZ);
    supportPoint(second, -n.x, -n.y, -n.z, CLOSEST + offsetof<Closest>('pointBx'));
    closest.distance = dot(n, closest.pointB);
    closest.normal = n;
    closest.pointA = closest.pointB - closest.distance * n;
  } else if (second.type == <u32>ShapeType.Sphere) {
    const p = second.position;
    pointConvex(firstConvex(), p.x, p.y, p.z, closest);
  } else {
    firstRadius = firstConvex().radius;
    if (!closestPoints(firstConvex(), second, answer.best + firstRadius + second.radius, noAxis(), closest)) return;
  }
  keepDistance(closest, firstRadius, second.radius, part);
}

/** Takes over the nearest points of two parts, to which radii are still to be added, if none are nearer. */
export function keepDistance(closest: Closest, firstRadius: f64, secondRadius: f64, part: u32): void {
  const now = shapePair();
  const answer = theAnswer();
  const distance = closest.distance - firstRadius - secondRadius;
  if (!(distance < answer.best)) return;
  const place = framePlace();
  const n = rotate(place.orientation, closest.normal);
  const onFirst = rotate(place.orientation, closest.pointA + firstRadius * closest.normal) + place.position;
  const onSecond = rotate(place.orientation, closest.pointB - secondRadius * closest.normal) + place.position;
  answer.best = distance;
  answer.part = userPart(changetype<ShapeRecord>(now.frame), part);
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
