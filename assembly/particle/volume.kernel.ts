// A closed surface that keeps `rest` of volume, in f64 in both builds: C = V − V₀ (Müller et al. 2007, section 4.4, in the form of XPBD).
//
//   V = Σ a·n / 6,   ∇ᵢV = Σ n / 6 over the triangles at a particle,   n = (b − a) × (c − a),   which on a closed surface are those of Σ a·(b × c) / 6
import { real } from 'precision';
import { toStart } from './distance.kernel';

/** Bytes of a point and of a gradient: x y z and 0. */
const POINT: usize = 32;

export class Volume {
  particles: u32;
  triangles: u32;
  /** Addresses: of the displacements' addresses; of three places of points for each triangle, bytes; of the points; of their gradients. */
  rows: u32;
  corners: u32;
  points: u32;
  gradients: u32;
  /** m³, m³/Pa, s */
  rest: f64;
  compliance: f64;
  damping: f64;
  /** Of the substep, and the sum of those before it. */
  lambda: f64;
  sum: f64;
}

export function volumeBytes(): usize {
  return offsetof<Volume>();
}

/** `starts`: four f64 a particle; `displacements`: address of the first; `before`: from one to that at the start of the substep, bytes. */
export function solveVolumes(volumes: usize, count: u32, starts: usize, displacements: usize, before: usize, h: f64, first: bool): void {
  for (let k: u32 = 0; k < count; k++) {
    const one = changetype<Volume>(volumes + <usize>k * offsetof<Volume>());
    if (first) {
      one.sum += one.lambda;
      one.lambda = 0;
    }
    // A stranger's snapshot may have some without triangles.
    if (one.particles > 0) solveOne(one, starts, displacements, before, h);
  }
}

function row(one: Volume, k: u32): usize {
  return <usize>load<u32>(<usize>one.rows + (<usize>k << 2));
}

function displacement(at: usize): vec3<f64> {
  return vec3<f64>(<f64>load<real>(at), <f64>load<real>(at, sizeof<real>()), <f64>load<real>(at, 2 * sizeof<real>()));
}

function vectorAt(at: usize): vec3<f64> {
  return vec3<f64>(load<f64>(at), load<f64>(at, 8), load<f64>(at, 16));
}

function put(at: usize, v: vec3<f64>): void {
  store<f64>(at, v.x);
  store<f64>(at, v.y, 8);
  store<f64>(at, v.z, 16);
}

function solveOne(one: Volume, starts: usize, displacements: usize, before: usize, h: f64): void {
  const points = <usize>one.points;
  const gradients = <usize>one.gradients;
  // About one of its own points, so that far from the origin nothing is lost.
  const origin = row(one, 0);
  const o = vectorAt(starts + toStart(<u32>origin, displacements)) + displacement(origin);
  for (let k: u32 = 0; k < one.particles; k++) {
    const at = row(one, k);
    put(points + <usize>k * POINT, vectorAt(starts + toStart(<u32>at, displacements)) + displacement(at) - o);
    put(gradients + <usize>k * POINT, vec3<f64>(0, 0, 0));
  }
  let six: f64 = 0;
  let corner = <usize>one.corners;
  for (let k: u32 = 0; k < one.triangles; k++) {
    const i = <usize>load<u32>(corner);
    const j = <usize>load<u32>(corner, 4);
    const l = <usize>load<u32>(corner, 8);
    const a = vectorAt(points + i);
    const n = cross(vectorAt(points + j) - a, vectorAt(points + l) - a);
    six += dot(a, n);
    put(gradients + i, vectorAt(gradients + i) + n);
    put(gradients + j, vectorAt(gradients + j) + n);
    put(gradients + l, vectorAt(gradients + l) + n);
    corner += 12;
  }
  let sum: f64 = 0;
  let speed: f64 = 0;
  for (let k: u32 = 0; k < one.particles; k++) {
    const at = row(one, k);
    const g = vectorAt(gradients + <usize>k * POINT);
    sum += <f64>load<real>(at, 3 * sizeof<real>()) * lengthSquared(g);
    speed += dot(g, displacement(at) - displacement(at + before));
  }
  if (!(sum > 0)) return;
  const gamma = (one.compliance * one.damping) / h;
  const scaled = one.compliance / (h * h);
  const change = (one.rest - six / 6 - scaled * one.lambda - gamma * (speed / 6)) / (((1 + gamma) * sum) / 36 + scaled);
  one.lambda += change;
  for (let k: u32 = 0; k < one.particles; k++) {
    const at = row(one, k);
    const moved = displacement(at) + ((<f64>load<real>(at, 3 * sizeof<real>()) * change) / 6) * vectorAt(gradients + <usize>k * POINT);
    store<real>(at, <real>moved.x);
    store<real>(at, <real>moved.y, sizeof<real>());
    store<real>(at, <real>moved.z, 2 * sizeof<real>());
  }
}
