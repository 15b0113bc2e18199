// Edges inside of a compound. Where its parts lie side by side their faces go on, but an edge between them would stop what comes along: a normal
// that leans over the face that the other body is on. A convex body on a face does not get to what lies below the plane of that face.
import { contactAt, Manifold } from '../shape/convex.kernel';
import { ShapeRecord, ShapeType } from '../shape/record';
import { finishedGroup, groupCount, SAME_NORMAL } from './groups.kernel';

/** Of the lesser breadth: an edge that stands out by less counts as level. */
export const LEVEL: f64 = 1e-3;

/** Which of two shapes, 1 or 2, is a compound that meets something convex; 0: neither. */
export function seamedSide(a: ShapeRecord, b: ShapeRecord): u32 {
  if (a.type == ShapeType.Compound) return b.type <= <u32>ShapeType.Hull ? 1 : 0;
  return b.type == ShapeType.Compound && a.type <= <u32>ShapeType.Hull ? 2 : 0;
}

function nearest(group: Manifold): f64 {
  let least = contactAt(group, 0).separation;
  for (let k: u32 = 1; k < group.count; k++) least = min(least, contactAt(group, k).separation);
  return least;
}

/** How far a point of one group lies above the plane of another, on the compound. */
function heightOf(group: Manifold, k: u32, plane: Manifold, sign: f64): f64 {
  const point = contactAt(group, k);
  const base = contactAt(plane, 0);
  const half = 0.5 * sign;
  const way = point.position - half * point.separation * group.normal - base.position + half * base.separation * plane.normal;
  return sign * dot(way, plane.normal);
}

/** Whether a group lies below the plane of a face of the compound that is nearer. */
export function isSeam(index: u32, side: u32, breadth: f64): bool {
  const group = finishedGroup(index);
  const sign: f64 = side == 1 ? 1 : -1;
  const own = nearest(group);
  for (let other: u32 = 0; other < groupCount(); other++) {
    const plane = finishedGroup(other);
    if (other == index || !(plane.onFace & side)) continue;
    // Two faces that go on in each other, of children that have something of their own.
    if (group.onFace & side && dot(group.normal, plane.normal) > SAME_NORMAL) continue;
    const there = nearest(plane);
    if (there > own || (there == own && other > index)) continue;
    let k: u32 = 0;
    while (k < group.count && heightOf(group, k, plane, sign) <= LEVEL * breadth) k++;
    if (k == group.count) return true;
  }
  return false;
}
