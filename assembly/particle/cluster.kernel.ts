// Shape matching (Müller et al. 2005; Müller et al. 2020, 3.3): the particles of a cluster go towards where they are in its shape at rest, turned by the rotation R
// that fits them best, about their centre of mass.
//
//   A = Σ μ d qᵀ,   R maximises tr(RᵀA),   e = R q − d + Σ μ d,   x += s (e − Σ μ e)     with μ = m / Σ m, d from the first particle, q from the centre at rest
//
// Σ μ e is no more than rounding, which would be the same in every substep, and drive what is at rest. What is pressed to a part of its volume, or turned inside
// out, goes no further, and is let back slowly:
//
//   V = det(A) / (Σ μ q²)³ ≥ b,   Δxᵢ = λ cof(A) qᵢ,   λ = (b − V) / Σ μ |cof(A) q|²     with A and q over Σ μ q²
import { LANES, real } from 'precision';
import { gatherRow } from '../body/solver-body.kernel';
import { toStart } from './distance.kernel';
import { bestRotation } from './rotation.kernel';

/** Of √(Σ μ q²): how far a pass moves what is pressed too much. */
const FARTHEST: real = 0.1;
const TINY: real = 1e-30;

/** LANES clusters that share no particles; their points follow. */
export class ClusterBundle<T> {
  /** Of the cluster that has the most. */
  points: u32;
  reserved0: u32;
  reserved1: u32;
  reserved2: u32;
  rotation: quat<T>;
  /** s */
  share: lane<T>;
  /** 1 / Σ μ q², 1/m²; least V at last and now, by how much that grows in a pass. */
  scale: lane<T>;
  least: lane<T>;
  bound: lane<T>;
  growth: lane<T>;
}

/** A particle of each cluster. */
export class ClusterPoint<T> {
  /** Addresses of the displacements; where a cluster has no more points, of one that nothing moves. */
  a0: u32;
  a1: u32;
  a2: u32;
  a3: u32;
  /** From the first particle at the start of the step, and from the centre at rest, m. */
  start: vec3<T>;
  place: vec3<T>;
  /** μ */
  weight: lane<T>;
}

/** What is known of a point between two passes over them: d, and then e. */
export class ClusterWork<T> {
  way: vec3<T>;
  share: lane<T>;
}

export function clusterBytes(): usize {
  return offsetof<ClusterBundle<v128>>();
}

export function clusterPointBytes(): usize {
  return offsetof<ClusterPoint<v128>>();
}

export function clusterWorkBytes(): usize {
  return offsetof<ClusterWork<v128>>();
}

/** `work`: room for as many points as the largest cluster has. */
export function solveClusters<T>(bundles: usize, count: u32, work: usize): void {
  let at = bundles;
  for (let k: u32 = 0; k < count; k++) {
    const one = changetype<ClusterBundle<T>>(at);
    const points = at + offsetof<ClusterBundle<T>>();
    at = points + <usize>one.points * offsetof<ClusterPoint<T>>();
    solveOne(one, points, at, work);
  }
}

function solveOne<T>(one: ClusterBundle<T>, points: usize, end: usize, work: usize): void {
  const first = changetype<ClusterPoint<T>>(points);
  const [fx, fy, fz, fw] = gatherRow<T>(<usize>first.a0, <usize>first.a1, <usize>first.a2, <usize>first.a3, 0);
  const origin = vec3(fx, fy, fz);
  const share = one.share;
  let A = mat3<T>(0, 0, 0, 0, 0, 0, 0, 0, 0);
  let center = vec3<T>(0, 0, 0);
  let to = work;
  for (let at = points; at < end; at += offsetof<ClusterPoint<T>>()) {
    const point = changetype<ClusterPoint<T>>(at);
    const [x, y, z, w] = gatherRow<T>(<usize>point.a0, <usize>point.a1, <usize>point.a2, <usize>point.a3, 0);
    const way = point.start + (vec3(x, y, z) - origin);
    const load = point.weight * way;
    center += load;
    A += outer(load, point.place);
    const kept = changetype<ClusterWork<T>>(to);
    kept.way = way;
    kept.share = w > 0 ? share : 0;
    to += offsetof<ClusterWork<T>>();
  }
  const C = cofactors(one.scale * A);
  // What is flat has no volume.
  const missing = one.least > 0 ? one.bound - volumeOf(one.scale * A, C) : 0;
  one.bound = min(one.least, one.bound + one.growth);
  let swelling = splat<T>(0);
  if (any(missing > 0)) {
    let square = splat<T>(0);
    for (let at = points; at < end; at += offsetof<ClusterPoint<T>>()) {
      const point = changetype<ClusterPoint<T>>(at);
      square += point.weight * lengthSquared(C * (one.scale * point.place));
    }
    const most = (1 / FARTHEST) * sqrt(square * one.scale) * missing;
    swelling = missing > 0 ? missing / max(max(square, most), TINY) : 0;
  }
  const [rotation, R] = bestRotation(one.rotation, A);
  one.rotation = rotation;
  let mean = vec3<T>(0, 0, 0);
  to = work;
  for (let at = points; at < end; at += offsetof<ClusterPoint<T>>()) {
    const point = changetype<ClusterPoint<T>>(at);
    const kept = changetype<ClusterWork<T>>(to);
    const way = R * point.place + (center - kept.way);
    mean += point.weight * way;
    kept.way = way;
    to += offsetof<ClusterWork<T>>();
  }
  to = work;
  for (let at = points; at < end; at += offsetof<ClusterPoint<T>>()) {
    const point = changetype<ClusterPoint<T>>(at);
    const kept = changetype<ClusterWork<T>>(to);
    const swell = kept.share > 0 ? swelling * one.scale : 0;
    const change = kept.share * (kept.way - mean) + swell * (C * point.place);
    addRow<T>(<usize>point.a0, <usize>point.a1, <usize>point.a2, <usize>point.a3, change.x, change.y, change.z);
    to += offsetof<ClusterWork<T>>();
  }
}

