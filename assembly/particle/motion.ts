// The free motion of particles through a substep (Müller et al. 2020, Algorithm 2): rows of four numbers a particle, displacement and 1/kg, velocity and 0.
import { real } from 'precision';
import { ROW } from './rows';

/** v ← keep v + h g, where something moves the particle; x₀ ← x, x ← x + h v. `gravity`: address of three numbers and 0. */
export function predict(displacements: usize, before: usize, velocities: usize, count: u32, h: real, keep: real, gravity: usize): void {
  for (let at: usize = 0, end: usize = <usize>count * ROW; at < end; at += ROW) {
    const moves = load<real>(displacements + at, 3 * sizeof<real>()) > 0;
    for (let part: usize = 0; part < ROW; part += 16) {
      const u = v128.load(displacements + at + part);
      let v = v128.load(velocities + at + part);
      if (moves) {
        v = v128.add<real>(v128.mul<real>(v128.splat<real>(keep), v), v128.mul<real>(v128.splat<real>(h), v128.load(gravity + part)));
        v128.store(velocities + at + part, v);
      }
      v128.store(before + at + part, u);
      v128.store(displacements + at + part, v128.add<real>(u, v128.mul<real>(v128.splat<real>(h), v)));
    }
  }
}

/** v ← (x − x₀) / h, where something moves the particle; returns the square of the largest speed. */
export function finish(displacements: usize, before: usize, velocities: usize, count: u32, inverseH: real): void {
  const by = v128.splat<real>(inverseH);
  for (let at: usize = 0, end: usize = <usize>count * ROW; at < end; at += ROW) {
    if (!(load<real>(displacements + at, 3 * sizeof<real>()) > 0)) continue;
    for (let part: usize = 0; part < ROW; part += 16)
      v128.store(
        velocities + at + part,
        v128.mul<real>(by, v128.sub<real>(v128.load(displacements + at + part), v128.load(before + at + part))),
      );
  }
}
