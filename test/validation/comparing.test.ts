// Comparisons that could flatter: lists without entries, tolerances for nothing, pairs of many bodies.
import { expect, test } from 'vitest';
import type { Quat, Vec3 } from '../../bindings/index.ts';
import { type Case, type CaseBody, type CaseContact, type CaseShape, type CaseTrajectory, readCase } from './case.ts';
import { compare } from './compare.ts';
import { bodyAt, contactForceAt, runCase } from './run.ts';
import { surfacesOf } from './surfaces.ts';

const SETTINGS = { precision: 'double', substeps: 10 } as const;
const UPRIGHT: Quat = [0, 0, 0, 1];

function caseWith(bodies: CaseBody[], pairs: CaseContact[], given: Partial<Case> = {}): Case {
  const common = { name: 'inline', kind: 'analytic', description: '', source: { license: '' }, duration: 1, outputInterval: 0.1 } as const;
  return { ...common, gravity: [0, 0, -10], bodies, joints: [], contacts: { pairs }, tolerances: {}, ...given };
}

const floor: CaseBody = {
  name: 'floor',
  type: 'static',
  position: [0, 0, 0],
  orientation: UPRIGHT,
  shape: { type: 'plane', normal: [0, 0, 1], offset: 0 },
};

const body = (name: string, position: Vec3, shape: CaseShape, given: Partial<CaseBody> = {}): CaseBody => ({
  name,
  type: 'dynamic',
  mass: 2,
  inertia: { principal: [0.2, 0.2, 0.2] },
  position,
  orientation: UPRIGHT,
  shape,
  ...given,
});

const BOX: CaseShape = { type: 'box', halfExtents: [0.5, 0.5, 0.1] };
const CYLINDER: CaseShape = { type: 'cylinder', radius: 0.2, halfLength: 0.5, axis: [1, 0, 0] };

test('a case that lists nothing fails', async () => {
  const item = caseWith([floor, body('box', [0, 0, 0.1], BOX)], [{ bodyA: 'floor', bodyB: 'box', friction: 1, restitution: 0 }]);
  const run = await runCase(item, 0.1, SETTINGS);
  expect(() => compare(item, run)).toThrow('nothing to compare');
  const trajectory = { body: 'box', t: [0], pos: [[0, 0, 0.1]] } as unknown as CaseTrajectory;
  const unused = { ...item, tolerances: { angVel: 1 }, expected: { quantities: [], trajectories: [trajectory] } };
  expect(() => compare(unused, run)).toThrow('not compared: angVel');
});

test('a quantity of which nothing is measured is missed', async () => {
  const item = readCase('rotation-motor-case01');
  const run = await runCase({ ...item, duration: 0.02 }, item.outputInterval, SETTINGS);
  const [trajectory] = item.expected!.trajectories!;
  const short = {
    ...trajectory,
    t: trajectory.t.slice(0, 1),
    quat: [trajectory.quat[0]],
    angVel: [trajectory.angVel[0]],
  } as unknown as CaseTrajectory;
  const comparisons = compare({ ...item, expected: { ...item.expected!, trajectories: [short] } }, run);
  expect(comparisons.find(({ quantity }) => quantity === 'motorTorque')?.error).toBeNaN();
});

test('torques of reactions are compared', async () => {
  const item = readCase('hanging-chain-case01');
  const run = await runCase({ ...item, duration: 0.5 }, item.outputInterval, SETTINGS);
  const wrong = item.expected!.reactions!.map((reaction) => ({ ...reaction, torque: [0, 1, 0] as Vec3 }));
  const comparisons = compare({ ...item, expected: { ...item.expected!, reactions: wrong } }, run);
  const torques = comparisons.filter(({ quantity }) => quantity.endsWith('torque'));
  expect(torques.map(({ error }) => error.toFixed(4))).toEqual(['0.0200', '0.0250', '0.0333', '0.0500', '0.1000']);
});

test('pairs with a star, and bodies with several pairs, have their own coefficients', async () => {
  const slopes = { gravity: [4, 0, -10] as Vec3 };
  const item = caseWith(
    [
      floor,
      body('box1', [0, 0, 0.1], BOX),
      body('box2', [0, 3, 0.1], BOX),
      body('rider', [0, 3, 0.3], BOX),
      body('sledge', [0, 6, 0.1], BOX),
    ],
    [
      { bodyA: 'floor', bodyB: '*', friction: 0, restitution: 0 },
      { bodyA: 'box*', bodyB: 'floor', friction: 1, restitution: 0 },
      { bodyA: 'rider', bodyB: 'box*', friction: 0.1, restitution: 0 },
    ],
    { ...slopes, duration: 0.4 },
  );
  expect(surfacesOf(item).pairs).toHaveLength(10);
  const run = await runCase(item, 0.02, SETTINGS);
  const speeds = ['box1', 'box2', 'rider', 'sledge'].map((name) => bodyAt(run.moments.at(-2)!, name).vel[0]);
  const wanted = [0, 0, 1.2, 1.6];
  for (const [k, speed] of speeds.entries()) expect(speed).toBeCloseTo(wanted[k], 2);
  // The box carries the weight of its rider, and what friction does to that.
  const force = contactForceAt(run, run.moments.length - 2, 'box2');
  expect(force[2]).toBeCloseTo(20, 2);
  expect(force[0]).toBeCloseTo(-8, 2);
});

test('a shape that is in no pair is an error', () => {
  expect(() => surfacesOf(caseWith([floor, body('box', [0, 0, 1], BOX)], []))).toThrow('no pair of bodies with it');
});

test('cylinders lie along their axis', async () => {
  const item = caseWith([floor, body('drum', [0, 0, 0.2], CYLINDER)], [{ bodyA: 'floor', bodyB: 'drum', friction: 1, restitution: 0 }], {
    gravity: [0, 1, -10],
  });
  const run = await runCase(item, 0.02, SETTINGS);
  const { angVel, pos, vel } = bodyAt(run.moments.at(-2)!, 'drum');
  // It rolls: a = g / (1 + I / m r²).
  const speed = 1 / (1 + 0.2 / (2 * 0.2 ** 2));
  expect(vel[1]).toBeCloseTo(speed, 2);
  expect(angVel[0]).toBeCloseTo(-speed / 0.2, 1);
  expect(pos[2]).toBeCloseTo(0.2, 3);
});
