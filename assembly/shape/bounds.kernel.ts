// Boxes around shapes at a pose. Discs: a disc of radius r across the unit axis a reaches r sqrt(1 - a_i²) along the i-th axis of the
// world; a box reaches |R| h (Ericson, "Real-Time Collision Detection", 2005, 4.2.6).
import { rotate, rotationMatrix } from '../math/quat.kernel';
import { bodyAt, shapeAt } from '../memory/records';
import { ShapeRecord, ShapeType } from './record';

/** What has no bound reaches this far. */
export const UNBOUNDED: f64 = 1e18;
/** A plane whose normal leans less from an axis is level. */
const LEVEL: f64 = 1e-12;

/** A box. */
export class Bounds {
  low: vec3<f64>;
  high: vec3<f64>;
}

/** Where the origin of the body was that bodyBounds last looked at. */
export const BODY_ORIGIN: usize = memory.data(24, 16);

/** Writes the Bounds of a shape at a pose. */
export function boundsOf(shape: ShapeRecord, px: f64, py: f64, pz: f64, qx: f64, qy: f64, qz: f64, qw: f64, out: usize): void {
  const type = shape.type;
  const R = rotationMatrix(quat<f64>(qx, qy, qz, qw));
  let half = vec3<f64>(shape.sizeX, shape.sizeY, shape.sizeZ);
  if (type == ShapeType.HalfSpace) {
    boundHalfSpace(px, py, pz, R * half, out);
    return;
  }
  // Two ends, `tip` from the middle, and how far the shape reaches around each.
  let middle = vec3<f64>(px, py, pz);
  let tip = vec3<f64>(0, 0, 0);
  let around = vec3<f64>(0, 0, 0);
  let radius = 0.0;
  if (type <= <u32>ShapeType.Cone && type != ShapeType.Box) {
    const axis = vec3<f64>(R.m01, R.m11, R.m21);
    radius = shape.radius;
    if (type != ShapeType.Sphere) tip = half.y * axis;
    if (type >= <u32>ShapeType.Cylinder) {
      const along = axis * axis;
      around = half.x * vec3<f64>(sqrt(max(1 - along.x, 0)), sqrt(max(1 - along.y, 0)), sqrt(max(1 - along.z, 0)));
    }
    if (type == ShapeType.Cone) middle += half.z * axis;
  } else {
    if (type == ShapeType.Box) radius = shape.radius;
    else {
      const low = vec3<f64>(shape.lowX, shape.lowY, shape.lowZ);
      const high = vec3<f64>(shape.highX, shape.highY, shape.highZ);
      half = 0.5 * (high - low);
      middle += R * (0.5 * (low + high));
    }
    around = mat3(abs(R[0]), abs(R[1]), abs(R[2])) * half;
  }
  const aroundTip = type == ShapeType.Cone ? vec3<f64>(0, 0, 0) : around;
  const bounds = changetype<Bounds>(out);
  const radii = vec3<f64>(radius, radius, radius);
  bounds.low = min(middle - tip - around, middle + tip - aroundTip) - radii;
  bounds.high = max(middle - tip + around, middle + tip + aroundTip) + radii;
}

/** A half-space is bounded on one side, if its plane is level along two axes. */
function boundHalfSpace(px: f64, py: f64, pz: f64, n: vec3<f64>, out: usize): void {
  const bounds = changetype<Bounds>(out);
  const far = vec3<f64>(UNBOUNDED, UNBOUNDED, UNBOUNDED);
  bounds.low = -far;
  bounds.high = far;
  const tilted = vec3<f64>(abs(n.x) > LEVEL ? 1 : 0, abs(n.y) > LEVEL ? 1 : 0, abs(n.z) > LEVEL ? 1 : 0);
  if (tilted.x + tilted.y + tilted.z == 1) {
    const x = tilted.x > 0;
    const y = tilted.y > 0;
    const place = x ? px : y ? py : pz;
    const side = x ? n.x : y ? n.y : n.z;
    const axis: usize = x ? 0 : y ? 8 : 16;
    store<f64>(out + axis + (side > 0 ? 24 : 0), place);
  }
}

/** Writes the Bounds of a body that has a shape, and its origin to BODY_ORIGIN. */
export function bodyBounds(slot: u32, out: usize): void {
  const body = bodyAt(slot);
  const q = quat<f64>(body.orientationX, body.orientationY, body.orientationZ, body.orientationW);
  const arm = rotate(q, vec3<f64>(body.centerX, body.centerY, body.centerZ));
  const origin = vec3<f64>(body.positionX, body.positionY, body.positionZ) - arm;
  store<f64>(BODY_ORIGIN, origin.x);
  store<f64>(BODY_ORIGIN, origin.y, 8);
  store<f64>(BODY_ORIGIN, origin.z, 16);
  boundsOf(shapeAt(body.shape - 1), origin.x, origin.y, origin.z, q.x, q.y, q.z, q.w, out);
}
