// Principal moments of inertia of solid shapes of even density, kg m².
import type { Vec3 } from '../model.ts';

export function sphereInertia(mass: number, radius: number): Vec3 {
  const moment = 0.4 * mass * radius * radius;
  return [moment, moment, moment];
}

/** @param size full edge lengths */
export function boxInertia(mass: number, [x, y, z]: Vec3): Vec3 {
  return [(mass * (y * y + z * z)) / 12, (mass * (x * x + z * z)) / 12, (mass * (x * x + y * y)) / 12];
}

/** A capsule along Y: a cylinder between two half balls. @param length overall, caps included */
export function capsuleInertia(mass: number, radius: number, length: number): Vec3 {
  const straight = length - 2 * radius;
  const volume = Math.PI * radius ** 2 * (straight + (4 / 3) * radius);
  const cylinder = (mass * Math.PI * radius ** 2 * straight) / volume;
  const caps = mass - cylinder;
  const along = 0.5 * cylinder * radius ** 2 + 0.4 * caps * radius ** 2;
  const across =
    cylinder * (straight ** 2 / 12 + radius ** 2 / 4) + caps * (0.4 * radius ** 2 + straight ** 2 / 4 + (3 / 8) * straight * radius);
  return [across, along, across];
}
