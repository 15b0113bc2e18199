// How the errors of a smooth motion fall with the substep, and how far energies stray in a hundred seconds.
import { type Vec3, World, type WorldOptions } from '../../bindings/index.ts';
import { G, type Lasting, type Smooth } from './motions.ts';

export const DOWN: Vec3 = [0, -G, 0];

export type TimeStepping = NonNullable<WorldOptions['timeStepping']>;

/** Steps of the motion, each of two substeps: for errors that are measured, and for what they are measured against. */
export const STEPS = [200, 270, 360, 480, 640, 850];
const SUBSTEPS = 2;

export interface Convergence {
  /** Errors with the longest substep, root of the sum of squares over all bodies: of positions and orientations, and of velocities. */
  errors: [pose: number, velocity: number];
  /** Slopes of the errors over the substep, both by their logarithms. */
  orders: [pose: number, velocity: number];
}

export const distance = (a: readonly number[], b: readonly number[]) => Math.hypot(...a.map((value, index) => value - b[index]));

async function finalState({ build, seconds }: Smooth, steps: number, settings: WorldOptions): Promise<number[][]> {
  const world = await World.create({ gravity: DOWN, precision: 'double', sleep: false, substeps: SUBSTEPS, ...settings });
  const { bodies, act } = build(world);
  for (let step = 0; step < steps; step++) {
    act?.();
    world.step(seconds / steps);
  }
  const poses = bodies.flatMap(({ position, orientation }) => [...position, ...orientation]);
  const velocities = bodies.flatMap(({ linearVelocity, angularVelocity }) => [...linearVelocity, ...angularVelocity]);
  world.dispose();
  return [poses, velocities];
}

/** Against the same in `converged` steps of second order. */
export async function measureConvergence(motion: Smooth, settings: WorldOptions, converged = 12_000): Promise<Convergence> {
  const exact = await finalState(motion, converged, { ...settings, timeStepping: 'second-order' });
  const points: [number, number][][] = [[], []];
  for (const steps of STEPS) {
    const found = await finalState(motion, steps, settings);
    for (const [k, list] of points.entries()) list.push([1 / steps, distance(found[k], exact[k])]);
  }
  return { errors: [points[0][0][1], points[1][0][1]], orders: [slopeOf(points[0]), slopeOf(points[1])] };
}

/** Slope of a line through log error over log substep. */
function slopeOf(points: readonly (readonly [h: number, error: number])[]): number {
  const logs = points.map(([h, error]) => [Math.log(h), Math.log(error)]);
  const mean = (k: number) => logs.reduce((sum, point) => sum + point[k], 0) / logs.length;
  const [x, y] = [mean(0), mean(1)];
  return logs.reduce((sum, [p, q]) => sum + (p - x) * (q - y), 0) / logs.reduce((sum, [p]) => sum + (p - x) ** 2, 0);
}

export interface Drift {
  /** Largest deviation of the energy at any step, over the range of the motion's potential energy; and that of the mean over the last tenth of the time. */
  largest: number;
  atEnd: number;
  /** Largest deviation of the angular momentum about the vertical, relative; null where it does not stay. */
  momentum: number | null;
}

/** At the defaults, in steps of 1/60 s. */
export async function measureDrift({ build, keepsMomentum, range }: Lasting, seconds: number, timeStepping: TimeStepping): Promise<Drift> {
  const world = await World.create({ gravity: DOWN, precision: 'double', sleep: false, timeStepping });
  const bodies = build(world);
  const momentum = () =>
    bodies.reduce(
      (sum, { angularMomentum, linearVelocity: v, mass, position: x }) => sum + angularMomentum[1] + mass * (x[2] * v[0] - x[0] * v[2]),
      0,
    );
  const [energy, turning] = [world.totalEnergy, momentum()];
  const steps = Math.round(60 * seconds);
  let [largest, most, sum, count] = [0, 0, 0, 0];
  for (let step = 1; step <= steps; step++) {
    world.step(1 / 60);
    const deviation = (world.totalEnergy - energy) / range;
    largest = Math.max(largest, Math.abs(deviation));
    most = Math.max(most, Math.abs(momentum() / turning - 1));
    if (step <= 0.9 * steps) continue;
    sum += deviation;
    count++;
  }
  world.dispose();
  return { largest, atEnd: sum / count, momentum: keepsMomentum ? most : null };
}
