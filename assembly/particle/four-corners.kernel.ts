// What constraints of four particles have in common: where the particles are, and how far from the first the others were when the step began.
import { LANES, real } from 'precision';
import { gatherRow, scatterRow } from '../body/solver-body.kernel';
import { toStart } from './distance.kernel';

/** LANES constraints that share no particles. */
export class FourCorners<T> {
  /** Addresses of the particles: displacement x y z, and 1/kg. Idle lanes have one that nothing moves. */
  a0: u32;
  a1: u32;
  a2: u32;
  a3: u32;
  b0: u32;
  b1: u32;
  b2: u32;
  b3: u32;
  c0: u32;
  c1: u32;
  c2: u32;
  c3: u32;
  d0: u32;
  d1: u32;
  d2: u32;
  d3: u32;
  /** b, c and d from a at the start of the step, m. */
  b: vec3<T>;
  c: vec3<T>;
  d: vec3<T>;
}

/** Displacements, `from` bytes behind those of now, and 1/kg. */
export function gatherCorners<T>(at: FourCorners<T>, from: usize): [vec3<T>, vec3<T>, vec3<T>, vec3<T>, lane<T>, lane<T>, lane<T>, lane<T>] {
  const [ax, ay, az, wa] = gatherRow<T>(<usize>at.a0, <usize>at.a1, <usize>at.a2, <usize>at.a3, from);
  const [bx, by, bz, wb] = gatherRow<T>(<usize>at.b0, <usize>at.b1, <usize>at.b2, <usize>at.b3, from);
  const [cx, cy, cz, wc] = gatherRow<T>(<usize>at.c0, <usize>at.c1, <usize>at.c2, <usize>at.c3, from);
  const [dx, dy, dz, wd] = gatherRow<T>(<usize>at.d0, <usize>at.d1, <usize>at.d2, <usize>at.d3, from);
  return [vec3(ax, ay, az), vec3(bx, by, bz), vec3(cx, cy, cz), vec3(dx, dy, dz), wa, wb, wc, wd];
}

export function scatterCorners<T>(
  at: FourCorners<T>, a: vec3<T>, b: vec3<T>, c: vec3<T>, d: vec3<T>, wa: lane<T>, wb: lane<T>, wc: lane<T>, wd: lane<T>,
): void {
  scatterRow<T>(<usize>at.a0, <usize>at.a1, <usize>at.a2, <usize>at.a3, 0, a.x, a.y, a.z, wa);
  scatterRow<T>(<usize>at.b0, <usize>at.b1, <usize>at.b2, <usize>at.b3, 0, b.x, b.y, b.z, wb);
  scatterRow<T>(<usize>at.c0, <usize>at.c1, <usize>at.c2, <usize>at.c3, 0, c.x, c.y, c.z, wc);
  scatterRow<T>(<usize>at.d0, <usize>at.d1, <usize>at.d2, <usize>at.d3, 0, d.x, d.y, d.z, wd);
}

/** How far what has these gradients has come in the substep. */
export function driftOfCorners<T>(
  at: FourCorners<T>, before: usize, a: vec3<T>, b: vec3<T>, c: vec3<T>, d: vec3<T>, ja: vec3<T>, jb: vec3<T>, jc: vec3<T>, jd: vec3<T>,
): lane<T> {
  const [a0, b0, c0, d0, wa, wb, wc, wd] = gatherCorners(at, before);
  return dot(ja, a - a0) + dot(jb, b - b0) + dot(jc, c - c0) + dot(jd, d - d0);
}

/** The separations at the start of the step, in f64: see packDistances. `size`: bytes of a bundle. */
export function packCorners(bundles: usize, size: usize, count: u32, starts: usize, displacements: usize): void {
  for (let k: u32 = 0; k < count; k++) {
    const at = bundles + <usize>k * size;
    for (let lane: usize = 0; lane < <usize>LANES; lane++) {
      const from = at + (lane << 2);
      const a = starts + toStart(load<u32>(from), displacements);
      for (let corner: usize = 1; corner < 4; corner++) {
        const b = starts + toStart(load<u32>(from + (corner << 4)), displacements);
        const to = at + offsetof<FourCorners<v128>>('b') + (corner - 1) * 48 + lane * sizeof<real>();
        store<real>(to, <real>(load<f64>(b) - load<f64>(a)));
        store<real>(to, <real>(load<f64>(b, 8) - load<f64>(a, 8)), 16);
        store<real>(to, <real>(load<f64>(b, 16) - load<f64>(a, 16)), 32);
      }
    }
  }
}
