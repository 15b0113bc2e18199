/**
 * Clipping of one convex polygon by the sides of another (Sutherland and Hodgman, 1974). Each point remembers the edges it lies between, so
 * that it has the same name as long as the same edges meet.
 */
import { Face, FACE_POINTS, FacePoint } from '../shape/convex.kernel';

const POINT: usize = offsetof<FacePoint>();
const MOST_CLIPPED: u32 = 512;
const FIRST: usize = scratch<FacePoint>(MOST_CLIPPED);
const SECOND: usize = scratch<FacePoint>(MOST_CLIPPED);
/** How far the points are beyond a side. */
const DISTANCES: usize = scratch<f64>(MOST_CLIPPED);

/** Names of edges have 15 bits; this one tells those of the reference face. */
const OF_REFERENCE: u32 = 0x4000;
const NUMBER: u32 = 0x3fff;

export function facePoint(face: Face, i: u32): FacePoint {
  return changetype<FacePoint>(changetype<usize>(face) + FACE_POINTS + <usize>i * POINT);
}

function copyPoint(from: usize, to: usize): void {
  v128.store(to, v128.load(from));
  v128.store(to, v128.load(from, 16), 16);
}

/**
 * Clips `incident` by the sides of `reference` along its normal, moved outward by `slack`; of two points, by the planes through these.
 * Returns the number of points and stores their address; in each, `id` names the edge that leaves it and `reserved` the one that ends there.
 */
export function clipFace(reference: Face, incident: Face, slack: f64, result: usize): u32 {
  let count = incident.count;
  const closed: bool = count > 2;
  const sides = reference.count;
  let source: usize = changetype<usize>(incident) + FACE_POINTS;
  let target: usize = FIRST;
  for (let i: u32 = 0; i < count; i++) {
    const point = facePoint(incident, i);
    point.id &= NUMBER;
    facePoint(incident, i + 1 == count ? 0 : i + 1).reserved = point.id;
  }
  for (let k: u32 = 0; k < sides && count; k++) {
    const corner = facePoint(reference, k);
    const start = corner.position;
    const along = facePoint(reference, k + 1 == sides ? 0 : k + 1).position - start;
    let side = cross(along, reference.normal);
    if (sides == 2) side = cross(side, reference.normal);
    const limit = dot(side, start) + slack * length(side);
    let farthest: f64 = -Infinity;
    for (let i: u32 = 0; i < count; i++) {
      const distance: f64 = dot(side, changetype<FacePoint>(source + <usize>i * POINT).position) - limit;
      store<f64>(DISTANCES + (i << 3), distance);
      farthest = max(farthest, distance);
    }
    if (!(farthest > 0.0)) continue;

    const name: u32 = OF_REFERENCE | (corner.id & NUMBER);
    const first: f64 = load<f64>(DISTANCES);
    let d: f64 = first;
    let made: u32 = 0;
    for (let i: u32 = 0; i < count && made + 2 <= MOST_CLIPPED; i++) {
      const here: usize = source + <usize>i * POINT;
      const point = changetype<FacePoint>(here);
      const following = changetype<FacePoint>(i + 1 == count ? source : here + POINT);
      const e: f64 = i + 1 == count ? first : load<f64>(DISTANCES + (i << 3), 8);
      const inside: bool = d <= 0.0;
      if (inside) {
        copyPoint(here, target + <usize>made * POINT);
        made++;
      }
      if (inside != e <= 0.0 && (closed || i == 0)) {
        const cut = changetype<FacePoint>(target + <usize>made * POINT);
        made++;
        const share: f64 = d / (d - e);
        const position = point.position;
        cut.position = position + share * (following.position - position);
        cut.id = inside ? name : point.id;
        cut.reserved = inside ? point.id : name;
      }
      d = e;
    }
    count = made;
    source = target;
    target = target == FIRST ? SECOND : FIRST;
  }
  store<usize>(result, source);
  return count;
}

/** Squared sine of the slope up to which an edge lies level. */
const SLOPE: f64 = 0.01;

/** Reduces a face that does not face d to its edge, or its corner, that is farthest along d. */
export function narrowFace(face: Face, dx: f64, dy: f64, dz: f64): void {
  const d = vec3<f64>(dx, dy, dz);
  const last: u32 = face.count - 1;
  let top: u32 = 0;
  let highest: f64 = -Infinity;
  for (let i: u32 = 0; i <= last; i++) {
    const height: f64 = dot(d, facePoint(face, i).position);
    if (height > highest) {
      highest = height;
      top = i;
    }
  }
  const corner = facePoint(face, top).position;
  let start: u32 = top ? top - 1 : last;
  let end: u32 = top == last ? 0 : top + 1;
  const before = corner - facePoint(face, start).position;
  const after = corner - facePoint(face, end).position;
  const forward: bool = dot(d, after) < dot(d, before);
  const down = forward ? after : before;
  const drop: f64 = dot(d, down);
  const level: bool = last > 0 && drop * drop <= SLOPE * lengthSquared(down);
  if (level && last == 1) return;
  face.count = level ? 2 : 1;
  // In the order of the face, whichever end is higher.
  if (forward || !level) start = top;
  if (!forward) end = top;
  copyPoint(changetype<usize>(facePoint(face, end)), FIRST);
  copyPoint(changetype<usize>(facePoint(face, start)), changetype<usize>(facePoint(face, 0)));
  copyPoint(FIRST, changetype<usize>(facePoint(face, 1)));
}
