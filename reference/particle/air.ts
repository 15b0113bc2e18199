// What the air does to the triangles of a set: with u the velocity of a triangle less that of the air, n its normal and A its area,
//
//   F = −A |û·n| |u| drag u + A |û·n| |u|² lift l,   l = −sign(û·n) n + |û·n| û: across û, in the plane of û and n
import { ParticleSetRecord } from '../../bindings/core/layout.ts';
import type { StateMemory } from '../../bindings/core/state-memory.ts';
import { listOf, type ParticleState } from './state.ts';

const TINY = 1e-30;

export class Air {
  private readonly corners: Uint32Array;
  private readonly wind: readonly number[];
  private readonly drag: number;
  private readonly lift: number;

  constructor({ f64, u32 }: StateMemory, record: number) {
    const { first, count } = listOf({ u32 } as StateMemory, record, ParticleSetRecord.triangles, ParticleSetRecord.triangleCount);
    this.corners = u32.slice(first >>> 2, (first >>> 2) + 3 * count).map((corner) => 4 * corner);
    this.wind = [0, 8, 16].map((axis) => f64[(record + ParticleSetRecord.windX + axis) >>> 3]);
    this.drag = f64[(record + ParticleSetRecord.drag) >>> 3];
    this.lift = f64[(record + ParticleSetRecord.lift) >>> 3];
  }

  /** Changes the velocities by the forces of `h` seconds; a triangle is not turned back. */
  blow({ start, u, v }: ParticleState, h: number): void {
    const { corners, drag, lift, wind } = this;
    if (drag === 0 && lift === 0) return;
    for (let k = 0; k < corners.length; k += 3) {
      const [a, b, c] = [corners[k], corners[k + 1], corners[k + 2]];
      const [ux, uy, uz] = [
        (v[a] + v[b] + v[c]) / 3 - wind[0],
        (v[a + 1] + v[b + 1] + v[c + 1]) / 3 - wind[1],
        (v[a + 2] + v[b + 2] + v[c + 2]) / 3 - wind[2],
      ];
      const [px, py, pz] = [
        start[b] + u[b] - (start[a] + u[a]),
        start[b + 1] + u[b + 1] - (start[a + 1] + u[a + 1]),
        start[b + 2] + u[b + 2] - (start[a + 2] + u[a + 2]),
      ];
      const [qx, qy, qz] = [
        start[c] + u[c] - (start[a] + u[a]),
        start[c + 1] + u[c + 1] - (start[a + 1] + u[a + 1]),
        start[c + 2] + u[c + 2] - (start[a + 2] + u[a + 2]),
      ];
      const [nx, ny, nz] = [py * qz - pz * qy, pz * qx - px * qz, px * qy - py * qx];
      const double = Math.sqrt(nx * nx + ny * ny + nz * nz);
      const speed = Math.sqrt(ux * ux + uy * uy + uz * uz);
      if (double < TINY || speed < TINY) continue;
      // Area across the stream, and the cosine between the stream and the normal.
      const cosine = (ux * nx + uy * ny + uz * nz) / (speed * double);
      const push = 0.5 * double * Math.abs(cosine) * speed * h;
      // What the air can do at most is to take the triangle along.
      const mass = (u[a + 3] + u[b + 3] + u[c + 3]) / 3;
      const part = 1 / (1 + push * (drag + lift) * mass);
      // Across the stream, towards the side that the triangle leans to.
      const sign = cosine < 0 ? 1 : -1;
      const [lx, ly, lz] = [
        sign * (nx / double) + Math.abs(cosine) * (ux / speed),
        sign * (ny / double) + Math.abs(cosine) * (uy / speed),
        sign * (nz / double) + Math.abs(cosine) * (uz / speed),
      ];
      const [ix, iy, iz] = [
        (part * push * (lift * speed * lx - drag * ux)) / 3,
        (part * push * (lift * speed * ly - drag * uy)) / 3,
        (part * push * (lift * speed * lz - drag * uz)) / 3,
      ];
      for (const p of [a, b, c]) {
        v[p] += u[p + 3] * ix;
        v[p + 1] += u[p + 3] * iy;
        v[p + 2] += u[p + 3] * iz;
      }
    }
  }
}
