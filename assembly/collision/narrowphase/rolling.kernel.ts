// Which contacts go along with their bodies while these move a little against each other. Where something round rolls, a point follows from the
// body that does: a ball, a capsule or a rounded corner has it below a point of its core, p = c - r n, a cylinder or cone below a point of its
// axis, as long as the normal stays with the other body, as that of a face does. A point that lagged behind by d would give the weight a lever,
// and a rolling body a torque of m g d that never ends.
import { Convex, Manifold, Point } from '../shape/convex.kernel';
import { HullBlock, ShapeRecord, ShapeType } from '../shape/record';
import { shapePair } from './shape-pair.kernel';

/** How a pair's contacts last; a set of bits, none of which is set where only polytopes meet. */
export const enum Lasting {
  /** Normals go with bodyA, or with bodyB: points follow the other one. */
  FaceOfA = 1,
  FaceOfB = 2,
  /** They have to be found anew when anything moves. */
  Rolls = 4,
}

/** Cosine from which on a normal is that of a face. */
const ALONG: f64 = 1 - 1e-12;

/** In Manifold.onFace: a ball's, which has one point. */
const BALL: u32 = 4;

const DIRECTION: usize = scratch<Point>();

/** Whether it is a cylinder or a cone. */
export function isTurned(c: Convex): bool {
  return c.type == <u32>ShapeType.Cylinder || c.type == <u32>ShapeType.Cone;
}

/** Whether a face of the core has the normal d. */
export function hasFace(c: Convex, dx: f64, dy: f64, dz: f64): bool {
  const d = vec3<f64>(dx, dy, dz);
  if (c.type <= <u32>ShapeType.Capsule) return false;
  if (c.type == <u32>ShapeType.Triangle) {
    const front = cross(c.cornerB - c.cornerA, c.cornerC - c.cornerA);
    return abs(dot(front, d)) > ALONG * length(front);
  }
  changetype<Point>(DIRECTION).position = transpose(c.rotation) * d;
  const own = changetype<Point>(DIRECTION).position;
  if (c.type == <u32>ShapeType.Box) return max(abs(own.x), max(abs(own.y), abs(own.z))) > ALONG;
  if (c.type == <u32>ShapeType.Cylinder) return abs(own.y) > ALONG;
  if (c.type == <u32>ShapeType.Cone) return -own.y > ALONG;
  const hull = changetype<HullBlock>(<usize>c.data);
  let plane = <usize>c.data + hull.planes;
  for (let end = plane + (<usize>hull.faceCount << 5); plane < end; plane += 32) {
    if (dot(changetype<Point>(plane).position, own) > ALONG) return true;
  }
  return false;
}

/** How round a part is, to tell which of two rolls on the other. */
function roundness(c: Convex): u32 {
  if (c.type <= <u32>ShapeType.Capsule) return 4 - c.type;
  if (isTurned(c)) return 2;
  return c.radius > 0.0 ? 1 : 0;
}

/** Notes whether the normal is that of a face of a compound's child. */
export function noteFace(first: Convex, second: Convex, found: Manifold): void {
  const now = shapePair();
  const n = found.normal;
  const flips = now.flip != 0;
  const isChildA = now.key >> 16 != 0;
  if (isChildA != flips) found.onFace = hasFace(first, n.x, n.y, n.z) ? (flips ? 2 : 1) : 0;
  else found.onFace = hasFace(second, -n.x, -n.y, -n.z) ? (flips ? 1 : 2) : 0;
  if (first.type == <u32>ShapeType.Sphere || second.type == <u32>ShapeType.Sphere) found.onFace |= BALL;
}

/** Notes how the contacts of the two parts last that were found just now. */
export function noteLasting(first: Convex, second: Convex, found: Manifold): void {
  const now = shapePair();
  const onPlane = changetype<ShapeRecord>(now.frame).type == ShapeType.HalfSpace;
  const ofFirst: u32 = onPlane ? 0 : roundness(first);
  const ofSecond = roundness(second);
  if (ofFirst + ofSecond == 0) return;
  const flips = now.flip != 0;
  const childOfA = now.key >> 16 != 0;
  const childOfB = (now.key & 0xffff) != 0;
  // The core of a compound's child is not known when its points are moved.
  const lost = (ofFirst && (flips ? childOfB : childOfA)) || (ofSecond && (flips ? childOfA : childOfB));
  const n = found.normal;
  const onFirst = onPlane || hasFace(first, n.x, n.y, n.z);
  const onSecond = !onFirst && hasFace(second, -n.x, -n.y, -n.z);
  const rolls = lost || (!onFirst && !onSecond && max(ofFirst, ofSecond) == 4);
  const ofA = (onFirst || (!onSecond && ofFirst <= ofSecond)) != flips;
  now.lasting |= rolls ? Lasting.Rolls : ofA ? Lasting.FaceOfA : Lasting.FaceOfB;
}

/** Notes how contacts last that no pair of faces tells of. */
export function noteRefused(second: Convex): void {
  if (roundness(second)) shapePair().lasting |= Lasting.Rolls;
}
