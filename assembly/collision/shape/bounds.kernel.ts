// Boxes around shapes at a pose. Discs: a disc of radius r across the unit axis a reaches r sqrt(1 - a_i²) along the i-th axis of the
// world; a box reaches |R| h (Ericson, "Real-Time Collision Detection", 2005, 4.2.6).
import { rotate, rotationMatrix } from '../../math/quat.kernel';
import { bodyAt, shapeAt } from '../../memory/records';
import { ShapeRecord, ShapeType } from './record';

/** What has no bound reaches this far. */
export const UNBOUNDED: f64 = 1e18;
/** A plane is level whose normal has at least so much of an axis, and its tilt raises it by no more than this within a million metres. */
const LEVEL: f64 = 1 - 1e-15;
const TILT: f64 = 0.05;

/** A box. */
export class Bounds {
  low: vec3<f64>;
  high: vec3<f64>;
}

/** A pose. */
class Place {
  rotation: mat3<f64>;
  position: vec3<f64>;
}

class Origin {
  position: vec3<f64>;
}

/** The pose of the shape that boundsOf looks at; a loop over its axes is a third of the code. */
const PLACE: usize = scratch<Place>();

/** Where the origin of the body was that bodyBounds last looked at. */
export const BODY_ORIGIN: usize = scratch<Origin>();

/** Writes the Bounds of a shape at a pose. */
export function boundsOf(shape: ShapeRecord, px: f64, py: f64, pz: f64, qx: f64, qy: f64, qz: f64, qw: f64, out: usize): void {
  const place = changetype<Place>(PLACE);
  place.rotation = rotationMatrix(quat<f64>(qx, qy, qz, qw));
  place.position = vec3<f64>(px, py, pz);
  const type = shape.type;
  let half = vec3<f64>(shape.sizeX, shape.sizeY, shape.sizeZ);
  let middle = vec3<f64>(0, 0, 0);
  let radius = shape.radius;
  if (type >= <u32>ShapeType.Hull && type != ShapeType.HalfSpace) {
    const low = vec3<f64>(shape.lowX, shape.lowY, shape.lowZ);
    const high = vec3<f64>(shape.highX, shape.highY, shape.highZ);
    half = 0.5 * (high - low);
    middle = 0.5 * (high + low);
    radius = 0;
  } else if (type == ShapeType.Cone) middle = vec3<f64>(0, half.z, 0);
  for (let axis: usize = 0; axis < 3; axis++) {
    const at = PLACE + 24 * axis;
    const row = vec3<f64>(load<f64>(at), load<f64>(at, 8), load<f64>(at, 16));
    const center = load<f64>(PLACE + (axis << 3), offsetof<Place>('position')) + dot(row, middle);
    let low = center;
    let high = center;
    if (type == ShapeType.HalfSpace) {
      const n = dot(row, half);
      high = n < LEVEL ? UNBOUNDED : center + TILT;
      low = n > -LEVEL ? -UNBOUNDED : center - TILT;
    } else if (type > <u32>ShapeType.Cone || type == ShapeType.Box) {
      const reach = abs(row.x) * half.x + abs(row.y) * half.y + abs(row.z) * half.z;
      low -= reach;
      high += reach;
    } else if (type != ShapeType.Sphere) {
      // Two ends; a disc around the lower one, or around both.
      const tip = row.y * half.y;
      const disc = type == ShapeType.Capsule ? 0.0 : half.x * sqrt(max(1 - row.y * row.y, 0));
      const tipDisc = type == ShapeType.Cone ? 0.0 : disc;
      low += min(-tip - disc, tip - tipDisc);
      high += max(-tip + disc, tip + tipDisc);
    }
    store<f64>(out + (axis << 3), low - radius);
    store<f64>(out + (axis << 3), high + radius, 24);
  }
}

/** Writes the Bounds of a body that has a shape, and its origin to BODY_ORIGIN. */
export function bodyBounds(slot: u32, out: usize): void {
  const body = bodyAt(slot);
  const q = quat<f64>(body.orientationX, body.orientationY, body.orientationZ, body.orientationW);
  const arm = rotate(q, vec3<f64>(body.centerX, body.centerY, body.centerZ));
  const origin = changetype<Origin>(BODY_ORIGIN);
  origin.position = vec3<f64>(body.positionX, body.positionY, body.positionZ) - arm;
  const p = origin.position;
  boundsOf(shapeAt(body.shape - 1), p.x, p.y, p.z, q.x, q.y, q.z, q.w, out);
}
