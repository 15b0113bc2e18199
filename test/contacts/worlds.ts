// What the tests of contacts share: a world for each precision, level and tilted floors, and how to measure.
import { describe } from 'vitest';
import type { MaterialOptions } from '../../bindings/index.ts';
import { type Body, type BodyOptions, HalfSpace, type Vec3, World, type WorldOptions } from '../../bindings/index.ts';
import { runScene } from '../../scenes/run.ts';
import type { Measures, Scene } from '../../scenes/scene.ts';
import { KERNELS } from '../scenes/backends.ts';

export const DT = 1 / 60;
export const GRAVITY = 9.81;

export interface Kernel {
  label: string;
  isSingle: boolean;
  /** A world whose bodies do not fall asleep, unless told otherwise. */
  create(options?: WorldOptions): Promise<World>;
  /** The measures of a scene. */
  measure(scene: Scene, parameters?: Record<string, number | string>, options?: WorldOptions & { frames?: number }): Promise<Measures>;
}

/** Defines the same tests for both precisions. */
export function onEachKernel(define: (kernel: Kernel) => void): void {
  for (const { label, settings } of KERNELS) {
    const create = (options: WorldOptions = {}) => World.create({ sleep: false, ...settings, ...options });
    const measure: Kernel['measure'] = async (scene, parameters = {}, { frames, ...options } = {}) =>
      (await runScene(scene, { parameters, frames, settings: { sleep: false, ...settings, ...options } })).measures;
    describe(label, () => define({ label, isSingle: settings.precision === 'single', create, measure }));
  }
}

/** Floors give the other body's friction: theirs is a factor of one. */
export const NEUTRAL: MaterialOptions = { friction: 1, frictionCombine: 'multiply' };

export function addFloor(world: World, options: BodyOptions = {}): Body {
  return world.addBody({ type: 'static', shape: new HalfSpace(), material: NEUTRAL, ...options });
}

/** A plane through the origin that falls towards x, and the directions along it and out of it. */
export function addSlope(world: World, angle: number): { downhill: Vec3; normal: Vec3 } {
  const normal: Vec3 = [Math.sin(angle), Math.cos(angle), 0];
  world.addBody({ type: 'static', shape: new HalfSpace(normal), material: NEUTRAL });
  return { downhill: [Math.cos(angle), -Math.sin(angle), 0], normal };
}

export const along = (vector: Readonly<Vec3>, [x, y, z]: Readonly<Vec3>): number => vector[0] * x + vector[1] * y + vector[2] * z;
export const times = (factor: number, [x, y, z]: Vec3): Vec3 => [factor * x, factor * y, factor * z];

export function settle(world: World, frames: number): void {
  for (let k = 0; k < frames; k++) world.step(DT);
}

/** The acceleration along a direction, from velocities, over some frames. */
export function acceleration(world: World, body: Body, direction: Vec3, frames: number): number {
  const before = along(body.linearVelocity, direction);
  settle(world, frames);
  return (along(body.linearVelocity, direction) - before) / (frames * DT);
}

/** How many substeps each of so many steps takes. */
export function substepsOver(world: World, frames: number): number[] {
  return Array.from({ length: frames }, () => {
    world.step(DT);
    return world.lastSubsteps;
  });
}
