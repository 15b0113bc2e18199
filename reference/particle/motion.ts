// The free motion of particles through a substep (Müller et al. 2020, Algorithm 2).
import type { ParticleState } from './state.ts';

/** v ← keep v + h g, where something moves the particle; x₀ ← x, x ← x + h v. */
export function predict({ before, u, v }: ParticleState, h: number, keep: number, gravity: readonly number[]): void {
  before.set(u);
  for (let p = 0; p < u.length; p += 4) {
    if (u[p + 3] > 0) {
      v[p] = keep * v[p] + h * gravity[0];
      v[p + 1] = keep * v[p + 1] + h * gravity[1];
      v[p + 2] = keep * v[p + 2] + h * gravity[2];
    }
    u[p] += h * v[p];
    u[p + 1] += h * v[p + 1];
    u[p + 2] += h * v[p + 2];
  }
}

/** v ← (x − x₀) / h, where something moves the particle. */
export function follow({ before, u, v }: ParticleState, h: number): void {
  const inverse = 1 / h;
  for (let p = 0; p < u.length; p += 4) {
    if (u[p + 3] === 0) continue;
    v[p] = (u[p] - before[p]) * inverse;
    v[p + 1] = (u[p + 1] - before[p + 1]) * inverse;
    v[p + 2] = (u[p + 2] - before[p + 2]) * inverse;
  }
}
