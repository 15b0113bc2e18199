// What the tests of the formulations share.
import { type Body, type BodyOptions, type Vec3, World, type WorldOptions } from '../../bindings/index.ts';
import { add, conjugate, cross, length, multiplied, rotate, subtract } from './vectors.ts';

export const SOLVERS = ['xpbd', 'dbd', 'pgs', 'tgs', 'ode', 'force'] as const;
export type SolverName = (typeof SOLVERS)[number];
/** Those whose joints leave no error behind: the others take a part of it away, over time. */
export const POSITIONAL: readonly SolverName[] = ['xpbd', 'dbd', 'pgs', 'tgs'];

export const GRAVITY = 9.81;

/** In double precision, whose bodies do not fall asleep: 'pgs' and 'tgs' in their kernels, which kernels.test.ts compares with TypeScript. */
export const createWorld = (options: WorldOptions = {}): Promise<World> => {
  const backend = options.solver === 'pgs' || options.solver === 'tgs' ? 'wasm' : 'reference';
  return World.create({ backend, precision: 'double', sleep: false, ...options });
};

export const FLOATING: WorldOptions = { gravity: [0, 0, 0] };

/** A body whose motion nothing slows. */
export const addFree = (world: World, options: BodyOptions): Body => world.addBody({ linearDamping: 0, angularDamping: 0, ...options });

/** Steps a world. */
export function run(world: World, steps: number, dt = 1 / 60): void {
  for (let k = 0; k < steps; k++) world.step(dt);
}

export const linearMomentum = (bodies: readonly Body[]): Vec3 =>
  bodies.reduce((sum: Vec3, { linearVelocity, mass }) => add(sum, multiplied(linearVelocity, mass)), [0, 0, 0]);

/** About the origin, of bodies with these principal moments, along their axes. */
export function angularMomentum(bodies: readonly Body[], moments: readonly Vec3[]): Vec3 {
  let sum: Vec3 = [0, 0, 0];
  bodies.forEach(({ angularVelocity, linearVelocity, mass, orientation, position }, k) => {
    const w = rotate(conjugate(orientation), angularVelocity);
    const spin: Vec3 = [w[0] * moments[k][0], w[1] * moments[k][1], w[2] * moments[k][2]];
    sum = add(sum, add(cross(position, multiplied(linearVelocity, mass)), rotate(orientation, spin)));
  });
  return sum;
}

export const distanceBetween = (p: Readonly<Vec3>, q: Readonly<Vec3>): number => length(subtract(p, q));

/** Where a point of a body is. */
export const placeOf = (body: Body, point: Vec3): Vec3 => add(body.position, rotate(body.orientation, point));

/** The largest difference between positions of two worlds' bodies, m. */
export function furthest(one: World, other: World): number {
  const others = [...other.bodies];
  return Math.max(0, ...[...one.bodies].map((body, k) => distanceBetween(body.position, others[k].position)));
}

/** How the error falls where the step is halved: the base-two logarithm of the ratio. */
export const orderOf = (coarse: number, fine: number): number => Math.log2(coarse / fine);

/** Everything that a body is told to be is a number. */
export function allFinite(world: World): boolean {
  return [...world.bodies].every(({ angularVelocity, linearVelocity, orientation, position }) =>
    [position, orientation, linearVelocity, angularVelocity].every((numbers) => numbers.every(Number.isFinite)),
  );
}
