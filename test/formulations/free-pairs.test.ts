// Two free bodies that a joint holds, of every type: forces within a pair change no momentum, and joints without motors give no energy.
import { describe, expect, test } from 'vitest';
import { BallJoint, type Body, type Vec3 } from '../../bindings/index.ts';
import { BESIDE_A_BALL, LINKS } from '../agreement/all-joints.ts';
import { conjugate, dot, length, rotate, subtract } from './vectors.ts';
import { addFree, angularMomentum, createWorld, FLOATING, linearMomentum, run, type SolverName } from './worlds.ts';

const MOMENTS: Vec3[] = [
  [0.2, 0.3, 0.25],
  [0.15, 0.25, 0.2],
];
const PUSHED = 6;
const STEPS = 20;

/**
 * Of the angular momentum: what a formulation may change in a third of a second. Two have every impulse act along one line, at the inertia that
 * carries the momentum. The others push along rows of another moment: DBD of the end of the free motion, velocity iterations of the
 * start of the substep, TGS along directions that stay while bodies turn; explicit steps of forces turn inertias.
 */
const KEPT: Record<SolverName, number> = { xpbd: 1e-13, ode: 1e-13, dbd: 1e-2, pgs: 5e-3, tgs: 1e-2, force: 2e-3 };
/** Of the energy: what may come from steps that are explicit. */
const GAINED: Record<SolverName, number> = { xpbd: 1e-3, ode: 1e-3, dbd: 1e-3, pgs: 1e-3, tgs: 1e-3, force: 5e-3 };

/** Joints that can store no energy and have nothing to give. */
const PASSIVE = [
  'Ball with a cone and a twist',
  'Ball with friction',
  'Hinge beyond limits, as rows',
  'Hinge with friction',
  'Prismatic with limits, as rows',
  'Cylindrical with limits',
  'Cylindrical with friction',
  'Universal',
  'Universal with limits',
  'Planar with limits',
  'SixDof, locked',
  'SixDof with a cone',
  'Screw with friction',
  'RevoluteSpherical',
  'Rope',
  'Axle',
  'Cone',
];

function energy(bodies: readonly Body[]): number {
  return bodies.reduce((sum, { angularVelocity, linearVelocity, mass, orientation }, k) => {
    const [x, y, z] = rotate(conjugate(orientation), angularVelocity);
    const spin = MOMENTS[k][0] * x * x + MOMENTS[k][1] * y * y + MOMENTS[k][2] * z * z;
    return sum + (mass * dot(linearVelocity, linearVelocity) + spin) / 2;
  }, 0);
}

/** What a pair that was pushed and turned from rest makes of its momenta and energy, relative. */
async function measure(solver: SolverName, name: string, substeps = 2): Promise<Record<'linear' | 'angular' | 'energy', number>> {
  const world = await createWorld({ ...FLOATING, solver, substeps, iterations: 6, jointSolver: 'sweeps', timeStepping: 'first-order' });
  const bodies = [0, 1].map((k) => addFree(world, { mass: 2 - 0.5 * k, inertia: MOMENTS[k], position: [0.8 * k - 0.4, 0.05 * k, 0.02] }));
  const link = { a: bodies[0], b: bodies[1], anchor: [0, 0, 0] as Vec3 };
  if (name in BESIDE_A_BALL) world.addJoint(new BallJoint(link));
  world.addJoint((LINKS[name] ?? BESIDE_A_BALL[name])(link));
  for (let k = 0; k < PUSHED; k++) {
    bodies[1].applyForce([3, 5, -4]);
    bodies[1].applyTorque([1, -2, 3]);
    bodies[0].applyTorque([-0.5, 1, 2]);
    run(world, 1);
  }
  const start = { linear: linearMomentum(bodies), angular: angularMomentum(bodies, MOMENTS), energy: energy(bodies) };
  const worst = { linear: 0, angular: 0, energy: -1 };
  for (let k = 0; k < STEPS; k++) {
    run(world, 1);
    worst.linear = Math.max(worst.linear, length(subtract(linearMomentum(bodies), start.linear)) / length(start.linear));
    worst.angular = Math.max(worst.angular, length(subtract(angularMomentum(bodies, MOMENTS), start.angular)) / length(start.angular));
    worst.energy = Math.max(worst.energy, energy(bodies) / start.energy - 1);
  }
  expect(world.frozenCount).toBe(0);
  return worst;
}

describe.each(Object.entries(KEPT) as [SolverName, number][])('%s', (solver, kept) => {
  test.each(Object.keys({ ...LINKS, ...BESIDE_A_BALL }))('%s', async (name) => {
    const { linear, angular, energy: gained } = await measure(solver, name);
    expect(linear).toBeLessThan(1e-11);
    // A path that does not begin where its joint is pulls as hard as it can.
    expect(angular).toBeLessThan(name.startsWith('Path') ? 4 * kept : kept);
    if (PASSIVE.includes(name)) expect(gained).toBeLessThan(GAINED[solver]);
  });

  test('what a pair loses of its momentum falls with the substep', async () => {
    if (kept < 1e-9) return;
    for (const name of ['Hinge with friction', 'RevoluteSpherical']) {
      const [coarse, fine] = [(await measure(solver, name, 2)).angular, (await measure(solver, name, 16)).angular];
      expect(coarse / fine).toBeGreaterThan(5);
    }
  });
});
