// Worlds whose joints are solved directly, on every backend that can.
import { describe } from 'vitest';
import { type Body, type BodyOptions, type Vec3, World, type WorldOptions } from '../../bindings/index.ts';

export const DT = 1 / 60;
export const GRAVITY = 9.81;

/** Every backend that solves joints directly, in double precision. */
const DIRECT: { label: string; settings: WorldOptions }[] = [
  { label: 'wasm', settings: { precision: 'double' } },
  { label: 'reference', settings: { backend: 'reference' } },
];

export function onEachDirect(define: (create: (options?: WorldOptions) => Promise<World>, settings: WorldOptions) => void): void {
  for (const { label, settings } of DIRECT)
    describe(label, () => define((options) => World.create({ jointSolver: 'direct', sleep: false, ...settings, ...options }), settings));
}

/** Moments of a box with these edges. */
export const moments = (m: number, [x, y, z]: Vec3): Vec3 => [
  (m * (y * y + z * z)) / 12,
  (m * (x * x + z * z)) / 12,
  (m * (x * x + y * y)) / 12,
];

export function addBox(world: World, mass: number, edges: Vec3, position: Vec3, options: BodyOptions = {}): Body {
  return world.addBody({ mass, inertia: moments(mass, edges), position, ...options });
}

export function run(world: World, seconds: number, each: (time: number) => void = () => {}): void {
  for (let k = 1; k <= Math.round(seconds / DT); k++) {
    world.step(DT);
    each(k * DT);
  }
}

export const largestError = (world: World): number => Math.max(...[...world.joints].map((joint) => joint.positionError));
export const fastest = (world: World): number =>
  Math.max(...[...world.bodies].map((body) => Math.max(Math.hypot(...body.linearVelocity), Math.hypot(...body.angularVelocity))));
