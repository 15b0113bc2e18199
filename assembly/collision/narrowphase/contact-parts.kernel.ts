// Contact points of two parts.
import { contactAt, ContactPoint, Convex, Manifold } from '../shape/convex.kernel';
import { toOuter, turnOuter } from '../shape/place.kernel';
import { ShapeFlag, ShapeRecord, ShapeType } from '../shape/record';
import { areApart, convexNormal, convexPoints } from './convex-pair.kernel';
import { addToGroups, SAME_NORMAL, SAME_PLANE, setOnlyGroup } from './groups.kernel';
import { halfSpaceManifold } from './half-space.kernel';
import { ROUND_PATCH } from './manifold-record';
import { partFilter } from './part-filter.kernel';
import { MOST_CANDIDATES } from './reduce.kernel';
import { comesThrough } from './held-side.kernel';
import { isTurned, noteFace, noteLasting, noteRefused } from './rolling.kernel';
import { firstConvex, framePlace, isOutermost, noAxis, secondConvex, shapePair } from './shape-pair.kernel';
import { correctNormal, judgeNormal, REFUSED_BYTES, refusedManifold, turnOver, Verdict } from './triangles.kernel';

/** A manifold with room for what one pair of convex shapes has before it is reduced. */
const FOUND: usize = scratch<Manifold, ContactPoint>(MOST_CANDIDATES);

export function foundManifold(): Manifold {
  return changetype<Manifold>(FOUND);
}

function isTriangles(shape: ShapeRecord): bool {
  return shape.type == ShapeType.Mesh || shape.type == ShapeType.HeightField;
}

/** The contact points of two parts. */
export function collideParts(part: u32): void {
  const now = shapePair();
  const frame = changetype<ShapeRecord>(now.frame);
  const found = foundManifold();
  const isMesh = isTriangles(frame);
  if (frame.type == ShapeType.HalfSpace) {
    halfSpaceManifold(frame.sizeX, frame.sizeY, frame.sizeZ, 0, secondConvex(), now.margin, found);
  } else {
    const remembers = !now.key && frame.type <= <u32>ShapeType.Triangle;
    const a = firstConvex();
    const b = secondConvex();
    const finds = convexNormal(a, b, now.margin, remembers ? now.axis : noAxis(), found);
    // Of what is apart the points are those of the normal that the surface allows.
    const judges = finds && isMesh && areApart(a, b);
    let verdict: Verdict = judges ? judgeNormal(frame, part, a, b, found) : Verdict.Keep;
    if (finds && verdict <= Verdict.Turn) convexPoints(a, b, now.margin, found);
    if (isMesh && (found.count || verdict > Verdict.Turn)) {
      // Triangles cut a patch into pieces, which have other corners.
      found.corners = found.count > 2 && isTurned(b) ? ROUND_PATCH : min<u32>(found.corners, 4);
      if (!judges && comesThrough(a, found)) turnOver(a, b, now.margin, found);
      else {
        if (!judges) verdict = judgeNormal(frame, part, a, b, found);
        correctNormal(frame, part, a, b, now.margin, verdict, found);
      }
      found.corners = max<u32>(found.corners, min<u32>(found.count, 4));
      // Within a closed mesh nothing is on the side of its surface.
      if (partFilter().oneWay && frame.flags & ShapeFlag.Solid && isBehind(a, found)) found.count = 0;
    }
  }
  found.onFace = 0;
  if (found.count) {
    if (now.key) noteFace(firstConvex(), secondConvex(), found);
    noteLasting(firstConvex(), secondConvex(), found);
  }
  addFound(isMesh ? part + 1 : part);
}

/** Whether a normal leads away from the front of a triangle. */
function isBehind(c: Convex, found: Manifold): bool {
  return dot(found.normal, cross(c.cornerB - c.cornerA, c.cornerC - c.cornerA)) < 0;
}

/** Hands on what all triangles refused, where nothing else is left of an overlap. */
export function collideRefused(): void {
  memory.copy(FOUND, changetype<usize>(refusedManifold()), REFUSED_BYTES);
  foundManifold().onFace = 0;
  foundManifold().corners = 0;
  if (foundManifold().count) noteRefused(secondConvex());
  addFound(0);
}

/** The least separation of points. */
function gapOf(found: Manifold): f64 {
  let least: f64 = Infinity;
  for (let k: u32 = 0; k < found.count; k++) least = min(least, contactAt(found, k).separation);
  return least;
}

/** Hands the points in foundManifold() on, in the world's axes and from the first body to the second. */
export function addFound(part: u32): void {
  const now = shapePair();
  const found = foundManifold();
  if (!found.count || (now.near < now.margin && gapOf(found) > now.near)) return;
  found.children = now.key;
  if (isOutermost()) {
    // Two convex shapes have no more than this.
    if (now.key) addToGroups(found, now.key * 0x01000193 + part, now.merge, SAME_NORMAL);
    else setOnlyGroup(found, now.merge);
    return;
  }
  const place = framePlace();
  turnOuter(place, FOUND + offsetof<Manifold>('normalx'));
  if (now.flip) found.normal = -found.normal;
  for (let k: u32 = 0; k < found.count; k++) {
    toOuter(place, changetype<usize>(contactAt(found, k)) + offsetof<ContactPoint>('positionx'));
  }
  const rolls = secondConvex().type <= <u32>ShapeType.Capsule && isTriangles(changetype<ShapeRecord>(now.frame));
  addToGroups(found, now.key * 0x01000193 + part, now.merge, rolls ? SAME_PLANE : SAME_NORMAL);
}
