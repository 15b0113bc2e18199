/**
 * Separating axes of two boxes: three face normals of each and nine cross products of edges, in the frame of the first (Gottschalk, Lin and
 * Manocha, "OBBTree", 1996).
 */
import { Convex } from '../shape/convex.kernel';
import {
  coreSize, EDGE_TOLERANCE, FACE_TOLERANCE, LAST_TOLERANCE, PARALLEL, Pose, relativePose, SAME_AXIS, Separation, turnInto, Vertex,
} from './polytope.kernel';

/** B in the frame of A: its axes are the columns. */
const POSE: usize = scratch<Pose>();
/** Of the vector between the centres, in the pose. */
const OFFSET: usize = offsetof<Pose>('positionx');
const LAST: usize = scratch<Vertex>();
const NORMAL: usize = scratch<Vertex>();

/** Of the rotation, without signs. */
class Rows {
  x: vec3<f64>;
  y: vec3<f64>;
  z: vec3<f64>;
}
const ABSOLUTE: usize = scratch<Rows>();

/** How far the boxes are apart along the normals of faces, and how much of these is in the axis of the last step. */
class Faces {
  separationA: vec3<f64>;
  separationB: vec3<f64>;
  lastA: vec3<f64>;
  lastB: vec3<f64>;
}
const FACES: usize = scratch<Faces>();

function at(list: usize, i: u32): f64 {
  return load<f64>(list + (i << 3));
}

/** Element (i, j) of the rotation. */
function rotation(i: u32, j: u32): f64 {
  return load<f64>(POSE + ((3 * i + j) << 3));
}

function absolute(i: u32, j: u32): f64 {
  return load<f64>(ABSOLUTE + ((3 * i + j) << 3));
}

function next(i: u32): u32 {
  return i == 2 ? 0 : i + 1;
}

/** The edge along an axis of a box that is farthest along sign·n: its ends, and a number. */
export function supportingEdge(c: Convex, axis: u32, sign: f64, separation: Separation, ends: usize): u32 {
  const n = sign * separation.normal;
  let middle = c.position;
  let half = vec3<f64>(0, 0, 0);
  let name: u32 = axis << 3;
  for (let k: u32 = 0; k < 3; k++) {
    const place: usize = changetype<usize>(c) + (k << 3);
    const size: f64 = load<f64>(place, offsetof<Convex>('sizex'));
    const arm = size * vec3<f64>(load<f64>(place), load<f64>(place, 24), load<f64>(place, 48));
    if (k == axis) {
      half = arm;
    } else if (dot(arm, n) < 0.0) {
      middle -= arm;
    } else {
      middle += arm;
      name |= <u32>1 << k;
    }
  }
  changetype<Vertex>(ends).position = middle - half;
  changetype<Vertex>(ends + offsetof<Vertex>()).position = middle + half;
  return name;
}

/** Finds the axis of the largest separation, or any along which the boxes are farther apart than the margin. `lastAxis`: 3 f64. */
export function separateBoxes(a: Convex, b: Convex, margin: f64, lastAxis: usize, out: Separation): void {
  const pose = changetype<Pose>(POSE);
  relativePose(b, a, pose);
  turnInto(a, lastAxis, 1.0, LAST);
  const t = pose.position;
  const R = pose.rotation;
  const back = transpose(R);
  const last = changetype<Vertex>(LAST).position;
  const halfA: usize = changetype<usize>(a) + offsetof<Convex>('sizex');
  const halfB: usize = changetype<usize>(b) + offsetof<Convex>('sizex');
  const sizeA = a.size;
  const sizeB = b.size;
  const size: f64 = min(coreSize(a), coreSize(b));
  const lift: f64 = LAST_TOLERANCE * size;
  const x = abs(vec3<f64>(R.m00, R.m01, R.m02));
  const y = abs(vec3<f64>(R.m10, R.m11, R.m12));
  const z = abs(vec3<f64>(R.m20, R.m21, R.m22));
  const rows = changetype<Rows>(ABSOLUTE);
  rows.x = x;
  rows.y = y;
  rows.z = z;
  const faces = changetype<Faces>(FACES);
  faces.separationA = abs(t) - sizeA - vec3<f64>(dot(sizeB, x), dot(sizeB, y), dot(sizeB, z));
  faces.separationB = abs(back * t) - sizeB - (sizeA.x * x + sizeA.y * y + sizeA.z * z);
  faces.lastA = abs(last);
  faces.lastB = abs(back * last);

  let best: f64 = -Infinity;
  let distance: f64 = -Infinity;
  let chosen: u32 = 0;
  for (let k: u32 = 0; k < 6; k++) {
    const separation = at(FACES, k);
    const score: f64 = separation + (at(FACES, k + 6) > SAME_AXIS ? lift : 0.0) - (k < 3 ? 0.0 : FACE_TOLERANCE * size);
    if (score > best) {
      best = score;
      distance = separation;
      chosen = k;
    }
  }

  if (distance <= margin) {
    const penalty: f64 = EDGE_TOLERANCE * size;
    for (let i: u32 = 0; i < 3; i++) {
      const i1 = next(i);
      const i2 = next(i1);
      for (let j: u32 = 0; j < 3; j++) {
        const j1 = next(j);
        const j2 = next(j1);
        // e_i x (column j) has the components 0, -s, c.
        const c = rotation(i1, j);
        const s = rotation(i2, j);
        const reach: f64 =
          at(halfA, i1) * absolute(i2, j) + at(halfA, i2) * absolute(i1, j) + at(halfB, j1) * absolute(i, j2) + at(halfB, j2) * absolute(i, j1);
        let separation: f64 = abs(at(POSE + OFFSET, i2) * c - at(POSE + OFFSET, i1) * s) - reach;
        // To be divided by a length of at most 1: a negative one only gets worse.
        if (separation <= min(best, 0.0)) continue;
        const square: f64 = c * c + s * s;
        if (square < PARALLEL) continue;
        const scale: f64 = 1.0 / sqrt(square);
        separation *= scale;
        const same: bool = abs(at(LAST, i2) * c - at(LAST, i1) * s) * scale > SAME_AXIS;
        const score: f64 = separation - penalty + (same ? lift : 0.0);
        if (score > best) {
          best = score;
          distance = separation;
          chosen = 6 + 3 * i + j;
        }
      }
    }
  }

  const normal = changetype<Vertex>(NORMAL);
  normal.position = vec3<f64>(0, 0, 0);
  const first: u32 = chosen < 6 ? chosen : (chosen - 6) / 3;
  const second: u32 = chosen % 3;
  if (chosen < 3) {
    store<f64>(NORMAL + (chosen << 3), 1.0);
  } else if (chosen < 6) {
    normal.position = vec3<f64>(rotation(0, second), rotation(1, second), rotation(2, second));
  } else {
    const i1 = next(first);
    store<f64>(NORMAL + (i1 << 3), -rotation(next(i1), second));
    store<f64>(NORMAL + (next(i1) << 3), rotation(i1, second));
  }
  const n = normal.position;
  const signedLength: f64 = dot(n, t) < 0.0 ? -sqrt(lengthSquared(n)) : sqrt(lengthSquared(n));
  out.normal = a.rotation * ((1.0 / signedLength) * n);
  out.distance = distance;
  out.edges = chosen >= 6 ? 1 : 0;
  if (chosen >= 6) {
    const ends: usize = changetype<usize>(out) + offsetof<Separation>('startAx');
    out.edgeA = supportingEdge(a, first, 1.0, out, ends);
    out.edgeB = supportingEdge(b, second, -1.0, out, ends + 48);
  }
}
