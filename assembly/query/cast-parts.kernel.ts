// When a moving shape first touches another, over their parts.
import { CastHit, castConvex } from '../narrowphase/cast.kernel';
import { firstConvex, framePlace, meeting, secondConvex, wayIn } from '../narrowphase/meeting.kernel';
import { rotate } from '../math/quat.kernel';
import { supportPoint } from '../shape/convex.kernel';
import { ShapeRecord, ShapeType } from '../shape/record';
import { theAnswer, userPart } from './answer.kernel';

const HIT: usize = memory.data(96, 16);
const SUPPORT: usize = memory.data(32, 16);

/** Compares the fraction of the way at which two parts touch with the least so far. */
export function castParts(part: u32): void {
  const now = meeting();
  const answer = theAnswer();
  const frame = changetype<ShapeRecord>(now.frame);
  const hit = changetype<CastHit>(HIT);
  const way = wayIn(now.framePlace);
  const x = load<f64>(way);
  const y = load<f64>(way, 8);
  const z = load<f64>(way, 16);
  // The convex shape moves where the frame is the second shape's, and the frame's where it is the first's.
  const touches = now.flip
    ? frame.type == ShapeType.HalfSpace
      ? castOntoPlane(frame, x, y, z)
      : castConvex(secondConvex(), firstConvex(), x, y, z, 0, hit)
    : frame.type != ShapeType.HalfSpace && castConvex(firstConvex(), secondConvex(), x, y, z, 0, hit);
  if (!touches || !(hit.fraction < answer.best)) return;
  const place = framePlace();
  answer.best = hit.fraction;
  answer.normal = rotate(place.orientation, hit.normal);
  answer.pointB = rotate(place.orientation, hit.point) + place.position;
  answer.part = userPart(frame, part);
  answer.child = now.key & 0xffff;
  answer.found = 1;
}

/** The second part moves by (x, y, z) and meets the plane of the frame's half-space. */
function castOntoPlane(frame: ShapeRecord, x: f64, y: f64, z: f64): bool {
  const hit = changetype<CastHit>(HIT);
  const n = vec3<f64>(frame.sizeX, frame.sizeY, frame.sizeZ);
  supportPoint(secondConvex(), -n.x, -n.y, -n.z, SUPPORT);
  const way = vec3<f64>(x, y, z);
  const lowest = vec3<f64>(load<f64>(SUPPORT), load<f64>(SUPPORT, 8), load<f64>(SUPPORT, 16)) - secondConvex().radius * n;
  const height = dot(n, lowest);
  const fall = -dot(n, way);
  if (height > 0 && !(fall >= height)) return false;
  hit.fraction = height > 0 ? height / fall : 0;
  hit.normal = -n;
  hit.point = lowest + hit.fraction * way;
  if (height < 0) hit.point -= height * n;
  return true;
}
