// A cloth that falls on a sphere, for every engine the same: a square of particles between threads, held along the diagonals of its squares.
import type { Vec3 } from '../model.ts';

export interface ClothScene {
  /** Particles along a side, and m. */
  side: number;
  size: number;
  /** kg/m² */
  density: number;
  /** m: particles stay half of it away. */
  thickness: number;
  /** m: of the sphere around the origin, and above it at the start. */
  radius: number;
  height: number;
  gravity: Vec3;
  friction: number;
  dt: number;
}

/** What an engine is asked for. */
export interface ClothQuality {
  substeps?: number;
  iterations?: number;
  bends?: 'none' | 'distance' | 'dihedral';
}

export interface ClothSimulation {
  step(): void;
  /** x y z of each particle, row by row. */
  read(positions: Float64Array): void;
  dispose(): void;
}

export interface ClothEngine {
  name: string;
  load(): Promise<(scene: ClothScene, quality: ClothQuality) => Promise<ClothSimulation>>;
}

export const CLOTH: ClothScene = {
  side: 100,
  size: 1,
  density: 0.2,
  thickness: 0.01,
  radius: 0.3,
  height: 0.4,
  gravity: [0, -9.81, 0],
  friction: 0.5,
  dt: 1 / 60,
};

/** Kg of a particle. */
export const massOf = ({ density, side, size }: ClothScene): number => (density * size * size) / (side * side);

/** x and z of a particle at the start. */
export const startOf = ({ side, size }: ClothScene, k: number): readonly [number, number] => [
  ((k % side) / (side - 1) - 0.5) * size,
  (Math.floor(k / side) / (side - 1) - 0.5) * size,
];

/** Stretch of the threads over their lengths, and how deep the deepest particle is, m. */
export function errorsOf({ radius, side, size, thickness }: ClothScene, x: Float64Array): { maximum: number; mean: number; depth: number } {
  const rest = size / (side - 1);
  let [maximum, sum, depth] = [0, 0, 0];
  const stretch = (a: number, b: number) => {
    const length = Math.hypot(x[3 * a] - x[3 * b], x[3 * a + 1] - x[3 * b + 1], x[3 * a + 2] - x[3 * b + 2]);
    const strain = length / rest - 1;
    if (!(strain <= maximum)) maximum = strain;
    sum += Math.abs(strain);
  };
  for (let k = 0; k < side * side; k++) {
    if ((k + 1) % side > 0) stretch(k, k + 1);
    if (k + side < side * side) stretch(k, k + side);
    depth = Math.max(depth, radius + thickness / 2 - Math.hypot(x[3 * k], x[3 * k + 1], x[3 * k + 2]));
  }
  return { maximum, mean: sum / (2 * side * (side - 1)), depth };
}