function cofactors<T>(A: mat3<T>): mat3<T> {
  return mat3(
    A.m11 * A.m22 - A.m12 * A.m21,
    A.m12 * A.m20 - A.m10 * A.m22,
    A.m10 * A.m21 - A.m11 * A.m20,
    A.m02 * A.m21 - A.m01 * A.m22,
    A.m00 * A.m22 - A.m02 * A.m20,
    A.m01 * A.m20 - A.m00 * A.m21,
    A.m01 * A.m12 - A.m02 * A.m11,
    A.m02 * A.m10 - A.m00 * A.m12,
    A.m00 * A.m11 - A.m01 * A.m10,
  );
}

/** The determinant of a matrix with these cofactors. */
function volumeOf<T>(A: mat3<T>, C: mat3<T>): lane<T> {
  return A.m00 * C.m00 + A.m01 * C.m01 + A.m02 * C.m02;
}

/** What is smaller as the step begins stays so for now. */
function boundVolume<T>(one: ClusterBundle<T>, points: usize, end: usize): void {
  let A = mat3<T>(0, 0, 0, 0, 0, 0, 0, 0, 0);
  for (let at = points; at < end; at += offsetof<ClusterPoint<T>>()) {
    const point = changetype<ClusterPoint<T>>(at);
    A += outer(point.weight * point.start, point.place);
  }
  const scaled = one.scale * A;
  one.bound = min(one.least, volumeOf(scaled, cofactors(scaled)));
}

/** Adds to the first three numbers of LANES rows. */
function addRow<T>(p0: usize, p1: usize, p2: usize, p3: usize, x: lane<T>, y: lane<T>, z: lane<T>): void {
  const none = splat<T>(0);
  if (LANES == 4) {
    const xy01 = v128.shuffle<f32>(x, y, 0, 4, 1, 5);
    const xy23 = v128.shuffle<f32>(x, y, 2, 6, 3, 7);
    const zw01 = v128.shuffle<f32>(z, none, 0, 4, 1, 5);
    const zw23 = v128.shuffle<f32>(z, none, 2, 6, 3, 7);
    v128.store(p0, v128.add<f32>(v128.load(p0), v128.shuffle<f64>(xy01, zw01, 0, 2)));
    v128.store(p1, v128.add<f32>(v128.load(p1), v128.shuffle<f64>(xy01, zw01, 1, 3)));
    v128.store(p2, v128.add<f32>(v128.load(p2), v128.shuffle<f64>(xy23, zw23, 0, 2)));
    v128.store(p3, v128.add<f32>(v128.load(p3), v128.shuffle<f64>(xy23, zw23, 1, 3)));
  } else {
    v128.store(p0, v128.add<f64>(v128.load(p0), v128.shuffle<f64>(x, y, 0, 2)));
    v128.store(p0, v128.add<f64>(v128.load(p0, 16), v128.shuffle<f64>(z, none, 0, 2)), 16);
    v128.store(p1, v128.add<f64>(v128.load(p1), v128.shuffle<f64>(x, y, 1, 3)));
    v128.store(p1, v128.add<f64>(v128.load(p1, 16), v128.shuffle<f64>(z, none, 1, 3)), 16);
  }
}

/** The ways from the first particles at the start of the step, in f64: see packDistances. */
export function packClusters(bundles: usize, count: u32, starts: usize, displacements: usize): void {
  let at = bundles;
  for (let k: u32 = 0; k < count; k++) {
    const first = at + offsetof<ClusterBundle<v128>>();
    const end = first + <usize>changetype<ClusterBundle<v128>>(at).points * offsetof<ClusterPoint<v128>>();
    for (let point = first; point < end; point += offsetof<ClusterPoint<v128>>())
      for (let lane: usize = 0; lane < <usize>LANES; lane++) {
        const from = starts + toStart(load<u32>(first + (lane << 2)), displacements);
        const end = starts + toStart(load<u32>(point + (lane << 2)), displacements);
        const to = point + offsetof<ClusterPoint<v128>>('start') + lane * sizeof<real>();
        store<real>(to, <real>(load<f64>(end) - load<f64>(from)));
        store<real>(to, <real>(load<f64>(end, 8) - load<f64>(from, 8)), 16);
        store<real>(to, <real>(load<f64>(end, 16) - load<f64>(from, 16)), 32);
      }
    boundVolume<v128>(changetype<ClusterBundle<v128>>(at), first, end);
    at = end;
  }
}
