import type { Vec3 } from '../../bindings/index.ts';
import type { SceneLooks } from './types.ts';

/** A sphere around what moves. */
export interface Extent {
  center: Vec3;
  /** m; above zero. */
  radius: number;
}

/** Around the middle of the box of all dynamic bodies and particles, or of all bodies where there are none. */
export function extentOf({ bodies, shapes }: SceneLooks, transforms: Float32Array, particles: ArrayLike<number> = []): Extent {
  const low: Vec3 = [Infinity, Infinity, Infinity];
  const high: Vec3 = [-Infinity, -Infinity, -Infinity];
  const reaches = shapes.map(({ positions, endless }) => (endless ? 0 : reachOf(positions)));
  const dynamic = bodies.filter(({ kind }) => kind === 'dynamic');
  for (let k = 0; k < particles.length; k++) {
    low[k % 3] = Math.min(low[k % 3], particles[k]);
    high[k % 3] = Math.max(high[k % 3], particles[k]);
  }
  for (const { slot, shape, scale } of dynamic.length || particles.length ? dynamic : bodies) {
    const reach = reaches[shape] * Math.max(...scale);
    for (let axis = 0; axis < 3; axis++) {
      const at = transforms[slot * 7 + axis];
      low[axis] = Math.min(low[axis], at - reach);
      high[axis] = Math.max(high[axis], at + reach);
    }
  }
  if (!(high[0] >= low[0])) return { center: [0, 0, 0], radius: 1 };
  const center = low.map((value, axis) => (value + high[axis]) / 2) as Vec3;
  return { center, radius: Math.max(1e-3, Math.hypot(...low.map((value, axis) => (high[axis] - value) / 2))) };
}

function reachOf(positions: Float32Array): number {
  let square = 0;
  for (let k = 0; k < positions.length; k += 3)
    square = Math.max(square, positions[k] ** 2 + positions[k + 1] ** 2 + positions[k + 2] ** 2);
  return Math.sqrt(square);
}
