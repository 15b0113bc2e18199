// What the tests of the joints share: a world on each backend, bodies of plain numbers, and unbiased ways to measure.
import { describe, expect } from 'vitest';
import {
  type Body,
  type BodyOptions,
  type Coordinate,
  type Joint,
  type Quat,
  type Vec3,
  World,
  type WorldOptions,
} from '../../bindings/index.ts';
import { BACKENDS } from '../bindings/backends.ts';

export { cross, expectRefusal, expectRelative, expectVector, norm } from '../bindings/backends.ts';

export const DT = 1 / 60;
export const GRAVITY = 10;
/** Of the worlds below, unless told otherwise. */
const SUBSTEPS = 20;
/** s */
export const H = DT / SUBSTEPS;
/**
 * N/kg or N m/(kg m²): what rounding does to a load in single precision. A rigid row stops its effective mass within a substep, also where
 * its error, m or rad, is one of rounding, 2⁻²⁴.
 */
export const LOAD_ROUNDING = 2 ** -24 / (H * H);
/**
 * Relative: the solver's angular velocity is the one whose Cayley map turns the body, greater by (h ω)² / 12 than the true one. Here for 4
 * rad/s at these substeps.
 */
export const CAYLEY = (4 * H * 4 * H) / 12;

export interface Backend {
  label: string;
  isSingle: boolean;
  /** A world without gravity whose bodies do not fall asleep, unless told otherwise. */
  create(options?: WorldOptions): Promise<World>;
  /** A tolerance in double precision (the reference has that too), and in single. */
  within(double: number, single: number): number;
}

/** Defines the same tests for every way to compute a world. */
export function onEachBackend(define: (backend: Backend) => void): void {
  for (const { label, settings } of BACKENDS) {
    const isSingle = settings.precision === 'single';
    const create = (options: WorldOptions = {}) =>
      World.create({ gravity: [0, 0, 0], substeps: SUBSTEPS, sleep: false, ...settings, ...options });
    const within = (double: number, single: number) => (isSingle ? single : double);
    describe(label, () => define({ label, isSingle, create, within }));
  }
}

/** A body of 1 kg that turns as easily about every axis: 1 kg m², so that torques are accelerations. */
export function addUnit(world: World, options: BodyOptions = {}): Body {
  return world.addBody({ mass: 1, inertia: [1, 1, 1], ...options });
}

/** Steps with what acts in each step. */
export function stepWith(world: World, steps: number, act: (step: number) => void, dt = DT): void {
  for (let k = 0; k < steps; k++) {
    act(k);
    world.step(dt);
  }
}

export function settle(world: World, steps: number, dt = DT): void {
  stepWith(world, steps, () => {}, dt);
}

/** A coordinate of a joint by its name; a name that the joint does not have fails the test. */
export function coordinateOf(joint: Joint, name: string): Coordinate {
  const coordinate = joint.coordinates[name];
  expect(coordinate, `${joint.constructor.name} has ${Object.keys(joint.coordinates).join(', ')}, not ${name}`).toBeDefined();
  return coordinate;
}

/** The rotation by an angle about an axis. */
export function rotation(axis: Vec3, angle: number): Quat {
  const factor = Math.sin(angle / 2) / Math.hypot(...axis);
  return [axis[0] * factor, axis[1] * factor, axis[2] * factor, Math.cos(angle / 2)];
}

/** The rotation `second` after `first`. */
export function after(second: Quat, first: Quat): Quat {
  const [x, y, z, w] = second;
  const [a, b, c, d] = first;
  return [w * a + x * d + y * c - z * b, w * b - x * c + y * d + z * a, w * c + x * b - y * a + z * d, w * d - x * a - y * b - z * c];
}

export function rotated([x, y, z, w]: Quat, v: Vec3): Vec3 {
  const [tx, ty, tz] = [2 * (y * v[2] - z * v[1]), 2 * (z * v[0] - x * v[2]), 2 * (x * v[1] - y * v[0])];
  return [v[0] + w * tx + y * tz - z * ty, v[1] + w * ty + z * tx - x * tz, v[2] + w * tz + x * ty - y * tx];
}

/** Twist about x, and swing as a rotation vector (y, z), of a rotation that is a swing after a twist. */
export function twistAndSwing(orientation: Readonly<Quat>): { twist: number; swing: [number, number] } {
  const sign = orientation[3] < 0 ? -1 : 1;
  const [x, , , w] = orientation.map((component) => sign * component);
  const twist = 2 * Math.atan2(x, w);
  // The swing takes x to where the rotation takes it.
  const [cosine, y, z] = rotated([...orientation], [1, 0, 0]);
  const sine = Math.hypot(y, z);
  const factor = sine > 1e-12 ? Math.atan2(sine, cosine) / sine : 1;
  return { twist, swing: [-z * factor, y * factor] };
}

/** Radius of an ellipse with half axes y and z in a direction. */
export function ellipseRadius([y, z]: readonly [number, number], angle: number): number {
  return 1 / Math.hypot(Math.cos(angle) / y, Math.sin(angle) / z);
}
